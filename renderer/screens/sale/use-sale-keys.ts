// The keyboard on the Sale screen: the amount, a scanner's code into the reference, Ctrl+Enter to charge. True while a
// card was swiped into it, which goes nowhere.
import { useStores } from '../../ui/context.tsx';
import { useAmountKeys } from '../../ui/use-amount-keys.ts';

export function useSaleKeys(charge: () => void): boolean {
  const { sale } = useStores();
  return useAmountKeys({
    value: () => sale.getState().value,
    change: (value) => sale.edit({ value }),
    scanned: (code) => sale.edit({ reference: code.slice(0, 64) }),
    send: charge,
  });
}
