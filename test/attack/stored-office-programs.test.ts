// An attacker who may write the data folder, and has no key of it, puts back what a till had of its office's programs, or makes
// it up: an older list, an older row, a record that lets in again what a manager switched off. Such a token opens nothing; log,
// alarm and verifier name it; and the till's own programs go on.
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { forgeRecord } from '#support/forged-record.ts';
import { aDocument, aProgram, aTillWithPrograms, hashOf, manager } from '#support/office-programs.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { aMadeFolder, rawDatabase } from '#support/store-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = aMadeFolder();
});

/** What the verifier names; null: nothing. */
const verified = (): string | null => {
  const { ok, problem } = verifyDatabase(dataDir, null, () => startMs, createSeal(testKey));
  return ok ? null : (problem?.what ?? '');
};

interface Older {
  readonly list: string;
  readonly row: { readonly [column: string]: unknown };
}

function raw(work: (db: ReturnType<typeof rawDatabase>) => void): void {
  const db = rawDatabase(dataDir);
  work(db);
  db.close();
}

const older = (): Older => {
  const found: Partial<{ list: string; row: Older['row'] }> = {};
  raw((db) => {
    found.list = String(db.prepare(`SELECT value FROM meta WHERE key = 'office-programs'`).get()?.['value']);
    found.row = db.prepare(`SELECT * FROM clients WHERE name = 'ERP'`).get() ?? {};
  });
  return { list: found.list ?? '', row: found.row ?? {} };
};

const erp = aProgram('ERP', { scopes: ['status', 'refund'] });

/** A till that let the ERP in, and then, under the next number, Kiosk alone, beside its own program. */
async function aTillThatRemovedErp(): Promise<Older> {
  const first = await aTillWithPrograms(dataDir);
  first.pair('Own', 'own');
  expect(await first.takes(aDocument(4, [erp]))).toEqual([]);
  expect(first.letIn('ERP')).not.toBe(null);
  const before = older();
  expect(await first.takes(aDocument(5, [aProgram('Kiosk')]))).toEqual([]);
  first.close();
  expect(verified()).toBe(null);
  return before;
}

const putListBack = ({ list }: Older): void =>
  raw((db) => void db.prepare(`UPDATE meta SET value = ? WHERE key = 'office-programs'`).run(list));
const putRowBack = ({ row }: Older): void =>
  raw((db) => {
    const names = Object.keys(row);
    db.prepare(`DELETE FROM clients WHERE id = ?`).run(String(row['id']));
    db.prepare(`INSERT INTO clients (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
      ...(Object.values(row) as string[]),
    );
  });

const ofList: { readonly [what: string]: (before: Older) => void } = {
  'an older list is put back': putListBack,
  'the list is taken away': () => raw((db) => db.exec(`DELETE FROM meta WHERE key = 'office-programs'`)),
  'the list of people is put in its place': () =>
    raw((db) => db.exec(`UPDATE meta SET value = 'AAAA' WHERE key = 'office-programs'`)),
  'an older list is put back, and its record is copied behind the newer ones': (before) => {
    putListBack(before);
    raw((db) => {
      const records = db.prepare(`SELECT data FROM journal WHERE type = 'rights-bound'`).all();
      const told = records.map(({ data }) => JSON.parse(String(data)) as JsonObject);
      forgeRecord(db, 'rights-bound', null, told.find(({ version }) => version === 4) ?? {});
    });
  },
};

it.each(Object.keys(ofList))(
  '%s: the till lets in none of its office’s programs, and keeps the number',
  async (what) => {
    ofList[what]?.(await aTillThatRemovedErp());
    const again = await aTillWithPrograms(dataDir);
    expect([again.letIn('ERP'), again.letIn('Kiosk')]).toEqual([null, null]);
    expect(again.letIn('own')).not.toBe(null);
    for (const said of [again.logged.join('\n'), again.alarms(), verified()]) {
      expect(said).toContain('programs from the office');
    }
    expect(again.asked()).toMatchObject({ has: { version: 5, signature: null }, takes: true });
    expect(await again.takes(aDocument(4, [erp]))).toEqual([': older']);
    expect(await again.takes(aDocument(5, [aProgram('Kiosk')]))).toEqual([]);
    expect([again.letIn('ERP'), again.letIn('Kiosk')?.name, again.alarms()]).toEqual([null, 'Kiosk', '[]']);
    again.close();
    expect(verified()).toBe(null);
  },
);

const ofRows: { readonly [what: string]: (before: Older) => void } = {
  'the row is put back as it was': putRowBack,
  'the row is no longer said to be revoked, and has its token again': ({ row }) =>
    raw(
      (db) =>
        void db
          .prepare('UPDATE clients SET revoked_at = NULL, token_hash = ? WHERE id = ?')
          .run(hashOf('ERP'), String(row['id'])),
    ),
  'another program of the office gets its token': () =>
    raw((db) => void db.prepare(`UPDATE clients SET token_hash = ? WHERE name = 'Kiosk'`).run(hashOf('ERP'))),
  'another program of the office gets its scopes': () =>
    raw((db) => void db.prepare(`UPDATE clients SET scopes = '["refund"]' WHERE name = 'Kiosk'`).run()),
  'a row is made up with an id of the office': () =>
    raw(
      (db) =>
        void db
          .prepare(
            `INSERT INTO clients (id, name, scopes, options, created_at, token_hash, rights)
            VALUES (?, 'ERP', '["refund"]', '{}', '2026-03-01T08:00:00.000Z', ?, '1:x')`,
          )
          .run(`office_${'0'.repeat(32)}`, hashOf('ERP')),
    ),
};

it.each(Object.keys(ofRows))('%s: its token opens nothing, before a start and after it', async (what) => {
  const before = await aTillThatRemovedErp();
  const running = await aTillWithPrograms(dataDir);
  ofRows[what]?.(before);
  expect(running.letIn('ERP')).toBe(null);
  expect(running.letIn('own')).not.toBe(null);
  expect(running.alarms()).toContain('Somebody changed in the database');
  running.close();
  const again = await aTillWithPrograms(dataDir);
  expect(again.letIn('ERP')).toBe(null);
  expect(again.letIn('Kiosk')).toMatchObject({ name: 'Kiosk', scopes: ['status', 'sale'] });
});

const forgeries: { readonly [what: string]: (id: string, granted: JsonObject) => void } = {
  'a record that says it was let in': (id, granted) =>
    raw((db) => forgeRecord(db, 'client-changed', null, { ...granted, id })),
  'a record that says its office ended it': (id) =>
    raw((db) => forgeRecord(db, 'client-revoked', null, { id, name: 'ERP', fromOffice: true })),
};

it.each(Object.keys(forgeries))('%s: what a manager switched off stays off', async (what) => {
  const first = await aTillWithPrograms(dataDir);
  await first.takes(aDocument(4, [erp]));
  const id = first.idOf('ERP');
  first.revoke('ERP');
  const [, granted = {}] = first.journal().find(([type]) => type === 'client-added') ?? [];
  first.close();
  forgeries[what]?.(id, granted);
  const again = await aTillWithPrograms(dataDir);
  expect(again.letIn('ERP')).toBe(null);
  expect(await again.takes(aDocument(6, [erp]))).toEqual(['ERP: switched-off']);
  expect(again.letIn('ERP')).toBe(null);
  expect(again.programs.letIn(id, manager).type).toBe('changed');
  expect(again.letIn('ERP')).not.toBe(null);
});

it.each(['its office removed', 'a manager switched off'])(
  'a webhook is written into the row of a program that %s: it has none when it is let in again',
  async (how) => {
    const first = await aTillWithPrograms(dataDir);
    await first.takes(aDocument(4, [erp]));
    const id = first.idOf('ERP');
    if (how === 'its office removed') await first.takes(aDocument(5, []));
    else first.revoke('ERP');
    first.close();
    const webhook = { id: 'w', url: 'https://thief.example/events', from: 0, allowed: true };
    const options = JSON.stringify({ ...erp.options, webhook });
    raw((db) => void db.prepare('UPDATE clients SET options = ? WHERE id = ?').run(options, id));
    const again = await aTillWithPrograms(dataDir);
    await again.takes(aDocument(6, [erp]));
    if (how !== 'its office removed') again.programs.letIn(id, manager);
    expect(again.letIn('ERP')).toMatchObject({ id, options: erp.options });
    expect(again.letIn('ERP')?.options.webhook).toBe(undefined);
    again.close();
    expect(verified()).toBe(null);
  },
);

it('a membership of an office that the till left is put back: it is not taken, whatever record tells of it', async () => {
  const { till, officeKey } = { till: '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22', officeKey: 'key' };
  const first = await aTillWithPrograms(dataDir);
  const takes = (of: typeof first, certificate: string) =>
    of.opening.memberships.takes({ till, officeKey, certificate }, startMs);
  expect(['A', 'A', 'B', 'A', 'B'].map((each) => takes(first, each))).toEqual([true, true, true, false, true]);
  const told = first.journal().flatMap(([, data]) => (data['id'] === 'member' ? [data] : []));
  expect(told).toHaveLength(2);
  first.close();
  expect(verified()).toBe(null);
  raw((db) => {
    forgeRecord(db, 'rights-bound', null, told[0] ?? {});
    forgeRecord(db, 'rights-bound', null, { ...told[0], rights: null });
  });
  const again = await aTillWithPrograms(dataDir);
  expect(['A', 'B', 'C', 'B'].map((each) => takes(again, each))).toEqual([false, true, true, false]);
  again.close();
});
