// Who carries out what a command asks of a data folder: the bridge that runs on it, asked at its control socket; or this
// process, with the same rules and holding the folder's lock, while none runs.
import { type ControlCalls, type ControlCall, controlCalls } from '#contract/control.ts';
import { askBridge, bridgeRuns, ControlProblem } from '#control/client.ts';
import { createControlCalls } from '#core/control-calls.ts';
import { People } from '#core/people.ts';
import { createSettling } from '#core/settling.ts';
import { createChance } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { readVersion } from '#host/version.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { lockFolder } from '#store/folder-lock.ts';
import { latestMs } from '#store/latest.ts';
import type { OpenedStore } from '#store/open.ts';
import { noteSeen } from '#store/place.ts';
import { assertDataFolder, openKeyed } from './open-with-key.ts';
import { seenDirOf } from './seen-dir.ts';
import type { Io } from './usage.ts';

export interface Need {
  /** `reads` needs no lock: a bridge that cannot be asked may run on the folder. */
  readonly use: 'reads' | 'changes';
  /** Looked at before anything is changed here; throws StartProblem. */
  readonly assert?: (opened: OpenedStore, seenDir: string) => void;
}

/** Runs `work` with the calls. Throws NoDatabase, FolderInUse, StartProblem and ControlProblem. */
export async function withBridge<T>(
  dataDir: string,
  io: Io,
  need: Need,
  work: (calls: ControlCalls) => Promise<T>,
): Promise<T> {
  assertDataFolder(dataDir);
  const version = readVersion();
  return (await bridgeRuns({ dataDir, version })) ? work(atSocket(dataDir, version)) : here(dataDir, io, need, work);
}

function atSocket(dataDir: string, version: string): ControlCalls {
  const ask = async (call: ControlCall, input: object): Promise<unknown> => {
    const answer = await askBridge({ dataDir, version }, call, input as never);
    if (answer === null) throw new ControlProblem('The bridge has ended. This was not done.');
    return answer;
  };
  const names = Object.keys(controlCalls) as ControlCall[];
  return Object.fromEntries(
    names.map((call) => [call, (input: object) => ask(call, input)]),
  ) as unknown as ControlCalls;
}

async function here<T>(
  dataDir: string,
  io: Io,
  { use, assert }: Need,
  work: (calls: ControlCalls) => Promise<T>,
): Promise<T> {
  // Opened before it is locked: a folder that is no data folder is not made into one.
  const { opened, key } = openKeyed(dataDir, io);
  try {
    if (use === 'reads') return await work(callsOn(opened, key));
    const lock = lockFolder(dataDir);
    try {
      const seenDir = seenDirOf(io);
      assert?.(opened, seenDir);
      const done = await work(callsOn(opened, key));
      noteSeen(opened, seenDir);
      return done;
    } finally {
      lock.release();
    }
  } finally {
    opened.close();
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
