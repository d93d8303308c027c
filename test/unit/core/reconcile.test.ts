// A comparison tells what differs, each way, and never calls a difference what could not be told.
import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Money } from '#contract/money/money.ts';
import {
  type ComparedShift,
  type ErpRow,
  type Seen,
  compare,
  namesOf,
  paymentsIn,
} from '#core/reconciliation/reconcile.ts';
import { readErpList } from '#core/reconciliation/reconcile-list.ts';
import type { ShiftEntry } from '#core/shift/shift-entries.ts';
import { beginsPayment } from '#core/shift/shift-sort.ts';
import { type PaymentView, defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';

const eur = (value: number): Money => ({ value, currency: 'EUR' });

function entry(sort: ShiftEntry['sort'], value: number, to: Partial<ShiftEntry> = {}): ShiftEntry {
  const names = {
    operationId: 'op',
    environment: 'env',
    mode: 'test' as const,
    payId: 'P1',
    transId: 'T1',
    refNr: null,
  };
  const begins = beginsPayment('', sort);
  return { ...names, sort, begins, amount: eur(value), done: true, ...to };
}

function shift(entries: readonly ShiftEntry[], touchedLater: readonly string[] = []): ComparedShift {
  return { number: 3, entries, invited: new Set(), touchedLater: new Set(touchedLater) };
}

function shown(totals: Partial<Record<'authorized' | 'captured' | 'refunded', number>>, currency = 'EUR'): Seen {
  const payment: PaymentView = readPayment({ payId: 'P1', amount: { currency }, totals }, defaultPaymentPaths);
  return { type: 'seen', payment };
}

const seen = (told: Seen, others: readonly [string, Seen][] = []) =>
  new Map<string, Seen>([['payId:P1', told], ...others]);
const types = (entries: readonly ShiftEntry[], told: Map<string, Seen>, later: readonly string[] = []) =>
  compare(shift(entries, later), told, null).findings.map(({ type }) => type);

it('asks the records behind the shift for the names of its payments, and for those that the gateway gave them', () => {
  const made = entry('sale', 1_000, { payId: null });
  const told = new Map<string, Seen>([['transId:T1', shown({})]]);
  expect(namesOf([made], told)).toEqual(new Set(['T1', 'P1']));
});

describe('with the gateway', () => {
  const sold = [entry('sale', 1_000), entry('refund', 300)];

  it('agrees where the totals are what the shift did', () => {
    const comparison = compare(shift(sold), seen(shown({ authorized: 1_000, captured: 1_000, refunded: 300 })), null);
    expect(comparison).toEqual({ shift: 3, agreed: { gateway: 1, erp: 0 }, findings: [] });
  });

  it('shows a refund of the back office, and one of ours that the gateway does not have', () => {
    const more = compare(shift(sold), seen(shown({ captured: 1_000, refunded: 500 })), null).findings;
    expect(more).toMatchObject([{ type: 'amounts-differ', ours: eur(300), theirs: eur(500), reference: 'P1' }]);
    const less = compare(shift(sold), seen(shown({ captured: 1_000, refunded: 0 })), null).findings;
    expect(less).toMatchObject([{ type: 'amounts-differ', ours: eur(300), theirs: eur(0) }]);
    expect(types(sold, seen(shown({ captured: 1_000 }, 'USD')))).toEqual(['amounts-differ']);
  });

  it('shows that others took a payment back, whatever sums of its life are shown', () => {
    const back = { payId: 'P1', status: 'REVERSED', amount: { currency: 'EUR' } };
    for (const totals of [{}, { authorized: 1_000, captured: 1_000, refunded: 0 }]) {
      const told: Seen = { type: 'seen', payment: readPayment({ ...back, totals }, defaultPaymentPaths) };
      const taken = compare(shift([entry('sale', 1_000)]), seen(told), null).findings;
      expect(taken).toMatchObject([{ code: 'captured-differs', ours: eur(1_000), theirs: eur(0) }]);
      const held = compare(shift([entry('authorization', 1_000)]), seen(told), null).findings;
      expect(held).toMatchObject([{ code: 'authorized-differs', ours: eur(1_000), theirs: eur(0) }]);
    }
  });

  it('takes "not found" for missing only where the same look-up shows another payment', () => {
    expect(types(sold, seen({ type: 'not-found' }))).toEqual(['cannot-tell']);
    const other: [string, Seen] = ['payId:P2', shown({ captured: 1 })];
    expect(types(sold, seen({ type: 'not-found' }, [other]))).toEqual(['missing-there']);
    const otherWay: [string, Seen] = ['transId:T9', shown({ captured: 1 })];
    expect(types(sold, seen({ type: 'not-found' }, [otherWay]))).toEqual(['cannot-tell']);
  });

  it.each<[string, readonly ShiftEntry[], Seen | null, readonly string[]]>([
    ['it was not looked up', sold, null, []],
    ['there was no answer', sold, { type: 'no-answer' }, []],
    ['an outcome is not known', [...sold, entry('refund', 5, { done: false })], shown({ captured: 1 }), []],
    ['no totals are shown', sold, shown({}), []],
    ['the payment is of an earlier shift', [entry('refund', 300)], shown({ captured: 9_999, refunded: 800 }), []],
    ['it was touched after the shift', sold, shown({ captured: 1_000, refunded: 999 }), ['P1']],
    ['it was reversed', [entry('sale', 1_000), entry('reversal', 1_000)], shown({ captured: 0 }), []],
  ])('cannot tell where %s', (_, entries, told, later) => {
    expect(types(entries, told === null ? new Map<string, Seen>() : seen(told), later)).toEqual(['cannot-tell']);
  });
});

describe('a payment under two names', () => {
  const made = entry('sale', 1_000, { payId: null });
  const total = shown({ authorized: 1_000, captured: 1_000, refunded: 300 });

  it('is one where the record names both', () => {
    const told = new Map<string, Seen>([
      ['transId:T1', total],
      ['payId:P1', total],
    ]);
    const refund = entry('refund', 300, { transId: 'R1' });
    expect(compare(shift([made, refund]), told, null)).toEqual({
      shift: 3,
      agreed: { gateway: 1, erp: 0 },
      findings: [],
    });
  });

  it('was touched later where that names the payId that its maker never learned', () => {
    const told = new Map<string, Seen>([['transId:T1', total]]);
    expect(types([made], told, ['P1'])).toEqual(['cannot-tell']);
    expect(types([made], told)).toEqual(['amounts-differ']);
  });

  it('is older than the shift where that only added to its authorization', () => {
    const more = entry('authorization', 200, { begins: beginsPayment('incremental', 'authorization') });
    expect(types([more], seen(shown({ authorized: 1_200, captured: 0, refunded: 0 })))).toEqual(['cannot-tell']);
  });
});

describe('with the list of an ERP', () => {
  const row = (to: Partial<ErpRow>): ErpRow => {
    return { line: 2, transId: 'T1', payId: null, refNr: null, amount: eur(1_000), sort: null, ...to };
  };
  const findings = (entries: readonly ShiftEntry[], rows: readonly ErpRow[]) =>
    compare(shift(entries), new Map(), rows).findings.filter((each) => each.with === 'erp');

  it('tells what is here only, there only, and what has another amount', () => {
    const entries = [entry('sale', 1_000), entry('sale', 70, { transId: 'T2' }), entry('sale', 5, { transId: 'T3' })];
    const rows = [row({}), row({ transId: 'T3', amount: eur(50) }), row({ transId: 'T4', line: 4 })];
    expect(findings(entries, rows)).toMatchObject([
      { type: 'missing-there', reference: 'T2', ours: eur(70), theirs: null },
      { type: 'amounts-differ', reference: 'T3', ours: eur(5), theirs: eur(50) },
      { type: 'missing-here', reference: 'T4', ours: null, theirs: eur(1_000) },
    ]);
  });

  it('cannot tell of what has no outcome yet', () => {
    expect(findings([entry('sale', 1_000, { done: false })], [])).toMatchObject([{ type: 'cannot-tell' }]);
    expect(findings([entry('sale', 1_000, { done: false })], [row({})])).toMatchObject([{ type: 'cannot-tell' }]);
  });

  it('keeps two operations on one payment apart by sort and amount', () => {
    const entries = [
      entry('sale', 1_000, { transId: null }),
      entry('refund', 300, { transId: null }),
      entry('refund', 20, { transId: null }),
    ];
    const of = (sort: ErpRow['sort'], value: number) => row({ transId: null, payId: 'P1', sort, amount: eur(value) });
    expect(findings(entries, [of('refund', 20), of('refund', 300), of('sale', 1_000)])).toEqual([]);
  });

  it('is read as CSV and as NDJSON, and refused as a whole where a row cannot be read', () => {
    const csv = '\uFEFFtransId;amount;currency;kind\r\n"T;1";1000;EUR;sale\r\n\r\nT2;-300;EUR;refund\r\n';
    expect(readErpList(csv)).toMatchObject({
      type: 'list',
      rows: [
        { line: 2, transId: 'T;1', amount: eur(1_000), sort: 'sale' },
        { line: 4, transId: 'T2', amount: eur(300), sort: 'refund' },
      ],
    });
    const ndjson = '{"payId":"P1","amount":1000,"currency":"EUR"}\n';
    expect(readErpList(ndjson)).toMatchObject({ rows: [{ line: 1, payId: 'P1', sort: null }] });
    for (const bad of [
      'transId,amount,currency\nT1,10.00,EUR',
      'transId,amount,currency\nT1,1',
      '{"amount":1}',
      '{x',
      'transId,amount,currency\nT1,1,EURO',
    ]) {
      expect(readErpList(bad).type, bad).toBe('refused');
    }
  });
});

describe('any shift', () => {
  const any = record({
    sort: constantFrom<ShiftEntry['sort']>('sale', 'refund', 'capture'),
    payId: constantFrom('P1', 'P2', 'P3'),
    transId: constantFrom('T1', 'T2', 'T3', 'T4'),
    value: integer({ min: 1, max: 5 }),
  }).map(({ sort, payId, transId, value }) => entry(sort, value, { payId, transId }));

  it('agrees with a list of itself in any order, and each row more is one finding', () => {
    assert(
      property(array(any, { maxLength: 12 }), array(any, { maxLength: 4 }), (entries, more) => {
        const rows = [...entries]
          .toReversed()
          .map<ErpRow>((each, index) => ({ line: index, ...each, amount: each.amount ?? eur(0) }));
        const extra = more.map<ErpRow>((each, index) => ({
          line: index,
          ...each,
          transId: `X${index}`,
          payId: null,
          amount: eur(1),
        }));
        const { agreed, findings } = compare(shift(entries), new Map(), [...rows, ...extra]);
        expect(agreed.erp).toBe(entries.length);
        expect(findings.filter((each) => each.with === 'erp').map(({ type }) => type)).toEqual(
          more.map(() => 'missing-here'),
        );
      }),
    );
  });

  it('has no difference with a gateway that was not asked', () => {
    assert(
      property(array(any, { maxLength: 12 }), (entries) => {
        const { findings, agreed } = compare(shift(entries), new Map(), null);
        expect(agreed.gateway).toBe(0);
        expect(new Set(findings.map(({ type }) => type)).size).toBeLessThanOrEqual(1);
        expect(findings).toHaveLength(paymentsIn(entries).size);
      }),
    );
  });
});
