// The Terminals screen: how each card terminal is, and the commands that move no money.
import { texts } from './define.ts';

export const terminalTexts = texts({
  'rail.terminals': { en: 'Terminals', de: 'Terminals' },
  'terminals.title': { en: 'What should a terminal do?', de: 'Was soll ein Terminal tun?' },
  'terminals.lead': {
    en: 'None of these moves money.',
    de: 'Dabei fließt kein Geld.',
  },
  'terminals.none': { en: 'No terminal is set up', de: 'Kein Terminal eingerichtet' },
  'terminals.noneHow': {
    en: 'A manager names the terminals in the settings, under Shop.',
    de: 'Die Leitung trägt die Terminals in den Einstellungen ein, unter Geschäft.',
  },
  'terminals.noneNamed': {
    en: 'Until then every terminal id that a program sends goes to the gateway, a misspelled one too.',
    de: 'Bis dahin geht jede Terminalkennung, die ein Programm sendet, an das Zahlungssystem, auch eine falsch geschriebene.',
  },
  'terminals.idle': { en: 'Free', de: 'Frei' },
  'terminals.busy': { en: 'Busy', de: 'Belegt' },
  'terminals.held': {
    en: 'Held until {time} at the latest: how its last command ended is not known yet',
    de: 'Bis spätestens {time} belegt: Wie das Letzte ausging, ist noch nicht bekannt',
  },
  'terminals.what': { en: 'What {id} can do', de: 'Was {id} tun kann' },
  'terminals.check': { en: 'Check {id}', de: '{id} prüfen' },
  'terminals.start': { en: 'Start up {id}', de: '{id} starten' },
  'terminals.readCard': { en: 'Read a card at {id}', de: 'Karte an {id} lesen' },
  'terminals.offline': {
    en: 'Offline. A check and a start wait for the connection. A card can be read once it is back.',
    de: 'Offline. Prüfen und Starten warten auf die Verbindung. Eine Karte lässt sich erst danach lesen.',
  },
  'terminals.card': { en: 'Card', de: 'Karte' },
  'terminals.bin': { en: 'First digits', de: 'Erste Ziffern' },
  'terminals.nothingRead': {
    en: 'The terminal showed no digits of the card.',
    de: 'Das Terminal hat keine Ziffern der Karte gezeigt.',
  },
  'terminals.back': { en: 'Back to the terminals', de: 'Zurück zu den Terminals' },
  'status.openTerminals': { en: 'Open the terminals:', de: 'Terminals öffnen:' },
});
