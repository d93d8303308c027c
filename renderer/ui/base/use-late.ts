// Shows skeletons only after a while, so that rows which arrive at once do not flicker.
import { useEffect, useState } from 'react';

/** The time after which a skeleton is shown. */
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
