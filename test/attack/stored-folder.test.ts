// Somebody who may write the data folder, and has no key of it, puts an older state back and hides it: a refund that
// was paid since would be taken for new. From the outside: a real bridge and sandbox, files, and SQLite.
import { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { ledgerOf } from '#support/erp.ts';
import { forgeRecord } from '#support/forged-record.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';

/** A shop that was closed once, and has paid a refund since. */
async function aShop() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const sold = await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  const { payId } = sold.result as { payId: string };
  const file = join(shop.dataDir, 'tillbridge.db');
  const older = `${file}.older`;
  const stopped = async () => expect(await shop.program.kill('SIGTERM')).toBe(0);
  await stopped();
  copyFileSync(file, older);
  await shop.startBridge();
  const body = { payId, transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
  const refund = () => shop.erp.post('/v1/operations/refund?wait=60', body, 'refund-1');
  expect(await refund()).toMatchObject({ status: 200, body: { state: 'succeeded' } });
  await stopped();
  /** Runs in a closed shop. */
  const edit = (sql: string) => {
    const db = rawDatabase(shop.dataDir);
    db.exec(sql);
    db.close();
  };
  /** Into the very same file, so that its number tells nothing. */
  const putBack = () => writeFileSync(file, readFileSync(older));
  const seen = async () => {
    const { alarms } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string }[] };
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const refunds = executions.filter(({ transId }) => transId === 'R-1').length;
    return { paused: alarms.some(({ code }) => code === 'paused'), refunds };
  };
  return { shop, file, refund, stopped, edit, putBack, seen };
}

const pausedWithOneRefund = { paused: true, refunds: 1 };

it('an older database under another name of the folder is noticed', async () => {
  const { shop, refund, edit, putBack, seen } = await aShop();
  putBack();
  edit(`UPDATE meta SET value = 'another' WHERE key = 'folder-id'`);
  const marker = join(shop.dataDir, 'folder.json');
  writeFileSync(marker, JSON.stringify({ ...JSON.parse(readFileSync(marker, 'utf8')), folderId: 'another' }));
  await shop.startBridge();
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
  expect(await seen()).toEqual(pausedWithOneRefund);
});

it('a pause is not lifted by taking its mark away', async () => {
  const { shop, refund, stopped, edit, putBack, seen } = await aShop();
  putBack();
  await shop.startBridge();
  expect(await seen()).toEqual(pausedWithOneRefund);
  edit(`DELETE FROM meta WHERE key IN ('paused', 'owes-doubts', 'started-paused-ms')`);
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
  await stopped();
  await shop.startBridge();
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
  expect(await seen()).toEqual(pausedWithOneRefund);
  // By a manager it is, and stays so.
  await shop.run([
    'folder',
    'resume',
    '--data-dir',
    shop.dataDir,
    '--name',
    'Manager',
    '--reason',
    'It is the only one.',
  ]);
  await stopped();
  await shop.startBridge();
  const { alarms } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string }[] };
  expect(alarms.map(({ code }) => code)).not.toContain('paused');
});

it.each([
  ['says where it lies now', (inode: string) => `json_set(value, '$.inode', '${inode}')`],
  ['says so without the digest', (inode: string) => `json_remove(json_set(value, '$.inode', '${inode}'), '$.digest')`],
])('a copy that %s is noticed as one', async (_, value) => {
  const { shop, file, edit, seen } = await aShop();
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  const inode = String(statSync(file, { bigint: true }).ino);
  edit(`UPDATE meta SET value = ${value(inode)} WHERE key = 'place'`);
  await shop.startBridge();
  expect(await seen()).toEqual(pausedWithOneRefund);
});

it.each(['place', 'key-check'])('a folder whose %s was taken away is paused', async (key) => {
  const { shop, edit, seen } = await aShop();
  edit(`DELETE FROM meta WHERE key = 'place' OR key = '${key}'`);
  await shop.startBridge();
  expect(await seen()).toEqual(pausedWithOneRefund);
});

const lifts: readonly (readonly [string, (db: DatabaseSync) => void])[] = [
  ['a record of their own', (db) => forgeRecord(db, 'folder-resumed', null, { by: 'Manager', why: 'Mine.' })],
  ['a pause and a record of their own', pauseOfTheirs],
  ['a copy of an older record', copyOfTheLast],
];

function pauseOfTheirs(db: DatabaseSync): void {
  forgeRecord(db, 'folder-paused', null, { reason: 'It was copied.' });
  forgeRecord(db, 'folder-resumed', null, { by: 'Manager', why: 'Mine.' });
}

function copyOfTheLast(db: DatabaseSync): void {
  const sql = `SELECT data FROM journal WHERE type = 'folder-resumed' ORDER BY seq DESC LIMIT 1`;
  const { data } = db.prepare(sql).get() as { data: string };
  forgeRecord(db, 'folder-resumed', null, JSON.parse(data) as JsonObject);
}

it.each(lifts)('a pause is not lifted by %s, neither beside the bridge nor before its start', async (_, lift) => {
  const { shop, file, stopped, seen } = await aShop();
  const paused = async () => {
    await stopped();
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await shop.startBridge();
    expect(await seen()).toEqual(pausedWithOneRefund);
  };
  await paused();
  // So that there is an older record, of the older pause.
  const said = ['--name', 'Manager', '--reason', 'It is the only one.'];
  await shop.run(['folder', 'resume', '--data-dir', shop.dataDir, ...said]);
  expect(await seen()).toMatchObject({ paused: false });
  await paused();
  const db = rawDatabase(shop.dataDir);
  lift(db);
  db.exec(`UPDATE meta SET value = '' WHERE key = 'paused'`);
  db.close();
  const sold = () => shop.erp.post('/v1/operations/cloud-pos?wait=60', sale('S-2', 100), 'sale-2');
  expect(await sold()).toMatchObject({ status: 503, body: { code: 'paused' } });
  await stopped();
  await shop.startBridge();
  expect(await sold()).toMatchObject({ status: 503, body: { code: 'paused' } });
  await shop.run(['folder', 'resume', '--data-dir', shop.dataDir, ...said]);
  expect(await seen()).toMatchObject({ paused: false });
});

it('a pause is not lifted by taking its record away beside the bridge', async () => {
  const { shop, putBack, refund, edit, stopped } = await aShop();
  putBack();
  await shop.startBridge();
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
  // Without the trigger the next start would end at once: it is put back as it was.
  const db = rawDatabase(shop.dataDir);
  const { sql } = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'journal_never_forgets'`).get() as {
    sql: string;
  };
  db.close();
  edit(`
    BEGIN;
    DROP TRIGGER journal_never_forgets;
    DELETE FROM journal WHERE type = 'folder-paused';
    UPDATE meta SET value = '' WHERE key = 'paused';
    UPDATE journal_head SET seq = (SELECT max(seq) FROM journal),
      hash = (SELECT hash FROM journal ORDER BY seq DESC LIMIT 1);
    ${sql};
    COMMIT`);
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
  await stopped();
  await shop.startBridge();
  expect(await refund()).toMatchObject({ status: 503, body: { code: 'paused' } });
});
