// What the window is told of payments, from a store of the test's own.
import { describe, expect, it } from 'vitest';
import type { Store } from '#core/ports/store.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { type WindowCallPorts, createWindowCalls } from '#core/api/window-calls.ts';
import { atOnce } from '#core/ports/searches.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPayment, aPolicy, aRecord } from '#support/records.ts';

const known = aPayment({ captured: 700, refunded: 200, captureCount: 1 });

/** A store that knows these payments, each with the operations, oldest first. */
function calls(payments: readonly KnownPayment[], operations = [aRecord({ state: 'succeeded' })]) {
  const store = {
    paymentsInSteps: () => atOnce(() => payments),
    payment: (_environmentId: string, payId: string) => payments.find((each) => each.payId === payId) ?? null,
    list: () => operations.slice(0, 1),
    search: () => operations.toReversed(),
    paymentByLane: () => null,
    creatorOf: () => null,
    operation: () => null,
    credits: () => [],
    firstOpen: () => null,
    openClaims: ([lane]: readonly string[], claim: string) => (lane !== 'lane' ? 0 : claim === 'refund' ? 50 : 30),
  } as unknown as Store;
  const environment = { id: 'env' } as WindowCallPorts['environment'];
  const clients = { nameOf: () => null } as unknown as WindowCallPorts['clients'];
  const engine = {} as WindowCallPorts['engine'];
  return createWindowCalls({
    engine,
    store,
    clients,
    operators: { list: () => [] },
    clock: new FakeClock(),
    environment,
    policy: aPolicy(),
    nextTurn: async () => undefined,
    begunMs: 0,
  });
}

describe('a list of payments', () => {
  it('has the sums of each, and no operations', async () => {
    const { payments } = await calls([known]).payments({ limit: 10 });
    expect(payments).toEqual([
      {
        id: 'P1',
        payId: 'P1',
        transId: 'S-1',
        currency: 'EUR',
        authorized: 1_000,
        captured: 700,
        refunded: 200,
        captureCount: 1,
        captures: null,
        reversed: false,
        reversing: false,
        openRefunds: 50,
        openCaptures: 30,
        terminalId: 'T1',
        traceNr: '000123',
        tip: 0,
        tender: null,
        reference: aRecord({}).refNr,
        brand: null,
        last4: null,
        person: null,
        settledBy: null,
        offered: null,
        createdAt: new FakeClock().iso(aRecord({}).createdAtMs),
      },
    ]);
  });

  it('says of a link what it asks for, and how it stands', async () => {
    const money = { value: 4_990, currency: 'EUR' };
    const times = { sinceMs: 0, untilMs: null, lastLookUpMs: null, nextLookUpMs: null };
    const link = aRecord({ state: 'succeeded', amount: money, offer: { state: 'open', lookUps: 0, ...times } });
    const [payment] = (await calls([{ ...known, captured: 0 }], [link]).payments({ limit: 1 })).payments;
    expect(payment?.offered).toMatchObject({ money, offer: { state: 'open' } });
  });

  it('leaves out a payment without a number that nothing here made', async () => {
    const { payments, next } = await calls([{ ...known, payId: null }, known]).payments({ limit: 10 });
    expect(payments.map(({ payId }) => payId)).toEqual(['P1']);
    expect(next).toBeNull();
  });

  it('goes on after its last payment where it is full', async () => {
    expect((await calls([known]).payments({ limit: 1 })).next).toBe('lane');
    expect((await calls([{ ...known, payId: null }]).payments({ limit: 1 })).next).toBe('lane');
    expect((await calls([]).payments({ limit: 0 })).next).toBeNull();
  });

  it('dates a payment without operations as of now', async () => {
    const [payment] = (await calls([known], []).payments({ limit: 1 })).payments;
    expect(payment?.createdAt).toBe(new FakeClock().iso(new FakeClock().nowMs()));
  });
});

describe('the story of a payment', () => {
  const operations = [
    aRecord({ id: 'op_1', seq: 1, kind: 'create-payment', state: 'succeeded' }),
    aRecord({ id: 'op_2', seq: 2, state: 'succeeded' }),
  ];

  it('has its operations from the first to the last, and its captures', () => {
    const { payment, operations: shown } = calls([known], operations).paymentStory({ id: 'P1' });
    expect(shown.map(({ id }) => id)).toEqual(['op_1', 'op_2']);
    expect(payment?.captures).not.toBeNull();
  });

  it('of an unknown payment has its operations only', () => {
    const { payment, operations: shown } = calls([], operations).paymentStory({ id: 'P1' });
    expect(payment).toBeNull();
    expect(shown).toHaveLength(2);
  });
});
