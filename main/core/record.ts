// An operation as the engine and the store hold it. The window's and the API's view is made from it in view.ts.
import type { DccChoice } from '#contract/dcc-choice.ts';
import type { Failure } from '#contract/failure.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Decision, Person } from '#contract/people.ts';
import type { Mode, State } from '#contract/states.ts';

/** With this begins the request id of what came without one: the rest is a number and a keyed digest of the request. */
export const bodyRequest = 'body ';

/** Where an operation is bound to at acceptance. It is never sent anywhere else. */
export interface Environment {
  /** A short digest of the three below: the form in which it is stored and compared. */
  readonly id: string;
  /** Root address, without `/api/v2` and without a trailing slash. */
  readonly root: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Who asked for it. */
export interface Origin {
  readonly type: 'erp' | 'cashier';
  /** The paired client, or the till's own name. Request ids are unique within it. */
  readonly clientId: string;
  /** Who was signed in at the till; null for programs, and at a till without operators. */
  readonly operator: Person | null;
  /** Whose PIN stood for it; null where none was needed. */
  readonly approvedBy: Person | null;
}

/**
 * One sending, made durable before its first byte.
 * - open: sent, or about to be; after a restart the same as unresolved
 * - unsent: no byte of the request left this machine
 * - not-executed: the gateway said that it did not run it (401, 403, 429)
 * - refused: the gateway refused it, but not for certain for the last time, since an earlier one was unresolved
 * - unresolved: it may have been executed
 * - disproved: a look-up proved that it was not executed
 * - settled: its outcome is the operation's outcome
 */
export interface Attempt {
  readonly number: number;
  /** Engine time, ms. */
  readonly sentAtMs: number;
  /** The same moment by the late clock: how old a key may be at most. */
  readonly sentLateMs: number;
  /** The same moment by the clock on the wall: the only one that goes on while the program is off. */
  readonly sentWallMs: number;
  readonly fate: 'open' | 'unsent' | 'not-executed' | 'refused' | 'unresolved' | 'disproved' | 'settled';
  readonly reason: string | null;
  /** Totals of the payment as they were known before sending; evidence for a person. */
  readonly baseline: KnownTotals | null;
}

export interface KnownTotals {
  /** Minor units; null where not known. */
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
}

export interface LookUps {
  readonly count: number;
  /** How often in a row the effect was not to be seen where it would be. */
  readonly absences: number;
  /** How often in a row no usable answer came. */
  readonly failures: number;
  readonly lastAtMs: number | null;
  /** It was seen to be open, or something that may be it was, and nothing has shown since that it no longer is. */
  readonly seenOpen?: boolean;
  /** A look-up once showed under its own reference what was not asked for: it is never sent again. */
  readonly contradicted?: boolean;
  /** A look-up once showed something of it, whatever later ones show: it is never sent again by itself. */
  readonly seen?: SeenOf;
}

/** `own`: an entry or record of its own, open or ended. `sums`: sums of the payment that may hold it. */
export type SeenOf = 'own' | 'sums';

/** A payment that a customer is to make, as far as the bridge has seen it. Times are engine time, ms. */
export interface Offer {
  /**
   * - authorized: the customer agreed, and the gateway has not captured yet
   * - paid: it counts among the takings (where it is captured by hand: it can be captured)
   * - differs: it was paid with another amount or currency than was asked for; a person looks at it
   */
  readonly state: 'open' | 'authorized' | 'paid' | 'expired' | 'failed' | 'differs';
  readonly sinceMs: number;
  /** The end that the request names; null: the shop's setting. */
  readonly untilMs: number | null;
  readonly lookUps: number;
  readonly lastLookUpMs: number | null;
  /** Null: it is not looked up any more. */
  readonly nextLookUpMs: number | null;
}

/** Somebody said that so much of a sale's rest was paid without the gateway, minor units of its currency. */
export interface RestMark {
  readonly value: number;
  /** Null where the till knew nobody by name. */
  readonly by: Person | null;
  /** Engine time, ms. */
  readonly atMs: number;
}

export interface OperationRecord {
  readonly id: string;
  /** Order of acceptance; given by the store. Order never rests on time. */
  readonly seq: number;
  readonly kind: string;
  readonly state: State;
  readonly revision: number;
  readonly requestId: string;
  readonly requestDigest: string;
  readonly origin: Origin;
  readonly environmentId: string;
  /** The completed input without secret fields. */
  readonly input: JsonObject;
  /** Keyed digest of the exact body bytes. */
  readonly bodyDigest: string;
  /** True when the body holds a field that is kept in memory only. */
  readonly hasSecrets: boolean;
  /** The gateway's Idempotency-Key, where the kind has one: 32 hex characters. */
  readonly key: string | null;
  readonly transId: string | null;
  readonly payId: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  readonly amount: Money | null;
  /**
   * What was really approved, as the answer, the look-up or the person who decided said; null while that is not known.
   * Guards, sums and receipts go by it.
   */
  readonly approved: Money | null;
  /** Whether the program that asked deals with less than it asked for; otherwise a person is asked. */
  readonly takesPartial: boolean;
  /** Names of the lanes that it holds or waits in. */
  readonly lanes: readonly string[];
  /** True for what cannot wait: it is sent within its deadline or not at all. */
  readonly interactive: boolean;
  /** By the late clock, ms; null for what may wait. */
  readonly sendByMs: number | null;
  readonly attempts: readonly Attempt[];
  readonly lookUps: LookUps;
  /** The operation that this one is a new try of, or null. */
  readonly replaces: string | null;
  /** The sale whose rest this one takes, where less was approved of it than was asked for. */
  readonly partOf?: string;
  /** The sale whose money this one gives back to the card at the terminal. */
  readonly refundOf?: string;
  /** The numbers that the gateway showed under its transId, where a person decided it and they are not for certain its. */
  readonly perhapsPayIds?: readonly string[];
  /** The gateway's latest record that is for certain of this sale says that it was refused, whatever was known before. */
  readonly shownRefused?: true;
  /** What the cardholder chose of a quote in the card's own currency. */
  readonly dcc?: DccChoice;
  /** What a person said was paid of its rest without the gateway: in cash, for example. */
  readonly paidOtherwise?: Money;
  /** What it consists of, the latest last; a record of an older program does not say. */
  readonly restMarks?: readonly RestMark[];
  /** What people said of its outcome, the latest of each. */
  readonly decisions: readonly Decision[];
  /** Ids that the gateway gave it. */
  readonly xIds: readonly string[];
  readonly result: Json | null;
  /** The HTTP status of the gateway's answer whose body `result` is; null where it comes from anything else. */
  readonly answerStatus: number | null;
  readonly failure: Failure | null;
  /** Engine time, ms: since when the gateway refuses it (401, 403) while it takes others; null where that is not so. */
  readonly refusedSinceMs: number | null;
  /** Why the outcome is not known: a DoubtMark, or the sentence of an older program; null while nothing is in doubt. */
  readonly doubt: string | null;
  readonly doubtSinceMs: number | null;
  /** Engine time, ms: not to be sent or looked up before. */
  readonly nextAtMs: number;
  /** Engine time, ms: until then the gateway may still be working on an unresolved attempt. */
  readonly processingUntilMs: number;
  /** Engine time, ms: until then a command may still be running at its terminal. */
  readonly terminalUntilMs: number | null;
  /** Engine time, ms. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Only of what a customer is to pay: a link, a session, a hosted payment. */
  readonly offer?: Offer;
}

/** What the bridge knows of a payment, from its own operations and from look-ups. */
export interface KnownPayment {
  readonly environmentId: string;
  /** The lane of the payment: `trans:T` where it was made under a known transId, else `pay:P`. */
  readonly lane: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly currency: string | null;
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly captureCount: number | null;
  readonly reversed: boolean;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
  /** Engine time, ms: since when something of an authorization of ours is neither captured nor released. */
  readonly openSinceMs?: number | null;
  /** The card's brand in capitals, where an answer showed one. */
  readonly brand?: string | null;
  /** What people look for: the maker's reference, the card's last four digits and the approval code. */
  readonly refNr?: string | null;
  readonly last4?: string | null;
  readonly approvalCode?: string | null;
}
