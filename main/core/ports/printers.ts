// Printers as the core sees them: what state one is in, and what became of a document that was given to it.
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { LineTrouble } from '#contract/devices/line-devices.ts';
import type { PrintNote } from '#contract/devices/print-notes.ts';

/** Why a printer takes nothing now. Stable codes; programs read them as `waitingFor`. */
export type PrinterObstacle = 'paper-out' | 'cover-open' | 'offline' | 'no-answer';

export interface PrinterState {
  /** Null where it can print. */
  readonly obstacle: PrinterObstacle | null;
  /** The roll is nearly at its end, where the printer has a sensor for it; else false. */
  readonly paperLow: boolean;
  /** Whether the drawer on it is open; null where its line does not tell. */
  readonly drawerOpen: boolean | null;
  /** Why its line does not open, where that is known; then the obstacle is `no-answer`. */
  readonly trouble?: LineTrouble;
}

/**
 * `printed`: the printer's own word that all of it came out. `handed-over`: all bytes were taken by a printer or queue
 * that never says more. `doubtful`: at least one byte may have left, and no word came. `not-sent`: nothing left.
 */
export type PrintOutcome =
  | { readonly type: 'printed' }
  | { readonly type: 'handed-over' }
  | { readonly type: 'doubtful'; readonly reason: string }
  | { readonly type: 'not-sent'; readonly obstacle: PrinterObstacle };

export interface PrinterInfo {
  readonly id: string;
  /** Ends as `printed` where true, as `handed-over` where false. */
  readonly confirms: boolean;
  /** Characters in a line. */
  readonly columns: number;
  /** Whether pulses are sent to a drawer. */
  readonly hasDrawer: boolean;
}

export interface Printer {
  readonly info: PrinterInfo;
  /** What it said last; asks it where it has not said anything yet. Never rejects: silence is `no-answer`. */
  state(): Promise<PrinterState>;
  /** Called at each change of its state, until the function returned is called. */
  onState(listener: (state: PrinterState) => void): () => void;
  /**
   * Prints one document. Asks for its state first (`not-sent` where it cannot print), then awaits `beforeFirstByte`, which
   * makes the job durable as `sending`; where that rejects nothing is sent and this rejects with the same. Calls are
   * carried out one after the other. `copy`: the word COPY stands at both ends.
   */
  print(document: PrintDocument, beforeFirstByte: () => Promise<void>, copy: boolean): Promise<PrintOutcome>;
  /** What of a document it would print otherwise than written. */
  unprintable(document: PrintDocument): readonly PrintNote[];
  /** One pulse to the drawer, never repeated. `unknown` where the line broke while it was sent. */
  openDrawer(beforeFirstByte: () => Promise<void>): Promise<'opened' | 'unknown' | 'not-sent'>;
  close(): Promise<void>;
}

/** All printers that the settings name. */
export interface Printers {
  list(): readonly Printer[];
  byId(id: string): Printer | null;
}
