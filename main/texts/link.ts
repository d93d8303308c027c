// Payment link: what the customer is to pay, the code to show, and whether it was paid.
import { texts } from './define.ts';

export const linkTexts = texts({
  'link.title': { en: 'How much should the customer pay?', de: 'Wie viel soll der Kunde zahlen?' },
  'link.fromSale': { en: 'Payment link', de: 'Zahlungslink' },
  'link.row.made': { en: 'Link made', de: 'Link erstellt' },
  'link.row.differs': { en: 'Another sum was paid', de: 'Anderer Betrag bezahlt' },
  'link.row.twice': { en: 'Paid more than once', de: 'Mehrfach bezahlt' },
  'link.row.expired': { en: 'Expired', de: 'Abgelaufen' },
  'link.row.failed': { en: 'Given up or declined', de: 'Abgebrochen oder abgelehnt' },
  'link.row.over': { en: 'Expired, no payment seen', de: 'Abgelaufen, keine Zahlung gesehen' },
  'link.row.open': { en: 'No payment seen yet', de: 'Noch keine Zahlung gesehen' },
  'link.row.unasked': {
    en: 'No payment seen; no longer checked',
    de: 'Keine Zahlung gesehen; wird nicht mehr geprüft',
  },
  'link.recent': { en: 'Earlier links', de: 'Frühere Links' },
  'link.description': { en: 'What is it for?', de: 'Wofür?' },
  'link.descriptionHint': { en: 'The customer reads this', de: 'Das liest der Kunde' },
  'link.method': { en: 'Paid with', de: 'Zahlungsart' },
  'link.anyMethod': { en: 'The customer chooses', de: 'Der Kunde wählt' },
  'link.methodHint': { en: 'On the payment system’s page.', de: 'Auf der Seite des Zahlungssystems.' },
  'link.currencies': {
    en: 'Let the customer choose the currency of the card on the page',
    de: 'Der Kunde kann auf der Seite die Währung der Karte wählen',
  },
  'link.expiry': { en: 'Valid for', de: 'Gültig' },
  'link.expiry.none': { en: 'Until it is paid', de: 'Bis zur Zahlung' },
  'link.expiry.hour': { en: 'One hour', de: 'Eine Stunde' },
  'link.expiry.day': { en: 'One day', de: 'Einen Tag' },
  'link.expiry.week': { en: 'One week', de: 'Eine Woche' },
  'link.make': { en: 'Make a link for {amount}', de: 'Link über {amount} erstellen' },
  'link.making': { en: 'Making the link', de: 'Link wird erstellt' },
  'link.offline': {
    en: 'Offline. No link was made. When “Online” is shown below, press again.',
    de: 'Offline. Kein Link erstellt. Sobald unten „Online“ steht, erneut drücken.',
  },
  'link.toSale': { en: 'Back to the sale', de: 'Zurück zum Verkauf' },

  'link.code': { en: 'QR code of the payment link', de: 'QR-Code des Zahlungslinks' },
  'link.tooLong': {
    en: 'This link is too long for a code. Copy it and send it to the customer.',
    de: 'Dieser Link ist zu lang für einen Code. Kopieren Sie ihn und senden Sie ihn dem Kunden.',
  },
  'link.show': { en: 'Show this code to the customer', de: 'Zeigen Sie dem Kunden diesen Code' },
  'link.text': { en: 'The link', de: 'Der Link' },
  'link.copy': { en: 'Copy the link', de: 'Link kopieren' },
  'link.validUntil': { en: 'Valid until', de: 'Gültig bis' },
  'link.none': {
    en: 'The payment system made it, but its answer holds no link',
    de: 'Angelegt, aber die Antwort enthält keinen Link',
  },
  'link.noneHow': {
    en: 'Look for it in the payment system’s back office by the transaction number. Do not make another one for the same purchase until you have looked.',
    de: 'Suchen Sie ihn im Backoffice des Zahlungssystems nach der Transaktionsnummer. Erstellen Sie vorher keinen zweiten für denselben Kauf.',
  },

  'link.state.asking': { en: 'Asking the payment system', de: 'Das Zahlungssystem wird gefragt' },
  'link.state.waiting': { en: 'Waiting for the customer', de: 'Wartet auf den Kunden' },
  'link.state.paid': { en: 'Paid {amount}', de: 'Bezahlt: {amount}' },
  'link.state.authorized': {
    en: 'Authorized {amount}. Not taken yet.',
    de: '{amount} autorisiert. Noch nicht abgebucht.',
  },
  'link.state.differs': {
    en: 'The payment system shows {paid}, not {asked}',
    de: 'Das Zahlungssystem zeigt {paid}, nicht {asked}',
  },
  'link.state.differsUnread': {
    en: 'The payment system shows another sum than {asked}',
    de: 'Das Zahlungssystem zeigt einen anderen Betrag als {asked}',
  },
  'link.state.twice': {
    en: 'Paid more than once: also by {payments}',
    de: 'Mehrfach bezahlt: auch mit {payments}',
  },
  'link.state.failed': { en: 'Not paid. No money was taken.', de: 'Nicht bezahlt. Es wurde nichts abgebucht.' },
  'link.state.expired': { en: 'Expired. No money was taken.', de: 'Abgelaufen. Es wurde nichts abgebucht.' },
  'link.state.over': { en: 'Expired. No payment was seen.', de: 'Abgelaufen. Es wurde keine Zahlung gesehen.' },
  'link.state.back': { en: 'Paid and given back', de: 'Bezahlt und zurückgegeben' },
  'link.state.unclear': { en: 'We don’t know whether it was paid', de: 'Wir wissen nicht, ob bezahlt wurde' },

  'link.do.asking': { en: 'It takes a moment.', de: 'Das dauert einen Moment.' },
  'link.do.waiting': {
    en: 'While the link is open, do not charge the same purchase another way: the customer could pay twice.',
    de: 'Solange der Link offen ist, denselben Kauf nicht anders kassieren: Der Kunde könnte doppelt zahlen.',
  },
  'link.do.paid': { en: 'You can hand over the goods.', de: 'Sie können die Ware herausgeben.' },
  'link.do.authorized': {
    en: 'Capture it in the payment when the goods leave.',
    de: 'Ziehen Sie es in der Zahlung ein, wenn die Ware das Geschäft verlässt.',
  },
  'link.do.differs': {
    en: 'That is not what you asked for. Keep the goods until it is settled: open the payment and refund it, or charge the rest another way.',
    de: 'Das ist nicht, was Sie angefordert haben. Ware zurückhalten, bis es geklärt ist: Zahlung öffnen und erstatten oder den Rest anders kassieren.',
  },
  'link.do.differsLess': {
    en: '{rest} is missing. Keep the goods until it is settled: charge the remaining {rest} another way, or open the payment and refund it.',
    de: 'Es fehlen {rest}. Ware zurückhalten, bis es geklärt ist: die restlichen {rest} anders kassieren, oder Zahlung öffnen und erstatten.',
  },
  'link.do.differsMore': {
    en: 'That is {extra} more than you asked for. Open the payment and refund {extra}. Keep the goods until then.',
    de: 'Das sind {extra} mehr, als Sie angefordert haben. Zahlung öffnen und {extra} erstatten; die Ware bis dahin zurückhalten.',
  },
  'link.do.twice': {
    en: 'Each payment counts among the takings. Open the payments by these numbers and refund what was paid twice.',
    de: 'Jede Zahlung zählt zu den Einnahmen. Öffnen Sie die Zahlungen mit diesen Nummern und erstatten Sie, was doppelt bezahlt wurde.',
  },
  'link.do.failed': {
    en: 'The customer gave up or was declined. This link cannot be used again; make a new one if it is still wanted.',
    de: 'Der Kunde brach ab oder wurde abgelehnt. Dieser Link gilt nicht mehr; erstellen Sie bei Bedarf einen neuen.',
  },
  'link.do.expired': { en: 'Make a new link if it is still wanted.', de: 'Erstellen Sie bei Bedarf einen neuen Link.' },
  'link.do.over': {
    en: 'Make a new link if it is still wanted. A payment that the customer began before the end may still show.',
    de: 'Erstellen Sie bei Bedarf einen neuen Link. Eine vor dem Ende begonnene Zahlung kann noch erscheinen.',
  },
  'link.do.back': { en: 'Open the payment to see its history.', de: 'Öffnen Sie die Zahlung für ihren Verlauf.' },
  'link.do.unclear': {
    en: 'Do not charge again and do not hand over the goods. Open the payment, or ask again.',
    de: 'Nicht erneut kassieren und die Ware nicht herausgeben. Zahlung öffnen oder erneut fragen.',
  },
  'link.notAsked': {
    en: 'The payment system could not be asked. Whether the customer has paid since is not known; this page shows what it last said. Keep the goods, and ask again when “Online” is shown below.',
    de: 'Das Zahlungssystem war nicht zu erreichen. Ob der Kunde seither bezahlt hat, ist nicht bekannt; hier steht der letzte Stand. Ware zurückhalten und erneut fragen, sobald unten „Online“ steht.',
  },
  'link.lastAsked': { en: 'Payment system last asked', de: 'Zuletzt gefragt' },
  'link.askNow': { en: 'Ask the payment system now', de: 'Jetzt beim Zahlungssystem fragen' },
  'link.new': { en: 'Make a new link', de: 'Neuen Link erstellen' },
  'link.again': { en: 'Try once more: {amount}', de: 'Noch einmal: {amount}' },
  'link.leaveHint': {
    en: 'You can leave this page. The link stays valid and is under Earlier links.',
    de: 'Sie können die Seite verlassen. Der Link gilt weiter und steht unter Frühere Links.',
  },
  'link.leaveUnasked': {
    en: 'The till no longer asks about this link by itself. It stays valid: before you charge the purchase another way, ask here. It is under Earlier links.',
    de: 'Die Kasse fragt zu diesem Link nicht mehr nach. Er gilt weiter: Fragen Sie hier, bevor Sie den Kauf anders kassieren. Er steht unter Frühere Links.',
  },
  'link.unknownHint': {
    en: 'The link may exist. Do not make another one for the same purchase before this is settled.',
    de: 'Den Link gibt es vielleicht. Vor der Klärung keinen zweiten für denselben Kauf erstellen.',
  },
  'link.other': { en: 'Link for another purchase', de: 'Link für einen anderen Kauf' },
  'link.recentTitle': { en: 'Which link?', de: 'Welcher Link?' },
  'link.recentEmpty': { en: 'No links yet', de: 'Noch keine Links' },
  'link.recentHow': {
    en: 'Links made at this till appear here, with what became of them.',
    de: 'Links dieser Kasse erscheinen hier, mit dem, was daraus wurde.',
  },
});
