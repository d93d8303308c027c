// Why an operation did not happen, for programs (the code) and for people (the message).
// A failure always means that no money moved; an outcome that is not known is a Doubt, never a Failure.
import type { z } from 'zod';
import type { failureSchema } from './operation-schemas.ts';

export const failureCodes = [
  'declined', // the gateway or the card's bank refused it (422, or a 2xx that says FAILED)
  'rejected', // the gateway found the request wrong (400, 404 and other 4xx)
  'credentials-refused', // 401 or 403, also after the token was refreshed
  'not-permitted', // 401 or 403 for this operation alone, while others are taken with the same credentials
  'busy', // 429 for an operation that cannot wait
  'not-sent-in-time', // its send deadline passed before it could be sent
  'card-number-gone', // a card number lives in memory only and the program was restarted
  'payment-token-gone', // the same, of a token that a payment method gave for one payment
  'no-answer', // a question that moves no money got no usable answer
  'not-executed', // proved not executed, and of a kind that is never sent again by itself
  'terminal-busy', // the terminal was at work on another command
  'payment-reversed', // the payment was reversed while it waited
  'payment-refunded', // a reversal: a part was refunded while it waited
  'payment-captured', // a reversal: money was captured while it waited
  'nothing-left', // less is left to capture or refund than it asks for, by what came before it
  'decided', // a person decided that it was not carried out
  'cancelled', // taken back before it was sent
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** `message` is English; the window has words of its own for each code. */
export type Failure = Readonly<z.output<typeof failureSchema>>;
