// A list on one side and what was chosen from it on the other. On narrow windows the chosen one covers the list.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useWords } from './context.tsx';
import css from './split.module.css';

interface SplitProps {
  readonly title: string;
  readonly tools: ReactNode;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  readonly chosen: boolean;
  readonly onBack: () => void;
}

export function Split({ title, tools, list, detail, chosen, onBack }: SplitProps) {
  const { say } = useWords();
  return (
    <div className={`${css['split']} ${chosen ? css['chosen'] : ''}`}>
      <section className={css['side']}>
        <h1>{title}</h1>
        {tools}
        {list}
      </section>
      <section className={css['detail']}>
        <div className={css['back']}>
          <Button kind="quiet" icon="back" onPress={onBack}>
            {say('do.back')}
          </Button>
        </div>
        {detail}
      </section>
    </div>
  );
}
