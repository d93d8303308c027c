// From a look-up to the operation's next state. A look-up that shows the operation is proof. One that does not show it
// proves something only where the same look-up once showed a known success of this kind (a positive control), and where
// it was made at least twice, the last time after the processing time. All else stays unknown or goes to a person.
import { approvalDoubt } from '../answers/approval.ts';
import { backoffMs } from '../gateway/backoff.ts';
import { type Change, sendings } from '../operation/change.ts';
import type { Command } from '#operations/define.ts';
import type { Observation } from '#operations/observation.ts';
import { type DoubtMark, readMark } from '#contract/operation/doubt.ts';
import { type Json, isJsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Moment } from '../operation/moment.ts';
import { keyLives } from '../operation/key-life.ts';
import type { LookUps, OperationRecord, SeenOf } from '../ports/record.ts';
import { words } from '../operation/words.ts';

/**
 * What a look-up brought; `no-answer` when the gateway gave none that can be used, `nothing-to-ask` where no look-up can
 * show the operation, so that the gateway was not asked.
 */
export interface Evidence {
  readonly observation: Observation | 'no-answer' | 'nothing-to-ask';
  readonly control: boolean;
  /** Whether the gateway's record lists the payment's operations: only then does it show that nothing is open. */
  readonly listed: boolean;
  /** The list in the gateway's record is not whole: then the operation is not sent again. */
  readonly partial: boolean;
  /** What of the operation the gateway's record shows, done or not. */
  readonly seen: SeenOf | null;
  /** The sum that the record names as moved by it, minor units. */
  readonly sum: number | null;
  /** The part of the gateway's record that is the operation's own. */
  readonly record: Json | null;
  /** The approved amount that the gateway's record shows, where it is not the amount asked for. */
  readonly approved: Money | null;
  /** How long the gateway wants not to be asked again; 0 where it named no time. */
  readonly retryAfterMs: number;
  /** Engine time, ms, when the gateway was asked: the answer may be judged much later, after the machine slept. */
  readonly askedAtMs: number;
}

/** How many look-ups are made, the last of them after the processing time, before a person is asked. */
const asksBeforePerson = 3;

/** The wait between look-ups of an operation that stays open, or gets no usable answer, grows up to this. */
const openWaitMs = 300_000;

/** In a paused folder the wait grows up to this: nothing is sent before a person lifts the pause, which takes hours. */
const liftingWaitMs = 900_000;

export function judge(command: Command, record: OperationRecord, evidence: Evidence, moment: Moment): Change {
  const lookUps = count(record.lookUps, evidence, moment.nowMs);
  const { observation } = evidence;
  if (observation === 'applied') {
    const result = merged(record.result, evidence.record);
    const found = { result, lookUps, ...(evidence.approved === null ? {} : { approved: evidence.approved }) };
    const doubtful = approvalDoubt(record, evidence.approved, moment.policy);
    if (doubtful !== null) {
      return { state: 'needs-person', event: 'needs-person', doubt: doubtful, terminalDone: true, ...found };
    }
    return { state: 'succeeded', event: 'found-applied', ...found, ...atWork(command, record) };
  }
  if (isRefused(command, record, evidence, lookUps, moment)) {
    const failure = { code: 'declined', message: words.declined } as const;
    return { state: 'failed', event: 'found-refused', failure, result: evidence.record, lookUps };
  }
  const asked = { record, evidence, lookUps, moment };
  if (command.recovery(record.input) === 'terminal-window') return atTerminal(asked);
  // However often it is asked for, this stays so; until nothing of it can be running, it may be shown too early.
  if (observation === 'contradicted' && processed(record, evidence, moment)) return person(asked, 'contradiction');
  if (record.state === 'pending' || lookUps.seenOpen === true) return whileOpen(asked);
  // A gateway that cannot be asked has not said that it cannot tell.
  if (observation === 'no-answer') return whileOpen(asked);
  if (!processed(record, evidence, moment)) {
    // A kind without a look-up waits until the processing time has passed: until then a request may still be running.
    return observation === 'nothing-to-ask'
      ? { ...askAgain(asked), nextAtMs: processedMs(record, moment) }
      : askAgain(asked);
  }
  if (observation === 'absent' && evidence.control)
    return lookUps.absences < 2 ? askAgain(asked) : disproved(command, asked);
  return cannotTell(command, asked);
}

/**
 * A refusal that the gateway's record shows ends the operation once nothing of it can be running: at a terminal the
 * customer may try another card in the same command, and a gateway another way to the host. A payment that leaves nothing
 * to reverse ends it only where no look-up or answer showed that it may be done.
 */
function isRefused(
  command: Command,
  record: OperationRecord,
  evidence: Evidence,
  { seenOpen, seen }: LookUps,
  moment: Moment,
): boolean {
  const isTerminals = command.recovery(record.input) === 'terminal-window';
  const isOver = isTerminals ? evidence.askedAtMs >= windowEndMs(record) : processed(record, evidence, moment);
  if (evidence.observation === 'refused') return isOver;
  const mayBeDone = record.state === 'pending' || seenOpen === true || seen !== undefined || wasTaken(command, record);
  return evidence.observation === 'impossible' && isOver && !mayBeDone;
}

/**
 * Another till or program may have reversed a payment that is reversed, while the terminal still works on our command.
 * A sale that is shown was made by our command, so its terminal is done.
 */
function atWork(command: Command, { input }: OperationRecord): Pick<Change, 'answered'> {
  return command.atTerminal && !command.createsPayment(input) ? { answered: false } : {};
}

/** A look-up's fields replace those of an earlier answer; fields that only the answer had (a trace number) stay. */
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

function count(before: LookUps, { observation, listed, ...evidence }: Evidence, nowMs: number): LookUps {
  if (observation === 'nothing-to-ask') return before;
  const seen = before.seen === 'own' ? before.seen : (evidence.seen ?? before.seen);
  // Only a look-up that shows that nothing is open ends `seenOpen`: `not-open`, or a list without the operation. Where
  // its own entry was seen, none does: the entry counts as open until a look-up shows how it ended.
  const shutOff = observation === 'not-open' || ((observation === 'absent' || observation === 'impossible') && listed);
  const closed = shutOff && seen !== 'own';
  const seenOpen = observation === 'pending' || (before.seenOpen === true && !closed);
  const sum = evidence.sum ?? before.sum;
  return {
    count: before.count + 1,
    absences: observation === 'absent' ? before.absences + 1 : 0,
    failures: observation === 'no-answer' ? before.failures + 1 : 0,
    lastAtMs: nowMs,
    ...(seenOpen ? { seenOpen } : {}),
    ...(observation === 'contradicted' || before.contradicted === true ? { contradicted: true } : {}),
    ...(seen === undefined ? {} : { seen }),
    ...(sum === undefined ? {} : { sum }),
  };
}

/** Whether it would mean anything not to see it now. Only then is it worth asking what else was never seen. */
export function absenceCounts(command: Command, record: OperationRecord, askedAtMs: number, moment: Moment): boolean {
  if (record.state === 'pending' || command.recovery(record.input) === 'terminal-window') return false;
  return processed(record, { askedAtMs }, moment) && !wasTaken(command, record);
}

/**
 * Whether an answer suggests that the gateway took it, though it proves no success: a 2xx, whatever its body is, or a
 * conflict, perhaps with this very operation. What a look-up does not show then contradicts the gateway. What moves no
 * money, as a deletion, is simply not done.
 */
function wasTaken(command: Command, { input, attempts }: OperationRecord): boolean {
  if (command.evidence(input).amount === 'not-read') return false;
  return attempts.some(({ answeredWith: status = 0 }) => status === 409 || (status >= 200 && status < 300));
}

/** Whether the gateway had its processing time when it was asked; attempts of an earlier run count from the restart. */
function processed(record: OperationRecord, { askedAtMs }: Pick<Evidence, 'askedAtMs'>, moment: Moment): boolean {
  return askedAtMs >= processedMs(record, moment);
}

function processedMs(record: OperationRecord, { startedAtMs, policy }: Moment): number {
  const earlier = record.attempts.some((each) => each.sentAtMs < startedAtMs);
  return Math.max(record.processingUntilMs, earlier ? startedAtMs + policy.processingMs : 0);
}

/** The wait grows with the time that the operation has been in doubt, up to `growsToMs`. */
function askAgain({ record, lookUps, moment, evidence }: Asked, growsToMs = 0): Change {
  const { nowMs, fraction, policy, paused } = moment;
  const grownMs = Math.min((nowMs - (record.doubtSinceMs ?? nowMs)) / 4, paused ? liftingWaitMs : growsToMs);
  const waitMs = backoffMs(lookUps.count, fraction, Math.max(1_000, policy.processingMs, grownMs));
  // The first look-up after the processing time is the one that counts, so it is not missed by the back-off.
  const early = record.processingUntilMs > nowMs && nowMs + waitMs > record.processingUntilMs;
  const nextAtMs = Math.max(nowMs + evidence.retryAfterMs, early ? record.processingUntilMs : nowMs + waitMs);
  return { state: record.state, event: 'looked-up', lookUps, nextAtMs };
}

/** What an answer contradicted tells the person more than that no look-up could tell. */
function person({ record, lookUps, evidence }: Asked, about: DoubtMark): Change {
  const unclear = about === 'look-up-cannot-tell' && lookUps.seen === 'sums' ? 'sums-may-show-it' : about;
  const seen = evidence.observation === 'contradicted' ? 'contradiction' : unclear;
  const doubt = seen === 'look-up-cannot-tell' ? (contraryAnswer(record) ?? seen) : seen;
  return { state: 'needs-person', event: 'needs-person', doubt, lookUps };
}

function contraryAnswer({ attempts }: OperationRecord): DoubtMark | null {
  const marks = attempts.flatMap(({ reason }) => (reason === null ? [] : [readMark(reason)]));
  const last = marks.findLast(({ code }) => code === 'contradiction');
  if (last === undefined) return null;
  return last.detail === null ? 'contradiction' : `contradiction: ${last.detail}`;
}

/** No look-up proves absence at a terminal: the card may be in it right now. */
function atTerminal(asked: Asked): Change {
  const { record, evidence } = asked;
  // The window may have passed while the network was away: the gateway is asked before a person is.
  if (evidence.observation === 'no-answer') return whileOpen(asked);
  const endMs = windowEndMs(record);
  if (evidence.askedAtMs >= endMs) return person(asked, 'look-up-cannot-tell');
  const change = askAgain(asked);
  return { ...change, nextAtMs: Math.min(change.nextAtMs ?? endMs, endMs) };
}

/** When a terminal can no longer be at work on it. */
function windowEndMs({ terminalUntilMs, processingUntilMs }: OperationRecord): number {
  return terminalUntilMs ?? processingUntilMs;
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
  const twice = lookUps.absences >= 2 || evidence.observation !== 'absent';
  if (keyed && !twice) return askAgain(asked);
  if (keyed && isNeverSentAgain(asked)) return person(asked, 'look-up-cannot-tell');
  if (keyed && keyLives(record, moment) && mayResend(record, moment)) {
    if (moment.paused) return askAgain(asked);
    return { state: 'sending', event: 'resending', lookUps };
  }
  const again = evidence.observation !== 'nothing-to-ask' && lookUps.count < asksBeforePerson;
  if (!keyed && again) return askAgain(asked);
  return person(asked, 'look-up-cannot-tell');
}

/**
 * Never sent again, with or without a key: an operation that an answer or a look-up contradicted, since something is
 * wrong; one that the gateway once showed, since it is there and may be processed again under its key while it is open;
 * one whose list is not whole; and one after an answer that says that data may be lost, since a look-up may then not
 * show it.
 */
function isNeverSentAgain({ record, lookUps, evidence }: Asked): boolean {
  if (lookUps.contradicted === true || lookUps.seen !== undefined || evidence.partial) return true;
  const lostData = record.attempts.some(({ reason }) => reason !== null && readMark(reason).code === 'fatal-code');
  return lostData || contraryAnswer(record) !== null;
}

function mayResend(record: OperationRecord, { policy }: Moment): boolean {
  return policy.keysTrusted || record.key === null ? sendings(record.attempts).length <= policy.maxResends : false;
}
