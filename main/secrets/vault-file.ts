// The file in which the app keeps its secrets, each sealed by the system's key store or under a passphrase. The app's
// vault opens and writes it; other programs read only which secrets there are, and who seals them.
import { z } from 'zod';
import { readOrdinary } from '#host/files/read-ordinary.ts';

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const sealedSchema = z.strictObject({ salt: hex, nonce: hex, tag: hex, data: hex });
export type Sealed = z.output<typeof sealedSchema>;

const entrySchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('system'), data: z.base64() }),
  z.strictObject({ by: z.literal('passphrase'), sealed: sealedSchema }),
]);
const fileSchema = z.strictObject({ version: z.literal(1), entries: z.record(z.string(), entrySchema) });

/** By the secret's name. */
export type VaultEntries = z.output<typeof fileSchema>['entries'];

/** The name of the data folder's key among them. */
export const folderKeyName = 'folder-key';

/** The name of an environment's API key among them. */
export const apiKeyName = (environmentId: string): string => `api-key:${environmentId}`;

export class DamagedVault extends Error {
  override readonly name = 'DamagedVault';
}

/** A few keys, sealed. */
const mostBytes = 1_000_000;

/** Null where there is no such file. Throws DamagedVault. */
export function readVault(file: string): VaultEntries | null {
  let text: string | null;
  try {
    text = readOrdinary(file, mostBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return fileSchema.parse(JSON.parse(text ?? ''), { jitless: true }).entries;
  } catch {
    throw new DamagedVault(
      `The file ${file} is damaged. Put it back from a backup, or move it away and enter the API key again.`,
    );
  }
}
