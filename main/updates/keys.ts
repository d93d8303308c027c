// Public keys of update manifests: Ed25519, 32 bytes, written in base64. A key's id is a digest of it, so that a manifest
// with several signatures says which is whose.
import { type KeyObject, createHash, createPublicKey } from 'node:crypto';
import { z } from 'zod';

/**
 * The vendor's. A packager puts theirs here; with none, and none in the settings, there are no updates. Two while a key
 * is replaced.
 */
export const pinnedKeys: readonly string[] = [];

const keyBytes = 32;

export const publicKeySchema = z.string().refine(isPublicKey, {
  error: 'must be an Ed25519 public key: 32 bytes in base64',
});

function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === keyBytes && bytes.toString('base64') === text;
}

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
