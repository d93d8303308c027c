// Who carries out what a command asks of a data folder: the bridge that runs on it, asked at its control socket; or this
// process, with the same rules and holding the folder's lock, while none runs. There is no third way: nothing is written
// beside a bridge.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type Asked,
  type ControlCall,
  type ControlInput,
  type ControlOutputs,
  controlCalls,
} from '#contract/control.ts';
import { ControlProblem, type Heard, askBridge, doubtWords } from '#control/client.ts';
import { readVersion } from '#host/version.ts';
import { FolderInUse, type FolderLock, lockFolder } from '#store/folder-lock.ts';
import type { OpenedStore } from '#store/open.ts';
import { noteSeen, wasSeen } from '#store/place.ts';
import { callsOn } from './calls-here.ts';
import { assertDataFolder, assertKeyedFolder, openKeyed, openPerhapsKeyed } from './open-with-key.ts';
import { seenDirOf } from './seen-dir.ts';
import type { Io } from './usage.ts';

export interface Need {
  /** `reads` needs no lock: a bridge that cannot be asked may run on the folder. */
  readonly use: 'reads' | 'changes';
  /** `needed` here too, where nothing is read or signed without it. */
  readonly key: 'needed' | 'optional';
  /** Makes the folder where there is none. */
  readonly makes?: true;
  /** The policy to go by where no bridge runs: one that runs goes by its own. */
  readonly policyFile?: string | undefined;
  /** Looked at before anything is changed here; throws StartProblem. */
  readonly assert?: (opened: OpenedStore & { readonly isKeyed: boolean }, seenDir: string) => void;
}

/** The calls as a command makes them. */
export type CommandCalls = {
  readonly [C in ControlCall]: (input: ControlInput<C>) => Promise<ControlOutputs[C]>;
};

/** A bridge that has the folder's lock and no socket starts, or ends; of commands each has its turn. */
const waitMs = { passing: 300_000, unnamed: 60_000, staying: 60_000 } as const;
const pauseMs = 100;

/**
 * Runs `work` with the calls. Each asks the bridge as long as one runs; where it ends meanwhile, the next is carried out
 * here, and a wish that the bridge had carried out is not carried out again. Throws NoDatabase, FolderInUse, StartProblem
 * and ControlProblem.
 */
export async function withBridge<T>(
  dataDir: string,
  io: Io,
  need: Need,
  work: (calls: CommandCalls) => Promise<T>,
): Promise<T> {
  if (need.makes !== true) assertDataFolder(dataDir);
  const version = readVersion();
  let here: Here | null = null;
  const carryOut = async (call: ControlCall, input: object): Promise<unknown> => {
    let asked: Asked | null = null;
    for (const begunMs = performance.now(); here === null;) {
      const heard: Heard<ControlCall> = await askBridge({ dataDir, version }, call, input as never, asked);
      if (heard.type === 'answer') return heard.answer;
      ({ asked } = heard);
      try {
        here = openHere(dataDir, io, need);
      } catch (error) {
        const waits = error instanceof FolderInUse && performance.now() - begunMs < waitMs[error.who];
        if (!waits) throw asked === null ? error : inDoubt(error);
        await setTimeout(pauseMs);
      }
    }
    return here.calls[call](input as never, asked ?? here.newWish());
  };
  const names = Object.keys(controlCalls) as ControlCall[];
  const calls = Object.fromEntries(names.map((call) => [call, (input: object) => carryOut(call, input)]));
  try {
    return await work(calls as unknown as CommandCalls);
  } finally {
    (here as Here | null)?.close();
  }
}

/** A bridge may have done it before it died, and nobody can be asked. */
function inDoubt(error: unknown): ControlProblem {
  const why = error instanceof Error ? error.message : 'unknown';
  return new ControlProblem(`The bridge ended before its answer. ${why} ${doubtWords}`, { cause: error });
}

interface Here {
  readonly calls: ReturnType<typeof callsOn>;
  newWish(): Asked;
  close(): void;
}

function openHere(dataDir: string, io: Io, need: Need): Here {
  if (need.use === 'reads') {
    const { opened, key } = open(dataDir, io, need);
    return hereOn(dataDir, io, need, opened, key, () => opened.close());
  }
  // What is refused leaves nothing behind, not even a lock.
  if (need.key === 'needed') assertKeyedFolder(dataDir);
  // Before the database is opened: a lock that has not proved itself asks whether somebody else has that open.
  const lock = lockFolder(dataDir, true);
  let opened: OpenedStore | null = null;
  try {
    const keyed = open(dataDir, io, need);
    opened = keyed.opened;
    const seenDir = seenDirOf(io);
    need.assert?.({ ...opened, isKeyed: keyed.key !== null }, seenDir);
    return hereOn(dataDir, io, need, opened, keyed.key, () => endHere(keyed.opened, lock, seenDir));
  } catch (error) {
    opened?.close();
    lock.release();
    throw error;
  }
}

function open(dataDir: string, io: Io, { key, makes }: Need): ReturnType<typeof openPerhapsKeyed> {
  return key === 'needed' ? openKeyed(dataDir, io) : openPerhapsKeyed(dataDir, io, makes !== true);
}

function hereOn(
  dataDir: string,
  io: Io,
  { policyFile }: Need,
  opened: OpenedStore,
  key: Buffer | null,
  close: () => void,
): Here {
  return {
    calls: callsOn({ dataDir, environment: io.environment, opened, key, newId: randomUUID, policyFile }),
    newWish: () => ({ id: randomBytes(16).toString('hex'), since: opened.journal.head().seq }),
    close,
  };
}

/** Only where this user has run the bridge here: a command does not say that a folder is no restored one. */
function endHere(opened: OpenedStore, lock: FolderLock, seenDir: string): void {
  try {
    if (wasSeen(opened, seenDir)) noteSeen(opened, seenDir);
  } finally {
    opened.close();
    lock.release();
  }
}
