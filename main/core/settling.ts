// What people do to an operation that stands there: they decide it, keep what was approved, free its terminal, take it
// back. One transaction each. The running engine does it through here, and so does a command while no bridge runs.
import type { Decision, Person } from '#contract/people.ts';
import { type Cancellation, cancelIn } from './cancel.ts';
import { commandFor } from './context.ts';
import { type Settlement, freeTerminal, keepApproved, settle } from './decisions.ts';
import type { Clock } from './ports/clock.ts';
import type { Store, StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import { payOtherwise, takeBackRest } from './tender.ts';
import { unlessStorageFails } from './unless-storage-fails.ts';

/** Each gives null where there is no such operation. */
export interface Settling {
  /** A person says what became of it. */
  decide(id: string, decision: Omit<Decision, 'atMs'>): Promise<Settlement | null>;
  /** A person takes what was really approved, less or more than was asked for. */
  keepApproved(id: string, by: Person | null): Promise<Settlement | null>;
  /** A person says that the rest of a sale was paid without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise(id: string, by: Person | null, value: number): Promise<Settlement | null>;
  /**
   * A person takes back the latest note of that kind. `closedAtMs`: when the last shift was closed, engine time, or null;
   * asked inside the transaction.
   */
  takeBackRest(
    id: string,
    by: Person | null,
    reason: string,
    closedAtMs: () => number | null,
  ): Promise<Settlement | null>;
  /** A person has seen that the terminal is idle: it is free again, while the outcome stays unknown. */
  freeTerminal(id: string, by: Person | null, reason: string): Promise<Settlement | null>;
  /** Takes back what was not sent. `by` goes into the journal. */
  cancel(id: string, by: string): Promise<Cancellation | null>;
}

/** The same for a command: what is journalled keeps its wish (contract/control.ts). */
export interface SettlingFor {
  settlingFor(request: string): Settling;
}

export type SettlingOf = Settling & SettlingFor;

export interface SettlingPorts {
  readonly store: Store;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** After the commit. */
  readonly changed: (record: OperationRecord) => void;
}

export function createSettling(ports: SettlingPorts): SettlingOf {
  return { ...settlingOf(ports, null), settlingFor: (request) => settlingOf(ports, request) };
}

function settlingOf({ store, clock, changed }: SettlingPorts, request: string | null): Settling {
  async function change<T extends Settlement | Cancellation>(
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
      change(id, (tx, record, atMs) => settle(tx, commandFor(record), record, { ...decision, atMs }, atMs)),
    keepApproved: (id, by) => change(id, (tx, record, atMs) => keepApproved(tx, commandFor(record), record, by, atMs)),
    payRestOtherwise: (id, by, value) =>
      change(id, (tx, record, atMs) => payOtherwise(tx, record, { by, value, atMs })),
    takeBackRest: (id, by, reason, closedAtMs) =>
      change(id, (tx, record, atMs) => takeBackRest(tx, record, { by, reason, atMs, closedAtMs: closedAtMs() })),
    freeTerminal: (id, by, reason) => change(id, (tx, record, atMs) => freeTerminal(tx, record, { by, reason, atMs })),
    cancel: (id, by) => change(id, (tx, record, atMs) => cancelIn(tx, record, by, atMs)),
  };
}

function noting(tx: StoreWrites, request: string): StoreWrites {
  return { ...tx, journal: (entry) => tx.journal({ ...entry, data: { ...entry.data, request } }) };
}
