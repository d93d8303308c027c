// A field for an amount that is typed from the right, so that it always holds a complete amount.
import type { Ref } from 'react';
import { valueOfText } from '../../model/amount-text.ts';
import { amountDigits } from '#texts/amount-text.ts';
import { useWords } from '../base/context.tsx';
import { useShownOnly } from '../base/shown-only.tsx';
import { Field } from './field.tsx';
import { ShownValue } from '../feedback/shown-value.tsx';
import css from './field.module.css';

interface MoneyFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null;
  /** Minor units. */
  readonly value: number;
  readonly currency: string;
  readonly onChange: (value: number) => void;
  /** Money that leaves the shop: a minus stands before it. */
  readonly out?: boolean;
  /** The window filled in the amount: the first digit that a person types begins a new one. */
  readonly fresh?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function MoneyField({
  label,
  hint,
  error,
  value,
  currency,
  onChange,
  out = false,
  fresh = false,
  ref,
}: MoneyFieldProps) {
  const { language, amount } = useWords();
  const text = amountDigits({ value, currency }, language);
  if (useShownOnly()) return <ShownValue label={label} value={amount({ value, currency })} />;
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <div className={css['money']}>
          {out ? (
            <span className={css['minus']} aria-hidden="true">
              {'\u2212'}
            </span>
          ) : null}
          <input
            ref={ref}
            id={id}
            className={`${css['input']} ${css['amount']} ${text.length > 10 ? css['long'] : ''}`}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            data-in-sight=""
            value={text}
            aria-describedby={describedBy}
            aria-invalid={error !== undefined && error !== null}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              const added = fresh && typed.length > text.length && typed.startsWith(text);
              onChange(valueOfText(added ? typed.slice(text.length) : typed));
            }}
            // Keeps the caret at the end, so that digits are not typed into the middle of an amount.
            onSelect={(event) => {
              const { currentTarget: field } = event;
              if (field.selectionStart === field.selectionEnd) field.setSelectionRange(text.length, text.length);
            }}
          />
          <span className={css['currency']}>{currency}</span>
        </div>
      )}
    </Field>
  );
}
