// THE TABLE: for each money operation, what its answer must show to count as done. Read by the code (core/answers) and
// printed into docs/answers.md. The specification shows no answer of CloudPos and of captures and calls its list of
// statuses open, so nothing here is required of a gateway beyond what `rests` says; what an answer does show must agree.

import type { EntryKind, EntryRule } from './entries.ts';

/**
 * What an answer must show besides agreeing.
 * - `complete`: an empty answer is enough; one that says something must show something of the operation
 * - `body`: a readable body of the documented shape
 * - `named`: a good status or code, an xId, or the payId of the payment that it made
 * - `word`: a good status or code
 * - `terminal`: a good status or code, and a trace number or approval code of its own, or two of these: our own refNr,
 *   the amount, a number that was sent with the command. Alone, such a number is an echo of a command that was forwarded,
 *   and so is the whole request (core/answers/echo.ts)
 */
export type Proof = 'complete' | 'body' | 'named' | 'word' | 'terminal';

/**
 * What a sum of the whole payment may be, where an answer shows it: nothing or what was approved (`own`), nothing or at
 * least what was asked for (`total`), nothing (`none`), or whatever it is (`any`).
 */
export type PaymentSum = 'own' | 'total' | 'none' | 'any';

export interface EvidenceRule {
  /** As people read it. */
  readonly name: string;
  readonly proof: Proof;
  /** Status words that are good for others and speak against this operation. */
  readonly contrary: readonly string[];
  /** Words that other operations read as refused or open, and that say that this one is done. */
  readonly alsoGood: readonly string[];
  /**
   * Whether the amount may differ from the one asked for: `approved` at a terminal, where the host may approve less
   * and the customer may add a tip; `exact` elsewhere: another amount is another operation's.
   */
  readonly amount: 'approved' | 'exact' | 'not-read';
  readonly captured: PaymentSum;
  readonly refunded: PaymentSum;
  /**
   * Whether the amount may be shown in the currency of the card instead, and says that all of it was approved: it must be
   * the very amount of the quote that the cardholder chose, or, where nothing was chosen here, what a `dccInfo` of the
   * answer names for the very amount that was asked for. A `dccInfo` for another amount disagrees.
   */
  readonly inCardsCurrency: boolean;
  /** An open status is what was asked for: a payment that a customer has yet to make. */
  readonly openIsDone: boolean;
  /** Whether nothing is left to be done once all of it was approved; an authorization leaves all of it to be captured. */
  readonly leavesNothing: boolean;
  /** Whether HTTP 202 is the documented success. It is never "done" for money. */
  readonly acceptedIsDone: boolean;
  /** What a payment's list shows it as; null where no list shows it. */
  readonly entry: EntryRule | null;
  /** Where the rule comes from; `silent` where the specification says nothing. */
  readonly rests: string;
}

const listedAs = (own: readonly EntryKind[], also: readonly EntryKind[] = []): EntryRule => ({ own, also });
const moneyTaken = listedAs(['authorization', 'capture']);

const rule = (name: string, particulars: Partial<EvidenceRule> & Pick<EvidenceRule, 'proof' | 'rests'>) => ({
  name,
  contrary: [],
  alsoGood: [],
  amount: 'exact' as const,
  captured: 'any' as const,
  refunded: 'any' as const,
  inCardsCurrency: false,
  openIsDone: false,
  leavesNothing: false,
  acceptedIsDone: false,
  entry: null,
  ...particulars,
});

const terminalSilent = 'silent: no CloudPos answer is shown; public notes name traceNr, approvalCode, responseCode';
const takenBack = ['REVERSED', 'VOIDED', 'REFUNDED', 'CREDITED'];
const taken = ['AUTHORIZED', 'AUTHORISED', 'CAPTURED', 'PAID', 'CAPTURE_REQUEST'];

export const evidenceRules = {
  sale: rule('CloudPos SALE', {
    proof: 'terminal',
    leavesNothing: true,
    captured: 'own',
    refunded: 'none',
    contrary: takenBack,
    amount: 'approved',
    inCardsCurrency: true,
    entry: moneyTaken,
    rests: terminalSilent,
  }),
  authorization: rule('CloudPos AUTHORISATION_OR_RESERVATION', {
    proof: 'terminal',
    captured: 'own',
    refunded: 'none',
    contrary: takenBack,
    amount: 'approved',
    inCardsCurrency: true,
    entry: moneyTaken,
    rests: terminalSilent,
  }),
  credit: rule('CloudPos CREDIT', {
    proof: 'terminal',
    captured: 'none',
    refunded: 'own',
    contrary: ['REVERSED', 'VOIDED', ...taken],
    entry: listedAs(['refund']),
    rests: terminalSilent,
  }),
  terminalCapture: rule('CloudPos CAPTURE', {
    proof: 'terminal',
    captured: 'total',
    contrary: ['AUTHORIZED', 'AUTHORISED', ...takenBack],
    entry: listedAs(['capture']),
    rests: terminalSilent,
  }),
  terminalReversal: rule('CloudPos REVERSE', {
    proof: 'terminal',
    contrary: ['REFUNDED', 'CREDITED', ...taken],
    alsoGood: ['CANCELLED', 'CANCELED'],
    entry: listedAs(['reversal']),
    rests: terminalSilent,
  }),
  terminalService: rule('CloudPos CARD_READ, DIAGNOSE, TERMINAL_STARTUP', {
    proof: 'word',
    contrary: takenBack,
    amount: 'not-read',
    rests: `${terminalSilent}; moves no money`,
  }),
  capture: rule('capture', {
    proof: 'complete',
    captured: 'total',
    contrary: ['AUTHORIZED', 'AUTHORISED', ...takenBack],
    entry: listedAs(['capture']),
    rests: 'silent: "the capture result is not shown"',
  }),
  refund: rule('refund with reference', {
    proof: 'named',
    refunded: 'total',
    contrary: ['REVERSED', 'VOIDED', 'AUTHORIZED', 'AUTHORISED'],
    entry: listedAs(['refund']),
    rests: 'operation result object; amount not shown',
  }),
  reversal: rule('reversal', {
    proof: 'complete',
    captured: 'none',
    contrary: ['REFUNDED', 'CREDITED', ...taken],
    alsoGood: ['CANCELLED', 'CANCELED'],
    entry: listedAs(['reversal']),
    rests: 'silent: no body is shown',
  }),
  unreferencedRefund: rule('refund without reference', {
    proof: 'named',
    captured: 'none',
    refunded: 'own',
    contrary: ['REVERSED', 'VOIDED', ...taken],
    entry: listedAs(['refund']),
    rests: 'operation result object; amount not shown',
  }),
  createPayment: rule('create payment', {
    proof: 'named',
    captured: 'own',
    refunded: 'none',
    inCardsCurrency: true,
    contrary: takenBack,
    entry: moneyTaken,
    rests: 'operation result object, HTTP 201',
  }),
  createPaymentForCustomer: rule('create payment that a customer completes (HOSTED, or a method with several steps)', {
    proof: 'named',
    captured: 'own',
    refunded: 'none',
    inCardsCurrency: true,
    contrary: takenBack,
    openIsDone: true,
    entry: moneyTaken,
    rests: 'operation result object, HTTP 201; the customer has yet to pay',
  }),
  confirm: rule('confirm', {
    proof: 'named',
    captured: 'own',
    refunded: 'none',
    inCardsCurrency: true,
    contrary: takenBack,
    entry: listedAs(['confirmation'], ['authorization', 'capture']),
    rests: 'operation result object, HTTP 200',
  }),
  incremental: rule('incremental authorization', {
    proof: 'named',
    contrary: [...takenBack, 'CAPTURED', 'PAID'],
    entry: listedAs(['increment'], ['authorization']),
    rests: 'operation result object, HTTP 200',
  }),
  /** Session, link, intent: an invitation to pay, which moves no money itself. */
  offer: rule('session, link and intent', {
    proof: 'body',
    contrary: takenBack,
    amount: 'not-read',
    openIsDone: true,
    acceptedIsDone: true,
    rests: 'session result: HTTP 202 with _links; link and intent silent',
  }),
  /** Changes nothing of money: an update of a payment, the customer vault, a question to the card services. */
  service: rule('update of a payment, customer vault, card services', {
    proof: 'body',
    contrary: takenBack,
    amount: 'not-read',
    rests: 'moves no money',
  }),
  removal: rule('deletion in the customer vault, update of a payment', {
    proof: 'complete',
    contrary: takenBack,
    amount: 'not-read',
    rests: 'moves no money; no body is shown',
  }),
} satisfies { readonly [name: string]: EvidenceRule };
