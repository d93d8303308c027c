// An operation as the gateway's answer: where the gateway answered, its own status and body; else what is true, in its
// shapes. An outcome that is not known is never a failure: 504 with a code that begins with 6, so that a caller
// repeats the request under the same key, and is then told.
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { type ProblemCode, problemOf } from '#contract/programs/problems.ts';
import { type Answer, type Headers, emptyAnswer, jsonAnswer } from '#http/answer.ts';
import type { Command } from '#operations/define.ts';
import { defaultStatusWords, meaningOf } from '#operations/evidence/words.ts';
import { type About, fault, operationHeader, problemDetails, refusalAnswer, resultOf, waitingCode } from './shapes.ts';

export function outcomeAnswer(command: Command, operation: OperationView, merchantId: string): Answer {
  const { id, state, input, answerStatus } = operation;
  const about: About = { merchantId, input, operationId: id };
  const headers = operationHeader(id);
  switch (state) {
    case 'succeeded':
      if (answerStatus !== undefined) return gatewayAnswer(answerStatus, operation, headers);
      return jsonAnswer(command.successStatus, foundOut(command, operation, about), headers);
    case 'failed':
    case 'expired':
    case 'cancelled':
      if (answerStatus !== undefined) return gatewayAnswer(answerStatus, operation, headers);
      return failureAnswer(operation, about);
    case 'accepted':
      return operation.mayWait ? waitingAnswer(about, headers) : openAnswer(headers);
    case 'pending':
      if (answerStatus !== undefined && answerStatus < 300) return gatewayAnswer(answerStatus, operation, headers);
      return openAnswer(headers);
    case 'sending':
    case 'unknown':
    case 'needs-person':
      return openAnswer(headers);
  }
}

/** What the gateway itself answered. */
function gatewayAnswer(status: number, { result, failure }: OperationView, headers: Headers): Answer {
  if (result === null && status < 300) return emptyAnswer(status, headers);
  if (result !== null) {
    const isProblem = status >= 400 && status < 500 && status !== 422;
    const type = isProblem ? 'application/problem+json' : 'application/json; charset=utf-8';
    return jsonAnswer(status, result as object, { ...headers, 'Content-Type': type });
  }
  // It refused without a body that could be read.
  const problem = problemOf({ code: 'gateway-refused', detail: failure?.message ?? 'The gateway refused it.' });
  return problemDetails({ ...problem, status }, headers);
}

function openAnswer(headers: Headers): Answer {
  const words =
    'The outcome is not known yet. Do not repeat it as a new request: send the same request with the same ' +
    'Idempotency-Key again, or look the payment up.';
  return fault(504, words, headers);
}

function waitingAnswer(about: About, headers: Headers): Answer {
  const responseDescription = 'It is kept safely and is sent when its turn comes or the connection is back.';
  return jsonAnswer(202, resultOf(about, 'PENDING', { responseCode: waitingCode, responseDescription }), headers);
}

/** Its answer was lost, and a look-up or a person said that it succeeded: what is known of it, as a good result. */
function foundOut(command: Command, { result }: OperationView, about: About): JsonObject {
  const seen = isJsonObject(result) ? result : {};
  const status = goodStatus(command, about.input, textAt(seen, 'status'));
  const good = (textAt(seen, 'responseCode') ?? '').startsWith('0');
  const said = { responseCode: '00000000', responseDescription: 'success' };
  // An answer that settled nothing may have left a status and a code that speak against it.
  return { ...resultOf(about, status, said), ...seen, status, ...(good ? {} : said) };
}

function goodStatus(command: Command, input: JsonObject, status: string | null): string {
  const meaning = status === null ? 'unknown' : meaningOf(status, defaultStatusWords);
  const isGood = meaning === 'succeeded' || (meaning === 'open' && command.evidence(input).openIsDone);
  return isGood && status !== null ? status : 'OK';
}

/** It was not carried out, and the gateway's answer is not the reason. */
function failureAnswer({ failure, id }: OperationView, about: About): Answer {
  const detail = failure?.message ?? 'It was not carried out.';
  const refused = (code: ProblemCode) => refusalAnswer({ code, detail, operationId: id }, about);
  switch (failure?.code) {
    case 'busy':
      return refused('too-many-requests');
    case 'credentials-refused':
    case 'not-permitted':
      return refused('credentials-refused');
    case 'not-sent-in-time':
    case 'card-number-gone':
    case 'payment-token-gone':
      return refused('not-sent');
    case 'no-answer':
      return refused('gateway-unclear');
    case 'declined':
    case 'rejected':
    case 'not-executed':
    case 'payment-unknown':
    case 'terminal-busy':
    case 'payment-reversed':
    case 'payment-refunded':
    case 'payment-captured':
    case 'nothing-left':
    case 'decided':
    case 'given-back':
    case 'cancelled':
    case undefined: {
      const said = {
        responseCode: failure?.responseCode ?? '2TB00422',
        responseDescription: failure?.responseDescription ?? detail,
      };
      const headers = { 'Tillbridge-Problem': whoRefused(failure?.code), ...operationHeader(id) };
      return jsonAnswer(422, resultOf(about, 'FAILED', said), headers);
    }
  }
}

/** Where it was taken back, or the payment was gone before its turn came, no gateway ever saw it. */
function whoRefused(code: FailureCode | undefined): ProblemCode {
  if (code === 'cancelled' || code === 'nothing-left') return 'not-sent';
  return code === 'payment-reversed' || code === 'payment-refunded' || code === 'payment-captured'
    ? code
    : 'gateway-refused';
}
