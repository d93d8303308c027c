// Receipts as print jobs: those that the settings want by themselves, in the transaction of the outcome, and those that
// a person asks for later. A second one of the same copy says COPY.
import { type ReceiptCopy, type WhenPrinted, receiptCopies } from '#contract/devices/print-jobs.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { NoSale, OperationRecord, PrintJobRecord } from '../ports/record.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import { makeJob, newJobId } from './jobs.ts';
import { noSaleDocument } from './no-sale.ts';
import { noSalePaper, shiftPaper } from './papers.ts';
import { shiftDocument } from './shift-paper.ts';
import { type ReceiptStyle, printsByItself, receiptDocument } from './receipt.ts';

export interface ReceiptRules {
  /** The printer of receipts; null where there is none. */
  readonly printer: string | null;
  readonly when: { readonly [copy in ReceiptCopy]: WhenPrinted };
  /** Whether a Z report is printed by itself, and a slip where the drawer is opened without a sale. */
  readonly shift: 'always' | 'ask';
  readonly noSale: 'always' | 'never';
  /** Whether a paid sale opens the drawer. */
  readonly drawer: 'always' | 'never';
  /** The printers that print no slips. */
  readonly kitchen: readonly string[];
  readonly style: ReceiptStyle;
}

export interface ReceiptPorts {
  readonly rules: ReceiptRules;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly log: EngineEvents['log'];
}

/** Stores the receipts of an outcome. It never fails the outcome: a receipt that cannot be composed is only logged. */
export function receiptsOfOutcome(ports: ReceiptPorts, tx: StoreWrites, record: OperationRecord): void {
  const { rules, log } = ports;
  if (rules.printer === null) return;
  for (const receipt of receiptCopies) {
    if (!printsByItself(record, receipt, rules.when[receipt])) continue;
    const document = composedOrNull(() => receiptDocument(record, receipt, rules.style));
    if (document === null) log('error', 'receipt-not-composed', { operation: record.id, copy: receipt });
    else makeReceipt(ports, tx, { record, receipt, document, device: rules.printer, by: null });
  }
}

/** A receipt that a person wants now; never where the settings say so. */
export function receiptWanted(
  ports: ReceiptPorts,
  tx: StoreWrites,
  record: OperationRecord,
  receipt: ReceiptCopy,
  asked: { readonly by: string; readonly reason: string | null; readonly request?: string | undefined },
): PrintJobRecord | Refusal {
  const { rules } = ports;
  if (rules.printer === null) return noPrinter;
  if (rules.when[receipt] === 'never') return neverPrinted;
  const document = receiptDocument(record, receipt, rules.style);
  if (document === null) return nothingToPrint;
  if (asked.reason === null && wasPrinted(tx, record.id, receipt)) return reasonMissing;
  return makeReceipt(ports, tx, { record, receipt, document, device: rules.printer, ...asked });
}

/** Whether this copy came out, may have, or will. */
export function wasPrinted(tx: Pick<StoreReads, 'receiptJobs'>, operationId: string, receipt: ReceiptCopy): boolean {
  return tx.receiptJobs(operationId, lookedThrough).some((job) => job.receipt === receipt && cameOut(job));
}

interface Wanted {
  readonly record: OperationRecord;
  readonly receipt: ReceiptCopy;
  readonly document: NonNullable<ReturnType<typeof receiptDocument>>;
  readonly device: string;
  readonly by: string | null;
  readonly reason?: string | null;
  readonly request?: string | undefined;
}

/** More jobs than these are not looked through: one is enough to make this one a copy. */
const lookedThrough = 50;

function makeReceipt({ clock, chance }: ReceiptPorts, tx: StoreWrites, wanted: Wanted): PrintJobRecord {
  const { record, receipt, document, device, by, reason = null, request } = wanted;
  const copy = wasPrinted(tx, record.id, receipt);
  const id = newJobId(chance);
  return makeJob(
    tx,
    { id, device, document, copy, operationId: record.id, receipt, by, reason, request },
    clock.nowMs(),
  );
}

/** Or may have, or will: a job that was cancelled while it was due never came out. */
function cameOut({ state, decided }: PrintJobRecord): boolean {
  return state !== 'cancelled' || decided !== null;
}

function composedOrNull<T>(work: () => T | null): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/**
 * A shift's report on paper; a second Z of the same shift says COPY and needs a reason, and is left out where only the
 * first is wanted (null).
 */
export function shiftOnPaper(
  { rules, clock, chance }: ReceiptPorts,
  tx: StoreWrites,
  report: ShiftReport,
  wanted: { readonly by: string } & ({ readonly onlyFirst: true } | { readonly reason: string | null }),
): PrintJobRecord | Refusal | null {
  if (rules.printer === null) return noPrinter;
  // An X is of its moment: each is another.
  const paper = report.type === 'Z' ? shiftPaper(report.number) : null;
  const copy = paper !== null && tx.receiptJobs(paper, lookedThrough).some(cameOut);
  if (copy && 'onlyFirst' in wanted) return null;
  const reason = 'reason' in wanted ? wanted.reason : null;
  if (copy && reason === null) return reasonMissing;
  const job = { id: newJobId(chance), device: rules.printer, document: shiftDocument(report, rules.style), copy };
  return makeJob(tx, { ...job, by: wanted.by, reason, operationId: paper }, clock.nowMs());
}

/** Slips of drawers that were opened without a sale, the newest first; without copies. */
export function noSaleSlips(tx: Pick<StoreReads, 'latestPrintJobs'>): (PrintJobRecord & { readonly noSale: NoSale })[] {
  return tx.latestPrintJobs(noSalePaper, lookedThrough).flatMap((job) => {
    const { noSale, reprintOf } = job;
    return noSale === null || reprintOf !== null ? [] : [{ ...job, noSale }];
  });
}

/** One of `noSaleSlips` again. It says COPY, unless it was taken back before it came out. */
export function noSaleAgain(
  { rules, clock, chance }: ReceiptPorts,
  tx: StoreWrites,
  id: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): PrintJobRecord | Refusal {
  if (rules.printer === null) return noPrinter;
  const slip = noSaleSlips(tx).find((job) => job.id === id);
  if (slip === undefined) return noSlip;
  // Its copies are newer, so that they are among these.
  const all = tx.latestPrintJobs(noSalePaper, lookedThrough);
  const copy = all.some((job) => (job.id === id || job.reprintOf === id) && cameOut(job));
  const document = noSaleDocument(slip.noSale, rules.style);
  const job = { id: newJobId(chance), device: rules.printer, document, copy, reprintOf: id };
  return makeJob(tx, { ...job, operationId: noSalePaper, by, reason }, clock.nowMs());
}

const noSlip: Refusal = { code: 'print-job-not-found', detail: 'None of the latest slips has this id.' };
const noPrinter: Refusal = { code: 'device-unknown', detail: 'The settings name no printer for receipts.' };
const neverPrinted: Refusal = { code: 'not-decidable', detail: 'The settings say that this copy is never printed.' };
const reasonMissing: Refusal = {
  code: 'invalid-input',
  detail: 'This copy was printed before: say why it is printed again. Nothing was printed.',
  errors: { reason: ['is missing'] },
};
const nothingToPrint: Refusal = { code: 'not-decidable', detail: 'There is no receipt for this.' };
