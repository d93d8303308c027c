// Refund without reference: a credit that no payment here stands behind, so it is a payment of its own. Of the card
// at most BIN and last four are kept; number, code and account stay in the request.
import { textAt, valueAt } from '#contract/data/json.ts';
import { type MaskedCard, declineOfCard, maskNumber } from '../facts/cards.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { refusal } from '../facts/refusals.ts';
import { type Job } from './job.ts';
import { type NewPayment, declineOf, isTransIdTaken, makePayment, decline, declinePayment } from './perform.ts';

export function refundUnreferenced(job: Job): SandboxAnswer {
  const toAccount = valueAt(job.input, 'paymentMethods.card') === undefined;
  const card = toAccount ? null : cardOf(job);
  const making: NewPayment = {
    channel: 'ECOM',
    terminalId: null,
    card,
    steps: [['CREDIT', 'REFUNDED']],
    opening: { createdAt: job.at(), ...(toAccount ? { method: 'DIRECTDEBIT' } : {}) },
  };
  if (isTransIdTaken(job)) return decline(job, refusal('trans-id-used'));
  const byCard = declineOfCard(textAt(job.input, 'paymentMethods.card.number'));
  const declined = declineOf(job) ?? (byCard === null ? null : refusal(byCard));
  return declined === null ? makePayment(job, making) : declinePayment(job, making, declined);
}

/** "Card number or pseudo card number": the second is one that the vault gave. Others are taken unseen. */
function cardOf({ input, ledger }: Job): MaskedCard | null {
  const number = textAt(input, 'paymentMethods.card.number') ?? '';
  const stored = ledger.vault.byPseudoNumber(number);
  if (stored === null) return maskNumber(number, textAt(input, 'paymentMethods.card.brand') ?? '');
  const { brand = '', last4Digits = '' } = stored;
  return { brand: brand.toUpperCase(), bin: '000000', last4Digits };
}
