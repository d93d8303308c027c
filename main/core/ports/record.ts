// Operations, payments and print jobs as the engine and the store hold them. view.ts makes the window's and the API's
// view of an operation.
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { PrintJobState, ReceiptCopy } from '#contract/devices/print-jobs.ts';
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import type { Failure } from '#contract/operation/failure.ts';
import type { Json, JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Decision, Person } from '#contract/people/people.ts';
import type { Mode, State } from '#contract/operation/states.ts';

/** Begins the request id of a request that came without one; a number and a keyed digest of the request follow. */
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

/** What the name of a lane begins with (operation/lanes.ts makes the names); the store finds lanes by it. */
export const laneBeginnings = { payment: 'payment:', terminal: 'terminal:' } as const;

/** Who asked for it. `erp`: a program. `cashier`: a person at the window, of any role. */
export interface Origin {
  readonly type: 'erp' | 'cashier';
  /** The paired client, or the till's own name. Request ids are unique within it. */
  readonly clientId: string;
  /** Who was signed in at the till; null for programs, and at a till without operators. */
  readonly operator: Person | null;
  /** The person who approved it with their PIN, or at the office; null where none was needed. */
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
  /** The HTTP status of its answer, where that left the outcome open. */
  readonly answeredWith?: number;
  /** Totals of the payment as they were known before sending; evidence for a person. */
  readonly baseline: KnownTotals | null;
}

export interface KnownTotals {
  /** Minor units; null where not known. Stored rows and journal records have this spelling. */
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
}

export interface LookUps {
  readonly count: number;
  /** How many look-ups in a row did not show the effect where it would stand. */
  readonly absences: number;
  /** How often in a row no usable answer came. */
  readonly failures: number;
  readonly lastAtMs: number | null;
  /** A look-up showed it, or what may be it, as open, and none since has shown that it no longer is. */
  readonly seenOpen?: boolean;
  /** A look-up once showed under its own reference what was not asked for: it is never sent again. */
  readonly contradicted?: boolean;
  /** A look-up once showed something of it, whatever later ones show: it is never sent again by itself. */
  readonly seen?: SeenOf;
  /** The sum that the last record which shows one names for it, minor units of its currency. */
  readonly sum?: number;
}

/** `own`: an entry or record of its own, open or ended. `sums`: sums of the payment that may hold it. */
export type SeenOf = 'own' | 'sums';

/** A further payment of what one payment was to pay. `shown` and `counted`: as of an offer that differs. */
export interface PaidAgain {
  readonly payId: string;
  readonly state: Offer['state'];
  readonly shown: Money | null;
  readonly counted: boolean;
}

/** A payment that a customer is to make, as far as the bridge has seen it. Times are engine time, ms. */
export interface Offer {
  /**
   * - authorized: the customer agreed, and the gateway has not captured yet
   * - paid: it counts among the takings (where it is captured by hand: it can be captured)
   * - differs: it was paid with another amount or currency than was asked for; a person looks at it
   */
  readonly state: 'open' | 'authorized' | 'paid' | 'expired' | 'failed' | 'differs';
  readonly differs?: {
    /** What is shown as paid; null where that cannot be told. */
    readonly shown: Money | null;
    /** Whether it counts among the takings. */
    readonly counted: boolean;
    /** What counts so far of less than was asked for, minor units: the gateway may still capture the rest. */
    readonly soFar?: { readonly taken: number; readonly givenBack: number };
    /** Engine time, ms; null once a person has seen it. */
    readonly unseenSinceMs: number | null;
    /** Further payments of the same link or page, each with a payId of its own, also where the first one agrees. */
    readonly again?: readonly PaidAgain[];
  };
  /** When last seen, the customer had begun to pay, and the gateway did not know yet whether it succeeds. */
  readonly pending?: boolean;
  /** A record was seen that does not say whether the customer has paid. */
  readonly unclear?: boolean;
  readonly sinceMs: number;
  /** A little after the end that the request names, when no customer can begin to pay; null where it names none. */
  readonly untilMs: number | null;
  readonly lookUps: number;
  readonly lastLookUpMs: number | null;
  /** Null: it is not looked up any more. */
  readonly nextLookUpMs: number | null;
}

/** A person said that so much of a sale's rest was paid without the gateway, minor units of its currency. */
export interface RestMark {
  readonly value: number;
  /** Null where the till knew no name. */
  readonly by: Person | null;
  /** Engine time, ms. */
  readonly atMs: number;
}

/** A success of less than was asked for, to a program that did not say that it deals with that. */
export interface ReportedState {
  /** `needs-person` until the rest is paid, or all of it was given back. */
  readonly state: 'needs-person' | 'succeeded' | 'failed';
  /** Engine time, ms: when a person kept what was approved. */
  readonly keptMs: number;
}

/** Minor units of the sale's currency, as of the latest change of what is kept of it. */
export interface GivenBack {
  /** What went back of the parts that are not reversed. */
  readonly sum: number;
  /** The part of it that was for goods that came back after the whole was paid. */
  readonly returned: number;
  /** Whether all of it was paid then. */
  readonly wasPaid: boolean;
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
  /** The payIds that the gateway showed under its transId, where a person decided it and they may be another's. */
  readonly perhapsPayIds?: readonly string[];
  /** What a refund is for, in the caller's words: the ERP's line, or the slip's id. */
  readonly line?: string;
  /** What the office said to it before it was accepted; `away`: it could not be asked. Left out where nobody asked. */
  readonly claim?: 'granted' | 'away';
  /** The gateway's latest record that is for certain of this sale says that it was refused, whatever was known before. */
  readonly shownRefused?: true;
  /** The gateway's latest record of the payment that it made shows a sum as given back that cannot be read. */
  readonly refundUnread?: true;
  /** A reversal whose payment the gateway did not show before it was accepted: others may have captured of it. */
  readonly isUnseen?: true;
  /** What the cardholder chose of a quote in the card's own currency. */
  readonly dcc?: DccChoice;
  /** What a person said was paid of its rest without the gateway: in cash, for example. */
  readonly paidOtherwise?: Money;
  /** The notes that `paidOtherwise` consists of, the latest last; a record of an older version has none. */
  readonly restMarks?: readonly RestMark[];
  /** What went back of a sale that is paid in parts (core/sale/tender.ts). */
  readonly givenBack?: GivenBack;
  /** What the program that asked for it is told instead of its state (core/sale/tender.ts). */
  readonly told?: ReportedState;
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
  /**
   * The lane of the payment: `payment:ENV:trans:T` where it was made under a known transId, else `payment:ENV:pay:P`.
   */
  readonly lane: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly currency: string | null;
  readonly authorized: number | null;
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

/** A program's request for a pulse to a drawer, kept so that it is carried out once. */
export interface DrawerRequest {
  readonly clientId: string;
  readonly requestId: string;
  /** Keyed, of the drawer and the reason. */
  readonly digest: string;
  /** `unknown`: it may have opened. */
  readonly result: 'opened' | 'unknown';
  readonly atMs: number;
}

/** A drawer that was opened without a sale. */
export interface NoSale {
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** False: the line broke while the pulse was sent, so that it may not have opened. */
  readonly isKnown: boolean;
}

/** A print job: a row each, made in the transaction of what it belongs to. */
export interface PrintJobRecord {
  readonly id: string;
  /** Printer by printer, jobs are printed in this order. */
  readonly seq: number;
  readonly device: string;
  readonly state: PrintJobState;
  readonly revision: number;
  /** Sealed on the disk; null once nothing can be printed of it any more. */
  readonly document: PrintDocument | null;
  readonly copy: boolean;
  readonly reprintOf: string | null;
  readonly reprint: string | null;
  readonly operationId: string | null;
  readonly receipt: ReceiptCopy | null;
  /** What its slip says, where it is one of a drawer that was opened without a sale. */
  readonly noSale: NoSale | null;
  /** The program that asked for it, under which id and with which body (a keyed digest). */
  readonly asked: { readonly clientId: string; readonly requestId: string; readonly digest: string } | null;
  readonly doubt: string | null;
  readonly decided: { readonly cameOut: boolean; readonly by: string; readonly atMs: number } | null;
  /** Engine time. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
