// What an answer says (docs/answers.md, "The state"): good, refused, open, or words that disagree. When in doubt it is
// unclear, because a wrong "failed" makes a shop charge twice and a wrong "done" gives goods away.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { entryMatch, namesSale } from '#operations/evidence/entries.ts';
import { type AnswerPaths, type AnswerReading, saidWithin, shownText } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { flagAgainst, flagWithin, isFilled } from '#operations/evidence/flags.ts';
import { memberAgainst, within } from '#operations/evidence/members.ts';
import { soundsAgainst, soundsRefused } from '#operations/evidence/sentences.ts';
import { type CodeMeaning, type WordMeaning, codeMeaning, meaningOf } from '#operations/evidence/words.ts';
import { bareTrace } from '../operation/lanes.ts';
import { type AmountShown, type Asked, showsAnyId, showsReference } from './agreement.ts';
import { partialMarker } from './partial.ts';

export type Verdict =
  | { readonly type: 'done' | 'refused' | 'open' | 'fatal' | 'no-evidence' }
  /** `what`: the member of the answer that disagrees. */
  | { readonly type: 'contrary'; readonly what: string };

type Meaning = WordMeaning | 'contrary' | 'nothing';

export function verdictOf(
  rule: EvidenceRule,
  asked: Asked,
  view: JsonObject,
  amount: AmountShown,
  reading: AnswerReading,
): Verdict {
  const word = textAt(view, 'status');
  const status = word === null || word.trim() === '' ? 'nothing' : wordMeaning(rule, word, reading);
  const code = codeMeaning(valueAt(view, 'responsecode'));
  if (code === 'fatal') return status === 'succeeded' ? contrary('responseCode') : { type: 'fatal' };
  const inner = rule.amount === 'not-read' ? null : nested(rule, view, reading);
  if (status === 'failed') return refusedOr(code, inner, view, reading);
  // A word that no list knows is never guessed to be good, whatever stands beside it.
  if (status === 'contrary' || (status === 'unknown' && rule.amount !== 'not-read')) return contrary('status');
  if (inner?.type === 'contrary') return inner;
  if (inner?.type === 'failed') return contrary('status');
  if (code === 'failed') return status === 'nothing' && inner === null ? { type: 'refused' } : contrary('responseCode');
  if (code === 'contrary') return contrary('responseCode');
  // "Continue": what the customer has yet to do was asked for, unless the status says that it is done.
  if (code === 'open') return { type: rule.openIsDone && status !== 'succeeded' ? 'done' : 'open' };
  if (status === 'open' || inner?.type === 'open') return rule.openIsDone ? { type: 'done' } : { type: 'open' };
  const text = contraryText(view, rule, reading) ?? partialMarker(rule, asked, view, amount, reading);
  if (text !== null) return contrary(text);
  // Where the customer was to do something, the way to it is what was asked for, with or without a name of the payment.
  if (rule.amount !== 'not-read' && isLeftToCustomer(view)) return { type: rule.openIsDone ? 'done' : 'open' };
  return proofOf(rule, asked, view, { status, code, amount }, reading) ? { type: 'done' } : { type: 'no-evidence' };
}

/**
 * Whether the customer has yet to do something, as with a strong authentication. What a method names within itself, as
 * Klarna its address for a cookie, is no such thing.
 */
function isLeftToCustomer(view: JsonObject): boolean {
  return ['nextaction', 'redirecturl', '_links.redirect', 'links.redirect'].some((path) =>
    isFilled(valueAt(view, path)),
  );
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
function refusedOr(code: CodeMeaning, inner: Nested | null, view: JsonObject, reading: AnswerReading): Verdict {
  if (code === 'succeeded') return contrary('responseCode');
  if (code === 'open') return { type: 'open' };
  if (inner !== null && inner.type !== 'failed') return contrary(inner.type === 'contrary' ? inner.what : 'status');
  const approvalCode = shownText(view, reading.paths.approvalCode);
  return approvalCode !== null && !isBlankNumber(approvalCode) ? contrary('approvalCode') : { type: 'refused' };
}

type Nested = { readonly type: 'succeeded' | 'open' | 'failed' } | { readonly type: 'contrary'; readonly what: string };

/** What the statuses and codes below the top say together; null where there are none. */
function nested(rule: EvidenceRule, view: JsonObject, reading: AnswerReading): Nested | null {
  const words = within(view, (name) => name === 'status').map(({ path, value }) => ({
    path,
    meaning: typeof value === 'string' ? wordMeaning(rule, value, reading) : ('nothing' as const),
  }));
  const codes = within(view, (name) => name === 'responsecode').map(({ path, value }) => ({
    path,
    meaning: ofCode(codeMeaning(value)),
  }));
  const all = [...words, ...codes].filter(({ meaning }) => meaning !== 'nothing');
  if (all.length === 0) return null;
  if (all.every(({ meaning }) => meaning === 'failed')) {
    // Alone it does not say whose failure it is: a payment's, or this operation's.
    return textAt(view, 'status') === null ? { type: 'contrary', what: all[0]?.path ?? 'status' } : { type: 'failed' };
  }
  const bad = all.find(({ meaning }) => meaning !== 'succeeded' && meaning !== 'open');
  if (bad !== undefined) return { type: 'contrary', what: bad.path };
  return all.some(({ meaning }) => meaning === 'open') ? { type: 'open' } : { type: 'succeeded' };
}

function ofCode(code: CodeMeaning): Meaning {
  if (code === 'zeros') return 'nothing';
  return code === 'fatal' ? 'contrary' : code;
}

/** The name of something that speaks against success beside good words, or null. */
function contraryText(view: JsonObject, rule: EvidenceRule, reading: AnswerReading): string | null {
  if (soundsAgainst(valueAt(view, 'responsedescription'), rule)) return 'responseDescription';
  const flag = flagAgainst(view);
  if (flag !== null && !rule.alsoGood.includes(flag.toUpperCase())) return flag;
  if (rule.amount === 'not-read') return null;
  const inner = innerFlag(view, rule, reading);
  if (inner !== null) return inner;
  if (soundsRefused(shownText(view, reading.paths.approvalCode) ?? '')) return 'approvalCode';
  const kind = directionOf.find((name) => isOtherKind(rule, textAt(view, name)));
  if (kind !== undefined) return kind;
  if (isOtherWay(rule, textAt(view, 'type'))) return 'type';
  return memberAgainst(view, rule, reading.statuses);
}

/** The path of a flag within another object that says no, or null. */
function innerFlag(view: JsonObject, rule: EvidenceRule, reading: AnswerReading): string | null {
  // What an answer says of a capture may stand in `capture`.
  const wrappers = [...reading.wrappers, ...(rule.entry?.own ?? [])];
  for (const { name, members } of saidWithin(view, { wrappers })) {
    for (const member of members) {
      const found = flagWithin(member, rule) ?? innerFlag(member, rule, reading);
      if (found !== null) return `${name}.${found}`;
    }
  }
  return null;
}

/** Where an answer may say which way the money went. */
const directionOf = ['transactiontype', 'operationtype'] as const;

function isOtherKind({ entry, amount, leavesNothing }: EvidenceRule, type: string | null): boolean {
  if (entry === null || type === null) return false;
  const isHold = amount === 'approved' && !leavesNothing;
  return entryMatch(entry, type) === 'other' || (isHold && namesSale(type));
}

/** A `type` may be that of a card or payment too (CREDIT, AUTHORIZATION): only the other way of the money is read. */
function isOtherWay({ entry }: EvidenceRule, type: string | null): boolean {
  const kind = entry?.own[0];
  if (kind === 'authorization') return /^(?:refund|reversal|void)$/i.test(type?.trim() ?? '');
  return kind === 'refund' && /^(?:sale|purchase)$/i.test(type?.trim() ?? '');
}

interface Shown {
  readonly status: Meaning;
  readonly code: CodeMeaning;
  readonly amount: AmountShown;
}

function proofOf(
  rule: EvidenceRule,
  asked: Asked,
  view: JsonObject,
  { status, code, amount }: Shown,
  { paths }: AnswerReading,
): boolean {
  const good = status === 'succeeded' || code === 'succeeded';
  switch (rule.proof) {
    case 'complete':
      // An answer may say nothing; where it says something, some of it must be of this operation.
      if (good || status !== 'nothing' || code === 'contrary') return good;
      // Each id was held against ours already.
      return rule.amount === 'not-read' || !isFilled(view) || amount.type === 'agrees' || showsAnyId(view);
    case 'body':
      return good || status === 'nothing';
    case 'named': {
      const named = textAt(view, 'xid') !== null || (asked.payId === null && textAt(view, 'payid') !== null);
      return good || (named && status === 'nothing' && code === 'nothing');
    }
    case 'word':
      return good;
    case 'terminal': {
      const numbers = [
        // What names.ts found within an object stands at the top, whatever paths the settings name.
        numberShown(shownText(view, [...paths.traceNr, 'traceNr']), textAt(asked.input, 'traceNr')),
        numberShown(ownApproval(asked, view, paths), textAt(asked.input, 'approvalCode')),
      ];
      const repeated = [numbers.includes('sent'), showsReference(asked, view), amount.type !== 'not-shown'];
      return good && (numbers.includes('own') || repeated.filter(Boolean).length > 1);
    }
  }
}

/** A gateway that only forwards the command may repeat the number that was sent with it. */
function numberShown(shown: string | null, sent: string | null): 'own' | 'sent' | 'none' {
  if (shown === null || isBlankNumber(shown)) return 'none';
  return sent === null || bareTrace(shown) !== bareTrace(sent) ? 'own' : 'sent';
}

/**
 * Null where the code is that of a command before and nothing else names this one: its answer may have come again. Beside
 * a name of this operation it counts, since a host may give the same code to several.
 */
function ownApproval(asked: Asked, view: JsonObject, { approvalCode }: AnswerPaths): string | null {
  const shown = shownText(view, [...approvalCode, 'approvalCode']);
  const isOthers = shown !== null && !showsAnyId(view) && asked.isOthersApproval?.(shown) === true;
  return isOthers ? null : shown;
}

/** Terminals print zeros where they have no number, and programs the word for it. */
export function isBlankNumber(text: string): boolean {
  return /^(?:0*|-+|n\/?a|null|none|nil|undefined)$/i.test(text.trim());
}
