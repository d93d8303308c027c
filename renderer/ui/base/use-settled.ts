// A part of the screen that has just appeared under a finger is not pressed by that finger's second tap.
import { useEffect, useState } from 'react';

/** False in the first `ms` milliseconds of the part that calls it. */
export function useSettled(ms: number): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return settled;
}
