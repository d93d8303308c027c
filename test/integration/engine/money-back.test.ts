// Money of one sale that goes back by several roads, or more than once: by the gateway's number, by the customer's card
// at the terminal, tried again, or after the gateway showed more of it. It never comes to more than was taken.
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { codeOf, decided, ofSale } from '#support/decided-sale.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered as answeredWith, json } from '#support/records.ts';
import { amountOf, aTill, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const refusedAnswer = (transId: string) => ok({ status: 'FAILED', responseCode: '22000000', transId });

describe('a new try of a refund at the terminal', () => {
  async function declined() {
    const sale = await decided(() => null);
    const { answer } = sale.till.gateway;
    sale.till.gateway.answer = () => refusedAnswer('C-1');
    const first = await sale.credit('C-1', 5_000);
    if (!('id' in first)) throw new Error(first.code);
    expect(first.state).toBe('failed');
    sale.till.gateway.answer = answer;
    return { ...sale, first };
  }

  it('counts for the same sale, though only the earlier try names it', async () => {
    const { credit, window, id, first, till } = await declined();
    const again = await credit('N-1', 5_000, { replaces: first.id });
    expect(again).toMatchObject({ state: 'succeeded', refundOf: id });
    expect(window.paymentStory({ id }).payment).toMatchObject({ refunded: 5_000 });
    expect(codeOf(await credit('C-3', 5_000))).toBe('refund-exceeds-captured');
    expect(till.posts().filter(({ messageType }) => messageType === 'CREDIT')).toHaveLength(2);
  });

  it('names the same sale or none', async () => {
    const { credit, first, id } = await declined();
    expect(codeOf(await credit('N-1', 5_000, { replaces: first.id, refundOf: 'op_other' }))).toBe(
      'operation-not-found',
    );
    expect(codeOf(await credit('N-2', 5_000, { replaces: first.id, refundOf: id }))).toBe('succeeded');
  });
});

describe('a new try of a sale', () => {
  it('that takes the rest of another takes that rest, and no more than it', async () => {
    const till = await aTill({
      answer: ({ body }) => {
        const { transId = null, amount = null } = JSON.parse(body ?? '{}') as JsonObject;
        if (transId === 'S-2') return refusedAnswer('S-2');
        const approved = transId === 'S-1' ? { approvedAmount: amountOf(3_000) } : {};
        const traceNr = transId === 'S-1' ? '000001' : '000002';
        const shown = { transId, amount, traceNr, approvalCode: '482913', ...approved };
        return ok({ status: 'OK', responseCode: '00000000', ...shown });
      },
    });
    const sale = async (transId: string, value: number, links: { partOf?: string; replaces?: string } = {}) => {
      const input = { messageType: 'SALE', transId, posTerminalId: 'T1', amount: amountOf(value) };
      const origin = { type: 'cashier', clientId: 'window' } as const;
      const asked = till.engine.submit({ kind: 'cloud-pos', input, requestId: transId, origin, ...links });
      await till.clock.advance(0);
      const acceptance = await asked;
      await till.clock.advance(0);
      return acceptance.type === 'refused' ? acceptance.refusal : till.operation(acceptance.record.id);
    };
    const head = await sale('S-1', 5_000);
    if (!('id' in head)) throw new Error(head.code);
    const kept = till.engine.keepApproved(head.id, null);
    await till.clock.advance(0);
    await kept;
    const part = await sale('S-2', 2_000, { partOf: head.id });
    if (!('id' in part)) throw new Error(part.code);
    expect(part.state).toBe('failed');
    expect(await sale('N-2', 2_000, { replaces: part.id })).toMatchObject({ state: 'succeeded', partOf: head.id });
    expect(codeOf(await sale('N-3', 2_000, { partOf: head.id }))).toBe('rest-exceeded');
  });
});

describe('an authorization that a person decided, captured by its number before the till knew that', () => {
  const held = { messageType: 'AUTHORISATION_OR_RESERVATION' };
  const shown = ofSale({ status: 'AUTHORIZED', totals: null });

  it('is captured once, and what was captured can be refunded', async () => {
    const { learn, capture, refund, till } = await decided(shown, { sale: held });
    expect(codeOf(await capture('K-1', 5_000))).toBe('succeeded');
    expect(await learn()).toMatchObject({ type: 'learned', payment: { captured: 5_000 } });
    expect(codeOf(await capture('K-2', 5_000))).toBe('capture-exceeds-authorized');
    expect(codeOf(await refund('R-1', 5_000))).toBe('succeeded');
    expect(till.gateway.sent.filter(({ path }) => path.includes('/captures'))).toHaveLength(1);
  });

  it('counts what was captured at the terminal as well', async () => {
    const { learn, capture, refund, submit } = await decided(shown, { sale: held });
    const atTerminal = { messageType: 'CAPTURE', transId: 'S-1', posTerminalId: 'T1', traceNr: '000042' };
    const taken = await submit('cloud-pos', { ...atTerminal, approvalCode: '482913', amount: amountOf(2_000) });
    expect(codeOf(taken)).toBe('succeeded');
    expect(codeOf(await capture('K-1', 2_900))).toBe('succeeded');
    expect(await learn()).toMatchObject({ type: 'learned', payment: { captured: 4_900 } });
    expect(codeOf(await capture('K-2', 101))).toBe('capture-exceeds-authorized');
    // Two captures: the refund names the one that it gives back.
    expect(codeOf(await refund('R-1', 1_000))).toBe('capture-not-named');
  });

  it('keeps what an increment by its number added', async () => {
    const { learn, capture, submit } = await decided(shown, { sale: held });
    const more = { payId: 'PAY-9', transId: 'I-1', amount: amountOf(1_000) };
    expect(codeOf(await submit('incremental', more))).toBe('succeeded');
    expect(codeOf(await capture('K-1', 6_000))).toBe('succeeded');
    expect(await learn()).toMatchObject({ type: 'learned', payment: { captured: 6_000 } });
    expect(codeOf(await capture('K-2', 1))).toBe('capture-exceeds-authorized');
  });
});

describe('a refund at the terminal that waits for it', () => {
  async function waiting() {
    const sale = await decided(ofSale());
    const { answer } = sale.till.gateway;
    const { promise, resolve: free } = Promise.withResolvers<GatewayAnswer>();
    sale.till.gateway.answer = (request) => (request.body?.includes('S-9') === true ? promise : answer(request));
    const other = { messageType: 'SALE', transId: 'S-9', posTerminalId: 'T1', amount: amountOf(100) };
    expect(codeOf(await sale.submit('cloud-pos', other))).toBe('sending');
    const ended = { status: 'OK', responseCode: '00000000', transId: 'S-9', traceNr: '000777', approvalCode: '1' };
    const freed = async () => {
      free(ok({ ...ended, amount: amountOf(100) }));
      await sale.till.clock.advance(1_000);
    };
    const credit = async (transId: string, value: number) => {
      const record = await sale.credit(transId, value);
      if (!('id' in record)) throw new Error(record.code);
      expect(record.state).toBe('accepted');
      return record.id;
    };
    return { ...sale, freed, credit };
  }

  it('is not sent where the sale turns out to be refunded by then', async () => {
    const { learn, refund, freed, credit, till } = await waiting();
    expect(codeOf(await refund('R-1', 5_000))).toBe('succeeded');
    const id = await credit('C-1', 5_000);
    await learn();
    await freed();
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'nothing-left' } });
    expect(till.posts().filter(({ messageType }) => messageType === 'CREDIT')).toEqual([]);
  });

  it('is sent where enough is left beside it', async () => {
    const { learn, refund, freed, credit, till } = await waiting();
    expect(codeOf(await refund('R-1', 2_000))).toBe('succeeded');
    const id = await credit('C-1', 3_000);
    await learn();
    await freed();
    expect(till.operation(id).state).toBe('succeeded');
  });

  it('is not sent where the gateway shows by then that the sale was refused', async () => {
    const { learn, freed, credit, till } = await waiting();
    const id = await credit('C-1', 3_000);
    const { answer } = till.gateway;
    const shown = ofSale({ status: 'FAILED', totals: null })(till.posts()[0] ?? {});
    till.gateway.answer = (request) => (request.method === 'GET' ? ok(shown) : answer(request));
    expect(await learn()).toEqual({ type: 'not-shown', why: 'refused' });
    till.gateway.answer = answer;
    await freed();
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'nothing-left' } });
    expect(till.posts().filter(({ messageType }) => messageType === 'CREDIT')).toEqual([]);
  });

  it('is not sent where the sale was reversed by then', async () => {
    const { learn, submit, freed, credit, till } = await waiting();
    const id = await credit('C-1', 5_000);
    const { answer } = till.gateway;
    till.gateway.answer = (request) =>
      request.method === 'GET' ? answeredWith(404, json({ title: 'not found' })) : answer(request);
    expect(codeOf(await submit('reverse', { payId: 'PAY-9', transId: 'V-1' }))).toBe('succeeded');
    till.gateway.answer = answer;
    await learn();
    await freed();
    expect(till.operation(id)).toMatchObject({ state: 'failed', failure: { code: 'payment-reversed' } });
  });
});

describe('a sale that the gateway shows as refused', () => {
  const failed = { status: 'FAILED', totals: null };

  it('gives nothing back at the terminal, also by a new try of an earlier refund', async () => {
    let change: JsonObject = failed;
    const { credit, learn, till } = await decided((sale) => ofSale(change)(sale));
    const { answer } = till.gateway;
    till.gateway.answer = () => refusedAnswer('C-1');
    const first = await credit('C-1', 5_000);
    if (!('id' in first)) throw new Error(first.code);
    till.gateway.answer = answer;
    expect(await learn()).toEqual({ type: 'not-shown', why: 'refused' });
    const refusal = await credit('C-2', 1);
    expect(refusal).toMatchObject({ code: 'refund-exceeds-captured', facts: { left: amountOf(0) } });
    expect(codeOf(await credit('N-1', 5_000, { replaces: first.id }))).toBe('refund-exceeds-captured');
    // Its record may come right: a later one shows that it was carried out after all.
    change = {};
    expect(await learn()).toMatchObject({ type: 'learned' });
    expect(codeOf(await credit('C-3', 5_000))).toBe('succeeded');
    expect(till.posts().filter(({ messageType }) => messageType === 'CREDIT')).toHaveLength(2);
  });

  it('stays so after a record that does not tell', async () => {
    let change: JsonObject = failed;
    const { credit, learn } = await decided((sale) => ofSale(change)(sale));
    await learn();
    for (const shown of [{ status: 'PENDING', totals: null }, { refNr: 'Order 7' }]) {
      change = shown;
      await learn();
      expect(codeOf(await credit('C-1', 1))).toBe('refund-exceeds-captured');
    }
  });

  it('that belongs to another sale leaves this one as it was', async () => {
    const { credit, learn } = await decided(ofSale({ ...failed, refNr: 'Order 7' }));
    await learn();
    expect(codeOf(await credit('C-1', 5_000))).toBe('succeeded');
  });

  /** Its own answer told that it was done; `shown` stands in the record that the gateway shows then. */
  const creditAfter = async (shown: (sentMs: number) => JsonObject) => {
    let record: JsonObject = {};
    const till = await aTill({
      answer: ({ method, body }) => {
        if (method === 'GET') return ok(record);
        const { transId = null, amount = null } = bodyOf(body);
        return ok({ status: 'OK', responseCode: '00000000', transId, amount, traceNr: '000001', approvalCode: '1' });
      },
    });
    record = { ...ofSale(failed)({ transId: 'S-1', refNr: 'Order 8' }), ...shown(till.clock.wallMs()) };
    const input = { ...terminalCommand('SALE', 'S-1'), refNr: 'Order 8' };
    const { id, state } = await till.submit('cloud-pos', input);
    expect(state).toBe('succeeded');
    const asked = till.engine.payment({ by: 'transId', id: 'S-1' });
    await till.clock.advance(0);
    await asked;
    const wish = terminalCommand('CREDIT', 'C-1');
    const origin = { type: 'cashier', clientId: 'window' } as const;
    const submitted = till.engine.submit({ kind: 'cloud-pos', input: wish, requestId: 'r1', origin, refundOf: id });
    await till.clock.advance(0);
    return submitted;
  };

  it('gives nothing back though its own answer told that it was done', async () => {
    const sending = (sentMs: number) => ({ posTerminalId: 'T1', creationDate: new Date(sentMs).toISOString() });
    const outcome = await creditAfter(sending);
    expect(outcome).toMatchObject({ type: 'refused', refusal: { code: 'refund-exceeds-captured' } });
  });

  it('gives its money back where the record may be of another till with the same order number', async () => {
    // The terminal's own answer proved that the card was charged; a record without terminal and time disproves nothing.
    expect(await creditAfter(() => ({}))).toMatchObject({ type: 'new' });
  });
});

describe('a sale that the gateway shows as taken back, without sums', () => {
  it.each(['REVERSED', 'VOIDED', 'CANCELLED', 'CANCELED'])('is not given back again: %s', async (status) => {
    const { learn, credit, refund } = await decided(ofSale({ status, totals: null }));
    await learn();
    expect(codeOf(await credit('C-1', 5_000))).toBe('payment-reversed');
    expect(codeOf(await refund('R-1', 5_000))).toBe('payment-reversed');
  });

  it('is refunded by its number alone where it shows a refund of an amount that it does not tell', async () => {
    let totals: JsonObject | null = null;
    const { learn, credit, refund } = await decided((sale) => ofSale({ status: 'REFUNDED', totals })(sale));
    expect(await learn()).toMatchObject({ type: 'learned', payment: { captured: 5_000, refunded: null } });
    expect(codeOf(await credit('C-1', 100))).toBe('refund-exceeds-captured');
    // How much is left the gateway decides; what the till gave back itself counts here.
    expect(codeOf(await refund('R-1', 3_000))).toBe('succeeded');
    expect(codeOf(await refund('R-2', 2_001))).toBe('refund-exceeds-captured');
    totals = { authorized: 5_000, captured: 5_000, refunded: 4_000 };
    expect(await learn()).toMatchObject({ payment: { refunded: 4_000 } });
    expect(codeOf(await credit('C-2', 1_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await credit('C-3', 1_000))).toBe('succeeded');
  });
});

describe('a record with more than was taken', () => {
  const beyond = { authorized: 5_000, captured: 500_000, refunded: 0 };

  it.each([
    ['at first sight', [beyond]],
    ['later', [{ authorized: 5_000, captured: 5_000, refunded: 0 }, beyond]],
    ['with an authorization to match', [{ authorized: 500_000, captured: 500_000, refunded: 0 }]],
    ['without an authorization', [{ captured: 500_000, refunded: 0 }]],
  ])('gives back no more at the terminal than the sale was for: %s', async (_when, shown) => {
    let totals: JsonObject = {};
    const { learn, credit } = await decided((sale) => ofSale({ totals })(sale));
    for (const each of shown) {
      totals = each;
      await learn();
    }
    expect(codeOf(await credit('C-1', 5_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await credit('C-2', 5_000))).toBe('succeeded');
  });

  it('in an unnamed currency and for another sum is not certainly this sale, and tells no sums of it', async () => {
    const unnamed = { amount: null, totals: { authorized: 6_750, captured: 6_750, refunded: 0 } };
    let change: JsonObject = { ...unnamed, refNr: null };
    let creationDate = '';
    const { learn, credit, till, window, id } = await decided((sale) => ofSale({ ...change, creationDate })(sale));
    creationDate = new Date(till.clock.wallMs()).toISOString();
    expect(await learn()).toEqual({ type: 'not-shown', why: 'differs' });
    expect(codeOf(await credit('C-1', 5_001))).toBe('refund-exceeds-captured');
    change = {};
    expect(await learn()).toMatchObject({ type: 'learned' });
    change = unnamed;
    await learn();
    expect(window.paymentStory({ id: 'PAY-9' }).payment).toMatchObject({ captured: 5_000 });
    expect(window.paymentStory({ id }).payment).toMatchObject({ payId: 'PAY-9' });
  });

  it('does not make an ordinary sale larger than it was', async () => {
    const totals = { authorized: 1_000, captured: 999_999 };
    let refNr: Json = null;
    const till = await aTill({
      answer: ({ method, body }) => {
        if (method === 'GET') return ok(ofSale({ amount: amountOf(1_000), totals, refNr })({ transId: 'S-1' }));
        refNr = bodyOf(body)['refNr'] ?? null;
        return lost;
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    await till.clock.advance(3_600_000);
    const known = till.store.payment(till.environment.id, 'PAY-9');
    expect(known?.captured ?? 0).toBeLessThanOrEqual(1_000);
  });
});

describe('refunds by the number before and after the till knew it', () => {
  /** A record that lists the refunds that the gateway carried out. */
  async function refunded(before: number) {
    const refNrs = new Map<string, string | null>();
    const shown = (sale: JsonObject): JsonObject => ({
      ...ofSale({ totals: { authorized: 5_000, captured: 5_000, refunded: refNrs.size * 1_000 } })(sale),
      operations: [
        { type: 'CAPTURE', status: 'OK', amount: amountOf(5_000), refNr: sale['refNr'] ?? null, transId: 'S-1' },
        ...[...refNrs].map(([transId, refNr]) => ({
          type: 'REFUND',
          status: 'OK',
          amount: amountOf(1_000),
          refNr,
          transId,
        })),
      ],
    });
    const sale = await decided(shown, {
      before: async (till) => {
        for (let number = 1; number <= before; number += 1) {
          const input = { payId: 'PAY-9', transId: `R-${number}`, amount: amountOf(1_000) };
          const { transId, refNr, state } = await till.submit('refund', input);
          expect(state).toBe('succeeded');
          refNrs.set(transId ?? '', refNr);
        }
      },
    });
    /** Its answer is lost, and the gateway carried it out; what happens meanwhile. */
    const lose = async (transId: string, meanwhile: () => Promise<unknown>) => {
      const { answer } = sale.till.gateway;
      sale.till.gateway.answer = (request) => (request.method === 'GET' ? answer(request) : lost);
      const record = await sale.refund(transId, 1_000);
      if (!('id' in record)) throw new Error(record.code);
      sale.till.gateway.answer = answer;
      await meanwhile();
      refNrs.set(transId, record.refNr);
      await sale.till.clock.advance(3_600_000);
      expect(sale.till.operation(record.id).state).toBe('succeeded');
    };
    return { ...sale, lose };
  }

  it.each([
    ['none', 0],
    ['one', 1],
  ])('count once where one of them was not known at the join: %s before the decision', async (_name, before) => {
    const { lose, learn, refund, window } = await refunded(before);
    const all = (before + 2) * 1_000;
    await lose('R-8', learn);
    await lose('R-9', async () => expect(await learn()).toMatchObject({ payment: { payId: 'PAY-9' } }));
    expect(window.paymentStory({ id: 'PAY-9' }).payment).toMatchObject({ refunded: all, captured: 5_000 });
    expect(await learn()).toMatchObject({ payment: { refunded: all } });
    expect(codeOf(await refund('R-10', 5_001 - all))).toBe('refund-exceeds-captured');
    expect(codeOf(await refund('R-11', 5_000 - all))).toBe('succeeded');
  });

  it('count once where two of them are under way together, and a look-up by the number shows no transId', async () => {
    const { lose, learn, till, refund, window } = await refunded(1);
    await lose('R-8', async () => {
      await learn();
      await lose('R-9', async () => {});
    });
    const { answer } = till.gateway;
    till.gateway.answer = async (request) => {
      const shown = await answer(request);
      const record = shown.type === 'response' && shown.body.type === 'json' ? shown.body.value : null;
      return ok({ ...(record as JsonObject), transId: null });
    };
    const read = till.engine.payment({ by: 'payId', id: 'PAY-9' });
    await till.clock.advance(0);
    await read;
    till.gateway.answer = answer;
    expect(window.paymentStory({ id: 'PAY-9' }).payment).toMatchObject({ refunded: 3_000 });
    expect(codeOf(await refund('R-10', 2_000))).toBe('succeeded');
  });
});

describe('a sale whose slip names a number that the till knows already', () => {
  it.each([
    ['no sums', {}],
    ['its sums', { totals: { authorized: 5_000, captured: 5_000, refunded: 0 } }],
    ['a refund of it', { totals: { authorized: 5_000, captured: 5_000, refunded: 1_000 } }],
  ])('was taken once: the record showed %s', async (_what, totals) => {
    const { refund, till } = await decided(() => null, {
      slip: { payId: 'PAY-9' },
      before: async ({ gateway, engine, clock }) => {
        const { answer } = gateway;
        const record = { payId: 'PAY-9', transId: null, status: 'CAPTURED', amount: amountOf(5_000), ...totals };
        gateway.answer = (request) => (request.method === 'GET' ? ok(record) : answer(request));
        const read = engine.payment({ by: 'payId', id: 'PAY-9' });
        await clock.advance(0);
        await read;
        gateway.answer = answer;
      },
    });
    expect(till.store.payment(till.environment.id, 'PAY-9')).toMatchObject({ authorized: 5_000, captured: 5_000 });
    expect(codeOf(await refund('R-1', 5_001))).toBe('refund-exceeds-captured');
    expect(codeOf(await refund('R-2', 4_000))).toBe('succeeded');
  });
});

describe('a payment that the gateway shows under the sale’s transaction number, not certainly as the sale', () => {
  const uncertain = { refNr: null, posTerminalId: null };

  it('is not refunded by its number once the sale was given back at the terminal', async () => {
    const { learn, credit, refund, submit, window } = await decided(ofSale(uncertain));
    expect(await learn()).toEqual({ type: 'not-shown', why: 'differs' });
    expect(codeOf(await credit('C-1', 5_000))).toBe('succeeded');
    expect(codeOf(await refund('R-1', 5_000))).toBe('refund-exceeds-captured');
    expect(codeOf(await submit('reverse', { payId: 'PAY-9', transId: 'V-1' }))).toBe('payment-refunded');
    expect((await window.payments({ limit: 10 })).payments.filter(({ transId }) => transId === 'S-1')).toHaveLength(1);
  });

  it.each([
    ['succeeded', (answer: GatewayAnswer) => answer],
    ['unknown', () => lost],
  ])('rules out a refund at the terminal once it was refunded by its number: %s', async (state, answered) => {
    const { learn, credit, refund, till } = await decided(ofSale(uncertain));
    await learn();
    const { answer } = till.gateway;
    till.gateway.answer = async (request) =>
      request.method === 'GET' ? answer(request) : answered(await answer(request));
    expect(codeOf(await refund('R-1', 100))).toBe(state);
    till.gateway.answer = answer;
    expect(codeOf(await credit('C-1', 5_000))).toBe('refund-exceeds-captured');
  });

  it('counts so too where it was refunded before the sale was decided', async () => {
    const { learn, credit } = await decided(ofSale(uncertain), {
      before: async (till) => {
        await till.submit('refund', { payId: 'PAY-9', transId: 'R-1', amount: amountOf(5_000) });
      },
    });
    await learn();
    expect(codeOf(await credit('C-1', 5_000))).toBe('refund-exceeds-captured');
  });

  it('is the sale, or another payment, once the record says so', async () => {
    let change: JsonObject = uncertain;
    const same = await decided((sale) => ofSale(change)(sale));
    await same.learn();
    expect(codeOf(await same.refund('R-1', 2_000))).toBe('succeeded');
    change = {};
    expect(await same.learn()).toMatchObject({ type: 'learned', payment: { payId: 'PAY-9', refunded: 2_000 } });
    expect(codeOf(await same.credit('C-1', 3_000))).toBe('succeeded');

    change = uncertain;
    const other = await decided((sale) => ofSale(change)(sale));
    await other.learn();
    expect(codeOf(await other.credit('C-1', 5_000))).toBe('succeeded');
    change = { refNr: 'Order 7' };
    await other.learn();
    expect(codeOf(await other.refund('R-1', 5_000))).toBe('succeeded');
  });
});
