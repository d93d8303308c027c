// Buttons: a verb with its object. `next` is the one step forward of a screen; `out` gives money away and is never
// drawn or placed like `next`. A button that has just appeared under a finger ignores that finger's second tap.
import type { ReactNode, Ref } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icons.tsx';
import { useShownOnly } from './shown-only.tsx';
import { useSettled } from './use-settled.ts';

export type ButtonKind = 'next' | 'plain' | 'quiet' | 'out';

export interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  /** A key that presses the button: shown to people, and announced by screen readers. */
  readonly shortcut?: string;
  readonly wide?: boolean;
  readonly large?: boolean;
  readonly label?: string;
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

const settleMs = 350;

export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, children, onPress, disabled = false, shortcut, label, describedBy } = props;
  const settled = useSettled(settleMs);
  const shownOnly = useShownOnly();
  const guarded = kind === 'next' || kind === 'out';
  const press = () => {
    if (!guarded || settled) onPress();
  };
  if (shownOnly) return null;
  const classes = [
    css['button'],
    css[kind],
    props.wide === true ? css['wide'] : '',
    props.large === true ? css['large'] : '',
  ];
  return (
    <button
      ref={props.ref}
      type="button"
      className={classes.join(' ')}
      onClick={press}
      disabled={disabled}
      aria-keyshortcuts={shortcut}
      aria-label={label}
      aria-describedby={describedBy}
      data-guarded={guarded ? (settled ? '' : 'settling') : undefined}
    >
      {icon === undefined ? null : <Icon name={icon} size={22} />}
      <span>{children}</span>
    </button>
  );
}
