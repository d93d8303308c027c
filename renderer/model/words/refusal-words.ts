// Main's refusal in the window's language, with the facts it carries: what is possible instead, which field is wrong
// and why. Codes that only a program can get share one text; main's full text is under Details.
import type { ClaimHolder } from '#contract/office/claims.ts';
import type { ProblemCode, Refusal } from '#contract/programs/problems.ts';
import { type TillProblem, programProblems } from '#texts/problems.ts';
import type { Language, Say } from '#texts/index.ts';
import { amountText } from '#texts/amount-text.ts';
import { fullTimeText } from '../time/time-text.ts';
import { fieldName, issueLine } from './issue-text.ts';
import type { Subject, Words } from './operation-words.ts';

export interface RefusalWords extends Words {
  /** Further sentences, in order. */
  readonly facts: readonly string[];
}

/** `subject`: whose money it was about; `done` where it was about none, or only about how something is seen. */
export function refusalWords(
  refusal: Refusal | 'number-again',
  say: Say,
  language: Language,
  subject: Subject | 'done' = 'done',
): RefusalWords {
  if (refusal === 'number-again') {
    return { headline: say('problem.number-again'), advice: say('problem.number-again.do'), facts: [] };
  }
  const known = isTillProblem(refusal.code) ? refusal.code : 'other';
  const role = known === 'role-missing' && refusal.facts?.role === 'manager' ? 'manager-needed' : known;
  return {
    headline: say(`problem.${role}`, { nothing: say(`nothing.${subject}`) }),
    // Without a time at which it is over, waiting may not help.
    advice: say(
      known === 'payment-held' && refusal.retryAfterSeconds === undefined
        ? 'problem.payment-held.open'
        : `problem.${role}.do`,
    ),
    facts: [...factLines(refusal, say, language), ...issueLines(refusal, say, language)],
  };
}

function isTillProblem(code: ProblemCode): code is TillProblem {
  return !programProblems.some((each) => each === code);
}

function factLines({ facts = {}, code }: Refusal, say: Say, language: Language): string[] {
  const { left, open, limit, status, refunded } = facts;
  const lines: string[] = refunded === undefined ? [] : [refundedLine(refunded, say, language)];
  if (left !== undefined && open !== undefined && open.value > 0) {
    lines.push(say('problem.leftOpen', { left: amountText(left, language), open: amountText(open, language) }));
  } else if (left !== undefined) lines.push(say('problem.left', { left: amountText(left, language) }));
  if (typeof limit === 'number') lines.push(say('problem.limit', { limit }));
  if (status !== undefined && code.startsWith('gateway-')) lines.push(say('problem.status', { status }));
  return lines;
}

function refundedLine({ till, shop, at, state, amount }: ClaimHolder, say: Say, language: Language): string {
  const facts = {
    till: shop === null ? till : `${till} (${shop})`,
    at: fullTimeText(at, language),
    sum: amount === null ? say('problem.refundedAll') : amountText(amount, language),
  };
  return say(state === 'paid' ? 'problem.refundedPaid' : 'problem.refundedOpen', facts);
}

/** A main without codes for its issues sends English text. */
function issueLines({ issues, errors = {} }: Refusal, say: Say, language: Language): string[] {
  if (issues !== undefined) return issues.map((issue) => issueLine(issue, say, language));
  const said = Object.entries(errors);
  return said.map(([field, messages]) =>
    say('problem.field', { field: fieldName(field, say), issue: messages.join(', ') }),
  );
}
