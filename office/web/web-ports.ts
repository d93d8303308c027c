// What the page's server needs of the office.
import type { Log } from '#host/log.ts';
import type { Database } from '../database/database.ts';
import type { LayerKeys, OfficeKeys } from '../keys/office-keys.ts';
import type { Codes, Passwords } from '../people/secrets.ts';

export interface WebPorts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly codes: Codes;
  readonly signApproval: OfficeKeys['signApproval'];
  /** They sign changes of settings. */
  readonly layerKeys: LayerKeys;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly onAway: () => void;
  /** The folder of files on their way in. */
  readonly uploads: string;
}
