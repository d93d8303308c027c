// How a program makes sure that it speaks to the bridge that it was paired with: it sends a nonce, and the bridge signs
// it with a key of its own. The text is plain, so that anybody can check it with a library of their choice.

/** What a nonce looks like: 16 to 128 characters of base64url. */
export const noncePattern = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The text, UTF-8, that Ed25519 signs. It holds the Host header: a program on another port that fetched the answer here
 * would have to sign for that other port.
 */
export function identityStatement(nonce: string, host: string): string {
  return `tillbridge-identity:1\n${nonce}\n${host}`;
}

/**
 * The same for one connection: it holds the caller's end of the connection as this side sees it. Two connections to one
 * port cannot have the same end, so a program that relays the question over a connection of its own gets a signature
 * for that connection.
 */
export function connectionStatement(nonce: string, host: string, peer: { address: string; port: number }): string {
  return `tillbridge-connection:1\n${nonce}\n${host}\n${peer.address}\n${peer.port}`;
}

/** What a program keeps of a bridge, to know it again. */
export interface PublicIdentity {
  /** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). */
  readonly keyId: string;
  /** Ed25519, SPKI in PEM. */
  readonly publicKey: string;
}

export function publicIdentityOf(signer: { readonly keyId: string; readonly publicKeyPem: string }): PublicIdentity {
  return { keyId: signer.keyId, publicKey: signer.publicKeyPem };
}
