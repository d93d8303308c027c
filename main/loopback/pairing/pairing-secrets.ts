// The random values of a pairing. Only the hash of its secret stays in memory.
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { hashToken, newToken } from '../access/tokens.ts';
import type { PairingSecrets } from './pairings.ts';

export const pairingSecrets: PairingSecrets = {
  newId: randomUUID,
  newToken,
  newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
  newSecret() {
    const secret = `tbp_${randomBytes(32).toString('base64url')}`;
    const hash = bytesOfHash(secret);
    return { secret, proves: (shown) => timingSafeEqual(hash, bytesOfHash(shown)) };
  },
};

function bytesOfHash(secret: string): Buffer {
  return Buffer.from(hashToken(secret), 'hex');
}
