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
  'held.title': {
    en: 'Terminal {id} is held until {time} at the latest',
    de: 'Terminal {id} ist bis spätestens {time} belegt',
  },
  'held.what': {
    en: '{what} {amount}, begun {time}, may still be at work there: what became of it is not known yet.',
    de: '{what} {amount}, begonnen {time}, läuft dort vielleicht noch: Was daraus wurde, ist noch nicht bekannt.',
  },
  'held.whatPlain': {
    en: 'A command whose outcome is not known yet may still be at work there.',
    de: 'Dort läuft vielleicht noch ein Vorgang, dessen Ausgang nicht bekannt ist.',
  },
  'held.do': {
    en: 'Nothing was charged for this sale. Use another terminal, or wait.',
    de: 'Für diesen Verkauf wurde nichts abgebucht. Nehmen Sie ein anderes Terminal, oder warten Sie.',
  },
  'held.use': { en: 'Use {id}', de: '{id} nehmen' },
  'held.open': { en: 'See what holds it', de: 'Ansehen, was es belegt' },
  'held.free': { en: 'Free the terminal', de: 'Terminal freigeben' },
  'held.freeTitle': { en: 'Is terminal {id} idle?', de: 'Ist Terminal {id} frei?' },
  'held.freeLead': {
    en: 'Free it only if its display is idle and no slip came. The earlier sale stays unknown, and the bridge keeps checking it.',
    de: 'Nur freigeben, wenn die Anzeige im Ruhezustand ist und kein Beleg kam. Der frühere Verkauf bleibt ungeklärt, die Bridge prüft ihn weiter.',
  },
  'held.freeReason': { en: 'What did you see at the terminal?', de: 'Was haben Sie am Terminal gesehen?' },
  'held.freeSeen': {
    en: 'Its display is idle, no slip came',
    de: 'Anzeige im Ruhezustand, kein Beleg',
  },
  'held.freeDo': { en: 'Free terminal {id}', de: 'Terminal {id} freigeben' },
  'held.freeKeep': { en: 'Leave it held', de: 'Belegt lassen' },
  'held.pinTitle': { en: 'A supervisor frees the terminal', de: 'Eine Aufsicht gibt das Terminal frei' },
  'held.pinLead': {
    en: 'No money moves by this. The next sale may then start there.',
    de: 'Dabei bewegt sich kein Geld. Der nächste Verkauf kann dann dort beginnen.',
  },
  'held.pinWho': { en: 'Who frees it?', de: 'Wer gibt es frei?' },
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
