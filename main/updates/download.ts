// Downloads a package that a manifest names. What breaks off goes on where it ended; no byte more than was signed is
// written; and the file gets its name only when its digest is the signed one.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '#host/files/durable-files.ts';
import { NotFetched, ask } from './fetch.ts';
import type { ManifestFile } from './manifest.ts';

export interface Download {
  /** The manifest's own address; the package lies beneath it. */
  readonly manifestUrl: string;
  readonly file: ManifestFile;
  /** Where it is put; it is there. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Resolves with the package's path. Rejects with NotFetched; what has come so far stays for the next time. */
export async function download({ manifestUrl, file, folder, signal }: Download): Promise<string> {
  const path = join(folder, file.name);
  if (existsSync(path)) {
    if (await isTheOne(path, file, signal)) return path;
    rmSync(path, { force: true });
  }
  const part = `${path}.part`;
  if (sizeOf(part) > file.bytes) rmSync(part);
  if (sizeOf(part) < file.bytes) await fetchInto(part, new URL(file.url, manifestUrl).href, file, signal);
  if (!(await isTheOne(part, file, signal))) {
    rmSync(part, { force: true });
    throw new NotFetched(`${file.name} is not the package that was signed; it was removed`);
  }
  renameSync(part, path);
  syncFolder(folder);
  return path;
}

async function fetchInto(part: string, url: string, { bytes }: ManifestFile, signal: AbortSignal): Promise<void> {
  const have = sizeOf(part);
  const answer = await ask({ url, from: have, signal });
  try {
    const { statusCode = 0, headers } = answer;
    const continues = statusCode === 206 && headers['content-range'] === `bytes ${have}-${bytes - 1}/${bytes}`;
    if (!continues && statusCode !== 200) {
      // What is here may be of another file: begin anew the next time.
      if (statusCode === 206 || statusCode === 416) rmSync(part, { force: true });
      throw new NotFetched(`the server answers with status ${statusCode}`);
    }
    const output = await open(part, continues ? 'a' : 'w', 0o600);
    try {
      let written = continues ? have : 0;
      for await (const piece of answer as AsyncIterable<Buffer>) {
        written += piece.length;
        if (written > bytes) break;
        await output.write(piece);
      }
      await output.sync();
      if (written > bytes) {
        rmSync(part);
        throw new NotFetched(`the server sends more than the ${bytes} bytes that were signed`);
      }
      if (written < bytes) throw new NotFetched('the download broke off');
    } finally {
      await output.close();
    }
  } catch (error) {
    if (error instanceof NotFetched || signal.aborted || !answer.destroyed) throw error;
    throw new NotFetched('the download broke off', { cause: error });
  } finally {
    answer.destroy();
  }
}

async function isTheOne(path: string, { bytes, sha256 }: ManifestFile, signal: AbortSignal): Promise<boolean> {
  if (sizeOf(path) !== bytes) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex') === sha256;
}

/** 0 where there is none. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
