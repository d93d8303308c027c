// Checks that the program at the port holds the key that was pinned at pairing. The first program that opens a port has
// it: without this check, a program that starts faster than the bridge would get the token.
import { IdentityUncheckable } from './errors.ts';
import type { OwnEnd } from './node-connection.ts';
import type { Identity } from '../api/types.ts';

/** `relayed`: the key signed, but for another connection than this one. */
export type IdentityVerdict = 'verified' | 'relayed' | 'wrong';

/** 22 characters of base64url: 128 random bits, for which no program can have an earlier signature. */
export function newNonce(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/** What the signature has to be for. */
export interface Challenge {
  readonly nonce: string;
  /** The value of the Host header. */
  readonly host: string;
  /** Null where the browser does not tell it: then the signature proves the bridge, but not the connection. */
  readonly ownEnd: OwnEnd | null;
}

/**
 * Whether `answer` (of `/.well-known/tillbridge?nonce=`) is signed with the pinned key, for this nonce, this very host
 * and this very connection. Throws IdentityUncheckable where that cannot be computed here.
 */
export async function verdictOn(
  answer: { readonly [name: string]: unknown },
  { publicKey }: Pick<Identity, 'publicKey'>,
  { nonce, host, ownEnd }: Challenge,
): Promise<IdentityVerdict> {
  const key = await importKey(publicKey);
  const isSigned = async (name: string, text: string): Promise<boolean> => {
    const signature = typeof answer[name] === 'string' ? fromBase64(answer[name]) : null;
    if (signature === null) return false;
    return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, new TextEncoder().encode(text));
  };
  if (!(await isSigned('signature', `tillbridge-identity:1\n${nonce}\n${host}`))) return 'wrong';
  if (ownEnd === null) return 'verified';
  const connection = `tillbridge-connection:1\n${nonce}\n${host}\n${ownEnd.address}\n${ownEnd.port}`;
  return (await isSigned('connectionSignature', connection)) ? 'verified' : 'relayed';
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
