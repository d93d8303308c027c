// Keeps the list of terminals fresh while a form shows which of them are busy or held.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../base/context.tsx';

/** Main's clock may go a little behind the window's. */
const againMs = 1_000;

/** Reads the list of terminals when the form appears, and when a hold ends, for which there is no event. */
export function useFreshTerminals(): void {
  const { shop, ports } = useStores();
  const until = useStore(shop, ({ terminals }) => {
    const ends = terminals.flatMap(({ heldUntil }) => (heldUntil === null ? [] : [Date.parse(heldUntil)]));
    return ends.length === 0 ? null : Math.min(...ends);
  });
  useEffect(() => void shop.loadTerminals(), [shop]);
  useEffect(() => {
    if (until === null) return undefined;
    return ports.timers.after(Math.max(0, until - ports.now()) + againMs, () => void shop.loadTerminals());
  }, [shop, ports, until]);
}
