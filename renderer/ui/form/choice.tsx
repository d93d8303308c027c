// A choice of a few: radio buttons drawn as a row of words, or as cards where each needs a sentence.
import { useId } from 'react';
import { useShownOnly } from '../base/shown-only.tsx';
import css from './choice.module.css';
import { ShownValue } from '../feedback/shown-value.tsx';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** How many, behind the word. */
  readonly count?: number;
  /** Stands apart from those before it: it is of another kind, and does not count in their sum. */
  readonly apart?: boolean;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly look?: 'row' | 'cards';
  readonly hideLabel?: boolean;
}

export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange, look = 'row', hideLabel = false } = props;
  const name = useId();
  const chosen = choices.find((choice) => choice.value === value);
  if (useShownOnly()) return <ShownValue label={label} value={chosen?.label ?? ''} hint={chosen?.hint} />;
  return (
    <fieldset className={css['group']}>
      <legend className={hideLabel ? 'visually-hidden' : css['legend']}>{label}</legend>
      <div className={css[look]}>
        {choices.map((choice) => (
          <label key={choice.value} className={`${css['choice']} ${choice.apart === true ? css['apart'] : ''}`}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span className={css['word']}>
              {choice.label}
              {choice.count === undefined || choice.count === 0 ? null : (
                <span className={css['count']}> {choice.count}</span>
              )}
            </span>
            {choice.hint === undefined ? null : <span className={css['hint']}>{choice.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
