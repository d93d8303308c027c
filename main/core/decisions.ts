// A person settles what nobody could find out: with a reason and what they looked at. Money out needs two people who
// say the same, because one of them may have been paid. What was decided stays on record, also where it was overruled.
import { readMark } from '#contract/doubt.ts';
import type { Decision, Person, Slip } from '#contract/people.ts';
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Command } from '#operations/define.ts';
import { voicesNeeded } from './money-out.ts';
import type { Change } from './change.ts';
import { commitChange, commitTerminalEnd, personOrNull } from './commit.ts';
import type { StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import { words } from './words.ts';

export type Settlement =
  /** `record` is final, or still needs a second person. */
  | { readonly type: 'decided'; readonly record: OperationRecord }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export function settle(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  decision: Decision,
  nowMs: number,
): Settlement {
  if (record.state !== 'needs-person') {
    const detail = `It is in state ${record.state}; only what needs a person can be decided.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  // Whoever decides again has thought better of it.
  const others = record.decisions.filter(({ by }) => by.id !== decision.by.id);
  const decisions = [...others, decision];
  const agreeing = decisions.filter((each) => saysTheSame(each, decision));
  const settled = agreeing.length >= voicesNeeded(tx, record.environmentId, command, record.input);
  const said = { ...record, decisions };
  if (!settled) return { type: 'decided', record: note(tx, said, decision, nowMs) };
  const next = commitChange(tx, command, said, changeOf(decision, said), nowMs);
  return { type: 'decided', record: next };
}

/** A person takes what was really approved: the gateway said it, so nothing has to be found out. */
export function keepApproved(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  by: Person | null,
  atMs: number,
): Settlement {
  const code = record.doubt === null ? null : readMark(record.doubt).code;
  if (record.state !== 'needs-person' || (code !== 'approved-less' && code !== 'approved-more')) {
    const detail = `It is in state ${record.state}, and no other amount than the one asked for was approved.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const change: Change = { state: 'succeeded', event: 'approved-amount-kept', facts: { by: personOrNull(by) } };
  return { type: 'decided', record: commitChange(tx, command, record, change, atMs) };
}

/** Frees the terminal of a command whose outcome is not known; the payment's lane stays held. */
export function freeTerminal(
  tx: StoreWrites,
  record: OperationRecord,
  { by, reason, atMs }: { readonly by: Person | null; readonly reason: string; readonly atMs: number },
): Settlement {
  const inDoubt = record.state === 'unknown' || record.state === 'pending' || record.state === 'needs-person';
  if (!inDoubt || record.terminalUntilMs === null) {
    const detail = `It is in state ${record.state} and holds no terminal that could be freed.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const next = commitTerminalEnd(tx, record, atMs);
  const data = {
    terminalId: record.terminalId,
    reason,
    state: next.state,
    revision: next.revision,
    by: personOrNull(by),
  };
  tx.journal({ type: 'terminal-freed', operationId: next.id, atMs, data });
  return { type: 'decided', record: next };
}

function note(tx: StoreWrites, record: OperationRecord, decision: Decision, nowMs: number): OperationRecord {
  const next = { ...record, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  const data = { ...decisionData(decision), revision: next.revision, state: next.state };
  tx.journal({ type: 'decision-noted', operationId: next.id, atMs: nowMs, data });
  return next;
}

/** The same outcome, and for a success the same sum: a slip of 50.00 and one of 100.00 are two stories. */
function saysTheSame(one: Decision, other: Decision): boolean {
  return one.outcome === other.outcome && one.slip?.amountMinor === other.slip?.amountMinor;
}

function changeOf(decision: Decision, record: OperationRecord): Change {
  const common = { event: 'decided', facts: decisionData(decision) } as const;
  if (decision.outcome === 'succeeded') {
    const { slip } = decision;
    const { amount } = record;
    const minor = slip?.amountMinor;
    return {
      state: 'succeeded',
      ...common,
      ...(minor === undefined || amount === null ? {} : { approved: { value: minor, currency: amount.currency } }),
      ...(slip === undefined ? {} : { result: withSlip(record.result, slip) }),
    };
  }
  return { state: 'failed', ...common, failure: { code: 'decided', message: words.decidedFailed } };
}

/** What the slip shows is kept where an answer would have had it, so that the payment is found and refunded by it. */
function withSlip(result: Json | null, { traceNr, approvalCode, payId }: Slip): Json {
  const shown = { traceNr, approvalCode, payId };
  const given = Object.entries(shown).filter((each): each is [string, string] => each[1] !== undefined);
  return { ...(isJsonObject(result) ? result : {}), ...Object.fromEntries(given) };
}

function decisionData({ outcome, reason, evidence, by, slip }: Decision): JsonObject {
  return {
    outcome,
    reason,
    evidence,
    by: { id: by.id, name: by.name, role: by.role },
    ...(slip === undefined ? {} : { slip: { ...slip } }),
  };
}
