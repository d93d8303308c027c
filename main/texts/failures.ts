// Why something did not happen: a headline with what it means for the money, and what to do next. A failure always means
// that no money moved, and each kind of operation says whose: a refund that was refused took nothing from the customer's card. A code of
// the engine without its texts does not compile.
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import { textsFor } from './define.ts';

export const failureTexts = textsFor<`failure.${FailureCode}` | `failure.${FailureCode}.do`>()({
  'nothing.charge': { en: 'Nothing was charged.', de: 'Es wurde nichts abgebucht.' },
  'nothing.authorization': { en: 'Nothing was authorized.', de: 'Es wurde nichts autorisiert.' },
  'nothing.refund': { en: 'Nothing was given back.', de: 'Es wurde nichts erstattet.' },
  'nothing.capture': { en: 'Nothing was captured.', de: 'Es wurde nichts eingezogen.' },
  'nothing.reversal': { en: 'Nothing was reversed.', de: 'Es wurde nichts storniert.' },
  'nothing.other': { en: 'No money moved.', de: 'Es ist kein Geld geflossen.' },
  'nothing.done': { en: 'Nothing was done.', de: 'Es ist nichts geschehen.' },
  'declined.authorization': {
    en: 'Declined. Nothing was authorized.',
    de: 'Abgelehnt. Es wurde nichts autorisiert.',
  },
  'declined.authorization.do': {
    en: 'Ask for another card or another way to pay.',
    de: 'Bitten Sie um eine andere Karte oder Zahlungsart.',
  },
  'declined.refund': {
    en: 'Refund refused. Nothing was given back.',
    de: 'Erstattung abgelehnt. Es wurde nichts erstattet.',
  },
  'declined.refund.do': {
    en: 'Tell the customer. Try again, or give the money back another way.',
    de: 'Sagen Sie es dem Kunden. Versuchen Sie es erneut, oder geben Sie das Geld auf anderem Weg zurück.',
  },
  'declined.capture': {
    en: 'Capture refused. Nothing was captured.',
    de: 'Einzug abgelehnt. Es wurde nichts eingezogen.',
  },
  'declined.capture.do': {
    en: 'Open the payment: its authorization may have lapsed. Then charge the customer again.',
    de: 'Öffnen Sie die Zahlung: Ihre Autorisierung ist vielleicht verfallen. Dann kassieren Sie neu.',
  },
  'declined.reversal': {
    en: 'Reversal refused. The payment stays as it was.',
    de: 'Storno abgelehnt. Die Zahlung bleibt, wie sie war.',
  },
  'declined.reversal.do': {
    en: 'If the money was taken already, refund it instead.',
    de: 'Ist das Geld schon eingezogen, erstatten Sie es stattdessen.',
  },
  'failure.declined': { en: 'Declined. No money was taken.', de: 'Abgelehnt. Es wurde nichts abgebucht.' },
  'failure.declined.do': {
    en: 'Ask for another card or another way to pay.',
    de: 'Bitten Sie um eine andere Karte oder Zahlungsart.',
  },
  'failure.rejected': { en: 'Not accepted. {nothing}', de: 'Nicht angenommen. {nothing}' },
  'failure.rejected.do': {
    en: 'The payment system found something wrong with what was asked. See the details, or call support with them.',
    de: 'Das Zahlungssystem beanstandet die Angaben. Siehe Details, oder rufen Sie damit den Support an.',
  },
  'failure.credentials-refused': {
    en: 'The payment system refuses this till. {nothing}',
    de: 'Das Zahlungssystem lehnt diese Kasse ab. {nothing}',
  },
  'failure.credentials-refused.do': {
    en: 'Call a manager: the merchant id or the API key in the settings is wrong.',
    de: 'Rufen Sie die Leitung: Händlernummer oder API-Schlüssel in den Einstellungen stimmen nicht.',
  },
  'failure.not-permitted': {
    en: 'The payment system does not permit this. {nothing}',
    de: 'Das Zahlungssystem erlaubt das nicht. {nothing}',
  },
  'failure.not-permitted.do': {
    en: 'Call a manager: the payment system’s provider must permit it. Then start it again.',
    de: 'Rufen Sie die Leitung: Der Anbieter des Zahlungssystems muss es freigeben. Beginnen Sie es dann erneut.',
  },
  'failure.busy': { en: 'The payment system is busy. {nothing}', de: 'Das Zahlungssystem ist ausgelastet. {nothing}' },
  'failure.busy.do': { en: 'Wait a moment and try again.', de: 'Warten Sie kurz und versuchen Sie es erneut.' },
  'failure.not-sent-in-time': {
    en: 'It could not be sent in time. {nothing}',
    de: 'Es konnte nicht rechtzeitig gesendet werden. {nothing}',
  },
  'failure.not-sent-in-time.do': {
    en: 'When “Online” is shown below, press again.',
    de: 'Sobald unten „Online“ steht, erneut drücken.',
  },
  'failure.card-number-gone': {
    en: 'Not sent: card numbers are never stored. {nothing}',
    de: 'Nicht gesendet: Kartennummern werden nie gespeichert. {nothing}',
  },
  'failure.card-number-gone.do': { en: 'Enter the card again.', de: 'Geben Sie die Karte erneut ein.' },
  'failure.payment-token-gone': {
    en: 'Not sent: tokens of payment methods are never stored. {nothing}',
    de: 'Nicht gesendet: Token von Zahlungsarten werden nie gespeichert. {nothing}',
  },
  'failure.payment-token-gone.do': {
    en: 'Start the payment again.',
    de: 'Beginnen Sie die Zahlung erneut.',
  },
  'failure.no-answer': {
    en: 'No usable answer. No money is involved.',
    de: 'Keine brauchbare Antwort. Geld ist nicht betroffen.',
  },
  'failure.no-answer.do': { en: 'Try again.', de: 'Versuchen Sie es erneut.' },
  'failure.not-executed': { en: 'It was not carried out. {nothing}', de: 'Es wurde nicht ausgeführt. {nothing}' },
  'failure.not-executed.do': { en: 'You can start it again.', de: 'Sie können es erneut beginnen.' },
  'failure.payment-unknown': {
    en: 'The payment system has no such payment. {nothing}',
    de: 'Das Zahlungssystem kennt diese Zahlung nicht. {nothing}',
  },
  'failure.payment-unknown.do': {
    en: 'Compare the number with the receipt.',
    de: 'Vergleichen Sie die Nummer mit dem Beleg.',
  },
  'failure.terminal-busy': { en: 'The terminal was busy. {nothing}', de: 'Das Terminal war belegt. {nothing}' },
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
    en: 'Less was left than asked for when its turn came. {nothing}',
    de: 'Als es an der Reihe war, war weniger übrig als angefordert. {nothing}',
  },
  'failure.nothing-left.do': {
    en: 'Look at the payment, then enter a smaller amount.',
    de: 'Sehen Sie sich die Zahlung an und geben Sie einen kleineren Betrag ein.',
  },
  'failure.payment-reversed': {
    en: 'The payment had already been reversed. {nothing}',
    de: 'Die Zahlung war bereits storniert. {nothing}',
  },
  'failure.payment-reversed.do': { en: 'Start a new sale if one is still wanted.', de: 'Bei Bedarf neu verkaufen.' },
  'failure.decided': {
    en: 'A person decided that it was not carried out. {nothing}',
    de: 'Eine Person hat entschieden, dass es nicht ausgeführt wurde. {nothing}',
  },
  'failure.decided.do': { en: 'It can be started again.', de: 'Es kann neu begonnen werden.' },
  'failure.given-back': {
    en: 'Less was approved than was asked for, and it was given back.',
    de: 'Es wurde weniger genehmigt als angefordert, und es wurde zurückgegeben.',
  },
  'failure.given-back.do': { en: 'It can be started again.', de: 'Es kann neu begonnen werden.' },
  'failure.cancelled': { en: 'Cancelled before it was sent. {nothing}', de: 'Vor dem Senden abgebrochen. {nothing}' },
  'failure.cancelled.do': {
    en: 'Start it again if it is still wanted.',
    de: 'Beginnen Sie es erneut, wenn es noch gewünscht ist.',
  },
});
