// Compares what a shift did with what the gateway shows and with what the ERP lists. Pure. The rule above all others:
// what could not be told is no difference. "Not found" says something only where the same look-up found others, and
// totals say something only where nothing but this shift can have made them.
import type { Comparison, Finding, FindingType } from '#contract/reconcile.ts';
import type { Money } from '#contract/money.ts';
import type { TakingSort } from '#contract/shift.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { ShiftEntries, ShiftEntry } from './shift-entries.ts';

/** What a look-up of a payment gave. */
export type Seen =
  | { readonly type: 'seen'; readonly payment: PaymentView }
  | { readonly type: 'not-found' }
  | { readonly type: 'no-answer' };

/** A row of the ERP's list; what a row does not say is null. */
export interface ErpRow {
  readonly line: number;
  readonly transId: string | null;
  readonly payId: string | null;
  readonly refNr: string | null;
  readonly amount: Money;
  readonly sort: TakingSort | null;
}

/** The payments to look up, by payId where there is one, else by transId. */
export function paymentsIn(entries: readonly ShiftEntry[]): Map<string, ShiftEntry[]> {
  const payments = new Map<string, ShiftEntry[]>();
  for (const entry of entries) {
    const name = entry.payId === null ? entry.transId && `transId:${entry.transId}` : `payId:${entry.payId}`;
    if (name !== null && name !== '') payments.set(name, [...(payments.get(name) ?? []), entry]);
  }
  return payments;
}

/** `seen`: by the names of `paymentsIn`; `erp`: null where no list was given. */
export function compare(
  shift: ShiftEntries,
  seen: ReadonlyMap<string, Seen>,
  erp: readonly ErpRow[] | null,
): Comparison {
  const gateway = withGateway(shift, seen);
  const list = erp === null ? nothing : withList(shift.entries, erp);
  return {
    shift: shift.number,
    agreed: { gateway: gateway.agreed, erp: list.agreed },
    findings: [...gateway.findings, ...list.findings],
  };
}

interface Side {
  readonly agreed: number;
  readonly findings: readonly Finding[];
}

const nothing: Side = { agreed: 0, findings: [] };

function withGateway(shift: ShiftEntries, seen: ReadonlyMap<string, Seen>): Side {
  const findings: Finding[] = [];
  let agreed = 0;
  // A positive control: by this way of asking, the gateway shows payments at all.
  const shown = (way: string) => [...seen].some(([name, each]) => each.type === 'seen' && name.startsWith(`${way}:`));
  for (const [name, entries] of paymentsIn(shift.entries)) {
    const [way, reference] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
    const told = seen.get(name);
    const tell = (type: FindingType, why: string, part: Partial<Finding> = {}) =>
      findings.push({ with: 'gateway', type, reference, sort: null, ours: null, theirs: null, ...part, why });
    if (entries.some((each) => !each.done)) {
      tell('cannot-tell', 'an operation on it has no outcome yet');
    } else if (told === undefined || told.type === 'no-answer') {
      tell('cannot-tell', told === undefined ? 'it was not looked up' : 'the look-up had no usable answer');
    } else if (told.type === 'not-found') {
      const ours = sumOf(entries, ['sale', 'payment', 'authorization']);
      if (shown(way))
        tell('missing-there', 'the gateway shows other payments by this look-up, and not this one', { ours });
      else tell('cannot-tell', 'the gateway shows no payment at all by this look-up');
    } else {
      const differences = totalsDiffer(entries, told.payment, shift.touchedLater.has(reference));
      if (differences === null) tell('cannot-tell', 'its totals are not shown, or not of this shift alone');
      else if (differences.length === 0) agreed += 1;
      else for (const [what, ours, theirs] of differences) tell('amounts-differ', what, { ours, theirs });
    }
  }
  return { agreed, findings };
}

/** Null where the totals prove nothing: the payment is older, was touched later, was reversed, or none is shown. */
function totalsDiffer(
  entries: readonly ShiftEntry[],
  payment: PaymentView,
  touchedLater: boolean,
): (readonly [what: string, ours: Money | null, theirs: Money | null])[] | null {
  const born = entries.some((each) => ['sale', 'payment', 'authorization', 'manual-refund'].includes(each.sort));
  const unclear = entries.some((each) => each.sort === 'reversal' || each.sort === 'other' || each.amount === null);
  if (!born || unclear || touchedLater) return null;
  const currency = entries.find((each) => each.amount !== null)?.amount?.currency ?? null;
  if (currency === null || entries.some((each) => each.amount?.currency !== currency)) return null;
  const has = (sort: TakingSort) => entries.some((each) => each.sort === sort);
  // Whether a payment without a terminal was captured at once depends on its request: only what it authorized is known.
  const captured = has('payment') ? null : payment.captured;
  const compared: (readonly [string, readonly TakingSort[], number | null])[] = [
    [
      'authorized',
      has('manual-refund') ? [] : ['sale', 'payment', 'authorization'],
      has('manual-refund') ? null : payment.authorised,
    ],
    ['captured', ['sale', 'capture'], captured],
    ['refunded', ['refund', 'manual-refund'], payment.refunded],
  ];
  const told = compared.filter(([, , theirs]) => theirs !== null);
  if (told.length === 0) return null;
  if (payment.currency !== null && payment.currency !== currency) {
    const ours = sumOf(entries, ['sale', 'payment', 'authorization']);
    return [
      [
        'the currency differs',
        ours,
        payment.value === null ? null : { value: payment.value, currency: payment.currency },
      ],
    ];
  }
  return told.flatMap(([what, sorts, theirs]) => {
    const ours = sumOf(entries, sorts)?.value ?? 0;
    if (ours === theirs) return [];
    return [[`what was ${what} differs`, { value: ours, currency }, { value: theirs ?? 0, currency }] as const];
  });
}

function withList(entries: readonly ShiftEntry[], rows: readonly ErpRow[]): Side {
  const findings: Finding[] = [];
  let agreed = 0;
  const free = new Set(rows);
  const tell = (type: FindingType, reference: string, why: string, part: Partial<Finding>) =>
    findings.push({ with: 'erp', type, reference, sort: null, ours: null, theirs: null, ...part, why });
  // Equal amounts first, so that two operations under one name are not taken for each other.
  const pairs = new Map<ShiftEntry, ErpRow>();
  for (const fits of [sameAmount, () => true]) {
    for (const entry of entries) {
      if (pairs.has(entry)) continue;
      const row = [...free].find((each) => names(entry, each) && fits(entry, each));
      if (row === undefined) continue;
      pairs.set(entry, row);
      free.delete(row);
    }
  }
  for (const entry of entries) {
    const row = pairs.get(entry);
    const reference = entry.transId ?? entry.payId ?? entry.refNr ?? entry.operationId;
    const part = { sort: entry.sort, ours: entry.amount, theirs: row?.amount ?? null };
    if (!entry.done) tell('cannot-tell', reference, 'its outcome is not known yet', part);
    else if (row === undefined) tell('missing-there', reference, 'the list has no such row', part);
    else if (entry.amount === null) tell('cannot-tell', reference, 'the journal names no amount', part);
    else if (sameAmount(entry, row)) agreed += 1;
    else tell('amounts-differ', reference, 'the amounts differ', part);
  }
  for (const row of free) {
    const reference = row.transId ?? row.payId ?? row.refNr ?? `line ${row.line}`;
    const part = { sort: row.sort, theirs: row.amount };
    tell('missing-here', reference, `line ${row.line} of the list has no operation in this shift`, part);
  }
  return { agreed, findings };
}

/** Whether a row can mean this operation: an id in common, no id or sort that contradicts. */
function names(entry: ShiftEntry, row: ErpRow): boolean {
  if (row.sort !== null && row.sort !== entry.sort) return false;
  const both = (['transId', 'payId', 'refNr'] as const).filter((id) => row[id] !== null && entry[id] !== null);
  return both.length > 0 && both.every((id) => row[id] === entry[id]);
}

function sameAmount({ amount }: ShiftEntry, row: ErpRow): boolean {
  return amount !== null && amount.value === row.amount.value && amount.currency === row.amount.currency;
}

function sumOf(entries: readonly ShiftEntry[], sorts: readonly TakingSort[]): Money | null {
  const mine = entries.filter((each) => sorts.includes(each.sort) && each.amount !== null);
  const currency = mine[0]?.amount?.currency;
  if (currency === undefined) return null;
  return { value: mine.reduce((sum, each) => sum + (each.amount?.value ?? 0), 0), currency };
}
