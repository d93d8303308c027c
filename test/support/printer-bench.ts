// An emulated printer in the network, and the driver at its port, with limits that let a test see their end.
import { parsePrinterAddress } from '#peripherals/address/address.ts';
import { createEmulatedPrinter, type EmulatorOptions } from '#peripherals/emulator/emulated-printer.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { createPrinters } from '#peripherals/printers/create-printers.ts';
import { type PrinterLimits, printerLimits } from '#peripherals/printers/limits.ts';

export const noWait = () => Promise.resolve();

const shortLimits: PrinterLimits = {
  ...printerLimits,
  openMs: 1_000,
  answerMs: 1_000,
  askEveryMs: 20,
  pollMs: 30,
  reopenMs: 20,
  lineMs: 20,
};

/** The driver for an address, where `PLACE` is for example `tcp://127.0.0.1:9100`. */
export function driverAt(place: string, limits: Partial<PrinterLimits> = {}) {
  const parsed = parsePrinterAddress(`till=${place}`);
  if (parsed.type === 'invalid') throw new Error(parsed.reason);
  const printers = createPrinters([parsed.address], { limits: { ...shortLimits, ...limits }, firstFence: () => 1_000 });
  const printer = printers.byId('till');
  if (printer === null) throw new Error('The driver does not know its own printer.');
  return { printer, close: () => printers.close() };
}

export async function bench(
  options: { emulator?: EmulatorOptions; limits?: Partial<PrinterLimits>; query?: string } = {},
) {
  const paper = createEmulatedPrinter(options.emulator);
  const server = await serveEmulator(paper);
  const { printer, close } = driverAt(`tcp://127.0.0.1:${server.port}${options.query ?? ''}`, options.limits);
  return {
    paper,
    server,
    printer,
    async [Symbol.asyncDispose]() {
      await close();
      await server.close();
    },
  };
}
