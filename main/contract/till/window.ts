// What the window shows and changes: the views that main gives it, and the settings and preferences that it sends back.
// What it may ask stands in the table of calls (calls/table.ts).
import { z } from 'zod';
import type { Destination } from './destination.ts';
import { greatestMinor } from '../money/greatest-amount.ts';
import { languages } from '../data/languages.ts';
import type { OfficeView } from '../office/office-view.ts';
import type { Money } from '../money/money.ts';
import type { OfferView } from '../operation/operation.ts';
import type { Person } from '../people/people.ts';
import { pinDigits } from '../people/pins.ts';
import { modes, type Mode, type State, states } from '../operation/states.ts';
import type { TenderView } from '../operation/tender.ts';
import type { UpdateView } from './updates.ts';

const themes = ['system', 'light', 'dark'] as const;
const keyboardTimes = ['touch', 'always', 'never'] as const;

/** What one person at this till likes; kept by the shell, not part of the shop's settings. */
export const preferencesSchema = z.strictObject({
  language: z.enum(languages),
  theme: z.enum(themes),
  /** The terminal that the Sale screen begins with. */
  terminalId: z.string().max(64).nullable(),
  startAtLogin: z.boolean(),
  kiosk: z.boolean(),
  /** When the keyboard on the screen opens: in a field that was touched, in every one, or not at all. */
  screenKeyboard: z.enum(keyboardTimes),
  /** Whether what was paid, refused or needs attention is heard. */
  sounds: z.boolean(),
  largePrint: z.boolean(),
  /** Keypad and next step on the left. */
  leftHanded: z.boolean(),
  /** Whether a second screen is the customer's. */
  customerScreen: z.boolean(),
  /** False until the first-run guide was gone through. */
  guided: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;

export const gatewayChoiceSchema = z.strictObject({
  mode: z.enum(modes),
  /** Null in training mode. */
  root: z.string().max(2048).nullable(),
  merchantId: z.string().max(128).nullable(),
  /** Null: the stored one. It is never sent back to the window. */
  apiKey: z.string().min(1).max(1024).nullable(),
  /** What the API key is sealed with where the system's key store cannot protect it. Null: memory only. */
  passphrase: z.string().min(1).max(1024).nullable(),
});
export type GatewayChoice = z.output<typeof gatewayChoiceSchema>;

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
  /** Beneath the name; empty: none. */
  shopAddress: z.string().max(120),
  /** Whether a receipt may be handed over to the computer's mail program. */
  receiptsByMail: z.boolean(),
  reversalMayWait: z.boolean(),
  queueLimit: z.int().min(1).max(10_000_000),
  processingSeconds: z.number().min(0).max(86_400),
  /** Where programs reach the bridge; 0: a free one, and always the same. */
  loopbackPort: loopbackPortSchema,
  /** Refunds above it ask for a supervisor's PIN; minor units of the shop's currency. */
  refundLimitMinor: z.int().min(0).max(greatestMinor),
  /** Signs the person out after so long without a touch. */
  autoLockMinutes: z.number().min(1).max(720),
  /** Whether card numbers may be typed at the till; null: not in live mode. */
  cardNumbersTyped: z.boolean().nullable(),
  /** How many digits a new PIN of a supervisor or a manager has at least. */
  approverPinDigits: z.int().min(pinDigits.least).max(pinDigits.most),
});
export type ShopSettings = z.output<typeof shopSettingsSchema>;

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
  readonly authorized: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  readonly captureCount: number | null;
  /** The captures made here, in order; fewer than `captureCount` where others captured too. Null in lists. */
  readonly captures: readonly CaptureSummary[] | null;
  readonly reversed: boolean;
  /** A reversal of it is waiting, running or unknown. */
  readonly reversing: boolean;
  /** Refunds and captures that are waiting, running or unknown. */
  readonly openRefunds: number;
  readonly openCaptures: number;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
  /** The part of what was taken that was approved beyond the amount asked for. */
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
  /** The person who decided that it was made, where the gateway could not say; null where the gateway said so. */
  readonly settledBy: string | null;
  /** What a customer was asked to pay by a link or a hosted page, and whether it was seen paid; null for any other. */
  readonly offered: { readonly money: Money | null; readonly offer: OfferView } | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** An authorization that was not captured, or not all of it, with its age. */
export interface OpenAuthorization {
  readonly payment: PaymentSummary;
  /** ISO 8601. */
  readonly since: string;
  readonly ageDays: number;
  /** From this age on it is about to lapse, by the shop's settings. */
  readonly alarmDays: number;
  readonly lapsing: boolean;
}

export interface TerminalView {
  readonly id: string;
  readonly busy: boolean;
  readonly operationId: string | null;
  /** ISO 8601: when it is free again at the latest; null where that is not known. */
  readonly busyUntil: string | null;
  /** ISO 8601: until when a command whose outcome is not known may hold it; null where none does. */
  readonly heldUntil: string | null;
}

export const noServiceReasons = ['not-running', 'not-permitted', 'not-safe', 'other-version'] as const;
export type NoService = (typeof noServiceReasons)[number];

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
  readonly update: Pick<UpdateView, 'state' | 'version' | 'waits' | 'asks' | 'moment' | 'last'>;
  readonly backup: { readonly to: string | null; readonly lastAt: string | null; readonly failed: string | null };
  /** Null where the till joined no office. */
  readonly office: OfficeView | null;
  /** Null where it is not known. */
  readonly disk: { readonly freeBytes: number; readonly daysLeft: number | null } | null;
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
  /** Why the till of this machine, which a service runs, cannot be reached; the rest is then not known. */
  readonly noService?: NoService;
}

/** What a status says of a bridge of which nothing is known yet. */
export function unknownStatus(nowIso: string) {
  return {
    connection: { state: 'unchecked', since: nowIso, reason: null },
    credentials: { state: 'unchecked', message: '' },
    waiting: 0,
    inDoubt: 0,
    needsPerson: 0,
    otherEnvironments: 0,
    operations: Object.fromEntries(states.map((state) => [state, 0])) as StatusView['operations'],
    paused: null,
    update: { state: 'off', version: null, waits: null, asks: false, moment: null, last: null },
    backup: { to: null, lastAt: null, failed: null },
    office: null,
    disk: null,
  } as const satisfies Partial<StatusView>;
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
  /** Dotted: by the IT department. */
  readonly names: readonly string[];
  /** Dotted: by the office of the chain. */
  readonly byOffice: readonly string[];
  /** What no program may refund more than in a day; minor units of the shop's currency, null where it is not set. */
  readonly refundsPerDayMinor: number | null;
}

/** A payout, as the supervisor who is to approve it is told of it. */
export interface ApprovalAsked {
  /** Who asks: the person who is signed in, or a program; null where the till has no operators. */
  readonly person: string | null;
  /** Null where the till does not know how much it is. */
  readonly amount: Money | null;
  /**
   * The payment that the money was taken by: the shop's reference and the card, else the till's own number for it, else
   * the gateway's; null for none.
   */
  readonly payment: string | null;
  readonly reason: string | null;
}

/** What became of a question to the office. `own`: the person there is the one who asks. */
export type OfficeAnswer =
  /** `request`: what `submit` names. */
  | { readonly type: 'approved'; readonly request: string; readonly by: string }
  | { readonly type: 'declined'; readonly by: string }
  | {
      readonly type: 'unanswered';
      readonly why: 'nobody' | 'away' | 'not-trusted' | 'own' | 'time' | 'withdrawn';
    };

/** What one person has paid out today without a supervisor, and how much they may. */
export interface ApprovalSums {
  readonly paidOut: Money;
  readonly limit: Money;
}
