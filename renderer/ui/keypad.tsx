// The keypad: keys of at least 72 px, digits in the order of a telephone and of card terminals.
import type { MouseEvent } from 'react';
import css from './keypad.module.css';
import { useWords } from './context.tsx';
import { Icon } from './icons.tsx';

interface KeypadProps {
  readonly onDigits: (digits: string) => void;
  readonly onBackspace: () => void;
}

/**
 * A finger on a key moves no focus there, where Enter or Space would press that key once more, and takes it from a field:
 * digits of the keyboard that follow belong to the amount, too.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const;

export function Keypad({ onDigits, onBackspace }: KeypadProps) {
  const { say } = useWords();
  return (
    <div className={css['keypad']} role="group" aria-label={say('keypad.label')}>
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
}
