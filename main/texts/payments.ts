// Payments: the list, one payment's story, and capture, refund and reversal on it.
import { texts } from './define.ts';

export const paymentTexts = texts({
  'payments.title': { en: 'Which payment?', de: 'Welche Zahlung?' },
  'payments.search': { en: 'Search payments', de: 'Zahlungen suchen' },
  'payments.searchHint': { en: 'Number or reference', de: 'Nummer oder Referenz' },
  'payments.empty': { en: 'No payments yet', de: 'Noch keine Zahlungen' },
  'payments.emptyHow': {
    en: 'Payments taken at this till appear here. Start one on the Sale screen.',
    de: 'Zahlungen dieser Kasse erscheinen hier. Beginnen Sie eine unter Verkauf.',
  },
  'payments.noHit': {
    en: 'This till knows no payment with “{text}”',
    de: 'Diese Kasse kennt keine Zahlung mit „{text}“',
  },
  'payments.noHitHow': {
    en: 'Payments made elsewhere can be asked for at the gateway, by their full number.',
    de: 'Anderswo gemachte Zahlungen kennt das Zahlungssystem; fragen Sie mit der ganzen Nummer.',
  },
  'payments.askPayId': { en: 'Ask by payment number', de: 'Nach Zahlungsnummer fragen' },
  'payments.askTransId': { en: 'Ask by transaction number', de: 'Nach Transaktionsnummer fragen' },
  'payments.asking': { en: 'Asking the gateway', de: 'Das Zahlungssystem wird gefragt' },
  'payments.list': { en: 'Payments, newest first', de: 'Zahlungen, neueste zuerst' },
  'payments.choose': { en: 'Choose a payment from the list', de: 'Wählen Sie eine Zahlung aus der Liste' },
  'payments.chooseHow': {
    en: 'Its story and what can be done with it appear here.',
    de: 'Ihr Verlauf und was möglich ist, erscheinen hier.',
  },

  'payment.captured': { en: 'Taken', de: 'Eingezogen' },
  'payment.authorised': { en: 'Authorised', de: 'Autorisiert' },
  'payment.refunded': { en: 'Refunded', de: 'Erstattet' },
  'payment.open': { en: 'Refunds under way', de: 'Erstattungen unterwegs' },
  'payment.refundable': { en: 'Can still be refunded', de: 'Noch erstattbar' },
  'payment.capturable': { en: 'Can still be captured', de: 'Noch einziehbar' },
  'payment.notKnown': { en: 'not known', de: 'nicht bekannt' },
  'payment.reversed': { en: 'Reversed', de: 'Storniert' },
  'payment.paid': { en: 'Paid', de: 'Bezahlt' },
  'payment.partRefunded': { en: 'Partly refunded', de: 'Teilweise erstattet' },
  'payment.fullyRefunded': { en: 'Refunded in full', de: 'Ganz erstattet' },
  'payment.onlyAuthorised': { en: 'Authorised, not captured', de: 'Autorisiert, nicht eingezogen' },
  'payment.underWay': { en: 'Under way', de: 'Unterwegs' },
  'payment.unclear': { en: 'Not known in full', de: 'Nicht ganz bekannt' },
  'payment.creditOnly': { en: 'Credited', de: 'Gutgeschrieben' },
  'payment.story': { en: 'The story of this payment', de: 'Der Verlauf dieser Zahlung' },
  'payment.noStory': {
    en: 'This till has done nothing on this payment yet.',
    de: 'Diese Kasse hat an dieser Zahlung noch nichts getan.',
  },
  'payment.refresh': { en: 'Ask the gateway for its state', de: 'Stand beim Zahlungssystem erfragen' },
  'payment.actions': { en: 'What can be done', de: 'Was möglich ist' },

  'payment.doCapture': { en: 'Capture money', de: 'Geld einziehen' },
  'payment.doRefund': { en: 'Refund money', de: 'Geld erstatten' },
  'payment.doReverse': { en: 'Reverse the payment', de: 'Zahlung stornieren' },

  'action.captureTitle': { en: 'How much should be taken?', de: 'Wie viel soll eingezogen werden?' },
  'action.refundTitle': { en: 'How much should go back?', de: 'Wie viel soll zurück?' },
  'action.reverseTitle': { en: 'Reverse the whole payment?', de: 'Ganze Zahlung stornieren?' },
  'action.reverseBody': {
    en: 'The customer is not charged {amount}. This cannot be undone.',
    de: '{amount} werden dem Kunden nicht berechnet. Das lässt sich nicht rückgängig machen.',
  },
  'action.reverseTerminal': {
    en: 'The reversal runs at terminal {id}. Keep the card at hand.',
    de: 'Das Storno läuft am Terminal {id}. Halten Sie die Karte bereit.',
  },
  'action.amount': { en: 'Amount', de: 'Betrag' },
  'action.all': { en: 'All: {amount}', de: 'Alles: {amount}' },
  'action.most': { en: 'At most {amount}', de: 'Höchstens {amount}' },
  'action.mostUnknown': {
    en: 'How much is left is not known here; the gateway decides.',
    de: 'Der Rest ist hier nicht bekannt; das Zahlungssystem entscheidet.',
  },
  'action.tooMuch': { en: 'At most {amount} is possible', de: 'Höchstens {amount} möglich' },
  'action.enterAmount': { en: 'Enter an amount', de: 'Betrag eingeben' },
  'action.whichCapture': { en: 'Which capture?', de: 'Welcher Einzug?' },
  'action.capture': { en: 'Capture {amount}', de: '{amount} einziehen' },
  'action.refund': { en: 'Refund {amount}', de: '{amount} erstatten' },
  'action.reverse': { en: 'Reverse {amount}', de: '{amount} stornieren' },
  'action.keep': { en: 'Leave as it is', de: 'So lassen' },
  'action.done': { en: 'Back to the payment', de: 'Zurück zur Zahlung' },
  'action.waits': {
    en: 'Offline: this is stored and sent when the connection is back.',
    de: 'Offline: Das wird gespeichert und gesendet, sobald die Verbindung wieder da ist.',
  },
});
