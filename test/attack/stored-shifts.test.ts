// Somebody who may write the database, and has no key of the folder, wants a shift's report to say something else: that
// a shift was closed which was not, so that its sales are in no Z; or that money was taken which was not paid. Each
// record follows the chain, as one that anybody can compute. From the outside: a real bridge and sandbox, and SQLite.
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { type JsonObject, canonicalJson } from '#contract/data/json.ts';
import { linked } from '#store/journal/chain.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';
import { until } from '#support/until.ts';

/** A shift that was closed with a sale of 50.00, and one of 30.00 since. */
async function aShop() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open('status,sale,export');
  const inFolder = ['--data-dir', shop.dataDir];
  await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  await shop.run(['shift', 'close', ...inFolder]);
  await shop.erp.operate('cloud-pos', sale('S-2', 3_000), 'sale-2');
  const appended = (type: string, data: JsonObject) => {
    const db = rawDatabase(shop.dataDir);
    append(db, type, data);
    db.close();
  };
  const taken = async () => {
    const { body } = await shop.erp.get('/v1/shifts/current');
    const { number, sections } = body as { number: number; sections: { takings: { takenMinor: number }[] }[] };
    return { number, taken: sections.flatMap(({ takings }) => takings.map(({ takenMinor }) => takenMinor)) };
  };
  const verified = async () => {
    const program = shop.bench.start('main/cli.ts', ['journal', 'verify', ...inFolder]);
    return { code: await program.exited(), said: program.stdoutLines.join('\n') };
  };
  const alarms = async () => {
    const { alarms: all } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string; message: string }[] };
    return all.filter(({ code }) => code === 'operation-altered').map(({ message }) => message);
  };
  return { shop, appended, taken, verified, alarms };
}

function append(db: DatabaseSync, type: string, data: JsonObject): void {
  const last = db.prepare('SELECT * FROM journal ORDER BY seq DESC LIMIT 1').get() as unknown as JournalRecord;
  const made = linked({ seq: last.seq, hash: last.hash }, { at: last.at, type, operation: null, data });
  db.prepare('INSERT INTO journal (seq, prev, hash, at, type, operation, data) VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    made.seq,
    made.prev,
    made.hash,
    made.at,
    made.type,
    made.operation,
    canonicalJson(made.data),
  );
}

it.each(['beside the bridge', 'before a start'])(
  'a shift that was closed in the database goes on, %s',
  async (when) => {
    const { shop, appended, taken, verified, alarms } = await aShop();
    expect(await taken()).toEqual({ number: 2, taken: [3_000] });
    if (when === 'before a start') expect(await shop.program.kill('SIGTERM')).toBe(0);
    appended('shift-closed', { firstSeq: 1, number: 2 });
    if (when === 'before a start') await shop.startBridge();
    expect(await taken()).toEqual({ number: 2, taken: [3_000] });
    await until(async () => ((await alarms()).length > 0 ? true : null));
    expect(await alarms()).toEqual([expect.stringContaining('it closes a shift')]);
    expect(await verified()).toMatchObject({
      code: 1,
      said: expect.stringContaining('closes a shift and is not signed'),
    });
  },
);

it('money that no operation moved is in no report', async () => {
  const { appended, taken, verified } = await aShop();
  const moved = { currency: 'EUR', taken: 9_000, givenBack: 0, released: 0, authorised: 0, tip: 0, open: 0 };
  const environment = 'made-up';
  appended('payment-seen-paid', { environment, kind: 'create-link', mode: 'test', moved, payId: 'P-1', person: null });
  expect(await taken()).toEqual({ number: 2, taken: [3_000] });
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('no operation moved') });
});
