// Dynamic currency conversion. The words follow the card schemes' rules: neutral, both currencies alike, the mark-up named
// and never said to be over anybody's reference rate.
import { texts } from './define.ts';

export const dccTexts = texts({
  'dcc.title': { en: 'Which card, how much?', de: 'Welche Karte, wie viel?' },
  'dcc.lead': {
    en: 'Shows the amount in the card’s currency. It informs only: the terminal makes the offer and asks the cardholder.',
    de: 'Zeigt den Betrag in der Währung der Karte. Das ist nur eine Auskunft: Das Terminal macht das Angebot und fragt den Karteninhaber.',
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
  'dcc.wrong': { en: 'The quote’s figures do not agree', de: 'Die Zahlen des Angebots stimmen nicht' },
  'dcc.wrongDo': {
    en: 'It must not be shown. The customer pays {amount}. The log says which figure is wrong.',
    de: 'Es darf nicht gezeigt werden. Der Kunde zahlt {amount}. Welche Zahl falsch ist, steht im Protokoll.',
  },
  'dcc.over': { en: 'The quote is over', de: 'Das Angebot ist abgelaufen' },
  'dcc.informs': { en: 'The amount in both currencies', de: 'Der Betrag in beiden Währungen' },
  'dcc.terminalAsks': {
    en: 'For information. The terminal asks in which currency you pay; its offer may differ.',
    de: 'Zur Auskunft. Das Terminal fragt, in welcher Währung Sie zahlen; sein Angebot kann abweichen.',
  },
  'dcc.localAmount': { en: 'Amount', de: 'Betrag' },
  'dcc.foreignAmount': { en: 'Amount', de: 'Betrag' },
  'dcc.inLocal': { en: 'Original amount', de: 'Ursprungsbetrag' },
  'dcc.rate': { en: 'Exchange rate', de: 'Wechselkurs' },
  'dcc.rateBare': { en: 'Exchange rate before the mark-up', de: 'Wechselkurs vor dem Aufschlag' },
  'dcc.markup': { en: 'Mark-up on the exchange rate', de: 'Aufschlag auf den Wechselkurs' },
  'dcc.local': { en: 'Currency of the shop', de: 'Währung des Geschäfts' },
  'dcc.foreign': { en: 'Currency of the card', de: 'Währung der Karte' },
  'dcc.provider': { en: 'Conversion offered by', de: 'Umrechnung angeboten von' },
  'dcc.receipt.title': { en: 'Paid in the currency of the card', de: 'Bezahlt in der Währung der Karte' },
  'dcc.receipt.currency': { en: 'Transaction currency', de: 'Transaktionswährung' },
  'dcc.receipt.charged': { en: 'Amount charged to the card', de: 'Der Karte belasteter Betrag' },
  'dcc.receipt.chosen': {
    en: 'The cardholder was offered a choice of currencies and chose {currency}.',
    de: 'Der Karteninhaber konnte zwischen Währungen wählen und hat {currency} gewählt.',
  },
  'dcc.receipt.notShown.title': { en: 'Currency of the card chosen', de: 'Währung der Karte gewählt' },
  'dcc.receipt.offered': { en: 'Amount offered', de: 'Angebotener Betrag' },
  'dcc.receipt.notShown': {
    en: 'The terminal’s receipt says what the card is charged.',
    de: 'Was die Karte belastet, sagt der Beleg des Terminals.',
  },
  'dcc.receipt.otherAmount': {
    en: 'Another amount was approved than was offered: the terminal’s receipt says what the card is charged.',
    de: 'Genehmigt wurde ein anderer Betrag als angeboten: Was die Karte belastet, sagt der Beleg des Terminals.',
  },
  'dcc.again': { en: 'Quote another card', de: 'Andere Karte anfragen' },
  'dcc.toSale': { en: 'Go to the sale', de: 'Zum Verkauf' },
});
