// The texts that the main process itself shows: the tray, and the system's dialogs.
import { languageOf } from '#contract/data/languages.ts';
import type { Preferences } from '#contract/till/window.ts';

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
    receiptMail: (shop: string) => (shop === '' ? 'Your receipt' : `Your receipt from ${shop}`),
    receiptFolder: 'Choose the folder for receipts',
    receiptsName: 'Tillbridge receipts',
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
    receiptMail: (shop: string) => (shop === '' ? 'Ihr Beleg' : `Ihr Beleg von ${shop}`),
    receiptFolder: 'Ordner für Belege wählen',
    receiptsName: 'Tillbridge-Belege',
    shiftReport: 'Schichtbericht speichern',
    journal: 'Journal exportieren',
    erpList: 'Liste des Warenwirtschaftssystems wählen',
    allFiles: 'Alle Dateien',
    notThere: 'Nichts wurde gespeichert: Diese Datei darf nicht ersetzt werden.',
    notThereDetail:
      'Sie gehört zur Kasse selbst, ist eine Datenbank oder keine gewöhnliche Datei. Bitte einen anderen Ordner oder ' +
      'einen anderen Namen wählen.',
  },
  fr: {
    open: 'Ouvrir Tillbridge',
    quit: 'Quitter Tillbridge',
    quitQuestion: 'Quitter alors que de l’argent est en cours ?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} en attente d’envoi, ${inDoubt} incertaines. Elles sont conservées et reprennent au prochain ` +
      'démarrage. D’ici là, rien n’est envoyé et rien n’est vérifié. Ne les répétez pas ailleurs.',
    stay: 'Continuer',
    quitAnyway: 'Quitter quand même',
    stuck: 'La fenêtre ne répond pas.',
    stuckDetail: 'Ce qui est en cours continue sans elle et s’affiche à nouveau ensuite.',
    reload: 'Recharger la fenêtre',
    wait: 'Attendre',
    cannotStart: 'Tillbridge ne peut pas démarrer',
    foreignSwitch: (name: string) =>
      `${name} n’est pas autorisé. Retirez-le de la commande, du raccourci ou de l’environnement qui démarre la caisse.`,
    receipt: 'Enregistrer le ticket',
    receiptMail: (shop: string) => (shop === '' ? 'Votre ticket' : `Votre ticket de ${shop}`),
    receiptFolder: 'Choisir le dossier des tickets',
    receiptsName: 'Tickets Tillbridge',
    shiftReport: 'Enregistrer le rapport de service',
    journal: 'Exporter le journal',
    erpList: 'Choisir la liste du logiciel du magasin',
    allFiles: 'Tous les fichiers',
    notThere: 'Rien n’a été enregistré : ce fichier ne doit pas être remplacé.',
    notThereDetail:
      'C’est un fichier de la caisse elle-même, une base de données, ou pas un fichier ordinaire. Choisissez un autre ' +
      'dossier ou un autre nom.',
  },
  it: {
    open: 'Apri Tillbridge',
    quit: 'Esci da Tillbridge',
    quitQuestion: 'Uscire anche se c’è denaro in sospeso?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} in attesa di invio, ${inDoubt} non chiarite. Restano conservate e riprendono al prossimo avvio. ` +
      'Fino ad allora non si invia e non si chiarisce nulla. Non ripeterle altrove.',
    stay: 'Continua',
    quitAnyway: 'Esci comunque',
    stuck: 'La finestra non risponde.',
    stuckDetail: 'Ciò che è in corso continua senza di essa e poi si vede di nuovo.',
    reload: 'Ricarica la finestra',
    wait: 'Aspetta',
    cannotStart: 'Tillbridge non può avviarsi',
    foreignSwitch: (name: string) =>
      `${name} non è consentito. Toglierlo dal comando, dal collegamento o dall’ambiente che avvia la cassa.`,
    receipt: 'Salva la ricevuta',
    receiptMail: (shop: string) => (shop === '' ? 'La Sua ricevuta' : `La Sua ricevuta di ${shop}`),
    receiptFolder: 'Scegli la cartella delle ricevute',
    receiptsName: 'Ricevute Tillbridge',
    shiftReport: 'Salva il rapporto del turno',
    journal: 'Esporta il giornale',
    erpList: 'Scegli l’elenco del gestionale',
    allFiles: 'Tutti i file',
    notThere: 'Non è stato salvato nulla: questo file non va sostituito.',
    notThereDetail:
      'È un file della cassa stessa, una banca dati, o non è un file normale. Scegliere un’altra cartella o un altro nome.',
  },
  es: {
    open: 'Abrir Tillbridge',
    quit: 'Salir de Tillbridge',
    quitQuestion: '¿Salir aunque quede dinero pendiente?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} a la espera de envío, ${inDoubt} sin aclarar. Se conservan y siguen en el próximo inicio. Hasta ` +
      'entonces no se envía ni se aclara nada. No las repita en otro lugar.',
    stay: 'Seguir',
    quitAnyway: 'Salir de todos modos',
    stuck: 'La ventana no responde.',
    stuckDetail: 'Lo que está en curso sigue sin ella y después vuelve a verse.',
    reload: 'Volver a cargar la ventana',
    wait: 'Esperar',
    cannotStart: 'Tillbridge no puede iniciarse',
    foreignSwitch: (name: string) =>
      `${name} no está permitido. Quítelo de la orden, del acceso directo o del entorno que inicia la caja.`,
    receipt: 'Guardar el recibo',
    receiptMail: (shop: string) => (shop === '' ? 'Su recibo' : `Su recibo de ${shop}`),
    receiptFolder: 'Elegir la carpeta de los recibos',
    receiptsName: 'Recibos Tillbridge',
    shiftReport: 'Guardar el informe del turno',
    journal: 'Exportar el diario',
    erpList: 'Elegir la lista del programa de la tienda',
    allFiles: 'Todos los archivos',
    notThere: 'No se ha guardado nada: este archivo no debe reemplazarse.',
    notThereDetail:
      'Es un archivo de la propia caja, una base de datos o no es un archivo normal. Elija otra carpeta u otro nombre.',
  },
  nl: {
    open: 'Tillbridge openen',
    quit: 'Tillbridge afsluiten',
    quitQuestion: 'Afsluiten terwijl er nog geld openstaat?',
    quitDetail: (waiting: number, inDoubt: number) =>
      `${waiting} nog niet verzonden, ${inDoubt} niet opgehelderd. Ze blijven bewaard en gaan verder bij de volgende ` +
      'start. Tot dan wordt niets verzonden en niets opgehelderd. Herhaal ze niet elders.',
    stay: 'Doorgaan',
    quitAnyway: 'Toch afsluiten',
    stuck: 'Het venster reageert niet.',
    stuckDetail: 'Wat bezig is, gaat zonder het venster verder en is daarna weer te zien.',
    reload: 'Venster opnieuw laden',
    wait: 'Wachten',
    cannotStart: 'Tillbridge kan niet starten',
    foreignSwitch: (name: string) =>
      `${name} is niet toegestaan. Verwijder het uit de opdracht, de snelkoppeling of de omgeving die de kassa start.`,
    receipt: 'Bon opslaan',
    receiptMail: (shop: string) => (shop === '' ? 'Uw bon' : `Uw bon van ${shop}`),
    receiptFolder: 'Map voor bonnen kiezen',
    receiptsName: 'Tillbridge-bonnen',
    shiftReport: 'Dienstrapport opslaan',
    journal: 'Journaal exporteren',
    erpList: 'Lijst van het winkelsysteem kiezen',
    allFiles: 'Alle bestanden',
    notThere: 'Er is niets opgeslagen: dit bestand mag niet worden vervangen.',
    notThereDetail:
      'Het is een bestand van de kassa zelf, een database, of geen gewoon bestand. Kies een andere map of een andere naam.',
  },
} as const;

export type Words = (typeof table)[Preferences['language']];

export function wordsIn(language: Preferences['language']): Words {
  return table[language];
}

/** The texts until the person's own language is known. `locale` is the system's, such as `de-AT`. */
export function wordsFor(locale: string): Words {
  return table[languageOf(locale)];
}
