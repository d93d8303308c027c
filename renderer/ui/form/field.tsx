// Fields with a label that stays, a hint, and an error in words beneath. Native elements, so that touch keyboards,
// screen readers and the system's own habits work.
import { useId, type ReactNode } from 'react';
import { useWords } from '../base/context.tsx';
import { useShownOnly } from '../base/shown-only.tsx';
import css from './field.module.css';
import { ShownSwitch, ShownValue } from '../feedback/shown-value.tsx';
import { useCardGuard } from './use-card-guard.ts';

interface Frame {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  readonly hideLabel?: boolean;
}

interface FieldProps extends Frame {
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

export function Field({ label, hint, error, hideLabel = false, children }: FieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '';
  const described = [hint === undefined ? null : `${id}-hint`, wrong ? `${id}-error` : null].filter(
    (part) => part !== null,
  );
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : css['label']}>
        {label}
      </label>
      {children({ id, describedBy: described.length > 0 ? described.join(' ') : undefined })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
      {wrong ? (
        <p id={`${id}-error`} className={css['error']} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

export interface TextFieldProps extends Frame {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'url' | 'search';
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** For numbers that may pass as a card's, such as an account's. A card's stripe is refused all the same. */
  readonly takesNumbers?: boolean;
}

export function TextField({ value, onChange, type = 'text', maxLength = 128, takesNumbers, ...rest }: TextFieldProps) {
  const { say } = useWords();
  const guard = useCardGuard(takesNumbers === true ? 'taken' : 'refused');
  const error = guard.refused ? say('field.cardRefused') : rest.error;
  if (useShownOnly()) return <ShownValue label={rest.label} value={value} />;
  return (
    <Field label={rest.label} hint={rest.hint} error={error} hideLabel={rest.hideLabel ?? false}>
      {({ id, describedBy }) => (
        <input
          key={guard.generation}
          ref={guard.element}
          id={id}
          className={css['input']}
          type={type}
          inputMode={rest.inputMode}
          value={value}
          maxLength={maxLength}
          required={rest.required}
          disabled={rest.disabled}
          placeholder={rest.placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined && error !== null}
          onKeyDown={guard.onKeyDown}
          onChange={(event) => onChange(guard.pass(event.currentTarget.value))}
        />
      )}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends Frame {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ value, options, onChange, ...frame }: SelectProps) {
  const chosen = options.find((option) => option.value === value);
  if (useShownOnly()) return <ShownValue label={frame.label} value={chosen?.label ?? value} />;
  return (
    <Field {...frame}>
      {({ id, describedBy }) => (
        <span className={css['select']}>
          <select
            id={id}
            className={css['input']}
            value={value}
            aria-describedby={describedBy}
            aria-invalid={frame.error !== undefined && frame.error !== null}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchField({ label, checked, onChange }: SwitchProps) {
  if (useShownOnly()) return <ShownSwitch label={label} checked={checked} />;
  return (
    <label className={css['switch']}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

export function CheckField({ label, checked, onChange }: SwitchProps) {
  if (useShownOnly()) return <ShownSwitch label={label} checked={checked} />;
  return (
    <label className={css['check']}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
