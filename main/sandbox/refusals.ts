// Why the gateway declines an operation: one table of response codes. The specification shows no catalogue, only that
// a code has eight characters; 2 as its first digit means error (gateway-notes.md).

const table = {
  declined: ['22060101', 'declined by the issuer'],
  'terminal-declined': ['22060102', 'declined at the terminal'],
  'terminal-timeout': ['22060103', 'no card was presented in time'],
  'terminal-busy': ['22060104', 'the terminal is busy with another command'],
  'payment-unknown': ['22060201', 'there is no such payment'],
  'trace-unknown': ['22060202', 'this terminal has no payment with this traceNr'],
  'approval-mismatch': ['22060203', 'the approvalCode does not belong to this traceNr'],
  'trans-id-used': ['22060204', 'a payment with this transId exists'],
  'trans-id-running': ['22060205', 'a payment with this transId is being made'],
  'key-reused': ['22060206', 'the Idempotency-Key was used for another request'],
  'currency-mismatch': ['22060301', 'the currency is not that of the payment'],
  'not-authorised': ['22060302', 'the payment is not authorised'],
  'already-reversed': ['22060303', 'the payment was reversed'],
  'capture-closed': ['22060304', 'the final capture was made'],
  'capture-exceeds': ['22060305', 'the capture is more than what is left of the authorisation'],
  'not-captured': ['22060306', 'nothing of the payment was captured'],
  'capture-unknown': ['22060307', 'the payment has no such capture'],
  'refund-exceeds': ['22060308', 'the refund is more than what is left of what was captured'],
  'refund-exceeds-capture': ['22060309', 'the refund is more than what is left of its capture'],
  'already-captured': ['22060310', 'the payment was captured'],
  'already-refunded': ['22060311', 'something of the payment was refunded'],
  'partial-reversal': ['22060312', 'a reversal is of the whole amount only'],
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

/** `simulationMode` accepts "a predefined error code from a list": any code of an error is taken as its own decline. */
export function simulated(mode: string | null): Refusal | null {
  if (mode === null || !/^2[0-9A-Za-z]{7}$/.test(mode)) return null;
  return { responseCode: mode, responseDescription: 'simulated decline' };
}
