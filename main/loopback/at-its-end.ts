// An answer that took its time is for whoever may still have it when it comes. What the request began goes on all the
// same: an operation that was accepted is carried out, whoever may hear of it.
import type { Refusal } from '#contract/problems.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Answer } from '#http/answer.ts';
import type { LoopbackContext } from './context.ts';

/** What is read sooner than this is as good as read at once, and asks the database nothing more. */
const atOnceMs = 100;

/** `needed`: what the answer's reader needs, where it is a read. `refused`: the refusal in the surface's own words. */
export function atItsEnd(
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
  // It was refused for this very reason already, by whoever knows that nothing was stored.
  if (answer.status === 401 && !context.mayHaveActed) return answer;
  const refusal = context.barred(needed);
  if (refusal === null) return answer;
  return refused(context.mayHaveActed ? revokedMeanwhile : refusal);
}

const revokedMeanwhile: Refusal = {
  code: 'token-revoked',
  detail: 'The token was revoked while the answer was under way. What was accepted before that is carried out.',
};
