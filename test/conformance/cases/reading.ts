// Look-ups, update, payment links and intents: their bodies are not shown, so only what every answer must be is looked at.
import type { ConformanceCase } from '../case.ts';
import { type Answer, at, exchange, isObject, stringsIn, namesOf, textOf } from '../http.ts';
import type { Findings } from '../findings.ts';
import { eur, linkIn, payIdOf } from '../shop.ts';

function seeObject(see: Findings, answer: Answer): boolean {
  const said = `${answer.method} ${answer.path} succeeds`;
  if (!see.that(answer.status >= 200 && answer.status < 300, said, String(answer.status))) return false;
  return see.that(isObject(answer.json), 'the answer is a JSON object', answer.contentType);
}

export const reading: readonly ConformanceCase[] = [
  {
    id: 'look-up.both',
    says: 'a payment is read by its payId and by its transId, alike',
    covers: [
      'endpoint.get-by-pay-id',
      'endpoint.get-by-trans-id',
      'rule.service.retrieve',
      'rule.results.retrieval',
      'rule.endpoints.card-result',
      'rule.versioning.2.1.0-wero',
      'rule.versioning.2.1.0-dcc-info',
      'rule.identifiers.payId',
      'rule.states.status-open',
    ],
    run: async (shop, see) => {
      const { payId, transId } = await shop.authorized(100);
      const byPayId = await shop.gateway.get(`/payments/getByPayId/${encodeURIComponent(payId)}`);
      const byTransId = await shop.gateway.get(`/payments/getByTransId/${transId}`);
      if (!seeObject(see, byPayId) || !seeObject(see, byTransId)) return;
      for (const { json } of [byPayId, byTransId]) {
        if (at(json, 'payId') !== undefined) see.equal('payId', at(json, 'payId'), payId);
        if (at(json, 'transId') !== undefined) see.equal('transId', at(json, 'transId'), transId);
      }
      see.remarks.push(`a payment is shown with ${namesOf(byPayId.json).join(', ')}`);
    },
  },
  {
    id: 'look-up.changes',
    says: 'payId stays the same through captures and refund',
    covers: ['rule.identifiers.payId', 'rule.states.transitions', 'rule.results.retrieval'],
    run: async (shop, see) => {
      // No two sums of this payment are alike, so that each can be told in a record.
      const { payId } = await shop.authorized(237);
      const read = async () => {
        const answer = await shop.gateway.get(`/payments/getByPayId/${encodeURIComponent(payId)}`);
        if (seeObject(see, answer) && at(answer.json, 'payId') !== undefined)
          see.equal('payId', at(answer.json, 'payId'), payId);
      };
      await read();
      const steps = [() => shop.capture(payId, 113), () => shop.refund(payId, 47), () => shop.capture(payId, 124)];
      for (const step of steps) {
        if (!see.status(await step(), 200)) return;
        await read();
      }
    },
  },
  {
    id: 'look-up.states',
    says: 'a payment is read before its customer pays, and after it was reversed; a declined one may not be there',
    covers: ['endpoint.get-by-pay-id', 'endpoint.get-by-trans-id', 'rule.states.status-open'],
    run: async (shop, see) => {
      const byPayId = (payId: string) => shop.gateway.get(`/payments/getByPayId/${encodeURIComponent(payId)}`);
      const unpaid = payIdOf(await shop.gateway.post('/payments', shop.hosted('CARD')));
      if (see.that(unpaid !== null, 'a hosted payment has a payId', 'none'))
        seeObject(see, await byPayId(unpaid ?? ''));
      const { declineCode } = shop.options;
      if (declineCode !== null) {
        const body = shop.direct(100, 'AUTOMATIC', { simulationMode: declineCode });
        await shop.create(body);
        await shop.gateway.get(`/payments/getByTransId/${textOf(body['transId'])}`);
      }
      const { payId } = await shop.authorized(150);
      if (!see.that((await shop.reverse(payId)).status < 300, 'the authorization is reversed', 'a refusal')) return;
      seeObject(see, await byPayId(payId));
    },
  },
  {
    id: 'look-up.unknown',
    says: 'what nobody made is not found',
    covers: ['rule.errors.other-errors', 'endpoint.get-by-trans-id'],
    run: async (shop, see) => {
      see.refused(await shop.gateway.get('/payments/getByPayId/no-such-payment'));
      see.refused(await shop.gateway.get(`/payments/getByTransId/${shop.transId()}`));
    },
  },
  {
    id: 'update.metadata',
    says: 'details of a payment are changed; what can be, is not shown',
    covers: ['endpoint.update-payment', 'rule.endpoints.update-bodies'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { metadata: { note: 'changed' } };
      const answer = await shop.gateway.send('PATCH', `/payments/${encodeURIComponent(payId)}`, { body });
      see.that(answer.status < 300, 'an update succeeds', String(answer.status));
    },
  },
  {
    id: 'link.opens',
    says: 'a payment link leads to a hosted page',
    covers: ['endpoint.create-link', 'rule.service.link', 'rule.endpoints.link-bodies'],
    run: async (shop, see) => {
      const answer = await shop.gateway.post('/payments/links', { ...shop.session(), channel: 'PAYBYLINK' });
      if (!seeObject(see, answer)) return;
      const link = linkIn(answer.json);
      if (!see.that(link !== null, 'the answer has an address', namesOf(answer.json).join(', '))) return;
      const page = await exchange(link ?? '', 'GET', '', { headers: { accept: 'text/html' } });
      see.status(page, [200, 301, 302, 303, 307]);
      if (page.status === 200) see.that(/text\/html/.test(page.contentType), 'the page is HTML', page.contentType);
    },
  },
  {
    id: 'intent.id',
    says: 'an intent has an id for a mobile SDK',
    covers: ['endpoint.create-intent', 'rule.service.intent', 'rule.endpoints.intent-bodies'],
    run: async (shop, see) => {
      const answer = await shop.gateway.post('/payment-intents', {
        transId: shop.transId(),
        amount: eur(100),
        channel: 'APP',
      });
      if (!seeObject(see, answer)) return;
      const ids = stringsIn(answer.json).filter(({ name }) => /id$/i.test(name));
      see.that(ids.length > 0, 'the answer has an id', namesOf(answer.json).join(', '));
    },
  },
];
