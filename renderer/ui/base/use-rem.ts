// The size of one rem in pixels, for what is laid out by numbers: it grows in large print and on a screen that the system
// does not scale.
import { useSyncExternalStore } from 'react';

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function listen(told: () => void): () => void {
  const print = new MutationObserver(told);
  print.observe(document.documentElement, { attributeFilter: ['data-print'] });
  window.addEventListener('resize', told);
  return () => {
    print.disconnect();
    window.removeEventListener('resize', told);
  };
}

export function useRem(): number {
  return useSyncExternalStore(listen, remPx);
}
