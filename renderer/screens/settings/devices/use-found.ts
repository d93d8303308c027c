// What hangs on this computer now, looked at again and again: a cable that was just plugged in appears by itself.
import { useEffect, useState } from 'react';
import type { FoundPrinters } from '#contract/devices/printer-setup.ts';
import { useStores } from '../../../ui/base/context.tsx';

const lookEveryMs = 2_000;

export function useFound(): FoundPrinters | null {
  const { ports } = useStores();
  const [found, setFound] = useState<FoundPrinters | null>(null);
  useEffect(() => {
    let over = false;
    let cancel = () => {};
    const look = async () => {
      const answer = await ports.bridge.ask('foundPrinters', {});
      if (over) return;
      if (answer.type === 'answer') setFound(answer.value);
      cancel = ports.timers.after(lookEveryMs, () => void look());
    };
    void look();
    return () => {
      over = true;
      cancel();
    };
  }, [ports]);
  return found;
}
