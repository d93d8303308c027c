// The keypad: keys of at least 72 px, digits in the order of a telephone and of card terminals.
import type { MouseEvent } from 'react';
import css from './keypad.module.css';
import { useWords } from '../base/context.tsx';
import { Icon } from '../base/icons.tsx';

interface KeypadProps {
  readonly onDigits: (digits: string) => void;
  readonly onBackspace: () => void;
  /** Further keys, above or beside the digits. */
  readonly more?: readonly MoreKey[];
}

interface MoreKey {
  /** What stands on the key. */
  readonly sign: string;
  readonly label: string;
  readonly shortcut: string;
  readonly onPress: () => void;
}

/**
 * A tap gives no focus to the key, where Enter or Space would press it once more. It takes the focus from a field, so
 * that digits of the keyboard that follow go into the amount, too.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const;

export function Keypad({ onDigits, onBackspace, more = [] }: KeypadProps) {
  const { say } = useWords();
  const pad = (
    <div className={css['keypad']} role="group" data-keypad="" aria-label={say('keypad.label')}>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          className={css['key']}
          onMouseDown={keepFocus}
          onClick={() => onDigits(digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className={css['key']}
        onMouseDown={keepFocus}
        onClick={onBackspace}
        aria-label={say('keypad.back')}
      >
        <Icon name="backspace" size={30} />
      </button>
    </div>
  );
  if (more.length === 0) return pad;
  return (
    <div className={css['both']} data-keypad-whole="">
      <div className={css['more']} role="group" aria-label={say('keypad.more')}>
        {more.map(({ sign, label, shortcut, onPress }) => (
          <button
            key={sign}
            type="button"
            className={css['key']}
            aria-label={label}
            aria-keyshortcuts={shortcut}
            onMouseDown={keepFocus}
            onClick={onPress}
          >
            {sign}
          </button>
        ))}
      </div>
      {pad}
    </div>
  );
}
