// Turns something to the customer's screen while a component stands there, and takes it away with it.
import { useEffect } from 'react';
import type { Turned } from '../../stores/sale/customer-screen-store.ts';
import { useStores } from '../base/context.tsx';

/** Null: nothing. */
export function useTurned(turned: Turned | null): void {
  const { customerScreen } = useStores();
  const text = JSON.stringify(turned);
  useEffect(() => {
    const now = JSON.parse(text) as Turned | null;
    return now === null ? undefined : customerScreen.turn(now);
  }, [customerScreen, text]);
}
