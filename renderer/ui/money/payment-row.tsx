// A payment as one line of a list: its state, the card, the reference, who made it, and the sum.
import type { PaymentSummary } from '#contract/till/window.ts';
import { ownReference } from '#texts/operation-facts.ts';
import { cardOf, headMoney, paymentState } from '../../model/payment-sums.ts';
import { hasRest, paidOf, restOf } from '../../model/tender-facts.ts';
import { useWords } from '../base/context.tsx';
import { Row } from '../lists/row.tsx';

export function PaymentRow({ payment }: { readonly payment: PaymentSummary }) {
  const { say, time, amount } = useWords();
  const { look, key } = paymentState(payment);
  const { tender, currency } = payment;
  const unpaid = hasRest(tender);
  // One row for all its parts, with what is paid of it.
  const isWhole = tender === null || key === 'payment.reversed' || currency === null;
  const money = isWhole ? headMoney(payment) : { value: paidOf(tender), currency };
  const inParts = tender === null || (tender.parts.length === 1 && !unpaid) ? say(key) : say('parts.title');
  const reference = ownReference(tender?.reference ?? payment.reference);
  const settled = payment.settledBy === null ? null : say('payment.settledBy');
  const known = [cardOf(payment), reference, payment.person, settled].filter((part) => part !== null);
  return (
    <Row
      look={unpaid ? 'waiting' : look}
      title={unpaid ? say('parts.rowOpen', { rest: amount(restOf(tender)) }) : inParts}
      state=""
      reference={known.length > 0 ? known.join(' · ') : payment.terminalId}
      money={money}
      out={false}
      time={time(payment.createdAt)}
    />
  );
}
