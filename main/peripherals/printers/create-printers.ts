// All printers that the settings name, each on its line. Nothing is opened before somebody asks for it or listens,
// except for serial lines, which are kept open.
import type { Printer, Printers } from '#core/ports/printers.ts';
import { type PrinterAddress, endpointWords } from '../address/address.ts';
import { createSerialLine } from '../lines/serial-line.ts';
import { createTcpLine } from '../lines/tcp-line.ts';
import { escPosStatus } from '../status/esc-pos-status.ts';
import { starStatus } from '../status/star-status.ts';
import { type PrinterLimits, printerLimits } from './limits.ts';
import { createLinePrinter, type Lent, type LinePrinter } from './line-printer.ts';
import { createQueuePrinter } from './queue-printer.ts';

export interface PrintersOptions {
  readonly limits?: PrinterLimits;
  /** A number from chance, other in each run: documents of different runs must not be taken for each other. */
  readonly firstFence: () => number;
}

export interface OpenPrinters extends Printers {
  /**
   * Does work while the printer at this endpoint, if there is one, lets its line go: it may be opened once only. Nothing is
   * done where it does not let go in time.
   */
  whileFree<T>(endpoint: PrinterAddress['endpoint'], work: () => Promise<T>): Promise<Lent<T>>;
  close(): Promise<void>;
}

export function createPrinters(addresses: readonly PrinterAddress[], options: PrintersOptions): OpenPrinters {
  const printers = addresses.map((address) => createPrinter(address, options));
  const byId = new Map(printers.map((printer) => [printer.info.id, printer]));
  return {
    whileFree: async (endpoint, work) => {
      const at = addresses.findIndex((address) => endpointWords(address.endpoint) === endpointWords(endpoint));
      const printer = printers[at];
      return printer !== undefined && 'lend' in printer ? printer.lend(work) : { lent: await work() };
    },
    list: () => printers,
    byId: (id) => byId.get(id) ?? null,
    close: async () => {
      await Promise.all(printers.map((printer) => printer.close()));
    },
  };
}

function createPrinter({ id, endpoint, profile }: PrinterAddress, options: PrintersOptions): Printer | LinePrinter {
  const { limits = printerLimits, firstFence } = options;
  if (endpoint.type === 'queue') return createQueuePrinter({ id, name: endpoint.name, profile, limits });
  const line = endpoint.type === 'tcp' ? createTcpLine(endpoint) : createSerialLine(endpoint);
  const language =
    profile.language === 'star-line' ? starStatus(profile.confirms) : escPosStatus(profile.confirms, firstFence());
  return createLinePrinter({ id, line, profile, language, limits });
}
