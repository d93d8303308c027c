// Personal data lies on the disk only encrypted. AES-256-GCM under the folder's key; what the text
// belongs to (an operation's id) is bound in, so that a sealed value moved to another row no longer opens.
// Form: one version byte, a random nonce of 12 bytes, the tag of 16 bytes, the ciphertext.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

export interface Seal {
  /** `context` names what the text belongs to; the same is needed to open it. */
  seal(text: string, context: string): Uint8Array;
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

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** `key`: 32 bytes, copied: the caller may wipe its own. */
export function createSeal(key: Uint8Array): Seal {
  if (key.byteLength !== 32) throw new Error(`a sealing key has 32 bytes, not ${key.byteLength}`);
  const secret = createSecretKey(key);
  // Digests use a derived key: the sealing key is used for encryption only.
  const digesting = createSecretKey(createHmac('sha256', secret).update('tillbridge digest').digest());
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
      cipher.setAAD(aad(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(bytes, context) {
      if (bytes[0] !== version || bytes.byteLength < headBytes) {
        throw new CannotOpen(`the sealed data of ${context} has a form that this program does not know`);
      }
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(1, 1 + nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(aad(context));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, headBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]).toString('utf8');
      } catch {
        throw new CannotOpen(`the sealed data of ${context} does not open: it has another key, or was changed`);
      }
    },
    digest: (text, context) =>
      createHmac('sha256', digesting).update(aad(context)).update('\n').update(text, 'utf8').digest('hex'),
  };
}

/** For commands that need no sealed data (tokens, the journal), and for a bridge whose key is not there yet. */
export function missingSeal(): Seal {
  const missing = (): never => {
    throw new KeyMissing('the key of the data folder is not at hand');
  };
  return { seal: missing, open: missing, digest: missing };
}

// The version is authenticated as well, so that a value of a later form cannot be passed off as one of this form.
function aad(context: string): Buffer {
  return Buffer.from(`tillbridge:${version}:${context}`, 'utf8');
}
