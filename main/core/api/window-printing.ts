// The printers as a person at the window sees them, what this person says of a document in doubt, and the receipts and the
// drawer that they ask for. The journal gets this person's name.
import type { Implementations } from '#contract/calls/table.ts';
import type { LineDeviceTrouble } from '#contract/devices/line-devices.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import type {
  PrinterView,
  PrintDoubtView,
  PrintingView,
  TrainingAction,
  TrainingPrinterView,
} from '#contract/devices/printing.ts';
import { defaultReceiptPaths } from '#contract/operation/receipt-paths.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { Refused } from '#contract/programs/problems.ts';
import { refuse } from '#contract/programs/problems.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Approval } from '#contract/people/people.ts';
import { notSignedIn, wordsOf } from '../staff/staff-decisions.ts';
import { supervisorShown } from '../staff/people.ts';
import type { Session } from '../staff/session.ts';
import type { Store } from '../ports/store.ts';
import type { PrintJobRecord } from '../ports/record.ts';
import type { Devices } from '../printing/devices.ts';
import type { DeviceAsker, JobAnswer } from '../printing/job-changes.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import { type ReceiptRules, wasPrinted } from '../printing/receipt-jobs.ts';
import { type ViewPorts, viewOf } from './view.ts';

export interface PrintingCallPorts extends ViewPorts {
  readonly devices: Pick<
    Devices,
    'decide' | 'cancel' | 'jobsIn' | 'printReceipt' | 'receiptNotes' | 'noSaleSlips' | 'printNoSale' | 'openDrawer'
  >;
  readonly queue: Pick<PrintQueue, 'printers'>;
  readonly store: Store;
  readonly session: Pick<Session, 'current' | 'isManned' | 'touch' | 'verify'>;
  readonly receipts: ReceiptRules;
  readonly mode: Mode;
  /** What is wrong with the devices' settings, in English. */
  readonly troubles: readonly string[];
  readonly lineDevices: () => readonly LineDeviceTrouble[];
  /** The printer of a till in training. */
  readonly training: { view(): TrainingPrinterView; act(action: TrainingAction): void } | null;
  /** False where the drawer was opened too often just now. */
  readonly mayOpenDrawer: () => boolean;
}

export type PrintingCalls = ReturnType<typeof createPrintingCalls>;

/** How many documents in doubt are shown at once; the next follow as these are answered. */
const mostDoubts = 20;
/** How many waiting jobs are taken back in one go. */
const mostTakenBack = 1_000;

export function createPrintingCalls(ports: PrintingCallPorts) {
  const { devices, session } = ports;

  /** Who says it, or null where somebody has to sign in first. */
  const asker = (): DeviceAsker | null => {
    const person = session.current();
    if (person === null && session.isManned()) return null;
    session.touch();
    return { clientId: null, by: person?.name ?? 'cashier' };
  };

  /** Prints what the person at the window wants; `words`: why, where they say it. */
  const onPaper = async <Words extends string | null>(
    words: Words,
    print: (asked: { readonly by: string; readonly reason: Words | string }) => Promise<JobAnswer>,
  ): Promise<Refused | { readonly type: 'accepted'; readonly isCopy: boolean }> => {
    const said = words === null ? null : wordsOf(words, ports.mode);
    if (said?.type === 'refused') return said;
    const by = asker();
    if (by === null) return notSignedIn;
    const answer = await print({ by: by.by, reason: said === null ? words : said.words });
    return answer.type === 'refused' ? answer : { type: 'accepted', isCopy: answer.job.copy };
  };

  /** Who opens the drawer: a supervisor, or a cashier beside whom one shows a PIN. */
  const opener = async (approval: Approval | null): Promise<DeviceAsker | Refused> => {
    const person = session.current();
    const by = asker();
    if (by === null) return notSignedIn;
    if (person === null || mayActAs(person.role, 'supervisor')) return by;
    const detail = 'A supervisor opens the drawer without a sale: enter their PIN.';
    const supervisor = await supervisorShown(session, approval, { detail });
    return 'refusal' in supervisor ? supervisor : { ...by, approvedBy: supervisor.name };
  };

  return {
    printing: () => printingView(ports),
    handleTrainingPrinter({ action }) {
      session.touch();
      ports.training?.act(action);
      return { done: ports.training !== null };
    },
    receiptPrinted({ operationId }) {
      const of = (copy: ReceiptCopy) => wasPrinted(ports.store, operationId, copy);
      const otherwise = (copy: ReceiptCopy) => devices.receiptNotes(operationId, copy);
      return {
        customer: of('customer'),
        merchant: of('merchant'),
        otherwise: { customer: otherwise('customer'), merchant: otherwise('merchant') },
      };
    },
    printReceipt: ({ operationId, copy, reason }) =>
      onPaper(reason, (asked) => devices.printReceipt(operationId, copy, asked)),
    noSaleSlips: () => ({
      slips: devices.noSaleSlips().map(({ id, noSale: { atMs, by, reason, isKnown } }) => ({
        id,
        at: ports.clock.iso(atMs),
        by,
        reason,
        isKnown,
      })),
    }),
    printNoSale: ({ id, reason }) => onPaper(reason, (asked) => devices.printNoSale(id, asked)),
    async openDrawer({ drawer, reason, approval }) {
      const said = wordsOf(reason, ports.mode);
      if (said.type === 'refused') return said;
      const by = await opener(approval);
      if ('type' in by) return by;
      if (!ports.mayOpenDrawer()) {
        return refuse('too-many-requests', 'The drawer was opened often just now. Nothing was sent.');
      }
      const answer = await devices.openDrawer(drawer, by, said.words);
      return answer.type === 'refused' ? answer : { type: answer.result };
    },
    async decidePrint({ id, cameOut, reprint }) {
      const by = asker();
      if (by === null) return notSignedIn;
      const answer = await devices.decide(id, by, { cameOut, reprint: reprint && !cameOut });
      return answer.type === 'refused' ? answer : { type: 'decided' };
    },
    async cancelPrints({ device }) {
      const by = asker();
      if (by === null) return notSignedIn;
      const waiting = devices.jobsIn('due', mostTakenBack).filter((job) => job.device === device);
      let count = 0;
      for (const { id } of waiting) {
        // One that its printer began meanwhile stays.
        const answer = await devices.cancel(id, by);
        if (answer.type === 'accepted') count += 1;
      }
      return { type: 'cancelled', count };
    },
  } satisfies Partial<Implementations>;
}

function printingView(ports: PrintingCallPorts): PrintingView {
  const { store, queue, clock, receipts } = ports;
  const counts = store.printJobCounts();
  const waitingAt = (wanted: string) =>
    counts.reduce(
      (sum, { state, device, count }) => (state !== 'doubtful' && device === wanted ? sum + count : sum),
      0,
    );
  const printers = queue.printers().map(({ info: { id, hasDrawer }, state, drawerOpenMs }): PrinterView => ({
    id,
    known: true,
    hasDrawer,
    trouble: null,
    ...state,
    drawerOpenSince: drawerOpenMs === null ? null : clock.iso(drawerOpenMs),
    waiting: waitingAt(id),
  }));
  const ids = new Set(printers.map(({ id }) => id));
  const gone = new Set(counts.flatMap(({ state, device }) => (state === 'due' && !ids.has(device) ? [device] : [])));
  const nothing = {
    known: false,
    hasDrawer: false,
    obstacle: 'no-answer',
    trouble: null,
    paperLow: false,
    drawerOpen: null,
    drawerOpenSince: null,
  } as const;
  const doubtCount = counts.reduce((sum, { state, count }) => (state === 'doubtful' ? sum + count : sum), 0);
  const { printer, when, style } = receipts;
  return {
    receiptPaths: style.paths ?? defaultReceiptPaths,
    settingsTroubles: ports.troubles,
    lineDevices: ports.lineDevices(),
    training: ports.training?.view() ?? null,
    receipts: printer === null || !ids.has(printer) ? null : { printer, when },
    paymentCode: style.paymentCode ?? false,
    printers: [...printers, ...[...gone].map((id) => ({ id, ...nothing, waiting: waitingAt(id) }))],
    doubts: doubtCount === 0 ? [] : store.printJobsIn('doubtful', mostDoubts).map((job) => doubtView(ports, job)),
    doubtCount,
  };
}

function doubtView(ports: PrintingCallPorts, job: PrintJobRecord): PrintDoubtView {
  const { store, clients, clock } = ports;
  const { id, device, doubt, receipt, asked, document, operationId, createdAtMs } = job;
  const operation = operationId === null ? null : store.operation(operationId);
  return {
    id,
    device,
    doubt: doubt ?? '',
    operation: operation === null ? null : viewOf(operation, ports),
    receipt,
    client: asked === null ? null : clients.nameOf(asked.clientId),
    canReprint: document !== null,
    createdAt: clock.iso(createdAtMs),
  };
}
