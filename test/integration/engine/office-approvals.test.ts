// A supervisor at the office approves what the window asks for, over the real engine: an answer counts once, for exactly
// what was asked, while its question waits, and for the person who asked. Anything else approves nothing.
import { describe, expect, it } from 'vitest';
import type { ApprovalQuestion, SignedApproval } from '#contract/office/approvals.ts';
import type { Refused } from '#contract/programs/problems.ts';
import type { OfficeAnswer } from '#contract/till/window.ts';
import { createSubmissions } from '#core/api/submit.ts';
import { viewOf } from '#core/api/view.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import type { OfficeSaid } from '#core/ports/operators.ts';
import { OfficeApprovals } from '#core/staff/office-approvals.ts';
import { People } from '#core/staff/people.ts';
import { Session } from '#core/staff/session.ts';
import { aPolicy } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok, terminalCommand } from '#support/till.ts';

interface Asked {
  readonly question: ApprovalQuestion;
  readonly answer: (said: OfficeSaid) => void;
  ended: boolean;
}

const noConfirmations = { isNeeded: () => false, ask: () => Promise.reject(new Error('no program asks')) };
const pins = { hash: async (pin: string) => pin, matches: async (pin: string, hash: string) => pin === hash };

async function aShop({ wants = true, there = true, mode = 'test' as const }: Partial<Wishes> = {}) {
  const folder = opened(aFolder());
  const till = await aTill({ folder, mode, answer: () => ok({ status: 'OK', xId: 'X-1' }) });
  const { clock, engine, environment } = till;
  const { operators, store } = folder;
  let ids = 0;
  const hex128 = () => (ids += 1).toString(16).padStart(32, '0');
  const people = new People({ clock, chance: { hex128 }, operators, pins, approverPinDigits: 6, changed: () => {} });
  const aSession = () =>
    new Session({ people, operators, clock, autoLockMs: 600_000, changed: () => {}, touched: () => {} });
  const session = aSession();
  const asked: Asked[] = [];
  const policy = aPolicy({ officeApprovals: wants });
  const approvals = new OfficeApprovals({
    engine,
    store,
    clock,
    chance: { hex128 },
    digests: { keyed: (text) => text },
    journal: (entry) => operators.journal(entry),
    policy,
    environment,
    office: {
      isThere: () => there,
      ask(question) {
        const { promise: said, resolve: answer } = Promise.withResolvers<OfficeSaid>();
        const each: Asked = { question, answer, ended: false };
        asked.push(each);
        return { said, end: () => void (each.ended = true) };
      },
    },
  });
  const submissions = createSubmissions({
    engine,
    people,
    confirmations: noConfirmations,
    policy,
    environment,
    approvals,
  });
  const idOf = (name: string) => people.list().find((each) => each.name === name)?.id ?? '';
  const signIn = (name: string, at = session) => at.signIn({ operatorId: idOf(name), pin: '582047' });
  for (const [name, role] of [
    ['Manager', 'manager'],
    ['Cleo', 'cashier'],
    ['Dora', 'cashier'],
  ] as const) {
    await session.save({ id: null, name, role, active: true, pin: '582047' });
    if (name === 'Manager') await signIn('Manager');
  }
  await signIn('Cleo');
  const settled = async <T>(work: Promise<T>): Promise<T> => (await Promise.all([work, clock.advance(0)]))[0];
  /** Asks, and gives the question time to reach the office. */
  const ask = async (input: object, more: Partial<Wanted> = {}, at = session) => {
    const before = asked.length;
    const answer = submissions.askOffice(at, { kind: 'refund', input: input as never, ...more });
    for (let turn = 0; turn < 50 && asked.length === before; turn += 1) await clock.advance(0);
    return { answer, question: asked.at(-1) };
  };
  const submit = (input: object, officeRequest: string | null, more: Partial<Wanted> = {}, at = session) =>
    settled(
      submissions.submit(
        { type: 'person', session: at, approval: officeRequest === null ? null : { officeRequest } },
        { kind: 'refund', input: input as never, requestId: `press-${hex128()}`, ...more },
      ),
    );
  /** Asked and approved; its id. */
  const approved = async (input: object, more: Partial<Wanted> = {}) => {
    const { answer, question } = await ask(input, more);
    question?.answer(says());
    const said = await settled(answer);
    return said.type === 'approved' ? said.request : '';
  };
  const journal = (type: string) => folder.journal.after(0, 1_000).filter((each) => each.type === type);
  const sent = () => till.gateway.sent.filter(({ method }) => method === 'POST');
  return {
    till,
    clock,
    session,
    aSession,
    signIn,
    submissions,
    approvals,
    asked,
    ask,
    submit,
    approved,
    journal,
    sent,
    settled,
  };
}

interface Wishes {
  readonly wants: boolean;
  readonly there: boolean;
  readonly mode: 'test';
}
interface Wanted {
  readonly kind: string;
  readonly line: string | null;
  readonly refundOf: string | null;
}

function says(verdict: SignedApproval['verdict'] = 'approved', name = 'Ada'): OfficeSaid {
  const by = { id: '7d9f2a54-0c34-4a54-9a3c-2f0f3f1f7a11', name };
  const answer = { verdict, by, at: '2026-01-31T18:05:00.000Z', keyId: 'a'.repeat(32), signature: 'c2lnbmVk' };
  return { type: 'answered', question: 'b'.repeat(64), answer };
}

const large = { payId: 'P1', transId: 'R-1', amount: amountOf(20_000) };
const codeOf = (outcome: { type: string; refusal?: { code: string } }) => outcome.refusal?.code ?? outcome.type;
const whyOf = (answer: OfficeAnswer | Refused) => (answer.type === 'unanswered' ? answer.why : answer.type);

describe('a refund above the limit', () => {
  it('is asked with what a supervisor would be shown, and sent with the office’s approval', async () => {
    const { ask, submit, settled, journal, sent, till } = await aShop();
    const { answer, question } = await ask(large, { line: '4711/1' });
    expect(question?.question).toMatchObject({
      mode: 'test',
      sort: 'refund',
      person: 'Cleo',
      amount: { value: 20_000, currency: 'EUR' },
      payment: { reference: 'P1', payId: 'P1' },
      line: '4711/1',
    });
    question?.answer(says());
    const said = await settled(answer);
    expect(said).toMatchObject({ type: 'approved', by: 'Ada' });
    const request = said.type === 'approved' ? said.request : '';
    const acceptance = await submit(large, request, { line: '4711/1' });
    expect(codeOf(acceptance)).toBe('new');
    await till.clock.advance(0);
    expect(sent()).toHaveLength(1);
    expect(journal('office-answered')[0]?.data).toMatchObject({
      approval: request,
      verdict: 'approved',
      askedBy: { name: 'Cleo' },
      by: { name: 'Ada' },
      amount: { value: 20_000, currency: 'EUR' },
      signature: 'c2lnbmVk',
    });
    expect(journal('accepted')[0]?.data).toMatchObject({
      operator: { name: 'Cleo' },
      approvedBy: { name: 'Ada', office: request },
    });
    if (acceptance.type === 'refused') throw new Error('it was refused');
    const ports = { clock: till.clock, store: till.store, clients: { nameOf: () => null }, policy: aPolicy() };
    expect(viewOf(acceptance.record, ports).origin).toMatchObject({ approvedBy: 'Ada', approvedAtOffice: true });
  });

  it('that was declined is not sent, and the journal says by whom', async () => {
    const { ask, submit, settled, journal } = await aShop();
    const { answer, question } = await ask(large);
    question?.answer(says('declined'));
    expect(await settled(answer)).toEqual({ type: 'declined', by: 'Ada' });
    expect(codeOf(await submit(large, question?.question.id ?? ''))).toBe('approval-needed');
    expect(journal('office-answered')[0]?.data).toMatchObject({ verdict: 'declined' });
  });

  it('leaves what the cashier may pay out alone as it was', async () => {
    const { approved, submit } = await aShop();
    expect(codeOf(await submit(large, await approved(large)))).toBe('new');
    expect(codeOf(await submit({ ...large, transId: 'R-2', amount: amountOf(10_000) }, null))).toBe('new');
  });

  it('without a payment says so: the transId of a refund at the terminal is its own', async () => {
    const { ask } = await aShop();
    const credit = { messageType: 'CREDIT', transId: 'M-1', posTerminalId: 'T1', refNr: 'A-17', amount: amountOf(100) };
    const { question } = await ask(credit, { kind: 'cloud-pos' });
    expect(question?.question).toMatchObject({ sort: 'manual-refund', payment: null, terminal: 'T1' });
  });

  it('that the till would refuse anyway is asked nobody', async () => {
    const { ask, asked } = await aShop();
    const { answer } = await ask({ ...large, metadata: { reason: '4111 1111 1111 1111' } });
    expect(codeOf(await answer)).toBe('invalid-input');
    expect(asked).toHaveLength(0);
  });
});

describe('a reversal at the terminal', () => {
  const voided = terminalCommand('REVERSE', 'V-1', { traceNr: '6', amount: amountOf(15_000) });
  const asVoid = { kind: 'cloud-pos' };

  /** 150.00 that this till authorized, and another one captured; `takes`: another one raised it and captured all. */
  async function aTakenPayment() {
    const shop = await aShop();
    const good = { status: 'OK', responseCode: '00000000', approvalCode: '10' };
    const held = { ...good, status: 'AUTHORIZED', payId: 'P1', traceNr: '6', approvalCode: '9' };
    let taken = 15_000;
    const shown = () => ({
      payId: 'P1',
      transId: 'A-1',
      status: 'CAPTURED',
      amount: amountOf(taken),
      totals: { authorized: taken, captured: taken, refunded: 0 },
    });
    shop.till.gateway.answer = ({ method, body }) =>
      ok(method === 'GET' ? shown() : body?.includes('AUTHORISATION') === true ? held : good);
    const first = terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1', { amount: amountOf(taken) });
    await shop.till.submit('cloud-pos', first);
    const takes = (minor: number) => {
      taken = minor;
    };
    return { ...shop, takes };
  }
  const reversals = ({ sent }: Pick<Shop, 'sent'>) => sent().filter(({ body }) => body?.includes('REVERSE') === true);

  it('is asked with what the gateway shows to be taken at this moment, and sent', async () => {
    const shop = await aTakenPayment();
    const { answer, question } = await shop.ask(voided, asVoid);
    expect(question?.question).toMatchObject({
      sort: 'reversal',
      amount: { value: 15_000, currency: 'EUR' },
      payment: { captured: { value: 15_000 } },
      terminal: null,
    });
    question?.answer(says());
    const said = await shop.settled(answer);
    expect(codeOf(await shop.submit(voided, said.type === 'approved' ? said.request : '', asVoid))).toBe('new');
    expect(reversals(shop)).toHaveLength(1);
  });

  it('is not sent where more was taken since than the office approved', async () => {
    const shop = await aTakenPayment();
    const request = await shop.approved(voided, asVoid);
    expect(request).not.toBe('');
    shop.takes(15_001);
    expect(codeOf(await shop.submit(voided, request, asVoid))).toBe('reversal-differs');
    expect(reversals(shop)).toHaveLength(0);
  });

  it('is asked nobody where the window withdraws it while the till still looks at the gateway', async () => {
    const shop = await aTakenPayment();
    // The till sees what was taken, so that it knows at once that a supervisor is needed.
    expect(codeOf(await shop.submit(voided, null, asVoid))).toBe('approval-needed');
    const { promise, resolve } = Promise.withResolvers<GatewayAnswer>();
    const { answer: answers } = shop.till.gateway;
    shop.till.gateway.answer = (asked) =>
      asked.method === 'GET' ? promise.then(() => answers(asked)) : answers(asked);
    const { answer } = await shop.ask(voided, asVoid);
    shop.submissions.withdrawOffice(shop.session);
    resolve(ok({}));
    expect(whyOf(await shop.settled(answer))).toBe('withdrawn');
    await shop.clock.advance(0);
    expect(shop.asked).toHaveLength(0);
  });
});

describe('an approval', () => {
  it('counts once', async () => {
    const { approved, submit } = await aShop();
    const request = await approved(large);
    expect(codeOf(await submit(large, request))).toBe('new');
    expect(codeOf(await submit({ ...large, transId: 'R-2' }, request))).toBe('approval-needed');
  });

  it.each([
    ['another sum', { ...large, amount: amountOf(20_001) }, {}],
    ['another payment', { ...large, payId: 'P2' }, {}],
    ['another line', large, { line: '2' }],
    ['another sale', large, { refundOf: 'op_9' }],
    ['another kind', large, { kind: 'reverse' }],
  ])('does not count for %s, and is used up', async (_, input, more) => {
    const { approved, submit, sent } = await aShop();
    const request = await approved(large, { line: '1' });
    expect(codeOf(await submit(input, request, { line: '1', ...more }))).toBe('approval-needed');
    expect(codeOf(await submit(large, request, { line: '1' }))).toBe('approval-needed');
    expect(sent()).toHaveLength(0);
  });

  it('that is invented counts for nothing', async () => {
    const { approved, submit } = await aShop();
    await approved(large);
    expect(codeOf(await submit(large, 'f'.repeat(32)))).toBe('approval-needed');
  });

  it('counts for the window and the person who asked only', async () => {
    const { approved, submit, aSession, signIn, session } = await aShop();
    const other = aSession();
    await signIn('Cleo', other);
    const request = await approved(large);
    expect(codeOf(await submit(large, request, {}, other))).toBe('approval-needed');
    await signIn('Dora', session);
    expect(codeOf(await submit(large, request))).toBe('approval-needed');
  });

  it('counts for half a minute, also where the machine slept meanwhile', async () => {
    const { approved, submit, clock } = await aShop();
    const request = await approved(large);
    clock.aheadMs = 30_001;
    expect(codeOf(await submit(large, request))).toBe('approval-needed');
  });

  it('is gone once the window withdrew it', async () => {
    const { approved, submit, submissions, session } = await aShop();
    const request = await approved(large);
    submissions.withdrawOffice(session);
    expect(codeOf(await submit(large, request))).toBe('approval-needed');
  });

  it('does not come from a person with the name of the one who asks', async () => {
    const { ask, settled, submit, journal } = await aShop();
    const { answer, question } = await ask(large);
    question?.answer(says('approved', 'CLEO'));
    expect(whyOf(await settled(answer))).toBe('own');
    expect(codeOf(await submit(large, question?.question.id ?? ''))).toBe('approval-needed');
    expect(journal('office-answered')).toHaveLength(0);
  });
});

describe('a question', () => {
  it('ends after three minutes, and a later answer approves nothing', async () => {
    const { ask, clock, submit } = await aShop();
    const { answer, question } = await ask(large);
    const waited = Promise.all([answer, clock.advance(180_000)]);
    expect(whyOf((await waited)[0])).toBe('time');
    expect(question?.ended).toBe(true);
    question?.answer(says());
    await clock.advance(0);
    expect(codeOf(await submit(large, question?.question.id ?? ''))).toBe('approval-needed');
  });

  it('ends by the late clock where the machine slept', async () => {
    const { ask, clock, settled } = await aShop();
    const { answer, question } = await ask(large);
    clock.aheadMs = 180_001;
    question?.answer(says());
    expect(whyOf(await settled(answer))).toBe('time');
  });

  it.each([
    ['the window withdraws it', (shop: Shop) => shop.submissions.withdrawOffice(shop.session)],
    ['the program ends', (shop: Shop) => shop.approvals.end()],
  ])('ends where %s, and the office is told so', async (_, end) => {
    const shop = await aShop();
    const { answer, question } = await shop.ask(large);
    end(shop);
    expect(whyOf(await shop.settled(answer))).toBe('withdrawn');
    expect(question?.ended).toBe(true);
    question?.answer(says());
    await shop.clock.advance(0);
    expect(codeOf(await shop.submit(large, question?.question.id ?? ''))).toBe('approval-needed');
  });

  it('ends where another person signs in while it waits', async () => {
    const { ask, signIn, settled } = await aShop();
    const { answer, question } = await ask(large);
    await signIn('Dora');
    question?.answer(says());
    expect(whyOf(await settled(answer))).toBe('withdrawn');
  });

  it('takes the place of the one that the same window asked before', async () => {
    const { ask, asked, settled } = await aShop();
    const first = await ask(large);
    const second = await ask({ ...large, transId: 'R-2' });
    expect(whyOf(await settled(first.answer))).toBe('withdrawn');
    expect(asked.map(({ ended }) => ended)).toEqual([true, false]);
    second.question?.answer(says());
    expect((await settled(second.answer)).type).toBe('approved');
  });

  it.each([
    ['away', { type: 'away' }],
    ['nobody', { type: 'nobody' }],
    ['not-trusted', { type: 'not-trusted' }],
  ] as const)('is not approved by an office that is %s', async (why, said) => {
    const { ask, settled, submit } = await aShop();
    const { answer, question } = await ask(large);
    question?.answer(said);
    expect(whyOf(await settled(answer))).toBe(why);
    expect(codeOf(await submit(large, question?.question.id ?? ''))).toBe('approval-needed');
  });

  it('is not offered where the shop does not want it, the office is away, or a card number is typed', async () => {
    const plain = await aShop();
    expect(plain.submissions.mayAskOffice(plain.session, 'refund')).toBe(true);
    expect(plain.submissions.mayAskOffice(plain.session, 'refund-unreferenced')).toBe(false);
    for (const shop of [await aShop({ wants: false }), await aShop({ there: false })]) {
      expect(shop.submissions.mayAskOffice(shop.session, 'refund')).toBe(false);
      const { answer } = await shop.ask(large);
      expect(codeOf(await answer)).toBe('approval-needed');
      expect(shop.asked).toHaveLength(0);
    }
    plain.session.signOut();
    expect(plain.submissions.mayAskOffice(plain.session, 'refund')).toBe(false);
  });
});

type Shop = Awaited<ReturnType<typeof aShop>>;
