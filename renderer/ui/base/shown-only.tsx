// Whether what stands here is only shown: the person may not change it, or the IT department has set it. Fields are
// then drawn as facts, and buttons not at all, so that nothing looks as if it could be changed.
import { createContext, useContext, type ReactNode } from 'react';

const ShownOnlyContext = createContext(false);

export function ShownOnly({ children }: { readonly children: ReactNode }) {
  return <ShownOnlyContext value>{children}</ShownOnlyContext>;
}

export function useShownOnly(): boolean {
  return useContext(ShownOnlyContext);
}
