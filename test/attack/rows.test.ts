// An attacker who may write the database file, and has no key of the folder, gives a person's PIN to another, gives
// rights, puts back an older row or takes one away. Nothing of it counts, and the verifier and the status name it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { createChance } from '#host/chance.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { hashToken } from '#loopback/access/tokens.ts';
import { linked } from '#store/journal/chain.ts';
import { migrate } from '#store/schema/migrations.ts';
import { openStore } from '#store/open.ts';
import { migrations, rightsVersion } from '#store/schema/schema.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { aFolder, rawDatabase } from '#support/store-folder.ts';
import { type WholeBridge, aWholeBridge } from '#support/whole-bridge.ts';

/** As the whole bridge of the tests seals. */
const seal = withSubKey(Buffer.alloc(32, 5), 'seal', createSeal);

let dataDir: string;
beforeEach(() => {
  dataDir = aFolder();
});

const pins = { manager: '482915', cashier: '739164' } as const;

/** A shop with a manager, a cashier and a program, and what is known of them when it closes. */
async function aShop() {
  const { bridge, window, session } = await aWholeBridge({ dataDir });
  const ids: Record<string, string> = {};
  for (const role of ['manager', 'cashier'] as const) {
    const saved = await session.save({ id: null, name: role, role, active: true, pin: pins[role] });
    if (saved.type === 'refused') throw new Error(saved.refusal.detail);
    ids[role] = saved.operator.id;
    await session.signIn({ operatorId: ids['manager'] ?? '', pin: pins.manager });
  }
  const made = window.createClient({ name: 'Shop system', scopes: ['status'], origin: null });
  if (made.type === 'refused') throw new Error(made.refusal.detail);
  return { bridge, window, session, ids, token: made.token, client: made.client.id };
}

async function reopened() {
  const { bridge, window, session } = await aWholeBridge({ dataDir });
  return { bridge, window, session };
}

it('a person who is saved as they are signs in as before, also after a restart', async () => {
  const { session, ids, bridge } = await aShop();
  const [manager = '', cashier = ''] = [ids['manager'], ids['cashier']];
  for (const [id, role] of [
    [cashier, 'cashier'],
    [manager, 'manager'],
  ] as const) {
    expect(await session.save({ id, name: role, role, active: true, pin: null })).toMatchObject({ type: 'saved' });
  }
  await bridge.stop();
  const again = await reopened();
  for (const [operatorId, pin] of [
    [cashier, pins.cashier],
    [manager, pins.manager],
  ] as const) {
    expect(await again.session.signIn({ operatorId, pin })).toMatchObject({
      type: expect.not.stringMatching('refused'),
    });
  }
  expect(alarms((await statusOf(again.bridge.url, 'none')).body)).toEqual([]);
});

function tamper(sql: string): void {
  const db = rawDatabase(dataDir);
  db.exec(sql);
  db.close();
}

const alarms = ({ alarms: all }: JsonObject) =>
  (Array.isArray(all) ? all : []).map((alarm) => `${textAt(alarm, 'code')}: ${textAt(alarm, 'message')}`);

const statusOf = async (url: string, token: string) => {
  const answer = await fetch(`${url}/v1/status`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
};

async function signIn(session: WholeBridge['session'], operatorId: string, pin: string) {
  const answer = await session.signIn({ operatorId, pin });
  return answer.type === 'refused' ? answer.refusal.code : answer.person.role;
}

/** What the verifier says, with the key and without it. */
const verdicts = () =>
  [verifyDatabase(dataDir, null, Date.now, seal), verifyDatabase(dataDir)].map(
    ({ ok, problem }) => problem?.what ?? ok,
  );

it('leaves an untouched shop as it is, also after a person forgot a PIN and a program was changed', async () => {
  const { bridge, window, session, ids, token, client } = await aShop();
  expect(await signIn(session, ids['cashier'] ?? '', '000001')).toBe('pin-wrong');
  expect(await signIn(session, ids['manager'] ?? '', pins.manager)).toBe('manager');
  window.changeClient({ id: client, change: { added: ['sale'], removed: [], options: {} } });
  await bridge.stop();
  const again = await reopened();
  expect(await signIn(again.session, ids['cashier'] ?? '', pins.cashier)).toBe('cashier');
  const { status, body } = await statusOf(again.bridge.url, token);
  expect(status).toBe(200);
  expect(alarms(body).join()).not.toContain('rights');
  expect(verdicts()).toEqual([true, true]);
});

it.each<[string, string]>([
  ['another’s PIN', "UPDATE operators SET pin_hash = (SELECT pin_hash FROM operators WHERE name = 'cashier')"],
  ['a higher role', "UPDATE operators SET role = 'manager'"],
])('a row of a person that was given %s lets nobody in', async (_, sql) => {
  const { bridge, ids } = await aShop();
  await bridge.stop();
  tamper(`${sql} WHERE name IN ('manager', 'cashier')`);
  const { session, bridge: again, window } = await reopened();
  const tampered = sql.includes('role') ? 'cashier' : 'manager';
  expect(await signIn(session, ids[tampered] ?? '', pins.cashier)).toBe('operator-unknown');
  expect(session.isManned()).toBe(true);
  expect(alarms(again.calls.status())).toContainEqual(expect.stringMatching(/^rights-changed: .*person_/));
  expect(window).toBeDefined();
  for (const said of verdicts()) expect(said).toContain(ids[tampered]);
});

it('a person who was taken out of the file leaves a till that still asks who is there', async () => {
  const { bridge, ids } = await aShop();
  await bridge.stop();
  tamper('DELETE FROM operators');
  const { session } = await reopened();
  expect(session.isManned()).toBe(true);
  expect(session.isLocked()).toBe(true);
  expect(await signIn(session, ids['manager'] ?? '', pins.manager)).toBe('operator-unknown');
  for (const said of verdicts()) expect(said).toContain(ids['manager']);
});

it.each<[string, string]>([
  ['more scopes', `scopes = '["status","refund-unreferenced"]'`],
  ['another token', `token_hash = '${'ab'.repeat(32)}'`],
  ['a higher limit', `options = '{"refundsPerDayMinor":999999999}'`],
])('a program that was given %s in the file is refused', async (_, change) => {
  const { bridge, token, client } = await aShop();
  await bridge.stop();
  tamper(`UPDATE clients SET ${change}`);
  const again = await reopened();
  expect(await statusOf(again.bridge.url, token)).toMatchObject({ status: 401, body: { code: 'token-unknown' } });
  expect(alarms(again.bridge.calls.status())).toContainEqual(expect.stringContaining(client));
  for (const said of verdicts()) expect(said).toContain(client);
});

it('an older row that is put back does not count, also with its older record behind the newer one', async () => {
  const { bridge, window, token, client } = await aShop();
  const db = rawDatabase(dataDir);
  const copied = db.prepare('SELECT scopes, options, rights FROM clients').get() ?? {};
  const added = String(db.prepare(`SELECT data FROM journal WHERE type = 'client-added'`).get()?.['data']);
  window.changeClient({ id: client, change: { added: ['sale'], removed: ['status'], options: {} } });
  const take = () => statusOf(bridge.url, token);
  expect((await take()).body).toMatchObject({ code: 'scope-missing' });
  const cells = ['scopes', 'options', 'rights'].map((name) => `${name} = '${String(copied[name])}'`);
  db.exec(`UPDATE clients SET ${cells.join()}`);
  // Also beside the running bridge.
  expect((await take()).status).toBe(401);
  await bridge.stop();
  const head = db.prepare('SELECT seq, hash FROM journal_head').get() as unknown as { seq: number; hash: string };
  const fact = { at: new Date(0).toISOString(), type: 'client-changed', operation: null };
  const forged = linked(head, { ...fact, data: JSON.parse(added) as JsonObject });
  const { seq, prev, hash, at, type } = forged;
  const insert = db.prepare('INSERT INTO journal (seq, prev, hash, at, type, data) VALUES (?, ?, ?, ?, ?, ?)');
  insert.run(seq, prev, hash, at, type, added);
  const digest = String(copied['rights']).split(':')[1];
  db.exec(`UPDATE clients SET rights = '${seq}:${digest}'`);
  db.close();
  // Without the key, the journal's own word is taken.
  expect(verdicts()).toEqual([expect.stringContaining(client), true]);
  expect((await statusOf((await reopened()).bridge.url, token)).status).toBe(401);
});

it('a token that was revoked stays so', async () => {
  const { bridge, window, token, client } = await aShop();
  window.revokeClient({ id: client });
  await bridge.stop();
  tamper('UPDATE clients SET revoked_at = NULL');
  expect((await statusOf((await reopened()).bridge.url, token)).status).toBe(401);
  for (const said of verdicts()) expect(said).toContain(client);
});

it('a row that another program wrote gives no rights', async () => {
  const { bridge } = await aShop();
  await bridge.stop();
  const id = createChance().hex128();
  tamper(`INSERT INTO operators (id, name, role, active, pin_hash, failures, created_at)
    SELECT '${id}', 'Another', 'manager', 1, pin_hash, 0, 0 FROM operators WHERE name = 'cashier'`);
  const { session } = await reopened();
  expect(await signIn(session, id, pins.cashier)).toBe('operator-unknown');
  for (const said of verdicts()) expect(said).toContain(id);
});

it('a folder of an older program is bound at its first start, with everybody in it', async () => {
  const token = 'sample-token-of-an-older-program';
  const db = rawDatabase(dataDir);
  migrate(db, dataDir, migrations.slice(0, rightsVersion - 1));
  const insert = db.prepare(`INSERT INTO clients (id, name, scopes, token_hash, created_at) VALUES (?, ?, ?, ?, ?)`);
  insert.run('c1', 'ERP', '["status"]', hashToken(token), new Date(0).toISOString());
  db.close();
  expect(verdicts()).toEqual([true, true]);
  const first = await reopened();
  expect((await statusOf(first.bridge.url, token)).status).toBe(200);
  await first.bridge.stop();
  expect(verdicts()).toEqual([true, true]);
  tamper(`UPDATE clients SET scopes = '["status","refund"]'`);
  for (const said of verdicts()) expect(said).toContain('c1');
  // Once only: what was changed is not bound by a later start.
  expect((await statusOf((await reopened()).bridge.url, token)).status).toBe(401);
});

it('what changes beside a running bridge is logged once for each change, by the name of the file', async () => {
  const lines: string[] = [];
  const log = (_level: string, event: string, { file }: JsonObject) => {
    if (typeof file === 'string') lines.push(`${event} ${file}`);
  };
  const whole = await aWholeBridge({ dataDir, ports: { log } });
  const { bridge, session } = whole;
  const saved = await session.save({
    id: null,
    name: 'manager',
    role: 'manager',
    active: true,
    pin: pins.manager,
  });
  expect(saved.type).toBe('saved');
  const look = () => {
    lines.length = 0;
    whole.pass(30_000);
    return [...lines];
  };
  expect(look()).toEqual([]);
  tamper("UPDATE operators SET role = 'cashier'");
  writeFileSync(join(dataDir, 'settings.json'), '{"queueLimit":5}', { mode: 0o600 });
  rmSync(join(dataDir, 'bridge.control.json'));
  expect(look()).toEqual([
    'data-folder-changed settings.json',
    'data-folder-changed bridge.control.json',
    'rights-changed tillbridge.db',
  ]);
  bridge.calls.status();
  expect(look()).toEqual([]);
  writeFileSync(join(dataDir, 'settings.json'), '{"queueLimit":6}', { mode: 0o600 });
  tamper("UPDATE operators SET role = 'manager'");
  expect(look()).toEqual(['data-folder-changed settings.json']);
  tamper("UPDATE operators SET role = 'cashier'");
  expect(look()).toEqual(['rights-changed tillbridge.db']);
});

describe('a program whose row is not to be believed', () => {
  it.each<[string, string]>([
    ['was given more scopes', `UPDATE clients SET scopes = '["status","refund-unreferenced"]'`],
    ['holds what nobody wrote', `UPDATE clients SET scopes = 'all', options = 'any'`],
    ['is open again after it was revoked', 'UPDATE clients SET revoked_at = NULL'],
    ['was ended and changed in the file', `UPDATE clients SET name = 'Shop', revoked_at = '2026-01-31T12:00:00.000Z'`],
    ['was taken away', 'DELETE FROM clients'],
    ['was made by hand', `UPDATE clients SET id = 'c-by-hand'`],
  ])('is marked in the list and can be revoked where its row %s', async (what, sql) => {
    const { bridge, window } = await aShop();
    if (what.includes('revoked')) for (const { id } of window.clients()) window.revokeClient({ id });
    await bridge.stop();
    tamper(sql);
    const folder = openStore({ dataDir, seal: null, now: Date.now, use: 'command' });
    const { clients } = folder;
    const doubted = clients.list().filter(({ believed }) => believed === false);
    expect(doubted.length).toBeGreaterThan(0);
    for (const { id, scopes } of doubted) {
      expect(scopes).toEqual([]);
      expect(clients.revoke(id, '2026-02-01T12:00:00.000Z')).toBe(true);
      expect(clients.byId(id)).toMatchObject({ id, revokedAt: '2026-02-01T12:00:00.000Z' });
      expect(clients.revoke(id, '2026-02-02T12:00:00.000Z')).toBe(true);
    }
    expect(clients.list().filter(({ believed }) => believed === false)).toEqual([]);
    folder.close();
    expect(verdicts()).toEqual([true, true]);
    const again = await reopened();
    expect(alarms(again.bridge.calls.status()).join()).not.toContain('rights');
  });
});
