// What the engine says to people about failures and doubts: what happened, what it means for the money, what to do.
// Programs read the codes; these texts may change.
import type { OperationRecord } from './record.ts';

export const words = {
  noAnswer: 'The gateway did not answer in time.',
  cutOff: 'The connection to the gateway ended before its answer was complete.',
  unreadable: 'The gateway answered, but the answer could not be read.',
  emptyAnswer: 'The gateway answered without saying what happened.',
  contradiction: 'The gateway’s answer contradicts itself.',
  noEvidence: 'The gateway’s answer does not say that the payment was made.',
  fatalCode: 'The gateway reports a fault in which processed data may be lost.',
  stillOpen: 'The gateway says that the operation is not finished yet.',
  restarted: 'The bridge was stopped while the operation was being sent.',
  refusedAfterDoubt: 'The gateway refused it, but an earlier sending may have worked.',
  lookUpCannotTell: 'The gateway’s records do not show whether it was carried out.',
  bytesDiffer: 'The request cannot be made again byte for byte, so it must not be sent again.',
  declined: 'It was declined. No money was moved.',
  rejected: 'The gateway found the request wrong. No money was moved. Correct it and try again.',
  credentialsRefused:
    'The gateway refuses the merchant id or the API key. Nothing was carried out. Check both and try again.',
  busy: 'The gateway is busy and did not carry it out. No money was moved. Try again in a moment.',
  expired: 'It could not be sent in time. Nothing was sent and no money was moved. Try again.',
  cardNumberGone:
    'The bridge was restarted before it was sent, and card numbers are never stored. Enter the card again.',
  questionUnanswered: 'There was no usable answer. No money is involved. Ask again.',
  notExecuted: 'The gateway’s records show that it was not carried out. No money was moved.',
  decidedFailed: 'A person decided, after looking at the evidence, that it was not carried out.',
  cancelled: 'It was cancelled before it was sent. No money was moved.',
  httpStatus: (status: number) => `The gateway answered with status ${status}, which does not say what happened.`,
} as const;

/** What a person should and should not do while the outcome is not known. */
export function adviceFor(record: OperationRecord): string {
  if (record.state === 'needs-person') {
    return 'Compare with the terminal’s journal or the gateway’s back office, then decide. Do not repeat it before.';
  }
  if (record.terminalId !== null) return 'Do not repeat the sale and do not charge again. The bridge is finding out.';
  return 'Do not repeat it. The bridge is finding out.';
}
