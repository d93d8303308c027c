// What a conformance case is. Requests and expectations are written by hand from the specification; `covers` says
// which of its rows (docs/gateway-coverage) a case is about.
import type { Findings } from './findings.ts';
import type { Shop } from './shop.ts';

export interface ConformanceCase {
  /** Stable; reports of two gateways are compared by it. */
  readonly id: string;
  /** What the specification says. */
  readonly says: string;
  readonly covers: readonly string[];
  readonly run: (shop: Shop, see: Findings) => Promise<void>;
}
