// Who is at the till, rule by rule: signing in and out, PINs that lock a name, and who may change the list.
import { describe, expect, it } from 'vitest';
import type { Role } from '#contract/people/roles.ts';
import type { OperatorWish } from '#core/staff/people.ts';
import { anOperator, autoLockMs, cashier, supervisor, thePeople } from '#support/fake-people.ts';

const manager = anOperator();
const who = {
  m: { id: 'm', name: 'Manager', role: 'manager' },
  c: { id: 'c', name: 'Cashier', role: 'cashier' },
} as const;
const refused = (code: string, detail: string) => ({ type: 'refused', refusal: { code, detail } });
const roleMissing = (role: Role, detail: string) => ({
  type: 'refused',
  refusal: { code: 'role-missing', detail, facts: { role } },
});
const unknown = refused('operator-unknown', 'There is no such operator.');

describe('a till', () => {
  it('is manned by its active people, and locked until one of them signs in', async () => {
    const nobody = thePeople();
    expect([nobody.session.isManned(), nobody.session.isLocked(), nobody.session.current()]).toEqual([
      false,
      false,
      null,
    ]);
    const left = thePeople(anOperator({ active: false }));
    expect([left.session.isManned(), left.session.isLocked()]).toEqual([false, false]);
    const { session, signIn } = thePeople(anOperator({ id: 'x', active: false }), manager);
    expect([session.isManned(), session.isLocked()]).toEqual([true, true]);
    await signIn('m', '1111');
    expect([session.isLocked(), session.current()]).toEqual([false, who.m]);
  });

  it('lists its people, and which of them is locked for now', async () => {
    const { session, clock } = thePeople(manager, { ...cashier, lockedUntilMs: 1_000_010 }, supervisor);
    expect(session.list()).toEqual([
      { ...who.m, active: true, lockedUntil: null, fromOffice: false },
      { ...who.c, active: true, lockedUntil: clock.iso(1_000_010), fromOffice: false },
      { id: 's', name: 'Supervisor', role: 'supervisor', active: true, lockedUntil: null, fromOffice: false },
    ]);
    await clock.advance(9);
    expect(session.list()[1]?.lockedUntil).not.toBeNull();
    await clock.advance(1);
    expect(session.list()[1]?.lockedUntil).toBeNull();
  });
});

describe('signing in', () => {
  it('is journalled, told, and ends what another one began', async () => {
    const { signIn, events, told, session, journal, clock } = thePeople(manager, cashier);
    expect(await signIn('c', '3333')).toEqual({ type: 'person', person: who.c });
    expect(told.changes).toBe(1);
    await signIn('m', '1111');
    expect(session.current()).toEqual(who.m);
    expect(events()).toEqual([
      ['signed-in', { by: who.c }],
      ['signed-out', { by: who.c, reason: 'another' }],
      ['signed-in', { by: who.m }],
    ]);
    expect(journal[0]).toMatchObject({ operationId: null, atMs: clock.nowMs() });
    expect(told.changes).toBe(3);
  });

  it('with a wrong PIN, or as an unknown person, changes nothing', async () => {
    const { signIn, session, told } = thePeople(manager, anOperator({ id: 'x', active: false }));
    expect(await signIn('m', '9999')).toEqual(refused('pin-wrong', 'The PIN is wrong.'));
    expect(await signIn('x', '1111')).toEqual(unknown);
    expect(await signIn('nobody', '1111')).toEqual(unknown);
    expect(session.current()).toBeNull();
    expect(told.changes).toBe(0);
  });
});

describe('who is signed in', () => {
  it('is signed out after a while without a touch, by the clock that counts sleep too', async () => {
    const { signIn, session, clock, events, told } = thePeople(manager);
    await signIn('m', '1111');
    await clock.advance(autoLockMs - 1);
    session.touch();
    await clock.advance(autoLockMs - 1);
    expect(session.current()).toEqual(who.m);
    await clock.advance(1);
    told.changes = 0;
    expect(session.current()).toBeNull();
    expect(session.current()).toBeNull();
    expect(events().slice(1)).toEqual([['signed-out', { by: who.m, reason: 'idle' }]]);
    expect(told.changes).toBe(1);
    await signIn('m', '1111');
    clock.aheadMs = autoLockMs;
    session.touch();
    expect(session.current()).toBeNull();
  });

  it('is signed out when the list no longer has them, or not as active', async () => {
    const { signIn, session, kept, events } = thePeople(manager, cashier);
    await signIn('c', '3333');
    kept.set('c', { ...cashier, active: false });
    expect(session.current()).toBeNull();
    expect(events().at(-1)).toEqual(['signed-out', { by: who.c, reason: 'inactive' }]);
    kept.set('c', cashier);
    await signIn('c', '3333');
    const before = events().length;
    kept.delete('c');
    expect(session.current()).toBeNull();
    expect(events()).toHaveLength(before);
  });

  it('signs out once', async () => {
    const { signIn, session, events, told } = thePeople(manager);
    session.signOut();
    session.touch();
    expect(told.changes).toBe(0);
    await signIn('m', '1111');
    session.signOut();
    session.signOut();
    expect(session.current()).toBeNull();
    expect(events().slice(1)).toEqual([['signed-out', { by: who.m, reason: 'asked' }]]);
    expect(told.changes).toBe(2);
  });

  it('stays so when the bridge is exchanged, where they are on its list', () => {
    const { session, told } = thePeople(manager, anOperator({ id: 'x', active: false }));
    session.carryOn('nobody');
    session.carryOn('x');
    expect([session.current(), told.changes]).toEqual([null, 0]);
    session.carryOn('m');
    expect([session.current(), told.changes]).toEqual([who.m, 1]);
  });

  it('has a new role from the moment it is given', async () => {
    const { signIn, session, kept } = thePeople(manager, cashier);
    await signIn('c', '3333');
    kept.set('c', { ...cashier, role: 'supervisor' });
    expect(session.current()?.role).toBe('supervisor');
  });
});

describe('a PIN', () => {
  it('stands for an act that its owner may do', async () => {
    const { session } = thePeople(manager, supervisor, cashier);
    expect(await session.verify({ operatorId: 's', pin: '2222' }, 'supervisor')).toMatchObject({ type: 'person' });
    expect(await session.verify({ operatorId: 'm', pin: '1111' }, 'supervisor')).toMatchObject({ type: 'person' });
    expect(await session.verify({ operatorId: 'c', pin: '3333' }, 'supervisor')).toEqual(
      roleMissing('supervisor', 'Cashier may not do that; it needs a supervisor.'),
    );
  });

  it('locks its name after five wrong ones in a row, each further one for twice as long, for an hour at most', async () => {
    const { session, clock, kept, events } = thePeople(manager);
    const wrong = () => session.verify({ operatorId: 'm', pin: '0000' }, 'cashier');
    for (let times = 1; times <= 4; times += 1) {
      expect(await wrong()).toEqual(refused('pin-wrong', 'The PIN is wrong.'));
      expect(kept.get('m')).toMatchObject({ failures: times, lockedUntilMs: null });
    }
    const minutes: number[] = [];
    for (let times = 5; times <= 12; times += 1) {
      const answer = await wrong();
      const lockedMs = (kept.get('m')?.lockedUntilMs ?? 0) - clock.nowMs();
      minutes.push(lockedMs / 60_000);
      expect(answer).toEqual(refused('operator-locked', `Too many wrong PINs. Try again in ${lockedMs / 60_000} min.`));
      await clock.advance(lockedMs);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(events().at(-1)).toEqual(['pin-refused', { operator: 'm', failures: 12 }]);
  });

  it('is not looked at while its name is locked', async () => {
    const { session, clock, kept } = thePeople({ ...manager, failures: 6, lockedUntilMs: 1_000_000 + 61_000 });
    const right = () => session.verify({ operatorId: 'm', pin: '1111' }, 'cashier');
    const words = (minutes: number) =>
      refused('operator-locked', `Too many wrong PINs. Try again in ${minutes} min, or ask a manager.`);
    expect(await right()).toEqual(words(2));
    await clock.advance(1_000);
    expect(await right()).toEqual(words(1));
    await clock.advance(59_999);
    expect(await right()).toEqual(words(1));
    await clock.advance(1);
    expect(await right()).toMatchObject({ type: 'person' });
    expect(kept.get('m')).toMatchObject({ failures: 0, lockedUntilMs: null });
  });

  it('keeps its name locked over a start, whatever the clock says then; a lock that was over before does not come back', async () => {
    const { people, session, clock, kept } = thePeople(manager);
    const tried = async (pin: string) => {
      const answer = await session.verify({ operatorId: 'm', pin }, 'cashier');
      return answer.type === 'refused' ? answer.refusal.code : answer.type;
    };
    for (let times = 1; times <= 6; times += 1) {
      await tried('0000');
      if (times === 5) await clock.advance(60_000);
    }
    people.endLocks();
    // The next run begins by a clock on the wall that was put a year ahead.
    const ran = kept.get('m') ?? manager;
    const later = thePeople({ ...ran, lockedUntilMs: 1 });
    later.people.renewLocks();
    expect(later.kept.get('m')?.lockedUntilMs).toBe(later.clock.nowMs() + 120_000);
    await clock.advance(120_000);
    people.endLocks();
    expect(kept.get('m')).toMatchObject({ failures: 6, lockedUntilMs: null });
    people.renewLocks();
    expect(await tried('1111')).toBe('person');
  });

  it('that is right saves nothing where none was wrong', async () => {
    const { session, kept } = thePeople(manager);
    await session.verify({ operatorId: 'm', pin: '1111' }, 'cashier');
    expect(kept.get('m')).toBe(manager);
  });

  it('is checked one after the other, also after one that could not be checked', async () => {
    const { session, kept } = thePeople(manager);
    const guesses = Array.from({ length: 6 }, () => session.verify({ operatorId: 'm', pin: '0000' }, 'cashier'));
    const answers = await Promise.all(guesses);
    expect(answers.map((each) => (each.type === 'refused' ? each.refusal.code : each.type))).toEqual([
      ...Array.from({ length: 4 }, () => 'pin-wrong'),
      'operator-locked',
      'operator-locked',
    ]);
    expect(kept.get('m')?.failures).toBe(5);
    kept.get = () => {
      throw new Error('the disk failed');
    };
    await expect(session.verify({ operatorId: 'm', pin: '1111' }, 'cashier')).rejects.toThrow('the disk failed');
    kept.get = Map.prototype.get.bind(kept) as typeof kept.get;
    expect(await session.verify({ operatorId: 'nobody', pin: '1111' }, 'cashier')).toEqual(unknown);
  });
});

describe('the list of operators', () => {
  const wish = (change: Partial<OperatorWish> = {}): OperatorWish => ({
    id: null,
    name: 'New',
    role: 'cashier',
    active: true,
    pin: '409618',
    ...change,
  });

  it('begins with an active manager', async () => {
    const { session, kept, events, told, clock } = thePeople();
    const first = refused('manager-missing', 'The first operator must be a manager.');
    expect(await session.save(wish())).toEqual(first);
    expect(await session.save(wish({ role: 'manager', active: false }))).toEqual(first);
    expect(await session.save(wish({ role: 'manager', pin: null }))).toEqual(
      refused('invalid-input', 'A new operator needs a PIN.'),
    );
    expect(told.changes).toBe(0);
    const person = { id: 'person_hex-1', name: 'New', role: 'manager' } as const;
    expect(await session.save(wish({ role: 'manager' }))).toEqual({
      type: 'saved',
      operator: { ...person, active: true, lockedUntil: null, fromOffice: false },
    });
    expect(kept.get('person_hex-1')).toEqual({
      ...person,
      active: true,
      pinHash: 'hash of 409618',
      failures: 0,
      lockedUntilMs: null,
      createdAtMs: clock.nowMs(),
    });
    expect(events()).toEqual([['operator-added', { ...person, active: true, newPin: true, by: null }]]);
    expect(told.changes).toBe(1);
  });

  it('is changed by a manager only', async () => {
    const { session, signIn } = thePeople(manager, supervisor);
    const no = roleMissing('manager', 'Only a manager who is signed in can change the list of operators.');
    expect(await session.save(wish())).toEqual(no);
    await signIn('s', '2222');
    expect(await session.save(wish())).toEqual(no);
    await signIn('m', '1111');
    expect(await session.save(wish())).toMatchObject({ type: 'saved', operator: { name: 'New' } });
  });

  it('who comes to approve money out chooses a PIN that is long enough for that', async () => {
    const { session, signIn } = thePeople(manager, cashier);
    await signIn('m', '1111');
    const raised = wish({ id: 'c', name: cashier.name, role: 'supervisor', pin: null });
    expect(await session.save(raised)).toMatchObject({
      refusal: { code: 'invalid-input', errors: { pin: ['must have at least 6 digits'] } },
    });
  });

  it('who had a name before the rule against look-alikes keeps it', async () => {
    const { session, signIn } = thePeople(
      manager,
      { ...cashier, name: 'Bernd' },
      { ...cashier, id: 'd', name: 'Bemd' },
    );
    await signIn('m', '1111');
    const change = wish({ id: 'c', name: 'Bernd', role: 'cashier', active: false, pin: null });
    expect(await session.save(change)).toMatchObject({ type: 'saved' });
  });

  it('keeps what a change does not name, and forgets wrong PINs', async () => {
    const locked = { ...cashier, failures: 7, lockedUntilMs: 9_999_999 };
    const { session, signIn, kept, events } = thePeople(manager, locked);
    await signIn('m', '1111');
    const change = wish({ id: 'c', name: 'Cash', role: 'cashier', active: false, pin: null });
    expect(await session.save(change)).toMatchObject({
      type: 'saved',
      operator: { lockedUntil: null, fromOffice: false },
    });
    expect(kept.get('c')).toEqual({
      id: 'c',
      name: 'Cash',
      role: 'cashier',
      active: false,
      pinHash: 'hash of 3333',
      failures: 0,
      lockedUntilMs: null,
      createdAtMs: 5,
    });
    const person = { id: 'c', name: 'Cash', role: 'cashier' };
    expect(events().at(-1)).toEqual(['operator-changed', { ...person, active: false, newPin: false, by: who.m }]);
    await session.save({ ...change, pin: '550291' });
    expect(kept.get('c')?.pinHash).toBe('hash of 550291');
  });

  it('has no name twice, in whatever letters, and no one whom it does not know', async () => {
    const { session, signIn } = thePeople(manager, cashier);
    await signIn('m', '1111');
    expect(await session.save(wish({ name: 'CASHIER' }))).toEqual(
      refused('operator-exists', 'There is an operator named Cashier already.'),
    );
    expect(await session.save(wish({ id: 'c', name: 'cashier' }))).toMatchObject({ type: 'saved' });
    expect(await session.save(wish({ id: 'x' }))).toEqual(unknown);
  });

  it('keeps one active manager', async () => {
    const no = refused('manager-missing', 'One active manager must remain.');
    const { session, signIn } = thePeople(manager, supervisor, anOperator({ id: 'x', name: 'Left', active: false }));
    await signIn('m', '1111');
    expect(await session.save(wish({ id: 'm', name: 'Manager', role: 'supervisor' }))).toEqual(no);
    expect(await session.save(wish({ id: 'm', name: 'Manager', role: 'manager', active: false }))).toEqual(no);
    const two = thePeople(manager, anOperator({ id: 'x', name: 'Second' }));
    await two.signIn('m', '1111');
    expect(await two.session.save(wish({ id: 'm', name: 'Manager', role: 'cashier' }))).toMatchObject({
      type: 'saved',
    });
  });
});

describe('a new PIN', () => {
  const codeOf = (outcome: { readonly type: string; readonly refusal?: { readonly code: string } }) =>
    outcome.refusal?.code ?? outcome.type;

  it('of a person who approves money out is longer, and none is easy to guess', async () => {
    const { session, signIn } = thePeople(manager);
    await signIn('m', '1111');
    const wish = { id: null, name: 'New', role: 'supervisor', active: true } as const;
    const short = await session.save({ ...wish, pin: '7391' });
    expect(short).toMatchObject({ refusal: { code: 'invalid-input', issues: [{ field: 'pin', code: 'too-short' }] } });
    const weak = await session.save({ ...wish, role: 'cashier', pin: '1984' });
    expect(weak).toMatchObject({ refusal: { code: 'invalid-input', issues: [{ field: 'pin', code: 'rule' }] } });
    expect(codeOf(await session.save({ ...wish, role: 'cashier', pin: '7391' }))).toBe('saved');
  });

  it('is not asked of a person who keeps the old one, which goes on working', async () => {
    const { session, signIn } = thePeople(manager);
    await signIn('m', '1111');
    const kept = { id: 'm', name: 'Head', role: 'manager', active: true, pin: null } as const;
    expect(codeOf(await session.save(kept))).toBe('saved');
    expect(codeOf(await signIn('m', '1111'))).toBe('person');
    expect(session.pinIssue('1111', 'manager')).not.toBeNull();
  });

  it('is chosen by its owner, who shows the old one', async () => {
    const { session, signIn, events } = thePeople(manager, cashier);
    expect(codeOf(await session.changePin('3333', '8524'))).toBe('not-signed-in');
    await signIn('c', '3333');
    expect(codeOf(await session.changePin('9999', '8524'))).toBe('pin-wrong');
    expect(codeOf(await session.changePin('3333', '1234'))).toBe('invalid-input');
    expect(codeOf(await session.changePin('3333', '8524'))).toBe('person');
    expect(events().at(-1)).toEqual(['operator-changed', { ...who.c, active: true, newPin: true, by: who.c }]);
    expect(codeOf(await signIn('c', '3333'))).toBe('pin-wrong');
    expect(codeOf(await signIn('c', '8524'))).toBe('person');
  });
});

it('no name passes for another person’s, or has characters that are not seen', async () => {
  const { session, signIn } = thePeople(manager, cashier);
  await signIn('m', '1111');
  const named = (name: string) => session.save({ id: null, name, role: 'cashier', active: true, pin: '8524' });
  // In Cyrillic letters.
  expect(await named('Саshiеr')).toMatchObject({ refusal: { code: 'operator-exists' } });
  const unseen = { refusal: { code: 'invalid-input', issues: [{ field: 'name' }] } };
  expect(await named('Cash\u200Bier 2')).toMatchObject(unseen);
  expect(await named('\u2800')).toMatchObject(unseen);
  expect(await named('Visa 4111 1111 1111 1111')).toMatchObject(unseen);
  expect(await named('Cashier 2')).toMatchObject({ type: 'saved' });
});

describe('two windows at one till', () => {
  it('have a session each: who signs in or out at one changes nothing at the other', async () => {
    const { session, aSession, signIn, events } = thePeople(manager, cashier);
    const other = aSession();
    await signIn('m', '1111');
    expect([session.isLocked(), other.isLocked(), other.current()]).toEqual([false, true, null]);
    await other.signIn({ operatorId: 'c', pin: '3333' });
    expect([session.current()?.id, other.current()?.id]).toEqual(['m', 'c']);
    other.signOut();
    expect([session.current()?.id, other.isLocked()]).toEqual(['m', true]);
    session.close();
    expect(session.current()).toBeNull();
    expect(events().map(([type, data]) => [type, data['reason']])).toEqual([
      ['signed-in', undefined],
      ['signed-in', undefined],
      ['signed-out', 'asked'],
      ['signed-out', 'window-closed'],
    ]);
  });

  it('lock by themselves: a touch at one does not keep the other open', async () => {
    const { session, aSession, signIn, clock } = thePeople(manager);
    const other = aSession();
    await signIn('m', '1111');
    await other.signIn({ operatorId: 'm', pin: '1111' });
    await clock.advance(autoLockMs - 1);
    other.touch();
    await clock.advance(1);
    expect([session.isLocked(), other.isLocked()]).toEqual([true, false]);
  });

  it('count wrong PINs together, and a person who is removed is signed out at both', async () => {
    const { session, aSession, kept } = thePeople(manager, cashier);
    const other = aSession();
    const guess = (at: typeof session) => at.signIn({ operatorId: 'c', pin: '0000' });
    for (const at of [session, other, session, other]) expect(await guess(at)).toMatchObject({ type: 'refused' });
    expect(await guess(session)).toMatchObject({ refusal: { code: 'operator-locked' } });
    expect(await other.signIn({ operatorId: 'c', pin: '3333' })).toMatchObject({
      refusal: { code: 'operator-locked' },
    });
    await other.signIn({ operatorId: 'm', pin: '1111' });
    kept.set('m', { ...manager, active: false });
    expect([session.current(), other.current()]).toEqual([null, null]);
  });
});
