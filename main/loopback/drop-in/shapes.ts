// The gateway's error bodies (specification, "Errors"), for what is refused here before the gateway sees it: problem
// details for 4xx, an operation result that says FAILED for 422, a response code with its description for 5xx. The
// header Tillbridge-Problem says that it was the bridge who refused, and why, by its stable code.
import { randomUUID } from 'node:crypto';
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { type Problem, type Refusal, problemOf } from '#contract/programs/problems.ts';
import { type Answer, type Headers, jsonAnswer, textAnswer } from '#http/answer.ts';

/** What an answer is about: the request as it came, and what it belongs to. */
export interface About {
  readonly merchantId: string;
  /** Ids and metadata are echoed from it, as the gateway does. */
  readonly input: JsonObject;
  /** The operation of the bridge, where there is one. */
  readonly operationId: string | null;
}

/**
 * Response codes of the bridge's own. They have eight characters, and the first says what every code's first says: 2 it
 * was not carried out, 4 data may be lost, 6 a final status follows.
 */
const openCode = '6TB00504';
export const waitingCode = '6TB00202';
const refusedCode = (status: number) => `2TB00${status}`;
const brokenCode = '4TB00500';

const nothing: About = { merchantId: '', input: {}, operationId: null };

export function operationHeader(id: string | null): Headers {
  return id === null ? {} : { 'Tillbridge-Operation': id };
}

/** A refusal of the bridge in the gateway's words. */
export function refusalAnswer(refusal: Refusal, about: About = nothing, headers: Headers = {}): Answer {
  const problem = problemOf(refusal);
  const status = statusOf(problem);
  const operationId = refusal.operationId ?? about.operationId;
  const { retryAfterSeconds } = refusal;
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  const all = { 'Tillbridge-Problem': refusal.code, ...operationHeader(operationId), ...retry, ...headers };
  if (status === 422) {
    const said = { responseCode: refusedCode(422), responseDescription: refusal.detail };
    return jsonAnswer(422, resultOf({ ...about, operationId }, 'FAILED', said), all);
  }
  return status < 500 ? problemDetails({ ...problem, status }, all) : fault(status, refusal.detail, all);
}

/**
 * A transId that was used before is what the gateway declines, not a conflict of requests. What became of an operation
 * whose row was changed is not known.
 */
function statusOf({ code, status }: Problem): number {
  if (code === 'operation-altered') return 504;
  return code === 'trans-id-used' ? 422 : status;
}

/** Exactly the five documented members; what is about no field stands under `request`. */
export function problemDetails({ type, title, status, errors, detail }: Problem, headers: Headers): Answer {
  const body = { type, title, status, traceId: randomUUID(), errors: errors ?? { request: [detail] } };
  return textAnswer(status, JSON.stringify(body), {
    'Content-Type': 'application/problem+json',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="tillbridge", Basic realm="tillbridge"' } : {}),
    ...(status === 429 ? { 'Retry-After': '1' } : {}),
    ...headers,
  });
}

export function fault(status: number, responseDescription: string, headers: Headers): Answer {
  const codes: { readonly [status: number]: string } = { 500: brokenCode, 504: openCode };
  return jsonAnswer(status, { responseCode: codes[status] ?? refusedCode(status), responseDescription }, headers);
}

/** The members of an operation result about the operation itself. */
interface Said {
  readonly responseCode: string;
  readonly responseDescription: string;
}

/** An operation result of the bridge's own. Its xId names the operation of the bridge, else just this answer. */
export function resultOf({ merchantId, input, operationId }: About, status: string, said: Said): JsonObject {
  const { metadata } = input;
  const ids = { payId: textAt(input, 'payId'), transId: textAt(input, 'transId'), refNr: textAt(input, 'refNr') };
  return {
    ...(ids.payId === null ? {} : { payId: ids.payId }),
    merchantId,
    ...(ids.transId === null ? {} : { transId: ids.transId }),
    xId: operationId ?? randomUUID(),
    ...(ids.refNr === null ? {} : { refNr: ids.refNr }),
    status,
    ...said,
    ...(isJsonObject(metadata) ? { metadata } : {}),
  };
}
