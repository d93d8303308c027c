// Looks for updates every few hours, downloads what this till may have, and says in the status why a version that is ready
// waits. Installing is not the bridge's: it cannot replace itself (ADR 63).
import { createHash } from 'node:crypto';
import type { ControlCalls } from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { UpdateView, WaitReason } from '#contract/till/updates.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type Hours, type Moment, type Verdict, mayInstall } from '#core/updates/may-install.ts';
import type { Settings } from '#settings/settings.ts';
import { freeBytesAt } from '#store/disk-room.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { type InstallState, installFolderOf } from '#updates/install/state.ts';
import { updateFolderOf } from '#updates/note.ts';
import { createUpdater } from '#updates/updater.ts';
import type { BridgePorts } from '../base/ports.ts';
import { workIn } from './work.ts';

export interface UpdateWatch {
  /** Asks the server where that is due, and downloads. */
  look(status: JsonObject): Promise<void>;
  addTo(status: JsonObject): JsonObject;
  /** For a command. */
  readonly update: (status: () => JsonObject) => ControlCalls['update'];
  end(): void;
}

interface Watched {
  readonly ports: Pick<BridgePorts, 'dataDir' | 'version' | 'log' | 'packageKind'>;
  readonly settings: Settings['updates'];
  /** The id of the data folder: with the version it gives the till its place in the rollout. */
  readonly folderId: string;
  readonly clock: Pick<Clock, 'wallMs' | 'localDateTime'>;
  /** Print jobs that are not at their end; null where that cannot be told. */
  readonly printing: () => number | null;
  /** When a person or a program last used the till, wall clock. */
  readonly touchedMs: () => number | null;
  readonly changed: () => void;
  readonly platform?: string;
}

const everyMs = 6 * 3_600_000;
const againMs = 3_600_000;
const minutesOfDay = 24 * 60;
/** Root's timer asks every ten minutes. */
const momentMinutes = 30;

export function watchUpdates(watched: Watched): UpdateWatch {
  const { ports, settings, clock, changed, platform = `${process.platform}-${process.arch}` } = watched;
  const folder = updateFolderOf(ports.dataDir);
  const updater = createUpdater({
    folder,
    settings,
    version: ports.version,
    schema: latestVersion,
    kind: ports.packageKind ?? null,
    platform,
    nowMs: () => clock.wallMs(),
    free: freeBytesAt,
    changed,
  });
  const ending = new AbortController();
  const { signal } = ending;
  let held = settings.hold || folder.isHeld();
  let moment = folder.moment();
  // Root says it in a file of root's: a version that was taken back is not installed again by itself.
  let installed = installedIn(ports.dataDir);
  let dueMs = 0;
  let fetchMs = 0;
  let onlyPersonSinceMs: number | null = null;
  const lookBeside = (): void => {
    held = settings.hold || folder.isHeld();
    moment = folder.moment();
    installed = installedIn(ports.dataDir);
  };
  /** The given time counts in the place of the shop's hours. */
  const momentGiven = (minute: number): boolean =>
    moment !== null && (minute - minuteOf(`T${moment}`) + minutesOfDay) % minutesOfDay < momentMinutes;
  const momentOf = (status: JsonObject, version: string, shares: Moment['shares']): Moment => {
    const minuteOfDay = minuteOf(clock.localDateTime());
    const isGiven = momentGiven(minuteOfDay);
    return {
      nowMs: clock.wallMs(),
      minuteOfDay,
      held,
      failedHere: installed.failed.some((each) => each.version === version),
      shares,
      place: placeOf(watched.folderId, version),
      hours: isGiven ? { from: 0, to: 0 } : hoursOf(settings.hours),
      work: workIn(status, watched.printing()),
      paused: status['paused'] !== null,
      touchedMs: watched.touchedMs(),
      onlyPersonSinceMs,
      momentGiven: isGiven,
    };
  };
  const verdictOn = (status: JsonObject): Verdict => {
    const { manifest } = updater.found();
    if (manifest === null) return { type: 'install' };
    const shares = manifest.shares.map(({ from, percent }) => ({ fromMs: Date.parse(from), percent }));
    return mayInstall(momentOf(status, manifest.version, shares));
  };
  const whyNot = (status: JsonObject): WaitReason | null => reasonIn(verdictOn(status));
  const viewOf = (status: JsonObject): UpdateView => {
    const { state, manifest, heardAt, file, problem } = updater.found();
    const verdict = verdictOn(status);
    const { last } = installed;
    return {
      state,
      version: manifest?.version ?? null,
      heardAt,
      waits: reasonIn(verdict),
      asks: verdict.type === 'ask',
      moment,
      file,
      problem,
      last: last === null ? null : { version: last.to, end: last.end, at: last.at, why: last.why },
    };
  };
  const look = async (): Promise<void> => {
    await updater.look(signal);
    const { state, problem, manifest } = updater.found();
    dueMs = clock.wallMs() + (problem === null ? everyMs : againMs);
    if (state !== 'off') ports.log('info', 'updates-looked-for', { version: manifest?.version ?? null, problem });
  };
  const fetch = async (): Promise<void> => {
    await updater.fetch(signal);
    const { file, problem, manifest } = updater.found();
    fetchMs = clock.wallMs() + againMs;
    if (file !== null) ports.log('info', 'update-ready', { version: manifest?.version ?? null, file });
    else if (problem !== null) ports.log('warn', 'update-not-ready', { problem });
  };

  return {
    async look(status) {
      lookBeside();
      const nowMs = clock.wallMs();
      // A clock that was set back asks at once, not after the time that it was wrong by.
      if (nowMs >= dueMs || dueMs - nowMs > everyMs) await look();
      const why = whyNot(status);
      onlyPersonSinceMs = why === null ? null : (onlyPersonSinceMs ?? (why === 'somebody-at-the-till' ? nowMs : null));
      const isOurs = why !== 'held' && why !== 'not-its-turn';
      if (updater.found().state === 'known' && isOurs && (nowMs >= fetchMs || fetchMs - nowMs > againMs)) await fetch();
    },
    addTo: (status) => ({ ...status, update: asJson(viewOf(status)) }),
    update:
      (status) =>
      async ({ check }) => {
        lookBeside();
        if (check) {
          await look();
          // The next look downloads.
          fetchMs = 0;
        }
        return { update: viewOf(status()) };
      },
    end: () => ending.abort(),
  };
}

function asJson({ last, ...view }: UpdateView): JsonObject {
  return { ...view, last: last === null ? null : { ...last } };
}

function reasonIn(verdict: Verdict): WaitReason | null {
  if (verdict.type === 'install') return null;
  return verdict.type === 'wait' ? verdict.why : 'somebody-at-the-till';
}

/** A state that cannot be read is said by the command that installs. */
function installedIn(dataDir: string): Pick<InstallState, 'failed' | 'last'> {
  try {
    return installFolderOf(dataDir).state();
  } catch {
    return { failed: [], last: null };
  }
}

/** At least 0 and less than 100; another one for each version, so that not the same tills go first each time. */
function placeOf(folderId: string, version: string): number {
  const digest = createHash('sha256').update(`${folderId} ${version}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100;
}

/** `01:00-05:00` */
function hoursOf(hours: string): Hours {
  const [from = '', to = ''] = hours.split('-');
  return { from: minuteOf(`T${from}`), to: minuteOf(`T${to}`) };
}

/** The minute of the day in a time such as `2026-01-31T18:05:00`. */
function minuteOf(localDateTime: string): number {
  const [, hour, minute] = /T(\d\d):(\d\d)/.exec(localDateTime) ?? [];
  return Number(hour) * 60 + Number(minute);
}
