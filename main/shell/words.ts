// The few words that the main process itself shows: the tray, and the questions that stand over every window.
import type { Preferences } from '#contract/window.ts';

const table = {
  en: {
    open: 'Open Tillbridge',
    quit: 'Quit Tillbridge',
    quitQuestion: 'Quit although money is still open?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} waiting to be sent, ${inDoubt} in doubt. They are kept and go on at the next start. Until then ` +
      'nothing is sent and nothing is found out. Do not repeat them elsewhere.',
    stay: 'Keep running',
    quitAnyway: 'Quit anyway',
    stuck: 'The window does not answer.',
    stuckDetail: 'What is under way goes on without it and shows again afterwards.',
    reload: 'Reload the window',
    wait: 'Wait',
    cannotStart: 'Tillbridge cannot start',
    foreignSwitch: (name: string) =>
      `${name} is not allowed. Remove it from the command, the shortcut or the environment that starts the till.`,
    receipt: 'Save the receipt',
    receiptFolder: 'Choose the folder for receipts',
    shiftReport: 'Save the shift report',
    journal: 'Export the journal',
    erpList: 'Choose the list of the shop system',
    allFiles: 'All files',
    notThere: 'Nothing was saved: this file must not be replaced.',
    notThereDetail:
      'It is a file of the till itself, a database, or no plain file. Choose another folder or another name.',
  },
  de: {
    open: 'Tillbridge öffnen',
    quit: 'Tillbridge beenden',
    quitQuestion: 'Beenden, obwohl noch Geld offen ist?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} noch nicht gesendet, ${inDoubt} ungeklärt. Sie bleiben erhalten und gehen beim nächsten Start ` +
      'weiter. Bis dahin wird nichts gesendet und nichts geklärt. Bitte nicht anderswo wiederholen.',
    stay: 'Weiterlaufen lassen',
    quitAnyway: 'Trotzdem beenden',
    stuck: 'Das Fenster antwortet nicht.',
    stuckDetail: 'Was läuft, geht ohne das Fenster weiter und ist danach wieder zu sehen.',
    reload: 'Fenster neu laden',
    wait: 'Warten',
    cannotStart: 'Tillbridge kann nicht starten',
    foreignSwitch: (name: string) =>
      `${name} ist nicht erlaubt. Bitte aus dem Befehl, der Verknüpfung oder der Umgebung entfernen, mit der die ` +
      'Kasse startet.',
    receipt: 'Beleg speichern',
    receiptFolder: 'Ordner für Belege wählen',
    shiftReport: 'Schichtbericht speichern',
    journal: 'Journal exportieren',
    erpList: 'Liste des Warenwirtschaftssystems wählen',
    allFiles: 'Alle Dateien',
    notThere: 'Nichts wurde gespeichert: Diese Datei darf nicht ersetzt werden.',
    notThereDetail:
      'Sie gehört zur Kasse selbst, ist eine Datenbank oder keine gewöhnliche Datei. Bitte einen anderen Ordner oder ' +
      'einen anderen Namen wählen.',
  },
} as const;

export type Words = (typeof table)[Preferences['language']];

export function wordsIn(language: Preferences['language']): Words {
  return table[language];
}

/** Before the person's own choice is known. `locale` is the system's, such as `de-AT`. */
export function wordsFor(locale: string): Words {
  return locale.toLowerCase().startsWith('de') ? table.de : table.en;
}
