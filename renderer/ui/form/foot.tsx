// The last line of a page: steps forward stand right, steps that give money out stand left.
import type { ReactNode } from 'react';
import { useShownOnly } from '../base/shown-only.tsx';
import css from './foot.module.css';

export function Foot({ children }: { readonly children: ReactNode }) {
  if (useShownOnly()) return null;
  return (
    <div className={css['foot']} data-in-sight="">
      {children}
    </div>
  );
}
