// Erases personal data: the sealed values beside the chain, and the salt that their digests in the journal were made
// with. Afterwards the chain verifies as before, and the bytes are gone from the file, its free pages and its log.
// What a chargeback needs (slip.ts) stays for the slip's time, even on request; erasing again after that time takes it.
// It stays sealed, and a search no longer finds the payment by it: with a day and a sum, four digits of a card can lead
// to a person.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Erasure } from '#contract/control.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { canonicalJson, valueAt } from '#contract/json.ts';
import { type OperationRecord, bodyRequest } from '#core/ports/record.ts';
import type { Commits } from './database/commits.ts';
import { oneRow, allRows } from './database/sql.ts';
import { type OperationRow, operationColumns, recordOf, rowOf, sealing } from './operations/operation-row.ts';
import { type SlipReading, slipOf } from './operations/slip.ts';
import type { StoreParts } from './store.ts';

/** What to erase: one operation, those on one payment, or those that did not change since a time (engine time, ms). */
export type ErasureTarget =
  | { readonly type: 'operation'; readonly id: string }
  | { readonly type: 'payment'; readonly payId: string }
  | { readonly type: 'older'; readonly beforeMs: number };

export interface EraseOptions {
  readonly atMs: number;
  /** The person who asked for it; the journal records it with the reason. */
  readonly by: string;
  readonly reason: string;
  /** How long slips stay after the last change of their payment, and which paths of an answer a slip keeps. */
  readonly slips: { readonly days: number; readonly reading: SlipReading };
  /** The id of the command's request, for the journal. */
  readonly request?: string;
}

export interface Eraser {
  /** Erases a page at a time, so that the event loop runs in between. */
  erase(target: ErasureTarget, options: EraseOptions): Promise<Erasure>;
}

// Fields that stay, for the books and for finding the operation again: numbers of the shop and the gateway, no personal
// data.
const keptInput = [
  'payId',
  'transId',
  'refNr',
  'amount',
  'messageType',
  'posTerminalId',
  'traceNr',
  'approvalCode',
  'localDateTime',
  'captureId',
  'captureMethod',
];
const keptResult = ['payId', 'transId', 'xId', 'status', 'responseCode', 'traceNr', 'approvalCode', 'amount'];

/**
 * A request without a key has an id made from a digest of its body, by which a repetition is recognised. The id stays
 * while a repetition would still be recognised, and while a later request with the same body is stored: later ids are
 * numbered from the first.
 */
const repeatedForMs = 24 * 3_600_000;
const notNeeded = `NOT (request_id GLOB '${bodyRequest}*' AND (updated_at > ? OR EXISTS (
  SELECT 1 FROM operations AS later WHERE later.client_id = operations.client_id
    AND later.request_id = '${bodyRequest}' || (CAST(substr(operations.request_id, ${bodyRequest.length + 1}) AS INTEGER) + 1)
      || substr(operations.request_id, ${bodyRequest.length} + instr(substr(operations.request_id, ${bodyRequest.length + 1}), ' ')))))`;

// An operation with a slip is erased again once its payment's last change is old enough: then the slip goes.
const notErased = `id NOT IN (SELECT operation FROM erasures WHERE slip_from IS NULL OR slip_from > ?)`;

const finished = `state IN ('succeeded','failed','cancelled','expired')`;
const pageSize = 200;

export function createEraser({
  db,
  commits,
  seal,
  append,
  bindings,
}: Omit<StoreParts, 'payments' | 'printing' | 'controls' | 'followUp'>): Eraser {
  const forget = db.prepare('DELETE FROM personal_salts WHERE operation = ?');
  const mark = db.prepare(
    `INSERT INTO erasures (operation, at, slip_from) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, slip_from = excluded.slip_from`,
  );
  const write = db.prepare(
    `UPDATE operations SET details = :details, sealed = :sealed, revision = :revision, request_id = :request_id
      WHERE id = :id`,
    { allowUnknownNamedParameters: true },
  );
  const forgetCard = `UPDATE payments SET last4 = NULL, approval_code = NULL WHERE environment_id = ?`;
  const ofLane = db.prepare(`${forgetCard} AND lane = ?`);
  const ofPayId = db.prepare(`${forgetCard} AND pay_id = ?`);

  /**
   * Clears the card and approval code that a search finds the payment by. A payment may have two rows: one with the
   * lane of the operation that made it, the other with its payId.
   */
  const forgetSearched = ({ environmentId, lanes, payId }: OperationRecord) => {
    for (const lane of lanes) ofLane.run(environmentId, lane);
    ofPayId.run(environmentId, payId);
  };

  const withBindings = <T>(work: () => T): T => commits.now(() => bindings.within(work));

  /** Returns the last change of the payment where a slip was left, else null. */
  const eraseRow = (row: OperationRow, at: string, slips: Slips): number | null => {
    const record = recordOf(row, seal);
    const input = kept(record.input, keptInput);
    const result = record.result === null ? null : kept(record.result, keptResult);
    const slipFrom = slips.lastChange(row);
    const slip = slipFrom > slips.floorMs ? slipOf(record, slips.reading) : null;
    // The kept fields win over the slip's, because the books use them.
    const withSlip = {
      input: { ...slip?.input, ...input },
      result: result === null ? null : { ...slip?.result, ...result },
    };
    const isMore = canonicalJson(withSlip) !== canonicalJson({ input, result });
    const bare = {
      ...record,
      revision: record.revision + 1,
      ...withSlip,
      failure: record.failure === null ? null : { code: record.failure.code, message: erasedMessage },
      // These digests have no salt: a holder of the key could test guesses against them. No digest equals 'erased'.
      requestDigest: 'erased',
      requestId: record.requestId.startsWith(bodyRequest) ? `erased ${record.id}` : record.requestId,
      bodyDigest: 'erased',
    };
    // A row that is not believed is erased as well, and stays unbelieved.
    const holds = bindings.holds(row.id) === true;
    write.run({ ...rowOf(bare, sealing(seal)) });
    if (holds) bindings.wrote(row.id);
    forget.run(row.id);
    forgetSearched(record);
    mark.run(row.id, at, isMore ? slipFrom : null);
    return isMore ? slipFrom : null;
  };

  const erasePage = (terms: Terms, target: ErasureTarget, options: EraseOptions, slips: Slips): number =>
    withBindings(() => {
      const { atMs, by, reason } = options;
      const sql = `SELECT ${operationColumns} FROM operations WHERE ${terms.where} AND ${finished}
        AND ${notErased} AND ${notNeeded} ORDER BY seq DESC LIMIT ${pageSize}`;
      const rows = allRows<OperationRow>(db.prepare(sql), ...terms.values, slips.floorMs, atMs - repeatedForMs);
      if (rows.length === 0) return 0;
      const at = new Date(atMs).toISOString();
      const left = rows.filter((row) => eraseRow(row, at, slips) !== null).map(({ id }) => id);
      const told = left.length === 0 ? {} : { slipsKept: left, slipDays: options.slips.days };
      const asked = options.request === undefined ? {} : { request: options.request };
      const data = { ...toldOf(target), by, reason, operations: rows.map(({ id }) => id), ...told, ...asked };
      append({ type: 'personal-erased', operationId: null, atMs, data });
      return rows.length;
    });

  return {
    async erase(target, options) {
      vacuumOnce(db, commits);
      const terms = termsOf(target);
      const slips = slipsOf(db, commits, options);
      let erased = 0;
      for (;;) {
        const count = erasePage(terms, target, options, slips);
        erased += count;
        // Of several requests with the same body the last is erased first; the next page finds the one before it.
        if (count === 0) break;
        await setImmediate();
      }
      const open = `SELECT count(*) AS n FROM operations WHERE ${terms.where}
        AND id NOT IN (SELECT operation FROM erasures)`;
      const left = `SELECT count(*) AS n FROM operations WHERE ${terms.where}
        AND id IN (SELECT operation FROM erasures WHERE slip_from IS NOT NULL)`;
      const counted = (sql: string) =>
        commits.read(() => oneRow<{ n: number }>(db.prepare(sql), ...terms.values)?.n ?? 0);
      const [keptOpen, keptSlips] = [counted(open), counted(left)];
      return { erased, keptOpen, keptSlips, logCleared: await clearLog(db, commits) };
    },
  };
}

interface Slips {
  /** Payments that changed after this time keep their slips. */
  readonly floorMs: number;
  readonly reading: SlipReading;
  /** Last change of the operation's payment: a capture of today needs the card of an older authorization. */
  lastChange(row: OperationRow): number;
}

const dayMs = 86_400_000;

function slipsOf(db: DatabaseSync, commits: Commits, { atMs, slips }: EraseOptions): Slips {
  const floorMs = atMs - slips.days * dayMs;
  const changes = (name: 'pay_id' | 'trans_id') => {
    const sql = `SELECT ${name} AS name, max(updated_at) AS at FROM operations
      WHERE ${name} IS NOT NULL AND updated_at > ? GROUP BY ${name}`;
    const rows = commits.read(() => allRows<{ name: string; at: number }>(db.prepare(sql), floorMs));
    return new Map(rows.map(({ name: payment, at }) => [payment, at]));
  };
  const [byPayId, byTransId] = [changes('pay_id'), changes('trans_id')];
  return {
    floorMs,
    reading: slips.reading,
    lastChange: (row) =>
      Math.max(row.updated_at, byPayId.get(row.pay_id ?? '') ?? 0, byTransId.get(row.trans_id ?? '') ?? 0),
  };
}

const erasedMessage = 'The details were erased on request.';
const cleanSinceKey = 'secure-delete';

/**
 * Every connection of this program overwrites what it frees (connect.ts). A file of an older program may hold old
 * copies in its free space, so it is rewritten once.
 */
function vacuumOnce(db: DatabaseSync, commits: Commits): void {
  const find = db.prepare('SELECT value FROM meta WHERE key = ?');
  if (commits.read(() => oneRow(find, cleanSinceKey)) !== null) return;
  commits.outside(() => db.exec('VACUUM'));
  commits.now(() => db.prepare(`INSERT INTO meta VALUES (?, 'yes') ON CONFLICT DO NOTHING`).run(cleanSinceKey));
}

const logPatienceMs = 5_000;
const logPauseMs = 100;

/** Moves the log, which holds pages from before, into the file and empties it. False where a reader kept it in use. */
async function clearLog(db: DatabaseSync, commits: Commits): Promise<boolean> {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  // Waits in JavaScript and not inside SQLite, so that the bridge goes on meanwhile.
  for (const begunMs = performance.now(); ;) {
    if (commits.read(() => checkpoint.get())?.['busy'] === 0) return true;
    if (performance.now() - begunMs >= logPatienceMs) return false;
    await setTimeout(logPauseMs);
  }
}

interface Terms {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

function termsOf(target: ErasureTarget): Terms {
  switch (target.type) {
    case 'operation':
      return { where: 'id = ?', values: [target.id] };
    case 'payment':
      return { where: 'pay_id = ?', values: [target.payId] };
    case 'older':
      return { where: 'updated_at < ?', values: [target.beforeMs] };
  }
}

function toldOf(target: ErasureTarget): JsonObject {
  switch (target.type) {
    case 'operation':
      return { target: 'operation', operation: target.id };
    case 'payment':
      return { target: 'payment', payId: target.payId };
    case 'older':
      return { target: 'older', before: new Date(target.beforeMs).toISOString() };
  }
}

function kept(value: Json, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = valueAt(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
