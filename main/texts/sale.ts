// The Sale screen.
import { texts } from './define.ts';

export const saleTexts = texts({
  'sale.title': { en: 'How much?', de: 'Wie viel?' },
  'sale.amount': { en: 'Amount', de: 'Betrag' },
  'sale.currency': { en: 'Currency', de: 'Währung' },
  'sale.reference': { en: 'Reference', de: 'Referenz' },
  'sale.referenceHint': {
    en: 'Order or receipt number; scan or type',
    de: 'Bestell- oder Bonnummer; scannen oder tippen',
  },
  'sale.terminal': { en: 'Terminal', de: 'Terminal' },
  'sale.kind': { en: 'What to do', de: 'Vorgang' },
  'sale.kindSale': { en: 'Sale', de: 'Verkauf' },
  'sale.kindAuthorisation': { en: 'Authorise only', de: 'Nur autorisieren' },
  'sale.charge': { en: 'Charge {amount}', de: '{amount} kassieren' },
  'sale.authorise': { en: 'Authorise {amount}', de: '{amount} autorisieren' },
  'sale.enterAmount': { en: 'Enter an amount', de: 'Betrag eingeben' },
  'sale.noTerminal': {
    en: 'No terminal is set up. Name one in the settings.',
    de: 'Kein Terminal eingerichtet. Tragen Sie eines in den Optionen ein.',
  },
  'sale.offline': {
    en: 'Offline. Card payments need the connection; the till keeps trying.',
    de: 'Offline. Kartenzahlungen brauchen die Verbindung; die Kasse versucht es weiter.',
  },
  'sale.busy': {
    en: 'This terminal is busy with another operation.',
    de: 'Dieses Terminal ist mit einem anderen Vorgang beschäftigt.',
  },
  'sale.dcc': { en: 'Quote another currency', de: 'Andere Währung anbieten' },
  'sale.progress': { en: 'Sale in progress', de: 'Verkauf läuft' },
  'sale.seconds': { en: '{seconds} s', de: '{seconds} s' },
  'sale.step.accepted': { en: 'Stored in this till', de: 'In der Kasse gespeichert' },
  'sale.step.sent': { en: 'Sent to the terminal', de: 'Ans Terminal gesendet' },
  'sale.step.answer': { en: 'Answer from the bank', de: 'Antwort der Bank' },
  'sale.dontLeave': {
    en: 'You can look at other screens. This carries on.',
    de: 'Sie können andere Bereiche ansehen. Es läuft weiter.',
  },
  'sale.new': { en: 'Start the next sale', de: 'Nächster Verkauf' },
  'sale.again': { en: 'Go back to {amount}', de: 'Zurück zu {amount}' },
  'sale.leave': { en: 'Next customer, keep checking', de: 'Nächster Kunde, weiter prüfen' },
  'sale.leaveHint': {
    en: 'The bridge keeps checking. You can find this sale under Activity.',
    de: 'Die Bridge klärt weiter. Sie finden diesen Verkauf im Verlauf.',
  },
  'sale.leavePerson': { en: 'Next customer', de: 'Nächster Kunde' },
  'sale.leavePersonHint': {
    en: 'This sale stays under Activity until somebody has decided.',
    de: 'Dieser Verkauf bleibt im Verlauf, bis jemand entschieden hat.',
  },
  'sale.unknownWhat': { en: 'What the bridge is doing', de: 'Was die Bridge tut' },
  'sale.lookUps': {
    en: 'Asked the gateway {count} times, last at {time}',
    de: '{count} Mal beim Zahlungssystem nachgefragt, zuletzt um {time}',
  },
  'sale.noLookUp': { en: 'The gateway has not been asked yet', de: 'Das Zahlungssystem wurde noch nicht gefragt' },
  'sale.nextLookUp': { en: 'Asks again at {time}', de: 'Fragt wieder um {time}' },
  'sale.tellCustomer': {
    en: 'Tell the customer that the outcome is being checked. Do not take the card again.',
    de: 'Sagen Sie dem Kunden, dass das Ergebnis geprüft wird. Die Karte nicht noch einmal annehmen.',
  },
  'sale.openPayment': { en: 'Open the payment', de: 'Zahlung öffnen' },
  'keypad.label': { en: 'Keypad', de: 'Ziffernblock' },
  'keypad.back': { en: 'Remove the last digit', de: 'Letzte Ziffer entfernen' },
  'keypad.clear': { en: 'Clear', de: 'Löschen' },
  'keypad.clearLabel': { en: 'Clear the amount', de: 'Betrag löschen' },
});
