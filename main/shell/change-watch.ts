// Hears of changes from a bridge that cannot tell of them: asks for the newest operations,
// and compares their revisions.
import type { Bridge } from '#bridge';
import type { OperationView } from '#contract/operation.ts';
import type { BridgeListener } from './window-bridge.ts';

const everyMs = 150;
const newest = 50;

export function watchByAsking(calls: Bridge['calls'], listener: BridgeListener): () => void {
  const seen = new Map<string, number>();
  const see = (view: OperationView): boolean => {
    const changed = seen.get(view.id) !== view.revision;
    seen.set(view.id, view.revision);
    return changed;
  };
  for (const view of calls.operations({ limit: newest }).operations) see(view);
  const timer = setInterval(() => {
    const views = calls.operations({ limit: newest }).operations.filter(see);
    for (const view of views.toReversed()) listener.operationChanged(view);
    if (views.length > 0) listener.statusMayHaveChanged();
  }, everyMs);
  return () => clearInterval(timer);
}
