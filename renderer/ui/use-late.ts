// Skeletons show only after a while: what is there at once must not flicker.
import { useEffect, useState } from 'react';

/** After so long a skeleton is better than nothing; before it would only flicker. */
const skeletonMs = 300;

export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), skeletonMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}
