// Whether card numbers may be typed into the window. Where they are, the till and its network are part of what PCI DSS
// examines, so in live mode somebody switches it on knowingly (docs/card-data.md).
import type { Mode } from '../operation/states.ts';

/** `set`: the shop's setting; null where it is not set. */
export function mayTypeCardNumbers(set: boolean | null, mode: Mode): boolean {
  return set ?? mode !== 'live';
}
