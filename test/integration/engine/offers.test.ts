// Payments that customers make by link or on a hosted page count when a look-up shows them paid, once, whichever
// look-up it was.
import { describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { differingAlarms } from '#core/payments/differing.ts';
import { createStaffDecisions } from '#core/staff/staff-decisions.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import { type WindowCallPorts, createWindowCalls } from '#core/api/window-calls.ts';
import { lapsingAlarms } from '#core/payments/lapsing.ts';
import { OfferWatch } from '#core/payments/offer-watch.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, bodyOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';

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
  /** With the currency. */
  ledger(): readonly (readonly [string, number, number])[];
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
      return reportOf(currentTally(folder.books), end, folder.books).sections[0]?.authorized[0]?.openMinor ?? 0;
    },
    strays() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      return reportOf(currentTally(folder.books), end, folder.books).strays;
    },
    takings() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      const { sections } = reportOf(currentTally(folder.books), end, folder.books);
      return (sections[0]?.takings ?? []).map((each) => [each.takenMinor, each.givenBackMinor] as const);
    },
    ledger() {
      const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
      const { sections } = reportOf(currentTally(folder.books), end, folder.books);
      const rows = sections[0]?.takings ?? [];
      return rows.map((each) => [each.currency, each.takenMinor, each.givenBackMinor] as const);
    },
  };
  till.gateway.answer = ({ method, path }) => {
    if (shop.silent) return { type: 'lost', reason: 'reset' };
    if (method === 'GET') return shop.shows === null ? answered(404, json({ title: 'not found' })) : ok(shop.shows);
    if (path.endsWith('/captures')) return ok({ payId: 'P1', status: 'CAPTURED', responseCode: '00000000' });
    if (path.endsWith('/refunds')) return ok({ payId: 'P1', status: 'REFUNDED', responseCode: '00000000' });
    return answered(path === '/payments' ? 201 : 200, json({ payId: 'P1', status: 'PENDING' }));
  };
  return shop;
}

const paid = (more: JsonObject = {}): JsonObject => ({
  payId: 'P1',
  transId: 'L-1',
  status: 'CAPTURED',
  amount: amountOf(1_999),
  totals: { authorized: 1_999, captured: 1_999, refunded: 0 },
  ...more,
});

const link = { transId: 'L-1', amount: amountOf(1_999) };

const hosted = (captureMethod: JsonObject): JsonObject => ({
  ...link,
  captureMethod,
  paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
});

describe('a link', () => {
  it('is an end that was not seen once it is paid, where a person made it at the till', async () => {
    const shop = await aShop();
    const { till, folder } = shop;
    const unseen = () => folder.ends.unseen(till.environment.id, 10);
    const person = { type: 'cashier', clientId: 'window' } as const;
    const submitted = till.engine.submit({ kind: 'create-link', input: link, requestId: 'L-1', origin: person });
    await till.clock.advance(0);
    const made = await submitted;
    shop.watch();
    await till.clock.advance(5 * minuteMs);
    expect(unseen()).toEqual([]);
    shop.shows = paid();
    await till.clock.advance(30 * minuteMs);
    const id = made.type === 'refused' ? '' : made.record.id;
    expect(till.operation(id).offer?.state).toBe('paid');
    expect(unseen()).toEqual([id]);
    await folder.ends.see(id);
    await till.clock.advance(dayMs);
    expect(unseen()).toEqual([]);
  });

  it('of a program’s is that program’s to watch', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.watch();
    shop.shows = paid();
    await shop.till.clock.advance(30 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect(shop.folder.ends.unseen(shop.till.environment.id, 10)).toEqual([]);
  });

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
    ['more than was asked for', { authorized: 2_236, captured: 2_236, refunded: 0 }],
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
    shop.shows = paid({ totals: { authorized: 1_700, captured: 1_700, refunded: 0 }, paymentMethods: { card } });
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

  it('counts by the very look-up that shows it paid, also where another payment was made meanwhile', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    const slow = Promise.withResolvers<void>();
    let lookUps = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
      lookUps += 1;
      await slow.promise;
      return ok(paid());
    };
    shop.watch();
    await till.clock.advance(minuteMs + 1);
    expect(lookUps).toBe(1);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1) }));
    slow.resolve();
    await till.clock.advance(0);
    expect([shop.takings(), lookUps]).toEqual([[[2_000, 0]], 1]);
  });

  it('is not counted by a record that is older than a capture which waits for the same commit', async () => {
    const shop = await aShop();
    const { till } = shop;
    const part = (captured: number) => paid({ totals: { authorized: 1_999, captured, refunded: 0 } });
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await till.submit('create-link', link);
    till.gateway.answer = () => ok(paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0 } }));
    await till.engine.payment({ by: 'payId', id: 'P1' });
    let looks = 0;
    till.gateway.answer = async ({ method }) => {
      if (method !== 'GET') await sent.promise;
      else if ((looks += 1) > 2) return ok(part(1_200));
      else if (looks === 2) await asked.promise;
      return method === 'GET' ? ok(part(looks === 1 ? 0 : 500)) : ok({ status: 'CAPTURED', responseCode: '00000000' });
    };
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(700) });
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    expect([till.operation(id).state, looks]).toEqual(['sending', 2]);
    // The capture's answer was read, and its outcome waits for the commit that the look-up's sums would share.
    sent.resolve();
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    asked.resolve();
    await looked;
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_200, 0]]);
  });

  it('that is not counted while a capture by its number runs is looked up again when that fails', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    const sent = Promise.withResolvers<void>();
    till.gateway.answer = async ({ method }) => {
      if (method === 'GET') return ok(shop.shows ?? {});
      await sent.promise;
      return answered(422, json({ status: 'FAILED' }));
    };
    shop.shows = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    const { id } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    shop.shows = paid();
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    expect(shop.takings()).toEqual([]);
    sent.resolve();
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('failed');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is asked for once more where something else was done during its last look-up', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', { ...link, expirationTime: '1970-01-03T00:00:00Z' });
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

  it('is looked up ever more rarely: every half hour for three days, and then less and less until it is paid', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    const asked = async (days: number) => {
      const before = shop.lookUps();
      await till.clock.advance(days * dayMs);
      return shop.lookUps() - before;
    };
    const first = await asked(1);
    expect([first > 24, first < 90]).toEqual([true, true]);
    await asked(2);
    const perMonth = [await asked(30), await asked(30), await asked(30)];
    expect(perMonth.every((each) => each > 0)).toBe(true);
    expect(perMonth[0]).toBeLessThan(25);
    expect(perMonth[1]).toBeLessThan(perMonth[0] ?? 0);
    const { offer } = till.operation(made.id);
    expect(offer).toMatchObject({ state: 'open', lookUps: shop.lookUps() });
    expect(offer?.nextLookUpMs).toBeGreaterThan(till.clock.nowMs());
    expect(till.clock.nowMs() - (offer?.lastLookUpMs ?? 0)).toBeLessThan(15 * dayMs);
    shop.shows = paid();
    await asked(30);
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('is asked for one at a time and once a second at most, however many are open', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) =>
      method === 'GET' ? answered(404, json({ title: 'not found' })) : ok({ _links: {} });
    for (let count = 0; count < 90; count += 1) await till.submit('create-link', { ...link, transId: `L-${count}` });
    shop.watch();
    await till.clock.advance(2 * minuteMs);
    expect(shop.lookUps()).toBeGreaterThan(30);
    expect(shop.lookUps()).toBeLessThan(62);
    await till.clock.advance(2 * minuteMs);
    expect(till.store.offers(till.environment.id, 100).every(({ offer }) => offer?.lastLookUpMs !== null)).toBe(true);
  });

  it('that names its end is looked up rarely as well, and a last time at its end', async () => {
    const shop = await aShop();
    const { till } = shop;
    const endMs = till.clock.wallMs() + 60 * dayMs;
    const made = await till.submit('create-link', { ...link, expirationTime: new Date(endMs).toISOString() });
    shop.watch();
    await till.clock.advance(59 * dayMs);
    expect(shop.lookUps()).toBeLessThan(250);
    await till.clock.advance(dayMs + 2 * 60 * minuteMs);
    const { offer } = till.operation(made.id);
    expect(offer).toMatchObject({ state: 'open', nextLookUpMs: null });
    expect((offer?.lastLookUpMs ?? 0) - (offer?.untilMs ?? 0)).toBeLessThan(minuteMs);
    expect(offer?.lastLookUpMs).toBeGreaterThanOrEqual(offer?.untilMs ?? 0);
    shop.shows = paid();
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    expect(till.operation(made.id).offer).toMatchObject({ state: 'paid', nextLookUpMs: null });
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });

  it('that failed is no stray of the report', async () => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    shop.watch();
    await shop.till.clock.advance(20 * minuteMs);
    expect(shop.strays()).toBe(0);
  });

  it('that is captured by hand stays so when its operation is erased', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-payment', hosted({ type: 'MANUAL' }));
    const slips = { days: 0, reading: aPolicy().answers };
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
    shop.shows = paid({ status: 'EXPIRED', totals: { authorized: 0, captured: 0, refunded: 0 } });
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

  it.each<[string, JsonObject]>([
    ['create-link', link],
    ['create-payment', hosted({ type: 'AUTOMATIC' })],
  ])('that was paid with another amount or currency counts as what was paid, and says so: %s', async (kind, input) => {
    for (const [value, currency] of [
      [1_000, 'EUR'],
      [2_999, 'EUR'],
      [1_999, 'CHF'],
    ] as const) {
      const amount = { value, currency };
      const shop = await aShop();
      const { till } = shop;
      const { id } = await till.submit(kind, input);
      shop.shows = paid({ amount, totals: { authorized: value, captured: value, refunded: 0 } });
      shop.watch();
      await till.clock.advance(5 * minuteMs);
      expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amount }, lookUps: 1 });
      expect(shop.seen()).toMatchObject([{ offer: 'differs', moved: { taken: value, currency } }]);
      expect(shop.ledger()).toEqual([[currency, value, 0]]);
      // What is given back of it was taken before.
      const refund = { payId: 'P1', transId: 'R-1', amount };
      expect((await till.submit('refund', refund)).state).toBe('succeeded');
      expect(shop.ledger()).toEqual([[currency, value, value]]);
      expect(shop.seen()).toHaveLength(1);
    }
  });

  /** A link of 19.99 EUR that was paid with 10.00 EUR, as the watch found it. */
  async function paidLess(shop: Shop): Promise<string> {
    const amount = amountOf(1_000);
    const { id } = await shop.till.submit('create-link', link);
    shop.shows = paid({ amount, totals: { authorized: 1_000, captured: 1_000, refunded: 0 } });
    shop.watch();
    await shop.till.clock.advance(5 * minuteMs);
    return id;
  }

  it('that was paid with another amount is an alarm and on the list at the till until somebody has seen it', async () => {
    const shop = await aShop();
    const { till, folder } = shop;
    const { clock, environment, store } = till;
    const clients = { nameOf: () => null } as unknown as ClientRegistry;
    const calls = createEndCalls({
      ends: folder.ends,
      store,
      clock,
      clients,
      environment,
      session: { current: () => null },
      policy: aPolicy(),
    });
    expect([differingAlarms(till), calls.ends()]).toEqual([[], []]);
    const id = await paidLess(shop);
    expect(differingAlarms(till)).toMatchObject([
      { code: 'payment-differs', message: expect.stringMatching(/^1 payments .*10\.00.EUR instead of 19\.99.EUR/) },
    ]);
    expect(calls.ends()).toMatchObject([{ id, offer: { state: 'differs', shown: amountOf(1_000) } }]);
    const seen = calls.seeEnd({ id });
    await clock.advance(0);
    expect(await seen).toEqual({ seen: true });
    expect([differingAlarms(till), calls.ends()]).toEqual([[], []]);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { counted: true } });
  });

  it('that was paid with another amount is seen without a window as well, by a supervisor, and the journal says by whom', async () => {
    const shop = await aShop();
    const { till, folder } = shop;
    const { clock, engine } = till;
    const id = await paidLess(shop);
    const seenBy = async (role: 'cashier' | 'supervisor') => {
      const current = () => ({ id: role, name: `Some ${role}`, role });
      const session = {
        current,
        touch: () => {},
        isManned: () => true,
        verify: () => Promise.reject(new Error('no PIN')),
      };
      const staffActions = createStaffDecisions({
        engine,
        session,
        mode: 'test',
        policy: aPolicy(),
        lastClosedMs: () => null,
      });
      const seen = staffActions.seeDiffering(id);
      await clock.advance(0);
      return seen;
    };
    expect(await seenBy('cashier')).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(differingAlarms(till)).toHaveLength(1);
    expect(await seenBy('supervisor')).toMatchObject({ type: 'decided' });
    expect(differingAlarms(till)).toEqual([]);
    expect(await seenBy('supervisor')).toMatchObject({ refusal: { code: 'not-decidable' } });
    const said = folder.journal.after(0, 1_000).filter(({ type }) => type === 'differing-sum-seen');
    expect(said).toMatchObject([{ operation: id, data: { by: { name: 'Some supervisor' } } }]);
  });

  it('that was paid with another amount is no alarm once all of it was given back', async () => {
    const shop = await aShop();
    await paidLess(shop);
    await shop.till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(999) });
    expect(differingAlarms(shop.till)).toHaveLength(1);
    await shop.till.submit('refund', { payId: 'P1', transId: 'R-2', amount: amountOf(1) });
    expect(differingAlarms(shop.till)).toEqual([]);
  });

  it('is not counted by a sum that names no currency, which may be that of the card, until a record names one', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-link', link);
    const look = async () => {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    };
    shop.shows = paid({ amount: 2_999, totals: { authorized: 2_999, captured: 2_999, refunded: 0 } });
    await look();
    const { revision } = till.operation(id);
    await look();
    expect(till.operation(id)).toMatchObject({ revision, offer: { state: 'differs', differs: { shown: null } } });
    expect(shop.ledger()).toEqual([]);
    shop.shows = { ...shop.shows, amount: amountOf(2_999) };
    await look();
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amountOf(2_999) } });
    expect(shop.ledger()).toEqual([['EUR', 2_999, 0]]);
  });

  it('that is reserved for another amount counts when the gateway captures it', async () => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit('create-link', link);
    const totals = { authorized: 1_000, captured: 0, refunded: 0 };
    shop.shows = paid({ status: 'AUTHORIZED', amount: amountOf(1_000), totals });
    shop.watch();
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', differs: { shown: amountOf(1_000) } });
    expect(shop.ledger()).toEqual([]);
    shop.shows = paid({ amount: amountOf(1_000), totals: { ...totals, captured: 1_000 } });
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(id).offer).toMatchObject({ state: 'differs', nextLookUpMs: null });
    expect(shop.ledger()).toEqual([['EUR', 1_000, 0]]);
  });

  it('that was refused stays looked up: the customer may try another card', async () => {
    const shop = await aShop();
    const { till } = shop;
    const made = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('failed');
    shop.shows = paid();
    await till.clock.advance(60 * minuteMs);
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([[1_999, 0]]);
  });
});

describe('a link that was refunded at the portal before it was seen, and then here', () => {
  it('gives back both, though the record lagged behind the refund of ours', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    shop.watch();
    const amount = amountOf(700);
    const refund = till.submit('refund', { payId: 'P1', transId: 'R-1', amount });
    const shows = (refunded: number) => paid({ totals: { authorized: 1_999, captured: 1_999, refunded } });
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(shop.shows ?? {});
      shop.shows = shows(500);
      return ok({ payId: 'P1', status: path.endsWith('/refunds') ? 'REFUNDED' : 'PENDING', responseCode: '00000000' });
    };
    const { id } = await refund;
    await till.clock.advance(1_000);
    expect(till.operation(id).state).toBe('succeeded');
    await till.clock.advance(minuteMs);
    shop.shows = shows(1_200);
    await till.clock.advance(10 * minuteMs);
    expect(shop.takings()).toEqual([[1_999, 1_200]]);
  });
});

describe('a link whose transId another till gave to a payment of its own', () => {
  it.each<[string, JsonObject]>([
    ['of a terminal', { posTerminalId: 'T9' }],
    ['older than the link', { creationDate: '1969-12-01T00:00:00Z' }],
  ])('is not paid by one that is %s', async (_name, more) => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(shop.shows ?? {}) : ok({ _links: {} }));
    const { id } = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid(more);
    await till.clock.advance(30 * minuteMs);
    expect([till.operation(id).offer?.state, shop.takings()]).toEqual(['open', []]);
    shop.shows = paid({ payId: 'P2' });
    await till.clock.advance(dayMs);
    expect([till.operation(id).offer?.state, shop.takings()]).toEqual(['paid', [[1_999, 0]]]);
  });
});

describe('a link or page that is paid twice', () => {
  const second = (more: JsonObject = {}) => paid({ payId: 'P2', ...more });
  const answersOf = (shop: Shop, records: { readonly [payId: string]: JsonObject }) => {
    const before = shop.till.gateway.answer;
    shop.till.gateway.answer = (request) => {
      const id = request.path.split('/').at(-1) ?? '';
      return request.method === 'GET' ? ok(records[id] ?? paid()) : before(request);
    };
  };
  const look = async ({ till }: Shop, id: string) => {
    const asked = till.engine.payment({ by: 'payId', id });
    await till.clock.advance(0);
    await asked;
  };
  const paidTwice = async (more: JsonObject = {}): Promise<Shop> => {
    const shop = await aShop();
    await shop.till.submit('create-link', link);
    answersOf(shop, { P2: second(more) });
    await look(shop, 'P1');
    await look(shop, 'P2');
    return shop;
  };

  it.each<[string, string, JsonObject]>([
    ['a link', 'create-link', link],
    ['a hosted page', 'create-payment', hosted({ type: 'AUTOMATIC' })],
  ])('counts both, is an alarm that names the second, and on the list at the till: %s', async (_name, kind, input) => {
    const shop = await aShop();
    const { till } = shop;
    const { id } = await till.submit(kind, input);
    answersOf(shop, { P2: second() });
    await look(shop, 'P1');
    expect(shop.takings()).toEqual([[1_999, 0]]);
    for (let times = 0; times < 2; times += 1) await look(shop, 'P2');
    expect(shop.takings()).toEqual([[3_998, 0]]);
    expect(shop.seen().map(({ payId }) => payId)).toEqual(['P1', 'P2']);
    expect(till.operation(id)).toMatchObject({ payId: 'P1', offer: { state: 'paid' } });
    expect(differingAlarms(till)).toMatchObject([
      { code: 'paid-twice', message: expect.stringMatching(/transId L-1.*P2 of 19\.99.EUR/) },
    ]);
    const ends = createEndCalls({
      ends: shop.folder.ends,
      store: till.store,
      clock: till.clock,
      clients: { nameOf: () => null },
      environment: till.environment,
      session: { current: () => null },
      policy: aPolicy(),
    });
    const paidAgain = [{ payId: 'P2', shown: amountOf(1_999) }];
    expect(ends.ends()).toMatchObject([{ id, offer: { state: 'paid', paidAgain } }]);
    const seen = ends.seeEnd({ id });
    await till.clock.advance(0);
    expect(await seen).toEqual({ seen: true });
    expect([differingAlarms(till), ends.ends()]).toEqual([[], []]);
    await look(shop, 'P2');
    expect(differingAlarms(till)).toEqual([]);
  });

  it('is no alarm once one of the two was given back whole, and no more than was taken goes back', async () => {
    const shop = await paidTwice();
    const { till } = shop;
    const back = { payId: 'P2', transId: 'R-1', amount: amountOf(2_000) };
    expect(await till.refused('refund', back)).toBe('refund-exceeds-captured');
    await till.submit('refund', { payId: 'P1', transId: 'R-2', amount: amountOf(1_998) });
    expect(differingAlarms(till)).toHaveLength(1);
    await till.submit('refund', { payId: 'P1', transId: 'R-3', amount: amountOf(1) });
    expect(differingAlarms(till)).toEqual([]);
    expect(shop.takings()).toEqual([[3_998, 1_999]]);
  });

  it('counts the second in the sum that was paid, and tells where that cannot be told', async () => {
    const less = { amount: amountOf(1_000), totals: { authorized: 1_000, captured: 1_000, refunded: 0 } };
    const shop = await paidTwice(less);
    expect(shop.takings()).toEqual([[2_999, 0]]);
    const bare = await paidTwice({ amount: 1_700, totals: {} });
    expect(bare.takings()).toEqual([[1_999, 0]]);
    expect(differingAlarms(bare.till)).toMatchObject([{ code: 'paid-twice' }]);
  });

  it('counts a second that is only held when the gateway captures it', async () => {
    const shop = await paidTwice({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
    expect(shop.takings()).toEqual([[1_999, 0]]);
    expect([shop.authorized(), differingAlarms(shop.till)]).toMatchObject([1_999, [{ code: 'paid-twice' }]]);
    answersOf(shop, { P2: second() });
    await look(shop, 'P2');
    expect([shop.takings(), shop.authorized()]).toEqual([[[3_998, 0]], 0]);
  });

  it.each<[string, JsonObject]>([
    ['was refused', { status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } }],
    ['is of a terminal', { posTerminalId: 'T1' }],
    ['is older than the link', { creationDate: '1969-12-01T00:00:00Z' }],
    ['has another transId', { transId: 'L-2' }],
  ])('is none where the second %s', async (_name, more) => {
    const shop = await paidTwice(more);
    expect([shop.takings(), differingAlarms(shop.till)]).toEqual([[[1_999, 0]], []]);
  });

  it('is none where the second was made by another operation of this till', async () => {
    const shop = await aShop();
    const { till } = shop;
    await till.submit('create-link', link);
    till.gateway.answer = ({ method, path }) => {
      if (method === 'GET') return ok(path.endsWith('P2') ? second() : paid());
      return ok({ payId: 'P2', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' });
    };
    await look(shop, 'P1');
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1_999) }));
    await look(shop, 'P2');
    expect([shop.takings(), differingAlarms(till)]).toEqual([[[3_998, 0]], []]);
  });

  it('counts by the second payment alone where the first try was declined', async () => {
    const shop = await aShop();
    const { till } = shop;
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(shop.shows ?? {}) : ok({ _links: {} }));
    const { id } = await till.submit('create-link', link);
    shop.watch();
    shop.shows = paid({ status: 'FAILED', totals: { authorized: 0, captured: 0, refunded: 0 } });
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(id).offer?.state).toBe('failed');
    shop.shows = second();
    await till.clock.advance(60 * minuteMs);
    expect(till.gateway.sent.at(-1)?.path).toContain('getByTransId');
    expect(till.operation(id)).toMatchObject({ payId: 'P2', offer: { state: 'paid' } });
    expect([shop.takings(), differingAlarms(till)]).toEqual([[[1_999, 0]], []]);
    expect(await till.refused('refund', { payId: 'P2', transId: 'R-1', amount: amountOf(2_000) })).toBe(
      'refund-exceeds-captured',
    );
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
    const totals = { authorized: 1_999, refunded: 0 };
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

  it('is as old as its request, also where its answer was lost and a look-up found it much later', async () => {
    const shop = await aShop();
    const { till } = shop;
    shop.silent = true;
    const input = { messageType: 'AUTHORISATION_OR_RESERVATION', transId: 'L-1', posTerminalId: 'T1' };
    const { id } = await till.submit('cloud-pos', { ...input, amount: amountOf(1_999) });
    await till.clock.advance(20 * 3_600_000);
    const totals = { authorized: 1_999, captured: 0, refunded: 0 };
    shop.shows = paid({ refNr: till.operation(id).refNr, status: 'AUTHORIZED', totals });
    shop.silent = false;
    await till.clock.advance(5 * 3_600_000);
    expect(till.operation(id).state).toBe('succeeded');
    const alarms = lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays: { default: 1 } }) });
    expect(alarms).toMatchObject([{ code: 'authorization-lapses' }]);
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
    expect(alarms({ default: 5 })[0]?.message).toMatch(
      /^1 authorization of 19.99.EUR was .*5 days old \(transId L-1\)/,
    );
    expect(alarms({ default: 5, VISA: 6 })).toEqual([]);
    const listed = (authorizationDays: { readonly [brand: string]: number }) =>
      createWindowCalls({
        ...till,
        clients: { nameOf: () => null } as unknown as WindowCallPorts['clients'],
        operators: { list: () => [] },
        policy: aPolicy({ authorizationDays }),
        nextTurn: async () => undefined,
        begunMs: 0,
      }).openAuthorizations();
    const age = { ageDays: 5, alarmDays: 6, lapsing: false };
    expect(listed({ default: 5, VISA: 6 })).toMatchObject({ open: [{ ...age, payment: { id: 'P1' } }], more: false });
    expect(listed({ default: 5 }).open).toMatchObject([{ alarmDays: 5, lapsing: true }]);
    await till.submit('reverse', { payId: 'P1' });
    expect(alarms({ default: 5 })).toEqual([]);
    expect(listed({ default: 5 }).open).toEqual([]);
  });
});

describe('a hosted payment', () => {
  const authorized = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
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
    shop.shows = paid({ totals: { authorized: 1_999, captured: 500, refunded: 0 } });
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

it('a hosted payment that was reversed here is not open where a look-up lags and shows it as authorized', async () => {
  const shop = await aShop();
  const { till } = shop;
  const { answer } = till.gateway;
  till.gateway.answer = (request) =>
    request.path.endsWith('/reversals') ? ok({ payId: 'P1', status: 'REVERSED' }) : answer(request);
  await till.submit('create-payment', hosted({ type: 'DELAYED', delayed: { delayedHours: 2 } }));
  expect((await till.submit('reverse', { payId: 'P1' })).state).toBe('succeeded');
  shop.shows = paid({ status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } });
  const asked = till.engine.payment({ by: 'payId', id: 'P1' });
  await till.clock.advance(0);
  await asked;
  expect(shop.authorized()).toBe(0);
  await till.clock.advance(9 * dayMs);
  expect(lapsingAlarms({ ...till, policy: aPolicy({ authorizationDays: { default: 5 } }) })).toEqual([]);
});

describe('whose own look-up shows it paid', () => {
  const part = { authorized: 1_999, captured: 500, refunded: 0 };
  const partly = (refNr: string | null, more: JsonObject = {}) => ok(paid({ refNr, totals: part, ...more }));

  /** The answer to what makes it is lost, and its look-up shows this of it. */
  async function foundPaid(kind: string, input: JsonObject, more: JsonObject = {}) {
    const shop = await aShop();
    let refNr: string | null = null;
    shop.till.gateway.answer = ({ method, body }) => {
      if (method === 'GET') return partly(refNr, more);
      refNr = textAt(bodyOf(body), 'refNr');
      return lost;
    };
    const { id } = await shop.till.submit(kind, input);
    await shop.till.clock.advance(10 * minuteMs);
    return { shop, record: shop.till.operation(id) };
  }

  it.each([
    ['create-payment', hosted({ type: 'AUTOMATIC' })],
    ['create-link', link],
    [
      'create-session',
      { ...link, urls: { return: 'https://s.example/', cancel: 'https://s.example/', webhook: 'https://s.example/' } },
    ],
    ['create-intent', link],
  ])('takes what is shown as captured, not what was asked for, at once: %s', async (kind, input) => {
    const { shop, record } = await foundPaid(kind, input);
    expect(record).toMatchObject({ state: 'succeeded', offer: { state: 'paid', nextLookUpMs: null } });
    expect(shop.takings()).toEqual([[500, 0]]);
    expect(await shop.till.refused('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(501) })).toBe(
      'refund-exceeds-captured',
    );
  });

  it('is no terminal’s payment under its transId, which is another till’s', async () => {
    const { shop, record } = await foundPaid('create-link', link, { posTerminalId: 'T9' });
    expect([record.state, shop.takings()]).toEqual(['needs-person', []]);
  });

  it('takes nothing while it is held for a capture by hand', async () => {
    const held = { status: 'AUTHORIZED', totals: { authorized: 1_999, captured: 0, refunded: 0 } };
    const { shop, record } = await foundPaid('create-payment', hosted({ type: 'MANUAL' }), held);
    expect(record).toMatchObject({ state: 'succeeded', offer: { state: 'paid' } });
    expect([shop.takings(), shop.authorized()]).toEqual([[], 1_999]);
  });

  it('takes when the look-up of a refund shows it, in the same step', async () => {
    const shop = await aShop();
    let refNr: string | null = null;
    shop.till.gateway.answer = ({ method, path, body }) => {
      if (method === 'GET') {
        if (refNr === null) return answered(404, json({ title: 'not found' }));
        const operations = [{ type: 'REFUND', refNr, status: 'REFUNDED', amount: amountOf(1_234) }];
        return ok(paid({ totals: { authorized: 1_999, captured: 1_999, refunded: 1_234 }, operations }));
      }
      if (!path.endsWith('/refunds')) return ok({ transId: 'L-1', _links: {} });
      refNr = textAt(bodyOf(body), 'refNr');
      return lost;
    };
    await shop.till.submit('create-link', link);
    await shop.till.clock.advance(4 * dayMs);
    const { id } = await shop.till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(1_234) });
    await shop.till.clock.advance(10 * minuteMs);
    expect(shop.till.operation(id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([[1_999, 1_234]]);
  });
});

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
