// The specification shows no body for the retrieval calls. This reader takes what it finds at the places named here
// (a setting may name others) and says null for what it does not find: nothing is required, nothing is guessed.
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { currencyShown } from '#contract/money/money.ts';
import type { ReadTime } from '#contract/data/iso-time.ts';
import type { Observation } from './observation.ts';
import {
  type AnswerReading,
  defaultAnswerPaths,
  defaultAnswerReading,
  minorUnits,
  shownCreation,
  shownText,
  unwrapped,
} from './evidence/reading.ts';
import { caseless } from './evidence/caseless.ts';
import { withNames } from './evidence/names.ts';
import { type EntryKind, entryKind } from './evidence/entries.ts';
import { flagAgainst } from './evidence/flags.ts';
import { memberAgainst, within } from './evidence/members.ts';
import { soundsRefused } from './evidence/sentences.ts';
import { codeMeaning, meaningOf } from './evidence/words.ts';

export interface PaymentOperationView {
  readonly type: string | null;
  /** By its type; what has a negative sum gives money back, whatever its type names. */
  readonly kind: EntryKind | null;
  readonly xId: string | null;
  readonly refNr: string | null;
  readonly transId: string | null;
  readonly value: number | null;
  /** Its sum without its sign: a list may show what was given back as a negative one. */
  readonly size: number | null;
  readonly currency: string | null;
  /** It shows a sum or currency that cannot be read, or a negative sum: not the one that was asked for. */
  readonly unreadable: boolean;
  readonly status: string | null;
  /** What its status, its code and the words beside them say of it; `contradicted` where they speak against each other. */
  readonly observation: Observation;
  /** When it was made; null where the list does not say. */
  readonly created: ReadTime | null;
  readonly clockToleranceMs: number;
  readonly responseCode: string | null;
  readonly raw: JsonObject;
}

export interface PaymentView {
  readonly payId: string | null;
  readonly merchantId: string | null;
  readonly transId: string | null;
  readonly status: string | null;
  /** What its status says, and the statuses within it. */
  readonly observation: Observation;
  readonly responseCode: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  /** Its number at the terminal; null where that may be the number of a later command on it. */
  readonly traceNr: string | null;
  /** When it was made; null where the record does not say. */
  readonly created: ReadTime | null;
  readonly clockToleranceMs: number;
  readonly currency: string | null;
  readonly value: number | null;
  /** Minor units; null where the record does not say. */
  readonly authorized: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  /** It shows that something was given back, and a sum of that cannot be read. */
  readonly refundUnread: boolean;
  /** One of these sums stands by itself, without a currency: it may be the cardholder's. */
  readonly bareTotals: boolean;
  /** What was taken is shown in another currency than the payment: it is the cardholder's, or contradicts it. */
  readonly mixesCurrencies: boolean;
  /** It shows a sum or currency that cannot be read, so that it is not known to agree with anything. */
  readonly unreadable: boolean;
  readonly captureCount: number | null;
  /** The single operations on the payment, or null where the record does not list them. */
  readonly operations: readonly PaymentOperationView[] | null;
  /** The list is not whole, or no list that can be read: what it does not show is not absent. */
  readonly isPartial: boolean;
  readonly raw: JsonObject;
}

/** Where each fact may stand in a retrieval body: dotted paths, the first that is there counts; of operations each list. */
export interface PaymentPaths {
  /** Spelled as in settings files. */
  readonly authorised: readonly string[];
  readonly captured: readonly string[];
  readonly refunded: readonly string[];
  readonly operations: readonly string[];
}

export const defaultPaymentPaths: PaymentPaths = {
  authorised: [
    'totals.authorized',
    'totals.authorised',
    'amount.authorizedValue',
    'amount.authorisedValue',
    'authorizedAmount.value',
    'authorizedAmount',
    'authorisedAmount.value',
    'authorisedAmount',
  ],
  captured: ['totals.captured', 'amount.capturedValue', 'capturedAmount.value', 'capturedAmount', 'amounts.captured'],
  refunded: ['totals.refunded', 'amount.refundedValue', 'refundedAmount.value', 'refundedAmount', 'amounts.refunded'],
  operations: ['operations', 'transactions', 'history', 'refunds', 'captures', 'reversals'],
};

/** Where answers show it by the shop's settings alone: some of the usual places are those of a part in a record. */
function ofSettings({ paths }: AnswerReading, name: 'amount' | 'currency'): readonly string[] {
  return paths[name].filter((path) => !defaultAnswerPaths[name].includes(path));
}

export function readPayment(
  shown: JsonObject,
  paths: PaymentPaths,
  reading: AnswerReading = defaultAnswerReading,
): PaymentView {
  const body = unwrapped(shown, reading);
  const lists = listsIn(body, paths.operations);
  let read: readonly PaymentOperationView[] | null = null;
  const operations = () => (lists.length === 0 ? null : (read ??= operationsIn(lists, reading)));
  const { view, clash } = caseless(withoutLists(body));
  const at = (places: readonly string[]) =>
    shownAt(body, places) ??
    shownAt(
      view,
      places.map((path) => path.toLowerCase()),
    );
  const currency = at(['amount.currency', 'currency', ...ofSettings(reading, 'currency')]);
  const value = at(['amount.value', 'amount', ...ofSettings(reading, 'amount')]);
  const totals = [paths.authorised, paths.captured, paths.refunded].map((places) => {
    const place = places.find((path) => at([path]) !== undefined) ?? '';
    const unit = currencyShown(at([currencyBeside(place)]));
    // A sum in another currency than the payment's says nothing of the payment's own.
    const isOther = unit !== null && currencyShown(currency) !== null && unit !== currencyShown(currency);
    return { sum: isOther ? undefined : at([place]), unit, isOther };
  });
  const [authorized, captured, refunded] = totals.map(({ sum }) => sum);
  const isTakenInOther = ({ kind, observation, currency: unit }: PaymentOperationView) => {
    const isOther = unit !== null && currencyShown(currency) !== null && unit !== currencyShown(currency);
    return isOther && observation === 'applied' && kind !== 'refund' && kind !== 'reversal';
  };
  return {
    payId: textAt(view, 'payid'),
    merchantId: textAt(view, 'merchantid'),
    transId: textAt(view, 'transid'),
    status: statusAt(view),
    observation: clash === null ? unlessContradicted(observationOf(view, reading)) : 'cannot-tell',
    responseCode: textAt(view, 'responsecode'),
    refNr: textAt(view, 'refnr'),
    terminalId: shownText(view, reading.paths.terminalId),
    traceNr: textAt(view, 'originaltracenr') === null ? shownText(view, reading.paths.traceNr) : null,
    created: shownCreation(view, reading),
    clockToleranceMs: reading.clockToleranceMs,
    currency: currencyShown(currency),
    value: sumOf(value),
    authorized: sumOf(authorized),
    captured: sumOf(captured),
    // What a list shows as given back is given back, where no sum of the payment says how much. Zero beside it says less.
    get refunded() {
      return sizeOf(refunded) || (listedRefunds(operations(), currencyShown(currency)) ?? sizeOf(refunded));
    },
    get refundUnread() {
      // Zero is nothing in any unit.
      const isUnread = refunded !== undefined && sizeOf(refunded) === null && Number(refunded) !== 0;
      return isUnread || (sizeOf(refunded) === null && operations()?.some(isUnreadRefund) === true);
    },
    bareTotals: totals.some(({ sum, unit }) => unit === null && (sumOf(sum) ?? 0) > 0),
    get mixesCurrencies() {
      return totals.slice(0, 2).some(({ isOther }) => isOther) || operations()?.some(isTakenInOther) === true;
    },
    unreadable: isUnreadable([value, authorized, captured, refunded], currency),
    // The list is read only on use: a record may list hundreds of operations, and most readers want the sums.
    get captureCount() {
      return operations()?.filter(isSuccessfulCapture).length ?? null;
    },
    get operations() {
      return operations();
    },
    isPartial: isPartial(lists, view),
    raw: withNames(body, view, reading),
  };
}

interface List {
  readonly entries: readonly JsonObject[];
  /** Where the list's name says what its entries are, as `refunds`: without others it is not all that was done. */
  readonly type: string | null;
  /** Nothing else stands in it. */
  readonly isWhole: boolean;
  /** A number or text stands in its place. */
  readonly isBare: boolean;
}

/** A record may show its operations in several lists, as what is done and what was. */
function listsIn(body: JsonObject, paths: readonly string[]): readonly List[] {
  const found = paths.flatMap((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const type = entryKind(name) === null ? null : name;
    return membersAt(body, path.split('.')).flatMap((value) => {
      const entries = Array.isArray(value) ? value.filter(isJsonObject) : [];
      // Under the name of a kind may stand a count or a sum.
      if (value === null || (type !== null && entries.length === 0)) return [];
      const isWhole = Array.isArray(value) && entries.length === value.length;
      return [{ entries, type, isWhole, isBare: typeof value !== 'object' }];
    });
  });
  // A number or text beside a list is none.
  const lists = found.filter(({ isBare }) => !isBare);
  return lists.length === 0 ? found : lists;
}

/** Names are read in any capitals. */
function membersAt(value: Json, [name, ...rest]: readonly string[]): readonly Json[] {
  if (name === undefined) return [value];
  if (!isJsonObject(value)) return [];
  const found = Object.entries(value).filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return found.flatMap(([, inner]) => membersAt(inner, rest));
}

/** Each operation once. A further list may hold other things as well, so that of it only what has an id is one. */
function operationsIn(lists: readonly List[], reading: AnswerReading): readonly PaymentOperationView[] {
  return lists.reduce<readonly PaymentOperationView[]>((known, { entries, type }, at) => {
    const told = entries.map((entry) => readOperation(entry, reading, type));
    const isAdded = (each: PaymentOperationView) =>
      at === 0 || (hasId(each) && !known.some((other) => isSame(each, other)));
    return [...known, ...onceByXId(told).filter(isAdded)];
  }, []);
}

function hasId({ xId, refNr, transId }: PaymentOperationView): boolean {
  return xId !== null || refNr !== null || transId !== null;
}

function isSame(one: PaymentOperationView, other: PaymentOperationView): boolean {
  if (whatOf(one) !== whatOf(other)) return false;
  if (one.xId !== null && other.xId !== null) return one.xId === other.xId;
  return one.refNr === other.refNr && one.transId === other.transId && (one.refNr ?? one.transId) !== null;
}

function onceByXId(told: readonly PaymentOperationView[]): readonly PaymentOperationView[] {
  const known = new Set<string>();
  return told.filter((each) => {
    const key = `${each.xId} ${whatOf(each)}`;
    const isAgain = each.xId !== null && known.has(key);
    known.add(key);
    return !isAgain;
  });
}

/** Two entries that differ in this say different things. */
function whatOf({ type, kind, size, observation }: PaymentOperationView): string {
  return `${kind ?? type} ${size} ${observation}`;
}

/** Where lists say that there is more of them: at the top, and in these members, in small letters. */
const pagePlaces = ['', '_links.', 'links.', 'page.', 'paging.', 'pagination.', 'meta.'];

function isPartial(lists: readonly List[], view: JsonObject): boolean {
  if (lists.length === 0) return false;
  if (lists.some(({ isWhole }) => !isWhole) || lists.every(({ type }) => type !== null)) return true;
  const at = (name: string) => pagePlaces.map((place) => valueAt(view, `${place}${name}`));
  const isNamed = (value: Json | undefined) => isFilled(isJsonObject(value) ? value['href'] : value);
  const isMany = (value: Json | undefined) => Number(value) > 1;
  return (
    ['hasmore', 'has_more', 'hasnext', 'next', 'nextpage', 'nextcursor', 'next_cursor'].some((name) =>
      at(name).some(isNamed),
    ) || ['totalnumberofpages', 'totalpages', 'total_pages', 'pagecount'].some((name) => at(name).some(isMany))
  );
}

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false' && value !== '' && value !== 0;
}

/** Null where no refund is listed as done, or where the sum of one is not shown. One that is listed twice counts once. */
function listedRefunds(operations: readonly PaymentOperationView[] | null, currency: string | null): number | null {
  const done = (operations ?? []).filter(({ kind, observation }) => kind === 'refund' && observation === 'applied');
  return listedSum(done, currency);
}

/** What these entries come to, one that is listed twice once; null where there is none, or the sum of one is not shown. */
export function listedSum(entries: readonly PaymentOperationView[], currency: string | null): number | null {
  const once = entries.filter(({ xId }, at) => xId === null || entries.findIndex((each) => each.xId === xId) === at);
  const isRead = (each: PaymentOperationView) =>
    each.size !== null && (each.currency === null || currency === null || each.currency === currency);
  if (once.length === 0 || !once.every(isRead)) return null;
  return once.reduce((sum, { size }) => sum + (size ?? 0), 0);
}

function isUnreadRefund({ kind, observation, unreadable, size }: PaymentOperationView): boolean {
  return kind === 'refund' && observation === 'applied' && unreadable && size === null;
}

function isSuccessfulCapture({ kind, observation }: PaymentOperationView): boolean {
  return kind === 'capture' && observation === 'applied';
}

/** In capitals: the specification names statuses, not how they are written. */
function statusAt(body: JsonObject): string | null {
  return textAt(body, 'status')?.toUpperCase() ?? null;
}

/** Words that speak against an entry whatever its kind. */
const anyKind = { entry: null, contrary: [], alsoGood: [], openIsDone: false, leavesNothing: false };

/** `named`: what the name of its list says that it is. */
function readOperation(entry: JsonObject, reading: AnswerReading, named: string | null): PaymentOperationView {
  const { view, clash } = caseless(entry);
  const currency = shownAt(view, ['amount.currency', 'currency']);
  const value = shownAt(view, ['amount.value', 'amount', 'value']);
  const type = textAt(view, 'type') ?? named;
  const kind = entryKind(type);
  const sum = sumOf(value);
  const size = sizeOf(value);
  let observation: Observation | null = null;
  return {
    type,
    kind: sum === null && size !== null && kind !== 'reversal' ? 'refund' : kind,
    xId: textAt(view, 'xid'),
    refNr: textAt(view, 'refnr'),
    transId: textAt(view, 'transid'),
    value: sum,
    size,
    currency: currencyShown(currency),
    unreadable: isUnreadable([value], currency),
    status: statusAt(view),
    get observation() {
      return (observation ??= clash === null ? observationOfEntry(view, reading) : 'contradicted');
    },
    created: shownCreation(view, reading),
    clockToleranceMs: reading.clockToleranceMs,
    responseCode: textAt(view, 'responsecode'),
    raw: entry,
  };
}

/** A gateway may list what it refused with the word of a done operation, and say so in another member. */
function observationOfEntry(view: JsonObject, reading: AnswerReading): Observation {
  const observation = observationOf(view, reading);
  const isDenied = observation === 'applied' && memberAgainst(view, anyKind, reading.statuses) !== null;
  return isDenied ? 'contradicted' : observation;
}

/** The first of them that is there. Objects have paths of their own. */
function shownAt(body: JsonObject, paths: readonly string[]): Json | undefined {
  return paths
    .map((path) => valueAt(body, path))
    .find((value) => value !== undefined && value !== null && !isJsonObject(value));
}

/** Where the currency of the sum at this path would stand. */
function currencyBeside(path: string): string {
  return path.replace(/[^.]*$/, 'currency');
}

function sumOf(shown: Json | undefined): number | null {
  return shown === undefined ? null : minorUnits(shown);
}

/** The same of what may be negative, without its sign. */
function sizeOf(shown: Json | undefined): number | null {
  if (typeof shown === 'number') return sumOf(Math.abs(shown));
  return sumOf(typeof shown === 'string' ? shown.trim().replace(/^-/, '') : shown);
}

function isUnreadable(sums: readonly (Json | undefined)[], currency: Json | undefined): boolean {
  return (
    sums.some((sum) => sum !== undefined && minorUnits(sum) === null) ||
    (currency !== undefined && currencyShown(currency) === null)
  );
}

function observationOfStatus(written: string | null, { statuses }: AnswerReading): Observation {
  if (written === null) return 'cannot-tell';
  switch (meaningOf(written, statuses)) {
    case 'succeeded':
      return 'applied';
    case 'failed':
      return 'refused';
    case 'open':
      return 'pending';
    case 'unknown':
      return 'cannot-tell';
  }
}

/** A record may list hundreds of operations, which are read when one is looked for. */
function withoutLists(body: JsonObject): JsonObject {
  const isList = (value: Json) => Array.isArray(value) && value.some(isJsonObject);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isList(value)));
}

/** A record that speaks against itself may speak of several operations: it is unclear. */
function unlessContradicted(observation: Observation): Observation {
  return observation === 'contradicted' ? 'cannot-tell' : observation;
}

/** A status within that is not good outweighs a good one outside, and one that is not bad a bad one. */
function observationOf(view: JsonObject, reading: AnswerReading): Observation {
  const outside = outsideObservation(view, reading);
  if (outside !== 'applied' && outside !== 'refused') return outside;
  const inner = within(view, (name) => name === 'status', false).map(({ value }) =>
    typeof value === 'string' ? observationOfStatus(value, reading) : 'cannot-tell',
  );
  const opposite = outside === 'applied' ? 'refused' : 'applied';
  if (inner.includes(opposite)) return 'contradicted';
  if (outside === 'refused' || inner.every((each) => each === 'applied')) return outside;
  return inner.every((each) => each === 'applied' || each === 'pending') ? 'pending' : 'cannot-tell';
}

/** A code, a flag or a text that speaks against a good status; and a code that speaks against a bad one. */
function outsideObservation(view: JsonObject, reading: AnswerReading): Observation {
  const observation = observationOfStatus(statusAt(view), reading);
  const code = codeMeaning(valueAt(view, 'responsecode'));
  if (observation !== 'applied' && observation !== 'refused') return observation;
  if (code === 'open') return 'pending';
  if (observation === 'refused') return code === 'succeeded' || code === 'fatal' ? 'contradicted' : observation;
  const isContrary = flagAgainst(view) !== null || soundsRefused(valueAt(view, 'responsedescription'));
  const isGood = code === 'succeeded' || code === 'zeros' || code === 'nothing';
  return isGood && !isContrary ? observation : 'contradicted';
}
