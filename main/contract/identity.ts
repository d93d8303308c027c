// How a program makes sure that it speaks to the bridge that it was paired with: it sends a nonce, and the bridge signs
// it with a key of its own. The text is plain, so that anybody can check it with a library of their choice.

/** What a nonce looks like: 16 to 128 characters of base64url. */
export const noncePattern = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The text, UTF-8, over which Ed25519 signs. The Host header is in it: whoever answers on another port, and had the
 * answer fetched here, would have to sign for that other port.
 */
export function identityStatement(nonce: string, host: string): string {
  return `tillbridge-identity:1\n${nonce}\n${host}`;
}

/**
 * The same for one connection: the caller's end of it as this side sees it. Two connections to one port cannot have the
 * same end, so whoever passes the question on over a connection of their own gets a signature for that one.
 */
export function connectionStatement(nonce: string, host: string, peer: { address: string; port: number }): string {
  return `tillbridge-connection:1\n${nonce}\n${host}\n${peer.address}\n${peer.port}`;
}
