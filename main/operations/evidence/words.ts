// What a status word and a responseCode mean. The specification names FAILED alone and calls no list complete, so the
// words are settings; a word that no list knows proves nothing.
import type { Json } from '#contract/data/json.ts';

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
  open: ['PENDING', 'PROCESSING', 'IN_PROGRESS', 'QUEUED', 'CREATED', 'INITIATED', 'RECEIVED', 'SUBMITTED', 'WAITING'],
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
 * neither refuse nor prove anything; any other short code (05, "do not honor") is a host's own refusal.
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
