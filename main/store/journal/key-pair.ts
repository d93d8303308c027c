// Ed25519 key pairs of a data folder. The private key is stored only sealed with the folder's key. The pair's name is
// authenticated with it, so that one pair cannot be put in another's place.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Signer } from '#core/ports/journal.ts';
import type { Commits } from '../database/commits.ts';
import { readMeta } from './meta.ts';
import type { Seal } from '../database/seal.ts';

export interface KeyPairPorts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly seal: Seal;
}

/** The first 32 hex digits of the SHA-256 over the public key (SPKI, DER). Throws where `pem` is no public key. */
export function keyIdOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 32);
}

/**
 * The pair of this name. Where there is none yet it is made, and `announce` runs in the same commit. Throws KeyMissing
 * or CannotOpen.
 */
export function openPair(
  ports: KeyPairPorts,
  name: string,
  announce: (made: Signer) => void = () => undefined,
): Signer {
  const known = storedKey(ports, name);
  if (known !== null) return signerOf(known);
  const pem = newPrivateKey();
  return ports.commits.now(() => {
    // Two programs may find none at the same time: the first one's is taken.
    const before = storedKey(ports, name);
    if (before !== null) return signerOf(before);
    const made = signerOf(pem);
    const sealed = Buffer.from(ports.seal.seal(pem, name)).toString('base64');
    ports.db.prepare('INSERT INTO meta VALUES (?, ?)').run(name, sealed);
    announce(made);
    return made;
  });
}

/** PKCS #8, PEM. */
function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function storedKey({ db, commits, seal }: KeyPairPorts, name: string): string | null {
  const stored = commits.read(() => readMeta(db, name));
  return stored === null ? null : seal.open(Buffer.from(stored, 'base64'), name);
}

function signerOf(privatePem: string): Signer {
  const key = createPrivateKey(privatePem);
  const publicKeyPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return {
    keyId: keyIdOf(publicKeyPem),
    publicKeyPem,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  };
}
