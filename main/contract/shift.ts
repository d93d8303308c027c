// A shift's report as the window, the loopback API and the command line see it: X while it runs, Z when it was closed.
// Amounts are minor units; times are ISO 8601 in UTC.
import type { Money } from './money.ts';
import type { JournalHead } from './signed-head.ts';
import type { Mode, State } from './states.ts';

/** What an operation does for the takings. `other`: money is named, and no sort of ours fits. */
export const takingSorts = [
  'sale',
  'payment',
  'authorization',
  'capture',
  'refund',
  'manual-refund',
  'reversal',
  'other',
] as const;

export type TakingSort = (typeof takingSorts)[number];

/** Sums of the operations that succeeded within the shift. */
export interface ShiftTotal {
  readonly sort: TakingSort;
  readonly kind: string;
  readonly currency: string | null;
  /** Null for what no terminal of the shop did. */
  readonly terminalId: string | null;
  readonly count: number;
  readonly amountMinor: number;
  /** How many of them have no amount that the journal knows (a reversal of an older payment). */
  readonly withoutAmount: number;
}

/** The same by quarters of an hour, which fit the hours of every time zone. */
export interface ShiftSlot {
  /** When the quarter begins. */
  readonly from: string;
  readonly sort: TakingSort;
  readonly currency: string | null;
  readonly count: number;
  readonly amountMinor: number;
}

/** An operation that had not come to its end. */
export interface ShiftOpen {
  readonly operationId: string;
  readonly kind: string;
  readonly sort: TakingSort | null;
  readonly state: State;
  readonly amount: Money | null;
  readonly terminalId: string | null;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly acceptedAt: string;
  readonly doubtSince: string | null;
  /** It was accepted in an earlier shift. */
  readonly carriedOver: boolean;
}

/** One gateway, merchant and mode. */
export interface ShiftSection {
  readonly mode: Mode;
  /** True: no money was moved, whatever the sums say. */
  readonly training: boolean;
  readonly environment: string;
  readonly totals: readonly ShiftTotal[];
  readonly slots: readonly ShiftSlot[];
  /** Operations that ended without effect. */
  readonly notDone: { readonly failed: number; readonly cancelled: number; readonly expired: number };
  /** Oldest first; at most `openShown` of them. */
  readonly open: readonly ShiftOpen[];
  readonly openCounts: OpenCounts;
}

export interface OpenCounts {
  /** Accepted, and not sent yet. */
  readonly waiting: number;
  /** Sent, and its outcome not known. */
  readonly inDoubt: number;
  readonly needsPerson: number;
}

/** How many open operations a report names; the journal's own records name all. */
export const openShown = 500;

export interface ShiftReport {
  readonly type: 'X' | 'Z';
  /** From 1, without a gap. */
  readonly number: number;
  /** Its first and last record; `lastSeq` is one less than `firstSeq` while nothing was journalled. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** When its first record was written, or null while there is none. */
  readonly openedAt: string | null;
  /** When the report was made: for a Z, when the shift was closed. */
  readonly at: string;
  /** Who closed it; null for an X. */
  readonly closedBy: string | null;
  /** For a Z: its own record, which is signed; compare it with a printed one. */
  readonly head: JournalHead | null;
  readonly sections: readonly ShiftSection[];
  /** Records that tell of an operation which no record introduced: 0 in a whole journal. */
  readonly strays: number;
}

/** What may come of closing a shift. */
export type ShiftClosing =
  | { readonly type: 'closed'; readonly report: ShiftReport }
  /** Something is still open, and it was not said that this is all right. Nothing was changed. */
  | { readonly type: 'still-open'; readonly open: OpenCounts };
