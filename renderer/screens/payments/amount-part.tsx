// How much of the rest: a field and a keypad, and a button for the whole rest.
import { useState } from 'react';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Keypad } from '../../ui/form/keypad.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import css from './payments.module.css';

interface AmountPartProps {
  /** What the page asks, which names the field and its keys. */
  readonly question: string;
  readonly most: number | null;
  readonly value: number;
  readonly currency: string;
  readonly error: string | null;
  readonly out: boolean;
  /** Called with the amount in the field. */
  readonly disabled: boolean;
  readonly onChange: (value: number) => void;
  /** What may be named beside the amount, and the payment: where there is room for it. */
  readonly about?: React.ReactNode;
  /** A choice before the amount; stands beside the keys, so that it never pushes them out of sight. */
  readonly children: React.ReactNode;
}

export function AmountPart({
  question,
  most,
  value,
  currency,
  error,
  out,
  disabled,
  onChange,
  about,
  children,
}: AmountPartProps) {
  const { say, amount } = useWords();
  // The field begins with the rest, or with what a button put there; the first typed digit begins a new amount.
  const [typed, setTyped] = useState<number | null>(null);
  const fresh = typed !== value;
  const type = (amountTyped: number) => {
    setTyped(amountTyped);
    onChange(amountTyped);
  };
  const hint =
    most === null ? say('action.mostUnknown') : say('action.most', { amount: amount({ value: most, currency }) });
  return (
    <fieldset className={css['amount']} disabled={disabled} aria-label={question}>
      <div className="stack">
        {children}
        <MoneyField
          label={say('action.amount')}
          hint={hint}
          error={error}
          value={value}
          currency={currency}
          out={out}
          fresh={fresh}
          onChange={type}
        />
        {most === null || most === value ? null : (
          <div className="row">
            <Button onPress={() => onChange(most)}>
              {say('action.all', { amount: amount({ value: most, currency }) })}
            </Button>
          </div>
        )}
        {about}
      </div>
      <div className={css['keys']}>
        <Keypad
          onDigits={(digits) => type(withDigits(fresh ? 0 : value, digits))}
          onBackspace={() => type(withoutLastDigit(value))}
        />
      </div>
    </fieldset>
  );
}
