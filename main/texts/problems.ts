// Refusals: nothing was stored and nothing was sent. A headline, and what to do next; where the refusal carries its
// facts, with them. Codes that only a program can meet share one text.
import type { ProblemCode } from '#contract/programs/problems.ts';
import { textsFor } from './define.ts';

/** Met by programs on the loopback API only; a new code is put here, or it gets texts of its own below. */
export const programProblems = [
  'malformed-json',
  'malformed-request',
  'request-id-missing',
  'token-missing',
  'token-unknown',
  'token-revoked',
  'origin-refused',
  'scope-missing',
  'operation-of-other',
  'pairing-refused',
  'pairing-impossible',
  'not-found',
  'unknown-kind',
  'method-not-allowed',
  'request-timeout',
  'request-id-reused',
  'request-repeated',
  'body-too-large',
  'media-type-refused',
  'expectation-refused',
  'host-refused',
  'headers-too-large',
  'internal-error',
  'signature-refused',
  'refund-limit',
  'too-many-at-once',
  'too-many-streams',
  'confirmation-refused',
  'confirmation-missed',
  'confirmation-impossible',
  'print-job-not-found',
] as const satisfies readonly ProblemCode[];

export type TillProblem = Exclude<ProblemCode, (typeof programProblems)[number]>;

export const problemTexts = textsFor<`problem.${TillProblem | 'other'}` | `problem.${TillProblem | 'other'}.do`>()({
  'problem.offline': {
    en: 'Offline. Nothing was sent and no money moved.',
    de: 'Offline. Nichts gesendet, kein Geld geflossen.',
  },
  'problem.offline.do': {
    en: 'Check the network cable or Wi-Fi. When “Online” is shown below, press again.',
    de: 'Prüfen Sie Netzwerkkabel oder WLAN. Sobald unten „Online“ steht, erneut drücken.',
  },
  'problem.offline.over': {
    en: 'The connection is back. Nothing was sent and no money moved.',
    de: 'Die Verbindung ist wieder da. Nichts gesendet, kein Geld geflossen.',
  },
  'problem.offline.over.do': { en: 'Press again.', de: 'Bitte erneut drücken.' },
  'problem.invalid-input': {
    en: 'Some fields cannot be accepted. {nothing}',
    de: 'Einige Angaben passen nicht. {nothing}',
  },
  'problem.invalid-input.do': {
    en: 'Correct what is marked and try again.',
    de: 'Korrigieren Sie das Markierte und versuchen Sie es erneut.',
  },
  'problem.refund-exceeds-captured': {
    en: 'More than can be refunded. Nothing was given back.',
    de: 'Mehr als erstattet werden kann. Es wurde nichts erstattet.',
  },
  'problem.refund-exceeds-captured.do': { en: 'Enter a smaller amount.', de: 'Geben Sie einen kleineren Betrag ein.' },
  'problem.refunded-elsewhere': {
    en: 'There is already a refund of it. Nothing was given back.',
    de: 'Dafür gibt es schon eine Erstattung. Es wurde nichts erstattet.',
  },
  'problem.refunded-elsewhere.do': {
    en: 'Ask at that till before you give money back, in cash too.',
    de: 'Fragen Sie an dieser Kasse nach, bevor Sie Geld zurückgeben, auch bar.',
  },
  'problem.refundedPaid': { en: '{till}, {at}: {sum} was refunded.', de: '{till}, {at}: {sum} wurde erstattet.' },
  'problem.refundedOpen': {
    en: '{till}, {at}: a refund of {sum} is not over.',
    de: '{till}, {at}: Eine Erstattung über {sum} ist nicht abgeschlossen.',
  },
  'problem.refundedAll': { en: 'all that was left', de: 'der ganze Rest' },
  'problem.office-away': {
    en: 'The office cannot be asked whether another till refunded it. Nothing was given back.',
    de: 'Die Zentrale ist nicht zu fragen, ob eine andere Kasse erstattet hat. Es wurde nichts erstattet.',
  },
  'problem.office-away.do': {
    en: 'Try again when the office is reached, or go to the till that took the payment.',
    de: 'Versuchen Sie es wieder, sobald die Zentrale erreicht wird, oder an der Kasse der Zahlung.',
  },
  'problem.capture-exceeds-authorized': {
    en: 'More than was authorized. Nothing was captured.',
    de: 'Mehr als autorisiert wurde. Es wurde nichts eingezogen.',
  },
  'problem.capture-exceeds-authorized.do': {
    en: 'Enter a smaller amount.',
    de: 'Geben Sie einen kleineren Betrag ein.',
  },
  'problem.capture-not-named': {
    en: 'Several captures: choose the one to refund.',
    de: 'Mehrere Einzüge: Wählen Sie den zu erstattenden.',
  },
  'problem.capture-not-named.do': { en: 'Nothing was given back yet.', de: 'Es wurde noch nichts erstattet.' },
  'problem.payment-refunded': {
    en: 'A part was refunded. Nothing was reversed.',
    de: 'Ein Teil wurde erstattet. Nichts wurde storniert.',
  },
  'problem.payment-refunded.do': { en: 'Refund what is left.', de: 'Erstatten Sie den Rest.' },
  'problem.payment-captured': {
    en: 'Money was captured. Nothing was reversed.',
    de: 'Der Betrag wurde eingezogen. Nichts wurde storniert.',
  },
  'problem.payment-captured.do': { en: 'Refund it instead.', de: 'Erstatten Sie ihn stattdessen.' },
  'problem.reversal-differs': {
    en: 'A reversal takes the whole payment back. Nothing was reversed.',
    de: 'Ein Storno nimmt die ganze Zahlung zurück. Es wurde nichts storniert.',
  },
  'problem.reversal-differs.do': {
    en: 'Enter the whole amount, or refund a part.',
    de: 'Geben Sie den ganzen Betrag ein, oder erstatten Sie einen Teil.',
  },
  'problem.dcc-quote-void': {
    en: 'The quote in the card’s currency no longer counts. {nothing}',
    de: 'Das Angebot in der Währung der Karte gilt nicht mehr. {nothing}',
  },
  'problem.dcc-quote-void.do': {
    en: 'Get a new quote, or charge in the currency of the shop.',
    de: 'Holen Sie ein neues Angebot, oder kassieren Sie in der Währung des Geschäfts.',
  },
  'problem.rest-exceeded': {
    en: 'More than is left to pay. {nothing}',
    de: 'Mehr als noch zu zahlen ist. {nothing}',
  },
  'problem.rest-exceeded.do': {
    en: 'Enter the rest that is shown, or less.',
    de: 'Geben Sie den angezeigten Rest ein, oder weniger.',
  },
  'problem.terminal-held': {
    en: 'The terminal is held by something whose end is not known yet. No money moved.',
    de: 'Das Terminal ist durch einen Vorgang belegt, dessen Ausgang noch nicht bekannt ist. Es ist kein Geld geflossen.',
  },
  'problem.terminal-held.do': {
    en: 'Use another terminal, or wait.',
    de: 'Nehmen Sie ein anderes Terminal, oder warten Sie.',
  },
  'problem.payment-held': {
    en: 'Another operation on this payment is running, or how it ended is not known yet. {nothing}',
    de: 'Zu dieser Zahlung läuft noch ein anderer Vorgang, oder wie er ausging, ist noch nicht bekannt. {nothing}',
  },
  'problem.payment-held.do': {
    en: 'Wait until it has ended, then try again.',
    de: 'Warten Sie, bis er zu Ende ist, und versuchen Sie es dann erneut.',
  },
  'problem.payment-held.open': {
    en: 'Open the earlier one: it may need a supervisor. Then try again.',
    de: 'Öffnen Sie den früheren Vorgang: Vielleicht braucht er eine Aufsicht. Versuchen Sie es danach erneut.',
  },
  'problem.payment-reversed': {
    en: 'The payment was reversed. No money moved.',
    de: 'Die Zahlung ist storniert. Es ist kein Geld geflossen.',
  },
  'problem.payment-reversed.do': {
    en: 'There is nothing left to take or give back.',
    de: 'Es gibt nichts mehr einzuziehen oder zu erstatten.',
  },
  'problem.payment-not-found': {
    en: 'The payment system knows no such payment.',
    de: 'Das Zahlungssystem kennt diese Zahlung nicht.',
  },
  'problem.payment-not-found.do': {
    en: 'Check the number on the receipt and try again.',
    de: 'Prüfen Sie die Nummer auf dem Beleg und versuchen Sie es erneut.',
  },
  'problem.trans-id-used': {
    en: 'This number has already been used. {nothing}',
    de: 'Diese Nummer wurde schon verwendet. {nothing}',
  },
  'problem.trans-id-used.do': {
    en: 'Look in Activity for the earlier one first.',
    de: 'Sehen Sie zuerst im Verlauf nach dem früheren Vorgang.',
  },
  'problem.not-cancellable': {
    en: 'Too late to cancel: it was sent, or may have been.',
    de: 'Zu spät zum Abbrechen: Es wurde gesendet oder könnte es sein.',
  },
  'problem.not-cancellable.do': {
    en: 'Do not repeat it. How it ends is shown as soon as it is known.',
    de: 'Nicht wiederholen. Wie es ausgeht, erscheint, sobald es bekannt ist.',
  },
  'problem.credentials-refused': {
    en: 'The payment system refuses this till. {nothing}',
    de: 'Das Zahlungssystem lehnt diese Kasse ab. {nothing}',
  },
  'problem.destination-changed': {
    en: 'The API key was entered for another address. It is not used.',
    de: 'Der API-Schlüssel wurde für ein anderes Ziel eingegeben. Er wird nicht benutzt.',
  },
  'problem.destination-changed.do': {
    en: 'A manager looks in the settings where it goes, and enters it again if that is meant.',
    de: 'Die Leitung sieht in den Einstellungen nach, wohin er geht, und gibt ihn neu ein, wenn das gewollt ist.',
  },
  'problem.credentials-refused.do': {
    en: 'Call a manager: the merchant id or the API key in the settings is wrong.',
    de: 'Rufen Sie die Leitung: Händlernummer oder API-Schlüssel in den Einstellungen stimmen nicht.',
  },
  'problem.sealed': { en: 'The till is locked. {nothing}', de: 'Die Kasse ist gesperrt. {nothing}' },
  'problem.sealed.do': { en: 'Unlock it with the passphrase.', de: 'Entsperren Sie sie mit der Passphrase.' },
  'problem.queue-full': {
    en: 'Too much is waiting already. Nothing was stored and no money moved.',
    de: 'Es wartet schon zu viel. Nichts gespeichert, kein Geld geflossen.',
  },
  'problem.queue-full.do': {
    en: 'Wait until the connection is back.',
    de: 'Warten Sie, bis die Verbindung wieder da ist.',
  },
  'problem.storage-failed': {
    en: 'The till cannot write to its disk. Nothing was sent and no money moved.',
    de: 'Die Kasse kann nicht auf ihren Datenträger schreiben. Nichts gesendet, kein Geld geflossen.',
  },
  'problem.storage-failed.do': {
    en: 'Take no cards here. Call the person who looks after this till: its disk may be full.',
    de: 'Nehmen Sie hier keine Karten an. Rufen Sie die Person, die diese Kasse betreut: Der Datenträger ist vielleicht voll.',
  },
  'problem.pairing-expired': {
    en: 'This request is over. No access was given.',
    de: 'Diese Anfrage ist vorbei. Es wurde kein Zugang gegeben.',
  },
  'problem.pairing-expired.do': {
    en: 'Let the program ask again; it shows new digits then.',
    de: 'Lassen Sie das Programm noch einmal fragen; es zeigt dann neue Ziffern.',
  },
  'problem.client-unknown': { en: 'This program has no access.', de: 'Dieses Programm hat keinen Zugang.' },
  'problem.client-unknown.do': {
    en: 'Its access may have been revoked. Let the program ask again.',
    de: 'Er wurde vielleicht entzogen. Lassen Sie das Programm noch einmal fragen.',
  },
  'problem.operation-altered': {
    en: 'The stored record of this payment was changed, and not by this till. {nothing}',
    de: 'Der gespeicherte Vorgang wurde geändert, aber nicht von dieser Kasse. {nothing}',
  },
  'problem.operation-altered.do': {
    en: 'Do not repeat it. Call a manager: compare the payment with the journal and with the payment system.',
    de: 'Nicht wiederholen. Die Leitung rufen: die Zahlung mit Journal und Zahlungssystem vergleichen.',
  },
  'problem.operation-not-found': { en: 'This till has no such entry.', de: 'Diese Kasse kennt diesen Vorgang nicht.' },
  'problem.operation-not-found.do': {
    en: 'Look for it under Activity.',
    de: 'Suchen Sie ihn im Verlauf.',
  },
  'problem.too-many-requests': {
    en: 'Too many at once. {nothing}',
    de: 'Zu viel auf einmal. {nothing}',
  },
  'problem.too-many-requests.do': {
    en: 'Wait a moment and try again.',
    de: 'Warten Sie kurz und versuchen Sie es erneut.',
  },
  'problem.not-sent': {
    en: 'It could not be sent. Nothing was done.',
    de: 'Es ließ sich nicht senden. Nichts ist geschehen.',
  },
  'problem.not-sent.do': {
    en: 'See that the device is switched on and its cable is plugged in, then try again.',
    de: 'Prüfen Sie, ob das Gerät eingeschaltet ist und das Kabel steckt, und versuchen Sie es erneut.',
  },
  'problem.device-unknown': {
    en: 'No such device is set up at this till.',
    de: 'Ein solches Gerät ist an dieser Kasse nicht eingerichtet.',
  },
  'problem.device-unknown.do': {
    en: 'A manager sets printers up in the settings.',
    de: 'In den Einstellungen richtet Drucker ein, wer die Rolle Leitung hat.',
  },
  'problem.gateway-refused': {
    en: 'The payment system refused to show this payment.',
    de: 'Das Zahlungssystem zeigt diese Zahlung nicht.',
  },
  'problem.gateway-refused.do': {
    en: 'Check the number. If it is right, call support with the details.',
    de: 'Prüfen Sie die Nummer. Stimmt sie, rufen Sie mit den Details den Support an.',
  },
  'problem.gateway-unclear': {
    en: 'The payment system gave no usable answer.',
    de: 'Das Zahlungssystem gab keine brauchbare Antwort.',
  },
  'problem.gateway-unclear.do': { en: 'Try again in a moment.', de: 'Versuchen Sie es gleich noch einmal.' },
  'problem.stopping': { en: 'The till is stopping. {nothing}', de: 'Die Kasse wird beendet. {nothing}' },
  'problem.stopping.do': {
    en: 'Try again when it is back.',
    de: 'Versuchen Sie es erneut, wenn sie wieder läuft.',
  },
  'problem.operation-running': {
    en: 'Not saved: a payment is running.',
    de: 'Nicht gespeichert: Eine Zahlung läuft gerade.',
  },
  'problem.operation-running.do': {
    en: 'Save again when it has come to an end.',
    de: 'Speichern Sie noch einmal, wenn sie zu Ende ist.',
  },
  'problem.port-in-use': {
    en: 'Not saved: another program uses this port.',
    de: 'Nicht gespeichert: Ein anderes Programm benutzt diesen Port.',
  },
  'problem.port-in-use.do': {
    en: 'Choose another port, or end that program.',
    de: 'Wählen Sie einen anderen Port, oder beenden Sie jenes Programm.',
  },
  'problem.address-refused': {
    en: 'This address cannot be used.',
    de: 'Diese Adresse kann nicht benutzt werden.',
  },
  'problem.address-refused.do': {
    en: 'It must begin with https:// and contain no name, password, query or #.',
    de: 'Sie beginnt mit https:// und enthält weder Name, Passwort, Abfrage noch #.',
  },
  'problem.api-key-missing': { en: 'The API key is missing.', de: 'Der API-Schlüssel fehlt.' },
  'problem.api-key-missing.do': { en: 'Enter it and try again.', de: 'Geben Sie ihn ein und versuchen Sie es erneut.' },
  'problem.api-key-locked': { en: 'The API key is locked.', de: 'Der API-Schlüssel ist gesperrt.' },
  'problem.api-key-locked.do': { en: 'Enter the passphrase first.', de: 'Geben Sie zuerst die Passphrase ein.' },
  'problem.settings-refused': {
    en: 'Not saved: the till cannot start with these settings.',
    de: 'Nicht gespeichert: So kann die Kasse nicht starten.',
  },
  'problem.settings-refused.do': {
    en: 'The previous settings are back. See the details.',
    de: 'Die Einstellungen von vorher gelten wieder. Siehe Details.',
  },
  'problem.set-by-policy': {
    en: 'Not changed: your IT department has set this.',
    de: 'Nicht geändert: Das hat Ihre IT-Abteilung festgelegt.',
  },
  'problem.set-by-policy.do': {
    en: 'Ask them to change it for this till.',
    de: 'Bitten Sie sie, es für diese Kasse zu ändern.',
  },
  'problem.set-by-office': {
    en: 'Not changed: your office has set this.',
    de: 'Nicht geändert: Das hat Ihre Zentrale festgelegt.',
  },
  'problem.set-by-office.do': {
    en: 'Ask the office to change it for this till.',
    de: 'Bitten Sie die Zentrale, es für diese Kasse zu ändern.',
  },
  'problem.approval-needed': {
    en: 'A supervisor must approve this. Nothing was given back.',
    de: 'Das muss eine Aufsicht freigeben. Es wurde nichts erstattet.',
  },
  'problem.approval-needed.do': {
    en: 'Let a supervisor enter their PIN.',
    de: 'Lassen Sie eine Aufsicht ihre PIN eingeben.',
  },
  'problem.second-person-needed': {
    en: 'A second person must agree. Nothing was decided.',
    de: 'Eine zweite Person muss zustimmen. Nichts entschieden.',
  },
  'problem.second-person-needed.do': {
    en: 'Let another supervisor enter their PIN.',
    de: 'Lassen Sie eine andere Aufsicht ihre PIN eingeben.',
  },
  'problem.not-signed-in': { en: 'Nobody is signed in.', de: 'Niemand ist angemeldet.' },
  'problem.not-signed-in.do': {
    en: 'Sign in with your PIN. A till without people needs its first manager: Settings, People.',
    de: 'Melden Sie sich mit Ihrer PIN an. Eine Kasse ohne Personen braucht erst eine Leitung: Einstellungen, Personen.',
  },
  'problem.pin-wrong': { en: 'The PIN is wrong.', de: 'Die PIN ist falsch.' },
  'problem.pin-wrong.do': {
    en: 'Enter it again. After five wrong tries the name is locked for a while.',
    de: 'Geben Sie sie erneut ein. Nach fünf Fehlversuchen ist der Name eine Zeit lang gesperrt.',
  },
  'problem.operator-locked': { en: 'Too many wrong PINs.', de: 'Zu viele falsche PINs.' },
  'problem.operator-locked.do': {
    en: 'Wait a few minutes, or ask a manager for a new PIN.',
    de: 'Warten Sie einige Minuten, oder bitten Sie die Leitung um eine neue PIN.',
  },
  'problem.operator-unknown': { en: 'This person is not on the list.', de: 'Diese Person steht nicht auf der Liste.' },
  'problem.operator-unknown.do': { en: 'Choose another name.', de: 'Wählen Sie einen anderen Namen.' },
  'problem.operator-exists': {
    en: 'There is already a person with that name.',
    de: 'Eine Person dieses Namens gibt es schon.',
  },
  'problem.operator-exists.do': { en: 'Choose another name.', de: 'Wählen Sie einen anderen Namen.' },
  'problem.role-missing': { en: 'Only a supervisor can do this.', de: 'Das kann nur eine Aufsicht.' },
  'problem.role-missing.do': { en: 'Call a supervisor.', de: 'Rufen Sie eine Aufsicht.' },
  'problem.manager-needed': { en: 'Only a manager can change this.', de: 'Das kann nur die Leitung ändern.' },
  'problem.manager-needed.do': { en: 'Call a manager.', de: 'Rufen Sie die Leitung.' },
  'problem.manager-missing': { en: 'One active manager must remain.', de: 'Eine aktive Leitung muss bleiben.' },
  'problem.manager-missing.do': {
    en: 'Make somebody else a manager first.',
    de: 'Machen Sie zuerst jemand anderen zur Leitung.',
  },
  'problem.first-manager-by-command': {
    en: 'The first manager of this till is added on its computer.',
    de: 'Die erste Leitung dieser Kasse wird auf ihrem Computer angelegt.',
  },
  'problem.first-manager-by-command.do': {
    en: 'IT does it there, by the command: tillbridge operator create',
    de: 'Die IT macht das dort, mit dem Befehl: tillbridge operator create',
  },
  'problem.live-without-manager': {
    en: 'No manager of this till would be left.',
    de: 'Dieser Kasse bliebe keine eigene Leitung.',
  },
  'problem.live-without-manager.do': {
    en: 'Sign in as a manager who was added here, and enter the API key: you then stay.',
    de: 'Melden Sie sich als Leitung an, die hier angelegt wurde, und geben Sie den API-Schlüssel ein: Dann bleiben Sie.',
  },
  'problem.not-decidable': { en: 'There is nothing to decide any more.', de: 'Hier ist nichts mehr zu entscheiden.' },
  'problem.not-decidable.do': { en: 'See how it ended.', de: 'Sehen Sie nach, wie es ausging.' },
  'problem.paused': {
    en: 'This till is paused. {nothing}',
    de: 'Diese Kasse ist angehalten. {nothing}',
  },
  'problem.paused.do': {
    en: 'Its data folder may be a copy. Call your manager, who decides whether it continues.',
    de: 'Ihr Datenordner ist vielleicht eine Kopie. Rufen Sie die Leitung: Sie entscheidet, ob es weitergeht.',
  },
  'problem.terminal-resting': {
    en: 'The terminal may still be at work for a copy of this folder. {nothing}',
    de: 'Das Terminal arbeitet vielleicht noch für eine Kopie dieses Ordners. {nothing}',
  },
  'problem.terminal-resting.do': {
    en: 'Try again in a few minutes.',
    de: 'Versuchen Sie es in ein paar Minuten noch einmal.',
  },
  'problem.too-late': {
    en: 'Too late: the payment system accepts this for a limited time only. {nothing}',
    de: 'Zu spät: Das Zahlungssystem nimmt das nur eine begrenzte Zeit an. {nothing}',
  },
  'problem.too-late.do': { en: 'Make the payment again.', de: 'Legen Sie die Zahlung neu an.' },
  'problem.customer-not-found': {
    en: 'The payment system knows no such customer.',
    de: 'Das Zahlungssystem kennt diesen Kunden nicht.',
  },
  'problem.customer-not-found.do': {
    en: 'Search for the customer again: the entry may have been deleted.',
    de: 'Suchen Sie den Kunden noch einmal: Der Eintrag wurde vielleicht gelöscht.',
  },
  'problem.left': { en: 'At most {left} is possible.', de: 'Höchstens {left} ist möglich.' },
  'problem.leftOpen': {
    en: 'At most {left} is possible; {open} is still under way.',
    de: 'Höchstens {left} ist möglich; {open} ist noch unterwegs.',
  },
  'problem.limit': { en: '{limit} operations are waiting already.', de: 'Es warten schon {limit} Vorgänge.' },
  'problem.status': { en: 'It answered with status {status}.', de: 'Es antwortete mit Status {status}.' },
  'problem.earlier': { en: 'Open the earlier one', de: 'Früheren Vorgang öffnen' },
  'problem.field': { en: '{field}: {issue}', de: '{field}: {issue}' },

  'problem.other': {
    en: 'Not accepted. Nothing was sent and no money moved.',
    de: 'Nicht angenommen. Nichts gesendet, kein Geld geflossen.',
  },
  'problem.other.do': {
    en: 'See the details, or call support with them.',
    de: 'Siehe Details, oder rufen Sie damit den Support an.',
  },
  'problem.number-again': {
    en: 'Nothing was given back. Enter the number again.',
    de: 'Es wurde nichts erstattet. Geben Sie die Nummer erneut ein.',
  },
  'problem.number-again.do': {
    en: 'The till did not answer in time and has no such refund. Numbers are never kept here.',
    de: 'Die Kasse hat nicht rechtzeitig geantwortet und kennt keine solche Erstattung. Nummern werden hier nie aufbewahrt.',
  },
});
