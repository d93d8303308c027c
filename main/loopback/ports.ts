// What the loopback API needs of the bridge. The core's calls have this shape; a test puts a fake in their place.
import type { JsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Refusal } from '#contract/problems.ts';
import type { ShiftReport } from '#contract/shift.ts';
import type { BooksReads } from '#core/ports/books.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { ListFilter } from '#core/ports/store.ts';
import type { Origin } from '#core/record.ts';
import type { Query } from '#operations/define.ts';

export type LoopbackLog = EngineEvents['log'];

export interface LoopbackSubmission {
  readonly kind: string;
  readonly input: JsonObject;
  readonly requestId: string;
  readonly origin: Pick<Origin, 'type' | 'clientId'>;
  /** The operation that this one is a new try of. */
  readonly replaces?: string | null;
  /** False: it is sent within its deadline or not at all, also where its kind may wait. */
  readonly mayWait?: boolean;
  /** Whether the program deals with less being approved than it asked for. */
  readonly takesPartial?: boolean;
}

export type Refused = { readonly type: 'refused'; readonly refusal: Refusal };
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

export type PlaceAnswer =
  | { readonly type: 'submit'; readonly requestId: string; readonly replaces: string | null }
  /** Without a key, and asked for within the last 24 hours. */
  | { readonly type: 'repeated'; readonly operation: OperationView };
/** `answer`: what the gateway itself said, where it refused. */
export type LookUpRefused = Refused & { readonly answer?: { readonly status: number; readonly body: JsonObject } };
export type PaymentAnswer = { readonly type: 'found'; readonly payment: JsonObject } | LookUpRefused;

/** Reports of shifts; closing one is not among what programs may ask. */
export interface LoopbackShifts {
  current(): Promise<ShiftReport>;
  /** Null where no closed shift has that number. */
  closed(number: number): Promise<ShiftReport | null>;
}

/** The journal, for programs that follow it and for those that keep the books. */
export interface LoopbackJournal extends Pick<BooksReads, 'head' | 'facts'> {
  /** Names the key that signs this journal's heads, and with it the journal. */
  readonly keyId: string;
  readonly publicKeyPem: string;
  /** What the command `journal export` writes, from the record after this one to the one that is the last now. */
  exported(format: 'ndjson' | 'csv', after: number): Iterable<string>;
  /**
   * `told` is called after each commit and when the connection changes: there may be new records and another status.
   * Returns a function that ends it.
   */
  subscribe(told: () => void): () => void;
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
  operations(filter: ListFilter): { readonly operations: readonly OperationView[]; readonly next: string | null };
  /**
   * The operation once it has come to rest, or as it stands after `timeoutMs` or when `givenUp` calls back. `answer`:
   * also once the gateway has taken it with an answer that is not final.
   */
  settled(
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
