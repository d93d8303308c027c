// People whom the till's office lets sign in beside the till's own: what they may do, and what neither they nor the office may.
import { describe, expect, it } from 'vitest';
import { officeId } from '#contract/people/people.ts';
import type { GivenPeople, GivenPerson } from '#core/staff/office-people.ts';
import { anOperator, cashier, thePeople } from '#support/fake-people.ts';

const person = (name: string, change: Partial<GivenPerson> = {}): GivenPerson => ({
  id: officeId(name),
  name,
  role: 'cashier',
  pinHash: `office hash of 5555`,
  ...change,
});
const given = (...people: readonly GivenPerson[]): GivenPeople => ({
  version: 3,
  people,
  pins: { matches: async (pin, hash) => hash === `office hash of ${pin}` },
});
const kept = { sealed: 'kept', of: { till: 'till', officeKey: 'key', version: 3 } };
const manager = anOperator();
const codeOf = (outcome: { readonly type: string; readonly refusal?: { readonly code: string } }) =>
  outcome.refusal?.code ?? outcome.type;

describe('a person of the office', () => {
  it('signs in at a till with people of its own, and the journal names who came and who went, without a hash', async () => {
    const { people, signIn, session, events } = thePeople(manager);
    await people.takeOffice(given(person('Anna')), kept);
    expect(people.list().map(({ name, fromOffice }) => [name, fromOffice])).toEqual([
      ['Manager', false],
      ['Anna', true],
    ]);
    expect(codeOf(await signIn(officeId('Anna'), '5555'))).toBe('person');
    await people.takeOffice(given(), kept);
    expect(session.current()).toBe(null);
    expect(codeOf(await signIn(officeId('Anna'), '5555'))).toBe('operator-unknown');
    expect(people.list().map(({ name }) => name)).toEqual(['Manager']);
    expect(events().map(([type]) => type)).toEqual([
      'operator-added',
      'office-people-applied',
      'signed-in',
      'operator-changed',
      'office-people-applied',
      'signed-out',
    ]);
    expect(JSON.stringify(events())).not.toContain('hash');
  });

  it('is as before where the disk has no room for a new list, also once it has', async () => {
    const { people, signIn, kept: rows } = thePeople(manager);
    await people.takeOffice(given(person('Anna')), kept);
    rows.set = () => {
      throw new Error('the disk is full');
    };
    const otherKey = { ...given(person('Anna'), person('Ben')), pins: { matches: async () => false } };
    await expect(people.takeOffice(otherKey, kept)).rejects.toThrow('full');
    Reflect.deleteProperty(rows, 'set');
    expect(codeOf(await signIn(officeId('Anna'), '5555'))).toBe('person');
    const wish = { id: null, name: 'Cara', role: 'cashier', active: true, pin: '7316' } as const;
    expect((await people.saveBy(manager, wish)).type).toBe('saved');
    expect(people.list().map(({ name }) => name)).toEqual(['Manager', 'Anna', 'Cara']);
  });

  it('is another role at once, where they are signed in', async () => {
    const { people, signIn, session } = thePeople(manager);
    await people.takeOffice(given(person('Anna', { role: 'supervisor' })), kept);
    await signIn(officeId('Anna'), '5555');
    await people.takeOffice(given(person('Anna')), kept);
    expect(session.current()).toMatchObject({ name: 'Anna', role: 'cashier' });
    expect(codeOf(await session.verify({ operatorId: officeId('Anna'), pin: '5555' }, 'supervisor'))).toBe(
      'role-missing',
    );
  });

  it('is locked after wrong PINs as others are, and a document that says the same lifts no lock', async () => {
    const { people, signIn } = thePeople(manager);
    await people.takeOffice(given(person('Anna')), kept);
    for (let times = 0; times < 5; times += 1) await signIn(officeId('Anna'), '9999');
    await people.takeOffice(given(person('Anna', { role: 'supervisor' })), kept);
    expect(codeOf(await signIn(officeId('Anna'), '5555'))).toBe('operator-locked');
    await people.takeOffice(given(person('Anna', { pinHash: 'office hash of 6666' })), kept);
    expect(codeOf(await signIn(officeId('Anna'), '6666'))).toBe('person');
  });

  it('stays locked where the office removes them and puts them back', async () => {
    const { people, signIn } = thePeople(manager);
    await people.takeOffice(given(person('Anna')), kept);
    for (let times = 0; times < 5; times += 1) await signIn(officeId('Anna'), '9999');
    await people.takeOffice(given(), kept);
    await people.takeOffice(given(person('Anna')), kept);
    expect(codeOf(await signIn(officeId('Anna'), '5555'))).toBe('operator-locked');
  });

  it('cannot be changed or removed at the till, and chooses no other PIN there', async () => {
    const { people, signIn, session } = thePeople(manager);
    await people.takeOffice(given(person('Anna')), kept);
    await signIn('m', '1111');
    const wish = { id: officeId('Anna'), name: 'Anna', role: 'manager', active: true, pin: null } as const;
    expect(codeOf(await session.save(wish))).toBe('set-by-office');
    expect(codeOf(await session.save({ ...wish, active: false }))).toBe('set-by-office');
    await signIn(officeId('Anna'), '5555');
    expect(codeOf(await session.changePin('5555', '483920'))).toBe('set-by-office');
  });

  it.each(['Cashier', 'cashier', 'Cаshier'])('is left out as %s where the till has that person', async (name) => {
    const { people, signIn } = thePeople(manager, cashier);
    const said = given(person(name, { role: 'manager' }), person('Anna'));
    await people.takeOffice(said, kept);
    expect(people.list().map((each) => each.id)).toEqual(['m', 'c', officeId('Anna')]);
    expect(people.notTaken(said)).toEqual([{ name, why: 'name-taken', detail: null }]);
    expect(codeOf(await signIn('c', '3333'))).toBe('person');
    expect(codeOf(await signIn('c', '5555'))).toBe('pin-wrong');
  });

  it('comes when a manager removes the till’s own person of that name, who then cannot come back', async () => {
    const { people, signIn, session } = thePeople(manager, cashier);
    await people.takeOffice(given(person('Cashier')), kept);
    await signIn('m', '1111');
    const own = { id: 'c', name: 'Cashier', role: 'cashier', pin: null } as const;
    expect(codeOf(await session.save({ ...own, active: false }))).toBe('saved');
    expect(codeOf(await signIn(officeId('Cashier'), '5555'))).toBe('person');
    await signIn('m', '1111');
    expect(codeOf(await session.save({ ...own, active: true }))).toBe('operator-exists');
    expect(codeOf(await session.save({ id: null, name: 'Cashier', role: 'cashier', active: true, pin: '4839' }))).toBe(
      'operator-exists',
    );
  });

  it('does not replace the till’s own manager: the last one stays, and a till without one takes no people from the office', async () => {
    const { people, signIn, session, kept: records } = thePeople(manager);
    const said = given(person('Anna', { role: 'manager' }));
    await people.takeOffice(said, kept);
    await signIn('m', '1111');
    const own = { id: 'm', name: 'Manager', role: 'cashier', active: true, pin: null } as const;
    expect(codeOf(await session.save(own))).toBe('manager-missing');
    records.set('m', anOperator({ active: false }));
    expect(people.notTaken(said)).toEqual([{ name: '', why: 'manager-missing', detail: null }]);
    await people.takeOffice(said, kept);
    expect(people.isManned()).toBe(false);
  });
});
