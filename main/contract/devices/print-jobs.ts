// A print job as programs and the window see it: what state it is in, and why. Never the document itself.
import { z } from 'zod';
import { nameHasUnseen, unseenWords } from '../text/shown-text.ts';
import type { LineDeviceView } from './line-devices.ts';

/**
 * `due`: nothing left the bridge. `sending`: bytes may have left. `printed`: the printer's own word, or a person's.
 * `handed-over`: taken by a printer or queue that never says more. `doubtful`: it may have come out; a person says.
 * `cancelled`: taken back while due, or a person said that it did not come out.
 */
export const printJobStates = ['due', 'sending', 'printed', 'handed-over', 'doubtful', 'cancelled'] as const;

/** Journal records of print jobs begin with it, and name the job as `job`. */
export const printJobRecords = 'print-job-';

/** The journal's record of a pulse to a drawer, written before it leaves: it may have opened from then on. */
export const drawerOpened = 'drawer-opened';

/** The journal's record of a drawer that opened without a pulse: by key, or by force. */
export const drawerFoundOpen = 'drawer-found-open';

/** The same for a sale that opens the drawer: no opening without a sale, so that X and Z do not count it. */
export const drawerOpenedBySale = 'drawer-opened-by-sale';
export const drawerNotOpenedBySale = 'drawer-not-opened-by-sale';

/** The pulse of the record before did not leave after all. */
export const drawerNotOpened = 'drawer-not-opened';

export type PrintJobState = (typeof printJobStates)[number];

/** Nothing more happens to it by itself. */
export function isPrintRest(state: PrintJobState): boolean {
  return state !== 'due' && state !== 'sending';
}

/** Why a printer takes nothing now. */
export const printerObstacles = ['paper-out', 'cover-open', 'offline', 'no-answer'] as const;

export type PrinterObstacleCode = (typeof printerObstacles)[number];

/** What a person, or the program that made the job, said to "Did it come out?". */
export interface PrintDecision {
  readonly cameOut: boolean;
  /** Missing in what programs are told: it may be a person's name. */
  readonly by?: string;
  readonly at: string;
}

export interface PrintJobView {
  readonly id: string;
  readonly state: PrintJobState;
  readonly device: string;
  /** Why it is not known whether it came out; null where it is known. */
  readonly doubt: string | null;
  /** While it is due: why the printer takes nothing now, or null. */
  readonly waitingFor: PrinterObstacleCode | null;
  /** The word COPY stands at both ends. */
  readonly copy: boolean;
  /** The job that this one prints again, and the job that prints this one again. */
  readonly reprintOf: string | null;
  readonly reprint: string | null;
  /** The operation whose receipt it is, and whose copy of it. */
  readonly operationId: string | null;
  readonly receipt: ReceiptCopy | null;
  readonly decided: PrintDecision | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PrintJobAge extends PrintJobView {
  /** Since it was made. */
  readonly ageSeconds: number;
}

export const receiptCopies = ['customer', 'merchant'] as const;

export type ReceiptCopy = (typeof receiptCopies)[number];

/** When a copy is printed by itself (settings/devices.ts says what each means). */
export type WhenPrinted = 'always' | 'ask' | 'never' | 'not-paid';

/** A device as programs and the window see it. */
export type DeviceView = PrinterView | LineDeviceView;

export interface PrinterView {
  readonly id: string;
  readonly type: 'printer';
  /** What the shop has it for: slips of the till, or the kitchen's orders. */
  readonly role: 'slips' | 'kitchen';
  /** Why it takes nothing now, or null. */
  readonly obstacle: PrinterObstacleCode | null;
  /** What to do, in English, with the command where there is one; null where nothing is to be done. */
  readonly advice: string | null;
  readonly paperLow: boolean;
  /** The drawer that hangs on it; null where its line tells nothing. */
  readonly drawerOpen: boolean | null;
  /** Characters in a line. */
  readonly columns: number;
  /** Its jobs end as `printed` where true, as `handed-over` where false. */
  readonly confirms: boolean;
}

/**
 * How often a drawer may be opened without a sale: one that opens more often is opened by a program, or a key, that runs
 * wild.
 */
export const drawerRate = { perSecond: 0.2, burst: 5 } as const;

export const drawerReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((reason) => !nameHasUnseen(reason), { error: unseenWords })
  .describe('Why the drawer is opened: it stands in the journal');
