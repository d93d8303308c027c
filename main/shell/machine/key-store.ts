// The system's key store through Electron's safeStorage. Obfuscation does not count as protection: on Linux without a
// keyring Electron would "encrypt" with a password from its source.
import { safeStorage } from 'electron';

/** A key store as the vault needs it. */
export interface KeyStore {
  /** Whether sealed values are safe where the files are copied. */
  protects(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  /** Throws where the key store does not open it. */
  open(sealed: Buffer): Promise<string>;
}

type Storage = Partial<typeof safeStorage> & Pick<typeof safeStorage, 'isEncryptionAvailable'>;

/** Old runtimes have the synchronous half only and cannot name their backend. */
export function createKeyStore(storage: Storage = safeStorage): KeyStore {
  return {
    async protects() {
      const available = await (storage.isAsyncEncryptionAvailable?.() ?? storage.isEncryptionAvailable());
      if (!available) return false;
      if (process.platform !== 'linux') return true;
      const backend = storage.getSelectedStorageBackend?.();
      return backend !== 'basic_text' && backend !== 'unknown';
    },
    async seal(text) {
      const sealed = await (storage.encryptStringAsync?.(text) ?? storage.encryptString?.(text));
      if (sealed === undefined) throw new Error('The key store cannot seal.');
      return sealed;
    },
    async open(sealed) {
      if (storage.decryptStringAsync !== undefined) return (await storage.decryptStringAsync(sealed)).result;
      if (storage.decryptString === undefined) throw new Error('The key store cannot open.');
      return storage.decryptString(sealed);
    },
  };
}
