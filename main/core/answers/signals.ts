// What an answer of the gateway means (docs/answers.md). The order of the checks matters: when in doubt an answer is
// unclear, because a wrong "failed" makes a shop charge twice.
import type { DoubtMark } from '#contract/operation/doubt.ts';
import { type Failure } from '#contract/operation/failure.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Command } from '#operations/define.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { withNames } from '#operations/evidence/names.ts';
import { isReceiptForOther, slipRefuses } from '#operations/evidence/receipt.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { everywhere } from '#operations/evidence/members.ts';
import { soundsBusy, soundsInProgress, soundsUnknown } from '#operations/evidence/sentences.ts';
import { codeMeaning, meaningOf } from '#operations/evidence/words.ts';
import { type Asked, amountShown, foreignIdentity } from './agreement.ts';
import { chargeOf, isOtherConversion, reportedConversion, sumsOf } from './conversion.ts';
import { leavesSuccessOpen, statusNotRefused, tellsOfOperation, tellsOfSuccess, viewOf } from './contrary-words.ts';
import { lacksOwnWords, provesRefusal } from './refusal-statuses.ts';
import { contraryToRefusal } from './contrary-to-refusal.ts';
import { repeatsRequest } from './echo.ts';
import { verdictOf } from './state.ts';
import { withoutCardData } from '../sensitive-data/card-data.ts';
import type { GatewayAnswer, GatewayBody } from '../ports/gateway.ts';
import { sentOf } from '../operation/requests.ts';
import { words } from '../operation/words.ts';

export type Signal =
  | { readonly type: 'unsent'; readonly reason: DoubtMark }
  /** `page`: in words that are not the gateway's, as those of a firewall on the way. */
  | {
      readonly type: 'unauthorized';
      readonly renewable: boolean;
      readonly credential: string | null;
      readonly status?: number;
      readonly page?: boolean;
    }
  /** Refused for itself alone: others were taken with the same credentials. `shownGood`: also since its last refusal. */
  | { readonly type: 'not-permitted'; readonly shownGood: boolean }
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
  /** `reason`: why it is not known, where the answer is more than open. */
  | {
      readonly type: 'pending';
      readonly status: number;
      readonly body: JsonObject | null;
      readonly reason?: DoubtMark;
    }
  | { readonly type: 'refused'; readonly failure: Failure; readonly body: Json | null }
  /** `status`: the HTTP status, where an answer came. */
  | { readonly type: 'unclear'; readonly reason: DoubtMark; readonly body: Json | null; readonly status?: number };

/** `asked` is the operation that was sent: an answer that names another one is not its answer. */
export function readAnswer(command: Command, asked: Asked, answer: GatewayAnswer, reading: AnswerReading): Signal {
  switch (answer.type) {
    case 'unsent':
      return { type: 'unsent', reason: `not-reached: ${answer.reason}` };
    case 'withheld':
      return { type: 'unsent', reason: 'too-late' };
    case 'credentials-refused':
      return { type: 'unauthorized', renewable: false, credential: null };
    case 'lost':
      return { type: 'unclear', reason: answer.reason === 'timeout' ? 'no-answer' : 'cut-off', body: null };
    case 'response': {
      const signal = readResponse(command, asked, answer, reading);
      return signal.type === 'unclear' ? { ...signal, status: answer.status } : signal;
    }
  }
}

type Response = Extract<GatewayAnswer, { type: 'response' }>;

function readResponse(command: Command, asked: Asked, answer: Response, reading: AnswerReading): Signal {
  const { status, retryAfterMs, credential } = answer;
  const told = namedIn(answer.body, reading);
  // Everything that is stored of the answer is read from this copy: the result, the failure with its messages, the xId.
  const kept = told.type === 'json' ? withoutCardData(told.value) : null;
  if (status >= 200 && status < 300) return readSuccess(command, asked, status, told, kept, reading);
  const isRetry = status === 401 || status === 403 || status === 429;
  if (!isRetry && !provesRefusal(status)) return readUnclear(command, asked, status, told, kept, reading);
  // A body that cannot be read may say that it was carried out.
  if (told.type === 'cut') return { type: 'unclear', reason: 'cut-off', body: null };
  if (told.type === 'unreadable' && told.spoilt === true) return { type: 'unclear', reason: 'unreadable', body: null };
  if (told.type === 'ambiguous') return contradiction('body', null);
  if (!isRetry) return readRefusal(command, asked, status, told, kept, reading);
  const operation = told.type === 'json' ? tellsOfOperation(viewOf(told.value), reading) : null;
  if (operation !== null)
    return contradiction(`${operation} (HTTP ${status})`, foreignOrOwn(asked, told, kept, reading));
  return status === 429
    ? { type: 'busy', retryAfterMs: retryAfterMs ?? 0 }
    : { type: 'unauthorized', renewable: true, credential, status, page: told.type === 'unreadable' };
}

function namedIn(body: GatewayBody, reading: AnswerReading): GatewayBody {
  if (body.type !== 'json' || !isJsonObject(body.value)) return body;
  return { ...body, value: withNames(body.value, caseless(body.value).view, reading) };
}

/** Null for another operation's answer: its payId and trace number must not be stored with this one. */
function foreignOrOwn(asked: Asked, told: GatewayBody, kept: Json | null, reading: AnswerReading): Json | null {
  return told.type === 'json' && foreignIdentity(asked, viewOf(told.value), reading) !== null ? null : kept;
}

/** A status that refuses, unless its body is another operation's or says that it was or may have been carried out. */
function readRefusal(
  command: Command,
  asked: Asked,
  status: number,
  told: GatewayBody,
  kept: Json | null,
  reading: AnswerReading,
): Signal {
  const rule = command.evidence(asked.input);
  const movesMoney = rule.amount !== 'not-read';
  const isSilent = movesMoney && lacksOwnWords(status, told);
  const refused: Signal = isSilent
    ? { type: 'unclear', reason: `http-status: ${status}`, body: kept }
    : { type: 'refused', failure: failureOf(command, asked, status, kept), body: kept };
  if (told.type !== 'json') return refused;
  const view = viewOf(told.value);
  const foreign = foreignIdentity(asked, view, reading);
  if (foreign !== null) return contradiction(foreign, null);
  const verdict = verdictOf(rule, asked, view, { type: 'not-shown' }, reading);
  if (verdict.type === 'fatal') return { type: 'unclear', reason: 'fatal-code', body: kept };
  if (verdict.type === 'open') return { type: 'pending', status, body: isJsonObject(kept) ? kept : null };
  const against =
    contraryToRefusal(rule, asked, isJsonObject(told.value) ? told.value : {}, view, reading) ??
    (movesMoney ? statusNotRefused(view, reading) : null);
  return against === null ? refused : contradiction(`${against} (HTTP ${status})`, kept);
}

/**
 * A status that proves nothing. Where its body says that all is well, the answer contradicts itself. Where it says that
 * the gateway is still working on the request, a repeat of it may be processed beside it.
 */
function readUnclear(
  command: Command,
  asked: Asked,
  status: number,
  told: GatewayBody,
  kept: Json | null,
  reading: AnswerReading,
): Signal {
  const unclear: Signal = { type: 'unclear', reason: `http-status: ${status}`, body: kept };
  if (told.type !== 'json') return unclear;
  const view = viewOf(told.value);
  // What a conflict is about only a look-up by our own reference tells (facts.ts reads this mark).
  const isConflict = status === 409;
  const success = tellsOfSuccess(command.evidence(asked.input), asked, view, reading);
  if (success !== null) return isConflict ? unclear : contradiction(`${success} (HTTP ${status})`, kept);
  const codes = everywhere(view, (name) => name === 'responsecode').map(({ value }) => codeMeaning(value));
  const isFatal = codes.includes('fatal');
  // Data that may be lost is lost whatever the status is, and with it what a look-up or a key would go by.
  if (isFatal && !isConflict) return { type: 'unclear', reason: 'fatal-code', body: kept };
  const isOpen = codes.includes('open') || saysOpen(view, reading) || (isConflict && (isFatal || saysInProgress(view)));
  if (!isOpen) return unclear;
  const body = isJsonObject(kept) ? kept : null;
  return { type: 'pending', status, body, ...(isConflict ? { reason: unclear.reason } : {}) };
}

function saysOpen(view: JsonObject, { statuses }: AnswerReading): boolean {
  const word = textAt(view, 'status');
  return word !== null && meaningOf(word, statuses) === 'open';
}

function saysInProgress(view: JsonObject): boolean {
  return ['title', 'detail', 'message', 'responsedescription'].some((name) => soundsInProgress(textAt(view, name)));
}

function contradiction(what: string, body: Json | null): Signal {
  return { type: 'unclear', reason: `contradiction: ${what}`, body };
}

function readSuccess(
  command: Command,
  asked: Asked,
  status: number,
  told: GatewayBody,
  kept: Json | null,
  reading: AnswerReading,
): Signal {
  const rule = command.evidence(asked.input);
  switch (told.type) {
    case 'cut':
      return { type: 'unclear', reason: 'cut-off', body: null };
    case 'unreadable':
      return { type: 'unclear', reason: 'unreadable', body: null };
    case 'empty':
      if (isAccepted(rule, status)) return { type: 'pending', status, body: null };
      return rule.proof === 'complete'
        ? { type: 'success', status, body: null, approved: null }
        : { type: 'unclear', reason: 'empty-answer', body: null };
    case 'ambiguous':
      return contradiction('body', null);
    case 'json':
      break;
  }
  if (!doneStatuses.has(status) && status !== 202) return readUnclear(command, asked, status, told, kept, reading);
  // A list may hold several answers.
  if (Array.isArray(kept)) return contradiction('body', kept);
  if (!isJsonObject(told.value) || !isJsonObject(kept) || !command.response.safeParse(kept).success) {
    return { type: 'unclear', reason: 'unreadable', body: kept };
  }
  return readResult(command, asked, status, told.value, kept, reading);
}

/**
 * Of the others 206 is a part, 207 and 208 tell of several, and for the rest no standard says what they mean for money.
 */
const doneStatuses: ReadonlySet<number> = new Set([200, 201, 203, 204]);

/** 202 says that the work has yet to be done. */
function isAccepted(rule: EvidenceRule, status: number): boolean {
  return status === 202 && !rule.acceptedIsDone;
}

/**
 * The three steps of docs/answers.md: whose answer, for how much, and what it says. It is read as it was told, since what
 * must not be kept (`errors: { pin: [...] }`) may be what speaks against it.
 */
function readResult(
  command: Command,
  asked: Asked,
  status: number,
  told: JsonObject,
  body: JsonObject,
  reading: AnswerReading,
): Signal {
  const rule = command.evidence(asked.input);
  const { view, clash } = caseless(told);
  if (clash !== null) return contradiction(clash, body);
  const foreign = foreignIdentity(asked, view, reading);
  if (foreign !== null) return contradiction(foreign, null);
  const conversion = reportedConversion(asked, told, reading);
  const amount = amountShown(rule, { ...asked, charge: chargeOf(rule, asked, conversion) }, view, reading);
  if (isOtherConversion(rule, asked, conversion, amount)) return contradiction('dccInfo', body);
  const verdict = verdictOf(rule, asked, view, amount, reading);
  switch (verdict.type) {
    case 'fatal':
      return { type: 'unclear', reason: 'fatal-code', body };
    case 'contrary':
      return contradiction(verdict.what, body);
    case 'refused': {
      const against = contraryToRefusal(rule, asked, told, view, reading);
      if (against !== null) return contradiction(against, body);
      return { type: 'refused', failure: failureOf(command, asked, status, body), body };
    }
    case 'open':
      return { type: 'pending', status, body };
    case 'no-evidence':
    case 'done':
      break;
  }
  if (amount.type === 'contrary') return contradiction(amount.what, body);
  if (isAccepted(rule, status)) return { type: 'pending', status, body };
  const isEcho = rule.proof === 'terminal' && repeatsRequest(sentOf(command, asked.input), told, reading);
  if (verdict.type === 'no-evidence' || isEcho) return { type: 'unclear', reason: 'no-evidence', body };
  const open = leavesSuccessOpen(rule, view);
  if (open !== null) return contradiction(open, body);
  if (rule.amount !== 'not-read' && slipRefuses(told, rule)) return contradiction('receipt', body);
  if (isReceiptForOther(rule, told, sumsOf(rule, asked, amount, conversion), reading)) {
    return contradiction('receipt.amount', body);
  }
  const approved = amount.type === 'less' || amount.type === 'more' ? amount.approved : null;
  return { type: 'success', status, body, approved };
}

function failureOf(command: Command, { input }: Asked, status: number, body: Json | null): Failure {
  const responseCode = textAt(body ?? undefined, 'responseCode');
  const responseDescription = textAt(body ?? undefined, 'responseDescription') ?? textAt(body ?? undefined, 'title');
  const fields = fieldMessages(body);
  const texts = ['responseDescription', 'title', 'detail', 'message', 'providerResponseText'].map((name) =>
    textAt(body ?? undefined, name),
  );
  const busy = command.atTerminal && texts.some(soundsBusy);
  const unknown = textAt(input, 'payId') !== null && (status === 404 || texts.some(soundsUnknown));
  const declined = status === 422 || status < 300;
  return {
    ...(busy
      ? { code: 'terminal-busy', message: words.terminalBusy }
      : unknown
        ? { code: 'payment-unknown', message: words.paymentUnknown }
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
