// Hears from the system that this computer's network came or went: at a till where nothing is sent, main would notice a
// pulled cable only with the next payment.
import { useEffect } from 'react';
import { useStores } from '../ui/base/context.tsx';

export function useNetwork(): void {
  const { status } = useStores();
  useEffect(() => {
    const gone = () => void status.networkChanged(false);
    const back = () => void status.networkChanged(true);
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, [status]);
}
