// Print jobs of a bridge: the printers that the settings name, the queue that sends jobs to them, the receipts that
// follow outcomes, and the calls about devices.
import type { ShiftReport } from '#contract/shift/shift.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { type Mode, isFinal } from '#contract/operation/states.ts';
import { Listeners } from '#core/commit/listeners.ts';
import type { Changes } from '#core/commit/wait-until.ts';
import { waitAtMost } from '#core/engine/wait-at-most.ts';
import type { Chance, Digests } from '#core/ports/chance.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Printer, Printers } from '#core/ports/printers.ts';
import type { OperationRecord, PrintJobRecord } from '#core/ports/record.ts';
import type { Store } from '#core/ports/store.ts';
import { type Drawers, createDrawers } from '#core/printing/drawers.ts';
import { type Devices, createDevices } from '#core/printing/devices.ts';
import { PrintQueue } from '#core/printing/print-queue.ts';
import { type ReceiptRules, receiptsOfOutcome } from '#core/printing/receipt-jobs.ts';
import { createSaleDrawer } from '#core/printing/sale-drawer.ts';
import type { Shifts } from '#core/shift/shifts.ts';
import type { OpenPrinters } from '#peripherals/printers/create-printers.ts';
import { type DeviceSettings, printerAddresses } from '#settings/devices.ts';
import type { Settings } from '#settings/settings.ts';
import type { Base } from '../base/base.ts';
import type { BridgePorts } from '../base/ports.ts';
import { trainingPrinter } from './training-printer.ts';
import { stopGraceMs } from '../base/close-all.ts';

export interface PrintingPorts {
  readonly store: Store;
  readonly printers: Printers;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly digests: Digests;
  readonly log: EngineEvents['log'];
  readonly receipts: ReceiptRules;
  readonly isPaused: () => boolean;
  readonly cardRules: Pick<Policy, 'idsMayLookLikeCards'>;
  /** A job or a device is another than it was. */
  readonly changed: () => void;
}

export interface Printing {
  readonly queue: PrintQueue;
  readonly drawers: Drawers;
  readonly devices: Devices;
}

export function createPrinting({ changed: tell, ...ports }: PrintingPorts): Printing {
  const changes: Changes<PrintJobRecord> = new Listeners(ports.log);
  changes.add(tell);
  const changed = (job: PrintJobRecord) => changes.notify('print-job', (listener) => listener(job), { job: job.id });
  const queue = new PrintQueue({ ...ports, changed, stateChanged: tell });
  const made = (job: PrintJobRecord) => {
    changed(job);
    queue.kick();
  };
  const drawers = createDrawers({ ...ports, made });
  return { queue, drawers, devices: createDevices({ ...ports, queue, drawers, changes, changed }) };
}

/**
 * Before the engine starts: what it brings about may be printed. `troubles`: what is wrong with the devices' settings, for
 * people. A till that cannot print still takes payments, so nothing of it ends the start.
 */
export async function startPrinting(base: Base, digests: Digests) {
  const { ports, folder, opened, environment, statusChanged } = base;
  const { settings, chance } = ports;
  // A printer can cause these lines without end, by a cover that opens and closes: equal ones are counted.
  const counted = createCountedLog(ports.log, unheldTimer);
  opened.push(() => counted.end());
  const log = counted.line;
  const { clock, opening } = folder;
  const news = new Listeners<() => void>(log);
  const changed = () => {
    news.notify('devices', (listener) => listener());
    statusChanged();
  };
  const training = await trainingPrinter(base, statusChanged);
  const { printers, unreadable, inUse } =
    training === null
      ? await printersOf(ports, settings.devices)
      : { printers: theOne(training.printer), unreadable: [], inUse: null };
  // A printer that is closed ends its job as doubtful, which is still written.
  opened.push(async () => void (await Promise.all(printers.list().map((each) => each.close()))));
  const receipts = receiptRules(settings, environment.mode, training === null ? [] : [training.printer.info.id]);
  const common = { clock, chance, log };
  const isPaused = () => folder.pause.reason() !== null;
  const given = { ...common, store: opening.store, printers, digests, receipts, changed, isPaused };
  const { queue, drawers, devices } = createPrinting({ ...given, cardRules: base.policy });
  const saleDrawer = createSaleDrawer({ ...common, rules: receipts, drawers });
  folder.onOutcome((tx, record) => {
    receiptsOfOutcome({ ...common, rules: receipts }, tx, record);
    saleDrawer.outcome(record);
  });
  opened.push(() => drawers.close());
  opened.push(() => waitAtMost(clock, stopGraceMs, queue.stop()));
  try {
    await queue.start();
  } catch (error) {
    log('error', 'print-queue-broke', { error: error instanceof Error ? error.message : 'unknown' });
  }
  const troubles = [...unreadable, ...receiptTroubles(settings.devices)];
  for (const trouble of troubles) log('error', 'device-unusable', { trouble });
  /** Never fails the closing. */
  const shiftClosed = async (report: ShiftReport, by: string) => {
    if (receipts.shift === 'ask' || receipts.printer === null) return;
    await devices.printShift(report, by, { onlyFirst: true }).catch((error: unknown) => {
      log('error', 'shift-not-printed', { error: error instanceof Error ? error.message : 'unknown' });
    });
  };
  return {
    queue,
    /** After the commit of an operation's change. The drawer comes first: a receipt takes its time. */
    changed(record: OperationRecord) {
      saleDrawer.committed(record);
      if (isFinal(record.state)) queue.kick();
    },
    shiftClosed,
    troubles,
    receipts,
    training,
    inUse,
    devices: { ...devices, subscribe: (told: () => void) => news.add(told) },
  };
}

function theOne(printer: Printer): Printers {
  return { list: () => [printer], byId: (id) => (id === printer.info.id ? printer : null) };
}

const noPrinters: Printers = { list: () => [], byId: () => null };

interface DrivenPrinters {
  readonly printers: Printers;
  readonly unreadable: readonly string[];
  /** The lines in use that a trial may want; null where no printer is driven. */
  readonly inUse: Pick<OpenPrinters, 'whileFree'> | null;
}

/** What drives printers is loaded only where there are any. */
async function printersOf(
  { printers, chance }: Pick<BridgePorts, 'printers' | 'chance'>,
  settings: DeviceSettings,
): Promise<DrivenPrinters> {
  if (printers !== undefined) return { printers, unreadable: [], inUse: null };
  const texts = printerAddresses(settings);
  if (texts.length === 0) return { printers: noPrinters, unreadable: [], inUse: null };
  const [{ parsePrinterAddress, sharedEndpoints }, { createPrinters }] = await Promise.all([
    import('#peripherals/address/address.ts'),
    import('#peripherals/printers/create-printers.ts'),
  ]);
  const parsed = texts.map((text) => parsePrinterAddress(text));
  const read = parsed.flatMap((each) => (each.type === 'invalid' ? [] : [each.address]));
  const shared = sharedEndpoints(read);
  const addresses = read.filter(({ id }) => !shared.has(id));
  const driven = createPrinters(addresses, { firstFence: () => Math.floor(chance.fraction() * 2 ** 31) });
  return {
    printers: driven,
    inUse: driven,
    unreadable: [...parsed.flatMap((each) => (each.type === 'invalid' ? [each.reason] : [])), ...shared.values()].map(
      (reason) => `A printer of the settings cannot be used: ${reason}`,
    ),
  };
}

/** Receipts that are wanted and would never come out. */
function receiptTroubles({ printers, receipts }: DeviceSettings): string[] {
  const ids = Object.keys(printers);
  const slips = forSlips(printers).length;
  const { printer } = receipts;
  if (receipts.customer === 'never' && receipts.merchant === 'never') return [];
  if (printer !== null && !ids.includes(printer)) {
    return [`devices.receipts.printer names ${printer}, and there is no such printer: no receipt comes out.`];
  }
  if (printer !== null || ids.length === 0 || slips === 1) return [];
  return [
    `There are ${slips} printers for slips, and devices.receipts.printer names none of them: no receipt comes out.`,
  ];
}

/** The Z report comes out when the shift is closed, where the shop wants it. */
export function shiftsOnPaper(shifts: Shifts, printing: Awaited<ReturnType<typeof startPrinting>>): Shifts {
  return {
    ...shifts,
    async close(input) {
      const closing = await shifts.close(input);
      if (closing.type === 'closed') await printing.shiftClosed(closing.report, input.by);
      return closing;
    },
  };
}

function forSlips(printers: DeviceSettings['printers']): string[] {
  return Object.entries(printers).flatMap(([id, { role }]) => (role === 'slips' ? [id] : []));
}

/** When receipts come out and what stands on them, by the shop's settings. `beside`: printers that they do not name. */
export function receiptRules(
  { devices, shopName, shopAddress, receiptPaths }: Settings,
  mode: Mode,
  beside: readonly string[] = [],
): ReceiptRules {
  const { printers, receipts } = devices;
  const ids = [...forSlips(printers), ...beside];
  const { printer, customer, merchant, language, customerLanguage, shift, noSale, drawer, link, paymentCode } =
    receipts;
  return {
    printer: printer ?? (ids.length === 1 ? (ids[0] ?? null) : null),
    when: { customer, merchant },
    shift,
    noSale,
    drawer,
    kitchen: Object.keys(printers).filter((id) => !ids.includes(id)),
    style: { mode, shopName, shopAddress, paths: receiptPaths, language, customerLanguage, link, paymentCode },
  };
}
