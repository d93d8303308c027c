// True once something has been waited for a while: what arrives at once makes no skeleton or button flicker.
import { useEffect, useState } from 'react';

const delayMs = 300;

export function useDelayed(waiting: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setIsDelayed(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsDelayed(true), delayMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return isDelayed;
}
