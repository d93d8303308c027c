// What a signature of the journal is made over. The signer, the verifier and anybody with openssl must agree on every
// byte, so the text is made in one place and is plain enough to be made by hand.
import type { JsonObject } from './json.ts';

/** The end of the journal at one moment. */
export interface JournalHead {
  /** 0 for an empty journal. */
  readonly seq: number;
  /** SHA-256 in hex of the record with that number; 64 zeros for an empty journal. */
  readonly hash: string;
}

/** Record types that signing adds to the journal. */
export const keyRecord = 'signing-key';
export const signedRecord = 'head-signed';

/** The text, UTF-8, over which Ed25519 signs. Three lines, each with its end. */
export function headStatement({ seq, hash }: JournalHead): string {
  return `tillbridge journal head v1\n${seq}\n${hash}\n`;
}

/** The data of a `head-signed` record, which must stand right behind the record that it signs. */
export function signedHeadData(
  head: JournalHead,
  { keyId, sign }: { readonly keyId: string; readonly sign: (text: string) => string },
): JsonObject {
  const signature = sign(headStatement(head));
  return { seq: head.seq, hash: head.hash, keyId, algorithm: 'Ed25519', signature };
}
