// Shown in the place of a list's rows: loading, broken, or empty with its reason.
import type { ReactNode } from 'react';
import { useWords } from '../base/context.tsx';
import { Empty } from './empty.tsx';
import { useDelayed } from '../base/use-delayed.ts';
import css from './list-state.module.css';

interface ListStateProps {
  readonly loading: boolean;
  readonly broken: boolean;
  readonly empty: ReactNode;
}

export function ListState({ loading, broken, empty }: ListStateProps) {
  const { say } = useWords();
  const late = useDelayed(loading);
  if (broken) return <Empty icon="offline" title={say('list.broken')} />;
  if (!loading) return empty;
  return (
    <div className={css['skeleton']} role="status" aria-label={say('list.loading')}>
      {late ? ['a', 'b', 'c', 'd', 'e'].map((key) => <span key={key} />) : null}
    </div>
  );
}
