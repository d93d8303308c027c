// What the window knows of the printers: what stands in the way of each, how many documents wait for it, and of which
// ones a person has to say whether they came out.
import type { LineDeviceTrouble, LineTrouble } from './line-devices.ts';
import type { OperationView } from '../operation/operation.ts';
import type { ReceiptPaths } from '../operation/receipt-paths.ts';
import type { PrinterObstacleCode, ReceiptCopy, WhenPrinted } from './print-jobs.ts';

export interface PrinterView {
  readonly id: string;
  /** False where documents wait for a printer that the settings no longer name. */
  readonly known: boolean;
  /** Why it takes nothing now, or null. */
  readonly obstacle: PrinterObstacleCode | null;
  /** Why its line does not open, where that is known. */
  readonly trouble: LineTrouble | null;
  readonly paperLow: boolean;
  /** Whether a drawer hangs on it. */
  readonly hasDrawer: boolean;
  /** The drawer that hangs on it; null where its line tells nothing. */
  readonly drawerOpen: boolean | null;
  /** Since when it has been open, ISO 8601; null where it is shut or not known. */
  readonly drawerOpenSince: string | null;
  /** Documents that wait for it or are on their way. */
  readonly waiting: number;
}

/** A document that may have come out or not: a person looks at the printer. */
export interface PrintDoubtView {
  /** The print job's. */
  readonly id: string;
  readonly device: string;
  /** Why it is not known: a stable code of the driver. */
  readonly doubt: string;
  /** The operation whose receipt it is, and whose copy of it; null for a document of another kind. */
  readonly operation: OperationView | null;
  readonly receipt: ReceiptCopy | null;
  /** The name of the program that asked for it; null: the till. */
  readonly client: string | null;
  /** False where its document cannot be read any more. */
  readonly canReprint: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** How receipts are printed at this till. */
export interface ReceiptPrinting {
  readonly printer: string;
  readonly when: { readonly [copy in ReceiptCopy]: WhenPrinted };
}

export type TrainingPaperItem =
  | { readonly type: 'line'; readonly text: string; readonly bold: boolean; readonly large: boolean }
  | { readonly type: 'qr'; readonly data: string }
  | { readonly type: 'barcode'; readonly data: string }
  | { readonly type: 'picture'; readonly width: number; readonly height: number }
  | { readonly type: 'cut' };

/** A slip of a drawer that was opened without a sale. */
export interface NoSaleView {
  /** Of its print job. */
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  /** False: the line broke meanwhile, so that it may not have opened. */
  readonly isKnown: boolean;
}

/** The training printer as a person sees it: its paper, newest last, and what was done to it. */
export interface TrainingPrinterView {
  readonly paper: readonly TrainingPaperItem[];
  readonly paperOut: boolean;
  readonly coverOpen: boolean;
  readonly cablePulled: boolean;
  readonly drawerOpen: boolean;
}

/** `paper`, `cover` and `cable` are undone by the second time. */
export const trainingActions = ['paper', 'cover', 'cable', 'shut-drawer', 'tear-off'] as const;

export type TrainingAction = (typeof trainingActions)[number];

export interface PrintingView {
  /** What is wrong with the devices' settings, in English. */
  readonly settingsTroubles: readonly string[];
  /** The customer's displays and the scanners that cannot be used. */
  readonly lineDevices: readonly LineDeviceTrouble[];
  /** Where an answer shows what a receipt carries. */
  readonly receiptPaths: ReceiptPaths;
  /** Null where the till has no training printer. */
  readonly training: TrainingPrinterView | null;
  /** Null where no printer prints receipts. */
  readonly receipts: ReceiptPrinting | null;
  /** Whether receipts carry the code that a scan finds the payment by. */
  readonly paymentCode: boolean;
  readonly printers: readonly PrinterView[];
  /** Oldest first; `doubtCount` may be more. */
  readonly doubts: readonly PrintDoubtView[];
  readonly doubtCount: number;
}
