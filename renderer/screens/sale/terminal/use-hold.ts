// The command that holds the sale's terminal, or runs there: from main's list of terminals before Charge is pressed,
// and from main's refusal afterwards.
import { useStore } from 'zustand';
import type { Refusal } from '#contract/programs/problems.ts';
import { useStores } from '../../../ui/base/context.tsx';
import type { Hold } from './free-terminal.tsx';
import { useSale } from '../use-sale.ts';

export function useHold(): Hold | null {
  const { sale, shop, ports } = useStores();
  const { terminalId } = useSale();
  const phase = useStore(sale.submission, (state) => state.phase);
  const terminals = useStore(shop, (state) => state.terminals);
  if (terminalId === null) return null;
  const refusal = phase.type === 'refused' && phase.refusal !== 'number-again' ? phase.refusal : null;
  const known = terminals.find(({ id }) => id === terminalId) ?? null;
  const listed = known?.heldUntil ?? null;
  if (refusal?.code === 'terminal-held' && refusal.operationId !== undefined) {
    const until = listed ?? endOf(refusal, ports.now());
    return { terminalId, operationId: refusal.operationId, until, refusal: JSON.stringify(refusal, null, 2) };
  }
  if (listed === null || known === null || known.operationId === null) return null;
  return { terminalId, operationId: known.operationId, until: listed, refusal: null };
}

function endOf({ retryAfterSeconds = 0 }: Refusal, nowMs: number): string {
  return new Date(nowMs + retryAfterSeconds * 1_000).toISOString();
}

/** The command that runs at the sale's terminal now, of a program or of another sale; null where it is idle or held. */
export function useRunning(): { readonly terminalId: string; readonly operationId: string } | null {
  const { terminalId } = useSale();
  const known = useStore(useStores().shop, ({ terminals }) => terminals.find(({ id }) => id === terminalId));
  if (known === undefined || known.operationId === null || known.heldUntil !== null) return null;
  return { terminalId: known.id, operationId: known.operationId };
}
