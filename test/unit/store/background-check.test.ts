// A large database that ended cleanly is not read whole at the start; damage in it is found afterwards.
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFile } from '#store/integrity/health.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

async function filled(): Promise<string> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    for (let index = 0; index < 300; index += 1) accept(tx, anAccepted(`n${index}`));
  });
  folder.close();
  return dataDir;
}

describe('the check of the whole file', () => {
  it('is done before the start of a small one, and left to the background for a large one that ended cleanly', async () => {
    const dataDir = await filled();
    const small = opened(dataDir);
    expect(small.fileChecked).toBe(true);
    small.close();
    const large = opened(dataDir, { checkedBytes: 1_000 });
    expect(large.fileChecked).toBe(false);
    expect(checkFile(dataDir)).toBeNull();
  });

  it('finds damage that the start did not look for', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    const pageBytes = 4_096;
    const pages = statSync(file).size / pageBytes;
    const handle = openSync(file, 'r+');
    for (let page = Math.floor(pages / 2); page < pages; page += 1) {
      writeSync(handle, Buffer.alloc(64, 0xee), 0, 64, page * pageBytes);
    }
    closeSync(handle);
    expect(opened(dataDir, { checkedBytes: 1_000 }).fileChecked).toBe(false);
    expect(checkFile(dataDir)).not.toBeNull();
  });
});
