// How much of what is left: a field and a keypad, and the rest one press away.
import { useState } from 'react';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/context.tsx';
import { Keypad } from '../../ui/keypad.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import css from './payments.module.css';

interface AmountPartProps {
  readonly most: number | null;
  readonly value: number;
  readonly currency: string;
  readonly error: string | null;
  readonly out: boolean;
  /** It was pressed with what stands here. */
  readonly disabled: boolean;
  readonly onChange: (value: number) => void;
  /** What is chosen before the amount; beside the keys, so that it never pushes them out of sight. */
  readonly children: React.ReactNode;
}

export function AmountPart({ most, value, currency, error, out, disabled, onChange, children }: AmountPartProps) {
  const { say, amount } = useWords();
  // The rest stands there to begin with, or what a press put there; the first digit that is typed begins another amount.
  const [typed, setTyped] = useState<number | null>(null);
  const fresh = typed !== value;
  const type = (amountTyped: number) => {
    setTyped(amountTyped);
    onChange(amountTyped);
  };
  const hint =
    most === null ? say('action.mostUnknown') : say('action.most', { amount: amount({ value: most, currency }) });
  return (
    <fieldset className={css['amount']} disabled={disabled}>
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
