// What a list says when it is empty: what would be here, and how to get it.
import type { ReactNode } from 'react';
import css from './empty.module.css';
import { Icon, type IconName } from './icons.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <Icon name={icon} size={40} />
      <p className={css['title']}>{title}</p>
      {children === undefined ? null : <div className={css['body']}>{children}</div>}
    </div>
  );
}
