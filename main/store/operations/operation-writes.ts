// Writes operations and their places in lanes. An operation may run when it is first in all of its lanes. The flag
// `blocked` keeps that and changes only where an operation leaves a lane, so that finding work never scans what waits.
import type { DatabaseSync } from 'node:sqlite';
import type { StoreWrites } from '#core/ports/store.ts';
import { AlteredRow, StaleRevision } from '../database/errors.ts';
import { behindAnother, enteringLanes, firstInLane, isTerminal } from './lane-order.ts';
import type { Bindings } from './operation-binding.ts';
import { rowOf, sealingOnce } from './operation-row.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, laneOf, oneRow } from '../database/sql.ts';

export type OperationWrites = Pick<StoreWrites, 'insert' | 'update' | 'enter' | 'release'>;

const insertSql = `
  INSERT INTO operations (id, kind, state, revision, client_id, request_id, environment_id, trans_id, pay_id, ref_nr,
    terminal_id, amount_minor, currency, claim, creates_payment, refund_day, refunder, interactive, blocked,
    holds_terminal, answered, offer_next_at, refused_since, part_of, refund_of, next_at, send_by, terminal_until, created_at, updated_at,
    details, sealed, bound)
  VALUES (:id, :kind, :state, :revision, :client_id, :request_id, :environment_id, :trans_id, :pay_id, :ref_nr,
    :terminal_id, :amount_minor, :currency, :claim, :creates_payment, :refund_day, :refunder, :interactive, :blocked,
    :holds_terminal, 0, :offer_next_at, :refused_since, :part_of, :refund_of, :next_at, :send_by, :terminal_until, :created_at, :updated_at,
    :details, :sealed, '')`;

// Only from `sending` does success rest on the gateway's own answer; from any other state it was a look-up or a person.
const updateSql = `
  UPDATE operations SET
    answered = CASE WHEN state = 'sending' AND :state = 'succeeded' THEN 1 ELSE answered END,
    state = :state, revision = :revision, trans_id = :trans_id, pay_id = :pay_id, ref_nr = :ref_nr,
    terminal_id = :terminal_id, amount_minor = :amount_minor, currency = :currency, interactive = :interactive,
    offer_next_at = :offer_next_at, refused_since = :refused_since, next_at = :next_at, send_by = :send_by, terminal_until = :terminal_until, updated_at = :updated_at,
    details = :details, sealed = :sealed
  WHERE id = :id AND revision = :revision - 1`;

// `details` names the lanes that an operation was put into; the table `lanes` has those that it is still in.
const mine = `json_each(operations.details, '$.lanes') AS named
    CROSS JOIN lanes AS mine ON mine.lane = named.value AND mine.seq = operations.seq`;

const recomputeSql = `
  UPDATE operations SET blocked = ${behindAnother(mine)} WHERE seq = ?`;

const holdsTerminalSql = `
  UPDATE operations SET holds_terminal = EXISTS (SELECT 1 FROM ${mine} WHERE ${laneOf('terminal', 'mine.lane')})
  WHERE seq = ?`;

export function createOperationWrites(db: DatabaseSync, seal: Seal, bindings: Bindings): OperationWrites {
  const sealed = sealingOnce(seal);
  const insert = db.prepare(insertSql);
  const update = db.prepare(updateSql, { allowUnknownNamedParameters: true });
  const revisionOf = db.prepare('SELECT revision FROM operations WHERE id = ?');
  const seqOf = db.prepare('SELECT seq FROM operations WHERE id = ?');
  const enter = enteringLanes(db);
  const leave = db.prepare('DELETE FROM lanes WHERE lane = ? AND seq = ?');
  const addTo = db.prepare('INSERT INTO lanes (lane, seq) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const allIn = db.prepare('SELECT seq FROM lanes WHERE lane = ?');
  const head = firstInLane(db);
  const recompute = db.prepare(recomputeSql);
  const recomputeTerminal = db.prepare(holdsTerminalSql);
  const numberOf = (id: string): number => {
    const seq = oneRow<{ seq: number }>(seqOf, id)?.seq;
    if (seq === undefined) throw new Error(`operation ${id} is not stored`);
    return seq;
  };

  return {
    insert(record, marks) {
      const lanes = [...new Set(record.lanes)];
      // It goes before no operation that is first in a lane already.
      const held = lanes.filter((lane) => head(lane) !== null);
      const free = held.length === 0;
      const waits = held.some((lane) => !isTerminal(lane));
      const { lastInsertRowid } = insert.run({
        ...rowOf(record, sealed),
        claim: marks.claim,
        creates_payment: marks.createsPayment ? 1 : 0,
        refund_day: marks.refundDay,
        refunder: marks.refundDay === null ? null : marks.refunder,
        blocked: free ? 0 : 1,
        holds_terminal: lanes.some(isTerminal) ? 1 : 0,
      });
      const seq = Number(lastInsertRowid);
      enter({ seq, origin: record.origin, waits }, lanes);
      bindings.wrote(record.id);
      return { seq, free };
    },
    update(record) {
      const { id, state } = record;
      const holds = bindings.holds(id) !== false;
      // A row that is not believed is never sent. The outcome of an earlier sending is still stored and journalled.
      if (!holds && (state === 'accepted' || state === 'sending')) throw new AlteredRow(id);
      const { changes } = update.run(rowOf(record, sealed));
      if (!holds) return;
      if (changes === 1) return bindings.wrote(id);
      const found = oneRow<{ revision: number }>(revisionOf, record.id)?.revision ?? null;
      throw new StaleRevision(record.id, record.revision, found);
    },
    enter(id, lanes) {
      const seq = numberOf(id);
      for (const lane of lanes) {
        addTo.run(lane, seq);
        for (const each of allRows<{ seq: number }>(allIn, lane)) recompute.run(each.seq);
      }
    },
    release(id, lanes) {
      const seq = numberOf(id);
      for (const lane of lanes) leave.run(lane, seq);
      recomputeTerminal.run(seq);
      // Only the operations that are first now can become free, and this one where it left a lane that it waited in.
      const touched = new Set([seq, ...lanes.flatMap((lane) => head(lane) ?? [])]);
      for (const each of touched) recompute.run(each);
    },
  };
}
