// Amounts at which a terminal does what a till must doubt: minor units of any currency, typed on purpose only. A till in
// training has no control panel, and its cashiers should meet these screens before a customer waits.
import type { Once } from './terminals.ts';

const testAmounts: ReadonlyMap<number, Once> = new Map<number, Once>([
  [99_900_010, { approveMinor: 49_950_005 }],
  [99_900_011, { tipMinor: 9_990_001 }],
  [99_900_012, { next: 'previous' }],
  [99_900_013, { offline: true }],
  [99_900_014, { words: { status: 'TENTATIVE' } }],
]);

/** What a SALE or AUTHORISATION_OR_RESERVATION for this amount meets; nothing for other amounts. */
export function onceAt(value: number | undefined): Once {
  return (value === undefined ? undefined : testAmounts.get(value)) ?? {};
}
