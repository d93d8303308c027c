// What an answer of the gateway means (design section 3, second table; docs/answers.md). The order of the rules is the
// rule: when in doubt an answer is unclear, because a wrong "failed" makes a shop charge twice.
import type { DoubtMark } from '#contract/doubt.ts';
import { type Failure } from '#contract/failure.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Command } from '#operations/define.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { codeMeaning, meaningOf, soundsBusy } from '#operations/evidence/words.ts';
import { type Asked, amountShown, foreignIdentity } from './answers/agreement.ts';
import { provesRefusal } from './answers/refusal-statuses.ts';
import { verdictOf } from './answers/state.ts';
import { withoutCardData } from './card-data.ts';
import type { GatewayAnswer, GatewayBody } from './ports/gateway.ts';
import { words } from './words.ts';

export type Signal =
  | { readonly type: 'unsent'; readonly reason: DoubtMark }
  | { readonly type: 'unauthorised'; readonly renewable: boolean; readonly credential: string | null }
  /** Surely not carried out, for a reason that is not the operation's own. */
  | { readonly type: 'not-executed'; readonly reason: DoubtMark }
  | { readonly type: 'busy'; readonly retryAfterMs: number }
  /** `status`: the HTTP status that the body came with. `approved`: where it shows another amount than was asked for. */
  | {
      readonly type: 'success';
      readonly status: number;
      readonly body: JsonObject | null;
      readonly approved: Money | null;
    }
  | { readonly type: 'pending'; readonly status: number; readonly body: JsonObject | null }
  | { readonly type: 'refused'; readonly failure: Failure; readonly body: Json | null }
  | { readonly type: 'unclear'; readonly reason: DoubtMark; readonly body: Json | null };

/** `asked` is the operation that was sent: an answer that names another one is not its answer. */
export function readAnswer(command: Command, asked: Asked, answer: GatewayAnswer, reading: AnswerReading): Signal {
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
      return readResponse(command, asked, answer, reading);
  }
}

type Response = Extract<GatewayAnswer, { type: 'response' }>;

function readResponse(command: Command, asked: Asked, answer: Response, reading: AnswerReading): Signal {
  const { status, retryAfterMs, credential } = answer;
  // All that is kept of it comes from here: the result, the failure with its messages, the xId.
  const body = keepable(answer.body);
  if (status >= 200 && status < 300) return readSuccess(command, asked, status, body, reading);
  if (status === 401 || status === 403) return { type: 'unauthorised', renewable: true, credential };
  if (status === 429) return { type: 'busy', retryAfterMs: retryAfterMs ?? 0 };
  const json = body.type === 'json' ? body.value : null;
  if (!provesRefusal(status)) return { type: 'unclear', reason: `http-status: ${status}`, body: json };
  return readRefusal(command, asked, status, json, reading);
}

function keepable(body: GatewayBody): GatewayBody {
  return body.type === 'json' ? { type: 'json', value: withoutCardData(body.value) } : body;
}

/** A status that refuses, unless its body is another operation's or says that it was carried out. */
function readRefusal(
  command: Command,
  asked: Asked,
  status: number,
  body: Json | null,
  reading: AnswerReading,
): Signal {
  const refused: Signal = { type: 'refused', failure: failureOf(command, asked, status, body), body };
  if (!isJsonObject(body)) return refused;
  const foreign = foreignIdentity(asked, body, reading);
  if (foreign !== null) return { type: 'unclear', reason: `contradiction: ${foreign}`, body };
  const rule = command.evidence(asked.input);
  const verdict = verdictOf(rule, asked, body, { type: 'not-shown' }, reading);
  if (verdict.type === 'fatal') return { type: 'unclear', reason: 'fatal-code', body };
  if (verdict.type === 'open') return { type: 'pending', status, body };
  const word = textAt(body, 'status');
  const good = codeMeaning(valueAt(body, 'responseCode')) === 'succeeded' || saysGood(word, reading);
  return good ? { type: 'unclear', reason: 'contradiction: status', body } : refused;
}

function saysGood(word: string | null, { statuses }: AnswerReading): boolean {
  return word !== null && meaningOf(word, statuses) === 'succeeded';
}

function readSuccess(
  command: Command,
  asked: Asked,
  status: number,
  body: GatewayBody,
  reading: AnswerReading,
): Signal {
  const rule = command.evidence(asked.input);
  switch (body.type) {
    case 'cut':
      return { type: 'unclear', reason: 'cut-off', body: null };
    case 'unreadable':
      return { type: 'unclear', reason: 'unreadable', body: null };
    case 'empty':
      if (rule.proof !== 'complete') return { type: 'unclear', reason: 'empty-answer', body: null };
      return isDone(rule, status)
        ? { type: 'success', status, body: null, approved: null }
        : { type: 'pending', status, body: null };
    case 'json':
      break;
  }
  const { value } = body;
  if (!isJsonObject(value) || !command.response.safeParse(value).success) {
    return { type: 'unclear', reason: 'unreadable', body: value };
  }
  return readResult(command, asked, status, value, reading);
}

/** 202 says that the work has yet to be done. */
function isDone(rule: EvidenceRule, status: number): boolean {
  return status !== 202 || rule.acceptedIsDone;
}

/** The three steps of docs/answers.md: whose answer, for how much, and what it says. */
function readResult(command: Command, asked: Asked, status: number, body: JsonObject, reading: AnswerReading): Signal {
  const rule = command.evidence(asked.input);
  const foreign = foreignIdentity(asked, body, reading);
  if (foreign !== null) return { type: 'unclear', reason: `contradiction: ${foreign}`, body };
  const amount = amountShown(rule, asked, body, reading);
  const verdict = verdictOf(rule, asked, body, amount, reading);
  switch (verdict.type) {
    case 'fatal':
      return { type: 'unclear', reason: 'fatal-code', body };
    case 'contrary':
      return { type: 'unclear', reason: `contradiction: ${verdict.what}`, body };
    case 'refused':
      return { type: 'refused', failure: failureOf(command, asked, status, body), body };
    case 'open':
      return { type: 'pending', status, body };
    case 'no-evidence':
    case 'done':
      break;
  }
  if (amount.type === 'contrary') return { type: 'unclear', reason: `contradiction: ${amount.what}`, body };
  if (!isDone(rule, status)) return { type: 'pending', status, body };
  if (verdict.type === 'no-evidence') return { type: 'unclear', reason: 'no-evidence', body };
  const approved = amount.type === 'less' || amount.type === 'more' ? amount.approved : null;
  return { type: 'success', status, body, approved };
}

function failureOf(command: Command, { input }: Asked, status: number, body: Json | null): Failure {
  const responseCode = textAt(body ?? undefined, 'responseCode');
  const responseDescription = textAt(body ?? undefined, 'responseDescription') ?? textAt(body ?? undefined, 'title');
  const fields = fieldMessages(body);
  const busy = command.atTerminal(input) && soundsBusy(responseDescription);
  const declined = status === 422 || status < 300;
  return {
    ...(busy
      ? { code: 'terminal-busy', message: words.terminalBusy }
      : declined
        ? { code: 'declined', message: words.declined }
        : { code: 'rejected', message: words.rejected }),
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
