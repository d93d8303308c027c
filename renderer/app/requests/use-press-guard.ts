// Holds back buttons that appear by themselves: one may appear under a finger that was about to press something else.
import { useEffect, useState } from 'react';
import { useStores } from '../../ui/base/context.tsx';

/** No person reads a question in less. */
const guardMs = 1_000;

/** False for the first second after it appeared, and after each change of `shown`. */
export function usePressGuard(shown: string): boolean {
  const { timers } = useStores().ports;
  const [readable, setReadable] = useState<string | null>(null);
  useEffect(() => timers.after(guardMs, () => setReadable(shown)), [timers, shown]);
  return readable === shown;
}
