// Searches a payment by a text of its receipt, scanned or typed: the list shows the results, and a single result opens
// at once.
import type { NavigationStore } from '../till/navigation-store.ts';
import type { PaymentsStore } from './payments-store.ts';

export function findPayment(
  text: string,
  { payments, navigation }: { readonly payments: PaymentsStore; readonly navigation: NavigationStore },
): void {
  navigation.go({ screen: 'payments' });
  payments.searchFor(text, (payId) => {
    // Opens it only if the cashier has not gone elsewhere meanwhile.
    const { route } = navigation.getState();
    if (text !== '' && route.screen === 'payments' && route.payId === undefined)
      navigation.go({ screen: 'payments', payId });
  });
}
