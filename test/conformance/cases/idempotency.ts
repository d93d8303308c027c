// Idempotency-Key, at each endpoint that lists it (specification, "Endpoints"): sent twice, a thing happens once.
import type { ConformanceCase } from '../case.ts';
import { type Answer, type Body, at } from '../http.ts';
import type { Findings } from '../findings.ts';
import { type Shop, eur } from '../shop.ts';

/** The second answer is the first: same status, same ids. */
function seeReplay(see: Findings, first: Answer, second: Answer, ids: readonly string[]): void {
  if (!see.that(first.status < 300, `${first.method} ${first.path} succeeds`, String(first.status))) return;
  see.that(second.status === first.status, 'the second answer has the status of the first', String(second.status));
  for (const id of ids) {
    const [one, two] = [at(first.json, id), at(second.json, id)];
    see.that(
      JSON.stringify(one) === JSON.stringify(two),
      `${id} is the same in both answers`,
      `${JSON.stringify(one)} and ${JSON.stringify(two)}`,
    );
  }
}

async function twice(shop: Shop, path: string, body: Body): Promise<[Answer, Answer]> {
  const key = shop.key();
  const send = (): Promise<Answer> => shop.gateway.post(path, body, { key });
  return [await send(), await send()];
}

const covers = ['rule.endpoints.idempotency'];

export const idempotency: readonly ConformanceCase[] = [
  {
    id: 'key.session',
    says: 'a session that is asked for twice under one key is one session',
    covers: [...covers, 'endpoint.create-session'],
    run: async (shop, see) => {
      seeReplay(see, ...(await twice(shop, '/payments/sessions', shop.session())), ['_links']);
    },
  },
  {
    id: 'key.payment',
    says: 'a payment that is created twice under one key is one payment',
    covers: [...covers, 'endpoint.create-payment', 'rule.identifiers.transId-unique'],
    run: async (shop, see) => {
      seeReplay(see, ...(await twice(shop, '/payments', shop.hosted('CARD'))), ['payId', 'xId']);
    },
  },
  {
    id: 'key.incremental',
    says: 'an authorization that is raised twice under one key is raised once',
    covers: [...covers, 'endpoint.incremental'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { transId: shop.transId(), amount: eur(50) };
      seeReplay(see, ...(await twice(shop, `/payments/${payId}/incrementals`, body)), ['xId']);
      const tooMuch = await shop.on(payId, 'captures', { transId: shop.transId(), amount: eur(200) });
      see.that(tooMuch.status >= 400, 'it was raised by one amount only', String(tooMuch.status));
    },
  },
  {
    id: 'key.capture',
    says: 'a capture that is sent twice under one key takes the money once',
    covers: [...covers, 'endpoint.capture'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const transId = shop.transId();
      const key = shop.key();
      const first = await shop.capture(payId, 60, { transId }, key);
      seeReplay(see, first, await shop.capture(payId, 60, { transId }, key), ['xId']);
      see.status(await shop.capture(payId, 40), 200);
    },
  },
  {
    id: 'key.refund',
    says: 'a refund that is sent twice under one key gives the money back once',
    covers: [...covers, 'endpoint.refund'],
    run: async (shop, see) => {
      const { payId } = await shop.captured(100);
      const transId = shop.transId();
      const key = shop.key();
      const first = await shop.refund(payId, 60, { transId }, key);
      seeReplay(see, first, await shop.refund(payId, 60, { transId }, key), ['xId']);
      see.status(await shop.refund(payId, 40), 200);
    },
  },
  {
    id: 'key.services',
    says: 'BIN check and quote take a key too',
    covers: [...covers, 'endpoint.dcc-bin-check', 'endpoint.dcc-quote'],
    run: async (shop, see) => {
      seeReplay(see, ...(await twice(shop, '/services/dcc/bin-check', { bin: '411111' })), ['cardInfo']);
      const quote = { bin: '411111', amount: eur(1000) };
      seeReplay(see, ...(await twice(shop, '/services/dcc/quote', quote)), ['dccInfo.dccRequestId']);
    },
  },
  {
    id: 'key.is-optional',
    says: 'the key is optional',
    covers,
    run: async (shop, see) => {
      see.status(await shop.gateway.post('/payments/sessions', shop.session()), 202);
    },
  },
];
