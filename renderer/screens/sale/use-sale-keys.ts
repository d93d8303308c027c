// The keyboard on the Sale screen: the amount, a scanner's code into the reference, Ctrl+Enter to charge.
import { useStores } from '../../ui/context.tsx';
import { useAmountKeys } from '../../ui/use-amount-keys.ts';

export function useSaleKeys(charge: () => void): void {
  const { sale } = useStores();
  useAmountKeys({
    value: () => sale.getState().value,
    digits: (typed) => sale.digits(typed),
    backspace: () => sale.backspace(),
    clear: () => sale.clear(),
    scanned: (code, valueBefore) => sale.scanned(code, valueBefore),
    send: charge,
  });
}
