// A person's likings as they are before anything was chosen, for tests that need some.
import type { Preferences } from '#contract/till/window.ts';

export const preferences: Preferences = {
  language: 'en',
  theme: 'system',
  terminalId: null,
  startAtLogin: false,
  kiosk: false,
  screenKeyboard: 'touch',
  sounds: true,
  largePrint: false,
  leftHanded: false,
  customerScreen: false,
  guided: true,
};
