// The comparison of a shift over a real database and a running engine, with a gateway that says something else: each
// difference, each way; what could not be told; stopping; and a gateway that goes away.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type ComparisonView, findingGroups } from '#contract/shift/reconcile.ts';
import { Comparisons } from '#core/reconciliation/comparisons.ts';
import type { GatewayAnswer, GatewayRequest } from '#core/ports/gateway.ts';
import { entriesOf, touchedSince } from '#core/shift/shift-entries.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import type { OpenedStore } from '#store/open.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, bodyOf, lost, ok, terminalCommand, unsent } from '#support/till.ts';

const pageUrls = {
  return: 'https://shop.example/r',
  cancel: 'https://shop.example/c',
  webhook: 'https://shop.example/w',
};

type Totals = { readonly authorized: number; readonly captured: number; readonly refunded: number };

interface Shop {
  readonly till: Till;
  readonly folder: OpenedStore;
  readonly comparisons: Comparisons;
  readonly views: (ComparisonView | null)[];
  /** What the gateway shows, by payId. */
  readonly shown: Map<string, Totals | 'not-found' | GatewayAnswer>;
  sell(transId: string, value: number): Promise<string>;
  /** Lets the clock go on until the comparison has come to its end. */
  done(): Promise<Extract<ComparisonView, { type: 'done' }>>;
  /** Every finding as [side, type, code, reference]. */
  findings(): unknown[];
  readonly lookUps: () => number;
}

async function aShop(environmentId = 'env'): Promise<Shop> {
  const folder = opened(aFolder());
  const shown: Shop['shown'] = new Map();
  let lookUps = 0;
  const answer = ({ method, path, body }: GatewayRequest): GatewayAnswer => {
    if (method === 'POST') {
      const { transId, amount } = bodyOf(body) as { transId: string; amount: { value: number } };
      const payId = path.includes('/payments/') ? (path.split('/')[2] ?? '') : `P-${transId}`;
      if (path === '/cloudpos') shown.set(payId, { authorized: amount.value, captured: amount.value, refunded: 0 });
      return ok({ payId, transId, status: 'OK', responseCode: '00000000', approvalCode: '123456' });
    }
    lookUps += 1;
    const payId = decodeURIComponent(path.split('/').at(-1) ?? '');
    const found = shown.get(payId) ?? 'not-found';
    if (found === 'not-found') return answered(404, json({ title: 'not found' }));
    if ('type' in found) return found;
    const totals: JsonObject = { ...found };
    return ok({ payId, amount: { value: found.authorized, currency: 'EUR' }, totals });
  };
  const till = await aTill({ folder, answer });
  const views: Shop['views'] = [];
  const { books } = folder;
  const comparisons = new Comparisons({
    clock: till.clock,
    shift: async (number) => entriesOf(books, number),
    touchedSince: async (seq, names) => touchedSince(books, seq, names),
    payment: (lookUp) => till.engine.payment(lookUp),
    connection: () => till.engine.connectionStatus(),
    environmentId,
    paths: defaultPaymentPaths,
    changed: (view) => views.push(view),
  });
  onTestFinished(() => comparisons.end());
  return {
    till,
    folder,
    comparisons,
    views,
    shown,
    lookUps: () => lookUps,
    async sell(transId, value) {
      const sale = await till.submit('cloud-pos', terminalCommand('SALE', transId, { amount: amountOf(value) }));
      if (sale.state !== 'succeeded') throw new Error(`the sale is ${sale.state}`);
      return sale.payId ?? '';
    },
    async done() {
      for (;;) {
        const view = comparisons.view();
        if (view?.type === 'done') return view;
        if (view?.type === 'failed') throw new Error('the comparison failed');
        await till.clock.advance(200);
      }
    },
    findings: () =>
      findingGroups.flatMap((group) =>
        comparisons.page(group, 0, 200).findings.map((each) => [each.with, each.type, each.code, each.reference]),
      ),
  };
}

const head = 'transId,amount,currency,kind\n';

it('a payment at a page that was made in the shift is of this shift', async () => {
  const shop = await aShop();
  const page = { transId: 'S-1', amount: amountOf(1_000), urls: pageUrls };
  const session = await shop.till.submit('create-session', page);
  expect(session.state).toBe('succeeded');
  const payId = session.payId ?? '';
  const capture = await shop.till.submit('capture', { payId, transId: 'C-1', amount: amountOf(600) });
  expect(capture.state).toBe('succeeded');
  shop.shown.set(payId, { authorized: 1_000, captured: 600, refunded: 0 });
  shop.comparisons.begin(null, null);
  expect(await shop.done()).toMatchObject({ agreed: { gateway: 1 } });
  expect(shop.findings()).toEqual([]);
});

describe('the comparison of a shift', () => {
  it('finds nothing on a day that agrees, on both sides', async () => {
    const shop = await aShop();
    await shop.sell('S-1', 1_000);
    await shop.sell('S-2', 250);
    shop.comparisons.begin(null, `${head}S-1,1000,EUR,sale\nS-2,250,EUR,sale\n`);
    const view = await shop.done();
    expect(view).toMatchObject({ shift: 1, asking: 'whole', agreed: { gateway: 2, erp: 2 }, withList: true });
    expect(shop.findings()).toEqual([]);
    expect(
      shop.views.filter((each) => each?.type === 'running').map((each) => each?.type === 'running' && each.asked),
    ).toEqual([0, 0, 1]);
  });

  it('finds each difference, each way, and keeps apart what could not be told', async () => {
    const shop = await aShop();
    const captured = await shop.sell('S-1', 1_000);
    const gone = await shop.sell('S-2', 250);
    const silent = await shop.sell('S-3', 300);
    await shop.sell('S-4', 400);
    shop.shown.set(captured, { authorized: 1_000, captured: 1_000, refunded: 700 });
    shop.shown.set(gone, 'not-found');
    shop.shown.set(silent, answered(400, json({ title: 'no' })));
    shop.comparisons.begin(null, `${head}S-1,1000,EUR,sale\nS-2,240,EUR,sale\nS-3,300,EUR,sale\nS-9,5,EUR,refund\n`);
    const view = await shop.done();
    expect(view.agreed).toEqual({ gateway: 1, erp: 2 });
    expect(shop.findings()).toEqual([
      ['gateway', 'missing-there', 'not-shown', gone],
      ['erp', 'missing-there', 'no-row', 'S-4'],
      ['erp', 'missing-here', 'no-operation', 'S-9'],
      ['gateway', 'amounts-differ', 'refunded-differs', captured],
      ['erp', 'amounts-differ', 'amount-differs', 'S-2'],
      ['gateway', 'cannot-tell', 'no-answer', silent],
    ]);
    expect(view.counts).toEqual({ 'not-at-gateway': 1, 'not-at-erp': 1, 'not-here': 1, amounts: 2, 'cannot-tell': 1 });
    expect(shop.comparisons.page('amounts', 1, 1)).toMatchObject({ total: 2, findings: [{ line: 3, transId: 'S-2' }] });
  });

  it('asks five a second, and lets the till sell meanwhile', async () => {
    const shop = await aShop();
    for (let index = 0; index < 12; index += 1) await shop.sell(`S-${index}`, 100);
    const before = shop.lookUps();
    shop.comparisons.begin(null, null);
    await shop.till.clock.advance(1_000);
    expect(shop.lookUps() - before).toBe(6);
    await shop.sell('S-between', 100);
    expect((await shop.done()).agreed.gateway).toBe(12);
  });

  it('calls no difference what was done while it was asked', async () => {
    const shop = await aShop();
    for (const name of ['S-1', 'S-2', 'S-3']) await shop.sell(name, 1_000);
    shop.comparisons.begin(null, null);
    await shop.till.clock.advance(0);
    await shop.till.submit('refund', { payId: 'P-S-3', transId: 'R-1', amount: amountOf(400) });
    shop.shown.set('P-S-3', { authorized: 1_000, captured: 1_000, refunded: 400 });
    expect(await shop.done()).toMatchObject({ agreed: { gateway: 2 } });
    expect(shop.findings()).toEqual([['gateway', 'cannot-tell', 'touched-later', 'P-S-3']]);
  });

  it('keeps of the records behind a shift only what it asked for, however many there are', async () => {
    const shop = await aShop();
    for (let index = 0; index < 5; index += 1) await shop.sell(`S-${index}`, 100);
    expect(touchedSince(shop.folder.books, 0, new Set(['S-2', 'nothing']))).toEqual(new Set(['S-2']));
  });

  it('runs once at a time, and is put away when it was looked at', async () => {
    const shop = await aShop();
    await shop.sell('S-1', 100);
    const first = shop.comparisons.begin(null, null);
    expect(shop.comparisons.begin(7, null)).toEqual(first);
    shop.comparisons.forget();
    expect(shop.comparisons.view()?.type).toBe('running');
    await shop.done();
    shop.comparisons.forget();
    expect(shop.comparisons.view()).toBeNull();
    expect(shop.views.at(-1)).toBeNull();
  });

  it('refuses a list with a wrong row, by its number, and begins nothing', async () => {
    const shop = await aShop();
    const list = `${head}S-1,1000,EUR,sale\nS-2,2.50,EUR,sale\n`;
    expect(shop.comparisons.begin(null, list)).toEqual({ type: 'list-refused', fault: 'amount', line: 3 });
    expect(shop.comparisons.begin(null, '\n \n')).toEqual({ type: 'list-refused', fault: 'empty', line: null });
    expect(shop.comparisons.view()).toBeNull();
  });

  it('does not ask the gateway about what was done at another one or in training', async () => {
    const shop = await aShop('another');
    await shop.sell('S-1', 100);
    const before = shop.lookUps();
    shop.comparisons.begin(null, null);
    expect(await shop.done()).toMatchObject({ elsewhere: 1, agreed: { gateway: 0 } });
    expect(shop.findings()).toEqual([]);
    expect(shop.lookUps()).toBe(before);
  });

  it('says so where there is no such shift', async () => {
    const shop = await aShop();
    shop.comparisons.begin(4, null);
    await shop.till.clock.advance(0);
    expect(shop.comparisons.view()).toEqual({ type: 'failed', number: 4 });
  });
});

describe('a comparison that does not come to its end', () => {
  it('is stopped in the middle, also while an answer is awaited: the rest could not be told', async () => {
    const shop = await aShop();
    for (const name of ['S-1', 'S-2', 'S-3', 'S-4']) await shop.sell(name, 100);
    shop.comparisons.begin(null, null);
    await shop.till.clock.advance(200);
    expect(shop.comparisons.view()).toMatchObject({ type: 'running', asked: 1, toAsk: 4 });
    shop.till.gateway.answer = () => new Promise(() => {});
    await shop.till.clock.advance(200);
    shop.comparisons.stop();
    expect(await shop.done()).toMatchObject({ asking: 'stopped', agreed: { gateway: 2 } });
    expect(shop.findings().map((each) => (each as string[])[2])).toEqual(['not-looked-up', 'not-looked-up']);
  });

  it('offline compares with the list alone', async () => {
    const shop = await aShop();
    await shop.sell('S-1', 100);
    shop.till.gateway.online = false;
    shop.till.gateway.answer = () => unsent;
    await shop.till.engine.payment({ by: 'payId', id: 'P-S-1' });
    const before = shop.till.gateway.sent.length;
    shop.comparisons.begin(null, `${head}S-1,90,EUR,sale\n`);
    expect(await shop.done()).toMatchObject({ asking: 'offline', agreed: { gateway: 0, erp: 0 } });
    expect(shop.findings()).toEqual([
      ['erp', 'amounts-differ', 'amount-differs', 'S-1'],
      ['gateway', 'cannot-tell', 'not-looked-up', 'P-S-1'],
    ]);
    expect(shop.till.gateway.sent.length).toBe(before);
  });

  it('asks again after a rest where the gateway has too much to do', async () => {
    const shop = await aShop();
    const payId = await shop.sell('S-1', 100);
    const totals = shop.shown.get(payId) ?? 'not-found';
    shop.shown.set(payId, answered(429, json({})));
    shop.comparisons.begin(null, null);
    await shop.till.clock.advance(1_000);
    shop.shown.set(payId, totals);
    expect(await shop.done()).toMatchObject({ asking: 'whole', agreed: { gateway: 1 } });
  });

  it('gives up where several payments in a row have no usable answer', async () => {
    const shop = await aShop();
    for (let index = 0; index < 7; index += 1) {
      shop.shown.set(await shop.sell(`S-${index}`, 100), answered(500, json({})));
    }
    shop.comparisons.begin(null, null);
    expect(await shop.done()).toMatchObject({ asking: 'no-answers', counts: { 'cannot-tell': 7 } });
  });

  it('ends where the line breaks', async () => {
    const shop = await aShop();
    for (const name of ['S-1', 'S-2', 'S-3']) await shop.sell(name, 100);
    shop.comparisons.begin(null, null);
    await shop.till.clock.advance(0);
    shop.till.gateway.online = false;
    shop.till.gateway.answer = () => lost;
    expect(await shop.done()).toMatchObject({ asking: 'offline', agreed: { gateway: 1 } });
  });
});
