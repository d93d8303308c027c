// A PIN by touch or keyboard. It is in its field alone, never in React's state: keys write into the element, and
// `takePin` reads it and empties the field.
import type { RefObject } from 'react';
import { useWords } from '../base/context.tsx';
import { Field } from '../form/field.tsx';
import fieldCss from '../form/field.module.css';
import { useEmptied } from '../form/use-emptied.ts';
import { Icon } from '../base/icons.tsx';
import keys from '../form/keypad.module.css';
import css from './pin-pad.module.css';

const longest = 12;
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The PIN, out of its field; null where it is too short to be one. */
export function takePin({ current: field }: RefObject<HTMLInputElement | null>): string | null {
  if (field === null) return null;
  const pin = field.value;
  field.value = '';
  field.focus();
  return /^\d{4,12}$/.test(pin) ? pin : null;
}

interface PinPadProps {
  readonly label: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly error: string | null;
  readonly onEnter: () => void;
}

export function PinPad({ label, field, error, onEnter }: PinPadProps) {
  const { say } = useWords();
  useEmptied(field);
  const write = (change: (before: string) => string) => {
    if (field.current !== null) field.current.value = change(field.current.value).slice(0, longest);
  };
  const digit = (key: string) => (
    <button key={key} type="button" className={keys['key']} onClick={() => write((before) => before + key)}>
      {key}
    </button>
  );
  return (
    <div className={css['pad']}>
      <Field label={label} error={error}>
        {({ id, describedBy }) => (
          <input
            ref={field}
            id={id}
            className={`${fieldCss['input']} ${css['pin']}`}
            type="password"
            inputMode="none"
            maxLength={longest}
            defaultValue=""
            autoComplete="off"
            autoFocus
            data-autofocus=""
            data-secret="pin"
            aria-describedby={describedBy}
            aria-invalid={error !== null}
            onChange={(event) => {
              event.currentTarget.value = event.currentTarget.value.replaceAll(/\D/g, '');
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.repeat) onEnter();
            }}
          />
        )}
      </Field>
      {/* A tap on a key leaves the focus in the field, so that Enter signs in and presses no key once more. */}
      <div
        className={keys['keypad']}
        role="group"
        data-keypad=""
        aria-label={say('pin.pad')}
        onMouseDown={(event) => event.preventDefault()}
      >
        {digits.map(digit)}
        <button type="button" className={keys['key']} onClick={() => write(() => '')} aria-label={say('pin.clear')}>
          <Icon name="cross" size={30} />
        </button>
        {digit('0')}
        <button
          type="button"
          className={keys['key']}
          onClick={() => write((before) => before.slice(0, -1))}
          aria-label={say('keypad.back')}
        >
          <Icon name="backspace" size={30} />
        </button>
      </div>
    </div>
  );
}
