// The window's calls about setting up printers: finding them, trying what they can, and keeping them in the settings.
import type {
  ConfirmationFound,
  DeviceChoice,
  FoundPrinters,
  PrinterAnswer,
  TrialOutcome,
} from '../devices/printer-setup.ts';
import type { PrinterObstacleCode } from '../devices/print-jobs.ts';
import { answers, answersOrRefuses, call } from './call.ts';

/** Paper moves, or a printer is waited for. */
const trialMs = 90_000;

export const deviceCalls = {
  foundPrinters: call({
    input: ({ nothing }) => nothing,
    output: answers<FoundPrinters>(),
    role: 'manager',
    timeoutMs: 15_000,
  }),

  /** Whether a printer at this address answers, and in which language. Prints nothing. */
  tryPrinter: call({
    input: ({ printerAddress }) => printerAddress,
    output: answersOrRefuses<PrinterAnswer>(),
    role: 'manager',
    timeoutMs: 30_000,
  }),

  /** Prints two lines to find out how this printer says that it printed. `obstacle`: nothing was printed. */
  tryConfirmation: call({
    input: ({ printerAddress }) => printerAddress,
    output: answersOrRefuses<
      | { readonly type: 'found'; readonly confirms: ConfirmationFound }
      | { readonly type: 'not-sent'; readonly obstacle: PrinterObstacleCode }
      | { readonly type: 'invalid'; readonly reason: string }
    >(),
    role: 'manager',
    timeoutMs: trialMs,
  }),

  printTrial: call({
    input: ({ z, address, language }) =>
      z.strictObject({
        address,
        sheet: z.enum(['pages', 'ruler', 'cut', 'sample']),
        language,
      }),
    output: answersOrRefuses<TrialOutcome>(),
    role: 'manager',
    timeoutMs: trialMs,
  }),

  /** One pulse to the drawer of a printer that is set up; the journal keeps it. */
  tryDrawer: call({
    input: ({ printerAddress }) => printerAddress,
    output: answersOrRefuses<{ readonly type: 'opened' | 'unknown' | 'not-sent' }>(),
    role: 'manager',
    timeoutMs: 30_000,
  }),

  /** Writes a test text on a display that is set up. */
  tryDisplay: call({
    input: ({ z }) => z.strictObject({ id: z.string().min(1).max(32), text: z.string().min(1).max(20) }),
    output: answers<{ readonly shown: boolean }>(),
    role: 'manager',
  }),

  deviceChoice: call({ input: ({ nothing }) => nothing, output: answers<DeviceChoice>(), role: 'manager' }),

  saveDeviceChoice: call({
    input: ({ deviceChoice }) => deviceChoice,
    output: answersOrRefuses<{ readonly type: 'saved'; readonly choice: DeviceChoice }>(),
    role: 'manager',
    timeoutMs: 45_000,
  }),
};
