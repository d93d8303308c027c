// Takes personal data away: what lies sealed beside the chain, and the salt that its digests in the journal were made
// with. Afterwards the chain verifies as before, and the bytes are gone from the file, its free pages and its log.
// What a chargeback is answered with (slip.ts) stays for the slip's time, whoever asks; erasing again later takes it.
// It stays sealed: with a day and a sum, four digits of a card can lead to a person, so nothing is found by them any more.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Erasure } from '#contract/control.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { canonicalJson, valueAt } from '#contract/json.ts';
import { type OperationRecord, bodyRequest } from '#core/record.ts';
import type { AnswerPaths } from '#operations/evidence/reading.ts';
import type { Commits } from './commits.ts';
import { oneRow, allRows } from './sql.ts';
import { type OperationRow, operationColumns, recordOf, rowOf, sealing } from './operation-row.ts';
import { slipOf } from './slip.ts';
import type { StoreParts } from './store.ts';

/** Whose data: one operation's, those on one payment, or what has not changed since a moment (engine time, ms). */
export type ErasureTarget =
  | { readonly type: 'operation'; readonly id: string }
  | { readonly type: 'payment'; readonly payId: string }
  | { readonly type: 'older'; readonly beforeMs: number };

export interface EraseOptions {
  readonly atMs: number;
  /** Who asked for it, and why: into the journal. */
  readonly by: string;
  readonly reason: string;
  /** How long slips stay after the last change of their payment, and where an answer shows what. */
  readonly slips: { readonly days: number; readonly paths: AnswerPaths };
  /** The command's wish. */
  readonly request?: string;
}

export interface Eraser {
  /** A page at a time: in between, others have their turn. */
  erase(target: ErasureTarget, options: EraseOptions): Promise<Erasure>;
}

// What stays of an operation, for the books and for finding it again: names that the shop or the gateway gave, no person's.
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
 * Requests without a key are told from their repetitions by an id that is a digest of their body. While a repetition
 * would still be taken for one, and while a later one of the row is there (its number counts from the first), the id stays.
 */
const repeatedForMs = 24 * 3_600_000;
const notNeeded = `NOT (request_id GLOB '${bodyRequest}*' AND (updated_at > ? OR EXISTS (
  SELECT 1 FROM operations AS later WHERE later.client_id = operations.client_id
    AND later.request_id = '${bodyRequest}' || (CAST(substr(operations.request_id, ${bodyRequest.length + 1}) AS INTEGER) + 1)
      || substr(operations.request_id, ${bodyRequest.length} + instr(substr(operations.request_id, ${bodyRequest.length + 1}), ' ')))))`;

// A slip that was left is due when its payment's last change is old enough; the rest of the operation is gone already.
const notErased = `id NOT IN (SELECT operation FROM erasures WHERE slip_from IS NULL OR slip_from > ?)`;

const finished = `state IN ('succeeded','failed','cancelled','expired')`;
const pageSize = 200;

export function createEraser({ db, commits, seal, append, bindings }: StoreParts): Eraser {
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

  /** What its payment is found by. It may stand in two rows: one has the lane of what made it, the other its number. */
  const forgetSearched = ({ environmentId, lanes, payId }: OperationRecord) => {
    for (const lane of lanes) ofLane.run(environmentId, lane);
    ofPayId.run(environmentId, payId);
  };

  const withBindings = <T>(work: () => T): T => commits.now(() => bindings.within(work));

  /** When a slip was left, the last change of its payment. */
  const eraseRow = (row: OperationRow, at: string, slips: Slips): number | null => {
    const record = recordOf(row, seal);
    const input = kept(record.input, keptInput);
    const result = record.result === null ? null : kept(record.result, keptResult);
    const slipFrom = slips.lastChange(row);
    const slip = slipFrom > slips.floorMs ? slipOf(record, slips.paths) : null;
    // The kept names win: they are what the books go by.
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
      // Without a salt these keyed digests could be tried out by whoever has the key; nothing is equal to them now.
      requestDigest: 'erased',
      requestId: record.requestId.startsWith(bodyRequest) ? `erased ${record.id}` : record.requestId,
      bodyDigest: 'erased',
    };
    // What is not believed is erased as well, and stays unbelieved.
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
        // The last of a row goes first, and then the one before it.
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
  /** Payments that changed later keep their slips. */
  readonly floorMs: number;
  readonly paths: AnswerPaths;
  /** Of the payment that the operation is about: a capture of today needs the card of an older authorization. */
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
    paths: slips.paths,
    lastChange: (row) =>
      Math.max(row.updated_at, byPayId.get(row.pay_id ?? '') ?? 0, byTransId.get(row.trans_id ?? '') ?? 0),
  };
}

const erasedMessage = 'The details were erased on request.';
const cleanSinceKey = 'secure-delete';

/**
 * Every connection of this program overwrites what it frees (connect.ts). A file that an earlier one wrote may hold old
 * copies in its free space, so it is written anew once. The salts' table comes with the same version, so a file that
 * never held an operation before needs none.
 */
function vacuumOnce(db: DatabaseSync, commits: Commits): void {
  const find = db.prepare('SELECT value FROM meta WHERE key = ?');
  if (commits.read(() => oneRow(find, cleanSinceKey)) !== null) return;
  commits.outside(() => db.exec('VACUUM'));
  commits.now(() => db.prepare(`INSERT INTO meta VALUES (?, 'yes') ON CONFLICT DO NOTHING`).run(cleanSinceKey));
}

const logPatienceMs = 5_000;
const logPauseMs = 100;

/** Moves the log into the file and cuts it off: it holds pages as they were before. False where a reader kept it. */
async function clearLog(db: DatabaseSync, commits: Commits): Promise<boolean> {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  // Not inside SQLite: a bridge does other things meanwhile.
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
