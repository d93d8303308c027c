// Payments that customers make by link or on a hosted page count when a look-up shows them paid, once, whoever looked.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { lapsingAlarms } from '#core/lapsing.ts';
import { OfferWatch } from '#core/offer-watch.ts';
import { reportOf } from '#core/shift-report.ts';
import { currentTally } from '#core/shift-books.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

interface Shop {
  readonly till: Till;
  readonly folder: ReturnType<typeof opened>;
  /** What a look-up of the payment shows; null: nothing, as before anybody opened the link. */
  shows: JsonObject | null;
  silent: boolean;
  lookUps(): number;
  watch(): OfferWatch;
  seen(): readonly JsonObject[];
  authorized(): number;
  strays(): number;
  takings(): readonly (readonly [number, number])[];
}

async function aShop(): Promise<Shop> {
  const folder = opened(aFolder());
  const till = await aTill({ folder });
  const shop: Shop = {
    till,
    folder,
    shows: null,
    silent: false,
    lookUps: () => till.gateway.sent.filter(({ method }) => method === 'GET').length,
    watch() {
      const watch = new OfferWatch({
        store: till.store,
        clock: till.clock,
        chance: { fraction: () => 0.5, operationId: () => '', hex128: () => '' },
        environment: till.environment,
        policy: aPolicy(),
        payment: (lookUp) => till.engine.payment(lookUp),
        isIdle: () => till.engine.connection.maySend(),
        changed: () => {},
        log: () => {},
      });
      onTestFinished(() => watch.stop());
      watch.kick();
      return watch;
    },
    seen: () =>
      folder.books
        .facts(0, 1_000)
        .filter(({ type }) => type === 'payment-seen-paid')
        .map(({ data }) => data),
    authorized() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      return reportOf(currentTally(folder.books), end).sections[0]?.authorized[0]?.openMinor ?? 0;
    },
    strays() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      return reportOf(currentTally(folder.books), end).strays;
    },
    takings() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      const { sections } = reportOf(currentTally(folder.books), end);
      return (sections[0]?.takings ?? []).map((each) => [each.takenMinor, each.givenBackMinor] as const);
    },
  };
  till.gateway.answer = ({ method, path }) => {
    if (shop.silent) return { type: 'lost', reason: 'reset' };
    if (method === 'GET') return shop.shows === null ? answered(404, json({ title: 'not found' })) : ok(shop.shows);
    if (path.endsWith('/captures')) return ok({ payId: 'P1', status: 'CAPTURED', responseCode: '00000000' });
    return answered(path === '/payments' ? 201 : 200, json({ payId: 'P1', status: 'PENDING' }));
  };
  return shop;
}

const paid = (more: JsonObject = {}): JsonObject => ({
  payId: 'P1',
  transId: 'L-1',
  status: 'CAPTURED',
  amount: amountOf(1_999),
  totals: { authorised: 1_999, captured: 1_999, refunded: 0 },
  ...more,
});

const link = { transId: 'L-1', amount: amountOf(1_999) };

const hosted = (captureMethod: JsonObject): JsonObject => ({
  ...link,
  captureMethod,
  paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
});

describe('a link', () => {
  it('takes nothing until it is seen to be paid, and then counts at that time, once', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    expect(made.offer?.state).toBe('open');
    expect(shop.takings()).toEqual([]);
    shop.watch();
    await till.clock.advance(5 * minuteMs);
    expect(shop.takings()).toEqual([]);
    shop.shows = paid();
    await till.clock.advance(30 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.seen()).toMatchObject([{ payId: 'P1', moved: { taken: 1_999, currency: 'EUR' } }]);
    const before = shop.lookUps();
    await till.clock.advance(dayMs);
    expect(shop.lookUps()).toBe(before);
    await till.engine.payment({ by: 'payId', id: 'P1' });
    expect(shop.seen()).toHaveLength(1);
  });

  it.each<[string, JsonObject]>([
    ['more than was asked for', { authorised: 2_236, captured: 2_236, refunded: 0 }],
    ['what was captured alone', { captured: 2_236 }],
  ])('counts its amount where the totals without a currency are the card’s: %s', async (_name, totals) => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    shop.shows = paid({ totals });
    for (let times = 0; times < 2; times += 1) {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    }
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(till.store.payment(till.environment.id, 'P1')?.captured ?? 1_999).toBe(1_999);
    expect(await till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(2_000) })).toBe(
      'refund-exceeds-captured',
    );
  });

  it('counts its amount where a record that names the conversion has less, in the currency of the card', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    const amounts = { merchant: amountOf(1_999), cardholder: { value: 1_700, currency: 'GBP' } };
    const card = { dccInfo: { status: 'AVAILABLE', amounts } };
    shop.shows = paid({ totals: { authorised: 1_700, captured: 1_700, refunded: 0 }, paymentMethods: { card } });
    const asked = shop.till.engine.payment({ by: 'payId', id: 'P1' });
    await shop.till.clock.advance(0);
    await asked;
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('counts when somebody else looks at it first', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.shows = paid();
    const asked = [
      shop.till.engine.payment({ by: 'payId', id: 'P1' }),
      shop.till.engine.payment({ by: 'transId', id: 'L-1' }),
    ];
    await shop.till.clock.advance(0);
    await Promise.all(asked);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(shop.seen()).toHaveLength(1);
  });

  it('counts while a refund of it, whose outcome is not known, holds the payment that was never seen before', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(paid());
      return path.endsWith('/refunds') ? lost : ok({ transId: 'L-1', _links: {} });
    };
    await till.submit('create-link', link);
    await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(500) });
    shop.watch();
    await till.clock.advance(2 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is asked for once more where something else was done during its last look-up', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    await till.clock.advance(4 * dayMs);
    const slow = Promise.withResolvers<void>();
    let lookUps = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
      lookUps += 1;
      if (lookUps === 1) await slow.promise;
      return ok(paid());
    };
    shop.watch();
    await till.clock.advance(1);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1) }));
    expect(lookUps).toBe(1);
    slow.resolve();
    await till.clock.advance(2 * minuteMs);
    expect(shop.takings()).toEqual([[2_000, 0]]);
  });

  it('is looked up ever more rarely, at most every 36 minutes, and no more after three days, but counts what others see', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    await till.clock.advance(dayMs);
    expect(shop.lookUps()).toBeGreaterThan(24);
    expect(shop.lookUps()).toBeLessThan(90);
    await till.clock.advance(3 * dayMs);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'open', nextLookUpMs: null });
    await till.clock.advance(dayMs);
    const before = shop.lookUps();
    shop.shows = paid();
    await till.clock.advance(dayMs);
    expect(shop.lookUps()).toBe(before);
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('that failed is no stray of the report', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.shows = paid({ status: 'FAILED', totals: { authorised: 0, captured: 0, refunded: 0 } });
    shop.watch();
    await shop.till.clock.advance(20 * minuteMs);
    expect(shop.strays()).toBe(0);
  });

  it('that is captured by hand stays so when its operation is erased', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-payment', hosted({ type: 'MANUAL' }));
    const slips = { days: 0, paths: aPolicy().answers.paths };
    await shop.folder.eraser.erase(
      { type: 'operation', id },
      { atMs: till.clock.nowMs(), by: 'x', reason: 'y', slips },
    );
    shop.shows = { payId: 'P1', transId: 'L-1', status: 'OK', responseCode: '00000000', amount: amountOf(1_999) };
    shop.watch();
    await till.clock.advance(20 * minuteMs);
    expect([shop.takings(), shop.authorized()]).toEqual([[], 1_999]);
  });

  it('that expired at the gateway says so once', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.shows = paid({ status: 'EXPIRED', totals: { authorised: 0, captured: 0, refunded: 0 } });
    for (const _ of [1, 2]) {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    }
    expect(till.operation(made.id)).toMatchObject({ revision: made.revision + 1, offer: { state: 'expired' } });
    expect(shop.takings()).toEqual([]);
  });

  it('is looked up on after a restart, and after a silence of the gateway', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    const first = shop.watch();
    await till.clock.advance(2 * minuteMs);
    await first.stop();
    shop.silent = true;
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('open');
    shop.silent = false;
    shop.shows = paid();
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('paid');
  });

  it('that was paid with another amount or currency is not counted, and says so', async () => {
    for (const [value, currency] of [
      [2_999, 'EUR'],
      [1_999, 'CHF'],
    ] as const) {
      const amount = { value, currency };
      const shop = await aShop();
      const made = await shop.till.submit('create-link', link);
      shop.shows = paid({ amount, totals: { authorised: value, captured: value, refunded: 0 } });
      const asked = shop.till.engine.payment({ by: 'payId', id: 'P1' });
      await shop.till.clock.advance(0);
      await asked;
      expect(shop.till.operation(made.id).offer?.state).toBe('differs');
      expect(shop.seen()).toMatchObject([{ moved: { taken: null } }]);
      expect(shop.takings()).toEqual([]);
    }
  });

  it('that was refused stays looked up: the customer may try another card', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid({ status: 'FAILED', totals: { authorised: 0, captured: 0, refunded: 0 } });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('failed');
    shop.shows = paid();
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });
});

describe('an authorization', () => {
  it('is open no more when a look-up shows that others captured or reversed it', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) =>
      method === 'GET'
        ? ok(shop.shows ?? {})
        : ok({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7', approvalCode: '123456' });
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    expect(shop.authorized()).toBe(1_999);
    const totals = { authorised: 1_999, refunded: 0 };
    for (const [captured, status, open] of [
      [500, 'CAPTURED', 1_499],
      [500, 'REVERSED', 0],
    ] as const) {
      shop.shows = paid({ status, totals: { ...totals, captured } });
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
      expect(shop.authorized()).toBe(open);
    }
    // What others took is in no report of this till.
    expect(shop.takings()).toEqual([]);
  });

  it('is an alarm when it is about to lapse, by the days of its brand', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ path }) => {
      if (path.endsWith('/reversals')) return ok({ payId: 'P1', status: 'REVERSED', responseCode: '00000000' });
      const card = { brand: 'visa' };
      const terminal = { traceNr: '7', approvalCode: '123456' };
      return ok({ payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', ...terminal, paymentMethods: { card } });
    };
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    const alarms = (authorizationDays: { readonly [brand: string]: number }) =>
      lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays }) });
    await till.clock.advance(4 * dayMs);
    expect(alarms({ default: 5 })).toEqual([]);
    expect(alarms({ default: 5, VISA: 6 })).toEqual([]);
    expect(alarms({ default: 5, VISA: 4 })).toMatchObject([{ code: 'authorization-lapses' }]);
    await till.clock.advance(dayMs);
    expect(alarms({ default: 5 })[0]?.message).toMatch(/^1 authorizations of 19.99.EUR.*5 days old \(transId L-1\)/);
    expect(alarms({ default: 5, VISA: 6 })).toEqual([]);
    await till.submit('reverse', { payId: 'P1' });
    expect(alarms({ default: 5 })).toEqual([]);
  });
});

describe('a hosted payment', () => {
  const authorized = paid({ status: 'AUTHORIZED', totals: { authorised: 1_999, captured: 0, refunded: 0 } });
  const look = async ({ till }: Shop) => {
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
  };

  it('that is captured by hand takes by its captures alone', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-payment', hosted({ type: 'MANUAL' }));
    shop.shows = authorized;
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([]);
    await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    shop.shows = paid({ totals: { authorised: 1_999, captured: 500, refunded: 0 } });
    await look(shop);
    expect(shop.takings()).toEqual([[500, 0]]);
  });

  it('whose own answer says that it was captured counts once', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => {
      const captured = { payId: 'P1', status: 'CAPTURED', responseCode: '00000000' };
      return method === 'GET' ? ok(paid()) : answered(201, json(captured));
    };
    const made = await till.submit('create-payment', hosted({ type: 'AUTOMATIC' }));
    expect(made.offer).toBeUndefined();
    await look(shop);
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('that the gateway captures later takes when it is captured, less what the shop captured itself', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-payment', hosted({ type: 'DELAYED', delayed: { delayedHours: 2 } }));
    shop.shows = authorized;
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('authorized');
    await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    expect(shop.takings()).toEqual([[500, 0]]);
    shop.shows = paid();
    await look(shop);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });
});
