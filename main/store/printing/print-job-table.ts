// Print jobs in the database. The document is sealed, like the inputs of operations, and deleted once the job has
// ended: the journal never holds it.
import type { DatabaseSync } from 'node:sqlite';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { PrintJobState } from '#contract/devices/print-jobs.ts';
import type { DrawerRequest, PrintJobRecord } from '#core/ports/record.ts';
import type { PrintJobCount, PrintJobReads, PrintJobWrites } from '#core/ports/store.ts';
import { StaleRevision } from '../database/errors.ts';
import { believedPage } from '../operations/operation-binding.ts';
import { CannotOpen, type Seal } from '../database/seal.ts';
import { type DrawerRow, type PrintJobBindings, type PrintJobRow, jobColumns } from './print-job-binding.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

type Details = Pick<PrintJobRecord, 'copy' | 'reprintOf' | 'reprint' | 'receipt' | 'doubt' | 'decided'> & {
  /** Missing where there is none, and in older rows. */
  readonly noSale?: PrintJobRecord['noSale'];
  readonly digest: string | null;
};

export const printJobQueries = {
  printJob: `SELECT ${jobColumns} FROM print_jobs WHERE id = ?`,
  printJobByRequest: `SELECT ${jobColumns} FROM print_jobs WHERE client_id = ? AND request_id = ?`,
  nextOwnPrintJob: `SELECT ${jobColumns} FROM print_jobs WHERE state = 'due' AND device = ? AND client_id IS NULL ORDER BY seq`,
  nextPrintJob: `SELECT ${jobColumns} FROM print_jobs WHERE state = 'due' AND device = ? AND client_id IS NOT NULL ORDER BY seq`,
  printJobsIn: `SELECT ${jobColumns} FROM print_jobs WHERE state = ? ORDER BY seq ${limited}`,
  printJobsOf: `SELECT ${jobColumns} FROM print_jobs WHERE client_id = ? AND state = ? AND seq > ? ORDER BY seq ${limited}`,
  duePrintJobsOf: `SELECT COUNT(*) AS count, COALESCE(SUM(LENGTH(sealed)), 0) AS bytes FROM print_jobs WHERE client_id = ? AND state = 'due'`,
  printJobCounts: `SELECT state, device, COUNT(*) AS count, COUNT(*) FILTER (WHERE client_id IS NULL) AS own FROM print_jobs WHERE state IN ('due', 'sending', 'doubtful') GROUP BY state, device`,
  receiptJobs: `SELECT ${jobColumns} FROM print_jobs WHERE operation = ? ORDER BY seq ${limited}`,
  latestPrintJobs: `SELECT ${jobColumns} FROM print_jobs WHERE operation = ? ORDER BY seq DESC ${limited}`,
  drawerRequest: 'SELECT * FROM drawer_requests WHERE client_id = ? AND request_id = ?',
} as const;

const insertSql = `
  INSERT INTO print_jobs (id, device, state, revision, client_id, request_id, operation, created_at, updated_at,
    details, sealed, bound)
  VALUES (:id, :device, :state, :revision, :client_id, :request_id, :operation, :created_at, :updated_at,
    :details, :sealed, '')`;
const updateSql = `
  UPDATE print_jobs SET state = :state, revision = :revision, updated_at = :updated_at, details = :details,
    sealed = CASE WHEN :keeps = 1 THEN sealed ELSE NULL END
  WHERE id = :id AND revision = :revision - 1`;

const putDrawerSql = `
  INSERT INTO drawer_requests (client_id, request_id, digest, result, at, bound)
  VALUES (:client_id, :request_id, :digest, :result, :at, :bound)
  ON CONFLICT (client_id, request_id) DO UPDATE SET digest = excluded.digest, result = excluded.result,
    at = excluded.at, bound = excluded.bound`;
const dropDrawerSql = 'DELETE FROM drawer_requests WHERE client_id = ? AND request_id = ?';

export function createPrintJobTable(
  db: DatabaseSync,
  seal: Seal,
  bindings: PrintJobBindings,
): { readonly reads: PrintJobReads; readonly writes: PrintJobWrites } {
  const one = db.prepare(printJobQueries.printJob);
  const byRequest = db.prepare(printJobQueries.printJobByRequest);
  const nextOf = [printJobQueries.nextOwnPrintJob, printJobQueries.nextPrintJob].map((query) => db.prepare(query));
  const inState = db.prepare(printJobQueries.printJobsIn);
  const dueOf = db.prepare(printJobQueries.duePrintJobsOf);
  const counts = db.prepare(printJobQueries.printJobCounts);
  const ofOperation = db.prepare(printJobQueries.receiptJobs);
  const latest = db.prepare(printJobQueries.latestPrintJobs);
  const ofProgram = db.prepare(printJobQueries.printJobsOf);
  const drawer = db.prepare(printJobQueries.drawerRequest);
  const putDrawer = db.prepare(putDrawerSql);
  const dropDrawer = db.prepare(dropDrawerSql);
  const insert = db.prepare(insertSql);
  const update = db.prepare(updateSql);
  const believed = (row: PrintJobRow): PrintJobRecord[] => (bindings.believes(row) ? [recordOfRow(row, seal)] : []);
  const recordOf = (row: PrintJobRow | null) => (row === null ? null : (believed(row)[0] ?? null));
  const page = (read: (limit: number) => PrintJobRow[], limit: number) =>
    believedPage(read, (row) => recordOf(row), limit);
  /** One that is not believed may have come out, so that the next one is a copy. */
  const mayHaveComeOut = (row: PrintJobRow): PrintJobRecord => {
    const record = recordOfRow(row, seal);
    return bindings.believes(row) ? record : { ...record, state: 'doubtful', decided: null, noSale: null };
  };
  const reads: PrintJobReads = {
    printJob(id) {
      bindings.refuse(id);
      return recordOf(oneRow(one, id));
    },
    printJobByRequest(clientId, requestId) {
      const row = oneRow<PrintJobRow>(byRequest, clientId, requestId);
      // It may have been printed: neither answered by this row nor printed anew.
      if (row !== null) bindings.refuse(row.id);
      return recordOf(row);
    },
    nextPrintJob(device) {
      for (const next of nextOf) {
        for (const row of next.iterate(device) as Iterable<unknown>) {
          const [record] = believed(row as PrintJobRow);
          if (record !== undefined) return record;
        }
      }
      return null;
    },
    printJobsIn: (state, limit) => page((most) => allRows(inState, state, most), limit),
    printJobsOf: (clientId, state, afterSeq, limit) =>
      page((most) => allRows(ofProgram, clientId, state, afterSeq, most), limit),
    duePrintJobsOf: (clientId) =>
      oneRow<{ readonly count: number; readonly bytes: number }>(dueOf, clientId) ?? { count: 0, bytes: 0 },
    printJobCounts: () => allRows<PrintJobCount>(counts),
    receiptJobs: (operation, limit) => allRows<PrintJobRow>(ofOperation, operation, limit).map(mayHaveComeOut),
    latestPrintJobs: (paper, limit) => allRows<PrintJobRow>(latest, paper, limit).map(mayHaveComeOut),
    drawerRequest(clientId, requestId) {
      const row = oneRow<DrawerRow>(drawer, clientId, requestId);
      if (row !== null) bindings.meetDrawer(row);
      return requestOfRow(row);
    },
  };
  const writes: PrintJobWrites = {
    insertPrintJob(job) {
      const { document, asked, operationId } = job;
      const { lastInsertRowid } = insert.run({
        ...changing(job),
        device: job.device,
        client_id: asked?.clientId ?? null,
        request_id: asked?.requestId ?? null,
        operation: operationId,
        created_at: job.createdAtMs,
        sealed: document === null ? null : seal.seal(JSON.stringify(document), contextOf(job.id)),
      });
      bindings.wrote(job.id);
      return Number(lastInsertRowid);
    },
    updatePrintJob(job) {
      bindings.refuse(job.id);
      const { changes } = update.run({ ...changing(job), keeps: job.document === null ? 0 : 1 });
      if (changes === 1) return bindings.wrote(job.id);
      const found = oneRow<PrintJobRow>(one, job.id)?.revision ?? null;
      throw new StaleRevision(job.id, job.revision, found);
    },
    putDrawerRequest({ clientId, requestId, digest, result, atMs }) {
      const row = { client_id: clientId, request_id: requestId, digest, result, at: atMs };
      putDrawer.run({ ...row, bound: bindings.ofDrawer(row) });
    },
    dropDrawerRequest: (clientId, requestId) => void dropDrawer.run(clientId, requestId),
  };
  return { reads, writes };
}

function requestOfRow(row: DrawerRow | null): DrawerRequest | null {
  if (row === null) return null;
  const { client_id: clientId, request_id: requestId, digest, result, at } = row;
  return { clientId, requestId, digest, result: result === 'opened' ? 'opened' : 'unknown', atMs: at };
}

function contextOf(id: string): string {
  return `print-job ${id}`;
}

function changing(job: Omit<PrintJobRecord, 'seq'>) {
  const { id, state, revision, updatedAtMs, copy, reprintOf, reprint, receipt, noSale, doubt, decided, asked } = job;
  const slip = noSale === null ? {} : { noSale };
  const details: Details = {
    copy,
    reprintOf,
    reprint,
    receipt,
    doubt,
    decided,
    ...slip,
    digest: asked?.digest ?? null,
  };
  return { id, state, revision, updated_at: updatedAtMs, details: JSON.stringify(details) };
}

/** Null where the row is damaged: a document that cannot be read holds up neither the start nor the other jobs. */
function opened(seal: Seal, sealed: Uint8Array, id: string): PrintDocument | null {
  try {
    return JSON.parse(seal.open(sealed, contextOf(id))) as PrintDocument;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

function recordOfRow(row: PrintJobRow, seal: Seal): PrintJobRecord {
  const { digest, noSale = null, ...details } = JSON.parse(row.details) as Details;
  const { client_id: clientId, request_id: requestId, sealed } = row;
  const document = sealed === null ? null : opened(seal, sealed, row.id);
  return {
    seq: row.seq,
    id: row.id,
    device: row.device,
    state: row.state as PrintJobState,
    revision: row.revision,
    document,
    operationId: row.operation,
    asked: clientId === null || requestId === null || digest === null ? null : { clientId, requestId, digest },
    ...details,
    noSale,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
