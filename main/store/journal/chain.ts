// The journal's chain: each record carries the hash of the one before, and its own hash over canonical bytes.
// Appending, verifying a database and verifying an exported file all use this code.
import { createHash, verify } from 'node:crypto';
import { canonicalJson } from '#contract/data/json.ts';
import { type JournalHead, headStatement } from '#contract/data/signed-head.ts';
import type { JournalRecord } from '#core/ports/journal.ts';

export type Head = JournalHead;

/** A record without its data, which is at hand as canonical text. */
type Link = Omit<JournalRecord, 'data'>;

export function hashOf(record: Omit<JournalRecord, 'hash'>): string {
  return hashWith(record, canonicalJson(record.data));
}

function hashWith({ seq, prev, at, type, operation }: Omit<Link, 'hash'>, dataText: string): string {
  // The canonical text of the whole record, its members in the order that canonicalJson gives them.
  const text =
    `{"at":${JSON.stringify(at)},"data":${dataText},"operation":${JSON.stringify(operation)},` +
    `"prev":${JSON.stringify(prev)},"seq":${JSON.stringify(seq)},"type":${JSON.stringify(type)}}`;
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The record that follows `head`; `dataText` is the canonical text of its data. */
export function linked(
  head: Head,
  fact: Pick<JournalRecord, 'at' | 'type' | 'operation' | 'data'>,
  dataText = canonicalJson(fact.data),
): JournalRecord {
  const open = { seq: head.seq + 1, prev: head.hash, ...fact };
  return { ...open, hash: hashWith(open, dataText) };
}

/** Why `record` cannot follow `head`, in words, or null; `dataText` is the text of its data. */
export function breakIn(head: Head, record: Link, dataText: string): string | null {
  if (record.seq !== head.seq + 1) {
    return head.seq === 0
      ? `the journal begins with record ${record.seq}, not with record 1`
      : `after record ${head.seq} comes record ${record.seq}: there is a gap or a repetition`;
  }
  if (record.prev !== head.hash) {
    return head.seq === 0
      ? 'the first record does not begin a chain: its previous hash is not 64 zeros'
      : `record ${record.seq} does not follow record ${head.seq}: its previous hash is another one`;
  }
  if (record.hash !== hashWith(record, dataText))
    return `record ${record.seq} was changed: its hash does not match its content`;
  return null;
}

/** Whether `signature` (base64) is the key's over this head. False for a key that cannot be read. */
export function isSignatureOf(head: Head, signature: string, publicKeyPem: string): boolean {
  try {
    return verify(null, Buffer.from(headStatement(head), 'utf8'), publicKeyPem, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
