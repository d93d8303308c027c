// Somebody who may write the database, and has no key of the folder, wants the printing and the drawer to look
// otherwise: a receipt in doubt was printed, another person said so, the drawer opened for another reason or less
// often. From the outside: a real bridge, an emulated printer, and SQLite.
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { type JsonObject, canonicalJson, textAt } from '#contract/data/json.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { linked } from '#store/journal/chain.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { aDocument } from '#support/scripted-printer.ts';
import { Shop } from '#support/shop.ts';
import { pastTriggers, rawDatabase } from '#support/store-folder.ts';
import { until } from '#support/until.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function aShop() {
  const { paper, server, args, close } = await emulatedCounter();
  ends.push(close);
  const shop = new Shop({ bridgeArgs: [...args, '--terminal', 'T1'] });
  ends.push(() => shop.close());
  await shop.open('status,sale,export,print,drawer');
  const asked = async (path: string, body: JsonObject, key: string) => {
    const answer = await shop.erp.post(path, body, key);
    return { status: answer.status, body: answer.body };
  };
  const printed = async (text: string) =>
    textAt(
      (
        await asked(
          '/v1/print-jobs?wait=20',
          { device: 'COUNTER', document: aDocument(text) as unknown as JsonObject },
          text,
        )
      ).body,
      'id',
    );
  const drawer = (reason: string, key: string) => asked('/v1/drawers/COUNTER/open', { reason }, key);
  const edit = (attack: (db: DatabaseSync) => void) => {
    const db = rawDatabase(shop.dataDir);
    attack(db);
    db.close();
  };
  const alarms = async () => {
    const { alarms: all } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string; message: string }[] };
    return all.filter(({ code }) => code === 'operation-altered').map(({ message }) => message);
  };
  const verified = async () => {
    const program = shop.bench.start('main/cli.ts', ['journal', 'verify', '--data-dir', shop.dataDir]);
    return { code: await program.exited(), said: program.stdoutLines.join('\n') };
  };
  const openings = async () =>
    ((await shop.erp.get('/v1/shifts/current')).body as { drawerOpenings: number }).drawerOpenings;
  return { shop, paper, server, asked, printed, drawer, edit, alarms, verified, openings };
}

/** Changes one record, and computes the hashes anew from there on, as anybody can. */
function rewritten(db: DatabaseSync, type: string, change: (data: JsonObject) => JsonObject): void {
  const rows = db.prepare('SELECT * FROM journal ORDER BY seq').all() as unknown as (Omit<JournalRecord, 'data'> & {
    readonly data: string;
  })[];
  const at = rows.findLastIndex((row) => row.type === type);
  let head = at === 0 ? genesis : { seq: rows[at - 1]!.seq, hash: rows[at - 1]!.hash };
  pastTriggers(db, () => {
    for (const [index, row] of rows.entries()) {
      if (index < at) continue;
      const before = JSON.parse(row.data) as JsonObject;
      const data = index === at ? change(before) : before;
      const made = linked(head, { at: row.at, type: row.type, operation: row.operation, data });
      db.prepare('UPDATE journal SET prev = ?, hash = ?, data = ? WHERE seq = ?').run(
        made.prev,
        made.hash,
        canonicalJson(data),
        row.seq,
      );
      head = made;
    }
    db.prepare('UPDATE journal_head SET seq = ?, hash = ?').run(head.seq, head.hash);
  });
}

function appended(db: DatabaseSync, type: string, data: JsonObject): void {
  const last = db.prepare('SELECT * FROM journal ORDER BY seq DESC LIMIT 1').get() as unknown as JournalRecord;
  const made = linked({ seq: last.seq, hash: last.hash }, { at: last.at, type, operation: null, data });
  db.prepare('INSERT INTO journal (seq, prev, hash, at, type, operation, data) VALUES (?, ?, ?, ?, ?, NULL, ?)').run(
    made.seq,
    made.prev,
    made.hash,
    made.at,
    made.type,
    canonicalJson(data),
  );
}

const jobAttacks = [
  ['is said to be printed', `UPDATE print_jobs SET state = 'printed' WHERE id = ?`],
  ['is printed again', `UPDATE print_jobs SET state = 'due' WHERE id = ?`],
  [
    'is said to be decided by another',
    `UPDATE print_jobs SET details = json_set(details, '$.decided', json('{"cameOut":true,"by":"Ada","atMs":1}')) WHERE id = ?`,
  ],
  ['belongs to another program', `UPDATE print_jobs SET client_id = 'another' WHERE id = ?`],
  ['is said to be printed by an older program', `UPDATE print_jobs SET state = 'printed', bound = NULL WHERE id = ?`],
  ['is gone', 'DELETE FROM print_jobs WHERE id = ?'],
] as const;

it.each(jobAttacks)(
  'a receipt in doubt that %s is not believed, beside the bridge and over a start',
  async (_, sql) => {
    const { shop, paper, server, printed, edit, alarms, verified, asked } = await aShop();
    paper.atByte(30, () => server.powerOff());
    const id = await printed('one');
    expect((await shop.erp.get(`/v1/print-jobs/${id}`)).body).toMatchObject({ state: 'doubtful' });
    expect(await verified()).toMatchObject({ code: 0 });
    edit((db) => db.prepare(sql).run(id));
    server.powerOn();
    expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining(`print job ${id}`) });
    const refused = { status: 409, body: { code: 'operation-altered' } };
    expect(await shop.erp.get(`/v1/print-jobs/${id}`)).toMatchObject(refused);
    expect(await asked(`/v1/print-jobs/${id}/decide`, { cameOut: true }, 'D-1')).toMatchObject(refused);
    await shop.program.kill('SIGTERM');
    await shop.startBridge();
    await until(async () => ((await alarms()).length > 0 ? true : null));
    expect(await alarms()).toEqual([expect.stringContaining(`print job ${id}`)]);
    // The next one is printed; the altered one did not come out before it.
    await printed('two');
    expect(textOf(paper.paper)).toContain('two');
    expect(textOf(paper.paper).split('one').length - 1).toBeLessThanOrEqual(1);
  },
);

it('a drawer’s opening is counted with its reason, whatever is written into the journal', async () => {
  const { shop, drawer, edit, alarms, verified, openings } = await aShop();
  expect(await drawer('Change for the till', 'O-1')).toMatchObject({ status: 200 });
  expect(await drawer('Change again', 'O-2')).toMatchObject({ status: 200 });
  expect(await openings()).toBe(2);
  expect(await verified()).toMatchObject({ code: 0 });
  // As if it had not opened after all, and once more for a reason of another person.
  edit((db) => appended(db, 'drawer-not-opened', { drawer: 'COUNTER' }));
  edit((db) => appended(db, 'drawer-opened', { drawer: 'COUNTER', reason: 'Theft', by: 'Ada', client: null }));
  expect(await openings()).toBe(2);
  await until(async () => ((await alarms()).length > 0 ? true : null));
  expect(await alarms()).toEqual([expect.stringMatching(/record \d+ of the journal.*record \d+ of the journal/s)]);
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining("folder's key") });
  await shop.program.kill('SIGTERM');
  await shop.startBridge();
  expect(await openings()).toBe(2);
});

it('the reason of a drawer’s opening cannot be rewritten, with all hashes behind it', async () => {
  const { drawer, edit, verified, openings } = await aShop();
  await drawer('Change for the till', 'O-1');
  edit((db) => rewritten(db, 'drawer-opened', (data) => ({ ...data, reason: 'Another' })));
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining("folder's key") });
  expect(await openings()).toBe(0);
});

it('an authorization that others are said to have captured stays open', async () => {
  const { edit, alarms, verified, openings } = await aShop();
  edit((db) => appended(db, 'authorization-seen', { payment: 'p', environment: 'e', open: 0 }));
  await openings();
  await until(async () => ((await alarms()).length > 0 ? true : null));
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining("folder's key") });
});

it.each([
  ['said to have opened', `UPDATE drawer_requests SET result = 'opened', at = 1`],
  ['of another reason', `UPDATE drawer_requests SET digest = 'other'`],
])('a request for a drawer that is %s is not believed', async (_, sql) => {
  const { drawer, edit, verified, alarms, openings } = await aShop();
  await drawer('Change', 'O-1');
  edit((db) => db.exec(sql));
  expect(await drawer('Change', 'O-1')).toMatchObject({ status: 409, body: { code: 'operation-altered' } });
  expect(await openings()).toBe(1);
  expect((await alarms()).join()).toContain('to open a drawer');
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('to open a drawer') });
});

it('that a look-up once showed operations of a kind cannot be written by hand', async () => {
  const { edit, verified, openings, shop, alarms } = await aShop();
  edit((db) =>
    db.exec(`INSERT INTO controls (environment_id, kind, operation, at) VALUES ('e', 'capture', 'op_1', 1)`),
  );
  await openings();
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('written by hand') });
  await shop.program.kill('SIGTERM');
  await shop.startBridge();
  await until(async () => ((await alarms()).length > 0 ? true : null));
});
