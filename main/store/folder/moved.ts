// Where a till's data folder was moved to. The mark is made beside the new folder, which does not start while it lies
// there, and is renamed into the old folder, which does not start from then on: one step of the file system decides
// which of the two is the till (ADR 76).
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { hasCode } from './folder.ts';

class FolderMoved extends Error {
  override readonly name = 'FolderMoved';
}

const markSchema = z.object({
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
  /** Whose the new folder is, where root moves the till: a move that was interrupted goes on by it. */
  owner: z.object({ uid: z.int(), gid: z.int() }).nullable(),
});

export type MoveMark = z.output<typeof markSchema>;

/** In a folder whose till lies elsewhere now. */
export const leftMark = (dir: string): string => join(dir, 'moved.json');

/** Beside a folder that a till is being moved to. */
export const comingMark = (dir: string): string => `${resolve(dir)}.moving`;

/** Two paths and a time. */
const mostBytes = 65_536;

/** Null where there is none. */
export function moveMarkIn(file: string): MoveMark | 'unreadable' | null {
  let text: string | null;
  try {
    text = readOrdinary(file, mostBytes);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    return 'unreadable';
  }
  try {
    return markSchema.parse(JSON.parse(text ?? ''), { jitless: true });
  } catch {
    return 'unreadable';
  }
}

/** Throws FolderMoved where the till lies elsewhere, or is only on its way here. */
export function assertNotMoved(dir: string): void {
  const coming = moveMarkIn(comingMark(dir));
  if (coming !== null) {
    const from = coming === 'unreadable' ? 'the old folder' : coming.from;
    throw new FolderMoved(
      `A till is being moved to ${dir}, and the move has not ended. Run "folder move --data-dir ${from} --to ${dir}" again: ` +
        `it goes on. Until then the till is to be used where it was, in ${from}. Nothing was changed.`,
    );
  }
  const left = moveMarkIn(leftMark(dir));
  if (left === null) return;
  const where = left === 'unreadable' ? `elsewhere (${leftMark(dir)} cannot be read)` : `to ${left.to} on ${left.at}`;
  throw new FolderMoved(
    `The till of ${dir} was moved ${where}, and is to be used there: start the bridge of that folder. Nothing was changed.`,
  );
}
