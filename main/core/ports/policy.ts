// The engine's settings.
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';

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
  /** Whether people may type card numbers at the till; null: not in live mode. */
  readonly cardNumbersTyped: boolean | null;
  /**
   * What is done with refunds of others' payments, and without a payment, while the office cannot be asked; `limit`: up
   * to so much, minor units of the shop's currency.
   */
  readonly officeAway: { readonly rule: 'refuse' | 'supervisor' | 'limit'; readonly limitMinor: number };
  /** Whether a person at the office may approve what needs a supervisor's PIN. */
  readonly officeApprovals: boolean;
  /** Operations that may wait for sending at once. */
  readonly queueLimit: number;
  /** Operations being sent or looked up at once. */
  readonly concurrency: number;
  readonly shopCurrency: string;
  /** Whether ids of callers may pass for card numbers: they are stored as they are. */
  readonly idsMayLookLikeCards: boolean;
  /** Where a retrieval body shows what (the specification does not say). */
  readonly paymentPaths: PaymentPaths;
  /** How answers are read: words, paths, clock tolerance. */
  readonly answers: AnswerReading;
  /** Whether customers add tips at the terminal: then more than was asked for is approved without a person. */
  readonly tips: boolean;
  /** Whether the till asks customers for a tip before a sale is sent: else no sale of a person names one. */
  readonly asksForTips: boolean;
  /** How a choice of currency reaches the gateway, and how long a quote may be used. */
  readonly dcc: DccPolicy;
  /**
   * How payments are looked up that customers are to make: first after `firstMs`, then at least every `mostMs` for
   * `oftenMs`, and after that ever more rarely.
   */
  readonly offers: { readonly firstMs: number; readonly mostMs: number; readonly oftenMs: number };
  /** After how many days an open authorization is an alarm: by card brand in capitals, and `default`. */
  readonly authorizationDays: { readonly [brand: string]: number };
  /** Fields that a terminal command may have beside those that are known. */
  readonly terminalFields: readonly string[];
  /** Terminals of this till; empty: any. */
  readonly terminals: readonly string[];
}

export interface DccPolicy {
  /** The fields of a terminal command that take the choice, dotted paths; null: the terminal asks, the till informs. */
  readonly fields: { readonly quoteId: string; readonly currency: string } | null;
  /** Whether the gateway's pages offer the currency of the card, where the request does not say. */
  readonly onPages: boolean;
  readonly quoteMs: number;
  /** Where a quote says until when it counts. */
  readonly expiryPaths: readonly string[];
  /** Where CARD_READ shows the card's first digits. */
  readonly binPaths: readonly string[];
}
