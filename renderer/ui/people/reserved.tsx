// A part of a screen that needs another role: what it holds is shown as text, with who may change it.
import { useId, type ReactNode } from 'react';
import { useWords } from '../base/context.tsx';
import { ShownOnly } from '../base/shown-only.tsx';
import { Icon } from '../base/icons.tsx';
import css from './reserved.module.css';

interface ReservedProps {
  /** Whether the signed-in person may use it. */
  readonly may: boolean;
  readonly children: ReactNode;
}

export function Reserved({ may, children }: ReservedProps) {
  const { say } = useWords();
  const id = useId();
  if (may) return children;
  return (
    <fieldset className={css['reserved']} disabled aria-describedby={id}>
      <p id={id} className={css['hint']}>
        <Icon name="lock" size={18} />
        <span>{say('people.managerChanges')}</span>
      </p>
      <ShownOnly>{children}</ShownOnly>
    </fieldset>
  );
}
