// What the engine says in English about failures and doubts: what happened, what it means for the money, what to do.
// Programs read the codes; these texts may change. Of doubts it says what the window says (texts/doubts.ts).
import { type Doubt, readMark } from '#contract/operation/doubt.ts';
import type { Failure } from '#contract/operation/failure.ts';
import type { Command } from '#operations/define.ts';
import { doubtTexts } from '#texts/doubts.ts';
import type { OperationRecord } from '../ports/record.ts';

export const words = {
  perhapsStored:
    'Whether this request was stored is not known: give it again after the restart under the same request id, never ' +
    'under another one.',
  declined: 'It was declined. No money was moved.',
  rejected: 'The gateway found the request wrong. No money was moved. Correct it and try again.',
  credentialsRefused:
    'The gateway refuses the merchant id or the API key. Nothing was carried out. Check both and try again.',
  notPermitted:
    'The gateway refuses this operation, and takes others with the same merchant id and API key. Nothing was carried ' +
    'out. Ask the gateway’s operator to permit it, then do it anew.',
  busy: 'The gateway is busy and did not carry it out. No money was moved. Try again in a moment.',
  expired: 'It could not be sent in time. Nothing was sent and no money was moved. Try again.',
  cardNumberGone:
    'The bridge was restarted before it was sent, and card numbers are never stored. Enter the card again.',
  paymentTokenGone:
    'The bridge was restarted before it was sent, and tokens of payment methods are never stored. Send it again with ' +
    'the token, or make a new payment.',
  questionUnanswered: 'There was no usable answer. No money is involved. Ask again.',
  notExecuted: 'The gateway’s records show that it was not carried out. No money was moved.',
  givenBack:
    'Less was approved than was asked for, and all that was taken of it was given back. No money is left with the shop.',
  restAtTill:
    'A person kept what was approved, and the rest is to be paid at the till. Do not repeat it and do not charge again: ' +
    'it succeeds once the rest is paid, and fails where what was taken is given back.',
  restNotPaid:
    'A person kept what was approved. Do not repeat it. Deal with the rest by hand: the till cannot take it, and this ' +
    'stays as it is unless what was approved is given back.',
  decidedFailed: 'A person decided, after looking at the evidence, that it was not carried out.',
  capturedBefore: 'Less was left to capture when its turn came. Nothing was sent and no money was moved.',
  otherCurrency:
    'The gateway shows the payment in another currency than was asked for, so nothing is left in that one. Nothing was sent and no money was moved.',
  refundedBefore: 'Less was left to refund when its turn came. Nothing was sent and no money was moved.',
  reversalUnderWay:
    'A reversal of the payment was under way when its turn came. Nothing was sent and no money was moved.',
  backUnread:
    'The gateway shows that some of the payment was given back, and a sum that cannot be read. Nothing was sent and no ' +
    'money was moved. Look the payment up again, or give the money back at the gateway.',
  reversalAfterRefund: 'A part was refunded before it could be sent. Nothing was sent. Refund the rest instead.',
  reversalAfterCapture: 'Money was captured before it could be sent. Nothing was sent. Refund it instead.',
  paymentUnknown: 'The gateway has no payment with this payId. No money was moved. Look at the payId.',
  otherPayment:
    'The gateway shows another payment under this payId. Nothing was sent and no money was moved. Look at the payId.',
  terminalBusy: 'The terminal was busy with another command. No money was moved. Try again when it is free.',
  reversedBefore: 'The payment was reversed before it could be sent. Nothing was sent and no money was moved.',
  cancelled: 'It was cancelled before it was sent. No money was moved.',
} as const;

/** Why an operation failed whose secret fields a restart took. */
export const secretGone = {
  card: { code: 'card-number-gone', message: words.cardNumberGone },
  token: { code: 'payment-token-gone', message: words.paymentTokenGone },
} as const satisfies { readonly [secret in Command['secret']]: Failure };

/** A recorded reason as a sentence; what an older program wrote is one already. */
export function inEnglish(mark: string): string {
  const { code, detail } = readMark(mark);
  if (code === null) return mark;
  const sentence: string = doubtTexts[`doubt.${code}`].en;
  if (code === 'http-status') return sentence.replace('{status}', detail ?? '');
  // A record of an older program says no detail.
  return detail === null ? sentence : `${sentence.slice(0, -1)} (${detail}).`;
}

/** The parts of a doubt that rest on its recorded reason. */
export function reasonOf(mark: string): Pick<Doubt, 'code' | 'status' | 'reason'> {
  const { code, detail } = readMark(mark);
  const status = code === 'http-status' ? { status: Number(detail) } : {};
  return { code, ...status, reason: inEnglish(mark) };
}

/** What a person should and should not do while the outcome is not known. */
export function adviceFor(record: OperationRecord): string {
  if (record.state === 'needs-person') {
    return 'Compare with the terminal’s journal or the gateway’s back office, then decide. Do not repeat it before.';
  }
  if (record.terminalId !== null) return 'Do not repeat the sale and do not charge again. The bridge is finding out.';
  return 'Do not repeat it. The bridge is finding out.';
}
