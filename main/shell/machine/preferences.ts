// Preferences of this machine and its user, kept by electron-store. No payment depends on them, so a damaged file is
// replaced by defaults, and an invalid value by its default.
import Store from 'electron-store';
import { chmodSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { languageOf } from '#contract/data/languages.ts';
import { usualPreferences } from '#contract/till/preferences.ts';
import { type Preferences, preferencesSchema } from '#contract/till/window.ts';

const machineSchema = z.strictObject({
  preferences: preferencesSchema,
  /** The port of the loopback API; 0 takes a free port and keeps it. */
  loopbackPort: z.int().min(0).max(65_535),
  /** The folder for receipts that a manager chose; null: in the user's documents. */
  receiptFolder: z.string().min(1).max(4_096).nullable(),
});
type Machine = z.output<typeof machineSchema>;

export interface PreferenceStore {
  preferences(): Preferences;
  save(preferences: Preferences): void;
  loopbackPort(): number;
  rememberPort(port: number): void;
  receiptFolder(): string | null;
  chooseReceiptFolder(chosen: string): void;
}

/** `locale` is the system's, such as `de-AT`. */
export function openPreferences(folder: string, locale: string): PreferenceStore {
  const store = new Store<Partial<Machine>>({
    cwd: folder,
    name: 'preferences',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  // An earlier version left it open to other users of the machine.
  if (existsSync(store.path)) chmodSync(store.path, 0o600);
  const defaults = defaultsFor(locale);
  return {
    preferences() {
      const stored: unknown = store.get('preferences');
      const known = typeof stored === 'object' && stored !== null ? stored : {};
      const fields = Object.entries(preferencesSchema.shape).map(([name, schema]) => {
        const value = schema.safeParse((known as { [name: string]: unknown })[name]);
        return [name, value.success ? value.data : defaults[name as keyof Preferences]];
      });
      return preferencesSchema.parse(Object.fromEntries(fields), { jitless: true });
    },
    save: (preferences) => store.set('preferences', preferences),
    loopbackPort: () => machineSchema.shape.loopbackPort.catch(0).parse(store.get('loopbackPort', 0)),
    rememberPort: (port) => store.set('loopbackPort', port),
    receiptFolder: () => machineSchema.shape.receiptFolder.catch(null).parse(store.get('receiptFolder', null)),
    chooseReceiptFolder: (chosen) => store.set('receiptFolder', chosen),
  };
}

function defaultsFor(locale: string): Preferences {
  return { ...usualPreferences, language: languageOf(locale), guided: false };
}
