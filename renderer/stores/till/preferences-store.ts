// The preferences of this till, kept by the shell. A change is shown first and saved then, because a switch that waits
// for the disk feels broken; main's answer then replaces what is shown.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { languageOf } from '#contract/data/languages.ts';
import { usualPreferences } from '#contract/till/preferences.ts';
import type { Preferences } from '#contract/till/window.ts';
import type { Bridge } from '../../bridge/bridge.ts';

export interface PreferencesState {
  readonly preferences: Preferences;
  readonly loaded: boolean;
  /** The first-run guide was completed before, so it can be left. */
  readonly guidedBefore: boolean;
}

export type PreferencesStore = StoreApi<PreferencesState> & {
  change(part: Partial<Preferences>): Promise<void>;
  load(): Promise<void>;
  start(): () => void;
};

/** Before main has answered: the first of the system's languages that the window has. */
export function firstPreferences(systemLanguage: string): Preferences {
  return { ...usualPreferences, language: languageOf(systemLanguage), guided: true };
}

export function createPreferencesStore(bridge: Bridge, first: Preferences): PreferencesStore {
  const store = createStore<PreferencesState>(() => ({ preferences: first, loaded: false, guidedBefore: false }));
  const set = (preferences: Preferences) =>
    store.setState(({ guidedBefore }) => ({
      preferences,
      loaded: true,
      guidedBefore: guidedBefore || preferences.guided,
    }));
  const load = async () => {
    const answer = await bridge.ask('preferences', {});
    if (answer.type === 'answer') set(answer.value);
  };
  return Object.assign(store, {
    load,
    async change(part: Partial<Preferences>) {
      const next = { ...store.getState().preferences, ...part };
      set(next);
      const answer = await bridge.ask('savePreferences', next);
      if (answer.type === 'answer') set(answer.value);
      else await load();
    },
    start() {
      return bridge.on('preferencesChanged', set);
    },
  });
}
