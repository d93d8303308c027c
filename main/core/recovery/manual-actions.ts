// What people do to an operation: decide it, keep what was approved, note that its rest was paid otherwise, free its
// terminal, cancel it. Each is one transaction. The running engine calls this; so does a command while no bridge runs.
import type { DecisionResult } from '../operation/change.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Decision, Person } from '#contract/people/people.ts';
import { type Cancellation, cancelIn } from '../acceptance/cancel.ts';
import { commandFor } from '../gateway/context.ts';
import { freeTerminal, keepApproved, decide } from './decisions.ts';
import { seeDiffering } from '../payments/differing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store, StoreWrites } from '../ports/store.ts';
import type { Environment, OperationRecord } from '../ports/record.ts';
import { payOtherwise, takeBackRest } from '../sale/tender.ts';
import { unlessStorageFails } from '../operation/unless-storage-fails.ts';

/** Each gives null where there is no such operation. */
export interface ManualActions {
  /** A person says how it ended. */
  decide(id: string, decision: Omit<Decision, 'atMs'>): Promise<DecisionResult | null>;
  /** A person accepts the amount that was really approved, less or more than was asked for. */
  keepApproved(id: string, by: Person | null): Promise<DecisionResult | null>;
  /** A person says that the rest of a sale was paid without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise(id: string, by: Person | null, value: number): Promise<DecisionResult | null>;
  /**
   * A person takes back the latest note of that kind. `closedAtMs`: when the last shift was closed, engine time, or null;
   * asked inside the transaction.
   */
  takeBackRest(
    id: string,
    by: Person | null,
    reason: string,
    closedAtMs: () => number | null,
  ): Promise<DecisionResult | null>;
  /** A person has seen that a customer paid another sum than was asked for. */
  seeDiffering(id: string, by: Person | null): Promise<DecisionResult | null>;
  /** A person has seen that the terminal is idle: it is free again, while the outcome stays unknown. */
  freeTerminal(id: string, by: Person | null, reason: string): Promise<DecisionResult | null>;
  /** Cancels an operation that was not sent. `by` goes into the journal. */
  cancel(id: string, by: string): Promise<Cancellation | null>;
}

/** The same for a command: what is journalled keeps its wish (contract/programs/control.ts). */
export interface ManualActionsFor {
  manualActionsFor(request: string): ManualActions;
}

export type ManualActionsOf = ManualActions & ManualActionsFor;

export interface ManualActionPorts {
  readonly store: Store;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Null for a command while no bridge runs: the mode is then not known. */
  readonly environment: Pick<Environment, 'id' | 'mode'> | null;
  /** After the commit. */
  readonly changed: (record: OperationRecord) => void;
}

export function createManualActions(ports: ManualActionPorts): ManualActionsOf {
  return { ...manualActionsOf(ports, null), manualActionsFor: (request) => manualActionsOf(ports, request) };
}

function manualActionsOf(ports: ManualActionPorts, request: string | null): ManualActions {
  const { store, clock, environment, changed } = ports;
  const modeOf = ({ environmentId }: OperationRecord): Mode | null =>
    environment?.id === environmentId ? environment.mode : null;
  async function change<T extends DecisionResult | Cancellation>(
    id: string,
    work: (tx: StoreWrites, record: OperationRecord, atMs: number) => T,
  ) {
    const outcome = await unlessStorageFails(store, () =>
      store.transact((tx): T | null => {
        const record = tx.operation(id);
        const writes = request === null ? tx : noting(tx, request);
        return record === null ? null : work(writes, record, Math.max(clock.nowMs(), record.updatedAtMs));
      }),
    );
    if (outcome !== null && outcome.type !== 'refused') changed(outcome.record);
    return outcome;
  }

  return {
    decide: (id, decision) =>
      change(id, (tx, record, atMs) => decide(tx, commandFor(record), record, { ...decision, atMs }, atMs)),
    keepApproved: (id, by) => change(id, (tx, record, atMs) => keepApproved(tx, commandFor(record), record, by, atMs)),
    payRestOtherwise: (id, by, value) =>
      change(id, (tx, record, atMs) => payOtherwise(tx, record, { by, value, atMs, mode: modeOf(record) })),
    takeBackRest: (id, by, reason, closedAtMs) =>
      change(id, (tx, record, atMs) =>
        takeBackRest(tx, record, { by, reason, atMs, closedAtMs: closedAtMs(), mode: modeOf(record) }),
      ),
    seeDiffering: (id, by) => change(id, (tx, record, atMs) => seeDiffering(tx, record, by, atMs)),
    freeTerminal: (id, by, reason) => change(id, (tx, record, atMs) => freeTerminal(tx, record, { by, reason, atMs })),
    cancel: (id, by) => change(id, (tx, record, atMs) => cancelIn(tx, record, by, atMs)),
  };
}

function noting(tx: StoreWrites, request: string): StoreWrites {
  return { ...tx, journal: (entry) => tx.journal({ ...entry, data: { ...entry.data, request } }) };
}
