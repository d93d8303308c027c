// A payment by link or page that was not seen paid is looked up before, or right after, what is done to it here.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { type Till, amountOf, bodyOf, lost, ok, unsent } from '#support/till.ts';
import { aShop, dayMs, hosted, link, minuteMs, paid } from './offer-shop.ts';

describe('a payment that was not seen paid yet', () => {
  const refund = (value: number) => ({ payId: 'P1', transId: 'R-1', amount: amountOf(value) });
  const open = paid({ status: 'PENDING', totals: { authorized: 0, captured: 0, refunded: 0 } });

  /** A gateway that names no payId for a link; `made` is a hosted payment or a link, open at its first look-up. */
  async function unseen(kind: string, input: JsonObject, path = '/payments/links') {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method, path: to }) => {
      if (shop.silent) return unsent;
      if (method === 'GET') return shop.shows === null ? answered(404, json({ title: 'not found' })) : ok(shop.shows);
      if (to.endsWith('/refunds')) return ok({ status: 'REFUNDED', responseCode: '00000000' });
      if (to.endsWith('/captures')) return ok({ status: 'CAPTURED', responseCode: '00000000' });
      if (to.endsWith('/reversals')) return ok({ status: 'REVERSED', responseCode: '00000000' });
      return path === '/payments/links'
        ? ok({ transId: 'L-1', _links: {} })
        : answered(201, json({ payId: 'P1', status: 'PENDING' }));
    };
    const made = await till.submit(kind, input);
    return { shop, till, made };
  }

  const look = async (till: Till) => {
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
  };

  it('is looked up before its refund is judged', async () => {
    const { shop, till } = await unseen('create-payment', hosted({ type: 'AUTOMATIC' }), '/payments');
    shop.shows = open;
    await look(till);
    expect(await till.refused('refund', refund(1_234))).toBe('refund-exceeds-captured');
    shop.shows = paid();
    const { state } = await till.submit('refund', refund(1_234));
    expect(state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });

  it('is looked up before its capture is judged', async () => {
    const { shop, till } = await unseen('create-payment', hosted({ type: 'MANUAL' }), '/payments');
    shop.shows = open;
    await look(till);
    shop.shows = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    const { state } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    expect(state).toBe('succeeded');
    expect([shop.takings(), shop.authorized()]).toEqual([[[500, 0]], 1_499]);
  });

  it('of a link is counted before the refund by a number that was never seen here', async () => {
    const { shop, till } = await unseen('create-link', link);
    shop.shows = paid();
    const sent = till.gateway.sent.length;
    const { state } = await till.submit('refund', refund(1_234));
    expect(state).toBe('succeeded');
    expect(till.gateway.sent.slice(sent).map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });

  it('of a link is counted before its refund also after its end, when the bridge looks it up no more by itself', async () => {
    const expirationTime = '1970-01-03T00:00:00Z';
    const { shop, till, made } = await unseen('create-link', { ...link, expirationTime });
    shop.watch();
    await till.clock.advance(5 * dayMs);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'open', nextLookUpMs: null });
    shop.shows = paid();
    expect((await till.submit('refund', refund(1_234))).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });

  it('is looked up right after its refund where it could not be asked for before', async () => {
    const { shop, till } = await unseen('create-link', link);
    shop.shows = paid();
    shop.silent = true;
    till.gateway.online = false;
    const waiting = await till.submit('refund', refund(1_234));
    expect(waiting.state).toBe('accepted');
    shop.silent = false;
    till.gateway.online = true;
    await till.clock.advance(minuteMs);
    expect(till.operation(waiting.id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });

  it('holds a refund up for no longer than a few seconds where the gateway does not answer', async () => {
    const { till } = await unseen('create-payment', hosted({ type: 'AUTOMATIC' }), '/payments');
    const { answer } = till.gateway;
    till.gateway.answer = (request) => (request.method === 'GET' ? new Promise(() => {}) : answer(request));
    const accepted = till.engine.submit({
      kind: 'refund',
      input: refund(1_234),
      requestId: 'one',
      origin: { type: 'erp', clientId: 'client' },
    });
    await till.clock.advance(5_000);
    expect(await accepted).toMatchObject({ type: 'new' });
  });

  it.each([
    ['a part', { totals: { authorized: 1_999, captured: 1_999, refunded: 500 } }, [1_999, 500]],
    [
      'all of it',
      { status: 'REFUNDED', totals: { authorized: 1_999, captured: 1_999, refunded: 1_999 } },
      [1_999, 1_999],
    ],
    ['nothing is known of how much', { status: 'REFUNDED', totals: { captured: 1_999 } }, [1_999, 0]],
  ])(
    'and was refunded at the gateway’s portal before leaves what the gateway has left: %s',
    async (_, shown, takings) => {
      const { shop, till } = await unseen('create-link', link);
      shop.shows = paid(shown);
      await look(till);
      await look(till);
      expect(shop.takings()).toEqual([takings]);
    },
  );

  it('and was taken back before takes nothing: a record that is reversed does not tell whether it was ever taken', async () => {
    const { shop, till, made } = await unseen('create-link', link);
    shop.shows = paid({ status: 'REVERSED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    await look(till);
    expect(shop.takings()).toEqual([]);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'failed', nextLookUpMs: null });
  });

  it('counts what is refunded at the portal once a refund of ours, whose outcome was not known, is told apart', async () => {
    const { shop, till } = await unseen('create-link', link);
    const { answer } = till.gateway;
    let refNr: string | null = null;
    till.gateway.answer = (request) => {
      if (!request.path.endsWith('/refunds')) return answer(request);
      refNr = textAt(bodyOf(request.body), 'refNr');
      return lost;
    };
    const { id } = await till.submit('refund', refund(500));
    expect(till.operation(id).state).toBe('unknown');
    const totals = { authorized: 1_999, captured: 1_999, refunded: 800 };
    shop.shows = paid({ totals });
    await look(till);
    expect([till.operation(id).state, shop.takings()]).toEqual(['unknown', []]);
    const operations = [{ type: 'REFUND', refNr, status: 'REFUNDED', amount: amountOf(500) }];
    shop.shows = paid({ totals, operations });
    await till.clock.advance(10 * minuteMs);
    expect([till.operation(id).state, shop.takings()]).toEqual(['succeeded', [[1_999, 800]]]);
  });

  it('is not looked up again once it was seen paid', async () => {
    const { shop, till } = await unseen('create-payment', hosted({ type: 'AUTOMATIC' }), '/payments');
    shop.shows = paid();
    await look(till);
    const sent = till.gateway.sent.length;
    await till.submit('refund', refund(100));
    expect(till.gateway.sent.slice(sent).map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('a link whose making a person had to decide', () => {
  const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;

  it.each([
    ['at a terminal', { posTerminalId: 'T9' }],
    ['weeks before', { creationDate: '2020-01-01T00:00:00Z' }],
    ['for another order', { refNr: 'order-9' }],
  ])("counts what it was told of meanwhile, though another till's payment %s hides it", async (_, theirs) => {
    const shop = await aShop();
    const { till } = shop;
    const others = paid({ payId: 'P9', ...theirs });
    till.gateway.answer = ({ method, path }) => {
      if (method !== 'GET') return lost;
      if (shop.shows === null) return answered(404, json({ title: 'not found' }));
      return ok(path.includes('getByPayId') && path.endsWith('P1') ? shop.shows : others);
    };
    const { id } = await till.submit('create-link', link);
    await till.clock.advance(25 * 60 * minuteMs);
    expect(till.operation(id).state).toBe('needs-person');
    shop.shows = paid({ refNr: till.operation(id).refNr });
    const told = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await told;
    const words = { reason: 'The customer has it.', evidence: 'Mail', by };
    const deciding = till.engine.decide(id, { outcome: 'succeeded', ...words });
    await till.clock.advance(0);
    await deciding;
    expect(shop.takings()).toEqual([]);
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.operation(id)).toMatchObject({ payId: 'P1', offer: { state: 'paid', nextLookUpMs: null } });
  });
});
