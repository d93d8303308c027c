// The key pair that signs the journal. It is made once, in the same transaction as the record that announces it; the
// public half lies beside the database as a PEM file, for whoever is to check an export later.
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { keyRecord, signedHeadData, signedRecord } from '#contract/signed-head.ts';
import type { Signer } from '#core/ports/signer.ts';
import { type Head, genesis } from './chain.ts';
import type { Commits } from './commits.ts';
import { type FolderPaths, hasCode, writeDurably } from './folder.ts';
import type { AppendToJournal } from './journal.ts';
import { keepKey, newPrivateKey, signerOf, storedKey } from './key-pair.ts';
import type { Seal } from './seal.ts';
import { oneRow } from './sql.ts';

const name = 'signing-key';

interface Parts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly append: AppendToJournal;
  readonly seal: Seal;
  readonly paths: FolderPaths;
}

/** Makes the pair where there is none yet, signs what the journal held before, and puts a lost PEM file back. */
export function openSigner(parts: Parts, atMs: number): Signer {
  const { paths } = parts;
  const signer = signerOf(storedKey(parts, name) ?? makePair(parts, atMs));
  if (readPem(paths.publicKey) !== signer.publicKeyPem) writeDurably(paths.publicKey, signer.publicKeyPem);
  return signer;
}

function makePair({ db, commits, append, seal }: Parts, atMs: number): string {
  const pem = newPrivateKey();
  const signer = signerOf(pem);
  const { keyId, publicKeyPem } = signer;
  commits.now(() => {
    keepKey({ db, seal }, name, pem);
    append({ type: keyRecord, operationId: null, atMs, data: { keyId, algorithm: 'Ed25519', publicKeyPem } });
    // Signed at once: from here on, a journal without a signed head is one that somebody made.
    const head = oneRow<Head>(db.prepare('SELECT seq, hash FROM journal_head')) ?? genesis;
    append({ type: signedRecord, operationId: null, atMs, data: signedHeadData(head, signer) });
  });
  return pem;
}

function readPem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
