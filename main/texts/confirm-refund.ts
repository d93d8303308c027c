// A program wants to pay out money that no payment here stands behind, and waits for a person's word.
import { texts } from './define.ts';

export const confirmRefundTexts = texts({
  'confirmRefund.region': { en: 'A program asks for a refund', de: 'Ein Programm möchte erstatten' },
  'confirmRefund.title': {
    en: '{client} wants to pay out a refund',
    de: '{client} möchte eine Erstattung auszahlen',
  },
  'confirmRefund.bar': { en: '{client} asks', de: '{client} fragt' },
  'confirmRefund.later': { en: 'Decide later', de: 'Später entscheiden' },
  'confirmRefund.unknown': { en: 'A program', de: 'Ein Programm' },
  'confirmRefund.word': { en: 'Refund', de: 'Erstattung' },
  'confirmRefund.why': {
    en: 'It belongs to no payment of this shop. No money leaves until you allow it.',
    de: 'Sie gehört zu keiner Zahlung dieses Geschäfts. Vor Ihrer Freigabe wird nichts ausgezahlt.',
  },
  'confirmRefund.toCard': { en: 'To the card', de: 'Auf die Karte' },
  'confirmRefund.toAccount': { en: 'To the account', de: 'Auf das Konto' },
  'confirmRefund.toTerminal': { en: 'To a card at terminal', de: 'Auf eine Karte am Terminal' },
  'confirmRefund.hidden': { en: 'number not shown', de: 'Nummer nicht gezeigt' },
  'confirmRefund.reason': { en: 'Reason', de: 'Grund' },
  'confirmRefund.transId': { en: 'Number', de: 'Nummer' },
  'confirmRefund.asked': { en: 'Asked', de: 'Angefragt' },
  'confirmRefund.refuse': { en: 'Do not refund', de: 'Nicht erstatten' },
  'confirmRefund.allow': { en: 'Refund {amount}', de: '{amount} erstatten' },
  'confirmRefund.more': { en: '{count} more after this', de: 'Danach noch {count}' },
  'confirmRefund.silent': {
    en: 'The till did not answer. Check under Activity whether it was sent.',
    de: 'Die Kasse hat nicht geantwortet. Sehen Sie im Verlauf nach, ob gesendet wurde.',
  },
});
