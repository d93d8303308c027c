// What the window asks of the store, exactly, and what it makes of a payment that is looked up and of a quote.
import { describe, expect, it } from 'vitest';
import type { Engine } from '#core/engine/engine.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { viewOf } from '#core/api/view.ts';
import { type WindowCallPorts, createWindowCalls } from '#core/api/window-calls.ts';
import { atOnce } from '#core/ports/searches.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy, aRecord, startMs } from '#support/records.ts';

const anOperator = (id: string, name: string) =>
  ({ id, name }) as ReturnType<WindowCallPorts['operators']['list']>[number];

function aWindow(found: readonly OperationRecord[] = [], engine: object = {}) {
  const asked: unknown[][] = [];
  const store = {
    searchInSteps: (...given: unknown[]) => {
      asked.push(['search', ...given]);
      return atOnce(() => found);
    },
    paymentsInSteps: (...given: unknown[]) => {
      asked.push(['payments', ...given]);
      return atOnce(() => []);
    },
    payment: () => null,
    operation: (id: string) => found.find((each) => each.id === id) ?? null,
    laneHolder: () => null,
    aheadInQueue: () => 0,
  } as unknown as WindowCallPorts['store'];
  const ports = {
    engine: engine as Engine,
    store,
    clients: {
      nameOf: () => null,
      list: () => [{ id: 'erp', name: 'Cash book' }],
    } as unknown as WindowCallPorts['clients'],
    operators: { list: () => [anOperator('per_1', 'Cashier 1'), anOperator('per_2', 'Supervisor')] },
    clock: new FakeClock(),
    environment: { id: 'env' } as WindowCallPorts['environment'],
    policy: aPolicy(),
    nextTurn: async () => undefined,
    begunMs: 0,
  };
  return { calls: createWindowCalls(ports), asked, ports };
}

describe('a search for operations', () => {
  it('hands on what is asked, and nothing that is not', async () => {
    const { calls, asked } = aWindow();
    await calls.operations({ limit: 5 });
    const all = { states: ['failed'], kind: 'refund', payId: 'P1', text: 'x', before: 'op_9' } as const;
    await calls.operations({ ...all, states: ['failed'], limit: 5, unseen: false });
    expect(asked).toEqual([
      ['search', 'env', { limit: 5 }],
      ['search', 'env', { ...all, limit: 5 }],
    ]);
    for (const [, , filter] of asked.slice(0, 1)) expect(Object.keys(filter as object)).toEqual(['limit']);
  });

  it('goes on behind its last operation where it is full', async () => {
    const { calls } = aWindow([aRecord({ id: 'op_2' }), aRecord({ id: 'op_1' })]);
    expect((await calls.operations({ limit: 2 })).next).toBe('op_1');
    expect((await calls.operations({ limit: 3 })).next).toBeNull();
    expect((await calls.operations({ limit: 2 })).operations.map(({ id }) => id)).toEqual(['op_2', 'op_1']);
    expect((await aWindow().calls.operations({ limit: 0 })).next).toBeNull();
  });
});

describe('a search for payments', () => {
  it('hands on what is asked, and nothing that is not', async () => {
    const { calls, asked } = aWindow();
    await calls.payments({ limit: 5 });
    await calls.payments({ limit: 5, text: 'x', before: 'P9' });
    expect(asked).toEqual([
      ['payments', 'env', { limit: 5 }],
      ['payments', 'env', { text: 'x', amounts: [], before: 'P9', limit: 5 }],
    ]);
    expect(Object.keys(asked[0]?.[2] as object)).toEqual(['limit']);
  });

  it('asks for the people and programs that the text names, and for the day that it says', async () => {
    const { calls, asked } = aWindow();
    const begun = { fromMs: 86_400_000, beforeMs: 172_800_000 };
    for (const text of [' cash', 'CASHIER 1', 'nobody', '1', '31.1.']) await calls.payments({ limit: 5, text });
    await calls.payments({ limit: 5, text: '31.1.', begun });
    const filters = asked.map(([, , filter]) => filter as { readonly by?: object; readonly begun?: object });
    expect(filters.map(({ by }) => by)).toEqual([
      { people: ['per_1'], clients: ['erp'] },
      { people: ['per_1'], clients: [] },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(filters.map((filter) => filter.begun)).toEqual([...Array.from({ length: 5 }, () => undefined), begun]);
  });
});

describe('a search that reads much', () => {
  it('lets other work be done after each step', async () => {
    const done: string[] = [];
    const steps = function* () {
      done.push('first');
      yield;
      done.push('second');
      yield;
      return [];
    };
    const { ports } = aWindow();
    const calls = createWindowCalls({
      ...ports,
      store: { ...ports.store, paymentsInSteps: steps, searchInSteps: steps },
      nextTurn: async () => void done.push('a sale'),
    });
    expect(await calls.payments({ limit: 5, text: 'x' })).toEqual({ payments: [], next: null });
    expect(await calls.operations({ limit: 5, text: 'x' })).toEqual({ operations: [], next: null });
    const once = ['first', 'a sale', 'second', 'a sale'];
    expect(done).toEqual([...once, ...once]);
  });
});

describe('a payment that is looked up', () => {
  it.each([
    [
      { type: 'found', payment: { payId: 'P1' } },
      { type: 'found', payment: { payId: 'P1' }, known: null, offer: null },
    ],
    [
      { type: 'found', payment: {} },
      { type: 'found', payment: {}, known: null, offer: null },
    ],
    [
      { type: 'refused', refusal: { code: 'offline' } },
      { type: 'refused', refusal: { code: 'offline' } },
    ],
  ])('%j', async (outcome, expected) => {
    const { calls } = aWindow([], { payment: async () => outcome });
    expect(await calls.findPayment({ by: 'payId', id: 'P1' })).toEqual(expected);
  });

  it('is a question of the connection, too', async () => {
    const { calls } = aWindow([], { connection: { check: async () => false } });
    expect(await calls.checkConnection()).toEqual({ reached: false });
  });
});

describe('a quote in another currency', () => {
  const figures = { exchangeRate: 1.1, markupPercentage: 3 };
  const amounts = (value: number) => ({
    merchant: { value: 1_000, currency: 'EUR' },
    cardholder: { value, currency: 'USD' },
  });
  const quote = (dccInfo: object) => {
    const result = { dccInfo } as OperationRecord['result'];
    return aRecord({ id: 'op_q', kind: 'dcc-quote', amount: { value: 1_000, currency: 'EUR' }, result });
  };

  it('is an offer where its figures agree', () => {
    const { calls } = aWindow([quote({ status: 'AVAILABLE', rate: figures, amounts: amounts(1_100) })]);
    expect(calls.dccOffer({ quoteOperationId: 'op_q' })).toMatchObject({ type: 'offer', offer: { rate: '1.1' } });
  });

  it('whose figures do not agree is none', () => {
    const { calls } = aWindow([quote({ status: 'AVAILABLE', rate: figures, amounts: amounts(1_200) })]);
    expect(calls.dccOffer({ quoteOperationId: 'op_q' })).toEqual({ type: 'no-offer', why: 'amounts' });
  });

  it('that the gateway does not make is none', () => {
    const { calls } = aWindow([quote({ status: 'NOT_AVAILABLE' })]);
    expect(calls.dccOffer({ quoteOperationId: 'op_q' })).toEqual({ type: 'no-offer', why: 'not-available' });
  });

  it('is looked for among quotes only', () => {
    const { calls } = aWindow([
      { ...quote({ status: 'AVAILABLE', rate: figures, amounts: amounts(1_100) }), kind: 'capture' },
    ]);
    expect(calls.dccOffer({ quoteOperationId: 'op_q' })).toEqual({ type: 'no-offer', why: 'other-amount' });
    expect(calls.dccOffer({ quoteOperationId: 'op_x' })).toEqual({ type: 'no-offer', why: 'not-available' });
  });
});

describe('an operation as it is shown', () => {
  const view = (change: Partial<OperationRecord>) => viewOf(aRecord(change), aWindow().ports);
  const open = { doubt: 'no-answer', doubtSinceMs: startMs } as const;

  it('has what there is, and no member for what there is not', () => {
    expect(view({ answerStatus: 201, replaces: 'op_0' })).toMatchObject({ answerStatus: 201, replaces: 'op_0' });
    const plain = Object.keys(view({}));
    for (const name of ['answerStatus', 'replaces', 'decisions', 'doubt', 'queue']) expect(plain).not.toContain(name);
    expect(view({}).mayWait).toBe(true);
    expect(view({ interactive: true }).mayWait).toBe(false);
    const by = { id: 's', name: 'Supervisor', role: 'supervisor' } as const;
    const { origin } = aRecord();
    expect(view({ origin: { ...origin, approvedBy: by } }).origin).toMatchObject({ approvedBy: 'Supervisor' });
    expect(Object.keys(view({}).origin)).not.toContain('approvedBy');
  });

  it('is in doubt where it says why and since when, with its look-ups', () => {
    expect(view({ ...open, doubtSinceMs: null }).doubt).toBeUndefined();
    expect(view({ ...open, doubt: null }).doubt).toBeUndefined();
    const clock = new FakeClock();
    const iso = (ms: number) => clock.iso(ms);
    const lookUps = { count: 3, absences: 0, failures: 0, lastAtMs: startMs + 5 };
    expect(view({ ...open, state: 'unknown', lookUps, nextAtMs: startMs + 9 }).doubt).toMatchObject({
      since: iso(startMs),
      lookUps: 3,
      lastLookUpAt: iso(startMs + 5),
      nextLookUpAt: iso(startMs + 9),
    });
    expect(view({ ...open, state: 'unknown' }).doubt).not.toHaveProperty('voicesNeeded');
    expect(view({ ...open, state: 'needs-person' }).doubt).toMatchObject({
      lastLookUpAt: null,
      nextLookUpAt: null,
      voicesNeeded: 1,
    });
    expect(view({ ...open, state: 'needs-person', kind: 'of-another-version' }).doubt).not.toHaveProperty(
      'voicesNeeded',
    );
  });

  it('in the queue stands behind no other where its lanes are free', () => {
    expect(view({ state: 'accepted' }).queue).toEqual({ ahead: 0, after: null, busyUntil: null, sendBy: null });
  });
});
