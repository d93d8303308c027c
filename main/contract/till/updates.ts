// Updates as the bridge tells of them: to programs in the status, to commands, to the window.
import { z } from 'zod';

/** An Ed25519 public key: 32 bytes in base64. */
export const publicKeySchema = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, {
  error: 'must be an Ed25519 public key: 32 bytes in base64',
});

/**
 * `off`: the settings name no server. `unknown`: it was not heard yet. `current`: nothing newer. `known`: a newer version,
 * not downloaded. `ready`: its package is here and is the one that was signed.
 */
export const updateStates = ['off', 'unknown', 'current', 'known', 'downloading', 'ready'] as const;

/** Why a version is not installed now: what lasts longest comes first, and is said. */
export const waitReasons = [
  'held',
  'failed-here',
  'not-its-turn',
  'state-not-known',
  'paused',
  'operations-under-way',
  'printing',
  'not-in-hours',
  'somebody-at-the-till',
] as const;

export type WaitReason = (typeof waitReasons)[number];

/**
 * How an installation ended. `not-taken`: the version did not open a copy of the data folder; nothing was changed.
 * `taken-back`: it was in place and not as healthy as the one before. `stays`: it was not, and the one before could not
 * read what was done since. `broken-off`: nothing was put in place.
 */
export const updateEnds = ['installed', 'taken-back', 'not-taken', 'broken-off', 'stays'] as const;

export interface LastUpdate {
  readonly version: string;
  readonly end: (typeof updateEnds)[number];
  /** ISO 8601. */
  readonly at: string;
  /** For people. */
  readonly why: string | null;
}

export interface UpdateView {
  readonly state: (typeof updateStates)[number];
  /** The newer version. */
  readonly version: string | null;
  /** When the server last gave a list that could be believed; ISO 8601. */
  readonly heardAt: string | null;
  /** Why it is not to be installed now; null where it may be, or there is none. */
  readonly waits: WaitReason | null;
  /** Nothing but people at the till was in the way for two days: it needs ten minutes without a touch. */
  readonly asks: boolean;
  /** From when on, each day, it may be installed although somebody is at the till: `HH:MM`; null: at no time. */
  readonly moment: string | null;
  /** The file that is ready. */
  readonly file: string | null;
  /** What was wrong at the last look, for people; null where nothing was. */
  readonly problem: string | null;
  readonly last: LastUpdate | null;
}
