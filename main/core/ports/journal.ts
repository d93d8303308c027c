// A fact for the journal, as its maker hands it over (the store numbers and chains it), and what signs the chain.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { JsonObject } from '#contract/data/json.ts';

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
