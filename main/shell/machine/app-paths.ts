// The app's folders and files: one home per user, with the data folder inside it and the keys outside the data folder,
// so that a copied data folder holds no key.
import { join } from 'node:path';

export interface AppPaths {
  readonly home: string;
  /** Database, journal and settings: the folder that a backup saves. */
  readonly dataDir: string;
  readonly vault: string;
  /** The folder's key where neither a key store nor a passphrase protects it (mode 0600, as headless). */
  readonly keyFile: string;
  readonly logDir: string;
  /** The last journal record seen of each data folder; it is outside of the data folders. */
  readonly seenDir: string;
  /** The built window. */
  readonly pages: string;
  readonly preload: string;
  /** The page on the customer's screen, and its preload script. */
  readonly customerPages: string;
  readonly customerPreload: string;
  readonly icons: string;
  /** The built background worker. */
  readonly worker: string;
}

/** `built` is the folder that holds main, preload, renderer and icons. */
export function appPathsOf(home: string, built: string): AppPaths {
  return {
    home,
    dataDir: join(home, 'shop'),
    vault: join(home, 'vault.json'),
    keyFile: join(home, 'folder.key'),
    logDir: join(home, 'log'),
    seenDir: join(home, 'seen'),
    pages: join(built, 'renderer'),
    preload: join(built, 'preload', 'index.cjs'),
    customerPages: join(built, 'customer'),
    customerPreload: join(built, 'preload', 'customer.cjs'),
    icons: join(built, 'icons'),
    worker: join(built, 'main', 'worker.cjs'),
  };
}
