// Why the gateway declines an operation: one table of response codes. The specification shows no catalog, only that
// a code has eight characters; 2 as its first digit means error (the gateway's public notes).

const table = {
  declined: ['22060101', 'declined by the issuer'],
  'terminal-declined': ['22060102', 'declined at the terminal'],
  'terminal-timeout': ['22060103', 'no card was presented in time'],
  'terminal-busy': ['22060104', 'the terminal is busy with another command'],
  'terminal-offline': ['22060111', 'the terminal is offline'],
  'payment-unknown': ['22060201', 'there is no such payment'],
  'trace-unknown': ['22060202', 'this terminal has no payment with this traceNr'],
  'approval-mismatch': ['22060203', 'the approvalCode does not belong to this traceNr'],
  'trans-id-used': ['22060204', 'a payment with this transId exists'],
  'trans-id-running': ['22060205', 'a payment with this transId is being made'],
  'key-reused': ['22060206', 'the Idempotency-Key was used for another request'],
  'currency-mismatch': ['22060301', 'the currency is not that of the payment'],
  'not-authorized': ['22060302', 'the payment is not authorized'],
  'already-reversed': ['22060303', 'the payment was reversed'],
  'capture-closed': ['22060304', 'the final capture was made'],
  'capture-exceeds': ['22060305', 'the capture is more than what is left of the authorization'],
  'not-captured': ['22060306', 'nothing of the payment was captured'],
  'capture-unknown': ['22060307', 'the payment has no such capture'],
  'refund-exceeds': ['22060308', 'the refund is more than what is left of what was captured'],
  'refund-exceeds-capture': ['22060309', 'the refund is more than what is left of its capture'],
  'already-captured': ['22060310', 'the payment was captured'],
  'already-refunded': ['22060311', 'something of the payment was refunded'],
  'partial-reversal': ['22060312', 'a reversal is of the whole amount only'],
  'capture-sequence': ['22060313', 'currentSequence is not the number of the next capture of the series'],
  'capture-total': ['22060314', 'an earlier capture of the series gave another total'],
  'nothing-to-reverse': ['22060315', 'completeType YES reverses the rest, and this capture leaves none'],
  'not-a-card': ['22060316', 'only a card authorization can be incremented'],
  'amount-too-large': ['22060317', 'the sum is more than can be authorized'],
  'not-waiting': ['22060401', 'the payment does not wait for this step'],
  'waits-for-customer': ['22060402', 'the payment waits for its customer'],
  'confirm-exceeds': ['22060403', 'more is confirmed than the payment was created for'],
  'access-token-unknown': ['22060404', 'the accessToken is not the one that create payment gave'],
  'confirm-too-late': ['22060405', 'the accessToken was valid for 60 minutes'],
  expired: ['22060406', 'the payment expired before it was made'],
  cancelled: ['22060407', 'cancelled by the customer'],
  'insufficient-funds': ['22060108', 'insufficient funds'],
  'card-expired': ['22060109', 'the card has expired'],
  'stored-card-unknown': ['22060110', 'there is no stored card with this pseudo card number'],
  'quote-unknown': ['22060501', 'there is no such DCC quote, or it was used'],
  'quote-over': ['22060502', 'the DCC quote is over'],
  'quote-differs': ['22060503', 'the DCC quote is for another amount or currency'],
  'quote-of-other-card': ['22060504', 'the DCC quote is for a card of another currency'],
  'not-updatable': ['22060208', 'transId and amount of a payment do not change'],
  'reference-unknown': ['22060207', 'referencePayId names no payment'],
} as const satisfies { [reason: string]: readonly [code: string, description: string] };

export type RefusalReason = keyof typeof table;

export interface Refusal {
  readonly responseCode: string;
  readonly responseDescription: string;
}

export function refusal(reason: RefusalReason): Refusal {
  const [responseCode, responseDescription] = table[reason];
  return { responseCode, responseDescription };
}

/** The effects of `simulationMode`; README lists its values. */
export type Simulation =
  /** Declined with this code. */
  | { readonly type: 'decline'; readonly why: Refusal }
  /** Not executed, and a 500 with this code. */
  | { readonly type: 'break'; readonly code: string }
  /** A new payment stays PENDING for a while; other operations are executed. */
  | { readonly type: 'pending'; readonly code: string }
  /** A new payment is created for authentication only and waits for its confirm. */
  | { readonly type: 'authentication' };

/**
 * `simulationMode` "accepts a predefined error code from a list": any eight characters are such a code here, and its
 * first digit says what it means (the gateway's public notes). Anything else simulates success.
 */
export function simulated(mode: string | null): Simulation | null {
  if (mode === null || !/^[0-9][0-9A-Za-z]{7}$/.test(mode)) return null;
  switch (mode.slice(0, 1)) {
    case '2':
      return { type: 'decline', why: { responseCode: mode, responseDescription: 'simulated decline' } };
    case '4':
      return { type: 'break', code: mode };
    case '6':
      return { type: 'pending', code: mode };
    case '7':
      return { type: 'authentication' };
    default:
      return null;
  }
}
