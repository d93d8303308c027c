// What an answer says (docs/answers.md, "The state"): good, refused, open, or words that disagree. When in doubt it is
// unclear, because a wrong "failed" makes a shop charge twice and a wrong "done" gives goods away.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import { type AnswerReading, shownText } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import {
  type CodeMeaning,
  type WordMeaning,
  codeMeaning,
  meaningOf,
  nestedCodes,
  nestedStatuses,
  soundsRefused,
} from '#operations/evidence/words.ts';
import { type AmountShown, type Asked, showsReference } from './agreement.ts';

export type Verdict =
  | { readonly type: 'done' | 'refused' | 'open' | 'fatal' | 'no-evidence' }
  /** `what`: the member of the answer that disagrees. */
  | { readonly type: 'contrary'; readonly what: string };

type Meaning = WordMeaning | 'contrary' | 'nothing';

export function verdictOf(
  rule: EvidenceRule,
  asked: Asked,
  body: JsonObject,
  amount: AmountShown,
  reading: AnswerReading,
): Verdict {
  const word = textAt(body, 'status');
  const status = word === null || word.trim() === '' ? 'nothing' : wordMeaning(rule, word, reading);
  const code = codeMeaning(valueAt(body, 'responseCode'));
  if (code === 'fatal') return { type: 'fatal' };
  const within = rule.amount === 'not-read' ? null : nested(rule, body, reading);
  if (status === 'failed') return refusedOr(code, within, body, reading);
  if (status === 'contrary' || (status === 'unknown' && soundsRefused(word ?? ''))) return contrary('status');
  if (within?.type === 'contrary') return within;
  if (within?.type === 'failed') return contrary('status');
  if (code === 'failed')
    return status === 'nothing' && within === null ? { type: 'refused' } : contrary('responseCode');
  if (code === 'contrary') return contrary('responseCode');
  if (code === 'open') return { type: 'open' };
  if (status === 'open' || within?.type === 'open') return rule.openIsDone ? { type: 'done' } : { type: 'open' };
  const text = contraryText(body);
  if (text !== null) return contrary(text);
  return proofOf(rule, asked, body, { status, code, amount }, reading) ? { type: 'done' } : { type: 'no-evidence' };
}

function contrary(what: string): Verdict {
  return { type: 'contrary', what };
}

function wordMeaning(rule: EvidenceRule, word: string, { statuses }: AnswerReading): Meaning {
  const capitals = word.trim().toUpperCase();
  if (rule.alsoGood.includes(capitals)) return 'succeeded';
  if (rule.contrary.includes(capitals)) return 'contrary';
  return meaningOf(word, statuses);
}

/** A refusal, unless something else in the answer says that it was carried out. */
function refusedOr(code: CodeMeaning, within: Nested | null, body: JsonObject, reading: AnswerReading): Verdict {
  if (code === 'succeeded') return contrary('responseCode');
  if (code === 'open') return { type: 'open' };
  if (within !== null && within.type !== 'failed') return contrary(within.type === 'contrary' ? within.what : 'status');
  const approvalCode = shownText(body, reading.paths.approvalCode);
  return approvalCode !== null && !isBlankNumber(approvalCode) ? contrary('approvalCode') : { type: 'refused' };
}

type Nested = { readonly type: 'succeeded' | 'open' | 'failed' } | { readonly type: 'contrary'; readonly what: string };

/** What the statuses and codes below the top say together; null where there are none. */
function nested(rule: EvidenceRule, body: JsonObject, reading: AnswerReading): Nested | null {
  const words = nestedStatuses(body).map(({ path, word }) => ({ path, meaning: wordMeaning(rule, word, reading) }));
  const codes = nestedCodes(body).map(({ path, word }) => ({ path, meaning: ofCode(codeMeaning(word)) }));
  const all = [...words, ...codes].filter(({ meaning }) => meaning !== 'nothing');
  if (all.length === 0) return null;
  if (all.every(({ meaning }) => meaning === 'failed')) {
    // Alone it does not say whose failure it is: a payment's, or this operation's.
    return textAt(body, 'status') === null ? { type: 'contrary', what: all[0]?.path ?? 'status' } : { type: 'failed' };
  }
  const bad = all.find(({ meaning }) => meaning !== 'succeeded' && meaning !== 'open');
  if (bad !== undefined) return { type: 'contrary', what: bad.path };
  return all.some(({ meaning }) => meaning === 'open') ? { type: 'open' } : { type: 'succeeded' };
}

function ofCode(code: CodeMeaning): Meaning {
  return code === 'fatal' ? 'contrary' : code;
}

/** The name of a text that speaks of a refusal beside good words, or null. */
function contraryText(body: JsonObject): string | null {
  if (soundsRefused(valueAt(body, 'responseDescription'))) return 'responseDescription';
  const errors = valueAt(body, 'errors');
  const listed = Array.isArray(errors) ? errors.length : isJsonObject(errors) ? Object.keys(errors).length : 0;
  return listed > 0 ? 'errors' : null;
}

interface Shown {
  readonly status: Meaning;
  readonly code: CodeMeaning;
  readonly amount: AmountShown;
}

function proofOf(
  rule: EvidenceRule,
  asked: Asked,
  body: JsonObject,
  { status, code, amount }: Shown,
  { paths }: AnswerReading,
): boolean {
  const good = status === 'succeeded' || code === 'succeeded';
  switch (rule.proof) {
    case 'complete':
      // An answer may say nothing; what it says must be understood.
      return good || (status === 'nothing' && code === 'nothing');
    case 'body':
      return good || status === 'nothing';
    case 'named': {
      const named = textAt(body, 'xId') !== null || (asked.payId === null && textAt(body, 'payId') !== null);
      return good || (named && status === 'nothing');
    }
    case 'word':
      return good;
    case 'terminal': {
      const numbers = [shownText(body, paths.traceNr), shownText(body, paths.approvalCode)];
      const numbered = numbers.some((each) => each !== null && !isBlankNumber(each));
      return good && (numbered || (showsReference(asked, body) && amount.type !== 'not-shown'));
    }
  }
}

/** Terminals print zeros where they have no number. */
function isBlankNumber(text: string): boolean {
  return /^0*$/.test(text.trim());
}
