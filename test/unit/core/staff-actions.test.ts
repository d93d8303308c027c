// What a person at the till may do: who is asked for a PIN, who is refused and why, and what the engine is told.
import { describe, expect, it } from 'vitest';
import { type OperationRequest, createSubmissions } from '#core/api/submit.ts';
import { createStaffActions } from '#core/staff/staff-actions.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Approval } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import type { Engine } from '#core/engine/engine.ts';
import { payOutOf } from '#core/sale/money-out.ts';
import type { Command } from '#operations/define.ts';
import type { OperatorRecord } from '#core/ports/operators.ts';
import type { Environment } from '#core/ports/record.ts';
import { anOperator, autoLockMs, cashier, supervisor, thePeople } from '#support/fake-people.ts';
import { aPolicy, aRecord } from '#support/records.ts';

const manager = anOperator();
const all = [manager, supervisor, cashier];
const notSignedIn = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};
const refused = (code: string, detail: string) => ({ type: 'refused', refusal: { code, detail } });
const roleMissing = (role: Role, detail: string) => ({
  type: 'refused',
  refusal: { code: 'role-missing', detail, facts: { role } },
});
const person = ({ id, name, role }: OperatorRecord) => ({ id, name, role });

function aStaff(
  records: readonly OperatorRecord[] = all,
  mode: Environment['mode'] = 'test',
  cardNumbersTyped: boolean | null = null,
) {
  const till = thePeople(...records);
  const told: unknown[][] = [];
  /** Minor units by person. */
  const paidOut = new Map<string, number>();
  const outcome = { state: 'succeeded' as 'succeeded' | 'needs-person', known: true };
  const engine = {
    submit: async (submission: object) => {
      told.push(['submit', submission]);
      return 'accepted';
    },
    cancel: async (...given: unknown[]) => {
      told.push(['cancel', ...given]);
      return 'cancelled';
    },
    decide: async (id: string, decision: { by: { id: string } }) => {
      told.push(['decide', id, decision.by.id]);
      return outcome.known ? { type: 'decided', record: aRecord({ state: outcome.state }) } : null;
    },
    needsSupervisorAway: () => false,
    // No payment is known here.
    payOut: (command: Command, input: JsonObject) =>
      payOutOf(
        {
          payment: () => null,
          paymentByTransId: () => null,
          paymentByTrace: () => null,
          openClaims: () => 0,
          startedPausedMs: () => null,
          creatorOf: () => null,
          operation: () => null,
        },
        'env',
        command,
        input,
      ),
    paidOutToday: (_clientId: string, operator: { readonly id: string } | null) => ({
      value: paidOut.get(operator?.id ?? '') ?? 0,
      currency: 'EUR',
    }),
    resume: (...given: unknown[]) => void told.push(['resume', ...given]),
  } as unknown as Engine;
  const environment = { id: 'env', mode } as Environment;
  const policy = aPolicy({ refundLimitMinor: 1_000, cardNumbersTyped });
  const staffActions = createStaffActions({
    engine,
    session: till.session,
    policy,
    environment,
    lastClosedMs: () => null,
  });
  const confirmations = { isNeeded: () => false, ask: () => Promise.reject(new Error('no program asks')) };
  const submissions = createSubmissions({ engine, people: till.people, confirmations, policy, environment });
  const press = ({ approval, ...request }: OperationRequest & { readonly approval: Approval | null }) =>
    submissions.submit({ type: 'person', session: till.session, approval }, request);
  return { ...till, staffActions, submissions, press, told, outcome, paidOut };
}

const needs = ({ submissions, session }: ReturnType<typeof aStaff>, kind: string, input: JsonObject) =>
  submissions.approvalFor(session, kind, input) !== null;

const refund = (value: number) => ({ payId: 'P1', transId: 'R-1', amount: { value, currency: 'EUR' } });
const submission = (change: object = {}): OperationRequest & { readonly approval: Approval | null } => ({
  kind: 'refund',
  input: refund(1_000),
  requestId: 'K',
  approval: null,
  replaces: null,
  ...change,
});

describe('a supervisor’s PIN', () => {
  it('is asked for above the limit, and for every refund by hand', () => {
    const staff = aStaff();
    expect(needs(staff, 'refund', refund(1_000))).toBe(false);
    expect(needs(staff, 'refund', refund(1_001))).toBe(true);
    expect(needs(staff, 'refund', { ...refund(1), amount: { value: 1, currency: 'USD' } })).toBe(true);
    expect(needs(staff, 'refund-unreferenced', {})).toBe(true);
    expect(needs(staff, 'refund', { wrong: true })).toBe(false);
    expect(needs(staff, 'capture', refund(9_999))).toBe(false);
    expect(needs(staff, 'no-such-kind', {})).toBe(false);
  });

  it('is asked for where a person’s refunds of the day go above it, and is told the sums', async () => {
    const staff = aStaff();
    const { submissions, session, paidOut, signIn } = staff;
    await signIn('c', '3333');
    paidOut.set('c', 600).set('s', 1_000);
    expect(needs(staff, 'refund', refund(400))).toBe(false);
    const eur = (value: number) => ({ value, currency: 'EUR' });
    expect(submissions.approvalFor(session, 'refund', refund(401))?.why).toEqual({
      detail:
        'This pays money out and needs a supervisor: enter their PIN. Without a supervisor 6.00 EUR of 10.00 EUR went ' +
        'out today already.',
      facts: { paidOut: eur(600), limit: eur(1_000), left: eur(400), asked: eur(401) },
    });
  });

  it('says who asks, how much goes out, of which payment and why', async () => {
    const { submissions, session, signIn } = aStaff();
    await signIn('c', '3333');
    const input = { ...refund(1_001), statementDescriptor: 'torn seam' };
    expect(submissions.approvalFor(session, 'refund', input)?.asked).toEqual({
      person: cashier.name,
      amount: { value: 1_001, currency: 'EUR' },
      payment: 'P1',
      reason: 'torn seam',
    });
    expect(submissions.approvalFor(session, 'refund-unreferenced', {})?.asked).toMatchObject({
      amount: null,
      payment: null,
    });
    // Asked before the card is typed.
    const { amount } = refund(4_500);
    expect(submissions.approvalFor(session, 'refund-unreferenced', { amount })?.asked).toMatchObject({
      amount,
      payment: null,
    });
  });

  it('is not asked for in training, where the till has no operators', () => {
    expect(needs(aStaff([]), 'refund', refund(1_001))).toBe(false);
    expect(needs(aStaff([], 'training'), 'refund-unreferenced', {})).toBe(false);
    expect(needs(aStaff([], 'live'), 'refund', refund(1_001))).toBe(true);
  });
});

describe('a card number that is typed at the till', () => {
  const typed = submission({ kind: 'refund-unreferenced', input: { paymentMethods: { card: { number: '4' } } } });
  const submitted = async (mode: Environment['mode'], set: boolean | null) => {
    const { press, told, signIn } = aStaff(all, mode, set);
    await signIn('c', '3333');
    const answer = await press({ ...typed, approval: { operatorId: 's', pin: '2222' } });
    return answer === ('accepted' as unknown) ? told.length : answer;
  };

  it.each([
    ['live', true],
    ['test', null],
    ['training', null],
  ] as const)('is taken in %s mode with the setting at %s', async (mode, set) => {
    expect(await submitted(mode, set)).toBe(1);
  });

  it.each([
    ['live', null],
    ['live', false],
    ['test', false],
  ] as const)('is refused in %s mode with the setting at %s', async (mode, set) => {
    expect(await submitted(mode, set)).toMatchObject({
      refusal: { code: 'invalid-input', issues: [{ field: 'paymentMethods.card.number', code: 'rule' }] },
    });
  });
});

describe('submitting', () => {
  it('carries who did it', async () => {
    const { press, told, signIn } = aStaff();
    expect(await press(submission())).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(await press(submission({ replaces: 'op_0' }))).toBe('accepted');
    const origin = { type: 'cashier', clientId: 'window', operator: person(cashier), approvedBy: null };
    expect(told).toEqual([
      ['submit', { kind: 'refund', input: refund(1_000), requestId: 'K', origin, replaces: 'op_0' }],
    ]);
  });

  it('asks for no PIN where the till has no operators', async () => {
    const { press, told } = aStaff([]);
    expect(await press(submission({ input: refund(9_999) }))).toBe('accepted');
    expect(told).toMatchObject([['submit', { origin: { operator: null, approvedBy: null } }]]);
  });

  it('of more than the limit needs a supervisor beside it', async () => {
    const { press, told, signIn } = aStaff();
    await signIn('c', '3333');
    const over = (approval: object | null) => press(submission({ input: refund(1_001), approval }));
    expect(await over(null)).toMatchObject(
      refused('approval-needed', 'This pays money out and needs a supervisor: enter their PIN.'),
    );
    expect(await over({ operatorId: 's', pin: '0000' })).toMatchObject({ refusal: { code: 'pin-wrong' } });
    expect(await over({ operatorId: 'c', pin: '3333' })).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(told).toEqual([]);
    expect(await over({ operatorId: 's', pin: '2222' })).toBe('accepted');
    expect(told).toMatchObject([['submit', { origin: { approvedBy: person(supervisor) } }]]);
  });

  it('is not done where who asks was removed or signed out while the supervisor’s PIN was compared', async () => {
    const { press, told, signIn, kept, session } = aStaff();
    const asked = () => press(submission({ input: refund(1_001), approval: { operatorId: 's', pin: '2222' } }));
    await signIn('c', '3333');
    const removed = asked();
    kept.set('c', { ...cashier, active: false });
    expect(await removed).toEqual(notSignedIn);
    kept.set('c', cashier);
    await signIn('c', '3333');
    const left = asked();
    session.signOut();
    expect(await left).toEqual(notSignedIn);
    expect(told).toEqual([]);
  });

  it('pays nothing out by hand where money is real and the till has no people', async () => {
    const { press } = aStaff([], 'live');
    expect(await press(submission({ input: refund(1_001) }))).toMatchObject(
      refused(
        'approval-needed',
        'This pays money out and needs a supervisor, and the till has no operators yet. Add them in the settings.',
      ),
    );
  });

  it('leaves the day’s sum to the engine, which knows repeats, and verifies the PIN that is shown for it', async () => {
    const { press, told, paidOut, signIn } = aStaff();
    await signIn('c', '3333');
    paidOut.set('c', 1_000);
    expect(await press(submission({ input: refund(1) }))).toBe('accepted');
    const wrong = { operatorId: 's', pin: '0000' };
    expect(await press(submission({ input: refund(1), approval: wrong }))).toMatchObject({ type: 'refused' });
    const approval = { operatorId: 's', pin: '2222' };
    expect(await press(submission({ input: refund(1), approval }))).toBe('accepted');
    expect(told).toMatchObject([
      ['submit', { origin: { approvedBy: null } }],
      ['submit', { origin: { approvedBy: person(supervisor) } }],
    ]);
  });

  it('counts as a touch', async () => {
    const { press, clock, session, signIn } = aStaff();
    await signIn('c', '3333');
    await clock.advance(autoLockMs - 1);
    await press(submission());
    await clock.advance(autoLockMs - 1);
    expect(session.current()).not.toBeNull();
  });
});

describe('cancelling', () => {
  it('is done by name, and by no one who has not signed in', async () => {
    const { staffActions, told, signIn } = aStaff();
    expect(await staffActions.cancel('op_1')).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(await staffActions.cancel('op_1')).toBe('cancelled');
    const alone = aStaff([]);
    await alone.staffActions.cancel('op_1');
    expect([...told, ...alone.told]).toEqual([
      ['cancel', 'op_1', 'Cashier'],
      ['cancel', 'op_1', 'cashier'],
    ]);
  });
});

describe('administration', () => {
  it('is a manager’s, and anybody’s where the till has no people', async () => {
    const { staffActions, signIn } = aStaff();
    expect(staffActions.administration()).toEqual(notSignedIn.refusal);
    await signIn('s', '2222');
    expect(staffActions.administration()).toEqual({
      code: 'role-missing',
      detail: 'Supervisor may not change that; it needs a manager.',
      facts: { role: 'manager' },
    });
    await signIn('m', '1111');
    expect(staffActions.administration()).toBeNull();
    expect(aStaff([]).staffActions.administration()).toBeNull();
  });

  it('may be done by a manager beside the person who is signed in', async () => {
    const { staffActions, signIn, session, clock } = aStaff();
    const pin = { operatorId: 'm', pin: '1111' };
    expect(await staffActions.administrator(null)).toEqual(notSignedIn);
    expect(await staffActions.administrator(pin)).toEqual({ type: 'person', person: person(manager) });
    await signIn('c', '3333');
    expect(await staffActions.administrator(null)).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(await staffActions.administrator({ operatorId: 's', pin: '2222' })).toMatchObject({
      refusal: { code: 'role-missing' },
    });
    await signIn('m', '1111');
    await clock.advance(autoLockMs - 1);
    // Their own PIN is not asked for once more, and so cannot be wrong.
    expect(await staffActions.administrator({ operatorId: 'm', pin: '0000' })).toEqual({
      type: 'person',
      person: person(manager),
    });
    await clock.advance(autoLockMs - 1);
    expect(session.current()).not.toBeNull();
    expect(await aStaff([]).staffActions.administrator(null)).toEqual({ type: 'person', person: null });
  });
});

describe('closing the shift', () => {
  it('is a supervisor’s, by name', async () => {
    const { staffActions, signIn, clock, session } = aStaff();
    expect(staffActions.closesShift()).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(staffActions.closesShift()).toEqual(
      roleMissing('supervisor', 'Cashier may not close the shift; it needs a supervisor.'),
    );
    await signIn('s', '2222');
    await clock.advance(autoLockMs - 1);
    expect(staffActions.closesShift()).toEqual({ type: 'person', name: 'Supervisor' });
    await clock.advance(autoLockMs - 1);
    expect(session.current()).not.toBeNull();
    expect(aStaff([]).staffActions.closesShift()).toEqual({ type: 'person', name: 'cashier' });
  });

  it('is done beside a cashier by the supervisor whose PIN is shown', async () => {
    const { staffActions, signIn } = aStaff();
    const supervisors = { operatorId: 's', pin: '2222' };
    expect(await staffActions.closerOfShift(supervisors)).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(await staffActions.closerOfShift(null)).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(await staffActions.closerOfShift({ operatorId: 's', pin: '9999' })).toMatchObject({
      refusal: { code: 'pin-wrong' },
    });
    expect(await staffActions.closerOfShift({ operatorId: 'c', pin: '3333' })).toMatchObject({
      refusal: { code: 'role-missing' },
    });
    expect(await staffActions.closerOfShift(supervisors)).toEqual({ type: 'person', name: 'Supervisor' });
    expect(await aStaff([]).staffActions.closerOfShift(null)).toEqual({ type: 'person', name: 'cashier' });
  });
});

describe('going on after a restore', () => {
  const reason = 'The old computer is off.';

  it('is a manager’s, with a reason in words', async () => {
    const { staffActions, told, signIn, clock, session } = aStaff();
    expect(staffActions.resume(reason)).toEqual(notSignedIn);
    await signIn('m', '1111');
    await clock.advance(autoLockMs - 1);
    const fields = (errors: object) => ({
      type: 'refused',
      refusal: { code: 'invalid-input', detail: 'Nothing was changed. Correct: reason.', errors },
    });
    expect(staffActions.resume(' x ')).toEqual(fields({ reason: ['must have at least 3 characters'] }));
    expect(staffActions.resume('4111111111111111')).toEqual(fields({ reason: ['must not contain a card number'] }));
    expect(told).toEqual([]);
    expect(staffActions.resume(` ${reason} `)).toEqual({ type: 'resumed' });
    expect(told).toEqual([['resume', 'Manager', reason]]);
    await clock.advance(autoLockMs - 1);
    expect(session.current()).not.toBeNull();
  });

  it('is anybody’s where the till has no people', () => {
    const { staffActions, told } = aStaff([]);
    expect(staffActions.resume(reason)).toEqual({ type: 'resumed' });
    expect(told).toEqual([['resume', 'cashier', reason]]);
  });
});

describe('deciding', () => {
  const decision = { outcome: 'failed', reason: 'not there', evidence: 'back office' } as const;
  const alone = { approval: null, second: null };

  it('is a supervisor’s', async () => {
    const { staffActions, told, signIn, clock, session } = aStaff();
    expect(await staffActions.decide('op_1', decision, alone)).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(await staffActions.decide('op_1', decision, alone)).toEqual(
      roleMissing('supervisor', 'Cashier may not decide that; it needs a supervisor.'),
    );
    await signIn('s', '2222');
    await clock.advance(autoLockMs - 1);
    expect(await staffActions.decide('op_1', decision, alone)).toMatchObject({ type: 'decided' });
    await clock.advance(autoLockMs - 1);
    expect(session.current()).not.toBeNull();
    expect(told).toEqual([['decide', 'op_1', 's']]);
  });

  it('needs people, words, and no card number in them', async () => {
    expect(await aStaff([]).staffActions.decide('op_1', decision, alone)).toEqual(notSignedIn);
    const { staffActions, signIn, told } = aStaff();
    await signIn('s', '2222');
    expect(await staffActions.decide('op_1', { ...decision, reason: '', evidence: 'x' }, alone)).toEqual({
      type: 'refused',
      refusal: {
        code: 'invalid-input',
        detail: 'Nothing was changed. Correct: reason, evidence.',
        errors: {
          reason: ['must have at least 3 characters'],
          evidence: ['must have at least 3 characters'],
        },
      },
    });
    expect(await staffActions.decide('op_1', { ...decision, reason: 'of 4111111111111111' }, alone)).toMatchObject({
      refusal: { code: 'invalid-input', errors: { reason: ['must not contain a card number'] } },
    });
    expect(told).toEqual([]);
  });

  it('is not done by who was removed while the second PIN was compared', async () => {
    const { staffActions, signIn, told, kept } = aStaff();
    await signIn('s', '2222');
    const waiting = staffActions.decide('op_1', decision, { ...alone, second: { operatorId: 'm', pin: '1111' } });
    kept.set('s', { ...supervisor, active: false });
    expect([await waiting, told]).toEqual([notSignedIn, []]);
  });

  it('may be done by two at one screen, who are two', async () => {
    const { staffActions, signIn, told, outcome } = aStaff();
    await signIn('s', '2222');
    const second = { operatorId: 'm', pin: '1111' };
    expect(await staffActions.decide('op_1', decision, { ...alone, second: { operatorId: 's', pin: '2222' } })).toEqual(
      refused('second-person-needed', 'The second person must be somebody else.'),
    );
    expect(
      await staffActions.decide('op_1', decision, { ...alone, second: { operatorId: 'm', pin: '0000' } }),
    ).toMatchObject({
      refusal: { code: 'pin-wrong' },
    });
    expect(
      await staffActions.decide('op_1', decision, { ...alone, second: { operatorId: 'c', pin: '3333' } }),
    ).toMatchObject({
      refusal: { code: 'role-missing' },
    });
    expect(told).toEqual([]);
    await staffActions.decide('op_1', decision, { ...alone, second });
    expect(told).toEqual([['decide', 'op_1', 's']]);
    outcome.state = 'needs-person';
    told.length = 0;
    await staffActions.decide('op_1', decision, alone);
    expect(told).toEqual([['decide', 'op_1', 's']]);
    told.length = 0;
    await staffActions.decide('op_1', decision, { ...alone, second });
    expect(told).toEqual([
      ['decide', 'op_1', 's'],
      ['decide', 'op_1', 'm'],
    ]);
    outcome.known = false;
    expect(await staffActions.decide('op_9', decision, { ...alone, second })).toBeNull();
  });

  it('is done beside a cashier by the supervisor whose PIN is shown', async () => {
    const { staffActions, signIn, told, session } = aStaff();
    const shows = (operatorId: string, pin: string) => ({ ...alone, approval: { operatorId, pin } });
    expect(await staffActions.decide('op_1', decision, shows('s', '2222'))).toEqual(notSignedIn);
    await signIn('c', '3333');
    expect(await staffActions.decide('op_1', decision, shows('s', '9999'))).toMatchObject({
      refusal: { code: 'pin-wrong' },
    });
    expect(await staffActions.decide('op_1', decision, shows('c', '3333'))).toMatchObject({
      refusal: { code: 'role-missing' },
    });
    expect(await staffActions.decide('op_1', { ...decision, reason: 'x' }, shows('s', '2222'))).toMatchObject({
      refusal: { code: 'invalid-input' },
    });
    expect(told).toEqual([]);
    expect(await staffActions.decide('op_1', decision, shows('s', '2222'))).toMatchObject({ type: 'decided' });
    expect(told).toEqual([['decide', 'op_1', 's']]);
    expect(session.current()?.id).toBe('c');
  });

  it('is done beside a cashier by two only where they are two supervisors', async () => {
    const { staffActions, signIn, told, outcome } = aStaff();
    await signIn('c', '3333');
    outcome.state = 'needs-person';
    const approval = { operatorId: 's', pin: '2222' };
    const seconds = [
      [approval, 'second-person-needed'],
      [{ operatorId: 'm', pin: '0000' }, 'pin-wrong'],
      [{ operatorId: 'c', pin: '3333' }, 'role-missing'],
    ] as const;
    for (const [second, code] of seconds) {
      expect(await staffActions.decide('op_1', decision, { approval, second })).toMatchObject({ refusal: { code } });
    }
    // The PIN of a second person alone does not decide.
    expect(await staffActions.decide('op_1', decision, { ...alone, second: approval })).toMatchObject({
      refusal: { code: 'role-missing' },
    });
    expect(told).toEqual([]);
    await staffActions.decide('op_1', decision, { approval, second: { operatorId: 'm', pin: '1111' } });
    expect(told).toEqual([
      ['decide', 'op_1', 's'],
      ['decide', 'op_1', 'm'],
    ]);
  });

  it('locks the name whose PIN is guessed beside a cashier', async () => {
    const { staffActions, signIn, told } = aStaff();
    await signIn('c', '3333');
    const guess = (pin: string) =>
      staffActions.decide('op_1', decision, { ...alone, approval: { operatorId: 's', pin } });
    for (let tries = 0; tries < 5; tries += 1) await guess('0000');
    expect(await guess('2222')).toMatchObject({ refusal: { code: 'operator-locked' } });
    expect(told).toEqual([]);
  });
});
