// Binds each print job to the journal's last record of it, and each request for a drawer to the folder, by digests that
// only the folder's key makes. A row that was changed, put back or made outside of this program is not believed: nothing
// is printed or answered by it. The document is sealed to its job, so no digest covers it: where it does not open, the
// job is in doubt.
import type { DatabaseSync } from 'node:sqlite';
import { AlteredPrinting } from '../database/errors.ts';
import type { Proofs } from '../journal/proofs.ts';
import { jobIn, jobRecords, toldOfJob } from '../schema/printing-binding.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';
import type { Bindings } from '../operations/operation-binding.ts';

export interface PrintJobRow {
  readonly seq: number;
  readonly id: string;
  readonly device: string;
  readonly state: string;
  readonly revision: number;
  readonly client_id: string | null;
  readonly request_id: string | null;
  readonly operation: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly details: string;
  readonly sealed: Uint8Array | null;
  readonly bound: string | null;
  /** Number and hash of the journal's last record of the job. */
  readonly told: string | null;
}

export interface DrawerRow {
  readonly client_id: string;
  readonly request_id: string;
  readonly digest: string;
  readonly result: string;
  readonly at: number;
  readonly bound: string | null;
}

export interface PrintJobBindings {
  believes(row: PrintJobRow): boolean;
  /** Throws where the row is not believed: a pulse may have been sent by that request. */
  meetDrawer(row: DrawerRow): void;
  /** Throws where the job with this id is not believed, or its row was taken away. */
  refuse(id: string): void;
  /** Notes a row as written: `within` binds it at its end, to the last record of the transaction. */
  wrote(id: string): void;
  /** The value of `bound` for a request. */
  ofDrawer(row: Omit<DrawerRow, 'bound'>): string;
  /** Runs one piece of work of a transaction, and binds at its end the rows that it wrote. */
  within<T>(work: () => T): T;
  /** Binds the rows of an older program, before records need a proof; those were believed as they were. */
  begin(write: (work: () => void) => void): void;
  /** Checks the next rows, and starts again at the first where another program wrote. */
  sweep(limit: number): void;
}

export const jobColumns = `*, ${toldOfJob('print_jobs.id')} AS told`;

export const printBindingQueries = {
  job: `SELECT ${jobColumns} FROM print_jobs WHERE id = ?`,
  jobsAfter: `SELECT ${jobColumns} FROM print_jobs WHERE seq > ? ORDER BY seq ${limited}`,
  drawersAfter: `SELECT * FROM drawer_requests WHERE (client_id, request_id) > (?, ?)
    ORDER BY client_id, request_id ${limited}`,
  told: `SELECT DISTINCT ${jobIn} AS id FROM journal INDEXED BY journal_print_jobs
    WHERE ${jobRecords} AND ${jobIn} > ? ORDER BY ${jobIn} ${limited}`,
} as const;

const pieceSize = 1_000;

export function createPrintJobBindings(
  db: DatabaseSync,
  seal: Seal,
  proofs: Pick<Proofs, 'hasBegun'>,
  suspect: Bindings['suspect'],
): PrintJobBindings {
  const job = db.prepare(printBindingQueries.job);
  const jobsAfter = db.prepare(printBindingQueries.jobsAfter);
  const drawersAfter = db.prepare(printBindingQueries.drawersAfter);
  const told = db.prepare(printBindingQueries.told);
  const lastTold = db.prepare(`SELECT ${toldOfJob('?')} AS told`);
  const exists = db.prepare('SELECT 1 FROM print_jobs WHERE id = ?');
  const put = db.prepare('UPDATE print_jobs SET bound = ? WHERE id = ?');
  const putDrawer = db.prepare('UPDATE drawer_requests SET bound = ? WHERE client_id = ? AND request_id = ?');
  const version = db.prepare('PRAGMA data_version');
  // Valid for the open transaction only: no other program writes meanwhile.
  const written = new Set<string>();
  let begun = false;
  const start = { job: 0, drawer: ['', ''] as readonly [string, string], told: '' };
  let swept = { ...start, version: -1 };

  const isTold = (id: string): boolean => {
    if (typeof oneRow<{ told: string | null }>(lastTold, id)?.told !== 'string') return false;
    suspect(id, `print job ${id}: its row was taken away`);
    return true;
  };
  const hasBegun = (): boolean => (begun ||= proofs.hasBegun());
  const agrees = (bound: string | null, digest: string): boolean => (bound === null ? !hasBegun() : bound === digest);
  const believes = (row: PrintJobRow): boolean => {
    if (written.has(row.id) || agrees(row.bound, jobDigest(row, seal))) return true;
    const how = row.told === null ? 'its row was made by hand' : 'its row was changed or put back';
    suspect(row.id, `print job ${row.id}: ${how}`);
    return false;
  };
  const believesDrawer = (row: DrawerRow): boolean => {
    if (agrees(row.bound, drawerDigest(row, seal))) return true;
    const name = JSON.stringify([row.client_id, row.request_id]);
    suspect(`drawer ${name}`, `the request ${name} to open a drawer: its row was changed or made by hand`);
    return false;
  };
  return {
    believes,
    meetDrawer(row) {
      if (!believesDrawer(row)) throw new AlteredPrinting(`the request ${row.request_id} to open a drawer`);
    },
    refuse(id) {
      const row = oneRow<PrintJobRow>(job, id);
      const isWhole = row === null ? !isTold(id) : believes(row);
      if (!isWhole) throw new AlteredPrinting(`print job ${id}`);
    },
    wrote: (id) => void written.add(id),
    ofDrawer: (row) => drawerDigest(row, seal),
    within(work) {
      try {
        const value = work();
        for (const id of written) {
          const row = oneRow<PrintJobRow>(job, id);
          if (row !== null) put.run(jobDigest(row, seal), id);
        }
        return value;
      } finally {
        written.clear();
      }
    },
    begin(write) {
      if (hasBegun()) return;
      pages<PrintJobRow>(
        (last) => allRows(jobsAfter, last?.seq ?? 0, pieceSize),
        (rows) =>
          write(() => {
            for (const row of rows) if (row.bound === null) put.run(jobDigest(row, seal), row.id);
          }),
      );
      pages<DrawerRow>(
        (last) => allRows(drawersAfter, last?.client_id ?? '', last?.request_id ?? '', pieceSize),
        (rows) =>
          write(() => {
            for (const row of rows) {
              if (row.bound === null) putDrawer.run(drawerDigest(row, seal), row.client_id, row.request_id);
            }
          }),
      );
    },
    sweep(limit) {
      const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
      if (now !== swept.version) swept = { ...start, version: now };
      const jobs = allRows<PrintJobRow>(jobsAfter, swept.job, limit);
      for (const row of jobs) believes(row);
      const drawers = allRows<DrawerRow>(drawersAfter, ...swept.drawer, limit);
      for (const row of drawers) believesDrawer(row);
      const ids = allRows<{ id: string }>(told, swept.told, limit);
      for (const { id } of ids) {
        if (oneRow(exists, id) === null) suspect(id, `print job ${id}: its row was taken away`);
      }
      const drawer = drawers.at(-1);
      swept = {
        job: jobs.at(-1)?.seq ?? swept.job,
        drawer: drawer === undefined ? swept.drawer : [drawer.client_id, drawer.request_id],
        told: ids.at(-1)?.id ?? swept.told,
        version: now,
      };
    },
  };
}

/** For a verifier with the key, over a connection of its own: what is not as it was written, in words, or null. */
export function alteredPrinting(db: DatabaseSync, seal: Seal, hasBegun: boolean): string | null {
  const found: string[] = [];
  const proofs = { hasBegun: () => hasBegun };
  const bindings = createPrintJobBindings(db, seal, proofs, (_, what) => void found.push(what));
  bindings.sweep(Number.MAX_SAFE_INTEGER);
  const [first, ...more] = found;
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first}; and ${more.length} more`;
}

function pages<Row>(read: (last: Row | undefined) => Row[], work: (rows: readonly Row[]) => void): void {
  let last: Row | undefined;
  for (;;) {
    const rows = read(last);
    if (rows.length === 0) return;
    work(rows);
    last = rows.at(-1);
  }
}

function jobDigest(row: PrintJobRow, seal: Seal): string {
  const { seq, id, device, state, revision, client_id, request_id, operation, created_at, updated_at, details } = row;
  const asked = [client_id, request_id, operation];
  const content = [seq, id, device, state, revision, ...asked, created_at, updated_at, details, row.told];
  return seal.digest(JSON.stringify(content), 'print-job');
}

function drawerDigest({ client_id, request_id, digest, result, at }: Omit<DrawerRow, 'bound'>, seal: Seal): string {
  return seal.digest(JSON.stringify([client_id, request_id, digest, result, at]), 'drawer-request');
}
