// Where records of a payment show its sums: at which paths every record has just what was done. A name alone proves
// nothing, and neither does a number that is there once by chance. The bridge reads whole minor units; another form can
// only be named.
import { minorDigits } from '#contract/money/money.ts';
import { minorUnits, unwrapped } from '#operations/evidence/reading.ts';
import { type PaymentPaths, defaultPaymentPaths } from '#operations/payment-view.ts';
import { type Body, type Json, isObject } from '../http.ts';
import { type Member, isNamed, isScalar, membersOf } from './members.ts';
import type { Heard, Payment, Sum } from './payments.ts';

export type Form = 'minor units' | 'minor units as text' | 'major units';
export const sumKinds = ['authorised', 'captured', 'refunded', 'reversed'] as const;
export type SumKind = (typeof sumKinds)[number];

/** A record of a payment, as the bridge reads it, with what is known of the payment. */
export interface PaymentRecord {
  readonly heard: Heard;
  readonly record: Body;
  readonly members: readonly Member[];
  readonly payment: Payment;
}

/** What is known of one path: in which forms it shows the sum, and which sums it showed. */
export interface ShownSum {
  readonly path: string;
  readonly forms: ReadonlySet<Form>;
  readonly sums: ReadonlySet<number>;
}

export type RecordSums = { readonly [kind in SumKind]: readonly ShownSum[] };

/** A sum that no setting can name, or that the suite cannot tell from another. */
export interface OddSum {
  readonly what: SumKind | 'amount' | 'currency';
  readonly paths: readonly string[];
  readonly because: 'major units' | 'several places' | 'perhaps the amount' | 'look-ups';
}

const alike: { readonly [kind in SumKind]: RegExp } = {
  authorised: /authori[sz]ed/i,
  captured: /captured/i,
  refunded: /refunded|credited/i,
  reversed: /revers|void|cancel|storn/i,
};
/** Nothing is done yet of what stands at such a path. */
const awaited = /pend|open|await|request|plan|expect|due|remain|todo|offen|attesa|attente|espera/i;
/** A good name for what is authorized, and for nothing else. */
const heldOnly = /reserv|vorgemerkt/i;

export function isAwaited(path: string): boolean {
  return awaited.test(path) || heldOnly.test(path);
}

/** Whether a record names what was asked for, and it as awaited. */
export function isAwaitedIn({ members, payment }: PaymentRecord, kind: SumKind): boolean {
  const sum = { value: payment[kind], currency: payment.currency };
  return members.some(({ path, value }) => awaited.test(path) && isScalar(value) && formOf(value, sum) !== null);
}

export function recordsOf(heard: readonly Heard[], wrappers: readonly string[]): PaymentRecord[] {
  return heard.flatMap((each) => {
    const { act, payment } = each;
    const { status, json } = each.answer;
    if (act !== 'look-up' || status !== 200 || payment === null || !isObject(json)) return [];
    const record = unwrapped(json, { wrappers });
    return [{ heard: each, record, payment, members: membersOf(record, wrappers) }];
  });
}

/** Of each kind the paths that agree with what was done in every record that has them. */
export function recordSums(records: readonly PaymentRecord[]): RecordSums {
  const certain = records.filter(({ payment }) => payment.state !== 'uncertain');
  const of = (kind: SumKind) =>
    pathsShowing(
      certain.flatMap(({ members, payment }) => {
        // What a reversed payment was authorized for may still be shown, or not.
        if (kind === 'authorised' && payment.reversed > 0) return [];
        return [{ members, sum: { value: payment[kind], currency: payment.currency } }];
      }),
    ).filter(({ path, forms, sums }) => {
      const isOne = !forms.has('major units') || forms.size === 1;
      return (
        isOne && sums.size > (sums.has(0) ? 1 : 0) && !(kind === 'authorised' ? awaited.test(path) : isAwaited(path))
      );
    });
  return { authorised: of('authorised'), captured: of('captured'), refunded: of('refunded'), reversed: of('reversed') };
}

/** Whether this path is taken for that sum: by the bridge already, or by its name. */
export function isTakenFor(kind: SumKind, path: string): boolean {
  return (kind !== 'reversed' && isNamed(defaultPaymentPaths[kind], path)) || alike[kind].test(path);
}

interface Shown {
  readonly members: readonly Member[];
  readonly sum: Sum;
}

/** The paths that show the sum wherever they are there. */
export function pathsShowing(all: readonly Shown[]): ShownSum[] {
  const found = new Map<string, { forms: Set<Form>; sums: Set<number>; failed: boolean }>();
  for (const { members, sum } of all) {
    for (const { path, value } of members) {
      if (!isScalar(value)) continue;
      const form = formOf(value, sum);
      const known = found.get(path) ?? { forms: new Set(), sums: new Set(), failed: false };
      if (form === null) known.failed = true;
      else if (form !== 'any') known.forms.add(form);
      if (form !== null) known.sums.add(sum.value);
      found.set(path, known);
    }
  }
  return [...found].flatMap(([path, { failed, ...shown }]) => (failed ? [] : [{ path, ...shown }]));
}

/** Null where it is another sum; `any` for nothing, which is written alike in all forms. */
function formOf(value: string | number, { value: asked, currency }: Sum): Form | 'any' | null {
  if (typeof value === 'string' && !/^\s*\d+([.,]\d+)?\s*$/.test(value)) return null;
  const number = Number(String(value).replace(',', '.'));
  if (asked === 0) return number === 0 ? 'any' : null;
  if (minorUnits(value) === asked) return typeof value === 'number' ? 'minor units' : 'minor units as text';
  const digits = minorDigits(currency) ?? 0;
  return digits > 0 && number === asked / 10 ** digits ? 'major units' : null;
}

export interface ProposedSums {
  readonly paymentPaths: Partial<PaymentPaths> | null;
  readonly odd: readonly OddSum[];
  /** Lists that look like those of a payment's operations, but whose entries the bridge cannot read. */
  readonly unreadableLists: readonly string[];
}

/** `paymentPaths` of the settings, as far as the defaults do not fit. */
export function proposedSums(records: readonly PaymentRecord[], sums: RecordSums): ProposedSums {
  const paths: [keyof PaymentPaths, readonly string[]][] = [];
  const odd: OddSum[] = [];
  for (const kind of ['authorised', 'captured', 'refunded'] as const) {
    const others = sumKinds.filter((each) => each !== kind).flatMap((each) => sums[each]);
    const all = sums[kind].filter(({ path }) => isTakenFor(kind, path) || !others.some((other) => other.path === path));
    const isDefault = ({ path }: ShownSum) => isNamed(defaultPaymentPaths[kind], path);
    const readable = all.filter(({ forms }) => !forms.has('major units'));
    const isFound = readable.some(isDefault);
    const inMajor = all.filter((each) => each.forms.has('major units') && (isDefault(each) || !isFound));
    if (inMajor.length > 0) odd.push({ what: kind, paths: pathsOf(inMajor), because: 'major units' });
    // Where a default fits, the bridge finds the sum already.
    if (isFound) continue;
    const byName = readable.filter(({ path }) => isTakenFor(kind, path));
    const likely = byName.length > 0 ? byName : readable.filter(({ sums: shown }) => shown.size > 1);
    if (likely.length === 0) continue;
    // What is not shown as nothing where nothing was authorized may be the amount that was asked for.
    const isAmount = kind === 'authorised' && byName.length === 0 && likely.some(({ sums: shown }) => !shown.has(0));
    if (byName.length === 0 && (isAmount || likely.length > 1)) {
      odd.push({ what: kind, paths: pathsOf(likely), because: isAmount ? 'perhaps the amount' : 'several places' });
    } else paths.push([kind, [...defaultPaymentPaths[kind], ...pathsOf(likely)]]);
  }
  const { operations, unreadableLists } = listsOf(records);
  const missing = operations.filter((path) => !isNamed(defaultPaymentPaths.operations, path));
  if (operations.length > 0 && missing.length === operations.length) {
    paths.push(['operations', [...defaultPaymentPaths.operations, ...missing.toSorted()]]);
  }
  const paymentPaths = paths.length === 0 ? null : (Object.fromEntries(paths) as Partial<PaymentPaths>);
  return { paymentPaths, odd, unreadableLists: operations.length > 0 ? [] : unreadableLists };
}

const pathsOf = (shown: readonly ShownSum[]): string[] => shown.map(({ path }) => path).toSorted();

/** Lists with an entry for each operation: those that the bridge can read, and those that show the sums in words of their own. */
function listsOf(records: readonly PaymentRecord[]): { operations: string[]; unreadableLists: string[] } {
  const operations = new Set<string>();
  const unreadable = new Set<string>();
  for (const { members, payment } of records) {
    for (const { path, value } of members) {
      if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) continue;
      if (value.every(isReadableEntry)) operations.add(path);
      else if (value.length === payment.operations && value.every((each) => showsSum(each, payment)))
        unreadable.add(path);
    }
  }
  return { operations: [...operations], unreadableLists: [...unreadable].toSorted() };
}

export function isReadableEntry(entry: Json): boolean {
  return isObject(entry) && entry['status'] !== undefined && entry['amount'] !== undefined;
}

/** Whether an entry shows one of the sums that may be of a single operation: none is more than the payment. */
function showsSum(entry: Body, { amount, currency }: Payment): boolean {
  const digits = minorDigits(currency) ?? 0;
  return membersOf(entry, []).some(({ value }) => {
    const number = isScalar(value) ? Number(String(value).replace(',', '.')) : Number.NaN;
    return number > 0 && (number <= amount || number <= amount / 10 ** digits);
  });
}
