// A queue of the system's spooler (CUPS, Windows): the last resort. It says "completed" with the paper out, so that a
// document ends as handed over and nothing is known of the printer. A queue of CUPS must be a raw one.
import { spawn } from 'node:child_process';
import type { Printer, PrinterState, PrintOutcome } from '#core/ports/printers.ts';
import type { PrinterProfile } from '../address/profile.ts';
import { encodeDocument } from '../encoding/encode.ts';
import { plainPulse } from './drawer.ts';
import type { PrinterLimits } from './limits.ts';
import { nothingTaken, type Spooler, spoolerOf } from './spooler.ts';

export interface QueuePrinterParts {
  readonly id: string;
  readonly name: string;
  readonly profile: PrinterProfile;
  readonly limits: PrinterLimits;
  readonly spooler?: Spooler;
}

const ready: PrinterState = { obstacle: null, paperLow: false, drawerOpen: null };

export function createQueuePrinter({
  id,
  name,
  profile,
  limits,
  spooler = spoolerOf(name),
}: QueuePrinterParts): Printer {
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  async function give(bytes: Uint8Array, beforeFirstByte: () => Promise<void>): Promise<PrintOutcome> {
    await beforeFirstByte();
    return submit(spooler, bytes, limits.handOverMs);
  }

  return {
    info: { id, confirms: false, columns: profile.columns, hasDrawer: profile.hasDrawer },
    state: () => Promise.resolve(ready),
    onState: () => () => undefined,
    print: (document, beforeFirstByte, copy) =>
      inTurn(() => give(Buffer.concat(encodeDocument(document, profile, copy).pieces), beforeFirstByte)),
    unprintable: (document) => encodeDocument(document, profile, false).notes,
    // A queue may keep the pulse until the printer is back, and the drawer then opens at an empty till. So it is sent only
    // where the shop's settings ask for it, and the answer is `unknown`: a queue does not say whether the drawer opened.
    openDrawer: async (beforeFirstByte) => {
      if (!profile.hasDrawer) return 'not-sent';
      const { type } = await inTurn(() => give(plainPulse(profile), beforeFirstByte));
      return type === 'not-sent' ? type : 'unknown';
    },
    close: async () => {
      await turn;
    },
  };
}

/** It submits once it has read everything. Where it fails, the spooler may have taken the job and its answer was lost. */
function submit({ command, args, environment }: Spooler, bytes: Uint8Array, timeoutMs: number): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: environment, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true });
    const giveUp = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', () => {
      // Also told where the program runs and could not be ended.
      if (child.pid !== undefined) return;
      clearTimeout(giveUp);
      resolve({ type: 'not-sent', obstacle: 'no-answer' });
    });
    child.once('close', (code) => {
      clearTimeout(giveUp);
      if (code === 0) resolve({ type: 'handed-over' });
      else if (code === nothingTaken) resolve({ type: 'not-sent', obstacle: 'no-answer' });
      else resolve({ type: 'doubtful', reason: code === null ? 'no-word' : 'not-taken' });
    });
    // It may end before it has read all.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}
