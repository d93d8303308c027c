// Why something did not happen: a headline, and what to do next. A failure always means that no money moved.
import { texts } from './define.ts';

export const failureTexts = texts({
  'failure.declined': { en: 'Declined. No money was taken.', de: 'Abgelehnt. Es wurde nichts abgebucht.' },
  'failure.declined.do': {
    en: 'Ask for another card or another way to pay.',
    de: 'Bitten Sie um eine andere Karte oder Zahlungsart.',
  },
  'failure.rejected': { en: 'Not accepted. No money was moved.', de: 'Nicht angenommen. Kein Geld bewegt.' },
  'failure.rejected.do': {
    en: 'The gateway found something wrong with the request. See the details.',
    de: 'Das Zahlungssystem beanstandet die Anfrage. Siehe Details.',
  },
  'failure.credentials-refused': {
    en: 'The gateway refuses this till. No money was moved.',
    de: 'Das Zahlungssystem lehnt diese Kasse ab. Kein Geld bewegt.',
  },
  'failure.credentials-refused.do': {
    en: 'Check the merchant id and the API key in the settings.',
    de: 'Prüfen Sie Händlernummer und API-Schlüssel in den Optionen.',
  },
  'failure.busy': {
    en: 'The gateway is busy. No money was moved.',
    de: 'Das Zahlungssystem ist ausgelastet. Kein Geld bewegt.',
  },
  'failure.busy.do': { en: 'Wait a moment and try again.', de: 'Warten Sie kurz und versuchen Sie es erneut.' },
  'failure.not-sent-in-time': {
    en: 'Not sent in time. No money was moved.',
    de: 'Nicht rechtzeitig gesendet. Kein Geld bewegt.',
  },
  'failure.not-sent-in-time.do': {
    en: 'Check the connection and try again.',
    de: 'Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
  'failure.card-number-gone': {
    en: 'Not sent. Card numbers are never stored.',
    de: 'Nicht gesendet. Kartennummern werden nie gespeichert.',
  },
  'failure.card-number-gone.do': { en: 'Enter the card again.', de: 'Geben Sie die Karte erneut ein.' },
  'failure.no-answer': {
    en: 'No usable answer. No money is involved.',
    de: 'Keine brauchbare Antwort. Geld ist nicht betroffen.',
  },
  'failure.no-answer.do': { en: 'Ask again.', de: 'Fragen Sie erneut.' },
  'failure.not-executed': {
    en: 'It was not carried out. No money was moved.',
    de: 'Es wurde nicht ausgeführt. Kein Geld bewegt.',
  },
  'failure.not-executed.do': { en: 'You can start it again.', de: 'Sie können es erneut beginnen.' },
  'failure.decided': {
    en: 'It was not carried out: a person decided so after looking at the evidence.',
    de: 'Es wurde nicht ausgeführt: Eine Person hat das anhand der Belege entschieden.',
  },
  'failure.decided.do': { en: 'You can start it again.', de: 'Sie können es erneut beginnen.' },
  'failure.cancelled': {
    en: 'Cancelled before it was sent. No money moved.',
    de: 'Vor dem Senden abgebrochen. Kein Geld bewegt.',
  },
  'failure.cancelled.do': {
    en: 'Start it again if it is still wanted.',
    de: 'Beginnen Sie es erneut, wenn es noch gewünscht ist.',
  },

  'problem.offline': {
    en: 'Offline. Nothing was sent and no money moved.',
    de: 'Offline. Nichts gesendet, kein Geld bewegt.',
  },
  'problem.offline.do': {
    en: 'This cannot wait for the connection. Check the network cable or Wi-Fi; the till tries again by itself.',
    de: 'Das kann nicht auf die Verbindung warten. Prüfen Sie Netzwerkkabel oder WLAN; die Kasse versucht es von selbst.',
  },
  'problem.invalid-input': {
    en: 'Some fields cannot be accepted. Nothing was sent.',
    de: 'Einige Angaben passen nicht. Nichts gesendet.',
  },
  'problem.invalid-input.do': {
    en: 'Correct what is marked and try again.',
    de: 'Korrigieren Sie das Markierte und versuchen Sie es erneut.',
  },
  'problem.refund-exceeds-captured': {
    en: 'More than can be refunded. Nothing was sent.',
    de: 'Mehr als erstattet werden kann. Nichts gesendet.',
  },
  'problem.refund-exceeds-captured.do': { en: 'Enter a smaller amount.', de: 'Geben Sie einen kleineren Betrag ein.' },
  'problem.capture-exceeds-authorised': {
    en: 'More than was authorised. Nothing was sent.',
    de: 'Mehr als autorisiert wurde. Nichts gesendet.',
  },
  'problem.capture-exceeds-authorised.do': {
    en: 'Enter a smaller amount.',
    de: 'Geben Sie einen kleineren Betrag ein.',
  },
  'problem.capture-not-named': {
    en: 'Several captures: choose the one to refund.',
    de: 'Mehrere Einzüge: Wählen Sie den zu erstattenden.',
  },
  'problem.capture-not-named.do': { en: 'Nothing was sent.', de: 'Nichts wurde gesendet.' },
  'problem.payment-reversed': {
    en: 'The payment was reversed. Nothing was sent.',
    de: 'Die Zahlung ist storniert. Nichts gesendet.',
  },
  'problem.payment-reversed.do': {
    en: 'There is nothing left to take or give back.',
    de: 'Es gibt nichts mehr einzuziehen oder zu erstatten.',
  },
  'problem.payment-not-found': {
    en: 'The gateway knows no such payment.',
    de: 'Das Zahlungssystem kennt diese Zahlung nicht.',
  },
  'problem.payment-not-found.do': {
    en: 'Check the number on the receipt and try again.',
    de: 'Prüfen Sie die Nummer auf dem Beleg und versuchen Sie es erneut.',
  },
  'problem.trans-id-used': {
    en: 'This number was used before. Nothing was sent.',
    de: 'Diese Nummer wurde schon verwendet. Nichts gesendet.',
  },
  'problem.trans-id-used.do': {
    en: 'Look in Activity for the earlier one first.',
    de: 'Sehen Sie zuerst im Verlauf nach dem früheren Vorgang.',
  },
  'problem.not-cancellable': { en: 'It can no longer be taken back.', de: 'Es kann nicht mehr zurückgenommen werden.' },
  'problem.not-cancellable.do': {
    en: 'It was sent, or may have been. Its outcome is shown as soon as it is known.',
    de: 'Es wurde gesendet oder könnte es sein. Das Ergebnis erscheint, sobald es bekannt ist.',
  },
  'problem.credentials-refused': {
    en: 'The gateway refuses this till. Nothing was sent.',
    de: 'Das Zahlungssystem lehnt diese Kasse ab. Nichts gesendet.',
  },
  'problem.credentials-refused.do': {
    en: 'Check the merchant id and the API key in the settings.',
    de: 'Prüfen Sie Händlernummer und API-Schlüssel in den Optionen.',
  },
  'problem.sealed': { en: 'The till is locked. Nothing was sent.', de: 'Die Kasse ist gesperrt. Nichts gesendet.' },
  'problem.sealed.do': { en: 'Unlock it with the passphrase.', de: 'Entsperren Sie sie mit der Passphrase.' },
  'problem.queue-full': {
    en: 'Too much is waiting already. Nothing was stored.',
    de: 'Es wartet schon zu viel. Nichts gespeichert.',
  },
  'problem.queue-full.do': {
    en: 'Wait until the connection is back.',
    de: 'Warten Sie, bis die Verbindung wieder da ist.',
  },
  'problem.storage-failed': {
    en: 'The till cannot write to its disk. Nothing was sent.',
    de: 'Die Kasse kann nicht auf ihren Datenträger schreiben. Nichts gesendet.',
  },
  'problem.storage-failed.do': {
    en: 'Free some space and start the till again.',
    de: 'Schaffen Sie Platz und starten Sie die Kasse neu.',
  },
  'problem.other': {
    en: 'This was not accepted. Nothing was sent.',
    de: 'Das wurde nicht angenommen. Nichts gesendet.',
  },
  'problem.other.do': {
    en: 'See the details, or call support with them.',
    de: 'Siehe Details, oder rufen Sie damit den Support an.',
  },
  'problem.number-again': {
    en: 'Not taken. Enter the number again.',
    de: 'Nicht angenommen. Geben Sie die Nummer erneut ein.',
  },
  'problem.number-again.do': {
    en: 'The bridge did not answer in time and its records show no such refund. Numbers are never kept here.',
    de: 'Die Bridge hat nicht rechtzeitig geantwortet und kennt keine solche Erstattung. Nummern werden hier nie aufbewahrt.',
  },
});
