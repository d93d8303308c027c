// Something to know before going on: a heading in words, a sentence, and details one tap away.
import { useEffect, useRef, type ReactNode } from 'react';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'wrong' | 'good';
  readonly title: string;
  readonly children?: ReactNode;
  /** Said at once by screen readers. */
  readonly live?: boolean;
}

export function Notice({ tone, title, children, live = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  // Said at once to those who hear it; those who see it should not have to look for it below the fold.
  useEffect(() => {
    if (live) box.current?.scrollIntoView({ block: 'nearest' });
  }, [live, title]);
  return (
    <div ref={box} className={`${css['notice']} ${css[tone]}`} role={live ? 'alert' : undefined}>
      <p className={css['title']}>{title}</p>
      {children === undefined ? null : <div className={css['body']}>{children}</div>}
    </div>
  );
}
