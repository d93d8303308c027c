// From the answer to a sending to the operation's next state. A refusal is final only while no earlier attempt is
// unresolved: otherwise it may just mean that the earlier attempt worked, and the operation is looked up.
import { type DoubtMark, readMark } from '#contract/operation/doubt.ts';
import type { Failure } from '#contract/operation/failure.ts';
import { type Json, textAt } from '#contract/data/json.ts';
import type { Command } from '#operations/define.ts';
import { approvalDoubt } from '../answers/approval.ts';
import { backoffMs } from '../gateway/backoff.ts';
import { type Change, unresolved, wasDisproved } from '../operation/change.ts';
import type { LookUps, OperationRecord } from '../ports/record.ts';
import type { Signal } from '../answers/signals.ts';
import type { Moment } from '../operation/moment.ts';
import { inEnglish, words } from '../operation/words.ts';

/** How soon the first look-up follows a doubt. Early answers help the cashier; absence counts only much later. */
const firstLookUpMs = 1_500;

/** `record` is in state sending and its latest attempt is the one that was answered. */
export function decide(command: Command, record: OperationRecord, signal: Signal, moment: Moment): Change {
  const earlierDoubt = unresolved(record.attempts.slice(0, -1)).length > 0;
  switch (signal.type) {
    case 'success': {
      const xId = textAt(signal.body ?? undefined, 'xId');
      const approved = signal.approved === null ? {} : { approved: signal.approved };
      const answered = { result: signal.body, answerStatus: signal.status, fate: 'settled', xId, ...approved } as const;
      const doubtful = approvalDoubt(record, signal.approved, moment.policy);
      if (doubtful === null) return { state: 'succeeded', event: 'succeeded', ...answered };
      return { state: 'needs-person', event: 'needs-person', doubt: doubtful, terminalDone: true, ...answered };
    }
    case 'pending':
      if (asksAgain(command, record)) return unanswered('still-open', moment);
      return {
        ...doubt('pending', signal.reason ?? 'still-open', record, moment, xIdOf(signal.body)),
        ...kept(signal.body),
        answerStatus: signal.status,
        answeredWith: signal.status,
      };
    case 'unclear':
      if (asksAgain(command, record)) return unanswered(signal.reason, moment);
      return {
        ...doubt('unknown', signal.reason, record, moment, xIdOf(signal.body)),
        ...kept(signal.body),
        ...(signal.status === undefined ? {} : { answeredWith: signal.status }),
      };
    case 'refused':
      // It may mean "already done", also after a proof, should that have erred.
      if (earlierDoubt || wasDisproved(record)) {
        return backToDoubt(record, 'refused', 'refused-after-doubt', moment, 0);
      }
      return {
        ...fail('settled', signal.failure),
        result: signal.body,
        answerStatus: signal.failure.status ?? null,
        // No two operations have the same, so its answer is known when it comes again.
        xId: xIdOf(signal.body),
      };
    case 'unsent':
      if (earlierDoubt) return backToDoubt(record, 'unsent', signal.reason, moment, 0);
      return again(record, 'unsent', signal.reason, moment, 0);
    case 'not-executed':
      if (earlierDoubt) return backToDoubt(record, 'not-executed', signal.reason, moment, 0);
      return again(record, 'not-executed', signal.reason, moment, 0);
    case 'unauthorized':
      if (earlierDoubt) return backToDoubt(record, 'not-executed', 'credentials-refused', moment, stepAsideMs(record));
      if (record.sendByMs === null) {
        return again(record, 'not-executed', 'credentials-refused', moment, stepAsideMs(record));
      }
      return fail('not-executed', { code: 'credentials-refused', message: words.credentialsRefused });
    case 'not-permitted':
      if (earlierDoubt) return backToDoubt(record, 'not-executed', 'credentials-refused', moment, stepAsideMs(record));
      return notPermitted(record, signal.shownGood, moment);
    case 'busy':
      if (earlierDoubt) return backToDoubt(record, 'not-executed', 'busy', moment, signal.retryAfterMs);
      if (record.sendByMs === null) return again(record, 'not-executed', 'busy', moment, signal.retryAfterMs);
      return fail('not-executed', { code: 'busy', message: words.busy, status: 429 });
  }
}

/**
 * The operation waits for the gateway's operator to permit it, as long as a pending one waits; each refusal is an
 * event, and while it lasts an alarm. It fails only where the gateway took others since its last refusal, so that
 * credentials that went bad meanwhile end nothing. Nothing was carried out, so there is nothing that a person could
 * find out.
 */
function notPermitted(record: OperationRecord, shownGood: boolean, moment: Moment): Change {
  const refusedSinceMs = record.refusedSinceMs ?? moment.nowMs;
  const isOver = shownGood && moment.nowMs - refusedSinceMs > moment.policy.pendingLimitMs;
  if (isOver || record.sendByMs !== null) {
    return fail('not-executed', { code: 'not-permitted', message: words.notPermitted });
  }
  const next = again(record, 'not-executed', 'credentials-refused', moment, stepAsideMs(record));
  return { ...next, event: 'refused-alone', refusedSinceMs };
}

/**
 * Credentials may be good for one operation and not for another. One that is refused again and again steps aside for
 * longer each time, so that the next in the queue can show that they are good.
 */
function stepAsideMs(record: OperationRecord): number {
  const refusals = record.attempts.filter((each) => each.fate === 'not-executed').length;
  return Math.min(300_000, 5_000 * 2 ** Math.min(refusals, 10));
}

/**
 * A terminal's first answer may hold the only trace number there ever is: it is kept even where the outcome is open.
 */
function kept(body: Json | null): { result?: Json } {
  return body === null ? {} : { result: body };
}

function xIdOf(body: Json | null): string | null {
  return textAt(body ?? undefined, 'xId');
}

/** After a restart: an intent without an outcome may have been carried out. */
export function afterRestart(command: Command, record: OperationRecord, moment: Moment): Change {
  if (asksAgain(command, record)) return unanswered('restarted', moment);
  return doubt('unknown', 'restarted', record, moment, null);
}

function asksAgain(command: Command, record: OperationRecord): boolean {
  return command.recovery(record.input) === 'ask-again';
}

function unanswered(reason: DoubtMark, moment: Moment): Change {
  const { code } = readMark(reason);
  const message = `${inEnglish(reason)} ${words.questionUnanswered}`;
  const failure: Failure = { code: 'no-answer', message, ...(code === null ? {} : { because: code }) };
  return { ...fail('settled', failure), answered: false, terminalUntilMs: stillAtWork(moment) };
}

/** Counted from the lost answer: between the intent and the first byte the machine may have slept. */
function stillAtWork({ nowMs, policy }: Moment): number {
  return nowMs + policy.processingMs;
}

function fail(fate: 'settled' | 'not-executed', failure: Failure): Change {
  return { state: 'failed', event: 'failed', fate, failure };
}

function doubt(
  state: 'pending' | 'unknown',
  reason: DoubtMark,
  record: OperationRecord,
  moment: Moment,
  xId: string | null,
): Change {
  const { nowMs, policy } = moment;
  return {
    state,
    event: state,
    fate: 'unresolved',
    reason,
    doubt: reason,
    xId,
    nextAtMs: nowMs + Math.min(firstLookUpMs, policy.processingMs),
    // From now, not from sending: a request may have been on its way all the time that we waited for its answer.
    processingUntilMs: nowMs + policy.processingMs,
    terminalUntilMs: stillAtWork(moment),
    lookUps: asBefore(record.lookUps),
  };
}

/** Keeps that a look-up once showed the operation, whatever was answered since. */
function asBefore({ count, lastAtMs, contradicted, seen }: LookUps): LookUps {
  return {
    count,
    absences: 0,
    failures: 0,
    lastAtMs,
    ...(contradicted === undefined ? {} : { contradicted }),
    ...(seen === undefined ? {} : { seen }),
  };
}

function backToDoubt(
  record: OperationRecord,
  fate: 'unsent' | 'not-executed' | 'refused',
  reason: DoubtMark,
  moment: Moment,
  floorMs: number,
): Change {
  const waitMs = Math.max(floorMs, backoffMs(record.attempts.length - 1, moment.fraction));
  return { state: 'unknown', event: 'unknown', fate, reason, doubt: reason, nextAtMs: moment.nowMs + waitMs };
}

/** Not executed for certain: it waits for its next try, or its time is over. */
function again(
  record: OperationRecord,
  fate: 'unsent' | 'not-executed',
  reason: DoubtMark,
  moment: Moment,
  floorMs: number,
): Change {
  const tries = record.attempts.length - 1;
  const waitMs = Math.max(floorMs, backoffMs(tries, moment.fraction));
  const nextAtMs = moment.nowMs + waitMs;
  if (record.sendByMs !== null && moment.lateMs + waitMs >= record.sendByMs) {
    const failure: Failure = { code: 'not-sent-in-time', message: words.expired };
    return { state: 'expired', event: 'expired', fate, reason, failure };
  }
  return { state: 'accepted', event: 'accepted-again', fate, reason, nextAtMs };
}
