// What a rule decides about an operation, and how the decision becomes the next record. The rules (decide.ts,
// judge.ts) return a Change and write nothing; commit.ts writes the new state.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { DoubtMark } from '#contract/operation/doubt.ts';
import type { Failure } from '#contract/operation/failure.ts';
import type { Json, JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { type State, isFinal } from '#contract/operation/states.ts';
import { assertTransition } from './transitions.ts';
import type { Attempt, LookUps, OperationRecord } from '../ports/record.ts';

export interface Change {
  readonly state: State;
  /** The journal's name for what happened. */
  readonly event: JournalRecordType;
  /** Fate of the latest attempt; undefined leaves it. */
  readonly fate?: Attempt['fate'];
  /** For the attempt and the journal: a mark, or who cancelled it. */
  readonly reason?: DoubtMark | `by ${string}`;
  /** The HTTP status of the answer to the latest attempt, where that left the outcome open. */
  readonly answeredWith?: number;
  readonly result?: Json | null;
  /** The HTTP status that `result` came with; without one the result is no answer to this operation. */
  readonly answerStatus?: number | null;
  readonly failure?: Failure;
  /** What was really approved, where that is known now. */
  readonly approved?: Money;
  /** The terminal is done with it, though a person has to decide. */
  readonly terminalDone?: true;
  readonly doubt?: DoubtMark;
  /** Engine time, ms: since when the gateway refuses it alone; kept while it waits or is being sent. */
  readonly refusedSinceMs?: number;
  /** Engine time, ms. */
  readonly nextAtMs?: number;
  readonly processingUntilMs?: number;
  /** The terminal may be at work at least until then; it never makes its window shorter. */
  readonly terminalUntilMs?: number;
  readonly lookUps?: LookUps;
  readonly xId?: string | null;
  /** More for the journal: who decided, and why. */
  readonly facts?: JsonObject;
  /** False: it ends although no answer came, so the gateway or terminal may still be working on it. */
  readonly answered?: false;
  /** It was proved not executed: every unresolved attempt is disproved, and its send deadline no longer counts. */
  readonly disproved?: boolean;
}

/** Attempts that may have been executed, the latest included while it is open. */
export function unresolved(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter((each) => each.fate === 'open' || each.fate === 'unresolved');
}

/** Attempts that may have been executed when they were sent: not those that the gateway said it did not run. */
export function sendings(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter((each) => each.fate !== 'unsent' && each.fate !== 'not-executed');
}

/** Whether a look-up once proved that it was not carried out, so that it waited to be sent again. */
export function wasDisproved({ attempts }: Pick<OperationRecord, 'attempts'>): boolean {
  return attempts.some(({ fate }) => fate === 'disproved');
}

export function applyChange(record: OperationRecord, change: Change, nowMs: number): OperationRecord {
  assertTransition(record.state, change.state);
  const inDoubt = change.state === 'unknown' || change.state === 'pending' || change.state === 'needs-person';
  const { xId } = change;
  return {
    ...record,
    state: change.state,
    revision: record.revision + 1,
    attempts: nextAttempts(record.attempts, change),
    result: change.result === undefined ? record.result : change.result,
    answerStatus: answerStatusOf(record, change),
    failure: change.failure ?? record.failure,
    approved: change.approved ?? record.approved,
    doubt: inDoubt ? (change.doubt ?? record.doubt) : null,
    doubtSinceMs: inDoubt ? (record.doubtSinceMs ?? nowMs) : null,
    nextAtMs: change.nextAtMs ?? record.nextAtMs,
    processingUntilMs: change.processingUntilMs ?? record.processingUntilMs,
    lookUps: change.lookUps ?? record.lookUps,
    xIds: xId === undefined || xId === null || record.xIds.includes(xId) ? record.xIds : [...record.xIds, xId],
    terminalUntilMs: terminalUntil(record, change, nowMs),
    refusedSinceMs: refusedSince(record, change),
    sendByMs: change.disproved === true ? null : record.sendByMs,
    updatedAtMs: nowMs,
  };
}

function refusedSince(record: OperationRecord, { state, refusedSinceMs }: Change): number | null {
  const waits = state === 'accepted' || state === 'sending';
  return waits ? (refusedSinceMs ?? record.refusedSinceMs) : null;
}

function terminalUntil(record: OperationRecord, change: Change, nowMs: number): number | null {
  if (change.state === 'accepted') return null;
  if (change.terminalDone === true) return record.terminalUntilMs === null ? null : nowMs;
  return later(record.terminalUntilMs, change.terminalUntilMs);
}

/**
 * The status of the answer that the result came with. Null for an end without an answer: an earlier one said otherwise.
 */
function answerStatusOf(record: OperationRecord, change: Change): number | null {
  if (change.result !== undefined) return change.answerStatus ?? null;
  return isFinal(change.state) ? null : record.answerStatus;
}

function later(until: number | null, more: number | undefined): number | null {
  return until === null || more === undefined ? until : Math.max(until, more);
}

function nextAttempts(attempts: readonly Attempt[], change: Change): readonly Attempt[] {
  const closing = isFinal(change.state);
  return attempts.map((attempt, index) => {
    const latest = index === attempts.length - 1;
    if (latest && change.fate !== undefined) {
      const { fate, answeredWith } = change;
      const answered = answeredWith === undefined ? {} : { answeredWith };
      return { ...attempt, fate, reason: change.reason ?? attempt.reason, ...answered };
    }
    const doubtful = attempt.fate === 'open' || attempt.fate === 'unresolved';
    if (doubtful && change.disproved === true) return { ...attempt, fate: 'disproved' };
    if (doubtful && closing) return { ...attempt, fate: 'settled' };
    return attempt;
  });
}

/** The outcome of a person's decision or other act. */
export type DecisionResult =
  /** `record` is final, or still needs a second person. */
  | { readonly type: 'decided'; readonly record: OperationRecord }
  | { readonly type: 'refused'; readonly refusal: Refusal };
