// Opens the data folder of a bridge: its lock, its key, its database and its clock. A sealed bridge opens the same.
import { type Background, createBackground } from '#background/background.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type DataKey, withSubKey } from '#secrets/data-key.ts';
import { type Seal, createSeal } from '#store/database/seal.ts';
import { lockFolderForBridge } from '#store/folder/folder-lock.ts';
import { latestMs } from '#store/latest.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { type LocationPause, createPause } from '#store/folder-location.ts';
import type { FollowUp } from '#store/store.ts';
import type { Close } from './close-all.ts';
import { Listeners } from '#core/commit/listeners.ts';
import type { BridgePorts } from './ports.ts';
import { ageUnknownBeforeMs, noteWallClock } from './wall-clock-note.ts';

/** How often the journal's last record is noted outside of the folder, so that a restored backup is recognized. */
const seenEveryMs = 300_000;

export interface Folder {
  readonly dataKey: DataKey;
  /** Null while the folder's key is not at hand. */
  readonly seal: Seal | null;
  readonly opening: OpenedStore;
  readonly clock: Clock;
  readonly background: Background;
  readonly pause: LocationPause;
  /** Listeners for new journal records: programs that follow the events. */
  readonly news: Listeners<() => void>;
  /** Sets the function that writes what follows an outcome, in the outcome's transaction. */
  readonly onOutcome: (follow: FollowUp) => void;
  /** Notes that the age of anything older than this time is unknown, because the wall clock was set back. */
  readonly ageUnknownBefore: (atMs: number) => void;
  /** Sets the last write. It may still wait while other parts close; closing the store commits or refuses it. */
  readonly lastWrite: (writing: Promise<void>) => void;
}

export async function openFolder(ports: BridgePorts, opened: Close[]): Promise<Folder> {
  const { dataDir, log } = ports;
  const lock = await lockFolderForBridge(dataDir, ports.ending);
  opened.push(() => lock.release());
  let last = Promise.resolve();
  opened.push(() => last);
  const dataKey = await ports.dataKey();
  const seal = dataKey.type === 'open' ? withSubKey(dataKey.key, 'seal', createSeal) : null;
  let followUp: FollowUp = () => undefined;
  const news = new Listeners<() => void>(log);
  const onCommit = () => news.notify('news', (listener) => listener());
  const opening = openStore({
    dataDir,
    seal,
    now: Date.now,
    use: 'bridge',
    onCommit,
    followUp: (tx, record) => followUp(tx, record),
  });
  opened.push(() => opening.close());
  let unknownBeforeMs = ageUnknownBeforeMs(opening);
  const clock = ports.createClock(Math.max(Date.now(), latestMs(opening)), () => unknownBeforeMs);
  const wallClock = noteWallClock(opening, clock);
  opened.push(() => {
    wallClock.stop();
    wallClock.look();
  });
  const background = createBackground(ports.workerEntry, ports.ownProgram);
  opened.push(() => background.close());
  const pause = createPause({ opened: opening, dataDir, seenDir: ports.seenDir, nowMs: () => clock.nowMs() });
  const pauseReason = pause.reason();
  if (pauseReason !== null) log('warn', 'folder-paused', { reason: pauseReason });
  opened.push(() => pause.noteSeen());
  const seeing = setInterval(() => pause.noteSeen(), seenEveryMs);
  opened.push(() => clearInterval(seeing));
  return {
    dataKey,
    seal,
    opening,
    clock,
    background,
    pause,
    news,
    onOutcome: (follow) => {
      followUp = follow;
    },
    ageUnknownBefore: (atMs) => {
      unknownBeforeMs = atMs;
    },
    lastWrite: (writing) => {
      last = writing;
    },
  };
}
