// Hashes PINs slowly. There are only ten thousand PINs of four digits, so each guess must cost time and memory
// (scrypt). The hash is also keyed, with the folder's key or the office's, so that PINs cannot be guessed from a copied
// database alone.
import { createHmac, createSecretKey, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { pinHashForm } from '#contract/people/pins.ts';
import type { Pins } from '#core/ports/operators.ts';

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

export function createPins(key: Buffer): Pins {
  // Copied: the caller may wipe its own.
  const secret = createSecretKey(key);
  const derive = (pin: string, salt: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const peppered = createHmac('sha256', secret).update(pin, 'utf8').digest();
      scrypt(peppered, salt, 32, cost, (error, derived) => (error === null ? resolve(derived) : reject(error)));
    });
  return {
    async hash(pin) {
      const salt = randomBytes(16);
      return `scrypt$${salt.toString('hex')}$${(await derive(pin, salt)).toString('hex')}`;
    },
    async matches(pin, hash) {
      const [, salt, wanted] = pinHashForm.exec(hash) ?? [];
      if (salt === undefined || wanted === undefined) return false;
      return timingSafeEqual(await derive(pin, Buffer.from(salt, 'hex')), Buffer.from(wanted, 'hex'));
    },
  };
}
