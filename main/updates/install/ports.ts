// What an installation is done with: a way of installing (a deb, or folders side by side), and the till's data and bridge.
// Each of these can be repeated: a power cut may have ended it anywhere.
import type { UnderWay } from './state.ts';

/** The words that start a version's commands. */
export type Program = readonly string[];

/** What went wrong in a step, for people. Where nothing was put in place yet, nothing was changed. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
}

export interface Installer {
  /** The version that is in place. */
  readonly program: Program;
  /** Keeps the program that does this, for what comes after it was replaced, and after a power cut. */
  keepProgram(): void;
  /** Keeps the version that is in place, so that it can be put back. */
  keep(under: UnderWay): Promise<void>;
  /** Unpacks the newer version beside it, where it can be tried. */
  unpack(under: UnderWay): Promise<Program>;
  /** Waits while another program installs something. Rejects with NotInstalled where that takes too long. */
  ready(): Promise<void>;
  put(under: UnderWay): Promise<void>;
  putBack(under: UnderWay): Promise<void>;
  /** Removes what was unpacked, and packages of other versions than these. */
  tidy(kept: readonly string[]): void;
}

/** The health of a bridge that runs. */
export interface Health {
  readonly accepting: boolean;
  /** It reaches the gateway; in training it is always so. */
  readonly online: boolean;
}

/** All that touches the data folder is done by its owner. */
export interface Till {
  /** Whether its bridge runs, or is to run. */
  runs(): boolean;
  /** Ends the bridge as every stop does; resolves when it has ended. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Null where no bridge answers, or one of another version than the program's. */
  health(program: Program): Promise<Health | null>;
  /** Why the bridge would not have a version installed by itself now, as a sentence; null where now is a good time. */
  waits(program: Program): Promise<string | null>;
  /** Why no bridge may be ended now, as a sentence; null where it may. */
  underWay(program: Program): Promise<string | null>;
  /** A verified copy of the data folder; rejects with NotInstalled. */
  copy(): Promise<{ readonly path: string; readonly seq: number }>;
  /** Has a version open a copy of the data folder, bring it to its form and verify it: why it cannot, or null. */
  tried(program: Program, mostMs: number): Promise<string | null>;
  /** The form of the database, and how many records tell of work after the one with this number. */
  look(seq: number): Promise<{ readonly schema: number; readonly work: number }>;
  /** Puts a copy in the data folder's place, even over newer records, which are set aside. It starts paused. */
  restore(copy: string): Promise<void>;
}

export interface Limits {
  readonly pollMs: number;
  /** So often the computer may start anew before a version that was not healthy yet is taken back. */
  readonly starts: number;
}
