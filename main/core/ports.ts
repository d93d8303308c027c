// What the core needs of the world, as interfaces. Everything that has a clock, chance, a disk or a wire comes in
// here; that is what lets a simulator put its own in their place.
import type { Json, JsonObject } from '#contract/json.ts';
import type { Client, ClientChange } from '#contract/client.ts';
import type { Person } from '#contract/people.ts';
import type { JournalHead } from '#contract/signed-head.ts';
import type { Role } from '#contract/roles.ts';
import type { State } from '#contract/states.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';
import type { Environment, KnownPayment, OperationRecord } from './record.ts';

export interface Clock {
  /**
   * Engine time in ms: the wall clock at start plus the time since, sleep included. Nobody can set it within a run, so
   * durations may be computed from it; it is stored as such and read again after a restart.
   */
  nowMs(): number;
  /**
   * The latest that it can be: counts every step forward of the wall clock besides (it may have stood still in a sleep
   * that nothing else saw), and never goes back. Waiting uses `nowMs` (at least so much has passed), expiry uses this (perhaps so much has).
   */
  lateMs(): number;
  /** The clock on the wall, ms since 1970: it can be set, so it says how old something is only beside the others. */
  wallMs(): number;
  /** True when the wall clock stood before the last record at the start: what passed in between is not known. */
  readonly wentBack: boolean;
  /** ISO 8601 in UTC. */
  iso(ms: number): string;
  /** The till's local time as `2026-01-31T18:05:00`. */
  localDateTime(): string;
  /** The till's calendar day at this engine time, as `2026-01-31`. */
  localDay(ms: number): string;
  /** Runs `work` once after `ms`; the function returned takes it back. */
  after(ms: number, work: () => void): () => void;
}

export interface Chance {
  /** 0 inclusive to 1 exclusive. */
  fraction(): number;
  /** An id for an operation; unique. */
  operationId(): string;
  /** 32 hex characters. */
  hex128(): string;
}

export interface Digests {
  /** HMAC-SHA-256 in hex under a key of this data folder. */
  keyed(text: string): string;
}

export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api/v2`, filled in and encoded. */
  readonly path: string;
  /** The exact JSON text, or null for none. */
  readonly body: string | null;
  readonly key: string | null;
  /** A new connection, so that no dead one is reused for a request that must not be repeated. */
  readonly freshConnection: boolean;
  /** From the last byte sent to the last byte received. */
  readonly answerTimeoutMs: number;
  /** Asked once, right before the first byte: token and connection may have taken their time. */
  readonly mayBegin: () => boolean;
}

export type GatewayBody =
  | { readonly type: 'json'; readonly value: Json }
  | { readonly type: 'empty' }
  /** Complete, but not JSON. */
  | { readonly type: 'unreadable' }
  /** The connection ended before the announced end. */
  | { readonly type: 'cut' };

export type GatewayAnswer =
  /** No byte of the request left: name, connect, TLS, or no token to send it with. */
  | { readonly type: 'unsent'; readonly reason: string }
  /** No byte left either, because `mayBegin` said no. It tells nothing of the network. */
  | { readonly type: 'withheld' }
  /** The token endpoint refused the credentials; the request itself was not sent. */
  | { readonly type: 'credentials-refused'; readonly reason: string }
  /** Sent, at least in part, and no complete answer came. */
  | { readonly type: 'lost'; readonly reason: 'timeout' | 'reset' }
  | {
      readonly type: 'response';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly body: GatewayBody;
      /** Names the credentials it was sent with, so that only these are renewed. */
      readonly credential: string | null;
    };

export interface Gateway {
  send(request: GatewayRequest): Promise<GatewayAnswer>;
  /** A GET without any effect; true when the gateway itself answered (not 502, 503 or 504). */
  probe(): Promise<boolean>;
  /**
   * Gets a new token after a 401 or 403 unless somebody already did since `credential` was used.
   * - renewed: there is a new one to try; - same: this scheme has none (Basic); - refused; - unreachable
   */
  renew(credential: string | null): Promise<'renewed' | 'same' | 'refused' | 'unreachable'>;
}

export interface ListFilter {
  readonly state?: State;
  readonly payId?: string;
  readonly kind?: string;
  /** Operations accepted after the one with this id. */
  readonly after?: string;
  readonly limit: number;
}

/** A fact for the journal. Personal data never goes in here. */
export interface JournalEntry {
  readonly type: string;
  readonly operationId: string | null;
  readonly atMs: number;
  readonly data: JsonObject;
  /**
   * Keyed digests of personal data. The record gets them as `personal`, each salted with a secret of the operation that
   * lies beside the chain: once that is erased, nobody can find out by trying what the digests were made of.
   */
  readonly personal?: { readonly [name: string]: string };
  /** Follow-ups of the outcome. Those that the bridge has a device for are written as rows in the same transaction. */
  readonly effects?: readonly EffectKind[];
}

/** What follows an outcome: paper, the cash drawer, news for paired programs. */
export type EffectKind = 'receipt' | 'drawer' | 'event';

export interface NextDue {
  /** Engine time, or null. */
  readonly workMs: number | null;
  /** The next send deadline, by the late clock, or null. */
  readonly deadlineMs: number | null;
}

export interface StoreReads {
  operation(id: string): OperationRecord | null;
  byRequest(clientId: string, requestId: string): OperationRecord | null;
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
  /** Sum in minor units of open operations (accepted to needs-person) with this claim in a payment's lane. */
  openClaims(lane: string, claim: 'capture' | 'refund'): number;
  /** The latest day that this client's refunds were counted for, or null. */
  lastRefundDay(environmentId: string, clientId: string): string | null;
  /** What this client's refunds of the day come to, minor units; all that did not fail, lapse or was taken back. */
  refundedOn(environmentId: string, clientId: string, day: string, currency: string): number;
  /** The latest operation that used this transId to make a payment. */
  creatorOf(environmentId: string, transId: string): string | null;
  /** How many operations carry this refNr. */
  refNrUses(environmentId: string, refNr: string): number;
  /** Whether a known success of this kind was once seen by this look-up (a positive control). */
  hasControl(environmentId: string, kind: string): boolean;
  /** Latest operations of a kind that succeeded by the gateway's own answer, newest first. */
  recentSuccesses(environmentId: string, kind: string, limit: number): OperationRecord[];
}

/** What people look for. `text` may stand anywhere in the ids, the refNr or the terminal. */
export interface OperationSearch {
  readonly states?: readonly State[];
  readonly kind?: string;
  readonly payId?: string;
  readonly text?: string;
  /** Accepted before the operation with this id. */
  readonly before?: string;
  readonly limit: number;
}

export interface PaymentSearch {
  readonly text?: string;
  /** Heard of before the payment with this payId. */
  readonly before?: string;
  readonly limit: number;
}

/** Reads for people, newest first. They may walk through what is stored; the engine never uses them. */
export interface Searches {
  search(environmentId: string | null, filter: OperationSearch): OperationRecord[];
  payments(environmentId: string, filter: PaymentSearch): KnownPayment[];
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

export interface InsertMarks {
  readonly createsPayment: boolean;
  readonly claim: 'capture' | 'refund' | 'none';
  /** The day that it counts for among its client's refunds, `2026-01-31`; null where it does not count. */
  readonly refundDay: string | null;
}

export interface Store extends StoreReads, Searches {
  /** Runs `work` in a transaction that is on the disk when the promise resolves. Concurrent calls share a commit. */
  transact<T>(work: (tx: StoreWrites) => T): Promise<T>;
  /** Why nothing can be written any more, or null. */
  failure(): string | null;
}

/** The engine's settings; durations in ms. */
export interface Policy {
  /** How long the gateway may work on a request whose answer was lost. */
  readonly processingMs: number;
  /** How long an Idempotency-Key surely lives at the gateway. */
  readonly keyLifetimeMs: number;
  /** False: the gateway's keys are not relied on, nothing is sent twice. */
  readonly keysTrusted: boolean;
  readonly maxResends: number;
  /** For what cannot wait. */
  readonly sendDeadlineMs: number;
  readonly answerTimeoutMs: number;
  readonly terminalTimeoutMs: number;
  /** From sending; after it a command is no longer running at its terminal. */
  readonly terminalWindowMs: number;
  /** How long a pending operation is looked up before a person is asked. */
  readonly pendingLimitMs: number;
  readonly reversalMayWait: boolean;
  /** Ordinary refunds above it ask for a supervisor's PIN at the till; minor units of the shop's currency. */
  readonly refundLimitMinor: number;
  /** Operations that may wait for sending at once. */
  readonly queueLimit: number;
  /** Operations being sent or looked up at once. */
  readonly concurrency: number;
  readonly shopCurrency: string;
  /** Where a retrieval body shows what (the specification does not say). */
  readonly paymentPaths: PaymentPaths;
  /** Terminals of this till; empty: any. */
  readonly terminals: readonly string[];
}

/** Whether the data folder may be a copy of another: then nothing is sent until a person says that it is the one. */
export interface Pause {
  /** In words, or null where nothing is paused. */
  reason(): string | null;
  /** Journalled: who said so, and why. */
  lift(by: string, why: string): void;
}

/** What the engine tells the world after a commit. */
export interface EngineEvents {
  changed(record: OperationRecord): void;
  connection(): void;
  /** A line for the log: an event name and facts without personal data. */
  log(level: 'info' | 'warn' | 'error', event: string, facts: JsonObject): void;
}

export interface EnginePorts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly digests: Digests;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly environment: Environment;
  readonly policy: Policy;
  readonly pause: Pause;
  /** What a client may refund in a day and currency, minor units; null for no limit. Asked in the transaction. */
  readonly refundsPerDayMinor: (clientId: string) => number | null;
  readonly events: EngineEvents;
}

/** An operator as it is kept. */
export interface OperatorRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  readonly pinHash: string;
  /** Wrong PINs in a row. */
  readonly failures: number;
  /** Engine time, ms. */
  readonly lockedUntilMs: number | null;
  readonly createdAtMs: number;
}

export interface OperatorRegistry {
  /** By name. */
  list(): OperatorRecord[];
  byId(id: string): OperatorRecord | null;
  /** On the disk when it returns, with its journal entry in the same commit. */
  save(record: OperatorRecord, entry: JournalEntry | null): void;
  journal(entry: JournalEntry): void;
}

/** PINs are short, so each guess must cost time and memory. */
export interface Pins {
  hash(pin: string): Promise<string>;
  matches(pin: string, hash: string): Promise<boolean>;
}

/** `by`: the person who does it, for the journal; left out where nobody is known by name. */
export interface ClientRegistry {
  /** Stores a client with the hash of its token; name and scopes are journalled. */
  add(client: Client, tokenHash: string, by?: Person | null): void;
  /** The client of a token hash, revoked ones too, or null. */
  byTokenHash(tokenHash: string): Client | null;
  list(): Client[];
  /** Revoked ones too, or null. */
  byId(id: string): Client | null;
  /** The name of a client, revoked ones too, or null. */
  nameOf(id: string): string | null;
  /** False if there is no such client. */
  revoke(id: string, atIso: string, by?: Person | null): boolean;
  /** Gives other scopes and options, journalled; false if there is no such client or it was revoked. */
  change(id: string, change: ClientChange, atIso: string, by?: Person | null): boolean;
  /** Remembers the last use; at most once a minute a client reaches the disk. */
  touch(id: string, atIso: string): void;
}

/** Signs for this data folder. The private key never leaves its maker. */
export interface Signer {
  /** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). */
  readonly keyId: string;
  readonly publicKeyPem: string;
  /** Ed25519 over the text's UTF-8 bytes, in base64. */
  sign(text: string): string;
}

/** A record of the journal, as reports read it. */
export interface JournalFact {
  readonly seq: number;
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  readonly operation: string | null;
  readonly data: JsonObject;
}

/** Where a closed shift lies in the journal. */
export interface ShiftMark {
  /** From 1, without a gap. */
  readonly number: number;
  /** The first record that belongs to it. */
  readonly firstSeq: number;
  /** Its own record, `shift-closed`. */
  readonly closedSeq: number;
  /** ISO 8601, UTC. */
  readonly closedAt: string;
}

export interface BooksReads {
  head(): JournalHead;
  /** Records after `seq`, oldest first. */
  facts(seq: number, limit: number): JournalFact[];
  /** The latest closed shift, or null before the first. */
  lastShift(): ShiftMark | null;
  shift(number: number): ShiftMark | null;
}

export interface BooksWrites extends BooksReads {
  append(entry: JournalEntry): void;
  /** Throws where the number does not follow the last one. */
  putShift(mark: ShiftMark): void;
}

/** The journal as the shop's books: what closing a shift reads and writes. */
export interface Books extends BooksReads {
  /** On the disk when the promise resolves; nothing else is journalled meanwhile. */
  transact<T>(work: (tx: BooksWrites) => T): Promise<T>;
}

/** A follow-up of an outcome, as it was written with it. */
export interface EffectRow {
  readonly seq: number;
  readonly operationId: string;
  readonly kind: EffectKind;
  readonly attempts: number;
  /** A reprint, which must say COPY. */
  readonly copy: boolean;
  /** Why the last attempt did not work, or null. */
  readonly trouble: string | null;
}

/** The rows of follow-ups. Each change is journalled with them. */
export interface EffectRows {
  /** Of a kind, due and not done, the longest due first. */
  due(kind: EffectKind, nowMs: number, limit: number): EffectRow[];
  /** When the next one falls due, or null. Engine time. */
  nextDueMs(kind: EffectKind): number | null;
  /** What did not work at the last attempt, oldest first: for people. */
  troubled(limit: number): EffectRow[];
  /** Done: on the disk when it resolves. */
  done(seq: number, atMs: number): Promise<void>;
  /** It did not work; tried again at `nextAtMs`. The first trouble is journalled. */
  failed(seq: number, trouble: string, nextAtMs: number, atMs: number): Promise<void>;
  /** One more printing of an operation's receipt, marked as a copy. `by` goes into the journal. */
  reprint(operationId: string, by: string, atMs: number): Promise<void>;
}

/** Carries out follow-ups of the kinds that it has devices for. Whatever it does or fails to do, the outcome that it follows stays as it is. */
export interface Effects {
  readonly kinds: readonly EffectKind[];
  /** Resolves once it is done; rejects with an error in words for people. May be called again for the same row. */
  perform(effect: EffectRow): Promise<void>;
}
