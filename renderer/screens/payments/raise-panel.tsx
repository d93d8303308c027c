// Raises an authorization, for example for a longer stay: by how much, and the sum afterwards.
import { useState } from 'react';
import type { PaymentSummary } from '#contract/till/window.ts';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import { useOnline, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Keypad } from '../../ui/form/keypad.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import css from './payments.module.css';
import { StepPanel } from './step-panel.tsx';

interface RaisePanelProps {
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

export function RaisePanel({ payment, onClose }: RaisePanelProps) {
  const { say, amount } = useWords();
  const online = useOnline();
  const [value, setValue] = useState(0);
  const [days, setDays] = useState('');
  // The sum when the panel opened: it must not change on the screen while the raise is under way.
  const [before] = useState(payment.authorized ?? 0);
  const currency = payment.currency ?? 'EUR';
  const daysRight = days === '' || /^[1-9]\d{0,2}$/.test(days);
  const text = (minor: number) => amount({ value: minor, currency });
  return (
    <StepPanel
      kind="incremental"
      title={say('raise.title')}
      label={value > 0 ? say('raise.do', { amount: text(value) }) : say('action.enterAmount')}
      ready={value > 0 && daysRight && online}
      note={online ? null : say('sale.offline')}
      inputOf={(transId) => ({
        payId: payment.payId,
        transId,
        amount: { value, currency },
        ...(days === '' ? {} : { duration: Number(days) }),
      })}
      onClose={onClose}
    >
      <div className={css['amount']}>
        <div className="stack">
          <MoneyField label={say('raise.extra')} value={value} currency={currency} onChange={setValue} />
          <dl className={css['sums']}>
            <dt>{say('raise.now')}</dt>
            <dd>{text(before)}</dd>
            <dt>{say('raise.total')}</dt>
            <dd className={css['total']} aria-live="polite">
              {text(before + value)}
            </dd>
          </dl>
          <TextField
            label={`${say('raise.days')} (${say('field.optional')})`}
            hint={say('raise.daysHint')}
            error={daysRight ? null : say('raise.daysError')}
            inputMode="numeric"
            maxLength={3}
            value={days}
            onChange={setDays}
          />
        </div>
        <Keypad
          onDigits={(digits) => setValue(withDigits(value, digits))}
          onBackspace={() => setValue(withoutLastDigit(value))}
        />
      </div>
    </StepPanel>
  );
}
