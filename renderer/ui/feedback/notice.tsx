// A notice: a heading, a sentence, and details one tap away.
import { useEffect, useRef, type ReactNode } from 'react';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'wrong' | 'good';
  readonly title: string;
  readonly children?: ReactNode;
  /** Screen readers announce it at once. */
  readonly live?: boolean;
}

export function Notice({ tone, title, children, live = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  // Screen readers announce it at once; for everyone else it is scrolled into sight.
  useEffect(() => {
    if (!live) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    // Where not all of it has room, its beginning is what counts.
    box.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [live, title]);
  return (
    <div ref={box} className={`${css['notice']} ${css[tone]}`} role={live ? 'alert' : undefined}>
      <p className={css['title']}>{title}</p>
      {children === undefined ? null : <div className={css['body']}>{children}</div>}
    </div>
  );
}
