// Who carries out what a command asks of a data folder: the bridge that runs on it, asked at its control socket; or this
// process, with the same rules and holding the folder's lock, while none runs.
import { type ControlCalls, type ControlCall, controlCalls } from '#contract/control.ts';
import { pinDigits } from '#contract/pins.ts';
import { askBridge } from '#control/client.ts';
import { createControlCalls } from '#core/control-calls.ts';
import { People } from '#core/people.ts';
import { createSettling } from '#core/settling.ts';
import { createChance } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { readVersion } from '#host/version.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { type FolderLock, lockFolder } from '#store/folder-lock.ts';
import { latestMs } from '#store/latest.ts';
import type { OpenedStore } from '#store/open.ts';
import { noteSeen } from '#store/place.ts';
import { assertDataFolder, assertKeyedFolder, openKeyed } from './open-with-key.ts';
import { seenDirOf } from './seen-dir.ts';
import type { Io } from './usage.ts';

export interface Need {
  /** `reads` needs no lock: a bridge that cannot be asked may run on the folder. */
  readonly use: 'reads' | 'changes';
  /** Looked at before anything is changed here; throws StartProblem. */
  readonly assert?: (opened: OpenedStore, seenDir: string) => void;
}

/**
 * Runs `work` with the calls. Each asks the bridge as long as one runs; where it ends meanwhile, the next is carried out
 * here. Throws NoDatabase, FolderInUse, StartProblem and ControlProblem.
 */
export async function withBridge<T>(
  dataDir: string,
  io: Io,
  need: Need,
  work: (calls: ControlCalls) => Promise<T>,
): Promise<T> {
  assertDataFolder(dataDir);
  const version = readVersion();
  let here: Here | null = null;
  const carryOut = async (call: ControlCall, input: object): Promise<unknown> => {
    const answer = here === null ? await askBridge({ dataDir, version }, call, input as never) : null;
    if (answer !== null) return answer;
    here ??= openHere(dataDir, io, need);
    return here.calls[call](input as never);
  };
  const names = Object.keys(controlCalls) as ControlCall[];
  const calls = Object.fromEntries(names.map((call) => [call, (input: object) => carryOut(call, input)]));
  try {
    return await work(calls as unknown as ControlCalls);
  } finally {
    (here as Here | null)?.close();
  }
}

interface Here {
  readonly calls: ControlCalls;
  close(): void;
}

function openHere(dataDir: string, io: Io, { use, assert }: Need): Here {
  if (use === 'reads') {
    const { opened, key } = openKeyed(dataDir, io);
    return { calls: callsOn(opened, key), close: () => opened.close() };
  }
  // What is refused leaves nothing behind, not even a lock.
  assertKeyedFolder(dataDir);
  // Before the database is opened: a lock that has not proved itself asks whether somebody else has that open.
  const lock = lockFolder(dataDir);
  let opened: OpenedStore | null = null;
  try {
    const keyed = openKeyed(dataDir, io);
    ({ opened } = keyed);
    const seenDir = seenDirOf(io);
    assert?.(opened, seenDir);
    return { calls: callsOn(opened, keyed.key), close: () => endHere(keyed.opened, lock, seenDir) };
  } catch (error) {
    opened?.close();
    lock.release();
    throw error;
  }
}

function endHere(opened: OpenedStore, lock: FolderLock, seenDir: string | null): void {
  try {
    noteSeen(opened, seenDir);
  } finally {
    opened.close();
    lock.release();
  }
}

function callsOn(opened: OpenedStore, key: Buffer): ControlCalls {
  const { store, operators } = opened;
  const clock = createClock(Math.max(Date.now(), latestMs(opened)));
  const nothing = (): void => undefined;
  const people = new People({
    clock,
    chance: createChance(),
    operators,
    pins: withSubKey(key, 'pins', createPins),
    autoLockMs: 0,
    approverPinDigits: pinDigits.usual,
    changed: nothing,
  });
  // The mode is the bridge's to know: without one, what no text may hold in any mode.
  return createControlCalls({
    settling: createSettling({ store, clock, changed: nothing }),
    people,
    store,
    clock,
    mode: 'live',
  });
}
