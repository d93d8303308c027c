// The database as the engine sees it: what it reads, and what it writes in one transaction.
import type { State } from '#contract/states.ts';
import type { KnownPayment, OperationRecord } from '../record.ts';
import type { JournalEntry } from './journal.ts';
import type { Searches } from './searches.ts';

export interface ListFilter {
  readonly state?: State;
  readonly payId?: string;
  readonly kind?: string;
  /** Operations accepted after the one with this id. */
  readonly after?: string;
  readonly limit: number;
}

/** What an open operation may still take of, or give back from, a payment. */
export type OpenClaim = 'capture' | 'refund' | 'reversal';

export interface NextDue {
  /** Engine time, or null. */
  readonly workMs: number | null;
  /** The next send deadline, by the late clock, or null. */
  readonly deadlineMs: number | null;
}

export interface StoreReads {
  operation(id: string): OperationRecord | null;
  /**
   * Throws AlteredRow where the request was accepted before and its row is gone or not the one that was written: it may
   * have been carried out, so it must not be accepted anew. Rows that are not believed are in no answer of the others.
   */
  byRequest(clientId: string, requestId: string): OperationRecord | null;
  /** Throws AlteredRow where the operation was accepted and its row is gone or not the one that was written. */
  refuseAltered(id: string): void;
  /** Throws AlteredRow where `work` meets a row that is not believed, rather than leave it out: for sums and guards. */
  strictly<T>(work: () => T): T;
  /** In order of acceptance, so that the last one of a page is the cursor for what comes next. */
  list(environmentId: string | null, filter: ListFilter): OperationRecord[];
  /** Accepted, first in all its lanes, due, in order of acceptance. */
  runnable(environmentId: string, nowMs: number, limit: number): OperationRecord[];
  /** Accepted operations whose send deadline has passed. */
  overdue(environmentId: string, lateMs: number, limit: number): OperationRecord[];
  /** Pending and unknown operations whose next look-up is due. */
  doubtful(environmentId: string, nowMs: number, limit: number): OperationRecord[];
  /** Operations whose terminal window has ended while they still hold the terminal's lane. */
  terminalEnded(environmentId: string, nowMs: number, limit: number): OperationRecord[];
  /** In state sending, oldest first: after a restart these are the unresolved intents. */
  inFlight(limit: number): OperationRecord[];
  /** When the next thing falls due. `sends`: whether sending and looking up count. */
  nextDue(environmentId: string, sends: boolean): NextDue;
  /** How many operations are in each state, of this environment or (null) of all. */
  counts(environmentId: string | null): { [state in State]: number };
  /** How many waiting operations were accepted before the one with this seq; counted up to `most`. */
  aheadInQueue(environmentId: string, seq: number, most: number): number;
  /** The operation that is first in a lane, or null where nothing is in it. */
  laneHolder(lane: string): string | null;
  payment(environmentId: string, payId: string): KnownPayment | null;
  paymentByTransId(environmentId: string, transId: string): KnownPayment | null;
  paymentByLane(environmentId: string, lane: string): KnownPayment | null;
  /** The payment that a terminal's trace number belongs to (the latest, since numbers wrap). */
  paymentByTrace(environmentId: string, terminalId: string, traceNr: string): KnownPayment | null;
  /** Payments with an authorization of ours that has been open since this engine time or longer, oldest first. */
  openAuthorizations(environmentId: string, sinceMs: number, limit: number): KnownPayment[];
  /** Operations whose payment a customer is to make, and that are to be looked up again; the longest due first. */
  offers(environmentId: string, limit: number): OperationRecord[];
  /** Waiting operations that the gateway refuses for themselves alone; the longest refused first. */
  refusedAlone(environmentId: string, limit: number): OperationRecord[];
  /** The operations that take the rest of this sale, in order of acceptance. */
  parts(id: string): OperationRecord[];
  /** The operations that give back this sale's money at the terminal, in order of acceptance. */
  credits(id: string): OperationRecord[];
  /** Sum in minor units of open operations (accepted to needs-person) with this claim in a payment's lane. */
  openClaims(lane: string, claim: OpenClaim): number;
  /** How many open operations with this claim are in a payment's lane: some name no amount. */
  openCount(lane: string, claim: OpenClaim): number;
  /** Whether an operation with this claim on the payment succeeded here, also where its sums are not known. */
  hasDone(environmentId: string, payId: string, claim: OpenClaim): boolean;
  /** The latest day that the refunds of this program or person were counted for, or null. */
  lastRefundDay(environmentId: string, refunder: string): string | null;
  /** What their refunds of the day come to, minor units; all that did not fail, lapse or was taken back. */
  refundedOn(environmentId: string, refunder: string, day: string, currency: string): number;
  /** The latest operation that used this transId to make a payment. */
  creatorOf(environmentId: string, transId: string): string | null;
  /** How many operations carry this refNr. */
  refNrUses(environmentId: string, refNr: string): number;
  /** Whether a known success of this kind was once seen by this look-up (a positive control). */
  hasControl(environmentId: string, kind: string): boolean;
  /** Latest operations of a kind that succeeded by the gateway's own answer, newest first. */
  recentSuccesses(environmentId: string, kind: string, limit: number): OperationRecord[];
}

export interface InsertMarks {
  readonly createsPayment: boolean;
  readonly claim: OpenClaim | 'none';
  /** The day that it counts for among the refunds of `refunder`, `2026-01-31`; null where it does not count. */
  readonly refundDay: string | null;
  /** Whose refunds they are, as refund-limit.ts names them. */
  readonly refunder: string;
}

export interface StoreWrites extends StoreReads {
  /** Stores a new operation, gives its seq, and puts it into its lanes. `free`: it is first in all of them. */
  insert(record: Omit<OperationRecord, 'seq'>, marks: InsertMarks): { readonly seq: number; readonly free: boolean };
  /** Replaces a record whose stored revision is `record.revision - 1`; throws StaleRevision otherwise. */
  update(record: OperationRecord): void;
  /** Leaves the lanes named; whoever is first in them then becomes runnable. */
  release(id: string, lanes: readonly string[]): void;
  putPayment(payment: KnownPayment): void;
  putControl(environmentId: string, kind: string, operationId: string, atMs: number): void;
  journal(entry: JournalEntry): void;
}

export interface Store extends StoreReads, Searches {
  /** Runs `work` in a transaction that is on the disk when the promise resolves. Concurrent calls share a commit. */
  transact<T>(work: (tx: StoreWrites) => T): Promise<T>;
  /** Why nothing can be written any more, or null. */
  failure(): string | null;
  /** Why nothing can be written for now, or null. What was begun waits; nothing new should begin. */
  blocked(): string | null;
}
