// The key pair of a data folder. It is made once, in the same transaction as the record that announces it; the private
// half is stored sealed under the folder's key only, the public half lies beside the database as a PEM file, for
// whoever is to check an export later.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { keyRecord, signedHeadData, signedRecord } from '#contract/signed-head.ts';
import type { Signer } from '#core/ports.ts';
import { type Head, genesis } from './chain.ts';
import type { Commits } from './commits.ts';
import { type FolderPaths, hasCode, writeDurably } from './folder.ts';
import type { AppendToJournal } from './journal.ts';
import { readMeta } from './meta.ts';
import type { Seal } from './seal.ts';
import { oneRow } from './sql.ts';

const context = 'signing-key';

interface Parts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly append: AppendToJournal;
  readonly seal: Seal;
  readonly paths: FolderPaths;
}

/** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). Throws where `pem` is no public key. */
export function keyIdOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 32);
}

/** Makes the pair where there is none yet, signs what the journal held before, and puts a lost PEM file back. */
export function openSigner(parts: Parts, atMs: number): Signer {
  const { db, commits, seal, paths } = parts;
  const stored = commits.read(() => readMeta(db, context));
  const privatePem = stored === null ? makePair(parts, atMs) : seal.open(Buffer.from(stored, 'base64'), context);
  const signer = signerOf(privatePem);
  if (readPem(paths.publicKey) !== signer.publicKeyPem) writeDurably(paths.publicKey, signer.publicKeyPem);
  return signer;
}

function makePair({ db, commits, append, seal }: Parts, atMs: number): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = signerOf(pem);
  const { keyId, publicKeyPem } = signer;
  commits.now(() => {
    const sealed = Buffer.from(seal.seal(pem, context)).toString('base64');
    db.prepare('INSERT INTO meta VALUES (?, ?)').run(context, sealed);
    append({ type: keyRecord, operationId: null, atMs, data: { keyId, algorithm: 'Ed25519', publicKeyPem } });
    // Signed at once: from here on, a journal without a signed head is one that somebody made.
    const head = oneRow<Head>(db.prepare('SELECT seq, hash FROM journal_head')) ?? genesis;
    append({ type: signedRecord, operationId: null, atMs, data: signedHeadData(head, signer) });
  });
  return pem;
}

function signerOf(privatePem: string): Signer {
  const key = createPrivateKey(privatePem);
  const publicKeyPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return {
    keyId: keyIdOf(publicKeyPem),
    publicKeyPem,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  };
}

function readPem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
