// A person's likings as they are before anything was chosen, for tests that need some.
import { usualPreferences } from '#contract/till/preferences.ts';
import type { Preferences } from '#contract/till/window.ts';

export const preferences: Preferences = {
  ...usualPreferences,
  language: 'en',
  guided: true,
};
