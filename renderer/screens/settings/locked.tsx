// A setting that the IT department or the office may have set: it is then shown as text, with why it cannot be changed.
import { useId, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { ShownOnly } from '../../ui/base/shown-only.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import css from '../../ui/people/reserved.module.css';

interface LockedProps {
  /** The dotted name. */
  readonly name: string;
  readonly children: ReactNode;
}

export function Locked({ name, children }: LockedProps) {
  const { say } = useWords();
  const id = useId();
  const { shop } = useStores();
  const byPolicy = useStore(shop, ({ locked }) => locked.includes(name));
  const byOffice = useStore(shop, ({ lockedByOffice }) => lockedByOffice.includes(name));
  if (!byPolicy && !byOffice) return children;
  return (
    <fieldset className={css['reserved']} disabled aria-describedby={id}>
      <ShownOnly>{children}</ShownOnly>
      <p id={id} className={css['hint']}>
        <Icon name="lock" size={18} />
        <span>{say(byPolicy ? 'policy.locked' : 'policy.byOffice')}</span>
      </p>
    </fieldset>
  );
}

/** Above a form: names its fields that the IT department has set. */
export function useLockedNames(before: string): string {
  const locked = useStore(useStores().shop, (state) => state.locked);
  return locked.filter((name) => name.startsWith(before)).join(', ');
}
