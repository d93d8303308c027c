// What an answer of the gateway means (design section 3, second table). The order of the rules is the rule: when
// in doubt an answer is unclear, because a wrong "failed" makes a shop charge twice.
import type { DoubtMark } from '#contract/doubt.ts';
import { type Failure } from '#contract/failure.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Command } from '#operations/define.ts';
import { sightOfStatus } from '#operations/payment-view.ts';
import { withoutCardData } from './card-data.ts';
import type { GatewayAnswer, GatewayBody } from './ports/gateway.ts';
import type { OperationRecord } from './record.ts';
import { words } from './words.ts';

export type Signal =
  | { readonly type: 'unsent'; readonly reason: DoubtMark }
  | { readonly type: 'unauthorised'; readonly renewable: boolean; readonly credential: string | null }
  /** Surely not carried out, for a reason that is not the operation's own. */
  | { readonly type: 'not-executed'; readonly reason: DoubtMark }
  | { readonly type: 'busy'; readonly retryAfterMs: number }
  /** `status`: the HTTP status that the body came with. */
  | { readonly type: 'success'; readonly status: number; readonly body: JsonObject | null }
  | { readonly type: 'pending'; readonly status: number; readonly body: JsonObject | null }
  | { readonly type: 'refused'; readonly failure: Failure; readonly body: Json | null }
  | { readonly type: 'unclear'; readonly reason: DoubtMark; readonly body: Json | null };

/** `record` is the operation that was sent: an answer that names another one is not its answer. */
export function readAnswer(command: Command, record: Asked, answer: GatewayAnswer): Signal {
  switch (answer.type) {
    case 'unsent':
      return { type: 'unsent', reason: `not-reached: ${answer.reason}` };
    case 'withheld':
      return { type: 'unsent', reason: 'too-late' };
    case 'credentials-refused':
      return { type: 'unauthorised', renewable: false, credential: null };
    case 'lost':
      return { type: 'unclear', reason: answer.reason === 'timeout' ? 'no-answer' : 'cut-off', body: null };
    case 'response':
      return readResponse(command, record, answer);
  }
}

/** What an answer is compared with. */
export type Asked = Pick<OperationRecord, 'input' | 'payId' | 'transId'>;

type Response = Extract<GatewayAnswer, { type: 'response' }>;

// Not named in the specification, or named by HTTP as "perhaps done": never a refusal.
const perhapsDone: ReadonlySet<number> = new Set([408, 409, 425]);

function readResponse(command: Command, asked: Asked, answer: Response): Signal {
  const { status, retryAfterMs, credential } = answer;
  // All that is kept of it comes from here: the result, the failure with its messages, the xId.
  const body = keepable(answer.body);
  if (status >= 200 && status < 300) return readSuccess(command, asked, status, body);
  if (status === 401 || status === 403) return { type: 'unauthorised', renewable: true, credential };
  if (status === 429) return { type: 'busy', retryAfterMs: retryAfterMs ?? 0 };
  const json = body.type === 'json' ? body.value : null;
  if (status < 400 || status >= 500 || perhapsDone.has(status)) {
    return { type: 'unclear', reason: `http-status: ${status}`, body: json };
  }
  const unclear = unclearCode(status, json);
  if (unclear !== null) return unclear;
  return { type: 'refused', failure: failureOf(status, json), body: json };
}

function keepable(body: GatewayBody): GatewayBody {
  return body.type === 'json' ? { type: 'json', value: withoutCardData(body.value) } : body;
}

function readSuccess(command: Command, asked: Asked, status: number, body: GatewayBody): Signal {
  switch (body.type) {
    case 'cut':
      return { type: 'unclear', reason: 'cut-off', body: null };
    case 'unreadable':
      return { type: 'unclear', reason: 'unreadable', body: null };
    case 'empty':
      return command.successRule === 'complete'
        ? { type: 'success', status, body: null }
        : { type: 'unclear', reason: 'empty-answer', body: null };
    case 'json':
      break;
  }
  const { value } = body;
  if (!isJsonObject(value) || !command.response.safeParse(value).success) {
    return { type: 'unclear', reason: 'unreadable', body: value };
  }
  return readResult(command, asked, status, value);
}

function readResult(command: Command, asked: Asked, http: number, body: JsonObject): Signal {
  const unclear = unclearCode(http, body);
  if (unclear !== null) return unclear;
  const status = textAt(body, 'status');
  const sight = sightOfStatus(status);
  if (namesAnother(asked, body)) return { type: 'unclear', reason: 'contradiction', body };
  if (status !== null && command.contraryStatuses(asked.input).includes(status.toUpperCase())) {
    return { type: 'unclear', reason: 'contradiction', body };
  }
  // The list of statuses is open, and only FAILED is certain. One that speaks of a refusal is at least no success.
  if (sight === 'cannot-tell' && status !== null && soundsContrary.test(status)) {
    return { type: 'unclear', reason: 'contradiction', body };
  }
  const codeDigit = textAt(body, 'responseCode')?.[0] ?? null;
  const codeRefuses = codeDigit !== null && codeDigit !== '0';
  if (sight === 'refused') {
    if (codeDigit === '0') return { type: 'unclear', reason: 'contradiction', body };
    return { type: 'refused', failure: failureOf(http, body), body };
  }
  if (sight === 'pending')
    return { type: command.pendingIsDone(asked.input) ? 'success' : 'pending', status: http, body };
  if (codeRefuses) {
    // Digit 2 is an error and nothing in the answer says otherwise; any other mixture is not understood.
    if (codeDigit === '2' && sight === 'cannot-tell' && valueAt(body, 'status') === undefined) {
      return { type: 'refused', failure: failureOf(http, body), body };
    }
    return { type: 'unclear', reason: 'contradiction', body };
  }
  const positive = sight === 'applied' || codeDigit === '0';
  const { successRule } = command;
  const named = textAt(body, 'xId') !== null || (asked.payId === null && textAt(body, 'payId') !== null);
  const evidence = positive || (successRule === 'evidence' && named);
  if ((successRule === 'positive' || successRule === 'evidence') && !evidence) {
    return { type: 'unclear', reason: 'no-evidence', body };
  }
  return { type: 'success', status: http, body };
}

/** payId and transId are echoed; another value is the answer to another question. */
function namesAnother(asked: Asked, body: JsonObject): boolean {
  const differs = (name: 'payId' | 'transId') => {
    const [ours, theirs] = [asked[name], textAt(body, name)];
    return ours !== null && theirs !== null && ours !== theirs;
  };
  return differs('payId') || differs('transId');
}

const soundsContrary = /declin|fail|reject|refus|error|abort|cancel|denied|expired/i;

/** Codes that begin with 4 (data may be lost) or 6 (a final status follows) say that nobody knows yet. */
function unclearCode(status: number, body: Json | null): Signal | null {
  if (!isJsonObject(body)) return null;
  const digit = textAt(body, 'responseCode')?.[0];
  if (digit === '6') return { type: 'pending', status, body };
  return digit === '4' ? { type: 'unclear', reason: 'fatal-code', body } : null;
}

function failureOf(status: number, body: Json | null): Failure {
  const declined = status === 422 || status < 300;
  const responseCode = textAt(body ?? undefined, 'responseCode');
  const responseDescription = textAt(body ?? undefined, 'responseDescription') ?? textAt(body ?? undefined, 'title');
  const fields = fieldMessages(body);
  return {
    code: declined ? 'declined' : 'rejected',
    message: declined ? words.declined : words.rejected,
    status,
    ...(responseCode === null ? {} : { responseCode }),
    ...(responseDescription === null ? {} : { responseDescription }),
    ...(fields === null ? {} : { fields }),
  };
}

/** The `errors` of a problem-details body, as far as it has the documented shape. */
function fieldMessages(body: Json | null): { [field: string]: string[] } | null {
  const errors = valueAt(body ?? undefined, 'errors');
  if (!isJsonObject(errors)) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      (Array.isArray(messages) ? messages : [messages]).filter((each) => typeof each === 'string'),
    ]),
  );
}
