// What a till takes of people from its office: only of its own office, only forwards, only people that could be its own.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { officePeople } from '#assembly/programs/office-people.ts';
import { officeSettable } from '#contract/office/office-settings.ts';
import { type PeopleDocument, peopleStatement } from '#contract/office/office-people.ts';
import { peopleKind } from '#office/config/kinds.ts';
import { inOrder, mergedPeople } from '#office/config/merge.ts';
import { createPins } from '#secrets/pins.ts';
import { settingsSchema } from '#settings/settings.ts';
import { createSeal } from '#store/database/seal.ts';
import type { KeptOfOffice } from '#core/ports/operators.ts';
import { anOperator, thePeople } from '#support/fake-people.ts';

const till = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';
const otherTill = '0d9d4f0c-0f6c-4f0b-8a53-0a3b9b0d2e22';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const officeKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pinKey = Buffer.alloc(32, 7).toString('base64');
const pin = `scrypt$${'0'.repeat(32)}$${'1'.repeat(64)}`;
const anna = { name: 'Anna', role: 'cashier', pin };

function document(people: PeopleDocument['people'], change: Partial<PeopleDocument> = {}, key = privateKey) {
  const said = { till, version: 5, at: '2026-03-01T08:00:00.000Z', people, ...change };
  const signature = sign(null, Buffer.from(peopleStatement(said), 'utf8'), key).toString('base64');
  return { ...said, keyId: '0'.repeat(32), signature };
}

function aTill({ takes = true, kept = null as KeptOfOffice | null } = {}) {
  const { people, signIn, kept: records, journal } = thePeople(anOperator());
  const logged: unknown[] = [];
  const store = { kept };
  const opening = {
    operators: { officeKept: () => store.kept } as Parameters<typeof officePeople>[0]['opening']['operators'],
  };
  const given = officePeople({
    ports: {
      log: (...line) => void logged.push(line),
      settings: settingsSchema.parse({ office: { people: takes } }),
    },
    opening,
    seal: createSeal(Buffer.alloc(32, 1)),
    people: {
      notTaken: (said) => people.notTaken(said),
      async takeOffice(said, next) {
        store.kept = next ?? store.kept;
        await people.takeOffice(said, next);
      },
    },
    changed: () => undefined,
  });
  const link = given.forLink({ till, officeKey });
  const take = async (sent: PeopleDocument | null) => {
    await link.take({ document: sent, pinKey });
    return given.view().refused?.problems.map(({ why }) => why) ?? [];
  };
  const names = () => people.list().map(({ name }) => name);
  return { ...given, link, take, names, people, signIn, records, journal, logged, store };
}

describe('a till that takes people of its office', () => {
  it('takes them whole, under a version that rises, and says what it has', async () => {
    const { take, names, link } = aTill();
    expect(await take(document([anna]))).toEqual([]);
    expect(names()).toEqual(['Manager', 'Anna']);
    expect(link.asked()).toMatchObject({ has: { version: 5 }, takes: true, refused: null });
    expect(await take(document([], { version: 6 }))).toEqual([]);
    expect(names()).toEqual(['Manager']);
  });

  it.each<[what: string, sent: PeopleDocument, why: string]>([
    ['the same version again', document([anna], { version: 2 }), 'older'],
    ['an older version', document([anna], { version: 1 }), 'older'],
    ['another till’s document', document([anna], { till: otherTill }), 'other-till'],
    ['another key', document([anna], {}, generateKeyPairSync('ed25519').privateKey), 'signature'],
    [
      'a hash that was changed on its way',
      { ...document([anna]), people: [{ ...anna, pin: pin.replace('1', '2') }] },
      'signature',
    ],
    ['a role that there is not', document([{ ...anna, role: 'owner' }]), 'role'],
    ['a hash that names its own cost', document([{ ...anna, pin: `scrypt$N=1073741824,r=64$${pin}` }]), 'pin'],
    ['a PIN in clear', document([{ ...anna, pin: '1234' }]), 'pin'],
    ['a name with signs that are not seen', document([{ ...anna, name: 'An\u202Ena' }]), 'name'],
    ['a name of control characters', document([{ ...anna, name: 'An\u0000na' }]), 'name'],
    ['a name with a card number', document([{ ...anna, name: 'Anna 4111111111111111' }]), 'name'],
    ['two of one look', document([anna, { ...anna, name: 'Аnna' }]), 'alike'],
    ['too many', document(Array.from({ length: 900 }, (_, at) => ({ ...anna, name: `Person ${at}` }))), 'too-long'],
  ])('takes nothing of %s, and goes on as before', async (_, sent, why) => {
    const { take, names, logged } = aTill();
    await take(document([{ ...anna, name: 'Before' }], { version: 2 }));
    expect(await take(sent)).toContain(why);
    expect(names()).toEqual(['Manager', 'Before']);
    expect(JSON.stringify(logged)).not.toMatch(/scrypt|4111|\u202E/);
    // The office has put it right: nothing newer.
    expect(await take(null)).toEqual([]);
  });

  it('takes no people while the till has no manager of its own, and says so', async () => {
    const unmanned = aTill();
    const { take, names, people, records } = unmanned;
    records.clear();
    expect(await take(document([anna]))).toEqual(['manager-missing']);
    expect([names(), unmanned.view().version]).toEqual([[], 5]);
    const wish = { id: null, name: 'Boss', role: 'manager', active: true, pin: '483920' } as const;
    expect((await people.saveBy(null, wish)).type).toBe('saved');
    expect(names()).toEqual(['Boss', 'Anna']);
    expect(unmanned.view().refused).toBe(null);
  });

  it('asks for none and takes none where its own setting does not say so', async () => {
    const { take, names, link } = aTill({ takes: false });
    expect(link.asked()).toEqual({ has: { version: 0, signature: null }, takes: false, refused: null });
    await take(document([anna]));
    expect(names()).toEqual(['Manager']);
    expect(officeSettable).not.toContain('office.people');
    expect(settingsSchema.parse({}).office.people).toBe(false);
  });

  it('keeps them sealed, has them after a start, and lets them go where the setting or the office is another one', async () => {
    const first = aTill();
    await first.take(document([anna]));
    const { kept } = first.store;
    expect(kept?.sealed).not.toContain('scrypt');
    expect(Buffer.from(kept?.sealed ?? '', 'base64').toString('latin1')).not.toContain('Anna');
    const again = aTill({ kept });
    await again.begin({ till, officeKey });
    expect(again.names()).toEqual(['Manager', 'Anna']);
    expect(await again.take(document([], { version: 4 }))).toEqual(['older']);
    const off = aTill({ kept, takes: false });
    await off.begin({ till, officeKey });
    expect(off.names()).toEqual(['Manager']);
    // Whom the office removed meanwhile must not come back with the setting.
    const on = aTill({ kept: off.store.kept });
    await on.begin({ till, officeKey });
    expect([on.names(), on.link.asked().has]).toEqual([['Manager'], { version: 5, signature: null }]);
    const elsewhere = aTill({ kept });
    await elsewhere.begin({ till: otherTill, officeKey });
    expect(elsewhere.names()).toEqual(['Manager']);
    const altered = aTill({ kept: { of: kept?.of ?? null, sealed: `${kept?.sealed?.slice(0, -8)}AAAAAAAA` } });
    await altered.begin({ till, officeKey });
    expect(altered.names()).toEqual(['Manager']);
  });

  it('lets them go where the office has another key, and counts its documents anew', async () => {
    const first = aTill();
    const idIn = ({ records }: typeof first) => [...records.keys()].find((id) => id.startsWith('office_'));
    // No number is left for who gets the office back.
    expect(await first.take(document([anna], { version: 1_000_000_000 }))).toEqual([]);
    const kept = first.store.kept;
    const other = generateKeyPairSync('ed25519');
    const pem = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const again = aTill({ kept });
    await again.begin({ till, officeKey: pem });
    expect(again.names()).toEqual(['Manager']);
    const link = again.forLink({ till, officeKey: pem });
    expect(link.asked().has).toEqual({ version: 0, signature: null });
    await link.take({ document: document([anna], { version: 1 }, other.privateKey), pinKey });
    expect([again.names(), again.view().refused]).toEqual([['Manager', 'Anna'], null]);
    // A person of the same name is another one.
    expect(idIn(again)).not.toBe(idIn(first));
  });

  it('compares a PIN with the hash that the office made, and with no other key', async () => {
    const { take, signIn, records } = aTill();
    const hash = await createPins(Buffer.from(pinKey, 'base64')).hash('483920');
    await take(document([{ ...anna, pin: hash }]));
    const id = [...records.keys()].find((each) => each.startsWith('office_')) ?? '';
    expect((await signIn(id, '483920')).type).toBe('person');
    expect((await signIn(id, '483921')).type).toBe('refused');
    await take(document([{ ...anna, pin: await createPins(Buffer.alloc(32, 8)).hash('483920') }], { version: 6 }));
    expect((await signIn(id, '483920')).type).toBe('refused');
  });

  it('compares names of a full document within a moment', async () => {
    const { take } = aTill();
    const many = Array.from({ length: 260 }, (_, at) => ({ ...anna, name: `P${at} ${'l1I'.repeat(4)}` }));
    const before = performance.now();
    await take(document(many));
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe('people at the office', () => {
  it('are the chain’s, the shop’s and the till’s; of one name the narrowest layer says role and PIN', () => {
    const layers = [
      { people: [anna, { ...anna, name: 'Ben' }] },
      { people: [{ ...anna, role: 'supervisor' }] },
      { people: [{ ...anna, name: 'Cleo' }] },
    ];
    expect(mergedPeople(layers).people.map(({ name, role }) => [name, role])).toEqual([
      ['Anna', 'supervisor'],
      ['Ben', 'cashier'],
      ['Cleo', 'cashier'],
    ]);
  });

  it.each([
    ['a role that there is not', [{ ...anna, role: 'owner' }], 'role'],
    ['a look-alike', inOrder([anna, { ...anna, name: 'Аnna' }]), 'or like it'],
    ['ten thousand', Array.from({ length: 10_000 }, (_, at) => ({ ...anna, name: `P ${at}` })), 'too many people'],
  ])('cannot be %s', (_, people, why) => {
    expect(peopleKind.whyNot({ people })).toContain(why);
  });
});
