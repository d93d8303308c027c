// Whether refunds are claimed, as a till keeps it for the time while its office is away.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepWish, readWish } from '#office-link/wish.ts';
import { aFolder } from '#support/store-folder.ts';

function joined(till: string, dataDir = aFolder()) {
  mkdirSync(join(dataDir, 'office'), { recursive: true });
  const write = (text: string) => writeFileSync(join(dataDir, 'office', 'member.json'), text);
  write(JSON.stringify({ till }));
  return { dataDir, rewritten: write };
}

describe('the wish of a chain for claims', () => {
  it('is kept, and is none before the office said it', () => {
    const till = randomUUID();
    const { dataDir } = joined(till);
    expect(readWish(dataDir)).toBe(false);
    keepWish(dataDir, { claims: true, till });
    expect(readWish(dataDir)).toBe(true);
    keepWish(dataDir, { claims: false, till });
    expect(readWish(dataDir)).toBe(false);
  });

  it('does not hold at another office that the till has joined since', () => {
    const till = randomUUID();
    const { dataDir, rewritten } = joined(till);
    keepWish(dataDir, { claims: true, till });
    rewritten(JSON.stringify({ till: randomUUID() }));
    expect(readWish(dataDir)).toBe(false);
  });

  it('holds where the file of the membership was damaged: refunds of others’ payments do not pass unasked', () => {
    const till = randomUUID();
    const { dataDir, rewritten } = joined(till);
    keepWish(dataDir, { claims: true, till });
    rewritten('{');
    expect(readWish(dataDir)).toBe(true);
  });
});
