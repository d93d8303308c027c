// A person settles what nobody could find out: with a reason and what they looked at. Money out needs two people who
// say the same, because one of them may have been paid. What was decided stays on record, also where it was overruled.
import type { Decision } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Command } from '#operations/define.ts';
import { voicesNeeded } from './authority.ts';
import type { Change } from './change.ts';
import { commitChange } from './commit.ts';
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
  const agreeing = decisions.filter(({ outcome }) => outcome === decision.outcome);
  const settled = agreeing.length >= voicesNeeded(command, record.input);
  const said = { ...record, decisions };
  if (!settled) return { type: 'decided', record: note(tx, said, decision, nowMs) };
  const next = commitChange(tx, command, said, changeOf(decision), nowMs);
  return { type: 'decided', record: next };
}

function note(tx: StoreWrites, record: OperationRecord, decision: Decision, nowMs: number): OperationRecord {
  const next = { ...record, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  const data = { ...decisionData(decision), revision: next.revision, state: next.state };
  tx.journal({ type: 'decision-noted', operationId: next.id, atMs: nowMs, data });
  return next;
}

function changeOf(decision: Decision): Change {
  const common = { event: 'decided', facts: decisionData(decision) } as const;
  if (decision.outcome === 'succeeded') return { state: 'succeeded', ...common };
  return { state: 'failed', ...common, failure: { code: 'decided', message: words.decidedFailed } };
}

function decisionData({ outcome, reason, evidence, by }: Decision) {
  return { outcome, reason, evidence, by: { id: by.id, name: by.name, role: by.role } };
}
