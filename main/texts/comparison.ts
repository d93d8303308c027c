// The comparison of a shift: with the gateway, and with the ERP's list. An operation that could not be compared is
// never called wrong.
import type { Asking, FindingCode, FindingGroup, ListFault } from '#contract/shift/reconcile.ts';
import { texts, textsFor } from './define.ts';

const parts = textsFor<`findings.${FindingGroup}` | `asked.${Exclude<Asking, 'whole'>}`>()({
  'findings.not-at-gateway': { en: 'Here but not in the payment system', de: 'Hier, aber nicht beim Zahlungssystem' },
  'findings.not-at-erp': { en: 'Here but not in the ERP', de: 'Hier, aber nicht im ERP' },
  'findings.not-here': { en: 'In the ERP but not here', de: 'Im ERP, aber nicht hier' },
  'findings.amounts': { en: 'Amounts differ', de: 'Beträge weichen ab' },
  'findings.cannot-tell': { en: 'Cannot be checked', de: 'Nicht prüfbar' },
  'asked.stopped': {
    en: 'Stopped. What was not looked up by then could not be checked.',
    de: 'Angehalten. Was bis dahin nicht abgefragt war, ist nicht geprüft.',
  },
  'asked.offline': {
    en: 'Offline. The payment system could not be asked about everything; compare again when the connection is back.',
    de: 'Offline. Das Zahlungssystem konnte nicht nach allem gefragt werden; später noch einmal abgleichen.',
  },
  'asked.credentials-refused': {
    en: 'The payment system refuses this till. Check the merchant id and the API key in the settings.',
    de: 'Das Zahlungssystem lehnt diese Kasse ab. Prüfen Sie Händlernummer und API-Schlüssel in den Einstellungen.',
  },
  'asked.no-answers': {
    en: 'The payment system gave no usable answers, so it was not asked any more. Compare again later.',
    de: 'Das Zahlungssystem gab keine brauchbaren Antworten und wurde nicht weiter gefragt. Später noch einmal abgleichen.',
  },
});

const whys = textsFor<`finding.${FindingCode}` | `finding.${FindingCode}.do`>()({
  'finding.not-looked-up': { en: 'It was not looked up', de: 'Wurde nicht abgefragt' },
  'finding.not-looked-up.do': {
    en: 'Compare again and let it finish.',
    de: 'Gleichen Sie noch einmal ab und lassen Sie es zu Ende laufen.',
  },
  'finding.no-answer': {
    en: 'The payment system gave no usable answer',
    de: 'Keine brauchbare Antwort des Zahlungssystems',
  },
  'finding.no-answer.do': {
    en: 'Compare again later. If nothing changes, look the payment up in the payment system’s back office.',
    de: 'Gleichen Sie später noch einmal ab. Bleibt es so, sehen Sie im Backoffice des Zahlungssystems nach.',
  },
  'finding.not-shown': {
    en: 'The payment system does not have this payment',
    de: 'Das Zahlungssystem kennt sie nicht',
  },
  'finding.not-shown.do': {
    en: 'Do not charge again. Check the receipt, then ask the payment system’s support, quoting the payment number.',
    de: 'Nicht noch einmal kassieren. Sehen Sie auf den Beleg und fragen Sie beim Zahlungssystem mit der Zahlungsnummer nach.',
  },
  'finding.nothing-shown': {
    en: 'The payment system shows no payment by this number',
    de: 'Das Zahlungssystem zeigt unter dieser Nummer nichts',
  },
  'finding.nothing-shown.do': {
    en: 'It finds no other payments by this kind of number either, so this proves nothing. Look in its back office.',
    de: 'Auch andere Zahlungen zeigte es unter solchen Nummern nicht, das beweist also nichts. Sehen Sie im Backoffice nach.',
  },
  'finding.older-payment': { en: 'The payment is from an earlier shift', de: 'Die Zahlung ist aus früherer Schicht' },
  'finding.older-payment.do': {
    en: 'Its totals include other shifts. Open the payment to see its whole history.',
    de: 'Ihre Summen stammen nicht nur aus dieser Schicht. Öffnen Sie die Zahlung, um ihren ganzen Verlauf zu sehen.',
  },
  'finding.touched-later': { en: 'The payment was changed since', de: 'Die Zahlung wurde seither verändert' },
  'finding.touched-later.do': {
    en: 'Its totals include other shifts. Open the payment to see its whole history.',
    de: 'Ihre Summen stammen nicht nur aus dieser Schicht. Öffnen Sie die Zahlung, um ihren ganzen Verlauf zu sehen.',
  },
  'finding.reversed': { en: 'The payment was reversed', de: 'Die Zahlung wurde storniert' },
  'finding.reversed.do': {
    en: 'What a reversed payment was worth can no longer be compared. If in doubt, look in the payment system’s back office.',
    de: 'Der Wert einer stornierten Zahlung lässt sich nicht mehr abgleichen. Sehen Sie im Zweifel im Backoffice nach.',
  },
  'finding.no-totals': {
    en: 'The payment system shows no totals for it',
    de: 'Das Zahlungssystem zeigt keine Summen dazu',
  },
  'finding.no-totals.do': {
    en: 'Look the payment up in the payment system’s back office.',
    de: 'Sehen Sie im Backoffice des Zahlungssystems nach.',
  },
  'finding.currency-differs': { en: 'The currency differs', de: 'Die Währung weicht ab' },
  'finding.currency-differs.do': {
    en: 'Check the receipt, then ask the payment system’s support, quoting the payment number.',
    de: 'Sehen Sie auf den Beleg und fragen Sie beim Zahlungssystem mit der Zahlungsnummer nach.',
  },
  'finding.authorized-differs': { en: 'Authorized amounts differ', de: 'Autorisierte Beträge weichen ab' },
  'finding.authorized-differs.do': {
    en: 'It may have been changed in the payment system. Look in its back office before you capture.',
    de: 'Vielleicht wurde sie beim Zahlungssystem geändert. Sehen Sie im Backoffice nach, bevor Sie einziehen.',
  },
  'finding.captured-differs': { en: 'Captured amounts differ', de: 'Eingezogene Beträge weichen ab' },
  'finding.captured-differs.do': {
    en: 'It may have been captured in the payment system’s back office. Ask there before you capture or refund here.',
    de: 'Vielleicht wurde im Backoffice des Zahlungssystems eingezogen. Fragen Sie dort, bevor Sie hier einziehen oder erstatten.',
  },
  'finding.refunded-differs': { en: 'Refunded amounts differ', de: 'Erstattete Beträge weichen ab' },
  'finding.refunded-differs.do': {
    en: 'It may have been refunded in the payment system’s back office. Ask there before you refund here.',
    de: 'Vielleicht wurde im Backoffice des Zahlungssystems erstattet. Fragen Sie dort, bevor Sie hier erstatten.',
  },
  'finding.no-row': { en: 'The list does not have it', de: 'Steht nicht in der Liste' },
  'finding.no-row.do': {
    en: 'Book it in the ERP, or have the list made again for exactly this shift.',
    de: 'Tragen Sie ihn im ERP ein, oder lassen Sie die Liste für genau diese Schicht neu erstellen.',
  },
  'finding.no-operation': { en: 'Not done here in this shift', de: 'Nicht hier in dieser Schicht erfolgt' },
  'finding.no-operation.do': {
    en: 'It may belong to another shift or another till. Find it there before you count it as taken.',
    de: 'Er gehört vielleicht zu einer anderen Schicht oder Kasse. Suchen Sie ihn dort, bevor er als eingenommen gilt.',
  },
  'finding.amount-differs': { en: 'The list has another amount', de: 'Die Liste nennt einen anderen Betrag' },
  'finding.amount-differs.do': {
    en: 'Compare both with the receipt, and correct what is wrong in the ERP.',
    de: 'Vergleichen Sie beide mit dem Beleg und berichtigen Sie das ERP, wo es falsch ist.',
  },
  'finding.no-outcome': { en: 'Its outcome is not known yet', de: 'Der Ausgang steht noch nicht fest' },
  'finding.no-outcome.do': {
    en: 'Do not charge or refund it again. It stays under Activity until its outcome is known.',
    de: 'Nicht noch einmal kassieren oder erstatten. Er steht im Verlauf, bis sein Ausgang feststeht.',
  },
  'finding.no-amount': { en: 'Its amount is not known here', de: 'Der Betrag ist hier nicht bekannt' },
  'finding.no-amount.do': { en: 'Check it against its receipt.', de: 'Vergleichen Sie mit dem Beleg.' },
});

const faults = textsFor<`listFault.${ListFault}`>()({
  'listFault.too-large': {
    en: 'The file is larger than 2 MB. Is it the right one?',
    de: 'Die Datei ist größer als 2 MB. Ist es die richtige?',
  },
  'listFault.unreadable-file': { en: 'The file cannot be opened.', de: 'Die Datei lässt sich nicht öffnen.' },
  'listFault.empty': { en: 'The file is empty.', de: 'Die Datei ist leer.' },
  'listFault.unreadable-row': {
    en: 'the row does not have the columns of the first line, or is not JSON.',
    de: 'Die Zeile hat andere Spalten als die erste oder ist kein JSON.',
  },
  'listFault.amount': {
    en: 'amount is a whole number in the smallest unit of the currency: 1250 for 12.50 EUR, 1250 for 1,250 JPY.',
    de: 'amount ist eine ganze Zahl in der kleinsten Einheit der Währung: 1250 für 12,50 EUR, 1250 für 1.250 JPY.',
  },
  'listFault.currency': {
    en: 'currency is three letters, such as EUR.',
    de: 'currency besteht aus drei Buchstaben, etwa EUR.',
  },
  'listFault.reference': {
    en: 'the row names no payment: it needs transId, payId or refNr.',
    de: 'Die Zeile nennt keine Zahlung: Sie braucht transId, payId oder refNr.',
  },
  'listFault.kind': {
    en: 'kind is not a known one, such as sale or refund.',
    de: 'kind ist nicht bekannt; möglich sind etwa sale oder refund.',
  },
});

export const comparisonTexts = texts({
  ...parts,
  ...whys,
  ...faults,
  'comparison.open': { en: 'Compare this shift', de: 'Schicht abgleichen' },
  'comparison.show': { en: 'Show the comparison', de: 'Abgleich zeigen' },
  'comparison.question': { en: 'Compare shift {number} with what?', de: 'Schicht {number} womit abgleichen?' },
  'comparison.with': { en: 'Compare with', de: 'Abgleichen mit' },
  'comparison.gateway': { en: 'The payment system only', de: 'Nur Zahlungssystem' },
  'comparison.gatewayHint': {
    en: 'Each payment is looked up, five a second. You can go on selling meanwhile.',
    de: 'Jede Zahlung wird abgefragt, fünf je Sekunde. Sie können währenddessen weiter verkaufen.',
  },
  'comparison.both': { en: 'The payment system and a list from the ERP', de: 'Zahlungssystem und Liste des ERP' },
  'comparison.bothHint': {
    en: 'A CSV or NDJSON file: transId, payId or refNr; amount in the currency’s smallest unit; currency; kind.',
    de: 'Eine CSV- oder NDJSON-Datei: transId, payId oder refNr; amount in der kleinsten Einheit der Währung; currency; kind.',
  },
  'comparison.begin': { en: 'Compare with the payment system', de: 'Mit Zahlungssystem abgleichen' },
  'comparison.chooseList': { en: 'Choose the list and compare', de: 'Liste wählen und abgleichen' },
  'comparison.offline': {
    en: 'Offline. The payment system cannot be asked now; a list can be compared.',
    de: 'Offline. Das Zahlungssystem kann nicht gefragt werden; eine Liste lässt sich abgleichen.',
  },
  'comparison.noList': { en: 'No file was chosen.', de: 'Es wurde keine Datei gewählt.' },
  'comparison.silent': {
    en: 'The till did not answer. Try again.',
    de: 'Die Kasse hat nicht geantwortet. Versuchen Sie es noch einmal.',
  },
  'comparison.listRefused': {
    en: 'The list cannot be used. Nothing was compared.',
    de: 'Die Liste ist nicht brauchbar. Nichts wurde abgeglichen.',
  },
  'comparison.inLine': { en: 'Line {line}: {fault}', de: 'Zeile {line}: {fault}' },
  'comparison.running': { en: 'Comparing the shift', de: 'Die Schicht wird abgeglichen' },
  'comparison.reading': { en: 'Reading what the shift did', de: 'Die Schicht wird gelesen' },
  'comparison.progress': {
    en: '{asked} of {toAsk} payments looked up',
    de: '{asked} von {toAsk} Zahlungen abgefragt',
  },
  'comparison.minutes': { en: 'About {length} left', de: 'Noch etwa {length}' },
  'comparison.soon': { en: 'Less than a minute left', de: 'Weniger als eine Minute' },
  'comparison.goesOn': {
    en: 'It continues on any screen. You can go on selling.',
    de: 'Das läuft weiter, gleich welche Seite offen ist. Sie können weiter verkaufen.',
  },
  'comparison.stop': { en: 'Stop and show what is known', de: 'Anhalten und Bekanntes zeigen' },
  'comparison.toReport': { en: 'Back to the report', de: 'Zurück zum Bericht' },
  'comparison.again': { en: 'Compare again', de: 'Neu abgleichen' },
  'comparison.failed': { en: 'The shift could not be read', de: 'Die Schicht konnte nicht gelesen werden' },
  'comparison.failedText': {
    en: 'Nothing was compared. Try again.',
    de: 'Nichts wurde abgeglichen. Noch einmal versuchen.',
  },
  'comparison.agrees': { en: 'Everything agrees', de: 'Alles stimmt überein' },
  'comparison.nothing': { en: 'Nothing to compare in this shift', de: 'In dieser Schicht ist nichts abzugleichen' },
  'comparison.none': { en: 'No difference was found', de: 'Kein Unterschied gefunden' },
  'comparison.one': { en: '1 difference', de: '1 Unterschied' },
  'comparison.many': { en: '{count} differences', de: '{count} Unterschiede' },
  'comparison.of': { en: 'Shift {number}, compared {time}', de: 'Schicht {number}, abgeglichen {time}' },
  'comparison.agreedGateway': {
    en: 'Payments that agree with the payment system',
    de: 'Zahlungen wie beim Zahlungssystem',
  },
  'comparison.agreedErp': { en: 'Operations that agree with the list', de: 'Vorgänge wie in der Liste' },
  'comparison.untold': { en: 'Not among them: cannot be checked', de: 'Nicht darunter: nicht prüfbar' },
  'comparison.nothingToDo': { en: 'There is nothing to do', de: 'Es ist nichts zu tun' },
  'comparison.agreesHow': { en: 'The comparison changed nothing.', de: 'Der Abgleich hat nichts verändert.' },
  'comparison.elsewhere': {
    en: 'Not compared: {count} from training or from another payment system.',
    de: 'Nicht abgeglichen: {count} aus Schulung oder bei anderem Zahlungssystem.',
  },
  'comparison.which': { en: 'What to look at', de: 'Was ansehen' },
  'comparison.list': { en: 'What was found', de: 'Was gefunden wurde' },
  'comparison.detail': { en: 'What is known about it', de: 'Was darüber bekannt ist' },
  'comparison.choose': { en: 'Choose one to see what to do', de: 'Wählen, um zu sehen, was zu tun ist' },
  'comparison.atGateway': { en: 'Payment system', de: 'Zahlungssystem' },
  'comparison.atErp': { en: 'ERP list', de: 'ERP-Liste' },
  'comparison.here': { en: 'Here', de: 'Hier' },
  'comparison.notThere': { en: 'not there', de: 'nicht vorhanden' },
  'comparison.line': { en: 'Line of the list', de: 'Zeile der Liste' },
  'comparison.reference': { en: 'Reference', de: 'Referenz' },
  'comparison.do': { en: 'What to do', de: 'Was zu tun ist' },
});
