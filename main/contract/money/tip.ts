// The tip that a customer chooses at the till before the sale is sent. The sale's amount is with it, and `tipMinor` of the
// input says how much of it is the tip.
import type { JsonObject } from '../data/json.ts';

/** Minor units; 0: none. */
export function tipChosen({ tipMinor }: JsonObject): number {
  return typeof tipMinor === 'number' ? tipMinor : 0;
}

/** So many percent of an amount, in minor units. */
export function tipOfPercent(value: number, percent: number): number {
  return Math.round((value * percent) / 100);
}
