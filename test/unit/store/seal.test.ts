// What is sealed opens with the same key for the same thing, and in no other way.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dictionary } from '#store/database/packing.ts';
import { CannotOpen, KeyMissing, createSeal, missingSeal } from '#store/database/seal.ts';

const key = Buffer.alloc(32, 1);

describe('a sealed text', () => {
  it('opens under its key and context', () => {
    const seal = createSeal(key);
    expect(seal.open(seal.seal('Größe 12 €', 'op_1'), 'op_1')).toBe('Größe 12 €');
  });

  it('is different each time, so that equal customers cannot be told from equal bytes', () => {
    const seal = createSeal(key);
    expect(seal.seal('same', 'op_1')).not.toEqual(seal.seal('same', 'op_1'));
  });

  it('does not open under another key', () => {
    const sealed = createSeal(key).seal('secret', 'op_1');
    expect(() => createSeal(Buffer.alloc(32, 2)).open(sealed, 'op_1')).toThrow(CannotOpen);
  });

  it('does not open when it was moved to another operation', () => {
    const seal = createSeal(key);
    expect(() => seal.open(seal.seal('secret', 'op_1'), 'op_2')).toThrow(CannotOpen);
  });

  it('does not open when any one byte was changed', () => {
    const seal = createSeal(key);
    const sealed = seal.seal('secret', 'op_1');
    for (const index of sealed.keys()) {
      const changed = Uint8Array.from(sealed);
      changed[index] = changed[index]! ^ 1;
      expect(() => seal.open(changed, 'op_1'), `byte ${index}`).toThrow(CannotOpen);
    }
  });

  it('does not open when it was cut off', () => {
    const seal = createSeal(key);
    const sealed = seal.seal('secret', 'op_1');
    for (const length of sealed.keys()) {
      expect(() => seal.open(sealed.subarray(0, length), 'op_1'), `${length} bytes`).toThrow(CannotOpen);
    }
  });
});

it('a key of another length is refused', () => {
  expect(() => createSeal(Buffer.alloc(16))).toThrow('32 bytes');
});

it('without the key, sealing and opening say that it is missing', () => {
  expect(() => missingSeal().seal('a', 'op_1')).toThrow(KeyMissing);
  expect(() => missingSeal().open(Buffer.alloc(64), 'op_1')).toThrow(KeyMissing);
});

const storedOnce = 'AmbItFaXeVy7KctX7e/4ehRucSMxQmIbzFfwqh7gkPHzPu237Rq4r6LIDlkaBFrq4HNrDAGG0Na7IbnSHSk=';

describe('a packed text', () => {
  const receipt = JSON.stringify({
    input: { refNr: 'Größe 12 €' },
    result: { receipt: { merchant: ['Terminal    1'] } },
  });

  it('opens as another one does, and is shorter', () => {
    const seal = createSeal(key);
    const packed = seal.pack(receipt, 'op_1');
    expect(seal.open(packed, 'op_1')).toBe(receipt);
    expect(packed.length).toBeLessThan(seal.seal(receipt, 'op_1').length * 0.8);
  });

  it('is not taken for one that is not packed, nor the other way round', () => {
    const seal = createSeal(key);
    for (const [sealed, version] of [
      [seal.pack('text', 'op_1'), 1],
      [seal.seal('text', 'op_1'), 2],
    ] as const) {
      const relabelled = Uint8Array.from(sealed);
      relabelled[0] = version;
      expect(() => seal.open(relabelled, 'op_1')).toThrow(CannotOpen);
    }
  });

  it('opens with the words that it was packed with: they never change', () => {
    // Sealed by the first program that packed. Where this fails, what shops have stored opens no more.
    const seal = createSeal(key);
    expect(seal.open(Buffer.from(storedOnce, 'base64'), 'op_1')).toBe(receipt);
    const digest = createHash('sha256').update(dictionary).digest('hex');
    expect(digest).toBe('5c3b9fdcf8eeb86b562dbf323434a74a84faaf401d973b77aa83529cd71d5be0');
  });
});
