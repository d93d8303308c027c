// Compares what a shift did with what the gateway shows and with what the ERP lists. Pure. The rule above all others:
// what could not be told is no difference. "Not found" says something only where the same look-up found others, and
// totals say something only where nothing but this shift can have made them.
import type { Comparison, Finding, FindingCode, FindingType } from '#contract/shift/reconcile.ts';
import type { Money } from '#contract/money/money.ts';
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import { isListedAsReversed, isReversed } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { ShiftEntries, ShiftEntry } from '../shift/shift-entries.ts';

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

/** payIds and transIds of the payments, by the journal and by what was seen of them. */
export function namesOf(entries: readonly ShiftEntry[], seen: ReadonlyMap<string, Seen>): ReadonlySet<string> {
  const payments = [...seen.values()].flatMap((each) => (each.type === 'seen' ? [each.payment] : []));
  const ids = [...entries, ...payments].flatMap(({ payId, transId }) => [payId, transId]);
  return new Set(ids.filter((id) => id !== null));
}

export interface ComparedShift extends Omit<ShiftEntries, 'lastSeq'> {
  /**
   * Which of `namesOf` the records behind the shift tell of, read after the look-ups: totals that these showed are not
   * the shift's alone.
   */
  readonly touchedLater: ReadonlySet<string>;
}

/** `seen`: by the names of `paymentsIn`; `erp`: null where no list was given. */
export function compare(
  shift: ComparedShift,
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

const whys: { readonly [code in FindingCode]: string } = {
  'no-outcome': 'an operation on it has no outcome yet',
  'not-looked-up': 'it was not looked up',
  'no-answer': 'the look-up had no usable answer',
  'not-shown': 'the gateway shows other payments by this look-up, and not this one',
  'nothing-shown': 'the gateway shows no payment at all by this look-up',
  'older-payment': 'the payment is older than the shift, so its totals are not of this shift alone',
  'touched-later': 'the payment was touched after the shift, so its totals are not of this shift alone',
  reversed: 'the payment was reversed, or an operation of an unknown sort was done on it',
  'no-totals': 'the gateway shows no totals of it',
  'no-amount': 'the journal names no amount',
  'currency-differs': 'the currency differs',
  'authorized-differs': 'what was authorized differs',
  'captured-differs': 'what was captured differs',
  'refunded-differs': 'what was refunded differs',
  'no-row': 'the list has no such row',
  'no-operation': 'the list has a row that has no operation in this shift',
  'amount-differs': 'the amounts differ',
};

type Part = Partial<Omit<Finding, 'with' | 'type' | 'code' | 'reference' | 'why'>>;

function finding(side: Finding['with'], type: FindingType, code: FindingCode, reference: string, part: Part): Finding {
  const unnamed = { payId: null, transId: null, line: null };
  const why = part.line === undefined || part.line === null ? whys[code] : `${whys[code]} (line ${part.line})`;
  return { with: side, type, code, reference, ...unnamed, sort: null, ours: null, theirs: null, ...part, why };
}

const beginnings: readonly TakingSort[] = ['sale', 'payment', 'authorization'];

function withGateway(shift: ComparedShift, seen: ReadonlyMap<string, Seen>): Side {
  const findings: Finding[] = [];
  let agreed = 0;
  // A positive control: by this way of asking, the gateway shows payments at all.
  const shown = new Set([...seen].flatMap(([name, each]) => (each.type === 'seen' ? [wayOf(name)] : [])));
  for (const [name, entries] of underOneName(paymentsIn(shift.entries), seen)) {
    const way = wayOf(name);
    const reference = name.slice(way.length + 1);
    const told = seen.get(name);
    const begun = entries.find(({ begins }) => begins) ?? entries[0];
    const known = { payId: begun?.payId ?? null, transId: begun?.transId ?? null };
    const tell = (type: FindingType, code: FindingCode, part: Part = {}) =>
      findings.push(finding('gateway', type, code, reference, { ...known, ...part }));
    if (entries.some((each) => !each.done)) tell('cannot-tell', 'no-outcome');
    else if (told === undefined) tell('cannot-tell', 'not-looked-up');
    else if (told.type === 'no-answer') tell('cannot-tell', 'no-answer');
    else if (told.type === 'not-found') {
      if (shown.has(way)) tell('missing-there', 'not-shown', { ours: sumOf(entries, beginnings) });
      else tell('cannot-tell', 'nothing-shown');
    } else {
      const calledBy = [reference, told.payment.payId, told.payment.transId, known.payId, known.transId];
      const isAmong = (ids: ReadonlySet<string>) => calledBy.some((each) => each !== null && ids.has(each));
      const is = { invited: isAmong(shift.invited), touchedLater: isAmong(shift.touchedLater) };
      const differences = totalsDiffer(entries, told.payment, is);
      if (typeof differences === 'string') tell('cannot-tell', differences);
      else if (differences.length === 0) agreed += 1;
      else for (const [code, ours, theirs] of differences) tell('amounts-differ', code, { ours, theirs });
    }
  }
  return { agreed, findings };
}

/**
 * A payment whose maker never learned its payId is looked up by its transId; what was done on it later names the payId.
 * The record that the gateway shows has both names.
 */
function underOneName(
  payments: Map<string, ShiftEntry[]>,
  seen: ReadonlyMap<string, Seen>,
): ReadonlyMap<string, readonly ShiftEntry[]> {
  for (const [name, entries] of payments) {
    const told = seen.get(name);
    if (wayOf(name) !== 'transId' || told?.type !== 'seen' || told.payment.payId === null) continue;
    const named = payments.get(`payId:${told.payment.payId}`);
    if (named === undefined) continue;
    payments.delete(name);
    payments.set(`payId:${told.payment.payId}`, [...entries, ...named]);
  }
  return payments;
}

function wayOf(name: string): string {
  return name.slice(0, name.indexOf(':'));
}

type Difference = readonly [code: FindingCode, ours: Money | null, theirs: Money | null];

/** What differs; or, where the totals prove nothing, why they do not. */
function totalsDiffer(
  entries: readonly ShiftEntry[],
  payment: PaymentView,
  is: { readonly invited: boolean; readonly touchedLater: boolean },
): readonly Difference[] | FindingCode {
  const has = (sort: TakingSort) => entries.some((each) => each.sort === sort);
  const begun = entries.some(({ begins }) => begins);
  if (!begun && !is.invited) return 'older-payment';
  if (has('reversal') || has('other')) return 'reversed';
  if (is.touchedLater) return 'touched-later';
  const currency = entries[0]?.amount?.currency;
  if (currency === undefined || entries.some((each) => each.amount?.currency !== currency)) return 'no-amount';
  // Whether a payment without a terminal was captured at once depends on its request: only what it authorized is known.
  // What a customer pays at a page or by a link is in no entry; a capture of ours says that nothing was captured there.
  const isTakenBack = isReversed(payment) || isListedAsReversed(payment);
  const told = isTakenBack && !has('refund') ? takenBack(payment, has('sale') || has('capture')) : payment;
  const captured = has('payment') || (!begun && !has('capture')) ? null : told.captured;
  const authorized = !begun || has('manual-refund') ? null : told.authorized;
  const compared: (readonly [FindingCode, readonly TakingSort[], number | null])[] = [
    ['authorized-differs', beginnings, authorized],
    ['captured-differs', ['sale', 'capture'], captured],
    ['refunded-differs', ['refund', 'manual-refund'], told.refunded],
  ];
  if (payment.unreadable || compared.every(([, , theirs]) => theirs === null)) return 'no-totals';
  if (payment.currency !== null && payment.currency !== currency) {
    const theirs = payment.value === null ? null : { value: payment.value, currency: payment.currency };
    return [['currency-differs', sumOf(entries, beginnings), theirs]];
  }
  return compared.flatMap(([code, sorts, theirs]): Difference[] => {
    const ours = sumOf(entries, sorts)?.value ?? 0;
    if (theirs === null || ours === theirs) return [];
    return [[code, { value: ours, currency }, { value: theirs, currency }]];
  });
}

/** Of a payment that others took back nothing is left, whatever sums of its life the record still shows. */
function takenBack(
  { authorized, refunded }: PaymentView,
  isTaken: boolean,
): Pick<PaymentView, 'authorized' | 'captured' | 'refunded'> {
  return isTaken ? { authorized, captured: 0, refunded: 0 } : { authorized: 0, captured: 0, refunded: refunded ?? 0 };
}

function withList(entries: readonly ShiftEntry[], rows: readonly ErpRow[]): Side {
  const findings: Finding[] = [];
  let agreed = 0;
  const free = new Set(rows);
  const byId = rowsById(rows);
  // Equal amounts first, so that two operations under one name are not taken for each other.
  const pairs = new Map<ShiftEntry, ErpRow>();
  for (const fits of [sameAmount, () => true]) {
    for (const entry of entries) {
      if (pairs.has(entry)) continue;
      const named = ids.flatMap((id) => byId.get(`${id}:${entry[id]}`) ?? []);
      const row = named.find((each) => free.has(each) && names(entry, each) && fits(entry, each));
      if (row === undefined) continue;
      pairs.set(entry, row);
      free.delete(row);
    }
  }
  for (const entry of entries) {
    const row = pairs.get(entry);
    const reference = entry.transId ?? entry.payId ?? entry.refNr ?? entry.operationId;
    const part: Part = {
      payId: entry.payId,
      transId: entry.transId,
      line: row?.line ?? null,
      sort: entry.sort,
      ours: entry.amount,
      theirs: row?.amount ?? null,
    };
    const tell = (type: FindingType, code: FindingCode) => findings.push(finding('erp', type, code, reference, part));
    if (!entry.done) tell('cannot-tell', 'no-outcome');
    else if (row === undefined) tell('missing-there', 'no-row');
    else if (entry.amount === null) tell('cannot-tell', 'no-amount');
    else if (sameAmount(entry, row)) agreed += 1;
    else tell('amounts-differ', 'amount-differs');
  }
  for (const row of free) {
    const { line, payId, transId, sort, amount: theirs } = row;
    const reference = transId ?? payId ?? row.refNr ?? `line ${line}`;
    findings.push(finding('erp', 'missing-here', 'no-operation', reference, { payId, transId, line, sort, theirs }));
  }
  return { agreed, findings };
}

const ids = ['transId', 'payId', 'refNr'] as const;

/** An index by id, so that thousands of rows are not searched for each of thousands of operations. */
function rowsById(rows: readonly ErpRow[]): Map<string, ErpRow[]> {
  const byId = new Map<string, ErpRow[]>();
  for (const row of rows) {
    for (const id of ids) {
      if (row[id] === null) continue;
      const name = `${id}:${row[id]}`;
      const same = byId.get(name);
      if (same === undefined) byId.set(name, [row]);
      else same.push(row);
    }
  }
  return byId;
}

/** Whether a row can mean this operation: an id in common, no id or sort that contradicts. */
function names(entry: ShiftEntry, row: ErpRow): boolean {
  if (row.sort !== null && row.sort !== entry.sort) return false;
  const both = ids.filter((id) => row[id] !== null && entry[id] !== null);
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
