// A list on one side and the chosen item on the other. On narrow windows the chosen item covers the list, and so does
// one that needs the whole width.
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import css from './split.module.css';

interface SplitProps {
  readonly title: string;
  readonly tools: ReactNode;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  readonly chosen: boolean;
  readonly wide?: boolean;
  readonly onBack: () => void;
}

export function Split({ title, tools, list, detail, chosen, wide = false, onBack }: SplitProps) {
  const { say } = useWords();
  const pane = useRef<HTMLElement>(null);
  // A wide item hides the list with the focused row, so the item takes the focus.
  useEffect(() => {
    if (wide) pane.current?.focus({ preventScroll: true });
  }, [wide]);
  return (
    <div className={`${css['split']} ${chosen ? css['chosen'] : ''} ${wide ? css['wide'] : ''}`}>
      <section className={css['side']}>
        <h1>{title}</h1>
        {tools}
        {list}
      </section>
      <section ref={pane} className={css['detail']} tabIndex={-1}>
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
