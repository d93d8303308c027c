// Delivers the answer of a request as its fault demands. Bodies of made-up statuses keep the shapes that the
// specification gives to their status.
import { json, problem, serverError, unauthorized } from '../exchange/answers.ts';
import type { SandboxAnswer, Delivery } from '../exchange/exchange.ts';
import type { Fault } from '../exchange/faults.ts';
import { refusedResult } from '../handlers/results.ts';
import { newId } from '../facts/ids.ts';
import type { Request } from '../handlers/operations.ts';
import { refusal } from '../facts/refusals.ts';

/** Whether the request is processed at all. For `refuse` it is, so that the decline is listed where it belongs. */
export function executesFirst({ fault, status = 200, executed }: Fault): boolean {
  switch (fault) {
    case 'reset-before':
      return executed ?? false;
    case 'status':
      return executed ?? status < 300;
    case 'reset-after':
    case 'hang-after':
    case 'cut-body':
    case 'garbled-body':
      return executed ?? true;
    // Most of them change how the request is processed, so it has to be.
    case 'refuse':
    case 'latency':
    case 'status-after':
    case 'refuse-after':
    case 'slow':
    case 'ignore-keys':
    case 'forget-keys':
    case 'reexecute-open':
    case 'stale':
    case 'expire-token':
    case 'duplicate':
    case 'reorder':
    case 'wrong-signature':
      return true;
  }
}

/** `answer`: what the operation answered, or null where it was not executed. */
export function deliverFault(fault: Fault, request: Request, answer: SandboxAnswer | null): Delivery {
  switch (fault.fault) {
    case 'reset-before':
    case 'reset-after':
      return { type: 'reset' };
    case 'hang-after':
      return { type: 'hang', ms: fault.ms ?? null };
    case 'cut-body':
      return {
        type: 'cut',
        answer: answer ?? json(200, refusedResult(requestOf(request), null, newId(), refusal('declined'))),
      };
    case 'garbled-body':
      return { type: 'answer', answer: garbled };
    case 'status':
    case 'status-after':
      return { type: 'answer', answer: withStatus(fault, request) };
    case 'refuse-after':
      return { type: 'answer', answer: withStatus({ ...fault, status: 422 }, request) };
    case 'refuse':
    case 'latency':
    case 'slow':
    case 'ignore-keys':
    case 'forget-keys':
    case 'reexecute-open':
    case 'stale':
    case 'expire-token':
    case 'duplicate':
    case 'reorder':
    case 'wrong-signature':
      return { type: 'answer', answer: answer ?? serverError() };
  }
}

const garbled: SandboxAnswer = { status: 200, body: '<html><body>It works!</body></html>' };

function withStatus({ status = 500, ms = 1000, retryAfterSeconds }: Fault, request: Request): SandboxAnswer {
  const seconds = retryAfterSeconds ?? (status === 429 ? Math.ceil(ms / 1000) : null);
  const answer = bodyFor(status, request);
  return seconds === null ? answer : { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

function bodyFor(status: number, request: Request): SandboxAnswer {
  if (status < 300) return { status, body: '' };
  // A client that follows the redirect by mistake would execute the request, and the ledger would show it.
  if (status < 400) return { status, body: '', headers: { location: request.call.path } };
  if (status === 401) return unauthorized();
  if (status === 422) {
    return json(
      422,
      refusedResult(requestOf(request), request.match.params['payId'] ?? null, newId(), refusal('declined')),
    );
  }
  if (status >= 500) return serverError(status, 'made up by a fault');
  return problem(status, status === 400 ? { request: ['refused by a fault'] } : {});
}

function requestOf({ match, merchantId }: Request): { input: Request['match']['params']; merchantId: string } {
  return { input: match.params, merchantId };
}
