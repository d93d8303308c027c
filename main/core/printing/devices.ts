// What programs and people ask of the devices at the till: to print, to cancel a job, to note whether it came out, to
// open the drawer. A drawer's pulse is in the journal before it leaves, and is never repeated.
import type { PrintDocument } from '#contract/devices/documents.ts';
import { type FieldIssue, messagesOf } from '#contract/data/issue-words.ts';
import { isTradeItemNumber } from '#contract/text/gtin.ts';
import { type JsonObject, canonicalJson } from '#contract/data/json.ts';
import {
  type PrintJobAge,
  type PrintJobView,
  type PrinterView,
  type ReceiptCopy,
  isPrintRest,
} from '#contract/devices/print-jobs.ts';
import { type PrintNote, englishNote } from '#contract/devices/print-notes.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import { sayIn } from '#texts/index.ts';
import { type Changes, waitUntil } from '../commit/wait-until.ts';
import type { Chance, Digests } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { Policy } from '../ports/policy.ts';
import type { Printers } from '../ports/printers.ts';
import type { PrintJobRecord } from '../ports/record.ts';
import type { Store } from '../ports/store.ts';
import { splitNumberIssues } from '../sensitive-data/adjoining-lines.ts';
import { freeTextIssues, requestIdIssue } from '../sensitive-data/free-text.ts';
import type { DrawerAnswer, Drawers } from './drawers.ts';
import { type DeviceAsker, type JobAnswer, type JobChanges, createJobChanges, ownerOf } from './job-changes.ts';
import { makeJob, newJobId } from './jobs.ts';
import { receiptDocument } from './receipt.ts';
import { type ReceiptRules, noSaleAgain, noSaleSlips, receiptWanted, shiftOnPaper } from './receipt-jobs.ts';
import type { PrintQueue } from './print-queue.ts';
import { invalid, noDevice, reused } from './refusals.ts';

export interface Devices extends Pick<JobChanges, 'job' | 'jobsIn' | 'cancel' | 'decide'> {
  list(): Promise<PrinterView[]>;
  /** Stores the job; it is printed when its turn comes. */
  print(asking: {
    readonly clientId: string;
    readonly requestId: string;
    readonly device: string;
    readonly document: PrintDocument;
    /** Refused where the printer would print anything otherwise than written. */
    readonly onlyAsWritten?: boolean;
  }): Promise<JobAnswer>;
  /** A job of this program, or one that prints such a job again; null where it is neither. */
  jobOf(clientId: string, id: string): PrintJobView | null;
  /** Jobs of this program in this state, oldest first, those behind `after`; null where that is no job of its own. */
  jobsOf(clientId: string, state: PrintJobView['state'], after: string | null, limit: number): PrintJobAge[] | null;
  /** The job once nothing more happens to it by itself, or as it stands after `timeoutMs` or when `givenUp` calls back. */
  waitFor(id: string, timeoutMs: number, givenUp: (work: () => void) => void): Promise<PrintJobView | null>;
  /**
   * The receipt of an operation, for a person. A second one of the same copy says COPY and needs a reason, which stands in
   * the journal.
   */
  printReceipt(
    operationId: string,
    copy: ReceiptCopy,
    asked: { by: string; reason: string | null; request?: string | undefined },
  ): Promise<JobAnswer>;
  /** What the printer would write otherwise than it stands on this copy; none where there is nothing to print. */
  receiptNotes(operationId: string, copy: ReceiptCopy): readonly PrintNote[];
  /**
   * A shift's report, for a person. A second Z says COPY and needs a reason, which stands in the journal. `onlyFirst`: a Z
   * that came out before is not printed again; the answer is null.
   */
  printShift(
    report: ShiftReport,
    by: string,
    wanted: { readonly onlyFirst: true } | { readonly reason: string | null },
  ): Promise<JobAnswer | null>;
  /** The latest slips of drawers that were opened without a sale, newest first. */
  noSaleSlips(): ReturnType<typeof noSaleSlips>;
  /** One of them again, for a person; the reason stands in the journal. */
  printNoSale(id: string, asked: { readonly by: string; readonly reason: string }): Promise<JobAnswer>;
  /** `requestId`: of a program's request; the same a second time opens nothing. */
  openDrawer(id: string, asker: DeviceAsker, reason: string, requestId?: string | null): Promise<DrawerAnswer>;
}

export interface DevicePorts {
  readonly store: Pick<
    Store,
    | 'transact'
    | 'operation'
    | 'printJob'
    | 'printJobsIn'
    | 'printJobsOf'
    | 'printJobByRequest'
    | 'duePrintJobsOf'
    | 'latestPrintJobs'
  >;
  readonly printers: Printers;
  readonly drawers: Pick<Drawers, 'open'>;
  readonly queue: Pick<PrintQueue, 'kick' | 'obstacle'>;
  readonly changes: Pick<Changes<PrintJobRecord>, 'add'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly receipts: ReceiptRules;
  readonly log: EngineEvents['log'];
  readonly digests: Digests;
  readonly cardRules: Pick<Policy, 'idsMayLookLikeCards'>;
  /** Calls the listeners after a change that was made here. */
  readonly changed: (job: PrintJobRecord) => void;
}

const english = sayIn('en');

export function createDevices(ports: DevicePorts): Devices {
  const { store, printers, drawers, queue, clock, chance, digests } = ports;
  const { job, jobsIn, cancel, decide, view, answerAndNotify } = createJobChanges(ports);
  const receiptPorts = { rules: ports.receipts, clock, chance, log: ports.log };
  /** The answer for a job of the till's own, which is printed when its turn comes. */
  const ofTill = (made: PrintJobRecord | Refusal): JobAnswer => {
    if ('code' in made) return { type: 'refused', refusal: made };
    const answer = answerAndNotify(made);
    queue.kick();
    return answer;
  };
  const viewOrNull = (found: PrintJobRecord | null) => (found === null ? null : view(found));

  return {
    list: async () =>
      Promise.all(
        printers.list().map(async (printer) => {
          const { id, columns, confirms } = printer.info;
          const role = ports.receipts.kitchen.includes(id) ? 'kitchen' : 'slips';
          const { obstacle, paperLow, drawerOpen, trouble } = await printer.state();
          const advice = obstacle === null ? null : (trouble?.advice ?? english(`print.do.${obstacle}`));
          return { id, type: 'printer' as const, role, obstacle, advice, paperLow, drawerOpen, columns, confirms };
        }),
      ),
    async print({ clientId, requestId, device, document, onlyAsWritten = false }) {
      const printer = printers.byId(device);
      // Laying a document out is dear: what is refused anyway is not.
      const notesOf = () => (printer?.unprintable(document) ?? []).map(englishNote);
      const digest = digests.keyed(canonicalJson({ device, document } as unknown as JsonObject));
      const known = (found: PrintJobRecord): JobAnswer =>
        found.asked?.digest === digest
          ? answerAndNotify(found, true, notesOf())
          : { type: 'refused', refusal: reused(requestId, 'Nothing was printed anew.') };
      const before = store.printJobByRequest(clientId, requestId);
      if (before !== null) return known(before);
      if (printer === null) return { type: 'refused', refusal: noDevice(device) };
      const badId = requestIdIssue(requestId, ports.cardRules);
      const issues = [...(badId === null ? [] : [badId]), ...cardIssues(document)];
      if (issues.length > 0) return { type: 'refused', refusal: invalid(issues) };
      const { count, bytes } = store.duePrintJobsOf(clientId);
      if (count >= mostDue || bytes >= mostDueBytes) return { type: 'refused', refusal: full };
      const notes = notesOf();
      if (onlyAsWritten && notes.length > 0) return { type: 'refused', refusal: notAsWritten(notes) };
      const asked = { clientId, requestId, digest };
      const id = newJobId(chance);
      const made = await store.transact((tx) => {
        // The first of two equal requests may have been stored meanwhile.
        const meanwhile = tx.printJobByRequest(clientId, requestId);
        if (meanwhile !== null) return { job: meanwhile, isNew: false };
        return { job: makeJob(tx, { id, device, document, asked, by: null }, clock.nowMs()), isNew: true };
      });
      if (!made.isNew) return known(made.job);
      const answer = answerAndNotify(made.job, false, notes);
      queue.kick();
      return answer;
    },
    job,
    jobsIn,
    cancel,
    decide,
    jobOf(clientId, id) {
      const found = store.printJob(id);
      return found === null || ownerOf(store, found) !== clientId ? null : view(found);
    },
    jobsOf(clientId, state, after, limit) {
      const behind = after === null ? null : store.printJob(after);
      if (after !== null && behind?.asked?.clientId !== clientId) return null;
      const nowMs = clock.nowMs();
      return store.printJobsOf(clientId, state, behind?.seq ?? 0, limit).map((each) => ({
        ...view(each),
        ageSeconds: Math.max(0, Math.floor((nowMs - each.createdAtMs) / 1_000)),
      }));
    },
    async waitFor(id, timeoutMs, givenUp) {
      return viewOrNull(await waitUntil(ports, () => store.printJob(id), timeoutMs, givenUp, atRest));
    },
    async printReceipt(operationId, copy, asked) {
      const made = await store.transact((tx) => {
        const record = tx.operation(operationId);
        return record === null ? noOperation : receiptWanted(receiptPorts, tx, record, copy, asked);
      });
      return ofTill(made);
    },
    receiptNotes(operationId, copy) {
      const { printer, style } = ports.receipts;
      const record = store.operation(operationId);
      const document = record === null ? null : receiptDocument(record, copy, style);
      const found = printer === null ? null : printers.byId(printer);
      return document === null || found === null ? [] : found.unprintable(document);
    },
    async printShift(report, by, wanted) {
      const made = await store.transact((tx) => shiftOnPaper(receiptPorts, tx, report, { by, ...wanted }));
      return made === null ? null : ofTill(made);
    },
    noSaleSlips: () => noSaleSlips(store),
    printNoSale: async (id, asked) => ofTill(await store.transact((tx) => noSaleAgain(receiptPorts, tx, id, asked))),
    openDrawer: (id, { clientId, by, approvedBy }, reason, requestId = null) =>
      drawers.open({ drawer: id, reason, clientId, by, requestId, approvedBy }),
  };
}

function atRest({ state }: PrintJobRecord): boolean {
  return isPrintRest(state);
}

/** What a picture shows cannot be read; the number of an article on its bar code may look like a card's. */
function cardIssues({ blocks }: PrintDocument): FieldIssue[] {
  const read = blocks.map((block) => {
    if (block.type === 'picture') return {};
    if (block.type === 'barcode' && block.symbology !== 'code128' && isTradeItemNumber(block.data)) return {};
    return block;
  });
  const whole = freeTextIssues({ document: { blocks: read } }, 'test', []);
  if (whole.length > 0) return whole;
  return splitNumberIssues(
    blocks.flatMap((block): string[] => {
      if (block.type === 'text') return block.text.split('\n');
      return block.type === 'columns' ? [block.left, block.right] : ['-'];
    }),
  );
}

/** What a printer would print otherwise than written, to the program that allows none of it. */
function notAsWritten(notes: readonly string[]): Refusal {
  const issues = notes.map((message) => ({ field: 'document', code: 'rule', message }) as const);
  const detail = 'The printer cannot print this as it is written. Nothing was stored.';
  return { code: 'invalid-input', detail, issues, errors: messagesOf(issues) };
}

/**
 * Of one program, so that it cannot fill the disk, or a roll of paper, while no printer takes anything; other programs
 * and the till's receipts go on.
 */
const mostDue = 1_000;
const mostDueBytes = 16 * 1_024 * 1_024;
const full: Refusal = {
  code: 'queue-full',
  detail:
    `${mostDue} print jobs of this program, or ${mostDueBytes / 1_024 / 1_024} MiB of them, are waiting already. ` +
    'Nothing was stored; try again later.',
  facts: { limit: mostDue },
};

const noOperation: Refusal = { code: 'operation-not-found', detail: 'No operation has this id.' };
