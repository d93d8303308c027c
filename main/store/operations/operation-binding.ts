// Binds each row of `operations` to the journal's last record of its operation, by a digest that only the folder's key
// makes. A row that was changed, put back, copied or removed outside of this program does not match its digest and is
// not believed: nothing is sent, looked up or answered by it, and its request is not accepted again (ADR 40).
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '#contract/data/json.ts';
import { type OperationRecord, bodyRequest } from '#core/ports/record.ts';
import { type Steps, atOnce, finish } from '#core/ports/searches.ts';
import { type RequestDigest, olderRequests } from '../journal/request-digest.ts';
import { askedIn, journalAsked, toldOf } from '../schema/binding-table.ts';
import { AlteredRow, DamagedRow } from '../database/errors.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { type LaneRows, createLaneRows } from './lane-rows.ts';
import { type OperationRow, operationColumns, recordOf } from './operation-row.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, laneOf, oneRow } from '../database/sql.ts';

/** A row with all columns that its digest covers. */
export interface BoundRow extends OperationRow {
  readonly claim: string;
  readonly creates_payment: number;
  readonly refund_day: string | null;
  readonly refunder: string | null;
  readonly answered: number;
  readonly bound: string | null;
  /** Number and hash of the journal's last record of the operation; null where all of them are archived. */
  readonly told: string | null;
}

const marks = ['claim', 'creates_payment', 'refund_day', 'refunder', 'answered'] as const;

export const boundColumns = `${operationColumns}, ${marks.join(', ')}, bound, ${toldOf('operations.id')} AS told`;

/**
 * The columns that a digest covers, in this order. Add a new column at the end: null values are left out, so older rows
 * still match. `blocked` and `holds_terminal` are not covered: they follow from the lanes and change with other
 * operations.
 */
const boundNames = [
  ...(operationColumns.split(/,\s+/) as (keyof OperationRow)[]).filter((name) => name !== 'sealed'),
  ...marks,
  'told',
] as const;

export interface AlteredOperation {
  readonly id: string;
  /** Null where there is no row. */
  readonly seq: number | null;
  readonly what: string;
  /** Data of the journal's last record of it that has a state. */
  readonly said: JsonObject;
}

export interface Bindings {
  /** Null where the row is not believed; `altered` lists it from then on. */
  readonly record: (row: BoundRow) => OperationRecord | null;
  /**
   * Returns null for an operation without a row. Inside `strictly`, throws AlteredRow where the journal knows the id.
   */
  absent(id: string): null;
  /** Inside `work`, reading a row that is not believed throws AlteredRow instead of leaving the row out. */
  strictly<T>(work: () => T): T;
  /** Whether the row is believed: read or written in this transaction, or matching. Null: no such operation. */
  holds(id: string): boolean | null;
  /** Notes a row as written: `within` binds it at its end. Do not call it for a row that was not believed before. */
  wrote(id: string): void;
  /** Runs one piece of work of a transaction, and binds at its end the rows that it wrote. */
  within<T>(work: () => T): T;
  /** Wraps `append`: a row that matched before the record is bound anew to it. */
  recording(append: AppendToJournal): AppendToJournal;
  /** Throws AlteredRow where the journal knows an operation whose row is gone or not believed. */
  refuse(id: string): void;
  /** The same for a request that has no row. */
  refuseRequest(clientId: string, requestId: string): void;
  /** Whether `strictly` is running. */
  isStrict(): boolean;
  /** Adds an entry to `altered` for derived data (a sum, a lane) that disagrees with the operations. */
  readonly suspect: (id: string, what: string) => void;
  readonly altered: () => readonly AlteredOperation[];
  /** Compares the table of lanes with the lanes that the operations name. */
  readonly laneRows: LaneRows;
  /** The lanes of terminals that the operation with this number is in. */
  readonly terminalLanes: (seq: number) => readonly string[];
  /** Checks the next rows, and starts again at the first where another program wrote. False once all were checked. */
  readonly sweep: (limit: number) => boolean;
}

const rowSql = `SELECT ${boundColumns} FROM operations WHERE id = ?`;

/** Rows that are kept opened, and the longest content of one of them: each answer of a terminal reads its last fifty. */
const mostOpened = 512;
const longestOpened = 4_096;
const dayMs = 24 * 3_600_000;

export const bindingQueries = {
  told: `SELECT ${toldOf('?')} AS told`,
  said: `SELECT data FROM journal WHERE operation = ? AND json_valid(data) AND json_extract(data, '$.state') IS NOT NULL
    ORDER BY seq DESC LIMIT 1`,
  asked: `SELECT operation FROM journal INDEXED BY journal_asked WHERE ${journalAsked} AND ${askedIn} = ?`,
  archived: `SELECT operations.id AS id FROM archived_requests
    LEFT JOIN operations ON operations.seq = archived_requests.operation WHERE asked = ?`,
  unasked: `SELECT operation, at, CASE WHEN json_valid(data) THEN json_extract(data, '$.client') END AS client FROM journal INDEXED BY journal_asked
    WHERE ${journalAsked} AND ${askedIn} IS NULL ORDER BY seq DESC`,
} as const;

/** `now`: wall clock, ms since 1970. */
export function createBindings(
  db: DatabaseSync,
  seal: Seal,
  requestDigest: RequestDigest,
  now: () => number,
): Bindings {
  const find = db.prepare(rowSql);
  const after = db.prepare(`SELECT ${boundColumns} FROM operations WHERE seq > ? ORDER BY seq LIMIT ? + 0`);
  const accepted = db.prepare(
    `SELECT seq, operation FROM journal WHERE seq > ? AND ${journalAsked} ORDER BY seq LIMIT ? + 0`,
  );
  const told = db.prepare(bindingQueries.told);
  const said = db.prepare(bindingQueries.said);
  const lanes = db.prepare(`SELECT lane FROM lanes WHERE seq = ? AND ${laneOf('terminal', 'lane')}`);
  const asked = db.prepare(bindingQueries.asked);
  const archived = db.prepare(bindingQueries.archived);
  const unasked = db.prepare(bindingQueries.unasked);
  const exists = db.prepare('SELECT 1 FROM operations WHERE id = ?');
  const put = db.prepare('UPDATE operations SET bound = ? WHERE id = ?');
  const version = db.prepare('PRAGMA data_version');
  const older = olderRequests(db);

  const altered = new Map<string, AlteredOperation>();
  // Valid for the open transaction only: no other program writes meanwhile.
  const believed = new Set<string>();
  const written = new Set<string>();
  /** By id, each with the digest of its row, which covers all of it; those that were read last come last. */
  const openedRows = new Map<string, { readonly bound: string; readonly record: OperationRecord }>();
  let inside = false;
  let strict = false;
  let swept = { rows: 0, records: 0, version: -1 };
  /**
   * By client, when the last request without a caller's id was accepted whose operation is not believed (ms); of the
   * last day only. The time is compared again at each request, so the day ends even where nothing is accepted
   * meanwhile.
   */
  let lost: { readonly version: number; readonly clients: ReadonlyMap<string, number> } | null = null;

  const dataVersion = () => oneRow<{ data_version: number }>(version)?.data_version ?? -1;
  const note = (id: string, seq: number | null, what: string): void => {
    const last = oneRow<{ data: string }>(said, id);
    const text = `operation ${id}: ${what}`;
    altered.set(id, { id, seq, what: text, said: last === null ? {} : (JSON.parse(last.data) as JsonObject) });
  };
  const believes = (row: BoundRow): boolean => {
    const { id } = row;
    if (believed.has(id) || agrees(row, seal)) {
      altered.delete(id);
      if (inside) believed.add(id);
      return true;
    }
    const what =
      row.told === null ? 'its row was made by hand, or is not as it was archived' : 'its row was changed or put back';
    note(id, row.seq, what);
    return false;
  };
  const rowOf = (id: string) => oneRow<BoundRow>(find, id);
  const isKnown = (id: string) => typeof oneRow<{ told: string | null }>(told, id)?.told === 'string';
  const missing = (id: string): void => note(id, null, 'its row was taken away');
  const holds = (id: string): boolean | null => {
    if (believed.has(id)) return true;
    const row = rowOf(id);
    if (row !== null) return believes(row);
    if (!isKnown(id)) return null;
    missing(id);
    return false;
  };
  const leftOut = (id: string): null => {
    if (strict) throw new AlteredRow(id);
    return null;
  };
  const refuse = (id: string): void => {
    if (holds(id) === false) throw new AlteredRow(id);
  };

  const wrote = (id: string): void => {
    if (!inside) throw new Error('what is written outside of a transaction is bound to nothing');
    believed.add(id);
    written.add(id);
    // What was erased stays in no memory.
    openedRows.delete(id);
  };
  const within = <T>(work: () => T): T => {
    inside = true;
    try {
      const value = work();
      for (const id of written) {
        const row = rowOf(id);
        if (row !== null) put.run(digestOf(row, seal), id);
      }
      return value;
    } finally {
      inside = false;
      believed.clear();
      written.clear();
    }
  };

  /**
   * A row that matches the same digest again says the same, and opening it would cost more than comparing. Within a
   * transaction a row may have been written and not bound yet.
   */
  const openedRow = (row: BoundRow): OperationRecord => {
    const { id, bound, sealed } = row;
    if (inside || bound === null || sealed.length > longestOpened) return recordOf(row, seal);
    const before = openedRows.get(id);
    const record = before?.bound === bound ? before.record : recordOf(row, seal);
    openedRows.delete(id);
    openedRows.set(id, { bound, record });
    const [oldest] = openedRows.keys();
    if (openedRows.size > mostOpened && oldest !== undefined) openedRows.delete(oldest);
    return record;
  };

  return {
    record(row) {
      if (!believes(row)) return leftOut(row.id);
      try {
        return openedRow(row);
      } catch (error) {
        if (!(error instanceof DamagedRow)) throw error;
        note(row.id, row.seq, 'the content of its row does not open');
        return leftOut(row.id);
      }
    },
    absent: (id) => (strict && holds(id) === false ? leftOut(id) : null),
    strictly(work) {
      const before = strict;
      strict = true;
      try {
        return work();
      } finally {
        strict = before;
      }
    },
    holds,
    wrote,
    within,
    recording(append) {
      return (entry) => {
        const { operationId } = entry;
        if (operationId === null) return append(entry);
        const write = () => {
          // Checked before `append`: the new record changes what the row is compared with.
          const held = holds(operationId) === true;
          append(entry);
          if (held) wrote(operationId);
        };
        return inside ? write() : within(write);
      };
    },
    refuse,
    refuseRequest(clientId, requestId) {
      if (requestId.startsWith(bodyRequest)) {
        const atMs = lostClients().get(clientId);
        if (atMs !== undefined && now() - atMs <= dayMs) throw new AlteredRow(null);
        return;
      }
      const digest = requestDigest(clientId, requestId);
      const before = oneRow<{ operation: string }>(asked, digest);
      if (before !== null) throw alteredBy(before.operation);
      const gone = oneRow<{ id: string | null }>(archived, Buffer.from(digest, 'hex'));
      if (gone !== null) throw gone.id === null ? new AlteredRow(null) : alteredBy(gone.id);
      if (older.has(digest)) throw new AlteredRow(null);
    },
    isStrict: () => strict,
    suspect: (id, what) => void altered.set(id, { id, seq: null, what, said: {} }),
    altered: () => [...altered.values()],
    laneRows: createLaneRows(db, (id) => holds(id) === true),
    terminalLanes: (seq) => allRows<{ lane: string }>(lanes, seq).map(({ lane }) => lane),
    sweep(limit) {
      const seen = dataVersion();
      if (seen !== swept.version) swept = { rows: 0, records: 0, version: seen };
      const rows = allRows<BoundRow>(after, swept.rows, limit);
      for (const row of rows) believes(row);
      const records = allRows<{ seq: number; operation: string }>(accepted, swept.records, limit);
      for (const { operation } of records) if (oneRow(exists, operation) === null) missing(operation);
      swept = {
        rows: rows.at(-1)?.seq ?? swept.rows,
        records: records.at(-1)?.seq ?? swept.records,
        version: seen,
      };
      return rows.length === limit || records.length === limit;
    },
  };

  /** No row has this request's id, so a row that the operation still has is not the one that was written. */
  function alteredBy(id: string): AlteredRow {
    if (holds(id) === true) note(id, null, 'its request was given another name');
    return new AlteredRow(id);
  }

  /** Read again only after another program wrote. */
  function lostClients(): ReadonlyMap<string, number> {
    const seen = dataVersion();
    if (lost?.version === seen) return lost.clients;
    const clients = new Map<string, number>();
    for (const each of unasked.iterate() as Iterable<unknown>) {
      const { operation, at, client } = each as { operation: string; at: string; client: string };
      const atMs = Date.parse(at);
      if (now() - atMs > dayMs) break;
      if (!clients.has(client) && holds(operation) === false) clients.set(client, atMs);
    }
    lost = { version: seen, clients };
    return clients;
  }
}

/** Whether the row is as this program wrote it, and the journal has no later record of its operation. */
export function agrees(row: BoundRow, seal: Seal): boolean {
  return row.bound === digestOf(row, seal);
}

export function digestOf(row: BoundRow, seal: Seal): string {
  const content = createHash('sha256').update(row.sealed).digest('hex');
  const named = boundNames.flatMap((name) => (row[name] === null ? [] : [name, row[name]]));
  return seal.digest(JSON.stringify([...named, content]), 'operation');
}

/** Reads on past rows that are not believed, until the page has `limit` records or there are no more rows. */
export function believedPage<Row, Read = OperationRecord>(
  read: (limit: number) => Row[],
  record: (row: Row) => Read | null,
  limit: number,
): Read[] {
  return finish(believedInSteps((most) => atOnce(() => read(most)), record, limit));
}

/** The same in the steps of `read`. */
export function* believedInSteps<Row, Read = OperationRecord>(
  read: (limit: number) => Steps<Row[]>,
  record: (row: Row) => Read | null,
  limit: number,
): Steps<Read[]> {
  for (let wanted = limit; ; wanted *= 2) {
    const rows = yield* read(wanted);
    const records = rows.flatMap((row) => record(row) ?? []);
    if (records.length >= limit || rows.length < wanted) return records.slice(0, limit);
  }
}
