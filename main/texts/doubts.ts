// Why an outcome is not known, by the engine's code. A code without its texts does not compile. Programs read the English
// ones too, with the detail on record in brackets at the end (core/operation/words.ts).
import type { DoubtCode } from '#contract/operation/outcome-codes.ts';
import { textsFor } from './define.ts';

export const doubtTexts = textsFor<`doubt.${DoubtCode}`>()({
  'doubt.no-answer': {
    en: 'The payment system did not answer in time.',
    de: 'Das Zahlungssystem hat nicht rechtzeitig geantwortet.',
  },
  'doubt.cut-off': {
    en: 'The connection to the payment system ended before its answer was complete.',
    de: 'Die Verbindung zum Zahlungssystem brach ab, bevor die Antwort vollständig war.',
  },
  'doubt.unreadable': {
    en: 'The payment system answered, but the answer could not be read.',
    de: 'Das Zahlungssystem hat geantwortet, aber die Antwort war nicht lesbar.',
  },
  'doubt.empty-answer': {
    en: 'The payment system answered without saying what happened.',
    de: 'Das Zahlungssystem hat geantwortet, aber nicht gesagt, was geschehen ist.',
  },
  'doubt.contradiction': {
    en: 'The payment system’s answer contradicts itself or what was asked.',
    de: 'Die Antwort des Zahlungssystems widerspricht sich oder passt nicht zum Auftrag.',
  },
  'doubt.approved-less': {
    en: 'Less was approved than was asked for.',
    de: 'Es wurde weniger genehmigt als angefordert.',
  },
  'doubt.approved-more': {
    en: 'More was approved than was asked for.',
    de: 'Es wurde mehr genehmigt als angefordert.',
  },
  'doubt.no-evidence': {
    en: 'The payment system’s answer does not say that the payment was made.',
    de: 'Die Antwort des Zahlungssystems bestätigt die Zahlung nicht.',
  },
  'doubt.fatal-code': {
    en: 'The payment system reports a fault in which processed data may be lost.',
    de: 'Das Zahlungssystem meldet eine Störung, bei der verarbeitete Daten verloren gehen können.',
  },
  'doubt.still-open': {
    en: 'The payment system says that it is not finished yet.',
    de: 'Laut Zahlungssystem ist der Vorgang noch nicht fertig.',
  },
  'doubt.http-status': {
    en: 'The payment system answered with status {status}, which does not say what happened.',
    de: 'Das Zahlungssystem antwortete mit Status {status}; das sagt nicht, was geschehen ist.',
  },
  'doubt.restarted': {
    en: 'The till was stopped while this was being sent.',
    de: 'Die Kasse wurde beendet, während dies gesendet wurde.',
  },
  'doubt.refused-after-doubt': {
    en: 'The payment system refused the last try, but an earlier one may have worked.',
    de: 'Der letzte Versuch wurde abgelehnt, aber ein früherer kann gewirkt haben.',
  },
  'doubt.busy': {
    en: 'The payment system was busy at the last try, but an earlier one may have worked.',
    de: 'Beim letzten Versuch war das Zahlungssystem ausgelastet, aber ein früherer kann gewirkt haben.',
  },
  'doubt.credentials-refused': {
    en: 'The payment system refused the API key at the last try, but an earlier one may have worked.',
    de: 'Beim letzten Versuch wurde der API-Schlüssel abgelehnt, aber ein früherer kann gewirkt haben.',
  },
  'doubt.not-reached': {
    en: 'The payment system was not reached at the last try, but an earlier one may have worked.',
    de: 'Beim letzten Versuch war das Zahlungssystem nicht erreichbar, aber ein früherer kann gewirkt haben.',
  },
  'doubt.too-late': {
    en: 'Its time to be sent was over at the last try, but an earlier sending may have worked.',
    de: 'Beim letzten Versuch war die Zeit zum Senden um, aber ein früherer kann gewirkt haben.',
  },
  'doubt.bytes-differ': {
    en: 'The request cannot be made again exactly as it was, so it must not be sent again.',
    de: 'Die Anfrage lässt sich nicht genau so wieder herstellen und darf nicht noch einmal gesendet werden.',
  },
  'doubt.sums-may-show-it': {
    en: 'The payment system’s sums may include it already, but do not show who asked for it.',
    de: 'In den Summen des Zahlungssystems ist es vielleicht schon enthalten; wer es angefordert hat, zeigen sie nicht.',
  },
  'doubt.look-up-cannot-tell': {
    en: 'The payment system’s records do not show whether it was carried out.',
    de: 'Die Aufzeichnungen des Zahlungssystems zeigen nicht, ob es ausgeführt wurde.',
  },
});
