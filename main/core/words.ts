// What the engine says in English about failures and doubts: what happened, what it means for the money, what to do.
// Programs read the codes, the window has words of its own for them (main/texts); these texts may change.
import { type Doubt, type DoubtCode, readMark } from '#contract/doubt.ts';
import type { Failure } from '#contract/failure.ts';
import type { Command } from '#operations/define.ts';
import type { OperationRecord } from './record.ts';

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
  decidedFailed: 'A person decided, after looking at the evidence, that it was not carried out.',
  capturedBefore: 'Less was left to capture when its turn came. Nothing was sent and no money was moved.',
  refundedBefore: 'Less was left to refund when its turn came. Nothing was sent and no money was moved.',
  reversalAfterRefund: 'A part was refunded before it could be sent. Nothing was sent. Refund the rest instead.',
  reversalAfterCapture: 'Money was captured before it could be sent. Nothing was sent. Refund it instead.',
  terminalBusy: 'The terminal was busy with another command. No money was moved. Try again when it is free.',
  reversedBefore: 'The payment was reversed before it could be sent. Nothing was sent and no money was moved.',
  cancelled: 'It was cancelled before it was sent. No money was moved.',
} as const;

/** Why an operation failed whose secret fields a restart took. */
export const secretGone = {
  card: { code: 'card-number-gone', message: words.cardNumberGone },
  token: { code: 'payment-token-gone', message: words.paymentTokenGone },
} as const satisfies { readonly [secret in Command['secret']]: Failure };

const doubts: { readonly [code in DoubtCode]: string } = {
  'no-answer': 'The gateway did not answer in time.',
  'cut-off': 'The connection to the gateway ended before its answer was complete.',
  unreadable: 'The gateway answered, but the answer could not be read.',
  'empty-answer': 'The gateway answered without saying what happened.',
  contradiction: 'The gateway’s answer contradicts itself or what was asked ({detail}).',
  'approved-less': 'Less was approved than was asked for ({detail}).',
  'approved-more': 'More was approved than was asked for ({detail}).',
  'no-evidence': 'The gateway’s answer does not say that the payment was made.',
  'fatal-code': 'The gateway reports a fault in which processed data may be lost.',
  'still-open': 'The gateway says that the operation is not finished yet.',
  'http-status': 'The gateway answered with status {detail}, which does not say what happened.',
  restarted: 'The bridge was stopped while the operation was being sent.',
  'refused-after-doubt': 'The gateway refused it, but an earlier sending may have worked.',
  busy: 'The gateway was busy at the last try, but an earlier sending may have worked.',
  'credentials-refused':
    'The gateway refused the merchant id or the API key at the last try, but an earlier sending may have worked.',
  'not-reached': 'The gateway was not reached at the last try ({detail}), but an earlier sending may have worked.',
  'too-late': 'Its time to be sent was over at the last try, but an earlier sending may have worked.',
  'bytes-differ': 'The request cannot be made again byte for byte, so it must not be sent again.',
  'sums-may-show-it':
    'The sums of the gateway’s record may hold it already; the record does not show by whom. It is not sent again.',
  'look-up-cannot-tell': 'The gateway’s records do not show whether it was carried out.',
};

/** A recorded reason as a sentence; what an older program wrote is one already. */
export function inEnglish(mark: string): string {
  const { code, detail } = readMark(mark);
  if (code === null) return mark;
  // A record of an older program says no detail.
  const sentence = detail === null ? doubts[code].replace(' ({detail})', '') : doubts[code];
  return sentence.replace('{detail}', detail ?? '');
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
