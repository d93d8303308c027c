// Why something did not happen: a headline, and what to do next. A failure always means that no money moved. A code of
// the engine without its texts does not compile.
import type { FailureCode } from '#contract/failure.ts';
import { textsFor } from './define.ts';

export const failureTexts = textsFor<`failure.${FailureCode}` | `failure.${FailureCode}.do`>()({
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
  'failure.not-permitted': {
    en: 'The gateway does not permit this. No money was moved.',
    de: 'Das Zahlungssystem erlaubt das nicht. Kein Geld bewegt.',
  },
  'failure.not-permitted.do': {
    en: 'Ask the gateway’s operator to permit it, then start it again.',
    de: 'Lassen Sie es vom Betreiber des Zahlungssystems freigeben und beginnen Sie es dann erneut.',
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
  'failure.payment-token-gone': {
    en: 'Not sent. Tokens of payment methods are never stored.',
    de: 'Nicht gesendet. Token von Zahlungsarten werden nie gespeichert.',
  },
  'failure.payment-token-gone.do': {
    en: 'Start the payment again.',
    de: 'Beginnen Sie die Zahlung erneut.',
  },
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
  'failure.terminal-busy': {
    en: 'The terminal was busy. Nothing was charged.',
    de: 'Das Terminal war belegt. Nichts wurde abgebucht.',
  },
  'failure.terminal-busy.do': {
    en: 'Try again when it is free, or use another terminal.',
    de: 'Erneut versuchen, sobald es frei ist, oder ein anderes Terminal nehmen.',
  },
  'failure.payment-refunded': {
    en: 'A part had already been refunded. Nothing was reversed.',
    de: 'Ein Teil war bereits erstattet. Nichts wurde storniert.',
  },
  'failure.payment-refunded.do': { en: 'Refund what is left.', de: 'Erstatten Sie den Rest.' },
  'failure.payment-captured': {
    en: 'Money had already been captured. Nothing was reversed.',
    de: 'Der Betrag war bereits eingezogen. Nichts wurde storniert.',
  },
  'failure.payment-captured.do': { en: 'Refund it instead.', de: 'Erstatten Sie ihn stattdessen.' },
  'failure.nothing-left': {
    en: 'Less was left than asked for when its turn came. Nothing was sent.',
    de: 'Als es an der Reihe war, war weniger übrig als angefordert. Nichts gesendet.',
  },
  'failure.nothing-left.do': {
    en: 'Look at the payment, then enter a smaller amount.',
    de: 'Sehen Sie sich die Zahlung an und geben Sie einen kleineren Betrag ein.',
  },
  'failure.payment-reversed': {
    en: 'The payment had already been reversed. Nothing was sent and no money moved.',
    de: 'Die Zahlung war bereits storniert. Nichts gesendet, kein Geld bewegt.',
  },
  'failure.payment-reversed.do': { en: 'Start a new sale if one is still wanted.', de: 'Bei Bedarf neu verkaufen.' },
  'failure.decided': {
    en: 'It was not carried out: a person decided this after looking at the evidence.',
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
  'failure.said': { en: 'The gateway says: “{text}”', de: 'Das Zahlungssystem sagt: „{text}“' },
});
