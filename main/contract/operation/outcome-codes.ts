// The codes of failures (failure.ts) and doubts (doubt.ts), below the schemas that list them.

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
  'payment-unknown', // the gateway has no such payment to capture, refund, reverse or change
  'terminal-busy', // the terminal was at work on another command
  'payment-reversed', // the payment was reversed while it waited
  'payment-refunded', // a reversal: a part was refunded while it waited
  'payment-captured', // a reversal: money was captured while it waited
  'nothing-left', // less is left to capture or refund than it asks for, by what came before it
  'decided', // a person decided that it was not carried out
  'given-back', // less was approved than was asked for, and all that was taken of it was given back
  'cancelled', // taken back before it was sent
] as const;

export type FailureCode = (typeof failureCodes)[number];

export const doubtCodes = [
  'no-answer', // no answer in time
  'cut-off', // the connection ended before the answer was complete
  'unreadable', // complete, and not what the interface describes
  'empty-answer', // a 2xx without a body where one is needed
  'contradiction', // the answer disagrees with itself or with what was asked; the detail is the member that does
  'approved-less', // less was approved than was asked for; the detail names both sums
  'approved-more', // more was approved than was asked for, and the shop takes no tips; the detail names both sums
  'no-evidence', // a 2xx that does not say that the payment was made
  'fatal-code', // responseCode 4…: processed data may be lost
  'still-open', // pending, or responseCode 6…: a final status follows
  'http-status', // a status that does not say what happened; the detail is the status
  'restarted', // the bridge was stopped while it was being sent
  'refused-after-doubt', // refused, but an earlier sending may have worked
  'busy', // 429 at the last try; as a doubt: an earlier sending may have worked
  'credentials-refused', // 401 or 403 at the last try; as a doubt: an earlier sending may have worked
  'not-reached', // no byte left at the last try; the detail says why; as a doubt: an earlier sending may have worked
  'too-late', // its time to be sent was over before the first byte; as a doubt: an earlier sending may have worked
  'bytes-differ', // it cannot be made again byte for byte, so it must not be sent again
  'sums-may-show-it', // the payment's sums may hold it, and nothing shows whose they are: it is not sent again
  'look-up-cannot-tell', // the gateway's records do not show whether it was carried out
] as const;

export type DoubtCode = (typeof doubtCodes)[number];
