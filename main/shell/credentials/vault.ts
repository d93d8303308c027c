// Keeps the app's secrets: the API keys, and the key of the data folder. On disk they are sealed by the system's key
// store or by a passphrase, never plain; without either they are kept in memory until the program ends.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type VaultEntries, readVault } from '#secrets/vault-file.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import type { KeyStore } from '../machine/key-store.ts';
import { openWith, sealWith } from './passphrase.ts';

export type KeptBy = 'system' | 'passphrase' | 'memory';

export type Held =
  | {
      readonly type: 'open';
      readonly secret: string;
      readonly keptBy: KeptBy;
      /** The destination that the secret may be used for; null where none was given. */
      readonly boundTo: string | null;
    }
  /** The secret is stored, and the passphrase (or the system's key store) is needed to open it. */
  | { readonly type: 'locked'; readonly keptBy: 'system' | 'passphrase' }
  | { readonly type: 'none' };

export class Vault {
  readonly #file: string;
  readonly #keyStore: KeyStore;
  readonly #open = new Map<string, Opened>();
  #entries: VaultEntries;

  constructor(file: string, keyStore: KeyStore) {
    this.#file = file;
    this.#keyStore = keyStore;
    this.#entries = readVault(file) ?? {};
  }

  /** Opens the entries that the system's key store sealed. Entries that it does not open stay locked. */
  async openSystem(): Promise<void> {
    for (const [name, entry] of Object.entries(this.#entries)) {
      if (entry.by !== 'system') continue;
      try {
        const content = contentOf(await this.#keyStore.open(Buffer.from(entry.data, 'base64')));
        if (content !== null) this.#open.set(name, { ...content, keptBy: 'system', passphrase: null });
      } catch {
        // The keyring is locked, or another user's: the entry stays for a later start.
      }
    }
  }

  protects(): Promise<boolean> {
    return this.#keyStore.protects();
  }

  held(name: string): Held {
    const open = this.#open.get(name);
    if (open !== undefined) {
      const { secret, keptBy, boundTo } = open;
      return { type: 'open', secret, keptBy, boundTo };
    }
    const entry = this.#entries[name];
    return entry === undefined ? { type: 'none' } : { type: 'locked', keptBy: entry.by };
  }

  /**
   * Keeps a secret as well as this machine can: by the system, else under the passphrase, else in memory. `boundTo`:
   * the destination that it may be used for, sealed with it.
   */
  async keep(name: string, secret: string, passphrase: string | null, boundTo: string | null = null): Promise<KeptBy> {
    const entry = await this.#sealed(name, textOf({ secret, boundTo }), passphrase);
    const keptBy = entry?.by ?? 'memory';
    const { [name]: _, ...others } = this.#entries;
    this.#write(entry === null ? others : { ...others, [name]: entry });
    this.#open.set(name, { secret, boundTo, keptBy, passphrase: keptBy === 'passphrase' ? passphrase : null });
    return keptBy;
  }

  /** Whether any open secret has a destination. */
  hasBound(): boolean {
    return [...this.#open.values()].some(({ boundTo }) => boundTo !== null);
  }

  /** Binds an open secret to another destination, and stores it in the same way as before. */
  async bind(name: string, boundTo: string): Promise<void> {
    const open = this.#open.get(name);
    if (open === undefined) return;
    const entry =
      open.keptBy === 'memory' ? null : await this.#sealed(name, textOf({ ...open, boundTo }), open.passphrase);
    // While the key store cannot protect, the stored entry stays as it is, and the binding holds until the program
    // ends.
    if (entry !== null) this.#write({ ...this.#entries, [name]: entry });
    this.#open.set(name, { ...open, boundTo });
  }

  /** Opens all entries that this passphrase sealed; false where it opens none. */
  unlock(passphrase: string): boolean {
    let opened = false;
    for (const [name, entry] of Object.entries(this.#entries)) {
      if (entry.by !== 'passphrase') continue;
      const text = openWith(passphrase, name, entry.sealed);
      const content = text === null ? null : contentOf(text);
      if (content === null) continue;
      this.#open.set(name, { ...content, keptBy: 'passphrase', passphrase });
      opened = true;
    }
    return opened;
  }

  async #sealed(name: string, secret: string, passphrase: string | null): Promise<VaultEntries[string] | null> {
    if (await this.#keyStore.protects()) {
      return { by: 'system', data: (await this.#keyStore.seal(secret)).toString('base64') };
    }
    return passphrase === null ? null : { by: 'passphrase', sealed: sealWith(passphrase, name, secret) };
  }

  #write(entries: VaultEntries): void {
    writeDurably(this.#file, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
    this.#entries = entries;
  }
}

interface Content {
  readonly secret: string;
  readonly boundTo: string | null;
}

interface Opened extends Content {
  readonly keptBy: KeptBy;
  /** The passphrase, kept for sealing the entry again. */
  readonly passphrase: string | null;
}

/** The sealed text is the secret alone, or this word and then the secret with its destination. */
const boundMark = 'tillbridge-bound-1:';
const boundSchema = z.strictObject({ secret: z.string(), boundTo: z.string(), mac: z.string() });

function textOf({ secret, boundTo }: Content): string {
  return boundTo === null ? secret : boundMark + JSON.stringify({ secret, boundTo, mac: macOf(secret, boundTo) });
}

/** Null where the sealed text was changed, which not every system's key store notices. */
function contentOf(text: string): Content | null {
  if (!text.startsWith(boundMark)) return { secret: text, boundTo: null };
  const { secret, boundTo, mac } = boundSchema.parse(JSON.parse(text.slice(boundMark.length)), { jitless: true });
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(secret, boundTo))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { secret, boundTo } : null;
}

/** Keyed with the secret itself: only a program that knows the secret can bind it to another destination. */
function macOf(secret: string, boundTo: string): string {
  return createHmac('sha256', secret).update(`tillbridge bound to ${boundTo}`).digest('hex');
}
