// The adding machine of the Sale screen.
import { texts } from './define.ts';

export const sumTexts = texts({
  'keypad.more': { en: 'Adding up', de: 'Zusammenrechnen' },
  'sums.plus': { en: 'Add to the total', de: 'Zur Summe' },
  'sums.times': { en: 'Times: a quantity, then its price', de: 'Mal: erst die Menge, dann der Preis' },
  'sums.off': { en: 'Percent off the total', de: 'Prozent Rabatt auf die Summe' },
  'sums.lines': { en: 'What is added up', de: 'Was zusammengerechnet ist' },
  'sums.line': { en: '{quantity} × {amount}', de: '{quantity} × {amount}' },
  'sums.typing': { en: '{quantity} × …', de: '{quantity} × …' },
  'sums.lineOff': { en: '{percent} % off', de: '{percent} % Rabatt' },
  'sums.takeBack': { en: 'Take back line {line}: {what}', de: 'Zeile {line} zurücknehmen: {what}' },
  'sums.clearAll': { en: 'Clear all', de: 'Alles löschen' },
  'sums.clearAllLabel': { en: 'Clear all lines of the total', de: 'Alle Zeilen der Summe löschen' },
  'sums.enterPrice': { en: 'Enter the price for {quantity} ×', de: 'Preis für {quantity} × eingeben' },
  'sums.noAmount': {
    en: 'Type an amount first, then +.',
    de: 'Erst einen Betrag eingeben, dann +.',
  },
  'sums.noQuantity': {
    en: 'Type the quantity first, then × and the price.',
    de: 'Erst die Menge eingeben, dann × und den Preis.',
  },
  'sums.twoQuantities': {
    en: 'There is a quantity already. Type its price, then +.',
    de: 'Eine Menge steht schon da. Geben Sie den Preis ein, dann +.',
  },
  'sums.quantityRange': {
    en: 'A quantity is a whole number up to 999. Type the quantity first, then × and the price.',
    de: 'Die Menge ist eine ganze Zahl bis 999. Erst die Menge eingeben, dann × und den Preis.',
  },
  'sums.percentRange': {
    en: 'Percent off is a whole number from 1 to 100. Type it, then %.',
    de: 'Der Rabatt ist eine ganze Zahl von 1 bis 100. Erst die Zahl eingeben, dann %.',
  },
  'sums.nothingAbove': {
    en: 'There is no line to take percent off. End the line with + first.',
    de: 'Für den Rabatt fehlt eine Zeile. Beenden Sie erst die Zeile mit +.',
  },
  'sums.tooMuch': {
    en: 'That would make the total longer than twelve digits. Nothing was changed.',
    de: 'Die Summe hätte dann mehr als zwölf Ziffern. Nichts wurde geändert.',
  },
  'sums.tooManyLines': {
    en: 'There are 99 lines, more do not fit. Charge this total first.',
    de: 'Es sind 99 Zeilen, mehr passen nicht. Kassieren Sie erst diese Summe.',
  },
  'sale.lastReference': { en: 'Last one again: {reference}', de: 'Letzte noch einmal: {reference}' },
  'help.adding': { en: 'Add, quantity times price, percent off', de: 'Addieren, Menge mal Preis, Rabatt' },
});
