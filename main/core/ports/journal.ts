// A fact for the journal, as its maker hands it over (the store numbers and chains it), and what signs the chain.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';

/** A fact for the journal. Personal data never goes in here. */
export interface JournalEntry {
  readonly type: JournalRecordType;
  readonly operationId: string | null;
  readonly atMs: number;
  readonly data: JsonObject;
  /**
   * Keyed digests of personal data. The record gets them as `personal`, each salted with a secret of the operation that
   * lies beside the chain: once that is erased, trying values no longer shows what the digests were made of.
   */
  readonly personal?: { readonly [name: string]: string };
  /** Who asked for it under which id. The record gets a keyed digest of both as `asked`: nothing is accepted twice by it. */
  readonly asked?: { readonly clientId: string; readonly requestId: string };
}

/** Signs for this data folder. The private key never leaves its maker. */
export interface Signer {
  /** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). */
  readonly keyId: string;
  readonly publicKeyPem: string;
  /** Ed25519 over the text's UTF-8 bytes, in base64. */
  sign(text: string): string;
}

/** A record as it stands in the journal's chain. */
export interface JournalRecord {
  /** From 1, without a gap. */
  readonly seq: number;
  /** Hash of the record before; 64 zeros for the first. */
  readonly prev: string;
  /** SHA-256 in hex over the canonical JSON of all other members. */
  readonly hash: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  /** Id of the operation, or null. */
  readonly operation: string | null;
  readonly data: JsonObject;
}

/** What a journal's first record follows. */
export const genesis: JournalHead = { seq: 0, hash: '0'.repeat(64) };

/** Makes the record that follows `head` in the chain. */
export type LinkToChain = (
  head: JournalHead,
  fact: Pick<JournalRecord, 'at' | 'type' | 'operation' | 'data'>,
) => JournalRecord;
