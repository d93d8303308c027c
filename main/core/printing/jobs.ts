// The writes of print jobs: each change of a row with its record in the journal, in one transaction. The journal says
// which job, where and by whom; never what was printed.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type ReceiptCopy, printJobRecords } from '#contract/devices/print-jobs.ts';
import type { Chance } from '../ports/chance.ts';
import type { PrintJobRecord } from '../ports/record.ts';
import type { PrintOutcome } from '../ports/printers.ts';
import type { StoreWrites } from '../ports/store.ts';
import { moved } from './transitions.ts';

/** The bridge ended while the job was on its way. */
export const restarted = 'restarted';

export function newJobId(chance: Pick<Chance, 'hex128'>): string {
  return `print_${chance.hex128()}`;
}

export interface NewPrintJob {
  readonly id: string;
  readonly device: string;
  readonly document: PrintDocument;
  readonly copy?: boolean;
  readonly reprintOf?: string;
  readonly operationId?: string | null;
  readonly receipt?: ReceiptCopy | null;
  readonly noSale?: PrintJobRecord['noSale'];
  readonly asked?: PrintJobRecord['asked'];
  /** Who wanted it, for the journal; null for a job that the settings ask for. */
  readonly by: string | null;
  /** Why a person wanted it again, for the journal. */
  readonly reason?: string | null;
  /** A command's wish (api/once.ts), for the journal. */
  readonly request?: string | undefined;
}

type Tx = Pick<StoreWrites, 'insertPrintJob' | 'updatePrintJob' | 'journal'>;

export function makeJob(tx: Tx, wanted: NewPrintJob, nowMs: number): PrintJobRecord {
  const { id, device, document, copy = false, reprintOf = null, operationId = null } = wanted;
  const { receipt = null, noSale = null, asked = null, by, reason = null, request } = wanted;
  const draft: Omit<PrintJobRecord, 'seq'> = {
    id,
    device,
    state: 'due',
    revision: 1,
    document,
    copy,
    reprintOf,
    reprint: null,
    operationId,
    receipt,
    noSale,
    asked,
    doubt: null,
    decided: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const job = { ...draft, seq: tx.insertPrintJob(draft) };
  const origin = { operation: operationId, receipt, copy, reprintOf, client: asked?.clientId ?? null, by };
  note(tx, job, 'made', nowMs, { ...origin, ...(reason === null ? {} : { reason }), ...wishOf(request) });
  return job;
}

/** Durable before the first byte. */
export function beginJob(tx: Tx, job: PrintJobRecord, nowMs: number): PrintJobRecord {
  return put(tx, moved(job, 'sending', nowMs), 'sending', nowMs);
}

/** Ends a job that was sent, by the printer's outcome. */
export function endJob(tx: Tx, job: PrintJobRecord, outcome: PrintOutcome, nowMs: number): PrintJobRecord {
  switch (outcome.type) {
    case 'printed':
    case 'handed-over':
      return put(tx, moved(job, outcome.type, nowMs), outcome.type, nowMs);
    case 'doubtful':
      return put(tx, moved(job, 'doubtful', nowMs, { doubt: outcome.reason }), 'doubtful', nowMs, {
        doubt: outcome.reason,
      });
    case 'not-sent':
      return put(tx, moved(job, 'due', nowMs), 'unsent', nowMs, { obstacle: outcome.obstacle });
  }
}

/** Who does it; `request`: a command's wish. */
export interface JobActor {
  readonly by: string;
  readonly request?: string | undefined;
}

export function cancelJob(tx: Tx, job: PrintJobRecord, { by, request }: JobActor, nowMs: number): PrintJobRecord {
  return put(tx, moved(job, 'cancelled', nowMs), 'cancelled', nowMs, { by, ...wishOf(request) });
}

/** The till's own documents that wait for one printer: a busy day of receipts. */
export const mostOwnDue = 500;
const longestDueMs = 7 * 24 * 3_600_000;

/**
 * Takes back what waits for a printer: whatever has waited for a week, at any printer, and the oldest of the till's own
 * documents at this one, where too many wait. At most `most` of each; a receipt can be printed again from its operation.
 */
export function takeBackDue(tx: StoreWrites, device: string, most: number, nowMs: number): PrintJobRecord[] {
  const takeBack = (job: PrintJobRecord, reason: 'waited-too-long' | 'too-many-wait'): PrintJobRecord =>
    put(tx, moved(job, 'cancelled', nowMs), 'cancelled', nowMs, { by: null, reason });
  const old = tx.printJobsIn('due', most).filter(({ createdAtMs }) => createdAtMs <= nowMs - longestDueMs);
  const taken = old.map((job) => takeBack(job, 'waited-too-long'));
  const due = tx.printJobCounts().find((each) => each.state === 'due' && each.device === device);
  for (let over = Math.min(most, (due?.own ?? 0) - mostOwnDue); over > 0; over -= 1) {
    const oldest = tx.nextPrintJob(device);
    if (oldest === null || oldest.asked !== null) break;
    taken.push(takeBack(oldest, 'too-many-wait'));
  }
  return taken;
}

export interface Decision extends JobActor {
  readonly cameOut: boolean;
  /** The id of the reprint, which is marked COPY; null where none is wanted. */
  readonly reprintId: string | null;
}

/** The answer to "Did it come out?". */
export function decideJob(
  tx: Tx,
  job: PrintJobRecord,
  { cameOut, by, request, reprintId }: Decision,
  nowMs: number,
): { readonly job: PrintJobRecord; readonly reprint: PrintJobRecord | null } {
  const { document } = job;
  const wanted = cameOut || document === null ? null : reprintId;
  const said = { decided: { cameOut, by, atMs: nowMs }, reprint: wanted };
  const decided = put(tx, moved(job, cameOut ? 'printed' : 'cancelled', nowMs, said), 'decided', nowMs, {
    cameOut,
    by,
    reprint: wanted,
    ...wishOf(request),
  });
  if (wanted === null || document === null) return { job: decided, reprint: null };
  const { device, operationId, receipt } = job;
  const again = { id: wanted, device, document, copy: true, reprintOf: job.id, operationId, receipt, by };
  return { job: decided, reprint: makeJob(tx, again, nowMs) };
}

type PrintJobEvent = JournalRecordType extends infer Type
  ? Type extends `${typeof printJobRecords}${infer Event}`
    ? Event
    : never
  : never;

function wishOf(request: string | undefined): JsonObject {
  return request === undefined ? {} : { request };
}

function put(tx: Tx, job: PrintJobRecord, event: PrintJobEvent, nowMs: number, data: JsonObject = {}): PrintJobRecord {
  tx.updatePrintJob(job);
  note(tx, job, event, nowMs, data);
  return job;
}

/** Journals without an operation id: a state of a print job must never be read as one of an operation. */
function note(
  tx: Tx,
  { id, device, state }: PrintJobRecord,
  event: PrintJobEvent,
  atMs: number,
  data: JsonObject,
): void {
  tx.journal({
    type: `${printJobRecords}${event}`,
    operationId: null,
    atMs,
    data: { job: id, device, state, ...data },
  });
}
