// Where the app keeps its secrets: the API keys, and the key of the data folder. On disk they are sealed by the
// system's key store or by a passphrase; where neither is there they live until the program ends. Never plain.
import { z } from 'zod';
import { readWhole, writeWhole } from './files.ts';
import type { KeyStore } from './key-store.ts';
import { openWith, sealWith, sealedSchema } from './passphrase.ts';

export type KeptBy = 'system' | 'passphrase' | 'memory';

export type Held =
  | { readonly type: 'open'; readonly secret: string; readonly keptBy: KeptBy }
  /** It is there, and the passphrase (or the system's key store) is needed first. */
  | { readonly type: 'locked'; readonly keptBy: 'system' | 'passphrase' }
  | { readonly type: 'none' };

const entrySchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('system'), data: z.base64() }),
  z.strictObject({ by: z.literal('passphrase'), sealed: sealedSchema }),
]);
const fileSchema = z.strictObject({ version: z.literal(1), entries: z.record(z.string(), entrySchema) });
type Entries = z.output<typeof fileSchema>['entries'];

export class DamagedVault extends Error {
  override readonly name = 'DamagedVault';
}

export class Vault {
  readonly #file: string;
  readonly #keyStore: KeyStore;
  readonly #open = new Map<string, { readonly secret: string; readonly keptBy: KeptBy }>();
  #entries: Entries;

  constructor(file: string, keyStore: KeyStore) {
    this.#file = file;
    this.#keyStore = keyStore;
    this.#entries = readEntries(file);
  }

  /** Opens what the system's key store sealed. What it does not give back stays locked. */
  async openSystem(): Promise<void> {
    for (const [name, entry] of Object.entries(this.#entries)) {
      if (entry.by !== 'system') continue;
      try {
        const secret = await this.#keyStore.open(Buffer.from(entry.data, 'base64'));
        this.#open.set(name, { secret, keptBy: 'system' });
      } catch {
        // A keyring that is locked, or another user's: the entry stays for the day when it opens.
      }
    }
  }

  protects(): Promise<boolean> {
    return this.#keyStore.protects();
  }

  held(name: string): Held {
    const open = this.#open.get(name);
    if (open !== undefined) return { type: 'open', ...open };
    const entry = this.#entries[name];
    return entry === undefined ? { type: 'none' } : { type: 'locked', keptBy: entry.by };
  }

  /** Keeps a secret as well as this machine can: by the system, else under the passphrase, else in memory. */
  async keep(name: string, secret: string, passphrase: string | null): Promise<KeptBy> {
    const entry = await this.#sealed(name, secret, passphrase);
    const keptBy = entry?.by ?? 'memory';
    const { [name]: _, ...others } = this.#entries;
    this.#write(entry === null ? others : { ...others, [name]: entry });
    this.#open.set(name, { secret, keptBy });
    return keptBy;
  }

  /** Opens everything that this passphrase sealed; false where it opens nothing. */
  unlock(passphrase: string): boolean {
    let opened = false;
    for (const [name, entry] of Object.entries(this.#entries)) {
      if (entry.by !== 'passphrase') continue;
      const secret = openWith(passphrase, name, entry.sealed);
      if (secret === null) continue;
      this.#open.set(name, { secret, keptBy: 'passphrase' });
      opened = true;
    }
    return opened;
  }

  async #sealed(name: string, secret: string, passphrase: string | null): Promise<Entries[string] | null> {
    if (await this.#keyStore.protects()) {
      return { by: 'system', data: (await this.#keyStore.seal(secret)).toString('base64') };
    }
    return passphrase === null ? null : { by: 'passphrase', sealed: sealWith(passphrase, name, secret) };
  }

  #write(entries: Entries): void {
    writeWhole(this.#file, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
    this.#entries = entries;
  }
}

function readEntries(file: string): Entries {
  const text = readWhole(file);
  if (text === null) return {};
  try {
    return fileSchema.parse(JSON.parse(text)).entries;
  } catch {
    throw new DamagedVault(
      `The file ${file} is damaged. Put it back from a backup, or move it away and enter the API key again.`,
    );
  }
}
