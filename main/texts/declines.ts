// Why a payment was declined, by the gateway's response code. The specification shows no catalogue of codes: these are the
// ones of the training gateway. What the host says in its own words stands in the details.
import { texts } from './define.ts';

export const declineTexts = texts({
  'decline.funds': { en: 'There is not enough money on the card.', de: 'Die Karte ist nicht gedeckt.' },
  'decline.expired': { en: 'The card has expired.', de: 'Die Karte ist abgelaufen.' },
  'decline.issuer': { en: 'The bank that issued the card says no.', de: 'Die Bank der Karte lehnt ab.' },
  'decline.terminal': { en: 'The terminal says no.', de: 'Das Terminal lehnt ab.' },
  'decline.customer': { en: 'The customer cancelled it.', de: 'Der Kunde hat abgebrochen.' },
  'decline.terminal-offline': { en: 'The terminal is offline.', de: 'Das Terminal ist offline.' },
  'decline.no-card': { en: 'No card was presented in time.', de: 'Es wurde rechtzeitig keine Karte vorgehalten.' },
  'noCard.headline': { en: 'No card was presented. {nothing}', de: 'Es wurde keine Karte vorgehalten. {nothing}' },
  'noCard.do': {
    en: 'Try again, and ask the customer to present the card at once.',
    de: 'Versuchen Sie es erneut, und bitten Sie den Kunden, die Karte gleich vorzuhalten.',
  },
  'terminalOffline.headline': { en: 'The terminal is offline. {nothing}', de: 'Das Terminal ist offline. {nothing}' },
  'terminalOffline.do': {
    en: 'Check its power and its network, or use another terminal.',
    de: 'Prüfen Sie Strom und Netz des Terminals, oder nehmen Sie ein anderes.',
  },
  'customerCancelled.headline': { en: 'The customer cancelled. {nothing}', de: 'Der Kunde hat abgebrochen. {nothing}' },
  'customerCancelled.do': { en: 'Ask how the customer wants to pay.', de: 'Fragen Sie, wie der Kunde zahlen möchte.' },
});
