// The manual refund: to a card or an account that no payment here stands behind.
import { texts } from './define.ts';

export const refundTexts = texts({
  'refund.findTitle': { en: 'Which payment goes back?', de: 'Welche Zahlung geht zurück?' },
  'refund.findLead': {
    en: 'Scan the receipt, or type what is on it: the reference, the amount, the last four digits of the card or the approval code.',
    de: 'Scannen Sie den Beleg oder geben Sie ein, was darauf steht: Referenz, Betrag, die letzten vier Ziffern der Karte oder den Genehmigungscode.',
  },
  'refund.find': { en: 'Find the payment', de: 'Zahlung suchen' },
  'refund.manual': { en: 'Manual refund (no receipt)', de: 'Manuelle Erstattung (ohne Beleg)' },
  'refund.title': { en: 'Manual refund (no receipt)', de: 'Manuelle Erstattung (ohne Beleg)' },
  'refund.lead': {
    en: 'Only where the payment cannot be found. A known payment is refunded under Payments.',
    de: 'Nur wenn sich die Zahlung nicht finden lässt. Eine bekannte Zahlung erstatten Sie unter Zahlungen.',
  },
  'refund.toPayments': { en: 'Find the payment instead', de: 'Stattdessen die Zahlung suchen' },
  'refund.amount': { en: 'Amount to refund', de: 'Zu erstattender Betrag' },
  'refund.target': { en: 'Send it to', de: 'Geht an' },
  'refund.terminal': { en: 'The card at the terminal', de: 'Die Karte am Terminal' },
  'refund.terminalHow': {
    en: 'The customer presents the card at the terminal. This till never sees its number.',
    de: 'Der Kunde hält die Karte ans Terminal. Diese Kasse sieht ihre Nummer nie.',
  },
  'refund.card': { en: 'A card, by its number', de: 'Eine Karte, nach Nummer' },
  'refund.account': { en: 'A bank account', de: 'Ein Bankkonto' },
  'refund.cardNumber': { en: 'Card number', de: 'Kartennummer' },
  'refund.cardNumberHint': {
    en: 'Used once, then forgotten. It is never shown again.',
    de: 'Wird einmal benutzt und dann vergessen. Sie wird nie wieder gezeigt.',
  },
  'refund.cardholder': { en: 'Name on the card', de: 'Name auf der Karte' },
  'refund.expiry': { en: 'Valid until', de: 'Gültig bis' },
  'refund.expiryHint': { en: 'Month and year, for example 04/29', de: 'Monat und Jahr, zum Beispiel 04/29' },
  'refund.brand': { en: 'Card brand', de: 'Kartenmarke' },
  'refund.iban': { en: 'IBAN', de: 'IBAN' },
  'refund.holder': { en: 'Account holder', de: 'Kontoinhaber' },
  'refund.bank': { en: 'Bank', de: 'Bank' },
  'refund.email': { en: 'E-mail of the customer', de: 'E-Mail des Kunden' },
  'refund.reason': { en: 'Reason', de: 'Grund' },
  'refund.reasonHint': { en: 'What an auditor should read later', de: 'Was ein Prüfer später lesen soll' },
  'refund.reference': { en: 'Reference', de: 'Referenz' },
  'refund.line': { en: 'Line or number of the slip', de: 'Zeile oder Nummer des Belegs' },
  'refund.lineHint': {
    en: 'It is refunded once over all tills',
    de: 'Wird an allen Kassen zusammen einmal erstattet',
  },
  'refund.check': { en: 'Check the refund', de: 'Erstattung prüfen' },
  'refund.checkTitle': { en: 'Is this right?', de: 'Stimmt alles?' },
  'refund.change': { en: 'Change something', de: 'Etwas ändern' },
  'refund.do': { en: 'Refund {amount}', de: '{amount} erstatten' },
  'refund.another': { en: 'Start another refund', de: 'Weitere Erstattung' },
  'refund.tellCustomer': {
    en: 'Tell the customer: we are still checking whether the money was given back. Until then give nothing back, not even in cash.',
    de: 'Sagen Sie dem Kunden: Wir prüfen noch, ob das Geld zurückgegeben wurde. Bis dahin nichts zurückgeben, auch nicht bar.',
  },
  'refund.leaveHint': {
    en: 'The till keeps checking and tells you how it ends. Until then the refund is under Activity.',
    de: 'Die Kasse prüft weiter und meldet, wie es ausgeht. Bis dahin steht die Erstattung im Verlauf.',
  },
  'refund.moneyOut': {
    en: 'The money leaves the shop’s account at once. You cannot get it back.',
    de: 'Das Geld verlässt sofort das Konto des Geschäfts. Es lässt sich nicht zurückholen.',
  },
  'refund.offline': {
    en: 'Offline. Nothing was given back. When “Online” is shown below, press again.',
    de: 'Offline. Es wurde nichts erstattet. Sobald unten „Online“ steht, erneut drücken.',
  },
  'refund.numberHidden': { en: 'Ends in {last4}', de: 'Endet auf {last4}' },
  'refund.error.amount': { en: 'Enter an amount above zero', de: 'Geben Sie einen Betrag über null ein' },
  'refund.error.terminal': {
    en: 'No terminal is set up. A manager names one in the settings.',
    de: 'Kein Terminal eingerichtet. Die Leitung trägt eines in den Einstellungen ein.',
  },
  'refund.error.cardNumber': {
    en: 'This is not a card number. Check each digit.',
    de: 'Das ist keine Kartennummer. Prüfen Sie jede Ziffer.',
  },
  'refund.error.cardholder': {
    en: 'Enter the name as it appears on the card',
    de: 'Geben Sie den Namen wie auf der Karte ein',
  },
  'refund.error.expiry': { en: 'Enter month and year as 04/29', de: 'Geben Sie Monat und Jahr als 04/29 ein' },
  'refund.error.brand': { en: 'Choose the brand on the card', de: 'Wählen Sie die Marke auf der Karte' },
  'refund.error.iban': {
    en: 'This is not an IBAN. Check each character.',
    de: 'Das ist keine IBAN. Prüfen Sie jedes Zeichen.',
  },
  'refund.error.holder': {
    en: 'Enter the name of the account holder',
    de: 'Geben Sie den Namen des Kontoinhabers ein',
  },
  'refund.error.email': {
    en: 'Enter an e-mail address such as name@example.com',
    de: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com',
  },
  'refund.error.reason': { en: 'Write why the money is given back', de: 'Schreiben Sie, warum das Geld zurückgeht' },
});
