// Payments: the list, one payment's story, and capture, refund and reversal on it.
import { texts } from './define.ts';

export const paymentTexts = texts({
  'payments.title': { en: 'Which payment?', de: 'Welche Zahlung?' },
  'payments.search': { en: 'Search payments', de: 'Zahlungen suchen' },
  'payments.searchHint': { en: 'Reference, amount, card, day, name', de: 'Referenz, Betrag, Karte, Tag, Name' },
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
    en: 'Payments made elsewhere can be looked up in the payment system, by their full number.',
    de: 'Zahlungen von anderswo können Sie mit der ganzen Nummer beim Zahlungssystem erfragen.',
  },
  'payments.askPayId': {
    en: 'Ask the payment system by payment number',
    de: 'Nach der Zahlungsnummer fragen',
  },
  'payments.askTransId': {
    en: 'Ask the payment system by transaction number',
    de: 'Nach der Transaktionsnummer fragen',
  },
  'payments.asking': { en: 'Asking the payment system', de: 'Das Zahlungssystem wird gefragt' },
  'payments.list': { en: 'Payments, newest first', de: 'Zahlungen, neueste zuerst' },
  'payments.today': { en: 'Today', de: 'Heute' },
  'payments.yesterday': { en: 'Yesterday', de: 'Gestern' },
  'payments.earlier': { en: 'Earlier', de: 'Früher' },
  'payments.choose': { en: 'Choose a payment from the list', de: 'Wählen Sie eine Zahlung aus der Liste' },
  'payments.chooseHow': {
    en: 'Its history and what you can do with it appear here.',
    de: 'Ihr Verlauf und was möglich ist, erscheinen hier.',
  },

  'payment.captured': { en: 'Taken', de: 'Eingezogen' },
  'payment.authorized': { en: 'Authorized', de: 'Autorisiert' },
  'payment.refunded': { en: 'Refunded', de: 'Erstattet' },
  'payment.open': { en: 'Refunds under way', de: 'Erstattungen unterwegs' },
  'payment.refundable': { en: 'Can still be refunded', de: 'Noch erstattbar' },
  'payment.capturable': { en: 'Can still be captured', de: 'Noch einziehbar' },
  'payment.notKnown': { en: 'not known', de: 'nicht bekannt' },
  'payment.reversed': { en: 'Reversed', de: 'Storniert' },
  'payment.paid': { en: 'Paid', de: 'Bezahlt' },
  'payment.partRefunded': { en: 'Paid, partly refunded', de: 'Bezahlt, zum Teil erstattet' },
  'payment.fullyRefunded': { en: 'Refunded in full', de: 'Ganz erstattet' },
  'payment.onlyAuthorized': { en: 'Authorized only', de: 'Nur autorisiert' },
  'payment.underWay': { en: 'Under way', de: 'Unterwegs' },
  'payment.notPaid': { en: 'Not paid', de: 'Nicht bezahlt' },
  'payment.unclear': { en: 'Not known in full', de: 'Nicht ganz bekannt' },
  'payment.creditOnly': { en: 'Credited', de: 'Gutgeschrieben' },
  'payment.person': { en: 'Taken by', de: 'Kassiert von' },
  'payment.settledBy': { en: 'Decided by a person', de: 'Von einer Person entschieden' },
  'unnumbered.title': {
    en: 'The payment system’s number of this payment is not known yet',
    de: 'Die Nummer dieser Zahlung beim Zahlungssystem ist noch nicht bekannt',
  },
  'unnumbered.asking': {
    en: 'A person decided that it was paid. The till now asks the payment system for its number; then you can refund it.',
    de: 'Jemand hat entschieden, dass sie bezahlt ist. Die Kasse fragt jetzt nach ihrer Nummer; danach können Sie erstatten.',
  },
  'unnumbered.missing': {
    en: 'The payment system does not show this sale. Nothing was given back.',
    de: 'Das Zahlungssystem zeigt diesen Verkauf nicht. Es wurde nichts erstattet.',
  },
  'unnumbered.differs': {
    en: 'The payment system shows another payment under this transaction number. Nothing was given back.',
    de: 'Unter dieser Transaktionsnummer zeigt das Zahlungssystem eine andere Zahlung. Es wurde nichts erstattet.',
  },
  'unnumbered.refused': {
    en: 'The payment system says that this sale was not carried out.',
    de: 'Das Zahlungssystem sagt, dass dieser Verkauf nicht ausgeführt wurde.',
  },
  'unnumbered.refusedHow': {
    en: 'So nothing was taken from the card, whatever the slip says. Give nothing back before the payment system’s provider has looked into it.',
    de: 'Von der Karte wurde also nichts abgebucht, was auch immer der Beleg sagt. Geben Sie nichts zurück, bevor der Anbieter des Zahlungssystems das geprüft hat.',
  },
  'unnumbered.how': {
    en: 'Give the money back at the terminal: the customer presents the card that paid. It counts as a refund of this sale.',
    de: 'Geben Sie das Geld am Terminal zurück: Der Kunde hält die Karte hin, mit der er bezahlt hat. Das zählt als Erstattung dieses Verkaufs.',
  },
  'unnumbered.again': { en: 'Ask the payment system again', de: 'Zahlungssystem noch einmal fragen' },
  'unnumbered.credit': { en: 'Refund at the terminal', de: 'Am Terminal erstatten' },
  'unnumbered.creditTitle': { en: 'How much goes back to the card?', de: 'Wie viel geht auf die Karte zurück?' },
  'unnumbered.creditHow': {
    en: 'The customer presents the card that paid. The refund carries the reference {reference}.',
    de: 'Der Kunde hält die Karte hin, mit der er bezahlt hat. Die Erstattung trägt die Referenz {reference}.',
  },

  'payments.restStays': {
    en: '{rest} is still authorized. None of it is taken unless you capture it. Once a part was captured, the payment system cannot reverse the rest: it lapses at the customer’s bank.',
    de: '{rest} sind noch autorisiert. Davon wird nichts abgebucht, solange Sie es nicht einziehen. Nach einem Teileinzug storniert das Zahlungssystem keinen Rest: Er verfällt bei der Bank des Kunden.',
  },
  'payment.story': { en: 'The history of this payment', de: 'Der Verlauf dieser Zahlung' },
  'payment.openStep': { en: 'Open the operation', de: 'Vorgang öffnen' },
  'payment.noStory': {
    en: 'This till has done nothing on this payment yet.',
    de: 'Diese Kasse hat an dieser Zahlung noch nichts getan.',
  },
  'payment.refresh': { en: 'Ask the payment system how it stands', de: 'Stand beim Zahlungssystem erfragen' },
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
    en: 'The reversal runs at terminal {id}. Keep the card to hand.',
    de: 'Das Storno läuft am Terminal {id}. Halten Sie die Karte bereit.',
  },
  'action.amount': { en: 'Amount', de: 'Betrag' },
  'action.all': { en: 'All: {amount}', de: 'Alles: {amount}' },
  'action.most': { en: 'At most {amount}', de: 'Höchstens {amount}' },
  'action.mostUnknown': {
    en: 'How much is left is not known here; the payment system decides.',
    de: 'Der Rest ist hier nicht bekannt; das Zahlungssystem entscheidet.',
  },
  'action.tooMuch': { en: 'At most {amount} is possible', de: 'Höchstens {amount} möglich' },
  'action.enterAmount': { en: 'Enter an amount', de: 'Betrag eingeben' },
  'action.chooseCapture': { en: 'Choose a capture', de: 'Einzug wählen' },
  'action.whichCapture': { en: 'Which capture?', de: 'Welcher Einzug?' },
  'action.captureAt': { en: 'Captured {time}', de: 'Eingezogen {time}' },
  'action.captureLeft': { en: '{left} left · captured {time}', de: 'Noch {left} · eingezogen {time}' },
  'action.capturesMissing': {
    en: 'This till does not know all captures of this payment.',
    de: 'Diese Kasse kennt nicht alle Einzüge dieser Zahlung.',
  },
  'action.askCaptures': { en: 'Ask the payment system for them', de: 'Beim Zahlungssystem erfragen' },
  'action.capture': { en: 'Capture {amount}', de: '{amount} einziehen' },
  'action.refund': { en: 'Refund {amount}', de: '{amount} erstatten' },
  'action.reverse': { en: 'Reverse {amount}', de: '{amount} stornieren' },
  'action.keep': { en: 'Cancel', de: 'Abbrechen' },
  'action.done': { en: 'Back to the payment', de: 'Zurück zur Zahlung' },
  'action.waits': {
    en: 'Offline: nothing goes out yet. It is stored, and sent when the connection is back.',
    de: 'Offline: Noch geht nichts hinaus. Es wird gespeichert und gesendet, sobald die Verbindung wieder da ist.',
  },
});
