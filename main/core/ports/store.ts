// The database as the engine sees it: what it reads, and what it writes in one transaction.
import type { State } from '#contract/operation/states.ts';
import type { PrintJobState } from '#contract/devices/print-jobs.ts';
import type { DrawerRequest, KnownPayment, OperationRecord, PrintJobRecord } from './record.ts';
import type { JournalEntry } from './journal.ts';
import type { OperatorRecord } from './operators.ts';
import type { Searches } from './searches.ts';

export interface ListFilter {
  /** In one of these. */
  readonly states?: readonly State[];
  /** The states are those that programs are told. */
  readonly byReportedState?: true;
  readonly kind?: string;
  readonly payId?: string;
  /** That they were asked for with. */
  readonly transId?: string;
  readonly requestId?: string;
  readonly refNr?: string;
  readonly terminalId?: string;
  /** Accepted at this engine time or later. */
  readonly createdFromMs?: number;
  /** Accepted before this engine time. */
  readonly createdBeforeMs?: number;
  /** Changed at this engine time or later. They come in the order of their last change, so that none is missed meanwhile. */
  readonly updatedFromMs?: number;
  /** The latest accepted one first; says nothing beside `updatedFromMs`. */
  readonly newest?: boolean;
  /** What a page said as `next`. In the order of acceptance that is the id of an operation, and any id will do. */
  readonly after?: string;
  readonly limit: number;
}

export interface ListPage {
  /** At most as many as `limit`; they may be fewer, or none, although more follow. */
  readonly records: OperationRecord[];
  /** Where the next page goes on, or null where nothing follows. */
  readonly next: string | null;
}

/** What an open operation may still take of, or give back from, a payment. */
export type OpenClaim = 'capture' | 'refund' | 'reversal';

export interface NextDue {
  /** Engine time, or null. */
  readonly workMs: number | null;
  /** The next send deadline, by the late clock, or null. */
  readonly deadlineMs: number | null;
}

/** How many jobs of a device are in a state in which something may still happen to them. */
export interface PrintJobCount {
  readonly state: Extract<PrintJobState, 'due' | 'sending' | 'doubtful'>;
  readonly device: string;
  readonly count: number;
  /** Of these, the till's own: no program asked for them. */
  readonly own: number;
}

export interface PrintJobReads {
  printJob(id: string): PrintJobRecord | null;
  printJobByRequest(clientId: string, requestId: string): PrintJobRecord | null;
  /** The next due job of this device: the till's own first, then those of programs, each the oldest first. */
  nextPrintJob(device: string): PrintJobRecord | null;
  /** Jobs in this state, oldest first. */
  printJobsIn(state: PrintJobState, limit: number): PrintJobRecord[];
  /** Jobs of this program in this state, oldest first, those behind this seq. */
  printJobsOf(clientId: string, state: PrintJobState, afterSeq: number, limit: number): PrintJobRecord[];
  /** How many jobs of this program are due over all devices, and the bytes of their documents. */
  duePrintJobsOf(clientId: string): { readonly count: number; readonly bytes: number };
  /** By state and device; without those that ended. */
  printJobCounts(): PrintJobCount[];
  /** The jobs of an operation's receipts, oldest first. */
  receiptJobs(operationId: string, limit: number): PrintJobRecord[];
  /** The jobs of one of the till's own papers, newest first. */
  latestPrintJobs(paper: string, limit: number): PrintJobRecord[];
  drawerRequest(clientId: string, requestId: string): DrawerRequest | null;
}

export interface PrintJobWrites {
  /** Stores a new job and gives its seq. */
  insertPrintJob(job: Omit<PrintJobRecord, 'seq'>): number;
  /** Replaces a job whose stored revision is `job.revision - 1`; throws otherwise. */
  updatePrintJob(job: PrintJobRecord): void;
  /** Stores it, or what became of it. */
  putDrawerRequest(request: DrawerRequest): void;
  dropDrawerRequest(clientId: string, requestId: string): void;
}

export interface StoreReads extends PrintJobReads {
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
  /**
   * Engine time at which the bridge was last started on the folder while it was paused; null where it never was. Also
   * after the pause was lifted: what happened elsewhere before that is not known here.
   */
  startedPausedMs(): number | null;
  /** The operations of one environment or (null) of all that fit the filter, up to its `limit`. */
  list(environmentId: string | null, filter: ListFilter): OperationRecord[];
  /** The same page by page: looks at a limited number of rows. Null where `after` is no place to go on from. */
  page(filter: ListFilter): ListPage | null;
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
  /** How many waiting operations this caller asked for; counted up to `most`. */
  waitingOf(environmentId: string, clientId: string, most: number): number;
  /** The operation that is first in a lane, and stays first until it leaves; null where nothing is in it. */
  laneHolder(lane: string): string | null;
  /** Whether an operation behind this one in a lane may have been sent: it is in doubt, or being sent. */
  sentBehind(lane: string, seq: number): boolean;
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
  /** Operations whose payment differs from what was asked for, unseen by a person; the longest unseen first. */
  differing(environmentId: string, limit: number): OperationRecord[];
  /** The operations that take the rest of this sale, in order of acceptance. */
  parts(id: string): OperationRecord[];
  /** The operations that give back this sale's money at the terminal, in order of acceptance. */
  credits(id: string): OperationRecord[];
  /**
   * Sum in minor units of open operations (accepted to needs-person) with this claim in a payment's lanes. One that is
   * in several of them counts once.
   */
  openClaims(lanes: readonly string[], claim: OpenClaim): number;
  /** The same without those that were certainly not carried out yet: what waits to be sent. */
  openClaimsSent(lanes: readonly string[], claim: OpenClaim | 'none'): number;
  /** The oldest open operation with this claim in a payment's lanes, or null: some name no amount. */
  firstOpen(lanes: readonly string[], claim: OpenClaim): string | null;
  /** Whether an operation with this claim on the payment succeeded here, also where its sums are not known. */
  hasDone(environmentId: string, payId: string, claim: OpenClaim): boolean;
  /** The latest day that the refunds of this program or person were counted for, or null. */
  lastRefundDay(environmentId: string, refunder: string): string | null;
  /** What their refunds of the day come to, minor units; all that did not fail, lapse or was taken back. */
  refundedOn(environmentId: string, refunder: string, day: string, currency: string): number;
  /** The latest operation that used this transId to make a payment. */
  creatorOf(environmentId: string, transId: string): string | null;
  /** How many operations carry this refNr; 2 where there are more. */
  refNrUses(environmentId: string, refNr: string): number;
  /** Another operation to which the gateway gave this id first; null for none. */
  otherWithXId(environmentId: string, xId: string, operationId: string): string | null;
  /** Whether a known success of this kind was once seen by this look-up (a positive control). */
  hasControl(environmentId: string, kind: string): boolean;
  /** Latest operations of a kind that succeeded by the gateway's own answer, newest first. */
  recentSuccesses(environmentId: string, kind: string, limit: number): OperationRecord[];
  /** A person of the shop, or null. */
  operator(id: string): Pick<OperatorRecord, 'role' | 'active'> | null;
}

export interface InsertMarks {
  readonly createsPayment: boolean;
  readonly claim: OpenClaim | 'none';
  /** The day that it counts for among the refunds of `refunder`, `2026-01-31`; null where it does not count. */
  readonly refundDay: string | null;
  /** Whose refunds they are, as refund-limit.ts names them. */
  readonly refunder: string;
}

export interface StoreWrites extends StoreReads, PrintJobWrites {
  /**
   * Stores a new operation, gives its seq, and puts it into its lanes: in the order of acceptance, or, at a terminal, where
   * callers take turns. `free`: it is first in all of them.
   */
  insert(record: Omit<OperationRecord, 'seq'>, marks: InsertMarks): { readonly seq: number; readonly free: boolean };
  /** Replaces a record whose stored revision is `record.revision - 1`; throws StaleRevision otherwise. */
  update(record: OperationRecord): void;
  /** Enters lanes of payments too, in the order of acceptance; its record must name them. */
  enter(id: string, lanes: readonly string[]): void;
  /** Leaves the lanes named; the operation that is first in them then becomes runnable. */
  release(id: string, lanes: readonly string[]): void;
  putPayment(payment: KnownPayment): void;
  putControl(environmentId: string, kind: string, operationId: string, atMs: number): void;
  journal(entry: JournalEntry): void;
  /** Writes what follows a final state, in the same transaction: print jobs, where the settings want any. */
  followUp(record: OperationRecord): void;
}

export interface Store extends StoreReads, Searches {
  /** Runs `work` in a transaction that is on the disk when the promise resolves. Concurrent calls share a commit. */
  transact<T>(work: (tx: StoreWrites) => T): Promise<T>;
  /** Why nothing can be written any more, or null. */
  failure(): string | null;
  /** Why nothing can be written for now, or null. What was begun waits; nothing new should begin. */
  blocked(): string | null;
}

/**
 * Ends that no one at the till has seen yet. They are noted with the change that brings them about, so that none is
 * lost. What a person confirmed for a program is noted before its end.
 */
export interface EndRows {
  /** Ids of operations, the latest accepted first. */
  unseen(environmentId: string, limit: number): string[];
  /** Notes an operation that a person at the till set going for a program: on the disk when it resolves. */
  note(id: string): Promise<void>;
  /** A person has seen how it ended: on the disk when it resolves. */
  see(id: string): Promise<void>;
}
