// Limits for what may never end, or never begin. What comes late, or fails, is not looked at any more.
import type { PrinterLimits } from './limits.ts';

export function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      () => {
        clearTimeout(timer);
        resolve(null);
      },
    );
  });
}

/** In its turn, or not at all where that comes too late: then null. `inTurn`: runs work after what is done now. */
export function turnInTime<T>(
  inTurn: (work: () => Promise<void>) => Promise<void>,
  work: () => Promise<T>,
  { turnMs }: PrinterLimits,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, turnMs);
    const unlessLate = async () => {
      if (isLate) return;
      clearTimeout(timer);
      resolve(await work());
    };
    inTurn(unlessLate).catch(reject);
  });
}
