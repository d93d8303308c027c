// Two programs that find a folder without a key pair at the same time: each would make one, and one is made.
import { expect, it } from 'vitest';
import type { Signer } from '#core/ports/journal.ts';
import { createCommits } from '#store/database/commits.ts';
import { connectToWrite } from '#store/folder/connect.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { openIdentity } from '#store/registry/identity-key.ts';
import { createAppend } from '#store/journal/journal.ts';
import type { OpenedStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { openSigner } from '#store/journal/signing-key.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

/** What a second program opens its keys with; it is held up right before it writes, and `meanwhile` happens. */
function heldUp(dataDir: string, meanwhile: () => void) {
  const paths = folderPaths(dataDir);
  const db = connectToWrite(paths.database);
  const commits = createCommits(db, paths.database);
  const now: typeof commits.now = (work) => {
    meanwhile();
    return commits.now(work);
  };
  return { db, commits: { ...commits, now }, append: createAppend(db), seal: createSeal(testKey), paths };
}

it.each<[string, (first: OpenedStore) => Signer, (parts: ReturnType<typeof heldUp>) => Signer]>([
  ['the journal’s', (first) => first.signer(startMs), (parts) => openSigner(parts, startMs)],
  ['the one that programs know the bridge by', (first) => first.identity(), openIdentity],
])('the key pair, %s, is the one that was made first', (_which, openFirst, openSecond) => {
  const dataDir = aFolder();
  const first = opened(dataDir);
  const made: string[] = [];
  const parts = heldUp(dataDir, () => made.push(openFirst(first).publicKeyPem));
  try {
    made.push(openSecond(parts).publicKeyPem, openFirst(first).publicKeyPem);
    expect(made).toEqual(Array(3).fill(made[0]));
  } finally {
    parts.db.close();
  }
  expect(verifyDatabase(dataDir)).toMatchObject({ ok: true });
});
