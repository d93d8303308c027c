// What happens to an error that nothing caught: a record for support in the data folder, then a clean end; whatever
// supervises the program starts it again. After five crashes within ten minutes the next start is refused, with the
// reason: a program that crashes every few seconds would hold up the till without saying why.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from '#contract/data/error-place.ts';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { readOrdinary } from './files/read-ordinary.ts';
import type { Log } from './log.ts';

/** EX_SOFTWARE and EX_CONFIG of sysexits.h: a supervisor starts the program again after the one, not after the other. */
export const exitCodes = { crashed: 70, crashLoop: 78 } as const;

/** How many crashes within how long are a loop. */
const loop = { crashes: 5, withinMs: 10 * 60_000 } as const;

const mostRecords = 20;
/** A record holds a few places in the program. */
const mostRecordBytes = 65_536;
/** A stop that takes longer than this is given up. */
const endWithinMs = 15_000;

const folderName = 'crashes';
/** `2026-01-31T09-15-00-000Z.json`, the time of the crash. */
const recordName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.json$/;

export interface CrashPorts {
  readonly dataDir: string;
  readonly version: string;
  readonly log: Log;
  /** The bridge's status, of which the record holds counts and states; null while there is none. It may throw. */
  readonly status: () => Status | null;
  /** Ends the program cleanly. */
  readonly end: () => void;
}

/** The part of a status, as programs or the window have it, that a crash record keeps. */
interface Status {
  readonly mode?: unknown;
  readonly sealed?: unknown;
  readonly paused?: unknown;
  readonly accepting?: unknown;
  readonly operations?: unknown;
}

export interface Crashes {
  /** Whether one was heard. */
  readonly heard: boolean;
}

/** Hears of errors and rejections that nothing caught from now on. A second one ends the process at once. */
export function hearCrashes(ports: CrashPorts): Crashes {
  let heard = false;
  process.on('uncaughtException', (error) => {
    if (heard) process.exit(exitCodes.crashed);
    heard = true;
    // Also where nothing is left to end, as in the middle of a start: the system starts again what did not end well.
    process.exitCode = exitCodes.crashed;
    const file = recordCrash(ports, error, new Date());
    ports.log('error', 'crashed', { ...placeOf(error), record: file });
    setTimeout(() => process.exit(exitCodes.crashed), endWithinMs).unref();
    ports.end();
  });
  return {
    get heard() {
      return heard;
    },
  };
}

/** Returns the record's name; null where it could not be written. */
function recordCrash(
  { dataDir, version, status }: Pick<CrashPorts, 'dataDir' | 'version' | 'status'>,
  error: unknown,
  now: Date,
): string | null {
  const record = {
    at: now.toISOString(),
    version,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    upSeconds: Math.round(process.uptime()),
    ...placeOf(error),
    underWay: underWay(status),
  };
  const file = `${now.toISOString().replaceAll(/[:.]/g, '-')}.json`;
  try {
    const folder = join(dataDir, folderName);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const old of recordsIn(dataDir).slice(0, 1 - mostRecords)) rmSync(join(folder, old.name), { force: true });
    writeFileSync(join(folder, file), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return `${folderName}/${file}`;
  } catch {
    return null;
  }
}

/** Times of the crashes that are on record, oldest first. */
export function crashTimes(dataDir: string): number[] {
  return recordsIn(dataDir).map(({ atMs }) => atMs);
}

/** The records as they stand, oldest first; one that cannot be read is left out. */
export function crashRecords(dataDir: string): JsonObject[] {
  return recordsIn(dataDir).flatMap(({ name }) => {
    try {
      const record = JSON.parse(readOrdinary(join(dataDir, folderName, name), mostRecordBytes) ?? '') as Json;
      return isJsonObject(record) ? [record] : [];
    } catch {
      return [];
    }
  });
}

/** Why the program is not to be started now, in words; null where it may. */
export function crashLoop(dataDir: string, nowMs: number): string | null {
  const recent = crashTimes(dataDir).filter((atMs) => atMs <= nowMs && nowMs - atMs < loop.withinMs);
  const first = recent.at(-loop.crashes);
  if (first === undefined) return null;
  const minutes = Math.ceil((first + loop.withinMs - nowMs) / 60_000);
  return (
    `Tillbridge crashed ${recent.length} times within 10 minutes and is not started again by itself. Nothing that was ` +
    `accepted is lost. The records in ${join(dataDir, folderName)} say where; send them to support ("doctor" may name ` +
    `the cause). Start it again in ${minutes} min, or at once after moving these records away.`
  );
}

function recordsIn(dataDir: string): { readonly name: string; readonly atMs: number }[] {
  try {
    return readdirSync(join(dataDir, folderName))
      .toSorted()
      .flatMap((name) => {
        const [, date, minutes, seconds, ms] = recordName.exec(name) ?? [];
        return date === undefined ? [] : [{ name, atMs: Date.parse(`${date}:${minutes}:${seconds}.${ms}Z`) }];
      });
  } catch {
    return [];
  }
}

/** Nothing that a shop or a person is known by. */
function underWay(read: CrashPorts['status']): object | null {
  try {
    const status = read();
    if (status === null) return null;
    const { mode, sealed, paused, accepting, operations } = status;
    return { mode, sealed, paused: paused !== null, accepting, operations };
  } catch {
    return null;
  }
}
