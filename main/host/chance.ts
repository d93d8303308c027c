// Chance and keyed digests, from the system's cryptography.
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Chance, Digests } from '#core/ports.ts';

export function createChance(): Chance {
  return {
    fraction: () => randomInt(2 ** 32) / 2 ** 32,
    operationId: () => `op_${randomBytes(16).toString('hex')}`,
    hex128: () => randomBytes(16).toString('hex'),
  };
}

export function createDigests(key: Buffer): Digests {
  return { keyed: (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex') };
}

/** A short, stable name of what an operation is bound to. */
export function environmentId(root: string, merchantId: string, mode: string): string {
  return createHash('sha256')
    .update(JSON.stringify([root, merchantId, mode]))
    .digest('hex')
    .slice(0, 16);
}
