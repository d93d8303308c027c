// The key that paired programs know a folder's bridge by.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSeal } from '#store/database/seal.ts';
import { startMs } from '#support/records.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

describe('a folder’s identity', () => {
  it('is made once and stays over restarts', () => {
    const dataDir = aFolder();
    const first = opened(dataDir);
    const { publicKeyPem, keyId } = first.identity();
    expect(first.identity().publicKeyPem).toBe(publicKeyPem);
    first.close();
    const again = opened(dataDir).identity();
    expect([again.publicKeyPem, again.keyId]).toEqual([publicKeyPem, keyId]);
    const signature = Buffer.from(again.sign('text'), 'base64');
    expect(verify(null, Buffer.from('text'), createPublicKey(publicKeyPem), signature)).toBe(true);
  });

  it('is another key than the journal’s, and another in each folder', () => {
    const folder = opened(aFolder());
    const keys = [folder.identity().keyId, folder.signer(startMs).keyId, opened(aFolder()).identity().keyId];
    expect(new Set(keys).size).toBe(3);
  });

  it('lies nowhere in plain text', () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    folder.identity();
    folder.close();
    for (const name of readdirSync(dataDir)) {
      expect(readFileSync(join(dataDir, name)).includes('PRIVATE KEY'), name).toBe(false);
    }
  });

  it('cannot be had without the folder’s key, nor with another, nor by the journal’s key in its place', () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    folder.identity();
    folder.signer(startMs);
    expect(() => opened(dataDir, { use: 'command', seal: null }).identity()).toThrow('not at hand');
    expect(() => opened(dataDir, { use: 'command', seal: createSeal(Buffer.alloc(32, 9)) }).identity()).toThrow(
      'another key',
    );
    const db = rawDatabase(dataDir);
    db.exec(`UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'signing-key') WHERE key = 'identity-key'`);
    expect(() => folder.identity()).toThrow('does not open');
  });
});
