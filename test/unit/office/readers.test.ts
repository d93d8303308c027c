// The password of a login that reads the office's views: it is printed once, and stands in no statement, which PostgreSQL
// shows to its superusers and writes into its log where one fails.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Tx } from '#office/database/database.ts';
import { addReader } from '#office/exports/readers.ts';

const chain = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';

it.each([
  ['a new one', null],
  ['another password of one that is there', { chain_id: chain }],
])('%s: the password is in no statement, and PostgreSQL can check it', async (_, known) => {
  const said: string[] = [];
  const tx = {
    row: async () => known,
    run: async (sql: string, values: readonly unknown[] = []) => said.push([sql, ...values].join(' ')),
  } as unknown as Tx;
  const { password } = await addReader(tx, chain, 'books');
  expect(said.join('\n')).not.toContain(password);
  const [, salt = '', stored = '', server = ''] =
    /PASSWORD 'SCRAM-SHA-256\$4096:([^$]+)\$([^:]+):([^']+)'/.exec(said.join('\n')) ?? [];
  // RFC 5802, as PostgreSQL keeps it.
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), 4096, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  expect(stored).toBe(createHash('sha256').update(keyed('Client Key')).digest('base64'));
  expect(server).toBe(keyed('Server Key').toString('base64'));
});
