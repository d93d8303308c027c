// The keyboard on the screen. Letters and signs are no texts: they are what the keys write.
import { texts } from './define.ts';

export const screenKeyboardTexts = texts({
  'screenKeyboard.label': { en: 'Keyboard on the screen', de: 'Tastatur auf dem Bildschirm' },
  'screenKeyboard.page.letters': { en: 'Letters', de: 'Buchstaben' },
  'screenKeyboard.page.signs': { en: 'Signs', de: 'Zeichen' },
  'screenKeyboard.page.digits': { en: 'Digits', de: 'Ziffern' },
  'screenKeyboard.shift': { en: 'Capital letter', de: 'Großbuchstabe' },
  'screenKeyboard.backspace': { en: 'Delete the last character', de: 'Letztes Zeichen löschen' },
  'screenKeyboard.signs': { en: 'Show signs', de: 'Zeichen zeigen' },
  'screenKeyboard.letters': { en: 'Show letters', de: 'Buchstaben zeigen' },
  'screenKeyboard.space': { en: 'Space', de: 'Leerzeichen' },
  'screenKeyboard.done': { en: 'Done', de: 'Fertig' },
  'screenKeyboard.when': { en: 'Keyboard on the screen', de: 'Tastatur auf dem Bildschirm' },
  'screenKeyboard.when.touch': { en: 'When a field is touched', de: 'Wenn ein Feld berührt wird' },
  'screenKeyboard.when.always': { en: 'In every field', de: 'In jedem Feld' },
  'screenKeyboard.when.never': { en: 'Never', de: 'Nie' },
});
