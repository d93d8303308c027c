// The second step of a payment whose method has two steps: confirms the whole amount, as it was created.
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { moneyOf } from '#texts/operation-facts.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { useOnline, useWords } from '../../ui/base/context.tsx';
import { StepPanel } from './step-panel.tsx';

interface ConfirmPanelProps {
  /** The operation that created the payment. */
  readonly creation: OperationView;
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

export function ConfirmPanel({ creation, payment, onClose }: ConfirmPanelProps) {
  const { say, amount } = useWords();
  const online = useOnline();
  const money = moneyOf(creation);
  const method = textAt(creation.input, 'paymentMethods.type') ?? '';
  const token = textAt(creation.result ?? {}, 'paymentMethods.klarna.accessToken');
  const text = money === null ? '' : amount(money);
  return (
    <StepPanel
      kind="confirm"
      title={say('confirm.title')}
      label={say('confirm.do', { amount: text })}
      ready={money !== null && online}
      note={online ? null : say('sale.offline')}
      inputOf={(transId) => ({
        payId: payment.payId,
        transId,
        amount: { value: money?.value ?? 0, currency: money?.currency ?? '' },
        ...(token === null ? {} : { paymentMethods: { klarna: { accessToken: token } } }),
      })}
      onClose={onClose}
    >
      {money === null ? null : <Amount money={money} size="hero" />}
      <p>{say('confirm.body', { method, amount: text })}</p>
      {method === 'KLARNA' ? <p>{say('confirm.hour')}</p> : null}
    </StepPanel>
  );
}
