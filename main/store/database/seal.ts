// Personal data lies on the disk only encrypted. AES-256-GCM under the folder's key; what the text
// belongs to (an operation's id) is bound in, so that a sealed value moved to another row no longer opens.
// Form: one version byte, a random nonce of 12 bytes, the tag of 16 bytes, the ciphertext. Version 2 was packed before.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { packedText, unpackedText } from './packing.ts';

export interface Seal {
  /** `context` names what the text belongs to; the same is needed to open it. */
  seal(text: string, context: string): Uint8Array;
  /** The same in fewer bytes, for what stays for years. It opens as the other does. */
  pack(text: string, context: string): Uint8Array;
  /** Throws CannotOpen under another key, another context, or when a byte was changed. */
  open(bytes: Uint8Array, context: string): string;
  /** A keyed digest, which only a holder of the folder's key can make. 64 hexadecimal digits. */
  digest(text: string, context: string): string;
}

/** A sealed value does not open: the key is another one, or its bytes were changed. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** The folder's key is not at hand, so sealed values cannot be read or written. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

const plain = 1;
const packed = 2;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** `key`: 32 bytes, copied: the caller may wipe its own. */
export function createSeal(key: Uint8Array): Seal {
  if (key.byteLength !== 32) throw new Error(`a sealing key has 32 bytes, not ${key.byteLength}`);
  const secret = createSecretKey(key);
  // Digests use a derived key: the sealing key is used for encryption only.
  const digesting = createSecretKey(createHmac('sha256', secret).update('tillbridge digest').digest());
  const sealed = (body: Buffer, version: number, context: string): Uint8Array => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
    cipher.setAAD(aad(version, context));
    const ciphertext = Buffer.concat([cipher.update(body), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext]);
  };
  return {
    seal: (text, context) => sealed(Buffer.from(text, 'utf8'), plain, context),
    pack: (text, context) => sealed(packedText(text), packed, context),
    open(bytes, context) {
      const version = bytes[0];
      if ((version !== plain && version !== packed) || bytes.byteLength < headBytes) {
        throw new CannotOpen(`the sealed data of ${context} has a form that this program does not know`);
      }
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(1, 1 + nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(aad(version, context));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, headBytes));
      try {
        const body = Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]);
        return version === plain ? body.toString('utf8') : unpackedText(body);
      } catch {
        throw new CannotOpen(`the sealed data of ${context} does not open: it has another key, or was changed`);
      }
    },
    digest: (text, context) =>
      createHmac('sha256', digesting).update(aad(plain, context)).update('\n').update(text, 'utf8').digest('hex'),
  };
}

/** For commands that need no sealed data (tokens, the journal), and for a bridge whose key is not there yet. */
export function missingSeal(): Seal {
  const missing = (): never => {
    throw new KeyMissing('the key of the data folder is not at hand');
  };
  return { seal: missing, pack: missing, open: missing, digest: missing };
}

// The version is authenticated as well, so that a value of a later form cannot be passed off as one of this form.
function aad(version: number, context: string): Buffer {
  return Buffer.from(`tillbridge:${version}:${context}`, 'utf8');
}
