// A program that pays out money which no payment stands behind waits for a person's word. Until it is given nothing is
// stored; a repetition of the request waits for the same answer; and no way leads around it.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { rawDatabase } from '#support/store-folder.ts';
import { until } from '#support/until.ts';
import { type WholeBridge, aWholeBridge } from '#support/whole-bridge.ts';

const cardNumber = '4111111111111111';
let number = 0;

function payOut(value = 2_500, to: JsonObject = {}): JsonObject {
  const card = { number: cardNumber, cardholderName: 'Sample', expiryDate: '203012', brand: 'visa' };
  const transId = `M-${(number += 1)}`;
  return { transId, amount: { value, currency: 'EUR' }, paymentMethods: { card }, ...to };
}

const stored = async ({ window }: WholeBridge) => (await window.operations({ limit: 10 })).operations;
const executions = async (whole: WholeBridge) => (await whole.ledger()).executions.length;
const yes = (whole: WholeBridge, id: string) => whole.window.answerConfirmation({ id, allow: true, approval: null });
const no = (whole: WholeBridge, id: string) => whole.window.answerConfirmation({ id, allow: false, approval: null });

async function asked(whole: WholeBridge) {
  const [question] = await whole.questions(1);
  if (question === undefined) throw new Error('nobody asked');
  return question;
}

async function withPeople(whole: WholeBridge) {
  const { session } = whole;
  for (const [name, role, pin] of [
    ['Manager', 'manager', '731926'],
    ['Cashier', 'cashier', '4096'],
  ] as const) {
    if (name === 'Cashier') {
      const [manager] = session.list() ?? [];
      await session.signIn({ operatorId: manager?.id ?? '', pin: '731926' });
    }
    await session.save({ id: null, name, role, active: true, pin });
  }
  const id = (name: string) => session.list().find((each) => each.name === name)?.id ?? '';
  return { manager: id('Manager'), cashier: id('Cashier') };
}

describe('a refund without reference that a program asks for', () => {
  it('is shown to the person with all but the number, and waits', async () => {
    const whole = await aWholeBridge();
    const given = payOut(2_500, { transId: 'RMA-1', statementDescriptor: 'Returned\u202E goods' });
    void whole
      .program()
      .post('refund-unreferenced', given, 'one')
      .catch(() => {});
    const question = await asked(whole);
    expect(question).toMatchObject({
      client: 'Shop system',
      amount: { value: 2_500, currency: 'EUR' },
      transId: 'RMA-1',
      reason: 'Returned  goods',
      target: { type: 'card', name: 'visa', lastFour: '1111', holder: 'Sample' },
      needsPin: false,
    });
    expect(JSON.stringify(question)).not.toContain('41111111');
    expect(await stored(whole)).toEqual([]);
    expect(await executions(whole)).toBe(0);
  });

  it('cannot be allowed any more where its program was revoked meanwhile', async () => {
    const whole = await aWholeBridge();
    const answer = whole.program().post('refund-unreferenced', payOut(), 'one');
    const { id } = await asked(whole);
    for (const client of whole.window.clients()) whole.window.revokeClient({ id: client.id });
    expect(await yes(whole, id)).toMatchObject({ type: 'refused' });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'token-unknown' } });
    expect(await stored(whole)).toEqual([]);
    expect(await executions(whole)).toBe(0);
  });

  it('cannot be allowed any more where its program may no longer pay out', async () => {
    const whole = await aWholeBridge();
    const answer = whole.program().post('refund-unreferenced', payOut(), 'one');
    const { id } = await asked(whole);
    for (const client of whole.window.clients()) {
      whole.window.changeClient({ id: client.id, change: { removed: ['refund-unreferenced'] } });
    }
    expect(await yes(whole, id)).toMatchObject({ type: 'refused' });
    expect(await answer).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
    expect(await stored(whole)).toEqual([]);
    expect(await executions(whole)).toBe(0);
  });

  it.each<[string, (whole: WholeBridge, id: string) => void, number, string]>([
    ['was revoked', ({ window }, id) => void window.revokeClient({ id }), 401, 'token-unknown'],
    [
      'lost the right to pay out',
      ({ window }, id) => void window.changeClient({ id, change: { removed: ['refund-unreferenced'] } }),
      403,
      'scope-missing',
    ],
  ])(
    'is not carried out where its program %s while what was allowed is accepted',
    async (_what, takeAway, status, code) => {
      const whole = await aWholeBridge();
      const program = whole.program();
      const answer = program.post('refund-unreferenced', payOut(), 'one');
      const { id } = await asked(whole);
      whole.cable.hold('GET /api/v2 ');
      const allowing = yes(whole, id);
      await until(async () => (whole.cable.heldUp > 0 ? true : null));
      takeAway(whole, program.id);
      whole.cable.release();
      expect(await allowing).toMatchObject({ type: 'refused', refusal: { code: 'not-decidable' } });
      expect(await answer).toMatchObject({ status, body: { code } });
      expect(await stored(whole)).toEqual([]);
      expect(await executions(whole)).toBe(0);
    },
  );

  it('is refused with nothing stored, and its request id can be used again', async () => {
    const whole = await aWholeBridge();
    const program = whole.program();
    const body = payOut();
    const first = program.post('refund-unreferenced', body, 'one');
    await no(whole, (await asked(whole)).id);
    expect(await first).toMatchObject({ status: 403, body: { code: 'confirmation-refused' } });
    expect(await stored(whole)).toEqual([]);

    const second = program.post('refund-unreferenced', { ...body, amount: { value: 1, currency: 'EUR' } }, 'one');
    const answer = await yes(whole, (await asked(whole)).id);
    expect(answer).toMatchObject({ type: 'answered', operation: { kind: 'refund-unreferenced' } });
    expect(await second).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    expect(await executions(whole)).toBe(1);
  });

  it('that is repeated while it waits is one question and one operation, and afterwards no question at all', async () => {
    const whole = await aWholeBridge();
    const program = whole.program();
    const body = payOut();
    const first = program.post('refund-unreferenced', body, 'one');
    const question = await asked(whole);
    const second = program.post('refund-unreferenced', body, 'one');
    const other = await program.post('refund-unreferenced', payOut(9), 'one');
    expect(other).toMatchObject({ status: 409, body: { code: 'request-id-reused' } });
    expect(whole.window.confirmations()).toEqual([question]);
    await yes(whole, question.id);
    const third = program.post('refund-unreferenced', body, 'one');
    const replies = await Promise.all([first, second, third]);
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const changed = whole.changes();
    expect((await program.post('refund-unreferenced', body, 'one')).body['id']).toBe(replies[0]?.body['id']);
    expect(whole.changes()).toBe(changed);
    expect(await executions(whole)).toBe(1);
  });

  it('that is not answered is refused after a minute, with nothing stored', async () => {
    const whole = await aWholeBridge();
    const first = whole.program().post('refund-unreferenced', payOut(), 'one');
    const { id } = await asked(whole);
    whole.pass(60_000);
    expect(await first).toMatchObject({ status: 403, body: { code: 'confirmation-missed' } });
    expect(await yes(whole, id)).toMatchObject({ type: 'refused', refusal: { code: 'not-decidable' } });
    expect(await stored(whole)).toEqual([]);
  });

  it('is taken from the window when the program leaves, unless another of its requests waits for the answer', async () => {
    const whole = await aWholeBridge();
    const program = whole.program();
    const body = payOut();
    const leaving = new AbortController();
    const first = program.post('refund-unreferenced', body, 'one', leaving.signal).catch(() => 'left');
    await asked(whole);
    leaving.abort();
    expect(await first).toBe('left');
    await whole.questions(0);

    const submission = { kind: 'refund-unreferenced', input: body, requestId: 'two' };
    const leave: (() => void)[] = [];
    const submit = () =>
      whole.bridge.calls.submit({ ...submission, clientId: program.id }, (work) => void leave.push(work));
    const one = submit();
    const { id } = await asked(whole);
    const another = submit();
    leave[0]?.();
    expect(whole.window.confirmations()).toHaveLength(1);
    await yes(whole, id);
    expect([await one, await another]).toMatchObject([{ type: 'accepted' }, { type: 'accepted' }]);
  });

  it('is not asked about where it would be refused anyway', async () => {
    const whole = await aWholeBridge({ loopback: { refundsPerDayMinor: 1_000 } });
    const program = whole.program();
    const wrong = await program.post('refund-unreferenced', { amount: { value: 1, currency: 'EUR' } }, 'one');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    const tooMuch = await program.post('refund-unreferenced', payOut(1_001), 'two');
    expect(tooMuch).toMatchObject({ status: 422, body: { code: 'refund-limit' } });
    expect(whole.changes()).toBe(0);
  });

  it('of one program fill the window with three questions at most', async () => {
    const whole = await aWholeBridge();
    const [one, another] = [whole.program(), whole.program()];
    for (const id of ['1', '2', '3']) void one.post('refund-unreferenced', payOut(), id).catch(() => {});
    await whole.questions(3);
    const fourth = await one.post('refund-unreferenced', payOut(), '4');
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    void another.post('refund-unreferenced', payOut(), '1').catch(() => {});
    await whole.questions(4);
  });

  it('waits no longer when the bridge stops', async () => {
    const whole = await aWholeBridge();
    const waiting = whole.program().post('refund-unreferenced', payOut(), 'one');
    await asked(whole);
    await whole.bridge.stop();
    expect(await waiting).toMatchObject({ status: 503, body: { code: 'stopping' } });
  });

  it('as a credit at a terminal is asked about as well, a sale and an ordinary refund are not', async () => {
    const whole = await aWholeBridge();
    const program = whole.program();
    const terminal = { posTerminalId: 'T1', amount: { value: 700, currency: 'EUR' } };
    const sale = await program.post('cloud-pos', { ...terminal, messageType: 'SALE', transId: 'S-1' }, 'sale');
    expect(sale).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    const { payId } = sale.body['result'] as { payId: string };
    const refund = { payId, transId: 'R-1', amount: { value: 100, currency: 'EUR' } };
    expect(await program.post('refund', refund, 'refund')).toMatchObject({ status: 200 });
    expect(whole.changes()).toBe(0);
    const credit = program.post('cloud-pos', { ...terminal, messageType: 'CREDIT', transId: 'C-1' }, 'credit');
    const question = await asked(whole);
    expect(question.target).toEqual({ type: 'terminal', name: 'T1', lastFour: null, holder: null });
    await yes(whole, question.id);
    expect(await credit).toMatchObject({ status: 200, body: { state: 'succeeded' } });
  });
});

describe('a program that speaks the gateway’s own language', () => {
  it('waits for the same word, and is held to the same limit', async () => {
    const whole = await aWholeBridge({ loopback: { refundsPerDayMinor: 3_000 } });
    const { id, token } = whole.program();
    const post = async (body: JsonObject) => {
      const answer = await fetch(`${whole.bridge.url}/api/v2/payments/refunds`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${id}:${token}`)}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const refused = post(payOut());
    await no(whole, (await asked(whole)).id);
    expect(await refused).toBe(403);
    expect(await executions(whole)).toBe(0);
    const allowed = post(payOut());
    await yes(whole, (await asked(whole)).id);
    expect(await allowed).toBeLessThan(300);
    expect(await executions(whole)).toBe(1);
    expect(await post(payOut(501))).toBe(422);
    expect(whole.window.confirmations()).toEqual([]);
    expect(await executions(whole)).toBe(1);
  });
});

describe('a till with operators', () => {
  it('needs the PIN of a supervisor to allow it, and the operation and the journal say whose it was', async () => {
    const whole = await aWholeBridge();
    const { manager, cashier } = await withPeople(whole);
    const waiting = whole.program().post('refund-unreferenced', payOut(), 'one');
    const { id, needsPin } = await asked(whole);
    expect(needsPin).toBe(true);
    const allow = (operatorId: string, pin: string) =>
      whole.window.answerConfirmation({ id, allow: true, approval: { operatorId, pin } });
    expect(await yes(whole, id)).toMatchObject({ refusal: { code: 'approval-needed' } });
    expect(await allow(manager, '9999')).toMatchObject({ refusal: { code: 'pin-wrong' } });
    expect(await allow(cashier, '4096')).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(whole.window.confirmations()).toHaveLength(1);
    // Two presses at once are one.
    const answers = await Promise.all([allow(manager, '731926'), allow(manager, '731926')]);
    expect(answers.map(({ type }) => type).toSorted()).toEqual(['answered', 'refused']);
    const reply = await waiting;
    expect(reply).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    // Programs are not told the names of people.
    expect(reply.body['origin']).toEqual({ type: 'erp', client: 'Shop system' });
    expect(await stored(whole)).toMatchObject([
      { origin: { type: 'erp', client: 'Shop system', approvedBy: 'Manager' } },
    ]);
    const accepted = rawDatabase(whole.dataDir).prepare(`SELECT data FROM journal WHERE type = 'accepted'`).all();
    expect(accepted).toHaveLength(1);
    expect(JSON.parse(String(accepted[0]?.['data']))).toMatchObject({
      origin: 'erp',
      approvedBy: { name: 'Manager', role: 'manager' },
    });
  });

  it('lets anybody refuse', async () => {
    const whole = await aWholeBridge();
    await withPeople(whole);
    const waiting = whole.program().post('refund-unreferenced', payOut(), 'one');
    await no(whole, (await asked(whole)).id);
    expect(await waiting).toMatchObject({ status: 403, body: { code: 'confirmation-refused' } });
  });
});

describe('the setting', () => {
  const headless = { asksPeople: false };

  it('window: asks no person where there is no window', async () => {
    const whole = await aWholeBridge({ ports: headless });
    expect(await whole.program().post('refund-unreferenced', payOut(), 'one')).toMatchObject({ status: 200 });
  });

  it('always: is refused where there is no window', async () => {
    const whole = await aWholeBridge({ loopback: { confirmUnreferenced: 'always' }, ports: headless });
    const reply = await whole.program().post('refund-unreferenced', payOut(), 'one');
    expect(reply).toMatchObject({ status: 403, body: { code: 'confirmation-impossible' } });
    expect(await stored(whole)).toEqual([]);
  });

  it('never: asks no person', async () => {
    const whole = await aWholeBridge({ loopback: { confirmUnreferenced: 'never' } });
    expect(await whole.program().post('refund-unreferenced', payOut(), 'one')).toMatchObject({ status: 200 });
    expect(whole.changes()).toBe(0);
  });
});
