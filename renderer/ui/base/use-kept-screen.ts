// While a form is filled in or an operation is watched, a scanned code does not leave it for the search.
import { useEffect } from 'react';
import { useStores } from './context.tsx';

export function useKeptScreen(kept = true): void {
  const { scans } = useStores();
  useEffect(() => (kept ? scans.keepScreen() : undefined), [kept, scans]);
}
