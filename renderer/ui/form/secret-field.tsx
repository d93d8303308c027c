// A field whose value is never in React's state: it is read from the element once, when it is sent to main, and the
// element is emptied then, at the latest when it leaves the page. `reveal`: readable while it has the focus, for numbers
// that people copy from a card.
import { useState, type RefObject } from 'react';
import { useWords } from '../base/context.tsx';
import { useShownOnly } from '../base/shown-only.tsx';
import { Field } from './field.tsx';
import css from './field.module.css';
import { useCardGuard } from './use-card-guard.ts';
import { useEmptied } from './use-emptied.ts';

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly numeric?: boolean;
  readonly reveal?: boolean;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly onEnter?: () => void;
  /** Called after each change, without the value. */
  readonly onTouched?: () => void;
}

export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, ref, numeric = false, reveal = false, maxLength = 256, required = false } = props;
  const { say } = useWords();
  const [focused, setFocused] = useState(false);
  // The field may hold a card number, but no track data, which a card reader types.
  const guard = useCardGuard('taken');
  useEmptied(ref, guard.generation);
  const wrong = guard.refused ? say('field.stripeRefused') : error;
  if (useShownOnly()) return null;
  return (
    <Field label={label} hint={hint} error={wrong}>
      {({ id, describedBy }) => (
        <input
          key={guard.generation}
          ref={(element) => {
            guard.element(element);
            ref.current = element;
          }}
          id={id}
          className={css['input']}
          type={reveal && focused ? 'text' : 'password'}
          data-secret=""
          inputMode={numeric ? 'numeric' : 'text'}
          defaultValue=""
          maxLength={maxLength}
          required={required}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={describedBy}
          aria-invalid={wrong !== undefined && wrong !== null}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            if (guard.pass(event.currentTarget.value) === '') event.currentTarget.value = '';
            props.onTouched?.();
          }}
          onKeyDown={(event) => {
            guard.onKeyDown(event);
            if (event.key === 'Enter' && !event.defaultPrevented) props.onEnter?.();
          }}
        />
      )}
    </Field>
  );
}
