// What of this sale differs from the shop's defaults: its currency, terminal or kind.
import { useStore } from 'zustand';
import { firstTerminal } from '../../stores/shop-store.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Differs } from '../../ui/feedback/differs.tsx';
import { useSale } from './use-sale.ts';

export function SaleDiffers() {
  const { sale, shop, preferences } = useStores();
  const { say } = useWords();
  const { money, terminalId } = useSale();
  const { kind, rest } = useStore(sale);
  const { settings, terminals } = useStore(shop);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const usualTerminal = firstTerminal(terminals, preferred);
  const parts = [
    kind === 'SALE' ? null : say('sale.kindAuthorization'),
    // The rest of a sale is in that sale's currency.
    settings === null || rest !== null || money.currency === settings.shopCurrency
      ? null
      : say('sale.otherCurrency', { currency: money.currency, usual: settings.shopCurrency }),
    terminalId === null || terminalId === usualTerminal ? null : say('sale.otherTerminal', { id: terminalId }),
  ];
  return <Differs parts={parts} onAsUsual={rest === null ? () => sale.asUsual() : null} />;
}
