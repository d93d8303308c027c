// Refusals of the window's calls.
import type { Refused } from '#contract/programs/problems.ts';
import type { WindowCall } from '#contract/calls/table.ts';
import { type AccessDenial, answerDenied } from '#contract/calls/window-roles.ts';

/** An error whose message may be shown to the window. Others become "something went wrong inside". */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

/** Returns the refusal, or throws where the call's answer cannot be a refusal. */
export function refuseCall(call: WindowCall, denial: AccessDenial): Refused {
  const said = answerDenied(call, denial);
  if (typeof said === 'string') throw new CallRefused(said);
  return said;
}
