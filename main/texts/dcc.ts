// Dynamic currency conversion. The offer's words follow the card schemes' rules: neutral, nothing preselected, both
// currencies alike, the mark-up named and never said to be over anybody's reference rate.
import { texts } from './define.ts';

export const dccTexts = texts({
  'dcc.title': { en: 'Which card, how much?', de: 'Welche Karte, wie viel?' },
  'dcc.lead': {
    en: 'Quotes the amount in the card’s currency. A card terminal makes its own offer: use this where the terminal does not.',
    de: 'Nennt den Betrag in der Währung der Karte. Ein Kartenterminal macht sein eigenes Angebot: Nutzen Sie dies, wo das Terminal keines macht.',
  },
  'dcc.bin': { en: 'First digits of the card', de: 'Erste Ziffern der Karte' },
  'dcc.binHint': { en: '6 to 8 digits, never the whole number', de: '6 bis 8 Ziffern, nie die ganze Nummer' },
  'dcc.binError': { en: 'Enter 6 to 8 digits', de: 'Geben Sie 6 bis 8 Ziffern ein' },
  'dcc.ask': { en: 'Ask for a quote', de: 'Angebot holen' },
  'dcc.asking': { en: 'Asking for a quote', de: 'Angebot wird geholt' },
  'dcc.notAvailable': { en: 'No other currency for this card', de: 'Keine andere Währung für diese Karte' },
  'dcc.notAvailableDo': { en: 'The customer pays {amount}.', de: 'Der Kunde zahlt {amount}.' },
  'dcc.incomplete': { en: 'The quote is incomplete', de: 'Das Angebot ist unvollständig' },
  'dcc.incompleteDo': {
    en: 'It must not be offered without amounts, rate and mark-up. The customer pays {amount}.',
    de: 'Ohne Beträge, Kurs und Aufschlag darf es nicht angeboten werden. Der Kunde zahlt {amount}.',
  },
  'dcc.select': { en: 'Select currency', de: 'Währung wählen' },
  'dcc.turn': { en: 'Turn the screen to the customer', de: 'Drehen Sie den Bildschirm zum Kunden' },
  'dcc.localAmount': { en: 'Amount', de: 'Betrag' },
  'dcc.foreignAmount': { en: 'Amount', de: 'Betrag' },
  'dcc.inLocal': { en: 'Original amount', de: 'Ursprungsbetrag' },
  'dcc.rate': { en: 'Exchange rate', de: 'Wechselkurs' },
  'dcc.markup': { en: 'Mark-up on the exchange rate', de: 'Aufschlag auf den Wechselkurs' },
  'dcc.local': { en: 'Currency of the shop', de: 'Währung des Geschäfts' },
  'dcc.foreign': { en: 'Currency of the card', de: 'Währung der Karte' },
  'dcc.recording': { en: 'Recording the choice', de: 'Auswahl wird festgehalten' },
  'dcc.chosen': { en: 'You chose {currency}', de: 'Sie haben {currency} gewählt' },
  'dcc.transaction': {
    en: 'Transaction currency {currency}: {amount}',
    de: 'Transaktionswährung {currency}: {amount}',
  },
  'dcc.recorded': { en: 'The choice is recorded with the quote.', de: 'Die Auswahl ist mit dem Angebot festgehalten.' },
  'dcc.notRecorded': {
    en: 'The choice could not be recorded. Charge in {currency}.',
    de: 'Die Auswahl konnte nicht festgehalten werden. Kassieren Sie in {currency}.',
  },
  'dcc.again': { en: 'Quote another card', de: 'Andere Karte anfragen' },
  'dcc.toSale': { en: 'Go to the sale', de: 'Zum Verkauf' },
  'dcc.stop': { en: 'Stop the offer', de: 'Angebot beenden' },
});
