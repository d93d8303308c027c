// The bridge as the loopback API uses it. The core's calls have this type; a test passes a fake.
import type { JsonObject } from '#contract/data/json.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { DisplayShown, ScanView } from '#contract/devices/line-devices.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PaymentMoney } from '#contract/money/payment-money.ts';
import type { DeviceView, PrintJobAge, PrintJobView } from '#contract/devices/print-jobs.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import type { BooksReads } from '#core/ports/books.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { ListFilter } from '#core/ports/store.ts';
import type { Query } from '#operations/define.ts';

export type LoopbackLog = EngineEvents['log'];

export interface LoopbackSubmission {
  readonly kind: string;
  readonly input: JsonObject;
  readonly requestId: string;
  /** The program that asks. */
  readonly clientId: string;
  /** The operation that this one is a new try of. */
  readonly replaces?: string | null;
  /** False: it is sent within its deadline or not at all, also where its kind may wait. */
  readonly mayWait?: boolean;
  /** Whether the program deals with less being approved than it asked for. */
  readonly takesPartial?: boolean;
}

/** `repeated`: the same request was accepted before. */
export type SubmitAnswer =
  | { readonly type: 'accepted'; readonly operation: OperationView; readonly repeated: boolean }
  | Refused;
export type OperationAnswer = { readonly type: 'accepted'; readonly operation: OperationView } | Refused;

/** A request in the gateway's own language: with its key, or known by its body alone. */
export interface Asking {
  readonly clientId: string;
  readonly kind: string;
  readonly input: JsonObject;
  readonly key: string | null;
}

export type AssignedRequestAnswer =
  | { readonly type: 'submit'; readonly requestId: string; readonly replaces: string | null }
  /** Without a key, and asked for within the last 24 hours. */
  | { readonly type: 'repeated'; readonly operation: OperationView };
/** `answer`: what the gateway itself said, where it refused. */
export type LookUpRefused = Refused & { readonly answer?: { readonly status: number; readonly body: JsonObject } };
export type PaymentAnswer =
  | { readonly type: 'found'; readonly payment: JsonObject; readonly sums: PaymentMoney }
  | LookUpRefused;

export type JobAnswer =
  | {
      readonly type: 'accepted';
      readonly job: PrintJobView;
      readonly repeated: boolean;
      readonly notes: readonly string[];
    }
  | Refused;
export type DrawerAnswer =
  | { readonly type: 'accepted'; readonly result: 'opened' | 'unknown'; readonly repeated: boolean }
  | Refused;

export type DisplayAnswer = { readonly type: 'accepted'; readonly display: DisplayShown } | Refused;

export interface ScanTaker {
  /** Whether a program listens that may get scans. */
  readonly wants: () => boolean;
  readonly take: (scan: ScanView) => void;
}

/** Which program asks, by its id, and its name for the journal. */
export interface DeviceAsker {
  readonly clientId: string;
  readonly by: string;
}

/** The devices at the till (core/printing/devices.ts). */
export interface LoopbackDevices {
  list(): Promise<readonly DeviceView[]>;
  /** `told` is called when a device or a job may be another than it was; returns a function that ends it. */
  subscribe(told: () => void): () => void;
  print(asking: {
    readonly clientId: string;
    readonly requestId: string;
    readonly device: string;
    readonly document: PrintDocument;
    readonly onlyAsWritten: boolean;
  }): Promise<JobAnswer>;
  job(id: string): PrintJobView | null;
  /** A job of this program, or one that prints such a job again. */
  jobOf(clientId: string, id: string): PrintJobView | null;
  jobsOf(clientId: string, state: PrintJobView['state'], after: string | null, limit: number): PrintJobAge[] | null;
  waitFor(id: string, timeoutMs: number, givenUp: (work: () => void) => void): Promise<PrintJobView | null>;
  cancel(id: string, asker: DeviceAsker): Promise<JobAnswer>;
  decide(
    id: string,
    asker: DeviceAsker,
    said: { readonly cameOut: boolean; readonly reprint: boolean },
  ): Promise<JobAnswer>;
  /** Shows a text on a customer's display. */
  writeDisplay(id: string, lines: readonly string[]): DisplayAnswer;
  /** Scans that are for programs; returns a function that ends it. */
  subscribeScans(taker: ScanTaker): () => void;
  openDrawer(id: string, asker: DeviceAsker, reason: string, requestId: string | null): Promise<DrawerAnswer>;
}

/** Reports of shifts; closing one is not among what programs may ask. */
export interface LoopbackShifts {
  current(): Promise<ShiftReport>;
  /** Null where no closed shift has that number. */
  closed(number: number): Promise<ShiftReport | null>;
}

/** What a monitoring system reads, in the format that the content type names. */
export type ReadMetrics = () => Promise<{ readonly contentType: string; readonly text: string }>;

/** The journal, for programs that follow it and for those that keep the books. */
export interface LoopbackJournal extends Pick<BooksReads, 'head' | 'facts'> {
  /** Names the key that signs this journal's heads, and with it the journal. */
  readonly keyId: string;
  readonly publicKeyPem: string;
  /** The text that the command `journal export` writes, up to the record that is the last now. */
  exported(format: 'ndjson' | 'csv', stretch: JournalStretch): Iterable<string>;
  /**
   * `told` is called after each commit and when the connection changes: there may be new records and another status.
   * Returns a function that ends it.
   */
  subscribe(told: () => void): () => void;
}

/** All records behind one, of this time or later, and before the other time; a stretch without a gap. */
export interface JournalStretch {
  /** A record's number; 0 for all. */
  readonly after: number;
  readonly fromMs?: number;
  readonly untilMs?: number;
}

export type RecordAnswer = { readonly type: 'found'; readonly record: JsonObject } | LookUpRefused;

export interface LoopbackBridge {
  /** Why nothing but the status can be answered (the folder is sealed), or null. */
  refusal(): Refusal | null;
  /**
   * Resolves when the operation is durable, or refused with nothing stored; where a person must confirm it, once they
   * did. `whenGone` calls back when the caller has left, who then waits no longer.
   */
  submit(submission: LoopbackSubmission, whenGone?: (work: () => void) => void): Promise<SubmitAnswer>;
  operation(id: string): OperationView | null;
  /** A page, as the store gives it; null where `after` is no place to go on from. */
  operations(
    filter: ListFilter,
  ): { readonly operations: readonly OperationView[]; readonly next: string | null } | null;
  /**
   * The operation once it has come to rest, or as it stands after `timeoutMs` or when `givenUp` calls back. `answer`:
   * also once the gateway has taken it with an answer that is not final.
   */
  waitFor(
    id: string,
    timeoutMs: number,
    givenUp: (work: () => void) => void,
    until?: 'rest' | 'answer',
  ): Promise<OperationView | null>;
  /** Takes back what was not sent; `by` goes into the journal. */
  cancel(id: string, by: string): Promise<OperationAnswer>;
  payment(lookUp: { readonly by: 'payId' | 'transId'; readonly id: string }): Promise<PaymentAnswer>;
  /** What a query of the registry shows; `fields` fit its input schema. */
  read(query: Query, fields: { readonly [name: string]: string | undefined }): Promise<RecordAnswer>;
  terminals(): readonly JsonObject[];
  status(): JsonObject;
}
