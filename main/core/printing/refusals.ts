// Refusals that print jobs and drawers share.
import { type FieldIssue, messagesOf } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';

export function invalid(issues: readonly FieldIssue[]): Refusal {
  const detail = 'What is printed or noted may not hold the full number of a card. Nothing was stored.';
  return { code: 'invalid-input', detail, issues, errors: messagesOf(issues) };
}

export function noDevice(id: string): Refusal {
  return {
    code: 'device-unknown',
    detail: `The settings name no device ${id.slice(0, 64)}. GET /v1/devices lists them.`,
  };
}

/** `nothing`: what did not happen now. */
export function reused(requestId: string, nothing: string): Refusal {
  const detail = `The Idempotency-Key ${requestId} was used for another request of this kind. ${nothing}`;
  return { code: 'request-id-reused', detail };
}
