// What speaks against an answer by which nothing was carried out (docs/answers.md): "not executed, try again" holds only
// where the answer says nothing of an operation, and a refusal only where nothing in it says that it was carried out.
// The HTTP status may come from a proxy on the way, and the body from the host that carried it out.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import {
  type AnswerPaths,
  type AnswerReading,
  allShownAt,
  minorUnits,
  printedSums,
  wrappedIn,
} from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { soundsDuplicate, soundsUndecided } from '#operations/evidence/undecided-words.ts';
import { isFilled } from '#operations/evidence/flags.ts';
import { type FoundWord, everywhere, hostCode, speaking } from '#operations/evidence/members.ts';
import { soundsApproved, statusRefuses } from '#operations/evidence/sentences.ts';
import { codeMeaning, meaningOf } from '#operations/evidence/words.ts';
import type { Asked } from './agreement.ts';
import { isBlankNumber } from './state.ts';

/** The caseless view of a body, also of a list or a bare text. */
export function viewOf(body: Json): JsonObject {
  return caseless(isJsonObject(body) ? body : { body }).view;
}

const ids: ReadonlySet<string> = new Set(['payid', 'transid', 'refnr', 'xid']);

/** The path of what an answer says of an operation, or null where it is about the request alone. */
export function tellsOfOperation(view: JsonObject, { statuses, paths }: AnswerReading): string | null {
  const numbers = lastNames([...paths.traceNr, ...paths.originalTraceNr, ...paths.approvalCode]);
  const found = [
    ...everywhere(view, (name) => ids.has(name) || numbers.has(name)).filter(({ value }) => isNumberOrId(value)),
    ...everywhere(view, (name) => name === 'status').filter(({ value }) => {
      const meaning = typeof value === 'string' ? meaningOf(value, statuses) : 'unknown';
      return meaning === 'succeeded' || meaning === 'open';
    }),
    ...everywhere(view, (name) => name === 'responsecode').filter(({ value }) => /^[0-9a-z]{8}$/i.test(textOf(value))),
  ];
  return found[0]?.path ?? null;
}

/** The path of what says that an operation was carried out, or that one like it was before; null where nothing does. */
export function tellsOfSuccess(
  rule: EvidenceRule,
  asked: Pick<Asked, 'amount'>,
  view: JsonObject,
  reading: AnswerReading,
): string | null {
  const { paths } = reading;
  // A larger sum may be what earlier operations moved.
  const { amount } = asked;
  const isOurs = (each: Json) =>
    amount !== null &&
    (minorUnits(each) === amount.value ||
      (typeof each === 'string' && printedSums(each, amount.currency).includes(amount.value)));
  if (movedOf(rule, view, paths).some(isOurs))
    return rule.entry?.own[0] === 'refund' ? 'refundedValue' : 'capturedValue';
  const numbers = lastNames(paths.approvalCode);
  const approved = rule.amount === 'approved' ? allShownAt(view, paths.approved) : [];
  if (approved.some((each) => (minorUnits(each) ?? 0) > 0)) return 'approvedAmount';
  const found = [
    ...everywhere(view, (name) => name === 'responsecode').filter(({ value }) => codeMeaning(value) === 'succeeded'),
    ...everywhere(view, (name) => name === 'status').filter(
      ({ value }) => typeof value === 'string' && meaningOf(value, reading.statuses) === 'succeeded',
    ),
    ...everywhere(view, (name) => numbers.has(name)).filter(({ value }) => isNumberOrId(value)),
    ...everywhere(view, (name) => hostCode.test(name)).filter(({ value }) => /^0{2,4}$/.test(textOf(value))),
    ...everywhere(view, (name) => speaking.test(name)).filter(({ value }) => soundsApproved(value)),
    ...everywhere(view, (name) => soundsDuplicate(name)).filter(({ value }) => isFilled(value)),
    ...texts(view).filter(({ value }) => soundsDuplicate(value)),
  ];
  return found[0]?.path ?? null;
}

/** The path of a text by which it is not known whether it was carried out, or null. */
export function leavesOpen(view: JsonObject): string | null {
  return texts(view).find(({ value }) => soundsUndecided(value))?.path ?? null;
}

/** What follows a success. */
const ofSettlement = /settle|payout|clearing|batch|deliver|shipment|abrechnung|auszahlung|lieferung|kassenschnitt/i;

/**
 * The same beside a terminal's success, where it is not about what follows. Of a refund or capture by the API a text may
 * say that it is being processed; a record's may be of a later operation.
 */
export function leavesSuccessOpen({ proof }: EvidenceRule, view: JsonObject): string | null {
  if (proof !== 'terminal') return null;
  const isOpen = ({ value }: FoundWord) =>
    typeof value === 'string' && soundsUndecided(value) && !ofSettlement.test(value);
  return texts(view).find(isOpen)?.path ?? null;
}

/** The path of a status word beside an HTTP status of refusal that is open, or of no list and no word of refusal; or null. */
export function statusNotRefused(view: JsonObject, reading: AnswerReading): string | null {
  const within = wrappedIn(view, reading).flatMap(({ name, members }) =>
    members.map((each) => ({ path: `${name}.status`, word: each['status'] })),
  );
  const words = [{ path: 'status', word: view['status'] }, ...within];
  return words.find(({ word }) => typeof word === 'string' && !statusRefuses(word, reading.statuses))?.path ?? null;
}

/** What is shown as moved of the payment by operations of this kind. */
function movedOf({ entry, captured }: EvidenceRule, view: JsonObject, paths: AnswerPaths): readonly Json[] {
  const kind = entry?.own[0];
  if (kind === 'refund') return allShownAt(view, paths.refunded);
  return kind === 'capture' || captured === 'own' ? allShownAt(view, paths.captured) : [];
}

/** Ids and addresses come from the caller or the gateway, and are no words about the outcome. */
const notSpeaking: ReadonlySet<string> = new Set([...ids, 'merchantid', 'posterminalid', 'traceid', 'instance']);

/** Every text in it, whatever its name. */
function texts(view: JsonObject): FoundWord[] {
  const leaves = (value: Json, path: string): FoundWord[] => {
    if (Array.isArray(value)) return value.flatMap((each) => leaves(each, path));
    if (typeof value === 'string') return [{ path, value }];
    if (!isJsonObject(value)) return [];
    const members = Object.entries(value).filter(([name, each]) => typeof each !== 'string' || !notSpeaking.has(name));
    return members.flatMap(([name, each]) => leaves(each, path === '' ? name : `${path}.${name}`));
  };
  return leaves(view, '');
}

function lastNames(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()));
}

function isNumberOrId(value: Json): boolean {
  return !isBlankNumber(textOf(value));
}

function textOf(value: Json): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
