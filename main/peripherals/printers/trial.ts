// Tries a printer that is not in the settings yet: opens it, does one thing, and closes it. It waits for less than the
// driver of a printer that is set up, because a person stands before it.
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { ConfirmationFound, PrinterAnswer, TrialOutcome } from '#contract/devices/printer-setup.ts';
import type { Printer, PrinterState } from '#core/ports/printers.ts';
import { parsePrinterAddress } from '../address/address.ts';
import { createPrinters, type OpenPrinters } from './create-printers.ts';
import { type PrinterLimits, printerLimits } from './limits.ts';

/** Slow printers need 8 s until they say something. */
const trialLimits: PrinterLimits = { ...printerLimits, silenceMs: 10_000, stuckMs: 10_000, obstacleMs: 60_000 };

/** What the till's own driver of this printer knows, which could not let its line go in time. */
type Busy = { readonly type: 'busy'; readonly language: 'esc-pos' | 'star-line'; readonly state: PrinterState };

type Invalid = { readonly type: 'invalid'; readonly reason: string };

export type ConfirmationTried =
  | { readonly type: 'found'; readonly confirms: ConfirmationFound }
  | { readonly type: 'not-sent'; readonly obstacle: NonNullable<PrinterState['obstacle']> }
  | Invalid;

export interface PrinterTrials {
  readonly answer: (address: string) => Promise<PrinterAnswer>;
  /** The strongest word that this printer gives after a document. */
  readonly confirmation: (address: string, document: PrintDocument) => Promise<ConfirmationTried>;
  readonly print: (address: string, document: PrintDocument) => Promise<TrialOutcome>;
  readonly openDrawer: (
    address: string,
    beforeFirstByte: () => Promise<void>,
  ) => Promise<'opened' | 'unknown' | 'not-sent'>;
}

export interface TrialParts {
  readonly firstFence: () => number;
  readonly limits?: PrinterLimits;
  /** The printers of the till: one of them that is tried lets its line go meanwhile. */
  readonly inUse?: Pick<OpenPrinters, 'whileFree'> | null;
}

export function createPrinterTrials({ firstFence, limits = trialLimits, inUse = null }: TrialParts): PrinterTrials {
  /** Opens the printer for one thing. */
  async function at<T>(address: string, work: (printer: Printer) => Promise<T>): Promise<T | Invalid | Busy> {
    const parsed = parsePrinterAddress(`trial=${address}`);
    if (parsed.type === 'invalid') return { type: 'invalid', reason: parsed.reason };
    const { address: tried } = parsed;
    const opened = async () => {
      const printers = createPrinters([tried], { firstFence, limits });
      try {
        const [printer] = printers.list();
        if (printer === undefined) throw new Error('The driver of a trial is missing.');
        return await work(printer);
      } finally {
        await printers.close();
      }
    };
    if (inUse === null) return opened();
    const done = await inUse.whileFree(tried.endpoint, opened);
    return 'lent' in done ? done.lent : { type: 'busy', language: tried.profile.language, state: done.busy };
  }

  const print = async (address: string, document: PrintDocument): Promise<TrialOutcome> => {
    const outcome = await at(address, (printer) => printer.print(document, () => Promise.resolve(), false));
    if (outcome.type === 'doubtful') return { type: 'doubtful' };
    if (outcome.type !== 'busy') return outcome;
    return { type: 'not-sent', obstacle: outcome.state.obstacle ?? 'no-answer' };
  };

  return {
    print,
    async answer(address) {
      for (const language of ['esc-pos', 'star-line'] as const) {
        // The switch of a drawer is open at its high level, so that its level can be read.
        const asked = withOptions(address, { language, answers: 'yes', drawerOpenIs: 'high' });
        const state = await at(asked, (printer) => printer.state());
        if ('type' in state) return state.type === 'busy' ? answered(state.language, state.state) : state;
        if (state.obstacle !== 'no-answer') return answered(language, state);
      }
      const connected = await at(withOptions(address, { answers: 'no' }), (printer) => printer.state());
      if ('type' in connected)
        return connected.type === 'busy' ? answered(connected.language, connected.state) : connected;
      return { type: connected.obstacle === 'no-answer' ? 'unreachable' : 'silent' };
    },
    async confirmation(address, document) {
      const isStar = /[?&]language=star-line/.test(address);
      for (const confirms of isStar ? (['etb'] as const) : (['process-id', 'gs-r'] as const)) {
        const outcome = await print(withOptions(address, { confirms }), document);
        if (outcome.type === 'printed') return { type: 'found', confirms };
        if (outcome.type === 'not-sent' || outcome.type === 'invalid') return outcome;
      }
      return { type: 'found', confirms: 'nothing' };
    },
    async openDrawer(address, beforeFirstByte) {
      const outcome = await at(address, (printer) => printer.openDrawer(beforeFirstByte));
      return typeof outcome === 'string' ? outcome : 'not-sent';
    },
  };
}

function answered(
  language: 'esc-pos' | 'star-line',
  { obstacle, paperLow, drawerOpen }: PrinterState,
): Exclude<PrinterAnswer, Invalid> {
  if (obstacle === 'no-answer') return { type: 'unreachable' };
  return { type: 'answers', language, obstacle, paperLow, drawerHigh: drawerOpen === true };
}

/** The address with these options instead of its own; a queue takes none of them. */
export function withOptions(address: string, options: Readonly<Record<string, string>>): string {
  if (address.startsWith('queue:')) return address;
  const [place = '', query = ''] = address.split('?');
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(options)) all.set(name, value);
  return `${place}?${all.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}
