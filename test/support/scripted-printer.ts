// A printer of the port that does what a test says: it has paper or not, says that all came out, says nothing, breaks.
import type { PrintNote } from '#contract/devices/print-notes.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { PrintOutcome, Printer, PrinterState, Printers } from '#core/ports/printers.ts';

const ready: PrinterState = { obstacle: null, paperLow: false, drawerOpen: null };

/** What the printer does with a document once its first byte may leave. */
export type Fate = PrintOutcome | 'throws' | 'hangs';

export class ScriptedPrinter implements Printer {
  readonly info;
  /** First texts of what came out, with COPY where it says so. */
  readonly paper: string[] = [];
  pulses = 0;
  fate: Fate = { type: 'printed' };
  /** `closed-line`: the line closes after the record of the pulse. */
  drawer: 'opened' | 'unknown' | 'not-sent' | 'closed-line' = 'opened';
  isClosed = false;
  /** What it says of a document that it cannot print as written. */
  notes: readonly PrintNote[] = [];
  #state: PrinterState = ready;
  readonly #listeners = new Set<(state: PrinterState) => void>();
  #release: (outcome: PrintOutcome) => void = () => undefined;

  constructor(id = 'COUNTER', confirms = true) {
    this.info = { id, confirms, columns: 42, hasDrawer: true };
  }

  become(change: Partial<PrinterState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /** It can print again, and its line is open. */
  recover(): void {
    this.#state = ready;
    for (const listener of this.#listeners) listener(this.#state);
  }

  /** The same without a word of its own: it is found at the next question. */
  becomeSilently(change: Partial<PrinterState>): void {
    this.#state = { ...this.#state, ...change };
  }

  async state(): Promise<PrinterState> {
    return this.#state;
  }

  onState(listener: (state: PrinterState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async print(document: PrintDocument, beforeFirstByte: () => Promise<void>, copy: boolean): Promise<PrintOutcome> {
    const { obstacle } = this.#state;
    if (obstacle !== null) return { type: 'not-sent', obstacle };
    await beforeFirstByte();
    const { fate } = this;
    if (fate === 'throws') throw new Error('the line broke');
    if (fate === 'hangs') {
      const { promise, resolve } = Promise.withResolvers<PrintOutcome>();
      this.#release = resolve;
      return promise;
    }
    if (fate.type !== 'not-sent') this.paper.push(`${textOf(document)}${copy ? ' COPY' : ''}`);
    return fate;
  }

  /** Ends a print that hangs. */
  release(outcome: PrintOutcome): void {
    this.#release(outcome);
  }

  unprintable(): readonly PrintNote[] {
    return this.notes;
  }

  async openDrawer(beforeFirstByte: () => Promise<void>): Promise<'opened' | 'unknown' | 'not-sent'> {
    if (this.drawer === 'not-sent') return 'not-sent';
    await beforeFirstByte();
    if (this.drawer === 'closed-line') return 'not-sent';
    this.pulses += 1;
    return this.drawer;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#release({ type: 'doubtful', reason: 'closed' });
  }
}

export function printersOf(...printers: readonly Printer[]): Printers {
  return { list: () => printers, byId: (id) => printers.find(({ info }) => info.id === id) ?? null };
}

export function aDocument(text: string): PrintDocument {
  return { blocks: [{ type: 'text', text }, { type: 'cut' }] };
}

function textOf({ blocks }: PrintDocument): string {
  const [first] = blocks;
  return first?.type === 'text' ? first.text : (first?.type ?? '');
}
