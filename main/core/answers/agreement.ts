// Whose answer is it, and for how much (docs/answers.md). Each thing that an answer shows is held against what was
// asked; what it does not show says nothing. The first disagreement found is named.
import { readIsoTime } from '#contract/iso-time.ts';
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import { type AnswerReading, shownAt, shownText } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';

/** What an answer is held against: the operation as it was sent. */
export interface Asked {
  readonly input: JsonObject;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  readonly amount: Money | null;
  /** Whether this trace number is that of another recent command at the same terminal. */
  readonly isOthersTrace?: (traceNr: string) => boolean;
}

/** Hosts cut long references; a shorter beginning than this is no reference of ours. */
const leastReference = 12;
/** No place on earth is further from UTC. */
const widestZoneMs = 14 * 3_600_000;

/** The name of what an answer shows of another operation, or null where all that it shows is this one's. */
export function foreignIdentity(asked: Asked, body: JsonObject, reading: AnswerReading): string | null {
  const { paths } = reading;
  for (const name of ['payId', 'transId'] as const) {
    const shown = textNamed(body, name);
    if (asked[name] !== null && shown !== null && shown !== asked[name]) return name;
  }
  const refNr = textNamed(body, 'refNr');
  if (refNr !== null && asked.refNr !== null && !isReference(refNr, asked.refNr)) return 'refNr';
  const terminalId = shownText(body, paths.terminalId);
  if (terminalId !== null && asked.terminalId !== null && terminalId !== asked.terminalId) return 'posTerminalId';
  return foreignTrace(asked, body, reading) ?? foreignTime(asked, body, reading);
}

function isReference(shown: string, ours: string): boolean {
  return shown === ours || (shown.length >= leastReference && ours.startsWith(shown));
}

/** Whether the answer shows the reference that was sent, whole or cut at its end. */
export function showsReference(asked: Pick<Asked, 'refNr'>, body: JsonObject): boolean {
  const refNr = textNamed(body, 'refNr');
  return refNr !== null && asked.refNr !== null && isReference(refNr, asked.refNr);
}

function foreignTrace(asked: Asked, body: JsonObject, { paths }: AnswerReading): string | null {
  if (asked.terminalId === null) return null;
  const shown = shownText(body, paths.traceNr);
  const original = shownText(body, paths.originalTraceNr);
  const given = textAt(asked.input, 'traceNr');
  if (given !== null) {
    // A capture or reversal may have a number of its own, where the answer names the one that it is about.
    const about = original ?? shown;
    return about !== null && bareNumber(about) !== bareNumber(given) ? 'traceNr' : null;
  }
  return shown !== null && asked.isOthersTrace?.(shown) === true ? 'traceNr' : null;
}

/** Trace numbers are written with and without zeros before them. */
export function bareNumber(text: string): string {
  return text.trim().replace(/^0+(?=.)/, '');
}

function foreignTime({ input }: Asked, body: JsonObject, { paths, clockToleranceMs }: AnswerReading): string | null {
  const [ours, theirs] = [textAt(input, 'localDateTime'), shownText(body, paths.localDateTime)];
  const [sent, shown] = [ours === null ? null : readIsoTime(ours), theirs === null ? null : readIsoTime(theirs)];
  if (sent === null || shown === null) return null;
  const toleranceMs = clockToleranceMs + (sent.zoned === shown.zoned ? 0 : widestZoneMs);
  return Math.abs(sent.ms - shown.ms) > toleranceMs ? 'localDateTime' : null;
}

/** The text of a top member, however its name is capitalised (`TransId` occurs in notifications). */
function textNamed(body: JsonObject, name: string): string | null {
  const exact = textAt(body, name);
  if (exact !== null) return exact === '' ? null : exact;
  const key = Object.keys(body).find((each) => each.toLowerCase() === name.toLowerCase());
  const found = key === undefined ? null : textAt(body, key);
  return found === '' ? null : found;
}

export type AmountShown =
  | { readonly type: 'not-shown' }
  | { readonly type: 'agrees' }
  | { readonly type: 'less' | 'more'; readonly approved: Money }
  | { readonly type: 'contrary'; readonly what: 'amount' | 'currency' | 'tip' };

export function amountShown(rule: EvidenceRule, asked: Asked, body: JsonObject, reading: AnswerReading): AmountShown {
  const { amount } = asked;
  if (rule.amount === 'not-read' || amount === null) return { type: 'not-shown' };
  const { paths } = reading;
  const currency = shownText(body, paths.currency);
  if (currency !== null && currency.trim().toUpperCase() !== amount.currency) return contrary('currency');
  const named = minorUnits(shownAt(body, paths.amount));
  const approved = minorUnits(shownAt(body, paths.approved));
  if (named === 'unreadable' || approved === 'unreadable') return contrary('amount');
  const value = approved ?? named;
  if (value === null) return { type: 'not-shown' };
  if (rule.amount === 'exact') {
    const agrees = [named, approved].every((each) => each === null || each === amount.value);
    return agrees ? { type: 'agrees' } : contrary('amount');
  }
  if (value === 0 || (named !== null && named !== value && named !== amount.value)) return contrary('amount');
  const tip = minorUnits(shownAt(body, paths.tip));
  const more = value - amount.value;
  if (tip === 'unreadable' || (tip !== null && tip !== 0 && tip !== more)) return contrary('tip');
  if (more === 0) return { type: 'agrees' };
  return { type: more < 0 ? 'less' : 'more', approved: { value, currency: amount.currency } };
}

function contrary(what: 'amount' | 'currency' | 'tip'): AmountShown {
  return { type: 'contrary', what };
}

/** Null: not shown. A text of digits is read; anything that may be in major units is not. */
function minorUnits(value: Json | undefined): number | 'unreadable' | null {
  if (value === undefined || value === null) return null;
  // The path names an object where this answer has one; its own members have paths of their own.
  if (isJsonObject(value)) return null;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value.trim()) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 'unreadable';
}
