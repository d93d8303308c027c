// The keyboard on the Sale screen: digits, + × % into the amount, a scanner's code into the reference, Ctrl+Enter to
// charge. Returns true after a card was swiped there; its keys are dropped.
import type { AddingKey } from '../../model/adding-machine.ts';
import { useStores } from '../../ui/base/context.tsx';
import { useAmountKeys } from '../../ui/form/use-amount-keys.ts';

const addingKeys: { readonly [key: string]: AddingKey } = { '+': '+', '*': '×', x: '×', X: '×', '×': '×', '%': '%' };

export function useSaleKeys(charge: () => void): boolean {
  const { sale } = useStores();
  return useAmountKeys({
    scanned: (code) => sale.edit({ reference: code.slice(0, 64) }),
    send: charge,
    type(key) {
      const adding = addingKeys[key];
      if (adding !== undefined) sale.press(adding);
      else if (/^\d$/.test(key)) sale.digits(key);
      else if (key === 'Backspace') sale.backspace();
      else if (key === 'Delete') sale.clear();
      else return false;
      return true;
    },
    remember() {
      const { lines, quantity, value, filledIn, refusedKey } = sale.getState();
      return () => sale.edit({ lines, quantity, value, filledIn, refusedKey });
    },
  });
}
