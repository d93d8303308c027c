// Public keys of update manifests. A key's id is a digest of it, so that a manifest with several signatures says which is
// whose.
import { type KeyObject, createHash, createPublicKey } from 'node:crypto';

/**
 * The vendor's, as settings write a key. A packager puts theirs here; with none, and none in the settings, there are no
 * updates. Two while a key is replaced.
 */
export const pinnedKeys: readonly string[] = [];

export function keyOf(text: string): KeyObject {
  const x = Buffer.from(text, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** As it is written in settings and in `pinnedKeys`. */
export function textOf(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

export function idOf(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex').slice(0, 16);
}
