// A payment as one line of a list: its state, the card, the reference, who made it, and the sum.
import type { TenderView } from '#contract/operation/tender.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { cardText, ownReference } from '#texts/operation-facts.ts';
import { headMoney, paymentState } from '../../model/payment-sums.ts';
import { goingBackOf, hasRest, inDoubtOf, lookOfPurchase, paidOf, restOf } from '../../model/tender-facts.ts';
import { type Words, useWords } from '../base/context.tsx';
import { Row } from '../lists/row.tsx';

export function PaymentRow({ payment }: { readonly payment: PaymentSummary }) {
  const words = useWords();
  const { say, time } = words;
  const { look, key } = paymentState(payment);
  const { tender, currency } = payment;
  // One row for all its parts, with what is paid of it.
  const isWhole = tender === null || key === 'payment.reversed' || currency === null;
  const money = isWhole ? headMoney(payment) : { value: paidOf(tender), currency };
  const reference = ownReference(tender?.reference ?? payment.reference);
  const settled = payment.settledBy === null ? null : say('payment.settledBy');
  const known = [cardText(payment), reference, payment.person, settled].filter((part) => part !== null);
  return (
    <Row
      look={tender === null ? look : lookOfPurchase(tender, look)}
      title={(tender === null ? null : partsTitle(tender, words)) ?? say(key)}
      state=""
      reference={known.length > 0 ? known.join(' · ') : payment.terminalId}
      money={money}
      out={false}
      time={time(payment.createdAt)}
    />
  );
}

/** What is open of a purchase in parts, the most pressing first. Null where it says no more than the payment does. */
function partsTitle(tender: TenderView, { say, amount }: Pick<Words, 'say' | 'amount'>): string | null {
  const money = (value: number) => amount({ value, currency: tender.currency });
  if (hasRest(tender)) return say('parts.rowOpen', { rest: amount(restOf(tender)) });
  if (inDoubtOf(tender) > 0) return say('parts.inDoubt', { amount: money(inDoubtOf(tender)) });
  if (tender.underWay > 0) return say('parts.underWay', { amount: money(tender.underWay) });
  if (goingBackOf(tender) > 0) return say('parts.goingBack', { amount: money(goingBackOf(tender)) });
  return tender.parts.length === 1 && tender.paidOtherwise === 0 ? null : say('parts.title');
}
