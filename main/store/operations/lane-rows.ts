// Compares the table of lanes with the lanes that open operations name in their rows. The rows are bound to the journal
// (ADR 40), the table is not: a person who deletes the lane of a refund in doubt takes it out of the payment's sums,
// and the same money could be paid out again. The bridge compares both at the start, and before it uses a sum after
// another program wrote; missing lanes are put back. Lanes of terminals are not compared: they end with the terminal
// window, while their operation is still open.
import type { DatabaseSync } from 'node:sqlite';
import { allRows, laneOf, oneRow } from '../database/sql.ts';
import { behindAnother } from './lane-order.ts';

export interface MissingLaneRow {
  readonly id: string;
  readonly seq: number;
  readonly lane: string;
}

export interface LaneRows {
  /** Lanes that open operations should be in and are not; read again only after another program wrote. */
  missing(): readonly MissingLaneRow[];
  /** Puts them back, recomputes `blocked`, and returns what was missing. Call it within a transaction. */
  restore(): readonly MissingLaneRow[];
}

const openStates = `('accepted','sending','pending','unknown','needs-person')`;

// A row whose details are no JSON is not believed anyway.
const details = `CASE WHEN json_valid(operations.details) THEN operations.details ELSE '{}' END`;

const isBehind = behindAnother(`json_each(${details}, '$.lanes') AS named
    CROSS JOIN lanes AS mine ON mine.lane = named.value AND mine.seq = operations.seq`);

export const laneQueries = {
  nextEnvironment: `SELECT min(environment_id) AS id FROM operations WHERE environment_id > ?`,
  outOfLane: `SELECT operations.id AS id, operations.seq AS seq, named.value AS lane
    FROM operations INDEXED BY operations_by_state CROSS JOIN json_each(${details}, '$.lanes') AS named
    WHERE environment_id = ? AND state IN ${openStates} AND ${laneOf('payment', 'named.value')}
      AND NOT EXISTS (SELECT 1 FROM lanes WHERE lanes.lane = named.value AND lanes.seq = operations.seq)`,
  outOfTurn: `SELECT operations.id AS id, operations.seq AS seq, '' AS lane FROM operations INDEXED BY operations_by_state
    WHERE environment_id = ? AND state = 'accepted' AND blocked <> ${isBehind}`,
} as const;

/** `isBelieved`: a row that was changed is not used to restore lanes. */
export function createLaneRows(db: DatabaseSync, isBelieved: (id: string) => boolean = () => true): LaneRows {
  const nextEnvironment = db.prepare(laneQueries.nextEnvironment);
  const questions = [db.prepare(laneQueries.outOfLane), db.prepare(laneQueries.outOfTurn)];
  const version = db.prepare('PRAGMA data_version');
  const enter = db.prepare('INSERT INTO lanes (lane, seq) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const recompute = db.prepare(`UPDATE operations SET blocked = ${isBehind} WHERE state = 'accepted' AND seq = ?`);
  const waiting = db.prepare(`SELECT seq FROM operations INDEXED BY operations_by_state
    WHERE environment_id = ? AND state = 'accepted'`);
  let looked = -1;
  let found: readonly MissingLaneRow[] = [];

  const environments = (): readonly string[] => {
    const ids: string[] = [];
    const next = () => oneRow<{ id: string | null }>(nextEnvironment, ids.at(-1) ?? '')?.id ?? null;
    for (let id = next(); id !== null; id = next()) ids.push(id);
    return ids;
  };
  const missing = (): readonly MissingLaneRow[] => {
    const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
    if (now === looked) return found;
    looked = now;
    found = environments()
      .flatMap((id) => questions.flatMap((question) => allRows<MissingLaneRow>(question, id)))
      .filter(({ id }) => isBelieved(id));
    return found;
  };
  return {
    missing,
    restore() {
      const restored = missing();
      if (restored.length === 0) return restored;
      for (const { lane, seq } of restored) if (lane !== '') enter.run(lane, seq);
      for (const id of environments()) for (const { seq } of allRows<{ seq: number }>(waiting, id)) recompute.run(seq);
      found = [];
      return restored;
    },
  };
}

/** The missing place in words, for the log and the alarm. */
export function missingRowInWords({ id, lane }: MissingLaneRow): string {
  return lane === ''
    ? `operation ${id}: whether it waits for others was changed`
    : `operation ${id}: it was taken out of the order of its payment`;
}
