// Signs the journal's head in a separate record: when a shift is closed, and when the bridge ends cleanly. An attacker
// who computes the whole chain anew cannot make these signatures.
import { signedHeadData, signedRecord } from '#contract/data/signed-head.ts';
import type { Books, BooksWrites } from '../ports/books.ts';
import type { Signer } from '../ports/journal.ts';

/** Signs what is journalled so far. Nothing where the last record is a signature already. */
export function signHead(tx: BooksWrites, signer: Signer, atMs: number): void {
  const head = tx.head();
  if (head.seq === 0 || tx.facts(head.seq - 1, 1)[0]?.type === signedRecord) return;
  tx.append({ type: signedRecord, operationId: null, atMs, data: signedHeadData(head, signer) });
}

export async function signAtEnd(books: Books, signer: Signer, atMs: number): Promise<void> {
  await books.transact((tx) => signHead(tx, signer, atMs));
}
