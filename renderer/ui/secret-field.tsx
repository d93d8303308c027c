// A field whose value is never in React's state: it is read from the element once, when it is handed over, and the
// element is emptied then. `reveal`: readable while it has the focus, for numbers that people copy from a card.
import { useState, type Ref } from 'react';
import { Field } from './field.tsx';
import css from './field.module.css';

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  readonly ref: Ref<HTMLInputElement>;
  readonly numeric?: boolean;
  readonly reveal?: boolean;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly onEnter?: () => void;
  /** Told after each change that something stands in it, never what. */
  readonly onTouched?: () => void;
}

export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, ref, numeric = false, reveal = false, maxLength = 256, required = false } = props;
  const [focused, setFocused] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <input
          ref={ref}
          id={id}
          className={css['input']}
          type={reveal && focused ? 'text' : 'password'}
          inputMode={numeric ? 'numeric' : 'text'}
          defaultValue=""
          maxLength={maxLength}
          required={required}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined && error !== null}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={props.onTouched}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onEnter?.();
          }}
        />
      )}
    </Field>
  );
}
