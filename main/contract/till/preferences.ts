// A person's likings at one machine, as they are before anything was chosen.
import type { Preferences } from './window.ts';

export const usualPreferences: Omit<Preferences, 'language' | 'guided'> = {
  theme: 'system',
  terminalId: null,
  startAtLogin: false,
  kiosk: false,
  screenKeyboard: 'touch',
  sounds: true,
  largePrint: false,
  leftHanded: false,
  customerScreen: false,
};
