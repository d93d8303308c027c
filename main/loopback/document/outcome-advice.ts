// What a program does about each reason for which an operation failed, or for which its outcome is not known. The rule
// behind all of it: a failure means that no money moved; a doubt means that it may have, so the request is not repeated
// under another id.
import type { DoubtCode } from '#contract/operation/outcome-codes.ts';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';

/** In a few words each: what happened, and what to do. */
export interface CodeNote {
  readonly meaning: string;
  readonly advice: string;
}

const another = 'A new try takes a new Idempotency-Key and a new transId.';
const bridgeAsks = 'The bridge looks it up. Ask for the operation again, or follow the events.';
const personAsks = 'A person compares it with the terminal’s journal or the gateway’s back office, and decides.';

export const failureNotes: { readonly [code in FailureCode]: CodeNote } = {
  declined: {
    meaning: 'The gateway or the bank of the card refused it.',
    advice: `Tell the customer; \`responseCode\` says why. ${another}`,
  },
  rejected: {
    meaning: 'The gateway found something wrong with the request.',
    advice: `Correct what \`fields\` names. ${another}`,
  },
  'credentials-refused': {
    meaning: 'The gateway refuses the credentials of the till.',
    advice: `The shop puts merchant id and API key right. ${another}`,
  },
  'not-permitted': {
    meaning: 'The gateway refuses this operation alone, and takes others with the same credentials.',
    advice: 'The shop asks its gateway whether it may do this. Trying again does not help before.',
  },
  busy: {
    meaning: 'The gateway had too much to do, and this operation cannot wait.',
    advice: `Try again in a moment. ${another}`,
  },
  'not-sent-in-time': {
    meaning: 'Its time to be sent was over before it could be sent, for example because the terminal was at work.',
    advice: `Try again. ${another}`,
  },
  'card-number-gone': {
    meaning: 'A card number is kept in memory only, and the bridge was started anew before it was sent.',
    advice: `Ask for the card number again. ${another}`,
  },
  'payment-token-gone': {
    meaning: 'A token of a wallet is kept in memory only, and the bridge was started anew before it was sent.',
    advice: `Let the customer pay again. ${another}`,
  },
  'no-answer': {
    meaning: 'A question that moves no money got no usable answer; `because` says why.',
    advice: 'Ask again: a question changes nothing.',
  },
  'not-executed': {
    meaning: 'The records of the gateway show that it was not carried out.',
    advice: another,
  },
  'payment-unknown': {
    meaning: 'The gateway has no such payment to capture, refund, reverse or change.',
    advice: `Look at the payId: it stands in the answer to the payment. ${another}`,
  },
  'terminal-busy': {
    meaning: 'The terminal was at work on another command.',
    advice: `Use another terminal, or try again when it is free. ${another}`,
  },
  'payment-reversed': {
    meaning: 'The payment was reversed while this waited.',
    advice: 'Nothing is left of the payment. Take a new one where one is wanted.',
  },
  'payment-refunded': {
    meaning: 'A part of the payment was refunded while its reversal waited.',
    advice: 'Refund what is left instead.',
  },
  'payment-captured': {
    meaning: 'Money of the payment was captured while its reversal waited.',
    advice: 'Refund it instead.',
  },
  'nothing-left': {
    meaning: 'What came before it left less than it asks for.',
    advice: 'Read the payment, and ask for what is left at most.',
  },
  decided: {
    meaning: 'A person decided that it was not carried out.',
    advice: another,
  },
  'given-back': {
    meaning: 'Less was approved than was asked for, and all that was taken of it was given back.',
    advice: another,
  },
  cancelled: {
    meaning: 'It was taken back before it was sent.',
    advice: another,
  },
};

export const doubtNotes: { readonly [code in DoubtCode]: CodeNote } = {
  'no-answer': { meaning: 'The gateway did not answer in time.', advice: bridgeAsks },
  'cut-off': { meaning: 'The connection ended before the answer was complete.', advice: bridgeAsks },
  unreadable: {
    meaning: 'The answer could not be read, or is larger than the bridge reads (1 MiB, 10,000 members).',
    advice: bridgeAsks,
  },
  'empty-answer': { meaning: 'The answer says nothing of what happened.', advice: bridgeAsks },
  contradiction: {
    meaning: 'The answer, or a record, disagrees with itself or with what was asked; `reason` names the member.',
    advice: personAsks,
  },
  'approved-less': {
    meaning: 'Less was approved than was asked for; `reason` names both sums.',
    advice:
      'A person keeps the part or takes it back. Where `kept` is there, wait: it succeeds once the rest is paid. A program that can deal with it is set so (partial approvals), and reads `approved`.',
  },
  'approved-more': {
    meaning: 'More was approved than was asked for, and the shop takes no tips; `reason` names both sums.',
    advice: personAsks,
  },
  'no-evidence': { meaning: 'The answer does not say that the payment was made.', advice: bridgeAsks },
  'fatal-code': { meaning: 'The gateway reports a fault in which data may be lost.', advice: bridgeAsks },
  'still-open': { meaning: 'The gateway says that it is not finished.', advice: bridgeAsks },
  'http-status': { meaning: 'The HTTP status does not say what happened; `status` is it.', advice: bridgeAsks },
  restarted: { meaning: 'The bridge was stopped while it was being sent.', advice: bridgeAsks },
  'refused-after-doubt': { meaning: 'It was refused, but an earlier sending may have worked.', advice: bridgeAsks },
  busy: {
    meaning: 'The gateway had too much to do at the last try; an earlier one may have worked.',
    advice: bridgeAsks,
  },
  'credentials-refused': {
    meaning: 'The credentials were refused at the last try; an earlier one may have worked.',
    advice: bridgeAsks,
  },
  'not-reached': {
    meaning: 'The gateway was not reached at the last try; an earlier one may have worked.',
    advice: bridgeAsks,
  },
  'too-late': {
    meaning: 'Its time to be sent was over at the last try; an earlier one may have worked.',
    advice: bridgeAsks,
  },
  'bytes-differ': {
    meaning: 'It cannot be made again byte for byte, so it must not be sent again.',
    advice: bridgeAsks,
  },
  'sums-may-show-it': {
    meaning: 'The sums of the payment may hold it already, and nothing shows whether by this operation.',
    advice: personAsks,
  },
  'look-up-cannot-tell': {
    meaning: 'The records of the gateway do not show whether it was carried out.',
    advice: personAsks,
  },
};
