// How a PIN is kept: as a slow hash with a salt, keyed with a secret of the folder that the database does not hold.
import { createHmac, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPins } from '#secrets/pins.ts';

const key = Buffer.alloc(32, 3);

it('a PIN is kept as scrypt (N 32768, r 8, p 1) of its digest with the key, with a salt of its own', async () => {
  const pins = createPins(key);
  const [one, again] = [await pins.hash('731926'), await pins.hash('731926')];
  expect(one).not.toBe(again);
  const [, salt = '', kept] = one.slice('scrypt'.length).split('$');
  const peppered = createHmac('sha256', key).update('731926').digest();
  const derived = scryptSync(peppered, Buffer.from(salt, 'hex'), 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 26 });
  expect(derived.toString('hex')).toBe(kept);
});

it('the hash of one folder fits no PIN in another', async () => {
  const hash = await createPins(key).hash('731926');
  expect(await createPins(key).matches('731926', hash)).toBe(true);
  expect(await createPins(key).matches('731927', hash)).toBe(false);
  expect(await createPins(Buffer.alloc(32, 4)).matches('731926', hash)).toBe(false);
});
