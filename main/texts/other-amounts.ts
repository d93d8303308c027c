// Another amount than was asked for: less (a partial approval), more (a tip), and a purchase that is paid in parts.
import { texts } from './define.ts';

export const otherAmountTexts = texts({
  'less.headline': { en: 'Only {approved} of {asked} was approved', de: 'Nur {approved} von {asked} genehmigt' },
  'less.advice': {
    en: 'The customer’s card is charged {approved}. Ask how they pay the remaining {rest}, or give {approved} back.',
    de: 'Die Karte des Kunden ist mit {approved} belastet. Fragen Sie, wie er die restlichen {rest} zahlt, oder geben Sie {approved} zurück.',
  },
  'less.adviceOther': {
    en: 'The customer’s card is charged {approved}, not {asked}. Keep it, or give it back.',
    de: 'Die Karte des Kunden ist mit {approved} statt {asked} belastet. Behalten Sie den Betrag, oder geben Sie ihn zurück.',
  },
  'less.keepAndCharge': {
    en: 'Keep {approved}, charge the remaining {rest}',
    de: '{approved} behalten, restliche {rest} kassieren',
  },
  'less.keep': { en: 'Keep {approved}', de: '{approved} behalten' },
  'more.headline': { en: '{approved} was approved instead of {asked}', de: '{approved} statt {asked} genehmigt' },
  'more.advice': {
    en: 'The customer’s card is charged {extra} more than you asked for. Ask whether it is a tip, or give all of it back.',
    de: 'Die Karte des Kunden ist mit {extra} mehr belastet als angefordert. Fragen Sie, ob es Trinkgeld ist, oder geben Sie alles zurück.',
  },
  'more.keep': {
    en: 'Keep {approved} with {extra} tip',
    de: '{approved} mit {extra} Trinkgeld behalten',
  },
  'other.takeBack': { en: 'Give back {amount}', de: '{amount} zurückgeben' },
  'other.takingBack': { en: 'Giving back {amount}', de: '{amount} werden zurückgegeben' },
  'other.cannotTakeBack': {
    en: 'This till cannot give it back from here: the answer named neither a payment nor a trace number. Ask a supervisor.',
    de: 'Von hier aus geht das Zurückgeben nicht: Die Antwort nannte weder Zahlung noch Tracenummer. Fragen Sie eine Aufsicht.',
  },
  'other.keptNotBack': {
    en: '{amount} stays charged until it is given back.',
    de: '{amount} bleiben belastet, bis sie zurückgegeben sind.',
  },
  'other.silent': {
    en: 'The till did not answer. Look at what is shown, then press again.',
    de: 'Die Kasse hat nicht geantwortet. Sehen Sie nach, was hier steht, und drücken Sie dann erneut.',
  },
  'other.saleRunning': {
    en: 'Another sale is running. Charge the rest when it has ended.',
    de: 'Es läuft ein anderer Verkauf. Kassieren Sie den Rest, wenn er zu Ende ist.',
  },
  'other.noNumber': {
    en: 'Its payment number is not known here. Refund it under Payments; the payment system is asked for the number first.',
    de: 'Die Zahlungsnummer ist hier nicht bekannt. Erstatten Sie unter Zahlungen; das Zahlungssystem wird zuerst nach der Nummer gefragt.',
  },
  'fact.asked': { en: 'Asked for', de: 'Angefordert' },
  'fact.rest': { en: 'Still to pay', de: 'Noch zu zahlen' },
  'fact.tip': { en: 'Tip', de: 'Trinkgeld' },
  'fact.withoutTip': { en: 'Without the tip', de: 'Ohne Trinkgeld' },
  'done.saleLess': { en: 'Paid {approved} of {asked}', de: 'Bezahlt: {approved} von {asked}' },

  'parts.title': { en: 'Paid in parts', de: 'In Teilen bezahlt' },
  'parts.all': { en: 'All of {asked} is paid', de: 'Alle {asked} sind bezahlt' },
  'parts.returned': {
    en: '{amount} was refunded after that. Nothing is to be paid again for it.',
    de: '{amount} wurden danach erstattet. Dafür ist nichts mehr zu zahlen.',
  },
  'parts.left': { en: '{rest} of {asked} is still to pay', de: 'Von {asked} sind noch {rest} zu zahlen' },
  'parts.rowOpen': { en: '{rest} still to pay', de: 'Noch {rest} zu zahlen' },
  'parts.otherwise': { en: 'Paid without a card', de: 'Ohne Karte bezahlt' },
  'parts.underWay': { en: '{amount} is under way', de: '{amount} sind unterwegs' },
  'parts.inDoubt': { en: '{amount} may have been charged', de: '{amount} sind vielleicht abgebucht' },
  'parts.openPart': { en: 'Open this part', de: 'Diesen Teil öffnen' },
  'parts.reversed': { en: 'Given back', de: 'Zurückgegeben' },
  'parts.givenBack': { en: '{amount} of it given back', de: '{amount} davon zurückgegeben' },
  'parts.goingBack': { en: '{amount} may be going back', de: '{amount} gehen vielleicht zurück' },
  'parts.charge': { en: 'Charge the remaining {rest}', de: 'Restliche {rest} kassieren' },
  'parts.forRest': {
    en: 'This sale takes the rest: {rest} of {asked}',
    de: 'Dieser Verkauf kassiert den Rest: {rest} von {asked}',
  },
  'parts.leave': { en: 'Leave the rest open', de: 'Rest offen lassen' },
  'parts.otherwiseAsk': { en: 'Paid without a card', de: 'Ohne Karte bezahlt' },
  'parts.otherwiseTitle': { en: 'Was {rest} paid without a card?', de: 'Wurden {rest} ohne Karte bezahlt?' },
  'parts.otherwiseLead': {
    en: 'Note it once you have the money, in cash for example. No card is charged. You can take the note back until the shift is closed.',
    de: 'Notieren Sie es, sobald Sie das Geld haben, zum Beispiel bar. Keine Karte wird belastet. Bis zum Abschluss der Schicht können Sie die Notiz zurücknehmen.',
  },
  'parts.otherwiseDo': { en: 'Note {rest} as paid', de: '{rest} als bezahlt notieren' },
  'parts.otherwiseKeep': { en: 'Do not note it', de: 'Nicht notieren' },
  'parts.noted': {
    en: 'All of {asked} is paid, {rest} of it without a card',
    de: 'Alle {asked} sind bezahlt, davon {rest} ohne Karte',
  },
  'parts.backAsk': { en: 'Take the note back', de: 'Notiz zurücknehmen' },
  'parts.backTitle': { en: 'Was it not paid without a card?', de: 'Wurde es nicht ohne Karte bezahlt?' },
  'parts.backLead': {
    en: 'The latest note is taken back, and its amount is left to pay again. No money moves.',
    de: 'Die letzte Notiz wird zurückgenommen, und ihr Betrag ist wieder zu zahlen. Es fließt kein Geld.',
  },
  'parts.backReason': { en: 'Why do you take it back?', de: 'Warum nehmen Sie sie zurück?' },
  'parts.backDo': { en: 'Take the note back', de: 'Notiz zurücknehmen' },
  'parts.backKeep': { en: 'Keep the note', de: 'Notiz behalten' },
});
