// The text of an empty list: what it would show, and how to get that.
import type { ReactNode } from 'react';
import css from './empty.module.css';
import { Icon, type IconName } from '../base/icons.tsx';

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
