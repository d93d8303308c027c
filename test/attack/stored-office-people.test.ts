// An attacker who may write the data folder, and has no key of it, puts back an older list of the office's people, which the
// till sealed itself, or takes the list away. The till refuses the office's people; its own people sign in; log, alarm and
// verifier name it; and the office's next answer puts it right, under a number that does not go back.
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { officePeople } from '#assembly/programs/office-people.ts';
import { watchRights } from '#assembly/watch/watch-rights.ts';
import { type PeopleDocument, peopleStatement } from '#contract/office/office-people.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { People } from '#core/staff/people.ts';
import { createChance } from '#host/chance.ts';
import { createPins } from '#secrets/pins.ts';
import { settingsSchema } from '#settings/settings.ts';
import { createSeal } from '#store/database/seal.ts';
import { latestVersion, versionOf } from '#store/schema/migrations.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { forgeRecord } from '#support/forged-record.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { aMadeFolder, opened, pastTriggers, rawDatabase, withNamesHeld } from '#support/store-folder.ts';

const till = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const officeKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const member = { till, officeKey };
const pinKey = Buffer.alloc(32, 7);
const managerPin = '482915';
const pins = { Anna: '4839', Ben: '7351' } as const;
type Name = keyof typeof pins;

let dataDir: string;
beforeEach(() => {
  dataDir = aMadeFolder();
});

function document(version: number, ...names: readonly Name[]): Promise<PeopleDocument> {
  return documentBy(privateKey, version, ...names);
}

async function documentBy(key: KeyObject, version: number, ...names: readonly Name[]): Promise<PeopleDocument> {
  const hashes = createPins(pinKey);
  const people = await Promise.all(
    names.map(async (name) => ({ name, role: 'cashier', pin: await hashes.hash(pins[name]) })),
  );
  const said = { till, version, at: '2026-03-01T08:00:00.000Z', people };
  const signature = sign(null, Buffer.from(peopleStatement(said), 'utf8'), key).toString('base64');
  return { ...said, keyId: '0'.repeat(32), signature };
}

async function aTill({ takes = true, office = member } = {}) {
  const opening = opened(dataDir);
  if (!opening.rights.areBound()) opening.rights.bind(startMs);
  const logged: string[] = [];
  const log = (_: string, event: string, facts: JsonObject) => void logged.push(JSON.stringify([event, facts]));
  const people = new People({
    clock: new FakeClock(),
    chance: createChance(),
    operators: opening.operators,
    pins: createPins(testKey),
    approverPinDigits: 6,
    changed: () => undefined,
  });
  if (!people.isManned()) {
    await people.saveBy(null, { id: null, name: 'Manager', role: 'manager', active: true, pin: managerPin });
  }
  const seal = createSeal(testKey);
  const settings = settingsSchema.parse({ office: { people: takes } });
  const given = officePeople({ ports: { log, settings }, opening, seal, people, changed: () => undefined });
  await given.begin(office);
  const watch = watchRights(opening, log);
  const link = given.forLink(office);
  return {
    logged,
    asked: () => link.asked(),
    takes: async (sent: PeopleDocument) => {
      await link.take({ document: sent, pinKey: pinKey.toString('base64') });
      return given.view().refused?.problems.map(({ why }) => why) ?? [];
    },
    people,
    names: () => people.list().map(({ name, active }) => (active ? name : `${name} (inactive)`)),
    async signsIn(name: string, pin: string) {
      const person = opening.operators.list().find((each) => each.name === name && each.active);
      return (await people.verify({ operatorId: person?.id ?? '', pin }, 'cashier')).type;
    },
    alarms: () => JSON.stringify(watch.addTo({})['alarms'] ?? []),
    journal: () => opening.journal.after(0, 1_000).map(({ type, data }) => [type, data] as const),
    close: () => opening.close(),
  };
}

/** What the verifier names; null: nothing. */
const verified = (): string | null => {
  const { ok, problem } = verifyDatabase(dataDir, null, () => startMs, createSeal(testKey));
  return ok ? null : (problem?.what ?? '');
};

const kept = (): string => {
  const db = rawDatabase(dataDir);
  const row = db.prepare(`SELECT value FROM meta WHERE key = 'office-people'`).get();
  db.close();
  return String(row?.['value']);
};

function tamper(sql: string, ...values: readonly string[]): void {
  const db = rawDatabase(dataDir);
  db.prepare(sql).run(...values);
  db.close();
}

/** A till that took Anna and Ben, and then, under the next number, Ben alone. What it had sealed first. */
async function aTillThatRemovedAnna(): Promise<string> {
  const first = await aTill();
  expect(await first.takes(await document(4, 'Anna', 'Ben'))).toEqual([]);
  expect(await first.signsIn('Anna', pins.Anna)).toBe('person');
  const older = kept();
  expect(await first.takes(await document(5, 'Ben'))).toEqual([]);
  first.close();
  expect(verified()).toBe(null);
  return older;
}

function putBack(older: string): void {
  tamper(`UPDATE meta SET value = ? WHERE key = 'office-people'`, older);
}

const attacks: { readonly [what: string]: (older: string) => void } = {
  'an older list is put back': putBack,
  'the list is taken away': () => tamper(`DELETE FROM meta WHERE key = 'office-people'`),
  'an older list is put back, and its record is copied behind the newer ones': (older) => {
    putBack(older);
    const db = rawDatabase(dataDir);
    const records = db.prepare(`SELECT data FROM journal WHERE type = 'rights-bound'`).all();
    const told = records.map(({ data }) => JSON.parse(String(data)) as JsonObject);
    forgeRecord(db, 'rights-bound', null, told.find(({ version }) => version === 4) ?? {});
    db.close();
  },
};

it.each(Object.keys(attacks))(
  '%s: the till refuses the sign-in of the office’s people, and keeps the number',
  async (what) => {
    attacks[what]?.(await aTillThatRemovedAnna());
    const again = await aTill();
    expect(again.names()).toEqual(['Manager']);
    expect(await again.signsIn('Anna', pins.Anna)).toBe('refused');
    expect(await again.signsIn('Manager', managerPin)).toBe('person');
    for (const said of [again.logged.join('\n'), again.alarms(), verified()]) {
      expect(said).toContain('people from the office');
    }
    // The number does not go back with the list.
    expect(again.asked()).toMatchObject({ has: { version: 5, signature: null }, takes: true });
    expect(await again.takes(await document(4, 'Anna', 'Ben'))).toEqual(['older']);
    expect(await again.takes(await document(5, 'Ben'))).toEqual([]);
    expect([again.names(), again.alarms()]).toEqual([['Ben', 'Manager'], '[]']);
    expect(await again.signsIn('Ben', pins.Ben)).toBe('person');
    again.close();
    expect(verified()).toBe(null);
  },
);

it('a till whose office.people is off drops an older list that was put back, and keeps the number', async () => {
  const older = await aTillThatRemovedAnna();
  putBack(older);
  const off = await aTill({ takes: false });
  expect([off.names(), off.alarms()]).toEqual([['Manager'], '[]']);
  off.close();
  expect(verified()).toBe(null);
  const on = await aTill();
  expect([on.names(), on.asked().has]).toEqual([['Manager'], { version: 5, signature: null }]);
});

it('a list that an older program kept is taken as it is, once', async () => {
  await aTillThatRemovedAnna();
  const db = rawDatabase(dataDir);
  // As an older program left it: the same list, and no record of it.
  pastTriggers(db, () =>
    db.exec(`UPDATE journal SET data = '{}' WHERE type = 'rights-bound' AND data LIKE '%"office"%'`),
  );
  db.close();
  const first = await aTill();
  expect([first.names(), first.alarms()]).toEqual([['Ben', 'Manager'], '[]']);
  const bound = () => first.journal().filter(([type, data]) => type === 'rights-bound' && data['kind'] === 'office');
  expect(bound()).toHaveLength(1);
  first.close();
  const again = await aTill();
  expect([again.names(), again.alarms(), again.asked().has.version]).toEqual([['Ben', 'Manager'], '[]', 5]);
  expect(again.journal().filter(([, data]) => data['kind'] === 'office')).toHaveLength(1);
});

it('a person has the name of one who left: the till’s own, and one of an office that has new keys since', async () => {
  const first = await aTill();
  const [manager] = first.people.list();
  const own = { id: null, name: 'anna', role: 'cashier', active: true, pin: '739164' } as const;
  const saved = await first.people.saveBy(manager!, own);
  const id = saved.type === 'saved' ? saved.operator.id : '';
  expect(await first.takes(await document(1, 'Anna'))).toEqual(['name-taken']);
  expect((await first.people.saveBy(manager!, { ...own, id, active: false, pin: null })).type).toBe('saved');
  expect(first.names()).toEqual(['anna (inactive)', 'Anna', 'Manager']);
  expect(await first.signsIn('Anna', pins.Anna)).toBe('person');
  first.close();
  const keys = generateKeyPairSync('ed25519');
  const office = { till, officeKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  const again = await aTill({ office });
  expect(again.names()).toEqual(['anna (inactive)', 'Manager']);
  expect(await again.takes(await documentBy(keys.privateKey, 1, 'Anna'))).toEqual([]);
  expect(again.names()).toEqual(['anna (inactive)', 'Anna', 'Manager']);
  expect(await again.signsIn('Anna', pins.Anna)).toBe('person');
  again.close();
  expect(verified()).toBe(null);
});

it('and a folder of the version before keeps its people', async () => {
  const first = await aTill();
  expect(await first.takes(await document(1, 'Anna', 'Ben'))).toEqual([]);
  first.close();
  const db = rawDatabase(dataDir);
  withNamesHeld(db);
  db.exec(`PRAGMA user_version = ${latestVersion - 1}`);
  db.close();
  const again = await aTill();
  expect([again.names(), again.alarms(), versionOf(rawDatabase(dataDir))]).toEqual([
    ['Anna', 'Ben', 'Manager'],
    '[]',
    latestVersion,
  ]);
  expect(await again.signsIn('Manager', managerPin)).toBe('person');
  again.close();
  expect(verified()).toBe(null);
});
