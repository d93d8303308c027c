// The machine: room on the disk, the ports, and the folder for notes outside of the data folder.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crashTimes } from '#host/crashes.ts';
import { portIsFree } from '#host/port.ts';
import { freeBytesAt } from '#store/disk-room.ts';
import { type Finding, problem, warning } from './finding.ts';

/** What the journal takes in a busy year, and what a day's work and a safe end take at least. */
const roomBytes = { enough: 1024 ** 3, least: 100 * 1024 ** 2 } as const;

/** Bytes that this user may still write at a path, or where it would be made. */
export function freeBytesFor(path: string): number {
  return freeBytesAt(existing(path));
}

export function diskFindings(dataDir: string, freeBytes: number): Finding[] {
  if (freeBytes >= roomBytes.enough) return [];
  const what = `${Math.floor(freeBytes / 1024 ** 2)} MB are free where the data folder lies.`;
  const mend = 'Make room on the disk: 1 GB is enough for a busy year.';
  return [
    freeBytes < roomBytes.least
      ? problem('disk-full', { what, where: dataDir, mend })
      : warning('disk-nearly-full', { what, where: dataDir, mend }),
  ];
}

const crashesCountForMs = 7 * 24 * 3_600_000;

/** Crashes of the last seven days. */
export function crashFindings(dataDir: string, nowMs: number): Finding[] {
  const recent = crashTimes(dataDir).filter((atMs) => nowMs - atMs < crashesCountForMs);
  const last = recent.at(-1);
  if (last === undefined) return [];
  const what = `Tillbridge crashed ${recent.length} times in the last seven days, the last time at ${new Date(last).toISOString()}.`;
  const mend = 'Send the records to support; they hold places in the program, and no data of the shop.';
  return [warning('crashed', { what, where: join(dataDir, 'crashes'), mend })];
}

/** `loopback` and `webhooks`: 0 takes a free one, null: no listener. */
export async function portFindings(ports: {
  readonly loopback: number;
  readonly webhooks: number | null;
}): Promise<Finding[]> {
  const found = await Promise.all(
    [
      { code: 'port-in-use', port: ports.loopback, whose: 'The port of the loopback API', option: '--port' },
      {
        code: 'webhook-port-in-use',
        port: ports.webhooks,
        whose: 'The port for notifications',
        option: '--webhook-port',
      },
    ].map(async ({ code, port, whose, option }) => {
      if (port === null || port === 0 || (await portIsFree(port))) return [];
      const find = process.platform === 'linux' ? ` To see which: sudo ss -ltnp 'sport = :${port}'` : '';
      return [
        problem(code, {
          what: `${whose} is taken by another program, or this user may not have it.`,
          where: `127.0.0.1:${port}`,
          mend: `End that program, or take another port with ${option}.${find}`,
        }),
      ];
    }),
  );
  return found.flat();
}

/** The bridge notes there how far it has come; without it a copied folder and a moved API key are noticed less surely. */
export function notesFindings(seenDir: string): Finding[] {
  const place = existing(seenDir);
  try {
    // A file in its place is no folder either.
    accessSync(`${place}/.`, constants.W_OK);
    return [];
  } catch {
    const mend = 'Name a folder that this user may write, outside the data folder, in XDG_STATE_HOME.';
    return [
      warning('notes-not-writable', {
        what: 'The notes outside of the data folder cannot be written.',
        where: place,
        mend,
      }),
    ];
  }
}

/** The path itself, or the nearest folder above it that is there. */
function existing(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}
