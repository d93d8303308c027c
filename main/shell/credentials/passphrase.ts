// Seals a secret under a passphrase, for machines whose key store cannot protect it: scrypt makes the key, AES-GCM
// seals, and a wrong passphrase gives a wrong tag.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import type { Sealed } from '#secrets/vault-file.ts';

/** About 100 ms and 64 MB for each guess. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

export function sealWith(passphrase: string, name: string, text: string): Sealed {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, cost), nonce);
  cipher.setAAD(Buffer.from(name));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data: data.toString('hex'),
  };
}

/** Null where the passphrase is wrong, or the entry was changed or moved to another name. */
export function openWith(passphrase: string, name: string, sealed: Sealed): string | null {
  const key = scryptSync(passphrase, Buffer.from(sealed.salt, 'hex'), 32, cost);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'hex'), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'hex'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'hex')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
