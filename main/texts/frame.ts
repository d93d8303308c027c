// The frame: rail, status line, help, and what is said when the main process is silent.
import { texts } from './define.ts';

export const frameTexts = texts({
  'rail.label': { en: 'Screens', de: 'Bereiche' },
  'rail.sale': { en: 'Sale', de: 'Verkauf' },
  'rail.payments': { en: 'Payments', de: 'Zahlungen' },
  'rail.refund': { en: 'Refund', de: 'Erstattung' },
  'rail.activity': { en: 'Activity', de: 'Verlauf' },
  'rail.shift': { en: 'Shift', de: 'Schicht' },
  'rail.settings': { en: 'Settings', de: 'Optionen' },
  'rail.dcc': { en: 'Currency', de: 'Währung' },
  'rail.help': { en: 'Keys', de: 'Tasten' },

  'mode.training': { en: 'Training: no real money', de: 'Übung: kein echtes Geld' },
  'mode.test': { en: 'Test: no real money', de: 'Test: kein echtes Geld' },
  'mode.live': { en: 'Live', de: 'Echtbetrieb' },

  'status.label': { en: 'State of the till', de: 'Zustand der Kasse' },
  'status.online': { en: 'Online since {time}', de: 'Online seit {time}' },
  'status.offline': { en: 'Offline since {time}', de: 'Offline seit {time}' },
  'status.unchecked': { en: 'Connection not tried yet', de: 'Verbindung noch nicht geprüft' },
  'status.refused': { en: 'API key refused', de: 'API-Schlüssel abgelehnt' },
  'status.notAccepting': { en: 'Paused', de: 'Angehalten' },
  'status.terminal': { en: 'Terminal {id}', de: 'Terminal {id}' },
  'status.terminalBusy': { en: 'Terminal {id} is busy', de: 'Terminal {id} arbeitet' },
  'status.noTerminal': { en: 'No terminal', de: 'Kein Terminal' },
  'status.waiting': { en: '{count} waiting', de: '{count} wartend' },
  'status.inDoubt': { en: '{count} unknown', de: '{count} ungeklärt' },
  'status.needsPerson': { en: '{count} to decide', de: '{count} zu entscheiden' },
  'status.otherEnvironments': { en: '{count} in another environment', de: '{count} in anderer Umgebung' },
  'status.silent': { en: 'No answer since {time}', de: 'Keine Antwort seit {time}' },

  'silent.title': {
    en: 'The bridge is not answering',
    de: 'Die Bridge antwortet nicht',
  },
  'silent.body': {
    en: 'Nothing new can be started. What was sent goes on, nothing is lost. This window keeps asking and goes on by itself.',
    de: 'Neues kann nicht begonnen werden. Gesendetes läuft weiter, nichts geht verloren. Das Fenster fragt weiter nach und macht dann von selbst weiter.',
  },
  'loading.title': { en: 'Starting', de: 'Start' },
  'crash.title': { en: 'This screen could not be shown', de: 'Diese Ansicht konnte nicht gezeigt werden' },
  'crash.body': {
    en: 'No money is affected. What was sent goes on. Show the screen again, or choose another one.',
    de: 'Geld ist nicht betroffen. Gesendetes läuft weiter. Zeigen Sie die Ansicht erneut oder wählen Sie eine andere.',
  },
  'crash.retry': { en: 'Show the screen again', de: 'Ansicht erneut zeigen' },

  'unlock.title': { en: 'Unlock the till', de: 'Kasse entsperren' },
  'unlock.body': {
    en: 'The stored key is sealed with a passphrase. Until it is entered, what waits stays waiting.',
    de: 'Der gespeicherte Schlüssel ist mit einer Passphrase versiegelt. Bis sie eingegeben ist, wartet alles weiter.',
  },
  'unlock.passphrase': { en: 'Passphrase', de: 'Passphrase' },
  'unlock.do': { en: 'Unlock the till', de: 'Kasse entsperren' },
  'unlock.wrong': {
    en: 'That passphrase does not open it. Check capital letters and try again.',
    de: 'Diese Passphrase passt nicht. Prüfen Sie Groß- und Kleinschreibung und versuchen Sie es erneut.',
  },

  'help.title': { en: 'Keys', de: 'Tasten' },
  'help.screens': { en: 'Go to a screen', de: 'Bereich öffnen' },
  'help.amount': { en: 'Type the amount', de: 'Betrag eingeben' },
  'help.backspace': { en: 'Remove the last digit', de: 'Letzte Ziffer entfernen' },
  'help.clear': { en: 'Clear the amount', de: 'Betrag löschen' },
  'help.charge': { en: 'Charge, or start the next sale', de: 'Kassieren oder nächster Verkauf' },
  'help.search': { en: 'Go to the search field', de: 'Zum Suchfeld' },
  'help.list': { en: 'Move in a list, open with Enter', de: 'In einer Liste bewegen, mit Enter öffnen' },
  'help.close': { en: 'Close or go back', de: 'Schließen oder zurück' },
  'help.help': { en: 'Show these keys', de: 'Diese Tasten zeigen' },
  'help.scanner': {
    en: 'A scanner’s code goes into the reference. Enter alone never charges.',
    de: 'Der Code eines Scanners kommt in die Referenz. Enter allein kassiert nie.',
  },
  'help.digits': { en: '0 to 9', de: '0 bis 9' },
  'help.arrows': { en: 'Arrow keys', de: 'Pfeiltasten' },

  'do.close': { en: 'Close', de: 'Schließen' },
  'do.remove': { en: 'Remove', de: 'Entfernen' },
  'do.back': { en: 'Go back', de: 'Zurück' },
  'do.copyDetails': { en: 'Copy the details', de: 'Details kopieren' },
  'do.copied': { en: 'Copied', de: 'Kopiert' },
  'do.notCopied': { en: 'Could not copy', de: 'Kopieren ging nicht' },
  'details.title': { en: 'Details for support', de: 'Details für den Support' },
  'field.required': { en: 'Required', de: 'Pflichtfeld' },
  'field.optional': { en: 'optional', de: 'freiwillig' },
  'list.loading': { en: 'Loading', de: 'Wird geladen' },
  'list.more': { en: 'Loading more', de: 'Weitere werden geladen' },
  'list.broken': {
    en: 'The list cannot be loaded right now. It is tried again by itself.',
    de: 'Die Liste kann gerade nicht geladen werden. Es wird von selbst erneut versucht.',
  },
});
