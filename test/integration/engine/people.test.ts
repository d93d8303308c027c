// People at a till: who may, whose PIN stands for it, who decides what could not be found out, and that the journal
// says who it was.
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import type { Role } from '#contract/people/roles.ts';
import { createSubmissions } from '#core/api/submit.ts';
import { viewOf } from '#core/api/view.ts';
import { voicesFor } from '#core/recovery/decisions.ts';
import { commandOf } from '#operations/index.ts';
import { createStaffActions } from '#core/staff/staff-actions.ts';
import { People } from '#core/staff/people.ts';
import { Session } from '#core/staff/session.ts';
import { createPins } from '#secrets/pins.ts';
import { aPolicy, answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const pinOf: { readonly [name: string]: string } = {
  Manager: '731926',
  Supervisor: '582047',
  Second: '640285',
  Cashier: '4096',
};

/** Only programs wait for a person. */
const noConfirmations = {
  isNeeded: () => false,
  ask: () => Promise.reject(new Error('no program asks')),
};

async function aManned(mode: 'test' | 'live' = 'test') {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  const till = await aTill({ folder, mode, answer: () => ok({ status: 'OK', xId: 'X-1' }) });
  const { operators } = folder;
  const people: People = new People({
    clock: till.clock,
    chance: { hex128: () => `${people.list().length + 1}` },
    operators,
    pins: createPins(Buffer.alloc(32, 3)),
    approverPinDigits: 6,
    changed: () => {},
  });
  const session = new Session({
    people,
    operators,
    clock: till.clock,
    autoLockMs: 600_000,
    changed: () => {},
    touched: () => {},
  });
  const staffActions = createStaffActions({
    engine: till.engine,
    session,
    policy: aPolicy(),
    environment: till.environment,
    lastClosedMs: () => null,
  });
  const submissions = createSubmissions({
    engine: till.engine,
    people,
    confirmations: noConfirmations,
    policy: aPolicy(),
    environment: till.environment,
  });
  const idOf = (name: string) => session.list().find((each) => each.name === name)?.id ?? 'nobody';
  const approval = (name: string, pin = pinOf[name] ?? '') => ({ operatorId: idOf(name), pin });
  const add = (name: string, role: Role) =>
    session.save({ id: null, name, role, active: true, pin: pinOf[name] ?? null });
  const journal = () => folder.journal.after(0, 1_000);
  const staff = async () => {
    await add('Manager', 'manager');
    await session.signIn(approval('Manager'));
    await add('Supervisor', 'supervisor');
    await add('Second', 'supervisor');
    await add('Cashier', 'cashier');
  };
  let presses = 0;
  const submit = async (kind: string, input: object, by: string | null = null) => {
    const submission = { kind, input: input as never, requestId: `press-${(presses += 1)}`, replaces: null };
    const acceptance = submissions.submit(
      { type: 'person', session, approval: by === null ? null : approval(by) },
      submission,
    );
    const settled = await Promise.all([acceptance, till.clock.advance(0)]);
    await till.clock.advance(0);
    return settled[0];
  };
  return { till, session, staffActions, submissions, approval, add, staff, submit, journal };
}

const refund = (value: number) => ({ payId: 'P1', transId: `R-${value}`, amount: amountOf(value) });
const manual = {
  transId: 'M-1',
  amount: amountOf(100),
  paymentMethods: { directDebit: { account: { number: 'DE02120300000000202051', accountHolderName: 'Sample' } } },
};
const codeOf = (outcome: { type: string; refusal?: { code: string } } | null) =>
  outcome?.refusal?.code ?? outcome?.type;

describe('a till without operators', () => {
  it('asks for no approval in training, and pays nothing out by hand where money is real', async () => {
    const training = await aManned();
    expect(codeOf(await training.submit('refund-unreferenced', manual))).toBe('new');
    const live = await aManned('live');
    expect(codeOf(await live.submit('refund-unreferenced', manual))).toBe('approval-needed');
    expect(live.till.gateway.sent).toHaveLength(0);
  });

  it('begins with a manager', async () => {
    const { add, session } = await aManned();
    expect(codeOf(await add('Cashier', 'cashier'))).toBe('manager-missing');
    expect(codeOf(await add('Manager', 'manager'))).toBe('saved');
    expect(session.isManned()).toBe(true);
  });
});

describe('a till with operators', () => {
  it('takes nothing while no person is signed in', async () => {
    const { staff, session, submit, staffActions, till } = await aManned();
    await staff();
    session.signOut();
    expect(codeOf(await submit('refund', refund(100)))).toBe('not-signed-in');
    expect(codeOf(await staffActions.cancel('op_1'))).toBe('not-signed-in');
    expect(till.gateway.sent).toHaveLength(0);
  });

  it('signs a person out who leaves it alone, also while the machine sleeps', async () => {
    const { staff, session, till } = await aManned();
    await staff();
    await till.clock.advance(599_000);
    session.touch();
    expect(session.current()?.name).toBe('Manager');
    till.clock.aheadMs = 600_000;
    expect(session.current()).toBeNull();
  });

  it('asks for a supervisor above the limit and for every manual refund, and says in the journal who it was', async () => {
    const { staff, session, approval, submit, journal, submissions } = await aManned();
    await staff();
    await session.signIn(approval('Cashier'));
    expect(codeOf(await submit('refund', refund(10_000)))).toBe('new');
    expect(codeOf(await submit('refund', refund(10_001)))).toBe('approval-needed');
    expect(codeOf(await submit('refund', { ...refund(5), amount: { value: 5, currency: 'CHF' } }))).toBe(
      'approval-needed',
    );
    expect(codeOf(await submit('refund-unreferenced', manual))).toBe('approval-needed');
    expect(submissions.approvalFor(session, 'refund-unreferenced', {})).not.toBeNull();
    expect(submissions.approvalFor(session, 'refund', {})).toBeNull();
    expect(codeOf(await submit('refund-unreferenced', manual, 'Cashier'))).toBe('role-missing');
    expect(codeOf(await submit('refund-unreferenced', manual, 'Supervisor'))).toBe('new');
    const told = journal().findLast(({ type }) => type === 'accepted');
    expect(told?.data).toMatchObject({ operator: { name: 'Cashier' }, approvedBy: { name: 'Supervisor' } });
  });

  it('asks for a supervisor when a person’s refunds of the day go above the limit together, also all at once', async () => {
    const { staff, session, approval, submit, submissions, till } = await aManned();
    await staff();
    await session.signIn(approval('Cashier'));
    const both = await Promise.all([submit('refund', refund(9_999)), submit('refund', refund(9_999))]);
    expect(new Set(both.map(codeOf))).toEqual(new Set(['approval-needed', 'new']));
    expect(codeOf(await submit('refund', refund(2)))).toBe('approval-needed');
    expect(submissions.approvalFor(session, 'refund', refund(2))?.why.facts).toMatchObject({
      paidOut: { value: 9_999, currency: 'EUR' },
    });
    // What a supervisor approved leaves the rest of the day as it was; another person has a day of their own.
    expect(codeOf(await submit('refund', refund(2), 'Supervisor'))).toBe('new');
    expect(codeOf(await submit('refund', refund(1)))).toBe('new');
    await session.signIn(approval('Manager'));
    expect(codeOf(await submit('refund', refund(10_000)))).toBe('new');
    await till.clock.advance(86_400_000);
    await session.signIn(approval('Cashier'));
    expect(codeOf(await submit('refund', refund(10_000)))).toBe('new');
  });

  it('asks for a supervisor where a reversal names a small sum of a payment that is not known here', async () => {
    const { staff, session, approval, submit, till } = await aManned();
    await staff();
    await session.signIn(approval('Cashier'));
    // It gives all of it back, whatever sum is named beside it.
    const atTerminal = { messageType: 'REVERSE', transId: 'V-1', posTerminalId: 'T1', traceNr: '999' };
    expect(codeOf(await submit('cloud-pos', { ...atTerminal, amount: amountOf(1) }))).toBe('approval-needed');
    expect(codeOf(await submit('reverse', { payId: 'P-9', amount: amountOf(1) }))).toBe('approval-needed');
    expect(till.gateway.sent.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  it('asks for a supervisor where a reversal may pay out and names no sum, which would not count for the day', async () => {
    const { staff, session, approval, submit, till } = await aManned();
    await staff();
    await session.signIn(approval('Cashier'));
    const authorized = {
      status: 'AUTHORIZED',
      responseCode: '00000000',
      approvalCode: '10',
      payId: 'P-1',
      traceNr: '6',
    };
    // What others captured of it meanwhile the gateway does not show just now.
    const notShown = answered(500, json({ responseCode: '40000001' }));
    till.gateway.answer = ({ method }) => (method === 'GET' ? notShown : ok(authorized));
    await submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1', { amount: amountOf(5_000) }));
    expect(codeOf(await submit('reverse', { payId: 'P-1' }))).toBe('approval-needed');
    expect(codeOf(await submit('reverse', { payId: 'P-1' }, 'Supervisor'))).toBe('new');
  });

  it('lets only a manager change the list, and keeps one', async () => {
    const { staff, session, approval, add } = await aManned();
    await staff();
    const manager = session.list().find(({ name }) => name === 'Manager');
    const asCashier = { id: manager?.id ?? '', name: 'Manager', role: 'cashier', active: true, pin: null } as const;
    expect(codeOf(await session.save(asCashier))).toBe('manager-missing');
    await session.signIn(approval('Supervisor'));
    expect(codeOf(await add('Another', 'cashier'))).toBe('role-missing');
  });
});

describe('what only a manager may do', () => {
  it('is refused to all others; a till without operators refuses it to no one', async () => {
    const { staff, session, approval, staffActions } = await aManned();
    expect(staffActions.administration()).toBeNull();
    await staff();
    expect(staffActions.administration()).toBeNull();
    await session.signIn(approval('Supervisor'));
    expect(staffActions.administration()?.code).toBe('role-missing');
    session.signOut();
    expect(staffActions.administration()?.code).toBe('not-signed-in');
  });

  it('is to say that a copied folder goes on, with a reason that holds no card number', async () => {
    const { staff, session, approval, staffActions, till } = await aManned();
    const resumed: unknown[] = [];
    till.engine.resume = (by, why) => void resumed.push([by, why]);
    expect(codeOf(staffActions.resume('The old computer is off.'))).toBe('resumed');
    await staff();
    expect(codeOf(staffActions.resume(' '))).toBe('invalid-input');
    expect(codeOf(staffActions.resume('4111 1111 1111 1111'))).toBe('invalid-input');
    expect(codeOf(staffActions.resume('It is the only one.'))).toBe('resumed');
    await session.signIn(approval('Supervisor'));
    expect(codeOf(staffActions.resume('It is the only one.'))).toBe('role-missing');
    expect(resumed).toEqual([
      ['cashier', 'The old computer is off.'],
      ['Manager', 'It is the only one.'],
    ]);
  });
});

describe('a bridge that was exchanged', () => {
  it('keeps the person who was signed in, with their role, and none who is not on the list', async () => {
    const { staff, session, add } = await aManned();
    await staff();
    const [cashier] = session.list().filter(({ role }) => role === 'cashier');
    session.carryOn(cashier?.id ?? '');
    expect(session.current()?.name).toBe('Cashier');
    session.carryOn('nobody');
    expect(session.current()?.name).toBe('Cashier');
    expect(codeOf(await add('Another', 'cashier'))).toBe('role-missing');
  });
});

describe('a PIN', () => {
  it('locks its name after five wrong tries in a row, however fast they come', async () => {
    const { staff, session, approval, till } = await aManned();
    await staff();
    const guesses = Array.from({ length: 7 }, () => session.verify(approval('Cashier', '9999'), 'cashier'));
    const codes = (await Promise.all(guesses)).map(codeOf);
    expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'pin-wrong'));
    expect(codes.slice(4)).toEqual(Array.from({ length: 3 }, () => 'operator-locked'));
    expect(codeOf(await session.verify(approval('Cashier'), 'cashier'))).toBe('operator-locked');
    await till.clock.advance(60_001);
    expect(codeOf(await session.verify(approval('Cashier'), 'cashier'))).toBe('person');
  });

  it('is nowhere in the database or the journal', async () => {
    const { staff, journal } = await aManned();
    await staff();
    // By itself: within a hash the digits may stand by chance.
    expect(JSON.stringify(journal())).not.toMatch(/(?<![\w-])(?:111111|222222|4444)(?![\w-])/);
  });
});

describe('what needs a person', () => {
  const decision = { outcome: 'failed', reason: 'The customer was not charged.', evidence: 'Bank statement' } as const;
  const alone = { approval: null, second: null };

  async function withUnknown(kind: string, input: object) {
    const house = await aManned();
    await house.staff();
    house.till.gateway.answer = () => lost;
    const acceptance = await house.submit(kind, input, 'Supervisor');
    if (acceptance.type !== 'new') throw new Error(codeOf(acceptance));
    house.till.gateway.answer = ({ method }) => (method === 'GET' ? ok({ payId: 'P1', status: 'ODD' }) : lost);
    await house.till.clock.advance(48 * 3_600_000);
    const { id } = acceptance.record;
    expect(house.till.operation(id).state).toBe('needs-person');
    const by = async (name: string, said: object = decision, second: string | null = null) => {
      await house.session.signIn(house.approval(name));
      const pins = { approval: null, second: second === null ? null : house.approval(second) };
      const settlement = house.staffActions.decide(id, said as never, pins);
      return (await Promise.all([settlement, house.till.clock.advance(0)]))[0];
    };
    return { ...house, id, by };
  }
  const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(100) };

  it('is settled by a supervisor with reason and evidence, and the next in its lane goes on', async () => {
    const { by, id, till, journal } = await withUnknown('capture', capture);
    expect(codeOf(await by('Cashier'))).toBe('role-missing');
    expect(codeOf(await by('Supervisor', { ...decision, reason: '' }))).toBe('invalid-input');
    expect(codeOf(await by('Supervisor', { ...decision, evidence: 'card 4111 1111 1111 1111' }))).toBe('invalid-input');
    expect(codeOf(await by('Supervisor'))).toBe('decided');
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'decided' } });
    expect(till.store.laneHolder('payment:env:pay:P1')).toBeNull();
    expect(journal().findLast(({ type }) => type === 'decided')?.data).toMatchObject({
      by: { name: 'Supervisor' },
      reason: decision.reason,
      evidence: decision.evidence,
    });
    expect(codeOf(await by('Supervisor'))).toBe('not-decidable');
  });

  it('needs two who say the same where money may have been paid out', async () => {
    const { by, id, till } = await withUnknown('refund', refund(100));
    await by('Supervisor');
    expect(till.operation(id).state).toBe('needs-person');
    await by('Supervisor');
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [{ outcome: 'failed' }] });
    await by('Second', { ...decision, outcome: 'succeeded' });
    expect(till.operation(id)).toMatchObject({ state: 'needs-person' });
    await by('Manager');
    expect(till.operation(id)).toMatchObject({ state: 'failed' });
  });

  it('is settled beside a cashier in the name of the supervisors whose PINs are shown', async () => {
    const { id, till, session, staffActions, approval, journal } = await withUnknown('refund', refund(100));
    await session.signIn(approval('Cashier'));
    const decide = (first: string, second: string | null) =>
      staffActions.decide(id, decision, {
        approval: approval(first),
        second: second === null ? null : approval(second),
      });
    expect(codeOf(await decide('Supervisor', 'Supervisor'))).toBe('second-person-needed');
    expect(codeOf(await decide('Supervisor', 'Cashier'))).toBe('role-missing');
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [] });
    await decide('Supervisor', null);
    await decide('Supervisor', null);
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [{ by: { name: 'Supervisor' } }] });
    await decide('Manager', null);
    expect(till.operation(id)).toMatchObject({ state: 'failed' });
    expect(session.current()?.name).toBe('Cashier');
    const said = journal().filter(({ type }) => type === 'decision-noted' || type === 'decided');
    expect(said.map(({ data }) => data['by'])).toMatchObject([
      { name: 'Supervisor', role: 'supervisor' },
      { name: 'Supervisor' },
      { name: 'Manager', role: 'manager' },
    ]);
  });

  it.each([
    ['was removed', { active: false, role: 'supervisor' }],
    ['may no longer decide', { active: true, role: 'cashier' }],
  ] as const)('does not count the word of one who %s since', async (_, change) => {
    const { by, id, till, session, approval, journal } = await withUnknown('refund', refund(100));
    await by('Supervisor');
    const shown = () => viewOf(till.operation(id), { ...till, clients: { nameOf: () => null }, policy: aPolicy() });
    expect(shown().decisions).toMatchObject([{ by: 'Supervisor' }]);
    await session.signIn(approval('Manager'));
    const { operatorId } = approval('Supervisor');
    await session.save({ id: operatorId, name: 'Supervisor', pin: null, ...change });
    expect(shown()).not.toHaveProperty('decisions');
    await by('Second');
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [{ by: { name: 'Second' } }] });
    await by('Manager');
    expect(till.operation(id)).toMatchObject({ state: 'failed' });
    const noted = journal().filter(({ type }) => type === 'decision-noted');
    expect(noted.map(({ data }) => data['by'])).toMatchObject([{ name: 'Supervisor' }, { name: 'Second' }]);
  });

  it('is not settled by a slip of ten times the amount', async () => {
    const { by, id, till } = await withUnknown('capture', capture);
    const said = (amountMinor: number) => ({ ...decision, outcome: 'succeeded', slip: { amountMinor } });
    expect(codeOf(await by('Supervisor', said(1_000)))).toBe('invalid-input');
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [] });
    expect(codeOf(await by('Supervisor', said(999)))).toBe('decided');
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', approved: amountOf(999) });
  });

  it('did not fail where the gateway approved a part, unless the person says that nothing of it is left', async () => {
    const { staff, submit, till, staffActions, session, approval, journal } = await aManned();
    await staff();
    const sale = { messageType: 'SALE', transId: 'S-9', posTerminalId: 'T1', amount: amountOf(1_100) };
    const shown = {
      transId: 'S-9',
      payId: 'P9',
      status: 'CAPTURED',
      responseCode: '00000000',
      amount: amountOf(1_100),
    };
    till.gateway.answer = () => ok({ ...shown, traceNr: '000009', approvedAmount: amountOf(500) });
    const acceptance = await submit('cloud-pos', sale, 'Supervisor');
    if (acceptance.type !== 'new') throw new Error(codeOf(acceptance));
    await till.clock.advance(1_000);
    const { id } = acceptance.record;
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', approved: amountOf(500) });
    await session.signIn(approval('Supervisor'));
    const said = { outcome: 'failed', reason: 'not wanted', evidence: 'slip' } as const;
    const refused = await staffActions.decide(id, said, alone);
    expect(refused).toMatchObject({ type: 'refused', refusal: { code: 'not-decidable' } });
    expect(refused).toMatchObject({
      refusal: { detail: expect.stringContaining('approved 5.00 EUR of it') as string },
    });
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', decisions: [] });
    expect(codeOf(await staffActions.decide(id, { ...said, givenBack: true }, alone))).toBe('decided');
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'decided' } });
    expect(journal().findLast(({ type }) => type === 'decided')?.data).toMatchObject({ givenBack: true });
  });

  it('of another sum than the gateway named needs two who read it from the slip', async () => {
    const { till, staff, submit, staffActions, session, approval } = await aManned();
    await staff();
    const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: amountOf(1_100) };
    const shown = { status: 'OK', responseCode: '00000000', transId: 'S-1', traceNr: '000009', approvalCode: '1' };
    till.gateway.answer = () => ok({ ...shown, amount: amountOf(500) });
    const acceptance = await submit('cloud-pos', sale, 'Supervisor');
    if (acceptance.type !== 'new') throw new Error(codeOf(acceptance));
    await till.clock.advance(1_000);
    const { id } = acceptance.record;
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', approved: amountOf(500) });
    const by = async (name: string, amountMinor: number) => {
      await session.signIn(approval(name));
      return staffActions.decide(
        id,
        { outcome: 'succeeded', reason: 'slip', evidence: 'slip', slip: { amountMinor } },
        alone,
      );
    };
    expect(codeOf(await by('Supervisor', 1_000))).toBe('decided');
    expect(voicesFor(till.store, commandOf('cloud-pos')!, till.operation(id))).toBe(2);
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', approved: amountOf(500) });
    expect(codeOf(await by('Manager', 900))).toBe('decided');
    expect(till.operation(id).state).toBe('needs-person');
    await by('Second', 1_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', approved: amountOf(1_000) });
  });

  it('of the sum that the gateway named needs one', async () => {
    const { till, staff, submit, staffActions, session, approval } = await aManned();
    await staff();
    const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: amountOf(1_100) };
    till.gateway.answer = () =>
      ok({
        status: 'OK',
        responseCode: '00000000',
        transId: 'S-1',
        traceNr: '9',
        approvalCode: '1',
        amount: amountOf(500),
      });
    const acceptance = await submit('cloud-pos', sale, 'Supervisor');
    if (acceptance.type !== 'new') throw new Error(codeOf(acceptance));
    await till.clock.advance(1_000);
    await session.signIn(approval('Supervisor'));
    const said = { outcome: 'succeeded', reason: 'slip', evidence: 'slip', slip: { amountMinor: 500 } } as const;
    await staffActions.decide(acceptance.record.id, said, alone);
    expect(till.operation(acceptance.record.id)).toMatchObject({ state: 'succeeded', approved: amountOf(500) });
  });

  /** A sale of 10.00 without an answer, of which look-ups show this sum as captured, minor units. */
  async function aDoubtfulSale(captured: number) {
    const house = await aManned();
    const { till, staff, submit } = house;
    await staff();
    const shown = { payId: 'P1', transId: 'S-1', status: 'ODD', amount: amountOf(1_000), totals: { captured } };
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(shown) : lost);
    const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: amountOf(1_000) };
    const acceptance = await submit('cloud-pos', sale, 'Supervisor');
    if (acceptance.type !== 'new') throw new Error(codeOf(acceptance));
    await till.clock.advance(3_600_000);
    return { ...house, id: acceptance.record.id };
  }

  it('of another sum than the last look-up shows as captured needs two, as of another sum than an answer names', async () => {
    const { till, id, staffActions, session, approval } = await aDoubtfulSale(1_000);
    const by = async (name: string, amountMinor: number) => {
      await session.signIn(approval(name));
      const said = { outcome: 'succeeded', reason: 'slip', evidence: 'slip', slip: { amountMinor } } as const;
      await staffActions.decide(id, said, { approval: null, second: null });
      return till.operation(id).state;
    };
    expect(await by('Supervisor', 900)).toBe('needs-person');
    expect(voicesFor(till.store, commandOf('cloud-pos')!, till.operation(id))).toBe(2);
    expect(await by('Second', 900)).toBe('succeeded');
    expect(till.operation(id).approved).toEqual(amountOf(900));
  });

  it('of the sum that the last look-up shows as captured needs one', async () => {
    const { till, id, staffActions, session, approval } = await aDoubtfulSale(900);
    await session.signIn(approval('Supervisor'));
    const said = { outcome: 'succeeded', reason: 'slip', evidence: 'slip', slip: { amountMinor: 900 } } as const;
    await staffActions.decide(id, said, { approval: null, second: null });
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', approved: amountOf(900) });
  });

  it('as a capture that came to less ends with that, and the rest is captured and refunded afterwards', async () => {
    const { till, staff, submit, staffActions, session, approval } = await aManned();
    await staff();
    const authorized = { status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7', approvalCode: '123456' };
    till.gateway.answer = () => ok({ ...authorized, payId: 'P1' });
    const hold = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'A-1', posTerminalId: 'T1' };
    await submit('cloud-pos', { ...hold, amount: amountOf(1_000) }, 'Supervisor');
    await till.clock.advance(1_000);
    let captured = 0;
    let refNr: string | null = null;
    till.gateway.answer = ({ method, body }) => {
      if (method !== 'GET') {
        refNr = textAt(bodyOf(body), 'refNr');
        captured = 900;
        return lost;
      }
      const made = { type: 'AUTHORIZATION', status: 'AUTHORIZED', amount: amountOf(1_000) };
      const entry = { type: 'CAPTURE', status: 'CAPTURED', refNr, amount: amountOf(900) };
      const totals = { authorized: 1_000, captured, refunded: 0 };
      const operations = captured === 0 ? [made] : [made, entry];
      return ok({ payId: 'P1', status: 'CAPTURED', amount: amountOf(1_000), totals, operations });
    };
    const held = await submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(1_000) }, 'Supervisor');
    if (held.type !== 'new') throw new Error(codeOf(held));
    const { id } = held.record;
    await till.clock.advance(24 * 3_600_000);
    expect(till.operation(id)).toMatchObject({ state: 'needs-person', doubt: 'contradiction' });
    await session.signIn(approval('Supervisor'));
    const said = { outcome: 'succeeded', reason: 'slip', evidence: 'slip', slip: { amountMinor: 900 } } as const;
    await staffActions.decide(id, said, { approval: null, second: null });
    await till.clock.advance(24 * 3_600_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', approved: amountOf(900) });
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: 900 });
    till.gateway.answer = ({ path }) => ok({ payId: 'P1', status: path.endsWith('/captures') ? 'CAPTURED' : 'OK' });
    expect(await till.refused('capture', { payId: 'P1', transId: 'C-2', amount: amountOf(101) })).toMatch(/exceeds/);
    const rest = await till.submit('capture', { payId: 'P1', transId: 'C-2', amount: amountOf(100) });
    expect(rest.state).toBe('succeeded');
    const card = { providerTransactionId: 'C-2' };
    const back = { payId: 'P1', transId: 'R-1', paymentMethods: { card } };
    expect(await till.refused('refund', { ...back, amount: amountOf(1_001) })).toMatch(/exceeds/);
    expect((await till.submit('refund', { ...back, amount: amountOf(1_000) })).state).toBe('succeeded');
  });

  it('keeps each number that one of two read from the slip', async () => {
    const { by, id, till } = await withUnknown('refund', refund(100));
    const said = (slip: object) => ({ ...decision, outcome: 'succeeded', slip: { amountMinor: 100, ...slip } });
    await by('Supervisor', said({ traceNr: '000111' }));
    await by('Second', said({ approvalCode: '222' }));
    expect(till.operation(id)).toMatchObject({
      state: 'succeeded',
      result: { traceNr: '000111', approvalCode: '222' },
    });
  });

  it('needs two who name the same slip, as far as both name one', async () => {
    const { by, id, till } = await withUnknown('refund', refund(100));
    const said = (slip: object) => ({ ...decision, outcome: 'succeeded', slip: { amountMinor: 100, ...slip } });
    await by('Supervisor', said({ payId: 'P1', traceNr: '000111' }));
    await by('Second', said({ payId: 'P1', traceNr: '000222' }));
    expect(till.operation(id).state).toBe('needs-person');
    await by('Manager', said({ payId: 'P1' }));
    expect(till.operation(id).state).toBe('succeeded');
  });

  it('can be settled by two at one screen, but not by one twice', async () => {
    const { by, id, till } = await withUnknown('refund-unreferenced', manual);
    expect(codeOf(await by('Supervisor', decision, 'Supervisor'))).toBe('second-person-needed');
    expect(codeOf(await by('Supervisor', { ...decision, outcome: 'succeeded' }, 'Second'))).toBe('decided');
    expect(till.operation(id).state).toBe('succeeded');
  });
});

describe('closing the shift', () => {
  it('is a supervisor\u2019s, and the journal gets the name; without operators anybody closes', async () => {
    const { staffActions, staff, session, approval } = await aManned();
    expect(staffActions.closesShift()).toEqual({ type: 'person', name: 'cashier' });
    await staff();
    expect(staffActions.closesShift()).toEqual({ type: 'person', name: 'Manager' });
    await session.signIn(approval('Cashier'));
    expect(codeOf(staffActions.closesShift())).toBe('role-missing');
    session.signOut();
    expect(codeOf(staffActions.closesShift())).toBe('not-signed-in');
  });
});
