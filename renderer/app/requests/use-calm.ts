// Buttons that appear by themselves may appear under a finger that was on its way to something else.
import { useEffect, useState } from 'react';
import { useStores } from '../../ui/context.tsx';

/** Nobody reads a question in less. */
const calmMs = 1_000;

/** False for the first second after it appeared, and after each change of `shown`. */
export function useCalm(shown: string): boolean {
  const { timers } = useStores().ports;
  const [calm, setCalm] = useState<string | null>(null);
  useEffect(() => timers.after(calmMs, () => setCalm(shown)), [timers, shown]);
  return calm === shown;
}
