// Whether the program at the port holds the key that was pinned at pairing. Ports are given to whoever takes them first:
// without this, any program that is faster than the bridge at start would be handed the token.
import { IdentityUncheckable } from './errors.ts';
import type { Identity } from './types.ts';

export type IdentityVerdict = 'verified' | 'wrong';

/** 22 characters of base64url: 128 bits that nobody can have had signed before. */
export function newNonce(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Whether `answer` (of `/.well-known/tillbridge?nonce=`) is signed with the pinned key, for this nonce and this very
 * host. Throws IdentityUncheckable where that cannot be computed here.
 */
export async function verdictOn(
  answer: { readonly [name: string]: unknown },
  { publicKey }: Pick<Identity, 'publicKey'>,
  nonce: string,
  host: string,
): Promise<IdentityVerdict> {
  const key = await importKey(publicKey);
  const signature = typeof answer['signature'] === 'string' ? fromBase64(answer['signature']) : null;
  if (signature === null) return 'wrong';
  const signed = new TextEncoder().encode(`tillbridge-identity:1\n${nonce}\n${host}`);
  return (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed)) ? 'verified' : 'wrong';
}

async function importKey(pem: string) {
  // Missing in pages that did not come over HTTPS (or from this computer).
  if ((globalThis.crypto as Partial<typeof crypto> | undefined)?.subtle === undefined)
    throw new IdentityUncheckable('no-ed25519');
  const body = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem)?.[1];
  const bytes = body === undefined ? null : fromBase64(body.replaceAll(/\s/g, ''));
  if (bytes === null) throw new IdentityUncheckable('key-unreadable');
  try {
    return await crypto.subtle.importKey('spki', bytes, { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    const unsupported = error instanceof Error && error.name === 'NotSupportedError';
    throw new IdentityUncheckable(unsupported ? 'no-ed25519' : 'key-unreadable');
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
