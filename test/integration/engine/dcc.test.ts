// A cardholder's choice of currency, from the quote to the sale: taken only for a quote of the bridge's own, for this
// amount, in time and once; carried in the fields that the settings name; in the journal before anything is sent.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { valueAt } from '#contract/data/json.ts';
import { viewOf } from '#core/api/view.ts';
import type { DccPolicy } from '#core/ports/policy.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const fields = { quoteId: 'conversion.quote', currency: 'conversion.currency' };
const choice = (currency: string, quote = 'Q-1'): JsonObject => ({ conversion: { quote, currency } });
const dollars = { value: 1_118, currency: 'USD' };
const dccInfo = (change: JsonObject = {}): JsonObject => ({
  status: 'AVAILABLE',
  provider: 'Conversion Ltd',
  dccRequestId: 'Q-1',
  rate: { exchangeRate: 1.1176, markupPercentage: 3 },
  amounts: { merchant: amountOf(1_000), cardholder: { ...dollars, decimalValue: 11.18 } },
  ...change,
});

interface Options {
  readonly dcc?: Partial<DccPolicy>;
  readonly quoted?: () => JsonObject;
  readonly clock?: FakeClock;
}

async function aShop({ dcc = {}, quoted = () => dccInfo(), clock = new FakeClock() }: Options = {}) {
  const folder = opened(aFolder());
  const policy = {
    terminalFields: ['conversion'],
    dcc: { fields, onPages: false, quoteMs: 300_000, expiryPaths: [], binPaths: [], ...dcc },
  };
  let traces = 0;
  const till: Till = await aTill({
    folder,
    clock,
    policy,
    answer: ({ path, body }) => {
      if (path === '/services/dcc/quote') return ok({ dccInfo: quoted() });
      if (body === null) return ok({});
      const { transId } = JSON.parse(body) as { transId: string };
      traces += 1;
      return ok({ status: 'OK', transId, traceNr: String(traces).padStart(6, '0'), amount: dollars });
    },
  });
  const quote = () => till.submit('dcc-quote', { bin: '424242', amount: amountOf(1_000) });
  const window = createWindowCalls({
    engine: till.engine,
    store: till.store,
    clients: { nameOf: () => null, list: () => [] } as never,
    operators: { list: () => [] },
    clock,
    environment: till.environment,
    nextTurn: async () => undefined,
    begunMs: 0,
    policy: aPolicy(policy),
  });
  const sales = () => till.posts().filter(({ messageType }) => messageType === 'SALE');
  return { till, folder, clock, quote, window, sales };
}

describe('a sale in the currency that the cardholder chose', () => {
  it('carries quote and currency in the fields of the settings, and keeps what was shown', async () => {
    const { till, quote, sales } = await aShop();
    const { id: quoteOperationId } = await quote();
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')));
    expect(sales()).toMatchObject([{ transId: 'S-1', ...choice('USD'), amount: amountOf(1_000) }]);
    expect(sale).toMatchObject({ state: 'succeeded', amount: amountOf(1_000), approved: amountOf(1_000) });
    const kept = {
      quoteOperationId,
      quoteId: 'Q-1',
      provider: 'Conversion Ltd',
      currency: 'USD',
      local: amountOf(1_000),
      foreign: dollars,
      rate: '1.1176',
      markupPercent: '3',
      rateHoldsMarkup: true,
    };
    expect(sale.dcc).toEqual(kept);
    const ports = { clock: till.clock, store: till.store, clients: { nameOf: () => null }, policy: aPolicy() };
    expect(viewOf(sale, ports).dcc).toEqual(kept);
  });

  it('is in the journal with its figures before anything is sent', async () => {
    const { till, folder, quote } = await aShop();
    await quote();
    let before: readonly { readonly type: string; readonly data: JsonObject }[] = [];
    const answer = till.gateway.answer;
    till.gateway.answer = (request) => {
      before = folder.journal.after(0, 1_000);
      return answer(request);
    };
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')));
    const accepted = before.find(({ type, data }) => type === 'accepted' && data['transId'] === 'S-1');
    expect(accepted?.data['dcc']).toMatchObject({ quoteId: 'Q-1', currency: 'USD', foreign: dollars });
    expect(before.some(({ type, data }) => type === 'intent' && data['transId'] === 'S-1')).toBe(true);
  });

  it('counts in the takings in the currency of the shop', async () => {
    const { till, folder, quote } = await aShop();
    await quote();
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')));
    const records = folder.journal.after(0, 1_000);
    const done = records.find(({ type, operation }) => type === 'succeeded' && operation === id);
    expect(valueAt(done?.data, 'moved')).toMatchObject({ currency: 'EUR', taken: 1_000 });
  });

  it('carries the choice of the shop’s currency, too', async () => {
    const { till, quote, sales } = await aShop();
    await quote();
    till.gateway.answer = () => ok({ status: 'OK', traceNr: '000001', amount: amountOf(1_000) });
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('EUR')));
    expect(sale).toMatchObject({ state: 'succeeded', dcc: { currency: 'EUR' } });
    expect(sales()).toMatchObject([choice('EUR')]);
  });

  it('whose answer was lost is found by its record in the currency of the card', async () => {
    const { till, clock, quote } = await aShop();
    await quote();
    till.gateway.answer = () => lost;
    const { id, refNr } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')));
    till.gateway.answer = () =>
      ok({
        payId: 'P-1',
        transId: 'S-1',
        refNr: refNr ?? '',
        status: 'CAPTURED',
        amount: { ...dollars, capturedValue: 1_118 },
      });
    await clock.advance(200_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded', approved: amountOf(1_000) });
    expect(till.store.payment('env', 'P-1')).toMatchObject({ currency: 'EUR', captured: 1_000, refunded: 0 });
  });
});

describe('the record of a sale in the currency of the card', () => {
  async function sold() {
    const shop = await aShop();
    const { till, quote } = shop;
    await quote();
    till.gateway.answer = () => ok({ payId: 'P-1', transId: 'S-1', status: 'OK', traceNr: '000001', amount: dollars });
    expect((await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')))).state).toBe('succeeded');
    const look = async (record: JsonObject) => {
      till.gateway.answer = () => ok({ payId: 'P-1', transId: 'S-1', status: 'CAPTURED', ...record });
      await till.engine.payment({ by: 'payId', id: 'P-1' });
      return till.store.payment('env', 'P-1');
    };
    return { ...shop, look };
  }

  it.each<[string, JsonObject]>([
    ['its sums', { amount: { value: 1_118, authorizedValue: 1_118, capturedValue: 1_118, refundedValue: 559 } }],
    ['totals alone', { totals: { authorized: 1_118, captured: 1_118, refunded: 559 } }],
    ['its sums beside the shop’s', { amount: { value: 1_000, capturedValue: 1_118, refundedValue: 559 } }],
  ])('that shows no currency says nothing of ours: %s', async (_, record) => {
    const { look } = await sold();
    expect(await look(record)).toMatchObject({ authorized: 1_000, captured: 1_000, refunded: 0 });
  });

  it.each([
    ['succeeded', 'T1'],
    ['failed', 'T1'],
    ['succeeded', 'T2'],
  ] as const)(
    'that shows no currency says nothing of one that a person decided: %s, %s',
    async (outcome, posTerminalId) => {
      const { till, clock, quote } = await aShop();
      await quote();
      till.gateway.answer = ({ method }) => (method === 'GET' ? { ...ok({}), status: 404 } : lost);
      const { id, refNr } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD')));
      await clock.advance(3_600_000);
      const by = { id: 'p1', name: 'Supervisor', role: 'supervisor' } as const;
      const deciding = till.engine.decide(id, { outcome, reason: 'The slip says so.', evidence: 'Slip', by });
      await clock.advance(0);
      await deciding;
      expect(till.operation(id).state).toBe(outcome);
      const totals = { authorized: 1_118, captured: 1_118, refunded: 0 };
      const record = { payId: 'P-1', transId: 'S-1', refNr, posTerminalId, status: 'CAPTURED' };
      till.gateway.answer = () => ok({ ...record, amount: { value: 1_118 }, totals });
      await till.engine.payment({ by: 'transId', id: 'S-1' });
      expect(till.store.payment('env', 'P-1')?.captured ?? null).toBeNull();
    },
  );

  it('of a payment without a terminal says nothing of ours either where it names another sum and no currency', async () => {
    const { till } = await aShop();
    till.gateway.answer = () => ({ ...ok({ payId: 'P-2', transId: 'D-1', status: 'CAPTURED' }), status: 201 });
    const card = { dcc: { quote: 'Q-1', currency: 'USD' } };
    const paymentMethods = { integrationType: 'DIRECT', type: 'CARD', card };
    const made = await till.submit('create-payment', { transId: 'D-1', amount: amountOf(1_000), paymentMethods });
    expect(made.state).toBe('succeeded');
    const look = async (amount: JsonObject) => {
      till.gateway.answer = () => ok({ payId: 'P-2', transId: 'D-1', status: 'CAPTURED', amount });
      await till.engine.payment({ by: 'payId', id: 'P-2' });
      return till.store.payment('env', 'P-2');
    };
    expect(await look({ value: 1_118, capturedValue: 1_118, refundedValue: 559 })).toMatchObject({ captured: 1_000 });
    expect(await look({ value: 1_000, capturedValue: 1_000, refundedValue: 400 })).toMatchObject({ refunded: 400 });
  });

  it('that names the shop’s sum is believed without a currency, too', async () => {
    const { look } = await sold();
    const shown = { amount: { value: 1_000, capturedValue: 1_000, refundedValue: 400 } };
    expect(await look(shown)).toMatchObject({ captured: 1_000, refunded: 400 });
  });

  it('that another operation is found by says nothing of ours either', async () => {
    const { till, clock } = await sold();
    till.gateway.answer = () => lost;
    const refund = { payId: 'P-1', transId: 'R-1', amount: amountOf(300) };
    const { id, refNr } = await till.submit('refund', refund);
    const amount = { value: 1_118, capturedValue: 1_118, refundedValue: 335 };
    const entry = { type: 'REFUND', refNr, transId: 'R-1', status: 'REFUNDED' };
    till.gateway.answer = () => ok({ payId: 'P-1', transId: 'S-1', status: 'REFUNDED', amount, operations: [entry] });
    await clock.advance(200_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.payment('env', 'P-1')).toMatchObject({ captured: 1_000, refunded: 300 });
  });
});

it.each<[string, Options, string | null]>([
  ['agree', {}, null],
  ['do not agree', { quoted: () => dccInfo({ rate: { exchangeRate: 1.3, markupPercentage: 3 } }) }, 'amounts'],
  ['name nobody who converts', { quoted: () => dccInfo({ provider: null }) }, 'incomplete'],
  ['are not there', { quoted: () => dccInfo({ status: 'NOT_AVAILABLE' }) }, null],
])('a quote whose figures %s: the log says why it may not be shown, whoever asked', async (_, options, why) => {
  const { till, quote } = await aShop(options);
  const { id } = await quote();
  const line = { level: 'warn', event: 'dcc-quote-not-shown', operation: id, why };
  expect(till.log.filter(({ event }) => event === 'dcc-quote-not-shown')).toEqual(why === null ? [] : [line]);
});

describe('a quote that does not bear the choice', () => {
  const sale = (rest: JsonObject) => terminalCommand('SALE', 'S-1', rest);

  it.each<[string, JsonObject, Options]>([
    ['is not there', sale(choice('USD', 'Q-2')), {}],
    ['is for another amount', sale({ ...choice('USD'), amount: amountOf(1_001) }), {}],
    ['is for another currency', sale({ ...choice('USD'), amount: { value: 1_000, currency: 'CHF' } }), {}],
    ['does not offer what was chosen', sale(choice('GBP')), {}],
    ['is named without a currency', sale({ conversion: { quote: 'Q-1' } }), {}],
    ['is not named beside a currency', sale({ conversion: { currency: 'USD' } }), {}],
    ['is named by a number', sale({ conversion: { quote: 1, currency: 'USD' } }), {}],
    ['is not available', sale(choice('USD')), { quoted: () => dccInfo({ status: 'NOT_AVAILABLE' }) }],
    ['does not say who offers', sale(choice('USD')), { quoted: () => dccInfo({ provider: ' ' }) }],
    [
      'has figures that do not agree',
      sale(choice('USD')),
      { quoted: () => dccInfo({ amounts: { merchant: amountOf(1_000), cardholder: { ...dollars, value: 1_300 } } }) },
    ],
    [
      'says that it is over',
      sale(choice('USD')),
      { dcc: { expiryPaths: ['dccInfo.until'] }, quoted: () => dccInfo({ until: '1970-01-01T00:00:01Z' }) },
    ],
    [
      'says its end without a zone',
      sale(choice('USD')),
      { dcc: { expiryPaths: ['dccInfo.until'] }, quoted: () => dccInfo({ until: '2099-01-01T00:00:00' }) },
    ],
  ])('that %s is refused, and nothing is sent', async (_, input, options) => {
    const { till, quote, sales } = await aShop(options);
    await quote();
    expect(await till.refused('cloud-pos', input)).toBe('dcc-quote-void');
    expect(sales()).toEqual([]);
  });

  it('is over after the time of the settings', async () => {
    const { till, clock, quote } = await aShop();
    await quote();
    await clock.advance(299_000);
    expect((await till.submit('cloud-pos', sale(choice('USD')))).state).toBe('succeeded');
    const later = await aShop();
    await later.quote();
    await later.clock.advance(300_000);
    expect(await later.till.refused('cloud-pos', sale(choice('USD')))).toBe('dcc-quote-void');
  });

  it('serves one sale, also where that one failed', async () => {
    const { till, quote } = await aShop();
    await quote();
    const answer = till.gateway.answer;
    till.gateway.answer = () => ok({ status: 'FAILED', responseCode: '22000305' });
    expect((await till.submit('cloud-pos', sale(choice('USD')))).state).toBe('failed');
    till.gateway.answer = answer;
    expect(await till.refused('cloud-pos', terminalCommand('SALE', 'S-2', choice('USD')))).toBe('dcc-quote-void');
  });

  it('serves one sale, also where the gateway gave its id twice', async () => {
    const { till, quote } = await aShop();
    await quote();
    expect((await till.submit('cloud-pos', sale(choice('USD')))).state).toBe('succeeded');
    await quote();
    expect(await till.refused('cloud-pos', terminalCommand('SALE', 'S-2', choice('USD')))).toBe('dcc-quote-void');
  });

  it('is as old as the first answer that gave its id', async () => {
    const { till, clock, quote } = await aShop();
    await quote();
    await clock.advance(299_000);
    await quote();
    await clock.advance(2_000);
    expect(await till.refused('cloud-pos', sale(choice('USD')))).toBe('dcc-quote-void');
  });

  it('has other figures under its id is refused: which of them were shown is not known', async () => {
    const answers = [dccInfo(), dccInfo({ rate: { exchangeRate: 1.1178, markupPercentage: 3 } })];
    const { till, quote, sales } = await aShop({ quoted: () => answers.shift() ?? dccInfo() });
    await quote();
    await quote();
    expect(await till.refused('cloud-pos', sale(choice('USD')))).toBe('dcc-quote-void');
    expect(sales()).toEqual([]);
  });

  it('is over in a folder that was put back: what it served since is not known there', async () => {
    const { folder, clock, quote } = await aShop({ dcc: { quoteMs: 86_400_000 } });
    await quote();
    await clock.advance(1_000);
    const policy = { dcc: { fields, onPages: false, quoteMs: 86_400_000, expiryPaths: [], binPaths: [] } };
    const till = await aTill({ folder, clock, policy, paused: 'The folder was copied.' });
    till.pause.lift();
    await clock.advance(3_600_000);
    expect(await till.refused('cloud-pos', sale(choice('USD')))).toBe('dcc-quote-void');
  });

  it('is not sent once it is over, although it was accepted in time', async () => {
    const { till, clock, quote, sales } = await aShop();
    await quote();
    // The terminal is at work until the quote is over.
    const answer = till.gateway.answer;
    let done = (): void => {};
    till.gateway.answer = () =>
      new Promise((resolve) => {
        done = () => resolve(ok({ status: 'OK', traceNr: '000009' }));
      });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-0'));
    await clock.advance(295_000);
    const waiting = await till.submit('cloud-pos', sale(choice('USD')));
    expect(waiting.state).toBe('accepted');
    await clock.advance(6_000);
    till.gateway.answer = answer;
    done();
    await clock.advance(1_000);
    expect(till.operation(waiting.id).state).toBe('expired');
    expect(sales().map(({ transId }) => transId)).toEqual(['S-0']);
  });
});

describe('a till that informs', () => {
  it('hands such fields on as a program wrote them, and knows no choice', async () => {
    const { till, quote, sales } = await aShop({ dcc: { fields: null } });
    await quote();
    till.gateway.answer = () => ok({ status: 'OK', traceNr: '000001', amount: dollars });
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', choice('USD', 'anything')));
    expect(sales()).toMatchObject([choice('USD', 'anything')]);
    expect(sale).toMatchObject({ state: 'unknown', doubt: 'contradiction: currency' });
    expect(sale.dcc).toBeUndefined();
  });

  it('offers nothing to choose', async () => {
    const { quote, window } = await aShop({ dcc: { fields: null } });
    const { id } = await quote();
    expect(window.dccSetting()).toEqual({ atTerminal: 'information', onPages: false });
    expect(window.dccOffer({ quoteOperationId: id })).toMatchObject({ type: 'offer', choices: null });
  });
});

describe('the window', () => {
  it('is told what the customer may choose from, and until when', async () => {
    const { quote, window, clock } = await aShop();
    const { id } = await quote();
    expect(window.dccSetting()).toEqual({ atTerminal: 'choice', onPages: false });
    expect(window.dccOffer({ quoteOperationId: id })).toMatchObject({
      type: 'offer',
      offer: { foreign: dollars },
      choices: { provider: 'Conversion Ltd', local: choice('EUR'), foreign: choice('USD'), leftMs: 300_000 },
    });
    await clock.advance(300_000);
    expect(window.dccOffer({ quoteOperationId: id })).toEqual({ type: 'no-offer', why: 'expired' });
  });

  it.each<[string, JsonObject, string | null]>([
    ['first digits', { card: { bin: '424242' } }, '424242'],
    ['eight of them', { card: { bin: '42424242' } }, '42424242'],
    ['a number', { card: { bin: 424_242 } }, '424242'],
    ['a masked number', { card: { bin: '424242******4242' } }, '424242'],
    ['too few', { card: { bin: '42424' } }, null],
    ['a whole card number', { card: { bin: '4242424242424242' } }, null],
    ['nine digits', { card: { bin: '424242424' } }, null],
    ['nothing', { card: {} }, null],
  ])('gets of a card that was read six to eight digits, never more: %s', async (_, answer, bin) => {
    const { till, window } = await aShop({ dcc: { binPaths: ['nowhere', 'card.bin'] } });
    till.gateway.answer = () => ok({ status: 'OK', ...answer });
    const { amount: _none, ...read } = terminalCommand('CARD_READ', 'R-1');
    const { id } = await till.submit('cloud-pos', read);
    expect(window.cardBin({ operationId: id })).toEqual({ bin });
  });
});

describe('a payment that is no terminal’s', () => {
  const card = { dcc: { anything: 'the gateway wants' }, number: 'pseudo' };

  it.each<[string, string, JsonObject, string]>([
    [
      'direct, with the object of the specification',
      'create-payment',
      { paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card } },
      'paymentMethods.card.dcc.anything',
    ],
    [
      'hosted, with the switch of the specification',
      'create-payment',
      { paymentMethods: { integrationType: 'HOSTED', type: 'CARD', card: { dccEnabled: true } } },
      'paymentMethods.card.dccEnabled',
    ],
    [
      'by a session, with the same switch',
      'create-session',
      {
        urls: { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' },
        paymentMethods: { card: { dccEnabled: true } },
      },
      'paymentMethods.card.dccEnabled',
    ],
  ])('carries the choice: %s', async (_, kind, particulars, path) => {
    const { till } = await aShop();
    till.gateway.answer = () => ok({ payId: 'P-1', transId: 'D-1', status: 'OK', _links: {} });
    const sent = { transId: 'D-1', amount: amountOf(1_000), ...particulars };
    const operation = await till.submit(kind, sent);
    expect(operation.state).toBe('succeeded');
    expect(valueAt(till.posts()[0], path)).toBe(valueAt(sent, path));
    expect(operation.dcc).toBeUndefined();
  });
});
