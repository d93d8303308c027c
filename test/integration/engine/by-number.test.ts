// A shop's server learns a payment's number by a webhook and goes on with it before any answer told the bridge that
// number. What was done by it counts as soon as the bridge finds the payment.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const minuteMs = 60_000;

interface Shop {
  readonly till: Till;
  /** What a look-up shows; null: nothing. */
  shows: JsonObject | null;
  /** How the gateway answers what makes the payment. */
  making: GatewayAnswer;
  /** How it answers what is done by the number. */
  byNumber: GatewayAnswer;
  look(): Promise<void>;
  sum(name: 'authorized' | 'captured' | 'refunded'): number | null | undefined;
  sentTo(path: string): number;
  takings(): readonly number[];
  open(): readonly number[];
}

const done = ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
const totals = (authorized: number, captured: number, refunded = 0): JsonObject => ({ authorized, captured, refunded });

async function aShop(making: GatewayAnswer): Promise<Shop> {
  const folder = opened(aFolder());
  const till = await aTill({ folder });
  const section = () => {
    const end = { type: 'X', at: till.clock.iso(till.clock.nowMs()), closedBy: null, head: null } as const;
    return reportOf(currentTally(folder.books), end, folder.books).sections[0];
  };
  const shop: Shop = {
    till,
    shows: null,
    making,
    byNumber: done,
    async look() {
      const asked = till.engine.payment({ by: 'payId', id: 'P1' });
      await till.clock.advance(0);
      await asked;
    },
    sum: (name) => till.store.payment('env', 'P1')?.[name],
    sentTo: (path) => till.gateway.sent.filter((each) => each.path === path).length,
    takings: () => (section()?.takings ?? []).map(({ takenMinor }) => takenMinor),
    open: () => (section()?.authorized ?? []).map(({ openMinor }) => openMinor),
  };
  till.gateway.answer = ({ method, path }) => {
    if (method === 'GET') return shop.shows === null ? answered(404, json({ title: 'not found' })) : ok(shop.shows);
    return path.startsWith('/payments/P1/') ? shop.byNumber : shop.making;
  };
  return shop;
}

const authorization = {
  transId: 'A-1',
  amount: amountOf(1_000),
  captureMethod: { type: 'MANUAL' },
  paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
};
const session = {
  transId: 'S-1',
  amount: amountOf(1_999),
  captureMethod: { type: 'MANUAL' },
  urls: { return: 'https://a.example/r', cancel: 'https://a.example/c', webhook: 'https://a.example/w' },
};
const by = (transId: string, value: number): JsonObject => ({ payId: 'P1', transId, amount: amountOf(value) });

describe('what was done by the number of a payment', () => {
  it('leaves nothing to refund of a sale that is found after its refund', async () => {
    const shop = await aShop(lost);
    const { till } = shop;
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    expect((await till.submit('refund', by('R-1', 1_000))).state).toBe('succeeded');
    const { refNr } = bodyOf(till.gateway.sent[0]?.body ?? null);
    shop.shows = { payId: 'P1', transId: 'S-1', status: 'CAPTURED', responseCode: '00000000', amount: amountOf(1_000) };
    shop.shows = { ...shop.shows, refNr: refNr ?? null, posTerminalId: 'T1' };
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(sale.id).state).toBe('succeeded');
    expect([shop.sum('captured'), shop.sum('refunded')]).toEqual([1_000, 1_000]);
    expect(await till.refused('refund', by('R-2', 1_000))).toBe('refund-exceeds-captured');
  });

  it('leaves nothing to capture of an authorization that is found after its capture', async () => {
    const shop = await aShop(lost);
    const { till } = shop;
    const made = await till.submit('create-payment', authorization);
    expect((await till.submit('capture', by('C-1', 1_000))).state).toBe('succeeded');
    const shown = { payId: 'P1', transId: 'A-1', status: 'AUTHORIZED', responseCode: '00000000', refNr: made.refNr };
    shop.shows = { ...shown, amount: amountOf(1_000) };
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).state).toBe('succeeded');
    expect([shop.sum('authorized'), shop.sum('captured')]).toEqual([1_000, 1_000]);
    expect(await till.refused('capture', by('C-2', 1))).toBe('capture-exceeds-authorized');
  });

  it('counts once where the authorization is found captured by it', async () => {
    const shop = await aShop(lost);
    const { till } = shop;
    const made = await till.submit('create-payment', authorization);
    await till.submit('capture', by('C-1', 600));
    const shown = { payId: 'P1', transId: 'A-1', status: 'CAPTURED', responseCode: '00000000', refNr: made.refNr };
    shop.shows = { ...shown, amount: amountOf(1_000), totals: totals(1_000, 600) };
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(made.id).state).toBe('succeeded');
    expect(shop.sum('captured')).toBe(600);
    expect(shop.takings()).toEqual([600]);
  });

  it('counts against a record that does not show it yet', async () => {
    const shop = await aShop(ok({ transId: 'L-1', _links: {} }));
    const { till } = shop;
    await till.submit('create-link', { transId: 'L-1', amount: amountOf(1_999) });
    await till.submit('refund', by('R-1', 1_500));
    shop.shows = {
      payId: 'P1',
      transId: 'L-1',
      status: 'CAPTURED',
      amount: amountOf(1_999),
      totals: totals(1_999, 1_999),
    };
    await shop.look();
    expect(shop.sum('refunded')).toBe(1_500);
    expect(await till.refused('refund', by('R-2', 500))).toBe('refund-exceeds-captured');
    expect((await till.submit('refund', by('R-3', 499))).state).toBe('succeeded');
  });

  it('is taken once, where a look-up shows the session paid before the outcome of its capture is known', async () => {
    const shop = await aShop(answered(202, json({ _links: { redirect: { href: 'https://gateway.example/pay' } } })));
    const { till } = shop;
    const made = await till.submit('create-session', session);
    shop.byNumber = lost;
    const capture = await till.submit('capture', by('C-1', 1_999));
    const { refNr, transId } = bodyOf(till.gateway.sent.at(-1)?.body ?? null);
    const operation = { type: 'capture', xId: 'X1', status: 'CAPTURED', amount: amountOf(1_999) };
    shop.shows = {
      payId: 'P1',
      transId: 'S-1',
      status: 'CAPTURED',
      amount: amountOf(1_999),
      totals: totals(1_999, 1_999),
    };
    shop.shows = { ...shop.shows, operations: [{ ...operation, refNr: refNr ?? null, transId: transId ?? null }] };
    await shop.look();
    expect(shop.takings()).toEqual([]);
    await till.clock.advance(10 * minuteMs);
    expect(till.operation(capture.id).state).toBe('succeeded');
    expect(shop.takings()).toEqual([1_999]);
    await shop.look();
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect(shop.takings()).toEqual([1_999]);
  });

  it('leaves no authorization open that was seen while its capture was on the way', async () => {
    const shop = await aShop(answered(202, json({ _links: { redirect: { href: 'https://gateway.example/pay' } } })));
    const { till } = shop;
    let captured: (answer: GatewayAnswer) => void = () => {};
    const { answer } = till.gateway;
    till.gateway.answer = (request) =>
      request.path.endsWith('/captures')
        ? new Promise((resolve) => {
            captured = resolve;
          })
        : answer(request);
    const made = await till.submit('create-session', session);
    await till.submit('capture', by('C-1', 1_999));
    const seen = { payId: 'P1', transId: 'S-1', amount: amountOf(1_999) };
    shop.shows = { ...seen, status: 'AUTHORIZED', totals: totals(1_999, 0) };
    await shop.look();
    expect(till.operation(made.id).offer?.state).toBe('open');
    captured(done);
    await till.clock.advance(0);
    shop.shows = { ...seen, status: 'CAPTURED', totals: totals(1_999, 1_999) };
    await shop.look();
    expect(till.operation(made.id).offer?.state).toBe('paid');
    expect([shop.takings(), shop.open()]).toEqual([[1_999], []]);
  });

  it('leaves no authorization open that was seen while a refund by the number was on the way', async () => {
    const shop = await aShop(answered(202, json({ _links: { redirect: { href: 'https://gateway.example/pay' } } })));
    const { till } = shop;
    shop.byNumber = lost;
    const made = await till.submit('create-session', session);
    await till.submit('refund', by('R-1', 1));
    shop.shows = {
      payId: 'P1',
      transId: 'S-1',
      amount: amountOf(1_999),
      status: 'AUTHORIZED',
      totals: totals(1_999, 0),
    };
    await shop.look();
    expect(till.operation(made.id).offer?.state).toBe('open');
    expect(shop.open()).toEqual([]);
  });

  it('counts while its outcome is not known, also after the answer that made the payment', async () => {
    let made: (answer: GatewayAnswer) => void = () => {};
    const shop = await aShop(lost);
    const { till } = shop;
    const { answer } = till.gateway;
    till.gateway.answer = (request) =>
      request.path === '/cloudpos'
        ? new Promise((resolve) => {
            made = resolve;
          })
        : answer(request);
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    shop.byNumber = lost;
    expect((await till.submit('refund', by('R-1', 800))).state).toBe('unknown');
    made(ok({ payId: 'P1', status: 'OK', responseCode: '00000000', traceNr: '1', approvalCode: 'A' }));
    await till.clock.advance(0);
    expect(shop.sum('captured')).toBe(1_000);
    expect(await till.refused('refund', by('R-2', 201))).toBe('refund-exceeds-captured');
    expect(shop.sentTo('/payments/P1/refunds')).toBe(1);
  });
});
