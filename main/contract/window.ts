// What the window may ask of the main process, and what it is told: one table of calls and one of events. The preload
// script is built from it name by name (there is no generic invoke), and the main process parses every input with the
// schema that stands here before anything else looks at it.
import { z } from 'zod';
import type { Destination } from './destination.ts';
import type { Client } from './client.ts';
import { clientGrantSchema, clientPatchSchema } from './client-options.ts';
import type { ConfirmationView } from './confirmation.ts';
import { type CustomerView, type StoredMethodView, customerFilterSchema, vaultIdSchema } from './customer.ts';
import type { DccAnswer } from './dcc-offer.ts';
import { greatestMinor } from './greatest-amount.ts';
import type { JsonObject } from './json.ts';
import type { Money } from './money.ts';
import type { OperationView } from './operation.ts';
import type { PairingView } from './pairing.ts';
import { pinDigits } from './pins.ts';
import { type Operator, type Person, approvalSchema, pinSchema, slipSchema } from './people.ts';
import { roles } from './roles.ts';
import type { Refusal } from './problems.ts';
import { type ComparisonView, type Finding, type ListFault, findingGroups } from './reconcile.ts';
import { scopeSchema } from './scopes.ts';
import type { ShiftClosing, ShiftReport } from './shift.ts';
import { modes, states, type Mode, type State } from './states.ts';
import type { TenderView } from './tender.ts';

const id = z.string().min(1).max(128);
const shiftNumber = z
  .int()
  .min(1)
  .max(2 ** 31);
const limit = z.int().min(1).max(500);

export const languages = ['en', 'de'] as const;
const themes = ['system', 'light', 'dark'] as const;

/** What one person at this till likes; kept by the shell, not part of the shop's settings. */
export const preferencesSchema = z.strictObject({
  language: z.enum(languages),
  theme: z.enum(themes),
  /** The terminal that the Sale screen begins with. */
  terminalId: z.string().max(64).nullable(),
  startAtLogin: z.boolean(),
  kiosk: z.boolean(),
  /** False until the first-run guide was gone through. */
  guided: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;

const gatewayChoice = z.strictObject({
  mode: z.enum(modes),
  /** Null in training mode. */
  root: z.string().max(2048).nullable(),
  merchantId: z.string().max(128).nullable(),
  /** Null: the stored one. It is never sent back to the window. */
  apiKey: z.string().min(1).max(1024).nullable(),
  /** What the API key is sealed with where the system's key store cannot protect it. Null: memory only. */
  passphrase: z.string().min(1).max(1024).nullable(),
});
export type GatewayChoice = z.output<typeof gatewayChoice>;

/** Ports below 1024 belong to the system. */
export const loopbackPortSchema = z.int().refine((port) => port === 0 || (port >= 1_024 && port <= 65_535), {
  error: 'must be 0 or from 1024 to 65535',
});

/** The shop's limits and habits that the window may change. */
export const shopSettingsSchema = z.strictObject({
  terminals: z.array(z.string().min(1).max(64)).max(64),
  shopCurrency: z.string().length(3),
  /** At the head of the receipts that the till itself makes; empty: none. */
  shopName: z.string().max(60),
  reversalMayWait: z.boolean(),
  queueLimit: z.int().min(1).max(10_000_000),
  processingSeconds: z.number().min(0).max(86_400),
  /** Where programs reach the bridge; 0: a free one, and always the same. */
  loopbackPort: loopbackPortSchema,
  /** Refunds above it ask for a supervisor's PIN; minor units of the shop's currency. */
  refundLimitMinor: z.int().min(0).max(greatestMinor),
  /** Without a touch for so long, whoever is signed in is signed out. */
  autoLockMinutes: z.number().min(1).max(720),
  /** Whether card numbers may be typed at the till; null: not in live mode. */
  cardNumbersTyped: z.boolean().nullable(),
  /** So many digits at least has a new PIN of a supervisor or a manager. */
  approverPinDigits: z.int().min(pinDigits.least).max(pinDigits.most),
});
export type ShopSettings = z.output<typeof shopSettingsSchema>;

export const windowCalls = {
  submit: z.strictObject({
    kind: z.string().min(1).max(64),
    input: z.record(z.string(), z.json()),
    /** Made by the screen when the form is opened, so that pressing twice is one operation. */
    requestId: z.string().min(1).max(255),
    /** A supervisor's PIN, where `needsApproval` says so. */
    approval: approvalSchema.optional(),
    /** The operation that this one is a new try of. */
    replaces: id.optional(),
    /** The sale whose rest this one takes. */
    partOf: id.optional(),
    /** The sale whose money this one gives back to the card at the terminal. */
    refundOf: id.optional(),
  }),
  operation: z.strictObject({ id }),
  /** Newest first. `text` is looked for in transId, payId, refNr and terminal. */
  operations: z.strictObject({
    states: z.array(z.enum(states)).optional(),
    kind: z.string().max(64).optional(),
    payId: id.optional(),
    text: z.string().max(128).optional(),
    /** Older than the operation with this id. */
    before: id.optional(),
    /**
     * What a window that comes back may not have seen the end of: all that is not final, and of the newest what was not
     * when the program started, or ended since then and in the last two minutes. The other filters are not looked at.
     */
    unseen: z.boolean().optional(),
    limit,
  }),
  cancel: z.strictObject({ id }),
  /** Asks the gateway. */
  findPayment: z.strictObject({ by: z.enum(['payId', 'transId']), id }),
  /** Payments that this bridge knows, newest first. */
  payments: z.strictObject({
    text: z.string().max(128).optional(),
    /** The `next` of the page before. */
    before: z.string().min(1).max(512).optional(),
    limit,
  }),
  /** What this bridge knows of the payment with this `id`, and its operations, oldest first. */
  paymentStory: z.strictObject({ id }),
  /** Asks the gateway for the payId of a payment that has none here, by the sale that made it. */
  learnPayId: z.strictObject({ id }),
  /** The purchase that a sale belongs to, where it is paid in parts. */
  tender: z.strictObject({ id }),
  /** A page of the customer vault, asked at the gateway; pages begin at 1. */
  customers: customerFilterSchema,
  /** One customer of the vault, asked at the gateway. */
  customer: z.strictObject({ customerId: vaultIdSchema }),
  /** What is stored for a customer, masked. */
  customerMethods: z.strictObject({ customerId: vaultIdSchema }),
  terminals: z.strictObject({}),
  /** What ended unseen: it had been in doubt, or had waited for long. Newest first. */
  ends: z.strictObject({}),
  /** The person who is signed in has seen how the operation ended. */
  seeEnd: z.strictObject({ id }),
  status: z.strictObject({}),
  gatewayChoice: z.strictObject({}),
  /** Uses the choice for one look at the gateway; stores nothing. */
  testConnection: gatewayChoice,
  saveGatewayChoice: gatewayChoice,
  shopSettings: z.strictObject({}),
  saveShopSettings: shopSettingsSchema,
  /** What the IT department's policy holds. */
  lockedSettings: z.strictObject({}),
  preferences: z.strictObject({}),
  savePreferences: preferencesSchema,
  clients: z.strictObject({}),
  createClient: z.strictObject({
    name: z.string().min(1).max(100),
    scopes: z.array(scopeSchema).min(1),
    origin: z.string().max(256).nullable(),
  }),
  revokeClient: z.strictObject({ id }),
  /** Other scopes and options for a program that keeps its token. */
  changeClient: z.strictObject({ id, change: clientPatchSchema }),
  /** Who asks to use this till. */
  pairings: z.strictObject({}),
  /** `grant` null: nothing is given. `approval`: a manager's PIN, where somebody else is signed in. */
  answerPairing: z.strictObject({ id, grant: clientGrantSchema.nullable(), approval: approvalSchema.optional() }),
  /**
   * Writes the receipt as a PDF into the folder for receipts, and asks for a file only where that cannot be written.
   * Where a folder that somebody chose is not there, nothing is written.
   * `lines`: what the window shows of an operation for which no terminal has sent a receipt.
   */
  saveReceipt: z.strictObject({
    operationId: id,
    copy: z.enum(['merchant', 'customer']),
    lines: z.array(z.string().max(200)).max(100).optional(),
  }),
  /** Where receipts go on this computer. */
  receiptFolder: z.strictObject({}),
  /** Opens the system's dialog for it. */
  chooseReceiptFolder: z.strictObject({}),
  /** Whether the till asks in which currency a card is charged. */
  dccSetting: z.strictObject({}),
  /** The first digits of the card that a CARD_READ read. */
  cardBin: z.strictObject({ operationId: id }),
  /** What may be shown of a quote. */
  dccOffer: z.strictObject({ quoteOperationId: id }),
  /** The report of the running shift (null) or of a closed one. */
  shiftReport: z.strictObject({ number: shiftNumber.nullable() }),
  /** Without `evenIfOpen`, a shift with something open is left as it is. */
  closeShift: z.strictObject({ evenIfOpen: z.boolean() }),
  /** Opens the system's dialog and writes the report as a PDF, or the whole journal with its public key beside it. */
  saveShift: z.strictObject({ number: shiftNumber.nullable(), format: z.enum(['pdf', 'ndjson', 'csv']) }),
  /** Compares the running shift (null) or a closed one with the gateway; `withList`: and with a file that is asked for. */
  compareShift: z.strictObject({ number: shiftNumber.nullable(), withList: z.boolean() }),
  /** The comparison that runs, or the last one's result. */
  comparison: z.strictObject({}),
  /** A part of the result: those of a group, behind the first `after`. */
  comparisonFindings: z.strictObject({
    group: z.enum(findingGroups),
    after: z.int().min(0).max(1_000_000),
    limit: z.int().min(1).max(200),
  }),
  /** Compares what was looked up until now. */
  stopComparison: z.strictObject({}),
  /** The result was looked at. */
  forgetComparison: z.strictObject({}),
  /** Unlocks a folder or credentials that were sealed with a passphrase. */
  unlock: z.strictObject({ passphrase: z.string().min(1).max(1024) }),
  operators: z.strictObject({}),
  signIn: approvalSchema,
  /** Whoever is signed in chooses another PIN; `pin` is the one they have. */
  changePin: z.strictObject({ pin: pinSchema, next: pinSchema }),
  signOut: z.strictObject({}),
  /** Somebody is there: the time to the automatic sign-out begins anew. */
  touch: z.strictObject({}),
  /** Id null makes a new operator; PIN null keeps the one there is. */
  saveOperator: z.strictObject({
    id: id.nullable(),
    name: z.string().trim().min(1).max(60),
    role: z.enum(roles),
    active: z.boolean(),
    pin: pinSchema.nullable(),
  }),
  /** Whether `submit` will ask for a supervisor's PIN. For a manual refund the input may be empty. */
  needsApproval: z.strictObject({ kind: z.string().min(1).max(64), input: z.record(z.string(), z.json()) }),
  /** Takes what was really approved of a sale that needs a person because it is another amount than was asked for. */
  keepApproved: z.strictObject({ id }),
  /** Notes that the customer paid the rest of a sale without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise: z.strictObject({ id, value: z.int().min(1).max(greatestMinor) }),
  /** Takes the latest note of that kind back: whoever made it, or a supervisor, while its shift is open. */
  takeBackRest: z.strictObject({ id, reason: z.string().max(500) }),
  /** Frees the terminal of a command whose outcome is not known. */
  freeTerminal: z.strictObject({ id, reason: z.string().max(500), approval: approvalSchema.nullable() }),
  /** What became of an operation that needs a person. `second`: another person's PIN, so that two decide at once. */
  decide: z.strictObject({
    id,
    outcome: z.enum(['succeeded', 'failed']),
    reason: z.string().max(500),
    evidence: z.string().max(500),
    /** What the slip shows, where it was carried out. */
    slip: slipSchema.optional(),
    second: approvalSchema.nullable(),
  }),
  /** What programs want to pay out and wait for a person's word on. */
  confirmations: z.strictObject({}),
  /** `approval`: a supervisor's PIN, where `needsPin` says so and it is allowed. */
  answerConfirmation: z.strictObject({ id, allow: z.boolean(), approval: approvalSchema.nullable() }),
  /** A person has made sure that this data folder is the only copy in use. */
  resume: z.strictObject({ reason: z.string().max(500) }),
  /** `approval`: the PIN of somebody who may, where whoever is signed in may not, or nobody is. */
  quit: z.strictObject({ evenIfWaiting: z.boolean(), approval: approvalSchema.optional() }),
} as const satisfies Record<string, z.ZodType>;

export type WindowCall = keyof typeof windowCalls;
export type WindowInput<C extends WindowCall> = z.output<(typeof windowCalls)[C]>;

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

/** One capture that this bridge carried out; minor units of the payment's currency. */
export interface CaptureSummary {
  /** What a refund names it by; null where the gateway gave none. */
  readonly providerTransactionId: string | null;
  readonly xId: string | null;
  readonly amount: number;
  /** Null where a refund did not name its capture, so that only the gateway knows. */
  readonly refunded: number | null;
  /** Refunds of it that are waiting, running or unknown. */
  readonly openRefunds: number;
  /** ISO 8601. */
  readonly at: string;
}

/** What a till knows of a payment; minor units, null where not known. */
export interface PaymentSummary {
  /** Its name in this window: its payId, or the id of the operation that made it while its payId is not known. */
  readonly id: string;
  /** Null where a person decided that it was made, and the gateway has not told its number. */
  readonly payId: string | null;
  readonly transId: string | null;
  readonly currency: string | null;
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly captureCount: number | null;
  /** Those made here, in order; fewer than `captureCount` where others captured too. Null in lists. */
  readonly captures: readonly CaptureSummary[] | null;
  readonly reversed: boolean;
  /** Refunds and captures that are waiting, running or unknown. */
  readonly openRefunds: number;
  readonly openCaptures: number;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
  /** Of what was taken: what was approved beyond the amount asked for. */
  readonly tip: number;
  /** Where it is a part of a purchase that is paid in parts. */
  readonly tender: TenderView | null;
  /** The shop's reference for it, or the bridge's own where the shop gave none. */
  readonly reference: string | null;
  /** The card's brand in capitals and its last four digits, where an answer showed them. */
  readonly brand: string | null;
  readonly last4: string | null;
  /** Who took it: a person at the till, or the program's name. */
  readonly person: string | null;
  /** Who decided that it was made, where nobody could find out; null where the gateway said so. */
  readonly settledBy: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface TerminalView {
  readonly id: string;
  readonly busy: boolean;
  readonly operationId: string | null;
  /** ISO 8601: until when a command whose outcome is not known may hold it; null where none does. */
  readonly heldUntil: string | null;
}

export interface StatusView {
  readonly version: string;
  readonly mode: Mode;
  readonly gateway: string;
  readonly merchantId: string;
  readonly accepting: boolean;
  readonly connection: {
    readonly state: 'unchecked' | 'online' | 'offline';
    readonly since: string;
    readonly reason: string | null;
  };
  readonly credentials: {
    readonly state: 'unchecked' | 'accepted' | 'refused' | 'destination-changed';
    readonly message: string;
  };
  readonly waiting: number;
  readonly inDoubt: number;
  readonly needsPerson: number;
  readonly otherEnvironments: number;
  readonly operations: { readonly [state in State]: number };
  readonly alarms: readonly { readonly code: string; readonly message: string }[];
  /** Why nothing is sent until a person says so, in English; null where the folder is not paused. */
  readonly paused: string | null;
  /** Whether there are operators, so that somebody has to be signed in. */
  readonly manned: boolean;
  readonly signedIn: Person | null;
  /** The number of the shift that was closed last, 0 before the first; null where it cannot be told. */
  readonly lastShift: number | null;
  /** Where ERPs reach the loopback API. */
  readonly loopbackUrl: string | null;
  /** The port that they were promised, where another program had it at the start. */
  readonly loopbackPortTaken: number | null;
}

export interface GatewayChoiceView {
  readonly mode: Mode;
  readonly root: string | null;
  readonly merchantId: string | null;
  readonly hasApiKey: boolean;
  /** How the API key is kept: system key store, under a passphrase, or only until the program ends. */
  readonly keptBy: 'system' | 'passphrase' | 'memory' | 'none';
  /** Whether the system's key store can protect a secret here. */
  readonly systemProtects: boolean;
  /** Everything that decides where the API key goes; null in training. */
  readonly destination: Destination | null;
  /** Whether the stored API key was entered for another destination, so that it is not used. */
  readonly keyIsForAnother: boolean;
}

export const verdictCodes = [
  'no-connection-needed', // training
  'accepted', // the gateway answers and takes merchant id and API key
  'answers', // it answers; without tokens the key shows only at the first operation
  'refused',
  'unreachable',
  'address-refused',
  'api-key-missing',
  'api-key-locked',
  'destination-changed',
  'cannot-be-used',
] as const;
export type VerdictCode = (typeof verdictCodes)[number];

/** What one look at a gateway brought. `message` is English. */
export interface ConnectionVerdict {
  readonly ok: boolean;
  readonly code: VerdictCode;
  readonly message: string;
}

export interface LockedSettings {
  /** Dotted. */
  readonly names: readonly string[];
  /** What no program may refund more than in a day; minor units of the shop's currency, null where it is not set. */
  readonly refundsPerDayMinor: number | null;
}

/** A payout, as the supervisor who is to approve it is told of it. */
export interface ApprovalAsked {
  /** Who asks: the person who is signed in, or a program; null where nobody is known by name. */
  readonly person: string | null;
  /** Null where the till does not know how much it is. */
  readonly amount: Money | null;
  /** The payment that the money was taken by: the shop's own number for it, else the gateway's; null for none. */
  readonly payment: string | null;
  readonly reason: string | null;
}

/** What one person has paid out today without a supervisor, and how much they may. */
export interface ApprovalSums {
  readonly paidOut: Money;
  readonly limit: Money;
}

export interface WindowOutputs {
  readonly submit: { readonly type: 'accepted'; readonly operation: OperationView } | Refused;
  readonly operation: OperationView | null;
  readonly operations: { readonly operations: readonly OperationView[]; readonly next: string | null };
  readonly cancel: { readonly type: 'accepted'; readonly operation: OperationView } | Refused;
  readonly findPayment:
    | { readonly type: 'found'; readonly payment: JsonObject; readonly known: PaymentSummary | null }
    | Refused;
  readonly payments: { readonly payments: readonly PaymentSummary[]; readonly next: string | null };
  readonly paymentStory: { readonly payment: PaymentSummary | null; readonly operations: readonly OperationView[] };
  readonly learnPayId:
    | { readonly type: 'learned'; readonly payment: PaymentSummary }
    /**
     * `missing`: the gateway shows no such payment. `differs`: what it shows is not this sale, or not for certain.
     * `refused`: it is this sale, and it was not carried out.
     */
    | { readonly type: 'not-shown'; readonly why: 'missing' | 'differs' | 'refused' }
    | Refused;
  readonly tender: TenderView | null;
  readonly customers:
    | {
        readonly type: 'found';
        readonly customers: readonly CustomerView[];
        /** The page after this one; null where this is the last. */
        readonly next: number | null;
        /** Null where the gateway does not say. */
        readonly total: number | null;
      }
    | Refused;
  readonly customer: { readonly type: 'found'; readonly customer: CustomerView } | Refused;
  readonly customerMethods: { readonly type: 'found'; readonly methods: readonly StoredMethodView[] } | Refused;
  readonly terminals: readonly TerminalView[];
  readonly ends: readonly OperationView[];
  /** False where it was seen before, or concerns somebody else. */
  readonly seeEnd: { readonly seen: boolean };
  readonly status: StatusView;
  readonly gatewayChoice: GatewayChoiceView;
  readonly testConnection: ConnectionVerdict;
  readonly saveGatewayChoice: { readonly type: 'saved'; readonly choice: GatewayChoiceView } | Refused;
  readonly shopSettings: ShopSettings;
  readonly lockedSettings: LockedSettings;
  readonly saveShopSettings: { readonly type: 'saved'; readonly settings: ShopSettings } | Refused;
  readonly preferences: Preferences;
  readonly savePreferences: Preferences;
  readonly clients: readonly Client[];
  readonly createClient: { readonly type: 'created'; readonly client: Client; readonly token: string } | Refused;
  readonly revokeClient: { readonly revoked: boolean } | Refused;
  readonly changeClient: { readonly type: 'changed'; readonly client: Client } | Refused;
  readonly pairings: readonly PairingView[];
  readonly answerPairing: { readonly type: 'answered' } | Refused;
  /** `missing`: the folder that was chosen for receipts, where it is not there. */
  readonly saveReceipt: { readonly saved: boolean; readonly file: string | null; readonly missing: string | null };
  readonly receiptFolder: { readonly folder: string; readonly isThere: boolean };
  readonly chooseReceiptFolder:
    | { readonly type: 'chosen'; readonly folder: string }
    /** The dialog was left, or the folder is one in which nothing may be written; the one from before stays. */
    | { readonly type: 'left' | 'not-usable' }
    | Refused;
  readonly dccOffer: DccAnswer;
  /** `choice`: the till asks, and the choice goes with the sale. `onPages`: links offer it where nobody says otherwise. */
  readonly dccSetting: { readonly atTerminal: 'information' | 'choice'; readonly onPages: boolean };
  /** Null where the terminal showed no first digits. */
  readonly cardBin: { readonly bin: string | null };
  /** `report` is null where no closed shift has that number; `lastClosed` is 0 before the first. */
  readonly shiftReport: { readonly report: ShiftReport | null; readonly lastClosed: number } | Refused;
  readonly closeShift: ShiftClosing | Refused;
  readonly saveShift: { readonly saved: boolean; readonly file: string | null };
  readonly compareShift:
    | { readonly type: 'begun'; readonly comparison: ComparisonView }
    /** Nobody chose a file. */
    | { readonly type: 'no-list' }
    | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: number | null }
    | Refused;
  readonly comparison: ComparisonView | null;
  readonly comparisonFindings:
    | { readonly type: 'page'; readonly findings: readonly Finding[]; readonly total: number }
    | Refused;
  readonly stopComparison: { readonly type: 'stopping' } | Refused;
  readonly forgetComparison: { readonly type: 'forgotten' } | Refused;
  readonly unlock: { readonly unlocked: boolean; readonly message: string };
  readonly operators: readonly Operator[];
  /** `newPin`: the PIN is one that nobody may choose any more; it is asked for another one. */
  readonly signIn: { readonly type: 'signed-in'; readonly person: Person; readonly newPin: boolean } | Refused;
  readonly changePin: { readonly type: 'changed' } | Refused;
  readonly signOut: { readonly signedOut: boolean };
  readonly touch: { readonly signedIn: boolean };
  readonly saveOperator: { readonly type: 'saved'; readonly operator: Operator } | Refused;
  /**
   * `asked`: what a supervisor must stand for; null where nobody must. `sums`: null where nothing was paid out today
   * without a supervisor.
   */
  readonly needsApproval: { readonly asked: ApprovalAsked | null; readonly sums: ApprovalSums | null };
  readonly keepApproved: { readonly type: 'decided'; readonly operation: OperationView } | Refused;
  readonly payRestOtherwise: { readonly type: 'decided'; readonly operation: OperationView } | Refused;
  readonly takeBackRest: { readonly type: 'decided'; readonly operation: OperationView } | Refused;
  readonly freeTerminal: { readonly type: 'decided'; readonly operation: OperationView } | Refused;
  readonly decide: { readonly type: 'decided'; readonly operation: OperationView } | Refused;
  readonly confirmations: readonly ConfirmationView[];
  /** `operation` is null where it was refused, or where the folder is sealed. */
  readonly answerConfirmation: { readonly type: 'answered'; readonly operation: OperationView | null } | Refused;
  readonly resume: { readonly type: 'resumed' } | Refused;
  readonly quit: { readonly quitting: boolean; readonly waiting: number; readonly inDoubt: number } | Refused;
}

/** What the main process tells the window, always after the commit. */
export interface WindowEvents {
  readonly operationChanged: OperationView;
  readonly statusChanged: StatusView;
  readonly preferencesChanged: Preferences;
  /** All that are open now, oldest first. */
  readonly pairingsChanged: readonly PairingView[];
  readonly confirmationsChanged: readonly ConfirmationView[];
  readonly comparisonChanged: ComparisonView | null;
  /** Somebody wants to quit by the desktop's own means, and whoever is at the till may not. */
  readonly quitAsked: null;
}

/** What the preload script puts into the window as `window.tillbridge`. */
export type WindowApi = {
  readonly [C in WindowCall]: (input: WindowInput<C>) => Promise<WindowOutputs[C]>;
} & {
  /** Returns a function that ends the listening. */
  readonly on: <E extends keyof WindowEvents>(event: E, listener: (value: WindowEvents[E]) => void) => () => void;
};
