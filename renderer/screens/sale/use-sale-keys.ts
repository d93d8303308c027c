// The keyboard on the Sale screen: the amount, a scanner's code into the reference, Ctrl+Enter to charge. True while a
// card was swiped into it, which goes nowhere.
import { useStores } from '../../ui/context.tsx';
import { useAmountKeys } from '../../ui/use-amount-keys.ts';

export function useSaleKeys(charge: () => void): boolean {
  const { sale } = useStores();
  return useAmountKeys({
    value: () => sale.getState().value,
    digits: (typed) => sale.digits(typed),
    backspace: () => sale.backspace(),
    clear: () => sale.clear(),
    scanned: (code, valueBefore) => sale.scanned(code, valueBefore),
    swiped: (valueBefore) => sale.edit({ value: valueBefore }),
    send: charge,
  });
}
