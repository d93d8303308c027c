// What makes a long day at the counter easier: parked entries, sounds, print, hands, the lock by key.
import { texts } from './define.ts';

export const counterTexts = texts({
  'park.do': { en: 'Park', de: 'Parken' },
  'park.doLabel': { en: 'Park this entry', de: 'Diese Eingabe parken' },
  'park.list': { en: 'Parked', de: 'Geparkt' },
  'park.take': { en: 'Resume {what}', de: '{what} weiterführen' },
  'park.clearFirst': {
    en: 'Charge, park or clear what is typed, then resume a parked entry.',
    de: 'Erst kassieren, parken oder löschen, was eingegeben ist, dann Geparktes weiterführen.',
  },
  'park.full': {
    en: 'Nine entries are parked, more do not fit. Resume one and charge or clear it.',
    de: 'Neun Eingaben sind geparkt, mehr passen nicht. Führen Sie eine weiter und kassieren oder löschen Sie sie.',
  },
  'park.gone': {
    en: 'Parked entries: {count}. They are cleared with the shift; nothing of them was charged.',
    de: 'Geparkte Eingaben: {count}. Sie werden mit der Schicht gelöscht; davon wurde nichts kassiert.',
  },
  'till.sounds': {
    en: 'Sounds: paid, refused, needs attention',
    de: 'Töne: bezahlt, abgelehnt, Hinschauen nötig',
  },
  'till.largePrint': { en: 'Large print', de: 'Große Schrift' },
  'till.leftHanded': {
    en: 'Keypad and next step on the left',
    de: 'Ziffernblock und nächster Schritt links',
  },
  'help.lock': { en: 'Lock the till', de: 'Kasse sperren' },
  'till.customerScreen': { en: 'A second screen is the customer’s', de: 'Ein zweiter Bildschirm ist für den Kunden' },
});
