// How many seconds are left until a moment by the window's clock, counted down while it is shown.
import { useEffect, useState } from 'react';
import { useStores } from '../../ui/base/context.tsx';

export function useSecondsLeft(endsMs: number): number {
  const { ports } = useStores();
  const [nowMs, setNowMs] = useState(() => ports.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(ports.now()), 1_000);
    return () => clearInterval(timer);
  }, [ports]);
  return Math.max(0, Math.ceil((endsMs - nowMs) / 1_000));
}
