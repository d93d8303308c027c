// Looks for a payment by what stands on its receipt, scanned or typed: the list shows what was found, and where it is the
// only one its page opens at once.
import type { NavigationStore } from './navigation-store.ts';
import type { PaymentsStore } from './payments-store.ts';

export function findPayment(
  text: string,
  { payments, navigation }: { readonly payments: PaymentsStore; readonly navigation: NavigationStore },
): void {
  navigation.go({ screen: 'payments' });
  payments.searchFor(text, (payId) => {
    // Whoever has gone on meanwhile stays there.
    const { place } = navigation.getState();
    if (text !== '' && place.screen === 'payments' && place.payId === undefined)
      navigation.go({ screen: 'payments', payId });
  });
}
