// Checks the caller again before an answer that took time is sent. What the request began goes on in any case: an
// accepted operation is carried out even when its caller may no longer see the answer.
import type { Refusal } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { Answer } from '#http/answer.ts';
import type { LoopbackContext } from './context.ts';

/** A shorter read counts as immediate and does not query the database again. */
const atOnceMs = 100;

/** `needed`: the scopes that the answer needs, where it is a read. `refused`: the refusal in the format of this API. */
export function recheckAccess(
  context: LoopbackContext,
  needed: readonly Scope[],
  answer: Answer | Promise<Answer>,
  refused: (refusal: Refusal) => Answer,
): Answer | Promise<Answer> {
  return answer instanceof Promise ? askedAgain(context, needed, answer, refused) : answer;
}

async function askedAgain(
  context: LoopbackContext,
  needed: readonly Scope[],
  coming: Promise<Answer>,
  refused: (refusal: Refusal) => Answer,
): Promise<Answer> {
  const beganMs = performance.now();
  const answer = await coming.finally(() => context.chargeBody());
  const isRead = context.method === 'GET' || context.method === 'HEAD';
  if (isRead && !context.hasWaited && performance.now() - beganMs < atOnceMs) return answer;
  // The handler refused it for this reason already, and knows that nothing was stored.
  if (answer.status === 401 && !context.mayHaveActed) return answer;
  const refusal = context.barred(needed);
  if (refusal === null) return answer;
  return refused(context.mayHaveActed ? revokedMeanwhile : refusal);
}

const revokedMeanwhile: Refusal = {
  code: 'token-revoked',
  detail: 'The token was revoked while the answer was under way. What was accepted before that is carried out.',
};
