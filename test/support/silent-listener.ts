// A listener to a bridge's events that does nothing: a test takes it and puts in what it looks at.
import type { BridgeListener } from '#assembly/base/ports.ts';

export const silentListener: BridgeListener & { readonly relay: () => void } = {
  operationChanged: () => {},
  statusMayHaveChanged: () => {},
  pairingsChanged: () => {},
  confirmationsChanged: () => {},
  scanned: () => {},
  customerTold: () => {},
  comparisonChanged: () => {},
  /** What a bridge says that a window has joined. */
  relay: () => {},
};
