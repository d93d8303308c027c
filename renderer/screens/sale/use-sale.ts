// The draft of the sale with what the shop's settings add to it, and why it cannot be charged right now, if so.
import { useStore } from 'zustand';
import type { Money } from '#contract/money.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { useOnline, useStores } from '../../ui/context.tsx';

export interface SaleInHand {
  readonly money: Money;
  readonly terminalId: string | null;
  readonly obstacle: 'sale.offline' | 'sale.noTerminal' | null;
  readonly canCharge: boolean;
}

export function useSale(): SaleInHand {
  const { sale, shop, preferences } = useStores();
  const draft = useStore(sale);
  const { settings, terminals } = useStore(shop);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const phase = useStore(sale.submission, (state) => state.phase);
  const online = useOnline();
  const terminalId = draft.terminalId ?? firstTerminal(terminals, preferred);
  const currency = draft.currency ?? settings?.shopCurrency ?? 'EUR';
  const obstacle = obstacleOf(online, terminalId);
  const free = phase.type === 'idle' || phase.type === 'refused';
  return {
    money: { value: draft.value, currency },
    terminalId,
    obstacle,
    canCharge: draft.value > 0 && terminalId !== null && online && free,
  };
}

function obstacleOf(online: boolean, terminalId: string | null): SaleInHand['obstacle'] {
  if (!online) return 'sale.offline';
  return terminalId === null ? 'sale.noTerminal' : null;
}
