// What the words of an answer mean: `status` at any depth, `responseCode`, `responseDescription`. The specification
// names FAILED alone and calls no list complete, so the words are settings; a word that no list knows proves nothing.
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts';

/** Status words in capitals. A word belongs to one list. */
export interface StatusWords {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly open: readonly string[];
}

export const defaultStatusWords: StatusWords = {
  succeeded: [
    'OK',
    'AUTHORIZED',
    'AUTHORISED',
    'CAPTURED',
    'REFUNDED',
    'REVERSED',
    'APPROVED',
    'ACCEPTED',
    'COMPLETE',
    'COMPLETED',
    'SUCCESS',
    'SUCCESSFUL',
    'SUCCEEDED',
    'PAID',
    'CAPTURE_REQUEST',
    'CREDITED',
    'VOIDED',
  ],
  failed: ['FAILED', 'DECLINED', 'REFUSED', 'REJECTED', 'DENIED', 'CANCELLED', 'CANCELED', 'ABORTED'],
  open: ['PENDING', 'PROCESSING', 'IN_PROGRESS', 'CREATED', 'INITIATED', 'RECEIVED', 'SUBMITTED', 'WAITING'],
};

export type WordMeaning = 'succeeded' | 'failed' | 'open' | 'unknown';

export function meaningOf(word: string, words: StatusWords): WordMeaning {
  const capitals = word.trim().toUpperCase();
  if (words.failed.includes(capitals)) return 'failed';
  if (words.open.includes(capitals)) return 'open';
  return words.succeeded.includes(capitals) ? 'succeeded' : 'unknown';
}

/**
 * What a responseCode says ("eight alphanumeric characters, never a number", public notes): its first digit is 0 for
 * success, 2 for an error, 4 where processed data may be lost, 6 where a final status follows. Zeros of another length
 * neither refuse nor prove anything; any other short code (05, "do not honour") is a host's own refusal.
 */
export type CodeMeaning = 'succeeded' | 'failed' | 'open' | 'fatal' | 'contrary' | 'zeros' | 'nothing';

export function codeMeaning(code: Json | undefined): CodeMeaning {
  if (code === undefined || code === null || code === '') return 'nothing';
  const text = typeof code === 'number' ? String(code) : code;
  if (typeof text !== 'string') return 'contrary';
  const trimmed = text.trim();
  if (/^0+$/.test(trimmed)) return typeof code === 'string' && trimmed.length === 8 ? 'succeeded' : 'zeros';
  switch (trimmed.slice(0, 1)) {
    case '6':
      return 'open';
    case '4':
      return 'fatal';
    case '2':
      return 'failed';
    case '0':
      return typeof code === 'string' && /^[0-9A-Za-z]{8}$/.test(trimmed) ? 'succeeded' : 'contrary';
    default:
      return 'contrary';
  }
}

/** Texts that speak of a refusal, whatever stands beside them. */
const soundsContrary =
  /declin|fail|reject|refus|error|abort|cancel|denied|expired|not\s+(?:approved|authori[sz]ed|completed|accepted|successful)|unsuccessful|do\s+not\s+hono|insufficient|invalid/i;

export function soundsRefused(text: Json | undefined): boolean {
  return typeof text === 'string' && soundsContrary.test(text);
}

/** Texts by which a terminal refuses because it is at work on another command. */
const soundsOccupied = /terminal[^.]*\b(?:busy|in use|occupied)\b|\b(?:busy|occupied) terminal|device (?:is )?busy/i;

export function soundsBusy(text: string | null): boolean {
  return text !== null && soundsOccupied.test(text);
}

/** Texts by which a conflict says that the very request is being worked on. */
const soundsUnderWay =
  /in (?:progress|process|flight)|processing|being (?:processed|handled)|still (?:running|open|pending|active|executing)|already running|not (?:yet )?(?:finished|completed?)|concurrent|pending/i;

export function soundsInProgress(text: string | null): boolean {
  return text !== null && soundsUnderWay.test(text);
}

/** A word met in an answer, with the path that it stands at. */
export interface FoundWord {
  readonly path: string;
  readonly value: Json;
}

const deepest = 8;

/** Every member with such a name (small letters) below the top of a caseless view, in lists too. */
export function within(view: JsonObject, wanted: (name: string) => boolean, lists = true): FoundWord[] {
  const found: FoundWord[] = [];
  const walk = (value: Json, path: string, depth: number) => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      if (lists) for (const [at, each] of value.entries()) walk(each, `${path}[${at}]`, depth + 1);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const here = path === '' ? name : `${path}.${name}`;
      if (depth > 0 && wanted(name)) found.push({ path: here, value: member });
      else walk(member, here, depth + 1);
    }
  };
  walk(view, '', 0);
  return found;
}

const saysNo: ReadonlySet<string> = new Set(['success', 'successful', 'approved', 'accepted', 'ok']);
const saysFault: ReadonlySet<string> = new Set(['declined', 'failed', 'rejected', 'refused', 'cancelled', 'canceled']);
const namesFault: ReadonlySet<string> = new Set(['error', 'errors', 'fault']);

/** The name of a member that says no by its value (`success: false`, `declined: true`, `error: {...}`), or null. */
export function flagAgainst(view: JsonObject): string | null {
  for (const [name, value] of Object.entries(view)) {
    if (saysNo.has(name) && (value === false || value === 'false')) return name;
    if (saysFault.has(name) && (value === true || value === 'true')) return name;
    if (namesFault.has(name) && isFilled(value)) return name;
  }
  return null;
}

function isFilled(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== false && value !== '' && value !== 0;
}
