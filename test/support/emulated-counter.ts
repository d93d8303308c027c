// A printer for a whole shop: an emulated one on a port of this test, which the bridge is told of as COUNTER.
import {
  type EmulatedPrinter,
  type EmulatorOptions,
  createEmulatedPrinter,
} from '#peripherals/emulator/emulated-printer.ts';
import { type EmulatorServer, serveEmulator } from '#support/emulator-server.ts';

export interface EmulatedCounter {
  readonly paper: EmulatedPrinter;
  readonly server: EmulatorServer;
  /** For the bridge. */
  readonly args: readonly string[];
  readonly close: () => Promise<void>;
}

export async function emulatedCounter(options: EmulatorOptions = {}): Promise<EmulatedCounter> {
  const paper = createEmulatedPrinter(options);
  const server = await serveEmulator(paper);
  const close = async () => {
    await server.close();
    paper.close();
  };
  return { paper, server, args: ['--printer', `COUNTER=tcp://127.0.0.1:${server.port}`], close };
}
