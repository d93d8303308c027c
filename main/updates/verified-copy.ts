// A package is copied to where only root can write, and its digest is that of the copied bytes: the downloads belong to
// the bridge's user, who could change them between a check and their use.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import type { ManifestFile } from './manifest.ts';

/** It is not there, or not the package that was signed; the message is for people. */
class WrongPackage extends Error {
  override readonly name = 'WrongPackage';
}

/** `to`: a name that is free, in a folder of this user alone. Throws WrongPackage or a system error; then it is free again. */
export function copyVerified(from: string, { bytes, sha256, name }: ManifestFile, to: string): void {
  const wrong = () => new WrongPackage(`${from} is not ${name} as it was signed. Nothing was installed.`);
  if (lstatSync(from, { throwIfNoEntry: false }) === undefined) {
    throw new WrongPackage(`${name} is not downloaded yet (update status). Nothing was installed.`);
  }
  const source = openOwn(from, wrong);
  try {
    const found = fstatSync(source);
    if (!found.isFile() || found.size !== bytes) throw wrong();
    const target = openSync(to, 'wx', 0o600);
    try {
      if (copied(source, target, bytes) !== sha256) throw wrong();
    } catch (error) {
      rmSync(to);
      throw error;
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** No link is followed, and a pipe does not hold the program up. */
function openOwn(path: string, wrong: () => WrongPackage): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENOENT')) throw wrong();
    throw error;
  }
}

/** The digest of what was written. */
function copied(source: number, target: number, bytes: number): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  for (let left = bytes; left > 0;) {
    const read = readSync(source, piece, 0, Math.min(piece.length, left), null);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    // Not `writeSync`, which writes a part where the disk is nearly full.
    writeFileSync(target, piece.subarray(0, read));
    left -= read;
  }
  return hash.digest('hex');
}
