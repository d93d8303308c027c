// The stand-alone verifier and the head that an office countersigned: an end that was cut off, another record in its place,
// and a head that another office signed.
import { spawnSync } from 'node:child_process';
import { type KeyObject, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { officeStatement } from '#contract/office/office.ts';
import { FakeTill } from '#support/fake-till.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'docs', 'verify-journal.mjs');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersigned-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function verified(till: FakeTill, records: number, ...options: string[]) {
  const [first] = till.records;
  const key = file('key.pem', textAt(first?.data, 'publicKeyPem') ?? '');
  const lines = till.lines().split('\n').slice(0, records).join('\n');
  const given = [script, file('export.ndjson', `${lines}\n`), key, ...options];
  const { status, stdout } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  return [status, stdout] as const;
}

function headAt(till: FakeTill, seq: number, privateKey: KeyObject): string {
  const { hash = '' } = till.records[seq - 1] ?? {};
  const head = { till: randomUUID(), lineage: 1, seq, hash, at: '2026-01-31T10:42:00.000Z' };
  const signature = sign(null, Buffer.from(officeStatement(head)), privateKey).toString('base64');
  return file('head.json', JSON.stringify({ ...head, keyId: 'f'.repeat(32), signature }));
}

it('compares an export with the head that the office countersigned', () => {
  const [office, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const pemOf = (key: KeyObject, name: string) => file(name, key.export({ type: 'spki', format: 'pem' }).toString());
  const [officeKey, otherKey] = [pemOf(office.publicKey, 'office.pem'), pemOf(other.publicKey, 'other.pem')];
  const till = new FakeTill();
  till.sell(100);
  till.sell(200);
  const all = till.records.length;
  const head = headAt(till, all, office.privateKey);
  const asked = ['--countersigned', head, '--office-key', officeKey];
  expect(verified(till, all, ...asked)).toEqual([0, expect.stringContaining(`countersigned record ${all}`)]);
  expect(verified(till, all - 1)[0]).toBe(0);
  expect(verified(till, all - 1, ...asked)).toEqual([1, expect.stringContaining('the end was cut off')]);
  expect(verified(till, all, '--countersigned', head, '--office-key', otherKey)).toEqual([
    1,
    expect.stringContaining('not signed by that key'),
  ]);
  till.records = till.records.slice(0, -1);
  till.sell(1);
  expect(verified(till, till.records.length, ...asked)).toEqual([
    1,
    expect.stringContaining(`the office has another record ${all}`),
  ]);
});

it('says how it is called', () => {
  const till = new FakeTill();
  for (const wrong of [['--countersigned'], ['--office-key', 'x'], ['--countersigned', 'x', '--key', 'y']]) {
    expect([wrong, verified(till, 2, ...wrong)[0]]).toEqual([wrong, 2]);
  }
});
