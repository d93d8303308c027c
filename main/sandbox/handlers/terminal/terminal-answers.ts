// The members that a terminal adds to an approved answer: trace number, approval code and receipt lines. The
// specification does not document these fields; their shapes are the sandbox's own.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { formatMoney } from '#contract/money/money.ts';
import { type MaskedCard, maskedText } from '../../facts/cards.ts';
import type { Taken } from '../../rules/quotes.ts';
import type { Approves, Words } from '../../rules/terminals.ts';
import { type Job, amountOf, requiredText } from '../job.ts';
import type { TerminalMarks } from '../perform.ts';

/** Numbers and texts with or without leading zeros mean the same trace. */
export function sixDigits(text: string | null): string {
  return (text ?? '').padStart(6, '0');
}

export interface Approved {
  readonly marks: TerminalMarks;
  readonly details: JsonObject;
}

/** The marks of an approved money command; each takes the terminal's next trace number. */
export function approved(
  job: Job,
  card: MaskedCard | null,
  code: string | null,
  words: Words,
  taken: Taken | null = null,
): Approved {
  const terminalId = requiredText(job.input, 'posTerminalId');
  const number = (job.ledger.lastTrace(terminalId) % 999_999) + 1;
  const traceNr = sixDigits(String(number));
  const original = textAt(job.input, 'traceNr');
  return {
    marks: { traceNr, approvalCode: code, trace: { terminalId, number } },
    details: {
      posTerminalId: terminalId,
      traceNr,
      ...(original === null ? {} : { originalTraceNr: sixDigits(original) }),
      ...(code === null ? {} : { approvalCode: code }),
      receipt: receiptOf(job, { terminalId, traceNr, card, code, taken }),
      ...(taken === null ? {} : { transaction: { amount: { ...taken.charged } }, dccInfo: taken.dccInfo }),
      ...(words.status === undefined ? {} : { status: words.status }),
      ...(words.responseCode === undefined ? {} : { responseCode: words.responseCode }),
    },
  };
}

/** Whether it is a command that takes or reserves money of a card. */
export function sells({ input }: Pick<Job, 'input'>): boolean {
  return ['SALE', 'AUTHORISATION_OR_RESERVATION'].includes(requiredText(input, 'messageType'));
}

/** The command as the panel sets its approval (another amount, a tip), and the members of the answer that say so. */
export function asApproved(job: Job, { approveMinor, tipMinor }: Approves): { job: Job; details: JsonObject } {
  const asked = amountOf(job.input);
  if (asked === null || !sells(job) || (approveMinor === null && tipMinor === null)) return { job, details: {} };
  const amount = { ...asked, value: (approveMinor ?? asked.value) + (tipMinor ?? 0) };
  const tip = tipMinor === null ? {} : { tipAmount: { value: tipMinor, currency: asked.currency } };
  return { job: { ...job, input: { ...job.input, amount } }, details: { approvedAmount: amount, ...tip } };
}

interface ReceiptFacts {
  readonly terminalId: string;
  readonly traceNr: string;
  readonly card: MaskedCard | null;
  readonly code: string | null;
  readonly taken: Taken | null;
}

function receiptOf(
  job: Job,
  { terminalId, traceNr, card, code, taken }: ReceiptFacts,
): { merchant: string[]; customer: string[] } {
  const amount = amountOf(job.input);
  const lines = [
    'TRAINING - NO PAYMENT',
    requiredText(job.input, 'messageType').replaceAll('_', ' '),
    textAt(job.input, 'localDateTime') ?? job.at(),
    `Terminal    ${terminalId}`,
    `Trace no.   ${traceNr}`,
    ...(card === null ? [] : [`${card.brand}  ${maskedText(card)}`]),
    ...(amount === null ? [] : [`Amount      ${formatMoney(amount)}`]),
    ...(taken?.lines ?? []),
    ...(code === null ? [] : [`Approval    ${code}`]),
    'APPROVED',
  ];
  return { merchant: ['** Merchant copy **', ...lines], customer: ['** Customer copy **', ...lines] };
}
