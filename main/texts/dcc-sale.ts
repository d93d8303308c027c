// A sale for which the customer chooses the currency. No word leads to either of them: no yes and no, nothing that is
// recommended or guaranteed.
import { texts } from './define.ts';

export const dccSaleTexts = texts({
  'dccSale.begin': { en: 'Let the customer choose the currency', de: 'Kunde wählt die Währung' },
  'dccSale.card': { en: 'Which card?', de: 'Welche Karte?' },
  'dccSale.cardLead': {
    en: 'The card’s first digits tell whether its currency can be offered.',
    de: 'Die ersten Ziffern der Karte sagen, ob ihre Währung angeboten werden kann.',
  },
  'dccSale.read': { en: 'Read the card at {terminal}', de: 'Karte an {terminal} lesen' },
  'dccSale.readOnly': {
    en: 'The card is only read. Nothing is charged yet.',
    de: 'Die Karte wird nur gelesen. Noch wird nichts kassiert.',
  },
  'dccSale.unread': {
    en: 'The terminal showed no first digits. Type them, or charge in the currency of the shop.',
    de: 'Das Terminal hat keine ersten Ziffern gezeigt. Tippen Sie sie, oder kassieren Sie in der Währung des Geschäfts.',
  },
  'dccSale.back': { en: 'Back to the amount', de: 'Zurück zum Betrag' },
  'dccSale.select': { en: 'Select currency', de: 'Währung wählen' },
  'dccSale.selectLead': {
    en: 'In which currency do you want to pay?',
    de: 'In welcher Währung möchten Sie zahlen?',
  },
  'dccSale.renewed': {
    en: 'The quote before was over. These are the new amounts.',
    de: 'Das vorige Angebot war abgelaufen. Das sind die neuen Beträge.',
  },
  'dccSale.chosen': { en: 'You pay {amount}', de: 'Sie zahlen {amount}' },
  'dccSale.chosenLocal': {
    en: 'In the currency of the shop.',
    de: 'In der Währung des Geschäfts.',
  },
  'dccSale.chosenForeign': {
    en: 'For {local}, at {rate}, with a mark-up of {markup} % in it.',
    de: 'Für {local}, zum Kurs {rate}, darin ein Aufschlag von {markup} %.',
  },
  'dccSale.chosenForeignBare': {
    en: 'For {local}, at {rate}, with a mark-up of {markup} % on top.',
    de: 'Für {local}, zum Kurs {rate}, dazu ein Aufschlag von {markup} %.',
  },
  'dccSale.again': { en: 'Choose again', de: 'Neu wählen' },
  'dccSale.charge': { en: 'Go on at the terminal', de: 'Weiter am Terminal' },
  'dccSale.noQuote': { en: 'There is no quote', de: 'Es gibt kein Angebot' },
  'dccSale.notShown': {
    en: 'Such a quote must not be shown. The log says what is wrong with it.',
    de: 'So ein Angebot darf nicht gezeigt werden. Was daran falsch ist, steht im Protokoll.',
  },
  'dccSale.elsewhere': { en: 'The customer chooses on their own screen', de: 'Der Kunde wählt auf seinem Bildschirm' },
  'dccSale.here': { en: 'Choose on this screen instead', de: 'Stattdessen hier wählen' },
});
