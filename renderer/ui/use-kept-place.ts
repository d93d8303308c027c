// While a form is filled in or an operation is watched, a scan does not leave it for the list that it covers.
import { useEffect } from 'react';
import { useStores } from './context.tsx';

export function useKeptPlace(kept = true): void {
  const { scans } = useStores();
  useEffect(() => (kept ? scans.keepPlace() : undefined), [kept, scans]);
}
