// Moves the journal's records of closed shifts into archive files (ADR 77): the file is written, synced, read again and
// compared; then the record `shift-archived` says so in the chain; only then the records leave the database, in
// transactions of a few milliseconds with a pause after each. Whatever is killed in between, the next run goes on.
//
// Rows of operations and payments stay: a payment is found and refunded however old it is, an erasure finds all personal
// data where it always was, and no request is free again.
import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { ArchiveStep } from '#contract/programs/control.ts';
import type { ShiftMark } from '#core/ports/books.ts';
import { type Signer, genesis } from '#core/ports/journal.ts';
import type { Commits } from '../database/commits.ts';
import { StorageFailed } from '../database/errors.ts';
import { yieldToOthers } from '../database/yield-to-others.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';
import { type Head, breakIn } from '../journal/chain.ts';
import type { Closings } from '../journal/closings.ts';
import { type AppendToJournal, type JournalRow, journalColumns } from '../journal/journal.ts';
import type { Bindings } from '../operations/operation-binding.ts';
import { doubtfulStates } from '../schema/schema.ts';
import { askedIn } from '../schema/binding-table.ts';
import {
  type Archived,
  archivesName,
  checkedPieces,
  createArchiveMaker,
  recordsPerPiece,
} from '../journal/archive-file.ts';
import { createArchives } from '../journal/archives.ts';

export interface ArchiveTerms {
  /** Only shifts that were closed before this time (engine time, ms). */
  readonly beforeMs: number;
  readonly atMs: number;
  /** Looks, and changes nothing. `after`: the number of the shift that a look ended with; null for the first. */
  readonly dryRun: boolean;
  readonly after?: number | null;
  /** Which request of a command it is: sent again, it is answered with what was done for it. */
  readonly request?: string;
}

export interface Archiver {
  /** Archives the next shift that is due, and takes out what an earlier run left. Calls wait for each other. */
  archiveNext(terms: ArchiveTerms): Promise<ArchiveStep>;
}

export interface ArchiverParts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly append: AppendToJournal;
  readonly bindings: Bindings;
  readonly closings: Closings;
  readonly dataDir: string;
  readonly folderId: string;
  readonly signer: (atMs: number) => Signer;
}

/** A transaction ends at whichever comes first: a sale waits for one at most. */
const mostRecords = 60;
const mostMs = 4;

const archiverQueries = {
  page: `SELECT ${journalColumns} FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  /** The first operation with a record in a page that is not over, waits for a customer, or has no row. */
  open: `SELECT journal.operation AS operation, operations.state AS state FROM journal
    LEFT JOIN operations ON operations.id = journal.operation
    WHERE journal.seq > ? AND journal.seq <= ? AND journal.operation IS NOT NULL
      AND (state IS NULL OR state IN ('accepted','sending','needs-person') OR ${doubtfulStates}
        OR offer_next_at IS NOT NULL OR operations.seq IN (SELECT seq FROM lanes)) LIMIT 1`,
  authorized: `SELECT min(open_since) AS since FROM payments WHERE open_since IS NOT NULL`,
  leaving: `SELECT seq, operation, type, ${askedIn} AS asked FROM journal
    WHERE seq > ? AND seq <= ? AND seq > 1 AND operation IS NOT NULL ORDER BY seq ${limited}`,
} as const;

export function createArchiver(parts: ArchiverParts): Archiver {
  const { db, commits, append, bindings, closings, dataDir, folderId, signer } = parts;
  const dir = join(dataDir, archivesName);
  const archives = createArchives(db, dataDir);
  const page = db.prepare(archiverQueries.page);
  const open = db.prepare(archiverQueries.open);
  const authorized = db.prepare(archiverQueries.authorized);
  const leaving = db.prepare(archiverQueries.leaving);
  const remove = db.prepare('DELETE FROM journal WHERE seq = ?');
  const isTold = db.prepare('SELECT 1 FROM journal WHERE operation = ? LIMIT 1');
  const keep = db.prepare(
    'INSERT INTO archived_requests SELECT ?, seq FROM operations WHERE id = ? ON CONFLICT DO NOTHING',
  );
  /** Up to here nothing is left in the database that could leave it. */
  let cleared = 0;

  /** The shift behind the last archive, or why there is none. */
  const nextDue = ({ beforeMs, dryRun, after }: ArchiveTerms): { shift: ShiftMark; before: Head } | string => {
    const last = archives.last();
    const looked = dryRun && after !== undefined && after !== null ? closings.numbered(after) : null;
    const number = looked === null ? (last?.shift ?? 0) + 1 : looked.number + 1;
    const shift = closings.numbered(number);
    if (shift === null) return 'Every closed shift is archived.';
    if (Date.parse(shift.closedAt) >= beforeMs)
      return `Shift ${number} was closed ${shift.closedAt}: it is not old enough.`;
    const since = oneRow<{ since: number | null }>(authorized)?.since ?? null;
    if (since !== null && since <= Date.parse(shift.closedAt)) {
      return `An authorization of ${new Date(since).toISOString()} is open. Capture or reverse it: shift ${number} can be archived then.`;
    }
    if (looked !== null) return { shift, before: { seq: looked.closedSeq, hash: '' } };
    return { shift, before: last === null ? genesis : { seq: last.last, hash: last.hash } };
  };

  /** Why the records of this page must stay, or null. */
  const stays = (from: number, to: number): string | null => {
    const found = oneRow<{ operation: string; state: string | null }>(open, from, to);
    if (found === null) return null;
    const { operation, state } = found;
    return state === null ? `Operation ${operation} has no row.` : `Operation ${operation} is not over (${state}).`;
  };

  /** Passes the records of a shift on, page by page. Returns the last one, or why they must stay. */
  const walk = async (
    { shift, before }: { readonly shift: ShiftMark; readonly before: Head },
    take: (lines: readonly string[]) => Promise<void>,
  ): Promise<Head | string> => {
    let at = before;
    while (at.seq < shift.closedSeq) {
      const beganMs = performance.now();
      const to = Math.min(at.seq + recordsPerPiece, shift.closedSeq);
      const rows = commits.read(() => allRows<JournalRow>(page, at.seq, to, recordsPerPiece));
      const reason = commits.read(() => stays(at.seq, to));
      if (reason !== null) return `Shift ${shift.number} stays. ${reason}`;
      for (const row of rows) {
        const broken = at.hash === '' ? null : breakIn(at, row, row.data);
        if (broken !== null) return `Shift ${shift.number} stays: ${broken}. Run journal verify.`;
        at = { seq: row.seq, hash: row.hash };
      }
      if (at.seq !== to) return `Shift ${shift.number} stays: records are missing. Run journal verify.`;
      await take(rows.map(lineOfRow));
      await yieldToOthers(commits, performance.now() - beganMs);
    }
    return at;
  };

  const assertWhole = async (archived: Archived, atMs: number): Promise<void> => {
    const pieces = checkedPieces(dir, archived, signer(atMs).publicKeyPem);
    for (let done = false; !done;) {
      const beganMs = performance.now();
      done = pieces.next().done === true;
      await yieldToOthers(commits, performance.now() - beganMs);
    }
  };

  /** Takes records out of the database that an archive holds. Those of rows that are not believed stay. */
  const clear = async (atMs: number): Promise<void> => {
    const checked = new Set<string>();
    for (const archived of archives.all()) {
      if (archived.last <= cleared) continue;
      let at = Math.max(cleared, archived.after.seq);
      for (;;) {
        const due = commits.read(() => allRows<Leaving>(leaving, at, archived.last, mostRecords));
        if (due.length === 0) break;
        if (!checked.has(archived.file)) await assertWhole(archived, atMs);
        checked.add(archived.file);
        const beganMs = performance.now();
        at = commits.now(() => bindings.within(() => takeOut(due, beganMs + mostMs)));
        await yieldToOthers(commits, performance.now() - beganMs);
      }
      cleared = archived.last;
    }
  };

  /** In a transaction. Returns the number of the last record that was looked at. */
  const takeOut = (due: readonly Leaving[], untilMs: number): number => {
    const touched = new Set<string>();
    let at = 0;
    for (const { seq, operation, asked } of due) {
      at = seq;
      if (bindings.holds(operation) !== true) continue;
      if (asked !== null) keep.run(Buffer.from(asked, 'hex'), operation);
      if (remove.run(seq).changes !== 1) throw new StorageFailed('an archived record did not leave the journal');
      touched.add(operation);
      if (performance.now() >= untilMs) break;
    }
    // A row whose last record is gone is bound to the journal's having none: the row is at its end for good.
    for (const operation of touched) if (isTold.get(operation) === undefined) bindings.wrote(operation);
    return at;
  };

  const doneFor = (request: string): ArchiveStep | null => {
    const done = archives.all().find((archived) => archived.request === request);
    const shift = done === undefined ? null : closings.numbered(done.shift);
    if (done === undefined || shift === null) return null;
    const { file, last, after } = done;
    return { type: 'archived', shift: done.shift, closedAt: shift.closedAt, records: last - after.seq, file };
  };

  const archiveOne = async (terms: ArchiveTerms): Promise<ArchiveStep> => {
    const { request } = terms;
    const done = request === undefined ? null : commits.read(() => doneFor(request));
    if (done !== null) return done;
    if (!terms.dryRun) await clear(terms.atMs);
    const due = commits.read(() => nextDue(terms));
    if (typeof due === 'string') return { type: 'nothing-due', why: due };
    const { shift, before } = due;
    const about = { type: 'archived', shift: shift.number, closedAt: shift.closedAt } as const;
    const told = { ...about, records: shift.closedSeq - before.seq };
    if (terms.dryRun) {
      const end = await walk(due, () => Promise.resolve());
      return typeof end === 'string' ? { type: 'nothing-due', why: end } : { ...told, file: null };
    }
    const maker = createArchiveMaker(dir, { folderId, shift: shift.number, after: before }, signer(terms.atMs));
    const end = await walk(due, (lines) => maker.add(lines));
    if (typeof end === 'string') return { type: 'nothing-due', why: end };
    const file = `shift-${String(shift.number).padStart(6, '0')}.ndjson.gz`;
    const archived = await maker.end(file, end);
    await assertWhole(archived, terms.atMs);
    const data = request === undefined ? { ...archived } : { ...archived, request };
    commits.now(() => {
      if (archives.mark() !== before.seq) throw new StorageFailed('another program archived at the same time');
      append({ type: 'shift-archived', operationId: null, atMs: terms.atMs, data });
    });
    await clear(terms.atMs);
    return { ...told, file };
  };

  let turn: Promise<unknown> = Promise.resolve();
  return {
    archiveNext(terms) {
      const step = turn.then(() => archiveOne(terms));
      turn = step.catch(() => undefined);
      return step;
    },
  };
}

interface Leaving {
  readonly seq: number;
  readonly operation: string;
  readonly type: string;
  readonly asked: string | null;
}

/** A record's line of an export: its members in the order of canonical JSON, which the data's text has. */
function lineOfRow({ seq, prev, hash, at, type, operation, data }: JournalRow): string {
  const members =
    `"at":${JSON.stringify(at)},"data":${data},"hash":${JSON.stringify(hash)},"operation":${JSON.stringify(operation)},` +
    `"prev":${JSON.stringify(prev)},"seq":${seq},"type":${JSON.stringify(type)}`;
  return `{${members}}\n`;
}
