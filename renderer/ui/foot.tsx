// The last line of a page: what leads on stands right, what gives money out stands left.
import type { ReactNode } from 'react';
import css from './foot.module.css';

export function Foot({ children }: { readonly children: ReactNode }) {
  return <div className={css['foot']}>{children}</div>;
}
