// Chance and keyed digests, from the system's cryptography.
import { createHash, createHmac, createSecretKey, randomBytes, randomInt } from 'node:crypto';
import type { Chance, Digests } from '#core/ports/chance.ts';

export function createChance(): Chance {
  return {
    fraction: () => randomInt(2 ** 32) / 2 ** 32,
    // It begins with the time, so that what is accepted together stands together in the database's indexes.
    operationId: () => `op_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`,
    hex128: () => randomBytes(16).toString('hex'),
  };
}

export function createDigests(key: Buffer): Digests {
  // Made once: it costs as much as a digest.
  const secret = createSecretKey(key);
  return { keyed: (text) => createHmac('sha256', secret).update(text, 'utf8').digest('hex') };
}

/** A short, stable name of what an operation is bound to. */
export function environmentId(root: string, merchantId: string, mode: string): string {
  return createHash('sha256')
    .update(JSON.stringify([root, merchantId, mode]))
    .digest('hex')
    .slice(0, 16);
}
