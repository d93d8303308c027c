// The draft of the sale, completed by the shop's settings, and why it cannot be charged right now, if so.
import { useStore } from 'zustand';
import type { Money } from '#contract/money/money.ts';
import { lacksPrice, totalOf } from '../../model/adding-machine.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { useOnline, useStores } from '../../ui/base/context.tsx';

export interface SaleInHand {
  /** The total: what is charged is what is shown. */
  readonly money: Money;
  readonly terminalId: string | null;
  readonly obstacle: 'sale.offline' | 'sale.noTerminal' | null;
  readonly canCharge: boolean;
}

export function useSale(): SaleInHand {
  const { sale, shop, preferences } = useStores();
  const draft = useStore(sale);
  const { settings, terminals, terminalsKnown } = useStore(shop);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const phase = useStore(sale.submission, (state) => state.phase);
  const online = useOnline();
  const terminalId = draft.terminalId ?? firstTerminal(terminals, preferred);
  const currency = draft.currency ?? settings?.shopCurrency ?? 'EUR';
  const obstacle = obstacleOf(online, terminalId !== null || !terminalsKnown);
  const value = totalOf(draft);
  const free = phase.type === 'idle' || phase.type === 'refused';
  return {
    money: { value, currency },
    terminalId,
    obstacle,
    canCharge: value > 0 && !lacksPrice(draft) && terminalId !== null && online && free,
  };
}

function obstacleOf(online: boolean, mayHaveTerminal: boolean): SaleInHand['obstacle'] {
  if (!online) return 'sale.offline';
  return mayHaveTerminal ? null : 'sale.noTerminal';
}
