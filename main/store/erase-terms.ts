// What an erasure takes, and on whose word.
import type { SlipReading } from './operations/slip.ts';

/** What to erase: one operation, those on one payment, or those that did not change since a time (engine time, ms). */
export type ErasureTarget =
  | { readonly type: 'operation'; readonly id: string }
  | { readonly type: 'payment'; readonly payId: string }
  | { readonly type: 'older'; readonly beforeMs: number };

export interface EraseOptions {
  readonly atMs: number;
  /** Up to when time has surely passed: the age of a slip counts to here. Left out: to `atMs`. */
  readonly agedMs?: number;
  /** The person who asked for it; the journal records it with the reason. */
  readonly by: string;
  readonly reason: string;
  /** How long slips stay after the last change of their payment, and which paths of an answer a slip keeps. */
  readonly slips: { readonly days: number; readonly reading: SlipReading };
  /** The id of the command's request, for the journal. */
  readonly request?: string;
  /** Where an earlier part ended (`next`); left out: from the newest operation on. */
  readonly from?: number | null;
  /** Takes no further look after so long, ms; left out: goes on to the end of the operations. */
  readonly partMs?: number;
}
