// What a program may refund in a day: which operations count, for which day, what is left, and what the refusal says.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { refundDay, refundLimitRefusal } from '#core/acceptance/refund-limit.ts';
import type { StoreReads } from '#core/ports/store.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Command } from '#operations/define.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPayment, aPolicy, aRecord } from '#support/records.ts';

const today = new FakeClock().localDay(new FakeClock().nowMs());

interface Stored {
  readonly last?: string | null;
  readonly refunded?: number;
  readonly openCaptures?: { readonly [lane: string]: number };
}

function reads({ last = null, refunded = 0, openCaptures = {} }: Stored = {}) {
  const asked: unknown[] = [];
  const store = {
    openClaims: ([lane = '']: readonly string[], claim: string) =>
      claim === 'capture' ? (openCaptures[lane] ?? 0) : 99,
    lastRefundDay: (environmentId: string, clientId: string) =>
      environmentId === 'env' && clientId === 'client-1' ? last : 'another program’s',
    refundedOn: (...given: unknown[]) => {
      asked.push(given);
      return refunded;
    },
  } as unknown as StoreReads;
  return { store, asked };
}

/** The same reads, with one payment that every name leads to. */
function knowing(store: StoreReads, known: KnownPayment | null): StoreReads {
  return {
    ...store,
    payment: () => known,
    paymentByTransId: () => known,
    paymentByTrace: () => known,
    startedPausedMs: () => null,
    creatorOf: () => null,
  };
}

const reversal: JsonObject = { messageType: 'REVERSE', posTerminalId: 'T1', traceNr: '123', transId: 'S-1' };

describe('the day that a refund counts for', () => {
  const dayOf = (command: Command, record: OperationRecord, known: KnownPayment | null = null, of = reads()) =>
    refundDay(knowing(of.store, known), new FakeClock(), command, record);
  const aRefund = aRecord({ kind: 'refund' });
  const atTerminal = (traceNr = '123', messageType = 'REVERSE') => {
    const input: JsonObject = { messageType, posTerminalId: 'T1', traceNr, transId: 'S-1' };
    return aRecord({ kind: 'cloud-pos', input, lanes: ['one', 'two'] });
  };

  it('is today, and never before the last one that was counted', () => {
    expect(dayOf(refund, aRefund)).toBe(today);
    expect(dayOf(refund, aRefund, null, reads({ last: '1969-12-31' }))).toBe(today);
    expect(dayOf(refund, aRefund, null, reads({ last: today }))).toBe(today);
    expect(dayOf(refund, aRefund, null, reads({ last: '2999-01-01' }))).toBe('2999-01-01');
  });

  it('is none where a supervisor stands for it, without an amount, and for what pays nothing out', () => {
    const person = { ...aRefund.origin, type: 'cashier' } as const;
    expect(dayOf(refund, { ...aRefund, origin: person })).toBe(today);
    const approvedBy = { id: 's', name: 'Supervisor', role: 'supervisor' } as const;
    expect(dayOf(refund, { ...aRefund, origin: { ...person, approvedBy } })).toBeNull();
    expect(dayOf(refund, { ...aRefund, amount: null })).toBeNull();
    expect(dayOf(capture, aRecord())).toBeNull();
    // Only what was authorized is given up; what was captured may be given back.
    expect(dayOf(reverse, aRecord({ kind: 'reverse' }), aPayment())).toBeNull();
    expect(dayOf(reverse, aRecord({ kind: 'reverse' }), aPayment({ captured: 500 }))).toBe(today);
  });

  it('is none for the reversal of an authorization that nothing was taken from', () => {
    expect(dayOf(cloudPos, atTerminal(), aPayment())).toBeNull();
    expect(dayOf(cloudPos, atTerminal(), aPayment({ captured: 1 }))).toBe(today);
    expect(dayOf(cloudPos, atTerminal(), aPayment({ captured: null }))).toBe(today);
    expect(dayOf(cloudPos, atTerminal(), null)).toBe(today);
  });

  it('counts where a capture of the payment is open', () => {
    expect(dayOf(cloudPos, atTerminal(), aPayment(), reads({ openCaptures: { lane: 5 } }))).toBe(today);
    expect(dayOf(cloudPos, atTerminal(), aPayment(), reads({ openCaptures: { other: 5 } }))).toBeNull();
  });

  it('counts for a reversal of a payment that its trace number may not mean', () => {
    expect(dayOf(cloudPos, atTerminal('000123'), aPayment())).toBeNull();
    expect(dayOf(cloudPos, atTerminal('124'), aPayment())).toBe(today);
  });

  it('counts for what a terminal gives back without a payment', () => {
    expect(dayOf(cloudPos, atTerminal('123', 'CREDIT'), aPayment())).toBe(today);
    expect(dayOf(cloudPos, atTerminal('123', 'SALE'), aPayment())).toBeNull();
  });
});

describe('the refusal', () => {
  interface Wish {
    readonly value?: number;
    readonly limit?: number | null;
    readonly refunded?: number;
    readonly byPolicy?: boolean;
    readonly known?: KnownPayment | null;
    readonly day?: string | null;
  }

  function refusal(asked: Command, wish: Wish = {}) {
    const {
      value = 500,
      limit = 1_000,
      refunded = 0,
      byPolicy,
      known = aPayment({ captured: 800 }),
      day = today,
    } = wish;
    const { store, asked: sums } = reads({ refunded });
    const amount = { value, currency: 'EUR' };
    const record = asked === cloudPos ? aRecord({ kind: 'cloud-pos', input: reversal, amount }) : aRecord({ amount });
    const given = {
      refundsPerDayMinor: (clientId: string) => (clientId === 'client-1' ? limit : 0),
      ...(byPolicy === undefined
        ? {}
        : { refundsSetByPolicy: (clientId: string) => clientId === 'client-1' && byPolicy }),
      policy: aPolicy(),
    } as Parameters<typeof refundLimitRefusal>[1];
    return { refused: refundLimitRefusal(store, given, asked, record, known, day), sums };
  }

  const eur = (value: number) => ({ value, currency: 'EUR' });

  it('is none up to what is left of the day, and one beyond', () => {
    expect(refusal(refund, { value: 400, refunded: 600 })).toEqual({
      refused: null,
      sums: [['env', 'client-1', today, 'EUR']],
    });
    expect(refusal(refund, { value: 401, refunded: 600, byPolicy: false }).refused).toEqual({
      code: 'refund-limit',
      detail:
        `This program may refund 10.00 EUR a day, and 4.00 EUR of it is left on ${today}; 4.01 EUR was asked for. ` +
        'Nothing was stored. A person can refund it at the till, or raise the limit.',
      facts: { left: eur(400), asked: eur(401), limit: eur(1_000) },
    });
    // The limit was lowered meanwhile.
    expect(refusal(refund, { value: 1, refunded: 5_000 }).refused).toMatchObject({ facts: { left: eur(0) } });
  });

  it('says who may raise the limit', () => {
    const words = (wish: Wish) => refusal(refund, { value: 5_000, ...wish }).refused?.detail.split('refund it ')[1];
    expect(words({})).toBe('at the till, or raise the limit.');
    expect(words({ byPolicy: true })).toBe(
      "at the till; the limit is set in the IT department's policy file, and only they can raise it.",
    );
    const most = Number.MAX_SAFE_INTEGER;
    expect(words({ limit: null, refunded: most, byPolicy: true })).toBe('at the till.');
  });

  it('is one for every currency that the limit does not name', () => {
    const { store } = reads();
    const limits = {
      refundsPerDayMinor: (_id: string, currency: string) => ({ EUR: 1_000, USD: 300 })[currency] ?? 0,
      policy: aPolicy(),
    };
    const refused = (value: number, currency: string) =>
      refundLimitRefusal(store, limits, refund, aRecord({ amount: { value, currency } }), null, today);
    expect(refused(300, 'USD')).toBeNull();
    expect(refused(301, 'USD')).toMatchObject({ facts: { limit: { value: 300, currency: 'USD' } } });
    expect(refused(1, 'CHF')).toEqual({
      code: 'refund-limit',
      detail:
        'This program may refund 10.00 EUR a day and has no limit in CHF, so it may refund nothing in it. Nothing was ' +
        'stored. A person can refund it at the till, or set one in CHF.',
      facts: {
        left: { value: 0, currency: 'CHF' },
        asked: { value: 1, currency: 'CHF' },
        limit: { value: 0, currency: 'CHF' },
      },
    });
  });

  it('without a limit is none, but for a sum that could no longer be counted exactly', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(refusal(refund, { limit: null, value: 5, refunded: most - 5 }).refused).toBeNull();
    expect(refusal(refund, { limit: null, value: 6, refunded: most - 5 }).refused).toMatchObject({
      facts: { left: eur(5), asked: eur(6), limit: eur(most) },
    });
  });

  it('counts what all programs of the office refund together, where the policy names a cap', () => {
    const sums: { readonly [id: string]: number } = { office_1: 300, office_2: 600 };
    const { store } = reads();
    const counting = { ...store, refundedOn: (_: string, id: string) => sums[id] ?? 0 } as StoreReads;
    const limits = {
      refundsPerDayMinor: () => 1_000,
      refundsSetByPolicy: () => true,
      officeCap: (id: string) => (id.startsWith('office_') ? { minor: 1_000, programs: Object.keys(sums) } : null),
      policy: aPolicy(),
    };
    const refused = (clientId: string, value: number) => {
      const record = aRecord({ amount: eur(value) });
      const by = { ...record, origin: { ...record.origin, clientId } };
      return refundLimitRefusal(counting, limits, refund, by, null, today);
    };
    expect(refused('office_1', 100)).toBeNull();
    expect(refused('office_1', 101)).toEqual({
      code: 'refund-limit',
      detail:
        `The programs from the office may refund 10.00 EUR a day together, and 1.00 EUR of it is left on ${today}; 1.01 ` +
        "EUR was asked for. Nothing was stored. A person can refund it at the till; the limit is set in the IT department's " +
        'policy file, and only they can raise it.',
      facts: { left: eur(100), asked: eur(101), limit: eur(1_000) },
    });
    // The till's own programs are counted alone.
    expect(refused('client-1', 1_000)).toBeNull();
  });

  it('of a program of the office has the lower one of its own limit and the cap for all of them', () => {
    const { store } = reads({ refunded: 100 });
    const limits = {
      refundsPerDayMinor: () => 150,
      officeCap: () => ({ minor: 1_000, programs: ['office_1', 'office_2'] }),
      policy: aPolicy(),
    };
    expect(refundLimitRefusal(store, limits, refund, aRecord({ amount: eur(51) }), null, today)).toMatchObject({
      facts: { left: eur(50), limit: eur(150) },
    });
  });

  it('is none for what does not count', () => {
    expect(refusal(refund, { value: 9_999, day: null }).refused).toBeNull();
  });

  it('of a reversal wants the whole amount, or a payment whose captures are known', () => {
    const facts = { left: eur(1_000), limit: eur(1_000) };
    const unknown = {
      code: 'refund-limit',
      detail:
        'What this reversal gives back is not known here, and this program may refund only so much a day. Nothing was ' +
        'stored. A person can reverse it at the till.',
      facts,
    };
    expect(refusal(cloudPos, { known: null }).refused).toEqual(unknown);
    expect(refusal(cloudPos, { known: aPayment({ captured: null }) }).refused).toEqual(unknown);
    expect(refusal(cloudPos, { value: 799 }).refused).toEqual({
      code: 'refund-limit',
      detail:
        'A reversal gives back all that was taken, which is 8.00 EUR; 7.99 EUR was named. Nothing was stored. Name the ' +
        'whole amount, or refund a part.',
      facts: { ...facts, asked: eur(800) },
    });
    expect(refusal(cloudPos, { value: 800 }).refused).toBeNull();
    expect(refusal(cloudPos, { value: 600, known: aPayment({ captured: 800, refunded: 200 }) }).refused).toBeNull();
    expect(refusal(cloudPos, { value: 599, known: aPayment({ captured: 800, refunded: 200 }) }).refused).not.toBeNull();
    expect(refusal(cloudPos, { value: 800, known: aPayment({ captured: 800, refunded: null }) }).refused).toBeNull();
  });

  it('of a reversal counts it like any other refund', () => {
    expect(refusal(cloudPos, { value: 800, refunded: 200 }).refused).toBeNull();
    expect(refusal(cloudPos, { value: 800, refunded: 201 }).refused).toMatchObject({
      facts: { left: eur(799), asked: eur(800) },
    });
  });

  it('of a reversal asks for neither where the program has no limit', () => {
    expect(refusal(cloudPos, { limit: null, known: null }).refused).toBeNull();
    // A refund is what it says, whatever is known of the payment.
    expect(refusal(refund, { known: null }).refused).toBeNull();
  });
});
