// The data folder's own signature, on the journal's heads and on what proves the bridge's identity.

/** Signs for this data folder. The private key never leaves its maker. */
export interface Signer {
  /** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). */
  readonly keyId: string;
  readonly publicKeyPem: string;
  /** Ed25519 over the text's UTF-8 bytes, in base64. */
  sign(text: string): string;
}
