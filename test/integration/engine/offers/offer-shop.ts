// A shop with links and hosted pages: its engine over a real store, and a gateway that shows of a payment what a test says.
import { onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { OfferWatch } from '#core/payments/offer-watch.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import { answered, aPolicy, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, ok } from '#support/till.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

export interface Shop {
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

export async function aShop(): Promise<Shop> {
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

export const paid = (more: JsonObject = {}): JsonObject => ({
  payId: 'P1',
  transId: 'L-1',
  status: 'CAPTURED',
  amount: amountOf(1_999),
  totals: { authorized: 1_999, captured: 1_999, refunded: 0 },
  ...more,
});

export const link = { transId: 'L-1', amount: amountOf(1_999) };

export const hosted = (captureMethod: JsonObject): JsonObject => ({
  ...link,
  captureMethod,
  paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
});
