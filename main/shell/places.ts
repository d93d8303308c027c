// Where the app keeps what: one home per user, with the data folder inside it and the keys outside the data folder,
// so that a copied data folder holds no key.
import { join } from 'node:path';

export interface Places {
  readonly home: string;
  /** Database, journal, settings: what a backup takes. */
  readonly dataDir: string;
  readonly vault: string;
  /** The folder's key where neither a key store nor a passphrase protects it (mode 0600, as headless). */
  readonly keyFile: string;
  readonly logDir: string;
  /** How far each data folder had come when it was last seen here; not part of any of them. */
  readonly seenDir: string;
  /** The built window. */
  readonly pages: string;
  readonly preload: string;
  readonly icons: string;
  /** The built background worker. */
  readonly worker: string;
}

/** `built` is the folder that holds main, preload, renderer and icons. */
export function placesOf(home: string, built: string): Places {
  return {
    home,
    dataDir: join(home, 'shop'),
    vault: join(home, 'vault.json'),
    keyFile: join(home, 'folder.key'),
    logDir: join(home, 'log'),
    seenDir: join(home, 'seen'),
    pages: join(built, 'renderer'),
    preload: join(built, 'preload', 'index.cjs'),
    icons: join(built, 'icons'),
    worker: join(built, 'main', 'worker.cjs'),
  };
}
