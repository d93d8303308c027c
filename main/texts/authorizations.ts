// Open authorizations by age, and what is done with several of them at once.
import { texts } from './define.ts';

export const authorizationTexts = texts({
  'rail.authorizations': { en: 'Open authorizations', de: 'Offene Autorisierungen' },
  'authorizations.title': {
    en: 'What is authorized and not captured?',
    de: 'Was ist autorisiert, aber nicht eingezogen?',
  },
  'authorizations.lead': {
    en: 'None of it is taken yet. What is not captured in time lapses, and the money cannot be taken any more.',
    de: 'Davon ist noch nichts eingenommen. Was nicht rechtzeitig eingezogen wird, verfällt, und das Geld ist nicht mehr zu bekommen.',
  },
  'authorizations.none': { en: 'No open authorizations', de: 'Keine offenen Autorisierungen' },
  'authorizations.noneHow': {
    en: 'What is authorized at the till (Sale, Authorize only) or by a program is listed here until it is captured or reversed.',
    de: 'Was an der Kasse (Verkauf, Nur autorisieren) oder von einem Programm autorisiert wird, steht hier, bis es eingezogen oder storniert ist.',
  },
  'authorizations.more': {
    en: 'These are the 200 oldest. Newer ones follow once some of these are captured or reversed.',
    de: 'Dies sind die 200 ältesten. Neuere folgen, sobald einige davon eingezogen oder storniert sind.',
  },
  'authorizations.list': {
    en: 'Open authorizations, the oldest first',
    de: 'Offene Autorisierungen, die ältesten zuerst',
  },
  'authorizations.age': { en: '{days} days old', de: '{days} Tage alt' },
  'authorizations.ageOne': { en: '1 day old', de: '1 Tag alt' },
  'authorizations.today': { en: 'since {time}', de: 'seit {time}' },
  'authorizations.lapsing': { en: 'lapses soon (from day {days})', de: 'verfällt bald (ab Tag {days})' },
  'authorizations.open': { en: 'Open', de: 'Öffnen' },
  'authorizations.openLabel': { en: 'Open {what}', de: '{what} öffnen' },
  'authorizations.busy': { en: 'Something is under way on it', de: 'Dazu läuft gerade etwas' },
  'authorizations.partCaptured': {
    en: 'A part was captured: the rest cannot be reversed',
    de: 'Ein Teil ist eingezogen: Der Rest lässt sich nicht stornieren',
  },
  'authorizations.all': { en: 'Choose all', de: 'Alle auswählen' },
  'authorizations.oldOnes': { en: 'Choose what lapses soon', de: 'Auswählen, was bald verfällt' },
  'authorizations.noOnes': { en: 'Choose none', de: 'Nichts auswählen' },
  'authorizations.chosen': { en: '{count} chosen: {amount}', de: '{count} ausgewählt: {amount}' },
  'authorizations.capture': { en: 'Capture {count}', de: '{count} einziehen' },
  'authorizations.release': { en: 'Reverse {count}', de: '{count} stornieren' },
  'authorizations.captureTitle': { en: 'Capture these?', de: 'Diese einziehen?' },
  'authorizations.releaseTitle': { en: 'Reverse these?', de: 'Diese stornieren?' },
  'authorizations.captureLead': {
    en: 'Each is captured in full, for itself. One that is refused does not stop the others.',
    de: 'Jede wird ganz eingezogen, jede für sich. Eine abgelehnte hält die anderen nicht auf.',
  },
  'authorizations.releaseLead': {
    en: 'The customers can use their reserved money again, and none of it can be captured any more. One that is refused does not stop the others.',
    de: 'Die Kunden können wieder über ihr reserviertes Geld verfügen, einziehen lässt sich davon nichts mehr. Eine abgelehnte hält die anderen nicht auf.',
  },
  'authorizations.atTerminal': {
    en: 'Some are reversed at their terminal, one after the other.',
    de: 'Einige werden am Terminal storniert, eine nach der anderen.',
  },
  'authorizations.left': {
    en: 'Of the chosen, cannot be reversed: {count}. A part was captured, or something is under way.',
    de: 'Davon nicht stornierbar: {count}. Ein Teil ist eingezogen, oder gerade läuft etwas.',
  },
  'authorizations.leftCapture': {
    en: 'Of the chosen, cannot be captured now: {count}. Something is under way there, or its payment number is not known.',
    de: 'Davon jetzt nicht einziehbar: {count}. Dort läuft gerade etwas, oder die Zahlungsnummer ist nicht bekannt.',
  },
  'authorizations.doCapture': { en: 'Capture {amount}', de: '{amount} einziehen' },
  'authorizations.doRelease': { en: 'Reverse {amount}', de: '{amount} stornieren' },
  'authorizations.change': { en: 'Choose others', de: 'Andere auswählen' },
  'authorizations.captured': { en: 'Captured: {done} of {all}', de: 'Eingezogen: {done} von {all}' },
  'authorizations.released': { en: 'Reversed: {done} of {all}', de: 'Storniert: {done} von {all}' },
  'authorizations.outcomes': { en: 'What became of each', de: 'Was aus jeder wurde' },
  'authorizations.asking': { en: 'Being sent', de: 'Wird gesendet' },
  'authorizations.next': { en: 'Waits for the one before it at the terminal', de: 'Wartet auf die davor am Terminal' },
  'authorizations.stopped': {
    en: 'Not sent: another person has signed in since',
    de: 'Nicht gesendet: Inzwischen ist jemand anderes angemeldet',
  },
  'authorizations.notDone': { en: 'Not done', de: 'Nicht ausgeführt' },
  'authorizations.back': { en: 'Back to the list', de: 'Zurück zur Liste' },
  'authorizations.toList': { en: 'Capture or reverse', de: 'Einziehen oder stornieren' },
});
