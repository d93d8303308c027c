// From a look-up to the operation's next state (design section 3, third table). Seen is proof. Not seen proves
// something only where a known success of this kind was once seen by the same look-up (a positive control), asked
// at least twice, the last time after the processing time. Everything else stays unknown or goes to a person.
import { approvalDoubt } from './answers/approval.ts';
import { backoffMs } from './backoff.ts';
import { type Change, sendings, unresolved } from './change.ts';
import type { Command, Sighting } from '#operations/define.ts';
import { type DoubtMark, readMark } from '#contract/doubt.ts';
import { type Json, isJsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Moment } from './decide.ts';
import { keyLives } from './key-life.ts';
import type { LookUps, OperationRecord, SeenOf } from './record.ts';
import { words } from './words.ts';

/**
 * What a look-up brought; `no-answer` when the gateway gave none that can be used, `nothing-to-ask` where no look-up can
 * show the operation, so that nobody was asked.
 */
export interface Evidence {
  readonly sighting: Sighting | 'no-answer' | 'nothing-to-ask';
  readonly control: boolean;
  /** Whether the record lists the payment's operations: only then does it show that nothing is open. */
  readonly listed: boolean;
  /** The record's list is not whole: then nothing is sent again by it. */
  readonly partial: boolean;
  /** What of it the record shows, done or not. */
  readonly seen: SeenOf | null;
  /** What of the record is the operation's own. */
  readonly record: Json | null;
  /** What it shows was approved, where that is another amount than was asked for. */
  readonly approved: Money | null;
  /** The gateway asked not to be asked again before; 0 for nothing. */
  readonly retryAfterMs: number;
  /** Engine time, ms, when it was asked: what came back may be weighed much later, after a sleep. */
  readonly askedAtMs: number;
}

/** Looked up so often after the processing time before a person is asked. */
const asksBeforePerson = 3;

/** What is open for hours, or cannot be asked for, is asked for less often: up to the back-off's cap (design section 3). */
const openWaitMs = 300_000;

/** Nothing of a paused folder is sent before a person has lifted the pause, which takes hours. */
const liftingWaitMs = 900_000;

export function judge(command: Command, record: OperationRecord, evidence: Evidence, moment: Moment): Change {
  const lookUps = count(record.lookUps, evidence, moment.nowMs);
  const { sighting } = evidence;
  if (sighting === 'applied') {
    const result = merged(record.result, evidence.record);
    const found = { result, lookUps, ...(evidence.approved === null ? {} : { approved: evidence.approved }) };
    const doubtful = approvalDoubt(record, evidence.approved, moment.policy);
    if (doubtful !== null) {
      return { state: 'needs-person', event: 'needs-person', doubt: doubtful, terminalDone: true, ...found };
    }
    return { state: 'succeeded', event: 'found-applied', ...found, ...atWork(command, record) };
  }
  if (isRefused(record, evidence, lookUps, moment)) {
    const failure = { code: 'declined', message: words.declined } as const;
    return { state: 'failed', event: 'found-refused', failure, result: evidence.record, lookUps };
  }
  const asked = { record, evidence, lookUps, moment };
  if (command.recovery(record.input) === 'terminal-window') return atTerminal(asked);
  // However often it is asked for, this stays so; until nothing of it can be running, it may be shown too early.
  if (sighting === 'contradicted' && processed(record, evidence, moment)) return person(asked, 'contradiction');
  if (record.state === 'pending' || lookUps.seenOpen === true) return whileOpen(asked);
  // A gateway that cannot be asked has not said that it cannot tell.
  if (sighting === 'no-answer') return whileOpen(asked);
  if (!processed(record, evidence, moment)) {
    // Where nobody can be asked, there is nothing to do before nothing can be running any more.
    return sighting === 'nothing-to-ask'
      ? { ...askAgain(asked), nextAtMs: processedMs(record, moment) }
      : askAgain(asked);
  }
  if (sighting === 'absent' && evidence.control)
    return lookUps.absences < 2 ? askAgain(asked) : disproved(command, asked);
  return cannotTell(command, asked);
}

/**
 * A record that lists the refusal ends the one attempt that the refusal can mean. A payment that leaves nothing to reverse
 * ends an attempt only when the gateway can no longer be at work on it.
 */
function isRefused(record: OperationRecord, evidence: Evidence, { seenOpen, seen }: LookUps, moment: Moment): boolean {
  const isOver = processed(record, evidence, moment);
  if (evidence.sighting === 'refused') return isOver || unresolved(record.attempts).length <= 1;
  const mayBeDone = record.state === 'pending' || seenOpen === true || seen !== undefined;
  return evidence.sighting === 'impossible' && isOver && !mayBeDone;
}

/**
 * A payment that is reversed may have been reversed by somebody else, while the terminal still works on our command.
 * A sale that is there was made by the command that made it, so its terminal is done.
 */
function atWork(command: Command, { input }: OperationRecord): Pick<Change, 'answered'> {
  return command.atTerminal(input) && !command.createsPayment(input) ? { answered: false } : {};
}

/** What a look-up shows goes before an earlier answer; what only that answer had (a trace number) stays. */
function merged(before: Json | null | undefined, seen: Json | null | undefined): Json | null {
  if (!isJsonObject(before) || !isJsonObject(seen)) return seen ?? before ?? null;
  const names = [...new Set([...Object.keys(before), ...Object.keys(seen)])];
  return Object.fromEntries(names.map((name) => [name, merged(before[name], seen[name])]));
}

interface Asked {
  readonly record: OperationRecord;
  readonly evidence: Evidence;
  readonly lookUps: LookUps;
  readonly moment: Moment;
}

function count(before: LookUps, { sighting, listed, ...evidence }: Evidence, nowMs: number): LookUps {
  if (sighting === 'nothing-to-ask') return before;
  const seen = before.seen === 'own' ? before.seen : (evidence.seen ?? before.seen);
  // Only what shows that nothing is open takes back that it was seen to be open, and not what shows little or nothing.
  // Its own entry is there as long as nothing shows how it ended.
  const shutOff = sighting === 'not-open' || ((sighting === 'absent' || sighting === 'impossible') && listed);
  const closed = shutOff && seen !== 'own';
  const seenOpen = sighting === 'pending' || (before.seenOpen === true && !closed);
  return {
    count: before.count + 1,
    absences: sighting === 'absent' ? before.absences + 1 : 0,
    failures: sighting === 'no-answer' ? before.failures + 1 : 0,
    lastAtMs: nowMs,
    ...(seenOpen ? { seenOpen } : {}),
    ...(sighting === 'contradicted' || before.contradicted === true ? { contradicted: true } : {}),
    ...(seen === undefined ? {} : { seen }),
  };
}

/** Whether it would mean anything not to see it now. Only then is it worth asking what else was never seen. */
export function absenceCounts(command: Command, record: OperationRecord, askedAtMs: number, moment: Moment): boolean {
  if (record.state === 'pending' || command.recovery(record.input) === 'terminal-window') return false;
  return processed(record, { askedAtMs }, moment);
}

/** Whether nothing of it could still be running at the gateway when it was asked; attempts from before a restart count from the restart. */
function processed(record: OperationRecord, { askedAtMs }: Pick<Evidence, 'askedAtMs'>, moment: Moment): boolean {
  return askedAtMs >= processedMs(record, moment);
}

function processedMs(record: OperationRecord, { startedAtMs, policy }: Moment): number {
  const earlier = record.attempts.some((each) => each.sentAtMs < startedAtMs);
  return Math.max(record.processingUntilMs, earlier ? startedAtMs + policy.processingMs : 0);
}

/** The wait grows with the time that it was in doubt already, up to `growsToMs`. */
function askAgain({ record, lookUps, moment, evidence }: Asked, growsToMs = 0): Change {
  const { nowMs, fraction, policy, paused } = moment;
  const grownMs = Math.min((nowMs - (record.doubtSinceMs ?? nowMs)) / 4, paused ? liftingWaitMs : growsToMs);
  const waitMs = backoffMs(lookUps.count, fraction, Math.max(1_000, policy.processingMs, grownMs));
  // The first look-up after the processing time is the one that counts, so it is not missed by the back-off.
  const early = record.processingUntilMs > nowMs && nowMs + waitMs > record.processingUntilMs;
  const nextAtMs = Math.max(nowMs + evidence.retryAfterMs, early ? record.processingUntilMs : nowMs + waitMs);
  return { state: record.state, event: 'looked-up', lookUps, nextAtMs };
}

/** What an answer disagreed in helps the person more than that no look-up could tell. */
function person({ record, lookUps, evidence }: Asked, about: DoubtMark): Change {
  const unclear = about === 'look-up-cannot-tell' && lookUps.seen === 'sums' ? 'sums-may-show-it' : about;
  const seen = evidence.sighting === 'contradicted' ? 'contradiction' : unclear;
  const doubt = seen === 'look-up-cannot-tell' ? (contraryAnswer(record) ?? seen) : seen;
  return { state: 'needs-person', event: 'needs-person', doubt, lookUps };
}

function contraryAnswer({ attempts }: OperationRecord): DoubtMark | null {
  const marks = attempts.flatMap(({ reason }) => (reason === null ? [] : [readMark(reason)]));
  const last = marks.findLast(({ code }) => code === 'contradiction');
  if (last === undefined) return null;
  return last.detail === null ? 'contradiction' : `contradiction: ${last.detail}`;
}

/** Nothing is proof of absence at a terminal: the card may be in it right now. */
function atTerminal(asked: Asked): Change {
  const { record, evidence } = asked;
  // The window may have passed while the network was away: a person is asked only after the gateway was.
  if (evidence.sighting === 'no-answer') return whileOpen(asked);
  if (evidence.askedAtMs >= (record.terminalUntilMs ?? record.processingUntilMs))
    return person(asked, 'look-up-cannot-tell');
  const change = askAgain(asked);
  const until = record.terminalUntilMs ?? record.processingUntilMs;
  return { ...change, nextAtMs: Math.min(change.nextAtMs ?? until, until) };
}

function whileOpen(asked: Asked): Change {
  const { record, moment } = asked;
  const sinceMs = Math.max(record.doubtSinceMs ?? moment.nowMs, 0);
  if (moment.nowMs - sinceMs > moment.policy.pendingLimitMs) return person(asked, 'still-open');
  return askAgain(asked, openWaitMs);
}

/** Proved not executed. */
function disproved(command: Command, asked: Asked): Change {
  const { record, lookUps, moment } = asked;
  if (moment.paused) return askAgain(asked);
  if (isNeverSentAgain(asked)) return person(asked, 'look-up-cannot-tell');
  if (command.recovery(record.input) === 'look-up-only') {
    const failure = { code: 'not-executed', message: words.notExecuted } as const;
    return { state: 'failed', event: 'found-not-executed', failure, lookUps, disproved: true };
  }
  // Proved absent, and the last try was refused: there is nothing left to find out, and nothing to try.
  if (record.attempts.at(-1)?.fate === 'refused') {
    const failure = { code: 'declined', message: words.declined } as const;
    return { state: 'failed', event: 'found-not-executed', failure, lookUps, disproved: true };
  }
  const keyGone = record.key !== null && !keyLives(record, moment);
  if (keyGone || !mayResend(record, moment)) return person(asked, 'look-up-cannot-tell');
  const fresh = { ...lookUps, absences: 0, failures: 0 };
  return { state: 'accepted', event: 'found-not-executed', lookUps: fresh, nextAtMs: moment.nowMs, disproved: true };
}

function cannotTell(command: Command, asked: Asked): Change {
  const { record, lookUps, moment, evidence } = asked;
  const keyed = command.recovery(record.input) === 'keyed-resend' && record.key !== null;
  const twice = lookUps.absences >= 2 || evidence.sighting !== 'absent';
  if (keyed && !twice) return askAgain(asked);
  if (keyed && isNeverSentAgain(asked)) return person(asked, 'look-up-cannot-tell');
  if (keyed && keyLives(record, moment) && mayResend(record, moment)) {
    if (moment.paused) return askAgain(asked);
    return { state: 'sending', event: 'resending', lookUps };
  }
  const again = evidence.sighting !== 'nothing-to-ask' && lookUps.count < asksBeforePerson;
  if (!keyed && again) return askAgain(asked);
  return person(asked, 'look-up-cannot-tell');
}

/**
 * An answer or a look-up that disagreed with what was asked says that something is wrong: it is never sent again, keys or
 * not. Nor is what the gateway once showed: it is there, and a key may be processed again while it is open. Where data may
 * be lost, so may be what a look-up would show.
 */
function isNeverSentAgain({ record, lookUps, evidence }: Asked): boolean {
  if (lookUps.contradicted === true || lookUps.seen !== undefined || evidence.partial) return true;
  const lostData = record.attempts.some(({ reason }) => reason !== null && readMark(reason).code === 'fatal-code');
  return lostData || contraryAnswer(record) !== null;
}

function mayResend(record: OperationRecord, { policy }: Moment): boolean {
  return policy.keysTrusted || record.key === null ? sendings(record.attempts).length <= policy.maxResends : false;
}
