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
import { codeMeaning, flagAgainst, meaningOf, memberAgainst, soundsRefused, within } from './evidence/words.ts';

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
  /** One of these sums stands by itself, without a currency: it may be the cardholder's. */
  readonly bareTotals: boolean;
  /** It shows a sum or currency that cannot be read, so that it is not known to agree with anything. */
  readonly unreadable: boolean;
  readonly captureCount: number | null;
  /** The single operations on the payment, or null where the record does not list them. */
  readonly operations: readonly PaymentOperationView[] | null;
  /** The list is not whole, or no list that can be read: what it does not show is not absent. */
  readonly isPartial: boolean;
  readonly raw: JsonObject;
}

/** Where each fact may stand in a retrieval body: dotted paths, the first that is there counts. */
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
  operations: ['operations', 'transactions', 'history'],
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
  const lists = paths.operations.map((path) => valueAt(body, path));
  const listed = lists.find((value) => Array.isArray(value));
  const entries = Array.isArray(listed) ? listed.filter(isJsonObject) : null;
  let read: readonly PaymentOperationView[] | null = null;
  const operations = () => (read ??= entries?.map((entry) => readOperation(entry, reading)) ?? null);
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
    return { sum: isOther ? undefined : at([place]), unit };
  });
  const [authorized, captured, refunded] = totals.map(({ sum }) => sum);
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
    bareTotals: totals.some(({ sum, unit }) => unit === null && (sumOf(sum) ?? 0) > 0),
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

/** Where lists say that there is more of them: at the top, and in these members, in small letters. */
const pagePlaces = ['', '_links.', 'links.', 'page.', 'paging.', 'pagination.', 'meta.'];

function isPartial(lists: readonly (Json | undefined)[], view: JsonObject): boolean {
  const [listed] = lists.filter((value) => value !== undefined && value !== null);
  if (listed === undefined) return false;
  if (!Array.isArray(listed) || !listed.every(isJsonObject)) return true;
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

function isSuccessfulCapture({ kind, observation }: PaymentOperationView): boolean {
  return kind === 'capture' && observation === 'applied';
}

/** In capitals: the specification names statuses, not how they are written. */
function statusAt(body: JsonObject): string | null {
  return textAt(body, 'status')?.toUpperCase() ?? null;
}

/** Words that speak against an entry whatever its kind. */
const anyKind = { entry: null, contrary: [], alsoGood: [], openIsDone: false };

function readOperation(entry: JsonObject, reading: AnswerReading): PaymentOperationView {
  const { view, clash } = caseless(entry);
  const currency = shownAt(view, ['amount.currency', 'currency']);
  const value = shownAt(view, ['amount.value', 'amount', 'value']);
  const type = textAt(view, 'type');
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
