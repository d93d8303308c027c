// The question for a tip on the customer's screen, and what the till says meanwhile.
import { texts } from './define.ts';

export const tipTexts = texts({
  'tip.ask': { en: 'Would you like to add a tip?', de: 'Möchten Sie Trinkgeld geben?' },
  'tip.toPay': { en: 'To pay without a tip: {amount}', de: 'Zu zahlen ohne Trinkgeld: {amount}' },
  'tip.percent': { en: '{percent} %', de: '{percent} %' },
  'tip.none': { en: 'No tip', de: 'Kein Trinkgeld' },
  'tip.other': { en: 'Another amount', de: 'Anderer Betrag' },
  'tip.own': { en: 'How much of a tip?', de: 'Wie viel Trinkgeld?' },
  'tip.most': { en: 'At most {amount}', de: 'Höchstens {amount}' },
  'tip.add': { en: 'Add {tip}', de: '{tip} geben' },
  'tip.back': { en: 'Back', de: 'Zurück' },
  'tip.with': { en: 'Of this, {tip} is the tip.', de: 'Davon sind {tip} Trinkgeld.' },
  'tip.without': { en: 'Without a tip.', de: 'Ohne Trinkgeld.' },
  'tip.asked': { en: 'The customer is asked for a tip', de: 'Der Kunde wird nach Trinkgeld gefragt' },
  'tip.askedNext': {
    en: 'Nothing is charged yet. As soon as the customer has chosen, you see the tip here.',
    de: 'Noch wird nichts kassiert. Sobald der Kunde gewählt hat, sehen Sie das Trinkgeld hier.',
  },
  'tip.skip': { en: 'Charge {amount} without a tip', de: '{amount} ohne Trinkgeld kassieren' },
  'tip.waiting': { en: 'The customer chooses', de: 'Der Kunde wählt' },
  'tip.said': { en: 'Tip: {tip}', de: 'Trinkgeld: {tip}' },
  'tip.sum': { en: '{amount} and {tip} tip are {sum}.', de: '{amount} und {tip} Trinkgeld sind {sum}.' },
  'tip.gone': { en: 'The customer’s screen does not answer', de: 'Der Bildschirm des Kunden antwortet nicht' },
  'tip.goneNext': {
    en: 'Nothing is charged yet. Charge without a tip, or connect the screen again: then it asks the customer.',
    de: 'Noch ist nichts kassiert. Kassieren Sie ohne Trinkgeld, oder schließen Sie den Bildschirm wieder an: Dann fragt er den Kunden.',
  },
});
