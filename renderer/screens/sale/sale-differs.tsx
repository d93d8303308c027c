// Says large where currency, terminal or kind of this sale differ from the shop's, because the next press charges it
// so; one press resets them.
import { useStore } from 'zustand';
import { firstTerminal } from '../../stores/shop-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import css from './sale.module.css';
import { useSale } from './use-sale.ts';

export function SaleDiffers() {
  const { sale, shop, preferences } = useStores();
  const { say } = useWords();
  const { money, terminalId } = useSale();
  const { kind, rest } = useStore(sale);
  const { settings, terminals } = useStore(shop);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const usualTerminal = firstTerminal(terminals, preferred);
  const differs = [
    kind === 'SALE' ? null : say('sale.kindAuthorization'),
    // The rest of a sale is in that sale's currency.
    settings === null || rest !== null || money.currency === settings.shopCurrency
      ? null
      : say('sale.otherCurrency', { currency: money.currency, usual: settings.shopCurrency }),
    terminalId === null || terminalId === usualTerminal ? null : say('sale.otherTerminal', { id: terminalId }),
  ].filter((part) => part !== null);
  if (differs.length === 0) return null;
  return (
    <div className={css['differs']} role="group" aria-label={say('sale.differs')}>
      {differs.map((part) => (
        <strong key={part}>{part}</strong>
      ))}
      {rest === null ? (
        <Button kind="quiet" onPress={() => sale.asUsual()}>
          {say('sale.asUsual')}
        </Button>
      ) : null}
    </div>
  );
}
