// Carries out a command's calls on a data folder: in the running bridge, through its control socket; or in this
// process, with the same rules and holding the folder's lock, while no bridge runs. A command never writes beside a
// bridge.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type Asked,
  type ControlCall,
  type ControlInput,
  type ControlOutputs,
  controlCalls,
  wrongWords,
} from '#contract/programs/control.ts';
import { ControlProblem, type Heard, askBridge, doubtWords } from '#control/client.ts';
import { FolderInUse, type FolderLock, lockFolder } from '#store/folder/folder-lock.ts';
import type { OpenedStore } from '#store/open.ts';
import { noteSeen, wasSeen } from '#store/folder-location.ts';
import { callsOn } from './calls-here.ts';
import { assertDataFolder, assertKeyedFolder, openKeyed, openPerhapsKeyed } from './open-with-key.ts';
import { StartProblem } from '../io/problems.ts';
import { seenDirOf } from '../io/seen-dir.ts';
import type { Io } from '../io/usage.ts';

export interface Need {
  /** `reads` needs no lock: a bridge that cannot be asked may run on the folder. */
  readonly use: 'reads' | 'changes';
  /** `needed`: this process needs the folder's key as well, since nothing is read or signed without it. */
  readonly key: 'needed' | 'optional';
  /** Whether the folder is made where there is none. */
  readonly makes?: true;
  /** The policy file where no bridge runs; a running bridge uses its own. */
  readonly policyFile?: string | undefined;
  /** Called before this process changes anything; throws StartProblem. */
  readonly assert?: (opened: OpenedStore & { readonly isKeyed: boolean }, seenDir: string) => void;
}

/** The calls that a command makes. */
export type CommandCalls = {
  readonly [C in ControlCall]: (input: ControlInput<C>) => Promise<ControlOutputs[C]>;
};

/** A bridge that has the folder's lock and no socket is starting or ending; commands wait for each other. */
const waitMs = { passing: 300_000, unnamed: 60_000, staying: 60_000 } as const;
const pauseMs = 100;

/**
 * Runs `work` with the calls. Each call asks the bridge while one runs. Where the bridge ends, this process carries out
 * the next calls; a request that the bridge had carried out is not carried out again. Throws NoDatabase, FolderInUse,
 * StartProblem and ControlProblem.
 */
export async function withBridge<T>(
  dataDir: string,
  io: Io,
  need: Need,
  work: (calls: CommandCalls) => Promise<T>,
): Promise<T> {
  if (need.makes !== true) assertDataFolder(dataDir);
  const { version } = io;
  let here: Here | null = null;
  const carryOut = async (call: ControlCall, typed: object): Promise<unknown> => {
    const read = controlCalls[call].safeParse(typed);
    if (!read.success)
      throw new StartProblem(`This cannot be asked for: ${wrongWords(read.error)}. Nothing was changed.`);
    const input: object = read.data;
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

/** The bridge may have carried the request out before it ended, and no bridge can be asked. */
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
  // Checked before the lock is taken, so that a refused call leaves nothing behind.
  if (need.key === 'needed') assertKeyedFolder(dataDir);
  // Locked before the database is opened: a lock that is not proved checks whether another process has the database
  // open.
  const lock = lockFolder(dataDir, true);
  let opened: OpenedStore | null = null;
  try {
    const keyed = open(dataDir, io, need);
    opened = keyed.opened;
    const seenDir = seenDirOf(dataDir, io);
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

/**
 * Notes the journal's end only where a bridge of this user noted it before: a command must not hide a restored folder.
 */
function endHere(opened: OpenedStore, lock: FolderLock, seenDir: string): void {
  try {
    if (wasSeen(opened, seenDir)) noteSeen(opened, seenDir);
  } finally {
    opened.close();
    lock.release();
  }
}
