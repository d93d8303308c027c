// The key pair that signs the journal. It is made once, in the same transaction as the record that announces it. The
// public key lies beside the database as a PEM file, for an auditor who checks an export later.
import { keyRecord, signedHeadData, signedRecord } from '#contract/data/signed-head.ts';
import type { Signer } from '#core/ports/journal.ts';
import { type Head } from './chain.ts';
import { genesis } from '#core/ports/journal.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { type FolderPaths, hasCode } from '../folder/folder.ts';
import type { AppendToJournal } from './journal.ts';
import { type KeyPairPorts, openPair } from './key-pair.ts';
import { oneRow } from '../database/sql.ts';

interface Parts extends KeyPairPorts {
  readonly append: AppendToJournal;
  readonly paths: FolderPaths;
}

/** Makes the pair where there is none yet, signs what the journal held before, and puts a lost PEM file back. */
export function openSigner(parts: Parts, atMs: number): Signer {
  const { db, append, paths } = parts;
  const signer = openPair(parts, 'signing-key', (made) => {
    const { keyId, publicKeyPem } = made;
    append({ type: keyRecord, operationId: null, atMs, data: { keyId, algorithm: 'Ed25519', publicKeyPem } });
    // The head is signed at once, so that from here on a journal without a signed head is a forged one.
    const head = oneRow<Head>(db.prepare('SELECT seq, hash FROM journal_head')) ?? genesis;
    append({ type: signedRecord, operationId: null, atMs, data: signedHeadData(head, made) });
  });
  if (readPem(paths.publicKey) !== signer.publicKeyPem) writeDurably(paths.publicKey, signer.publicKeyPem);
  return signer;
}

/** It is about a hundred. */
const mostPemBytes = 65_536;

function readPem(file: string): string | null {
  try {
    return readOrdinary(file, mostPemBytes);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
