// What can be done with an authorization before it is captured: reversal, incremental authorization, confirm.
import type { ConformanceCase } from '../case.ts';
import { Skip } from '../findings.ts';
import { type Answer, type Body, at, stringsIn, textOf } from '../http.ts';
import { seeRefusal, seeResult } from '../results.ts';
import { type Shop, eur, payIdOf } from '../shop.ts';
import { address, order, shipping } from './documents.ts';

interface Klarna {
  readonly payId: string;
  readonly transId: string;
  /** Which field of the answer carries it is not shown. */
  readonly accessToken: string;
}

const tokenIn = ({ json }: Answer): string | null =>
  stringsIn(json).find(({ name }) => /^(access|client)_?token$/i.test(name))?.text ?? null;

async function klarna(shop: Shop, more: Body = {}): Promise<Klarna> {
  const transId = shop.transId();
  const paymentMethods = { integrationType: 'DIRECT', type: 'KLARNA' };
  const body = { transId, amount: eur(100), order, captureMethod: { type: 'MANUAL' }, paymentMethods, ...more };
  const answer = await shop.gateway.post('/payments', body);
  const payId = payIdOf(answer);
  const accessToken = tokenIn(answer);
  if (payId === null || accessToken === null) {
    throw new Skip(
      `no Klarna payment waits for a confirm (status ${answer.status}): the fields of DIRECT are not shown`,
    );
  }
  return { payId, transId, accessToken };
}

const confirmation = ({ transId, accessToken }: Klarna, more: Body = {}): Body => ({
  transId,
  amount: eur(100),
  paymentMethods: { klarna: { accessToken } },
  ...more,
});

export const authorizations: readonly ConformanceCase[] = [
  {
    id: 'reverse.uncaptured',
    says: 'what was not captured is given up; bodies are not shown, so an empty one will do',
    covers: [
      'endpoint.reverse',
      'rule.service.reverse',
      'rule.endpoints.reverse-bodies',
      'rule.states.reverse-uncaptured',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const answer = await shop.reverse(payId);
      see.that(answer.status < 300, 'a reversal succeeds', String(answer.status));
    },
  },
  {
    id: 'reverse.with-body',
    says: 'a reversal may carry the ids that other operations carry',
    covers: ['endpoint.reverse', 'rule.endpoints.reverse-bodies', 'rule.errors.other-errors'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const answer = await shop.reverse(payId, { transId: shop.transId(), refNr: shop.transId() });
      see.that(answer.status < 300, 'a reversal succeeds', String(answer.status));
    },
  },
  {
    id: 'reverse.captured',
    says: 'what was captured cannot be reversed',
    covers: ['rule.states.reverse-uncaptured'],
    run: async (shop, see) => {
      const { payId } = await shop.captured(100);
      see.refused(await shop.reverse(payId));
    },
  },
  {
    id: 'incremental.sum',
    says: 'an incremental authorization adds to the first: the sum can be captured, and no more',
    covers: [
      'endpoint.incremental',
      'rule.service.incremental',
      'rule.states.incremental-sum',
      'rule.endpoints.incremental-answers',
      'rule.results.where',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { transId: shop.transId(), amount: eur(50), refNr: shop.transId(), order };
      const answer = await shop.on(payId, 'incrementals', body);
      if (!see.status(answer, 200)) return;
      seeResult(see, shop, answer, body);
      const tooMuch = { transId: shop.transId(), amount: eur(151) };
      seeRefusal(see, shop, await shop.on(payId, 'captures', tooMuch), tooMuch);
      see.status(await shop.capture(payId, 150), 200);
    },
  },
  {
    id: 'incremental.days',
    says: 'a stay or a rental says by how many days it grew; other industries may be declined',
    covers: ['rule.endpoints.incremental-industries', 'incremental.duration'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { transId: shop.transId(), amount: eur(10), duration: 2 };
      see.status(await shop.on(payId, 'incrementals', body), [200, 422]);
    },
  },
  {
    id: 'incremental.refused',
    says: 'an amount is needed, and days are a number',
    covers: ['endpoint.incremental', 'rule.endpoints.incremental-answers', 'rule.errors.400'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      see.names(await shop.on(payId, 'incrementals', { transId: shop.transId() }), 'amount');
      const body = { transId: shop.transId(), amount: eur(10), duration: 'two' };
      see.names(await shop.on(payId, 'incrementals', body), 'duration');
    },
  },
  {
    id: 'incremental.captured',
    says: 'only an authorization can be raised',
    covers: ['rule.states.incremental-sum', 'rule.errors.422'],
    run: async (shop, see) => {
      const { payId } = await shop.captured(100);
      const body = { transId: shop.transId(), amount: eur(10) };
      seeRefusal(see, shop, await shop.on(payId, 'incrementals', body), body);
    },
  },
  {
    id: 'confirm.klarna',
    says: 'a Klarna payment is confirmed with the token that creating it gave; order and customer come back',
    covers: [
      'endpoint.confirm',
      'rule.service.confirm',
      'rule.states.confirm-created',
      'rule.results.confirm-details',
      'rule.results.klarna-redirect',
      'rule.results.klarna-agreement',
      'rule.endpoints.confirm-answers',
      'rule.limits.klarna',
    ],
    run: async (shop, see) => {
      const customerInfo = { email: 'customer@shop.example', firstName: 'A', lastName: 'B' };
      const payment = await klarna(shop, { customerInfo, billingAddress: address });
      const body = confirmation(payment, {
        refNr: shop.transId(),
        order,
        metadata: { till: 4 },
        billingAddress: address,
        shipping,
        expirationTime: '2099-12-31T23:59:00Z',
        captureMethod: { type: 'MANUAL' },
      });
      const answer = await shop.confirm(payment.payId, body);
      if (!see.status(answer, 200)) return;
      seeResult(see, shop, answer, body);
      see.type(answer, 'order', 'object');
      see.type(answer, 'customerInfo', 'object');
      see.text(answer, 'customerInfo.email');
      for (const field of ['providerTransactionId', 'redirectUrl', 'providerResponseCode', 'billingAgreementId']) {
        see.typeWhereThere(answer, `paymentMethods.klarna.${field}`, 'string');
      }
      const agreement = at(answer.json, 'paymentMethods.klarna.billingAgreementId');
      see.that(agreement === undefined, 'no agreement without a first recurring payment', textOf(agreement));
      const again = confirmation(payment);
      seeRefusal(see, shop, await shop.on(payment.payId, 'confirms', again), again);
    },
  },
  {
    id: 'confirm.klarna-recurring',
    says: 'after a first recurring payment an agreement comes back',
    covers: ['rule.results.klarna-agreement'],
    run: async (shop, see) => {
      const payment = await klarna(shop, { credentialOnFile: { type: 'recurring', initialPayment: true } });
      const answer = await shop.confirm(payment.payId, confirmation(payment));
      if (see.status(answer, 200)) see.text(answer, 'paymentMethods.klarna.billingAgreementId');
    },
  },
  {
    id: 'confirm.token',
    says: 'Klarna needs the client token: without one the answer is 400, with a wrong one a refusal',
    covers: ['rule.endpoints.confirm-klarna', 'rule.errors.400', 'confirm.paymentMethods.klarna.accessToken'],
    run: async (shop, see) => {
      const payment = await klarna(shop);
      const without = { transId: payment.transId, amount: eur(100), paymentMethods: { klarna: {} } };
      see.names(await shop.on(payment.payId, 'confirms', without), 'paymentMethods.klarna.accessToken');
      const wrong = confirmation({ ...payment, accessToken: 'not-the-token' });
      seeRefusal(see, shop, await shop.on(payment.payId, 'confirms', wrong), wrong);
    },
  },
  {
    id: 'confirm.nothing-waits',
    says: 'only what was created for it can be confirmed',
    covers: ['rule.states.confirm-created', 'rule.endpoints.confirm-answers', 'rule.errors.422'],
    run: async (shop, see) => {
      const { payId, transId } = await shop.captured(100);
      const body = { transId, amount: eur(100), paymentMethods: { card: { eventToken: 'DELAYED_SHIPMENT' } } };
      see.refused(await shop.on(payId, 'confirms', body));
      const unknown = { transId, amount: eur(100), paymentMethods: { card: { eventToken: 'PIGEON' } } };
      see.names(await shop.on(payId, 'confirms', unknown), 'paymentMethods.card.eventToken');
    },
  },
  {
    id: 'capture.klarna-complete',
    says: 'a Klarna order that is fully captured cannot be completed once more',
    covers: [
      'rule.states.klarna-complete',
      'rule.errors.klarna-processed',
      'capture.paymentMethods.klarna.completeType',
    ],
    run: async (shop, see) => {
      const payment = await klarna(shop);
      if (!see.status(await shop.confirm(payment.payId, confirmation(payment)), 200)) return;
      const completed = { paymentMethods: { klarna: { completeType: 'YES' } } };
      const whole = { transId: shop.transId(), amount: eur(100), ...completed };
      see.refused(await shop.on(payment.payId, 'captures', whole));
      see.status(await shop.capture(payment.payId, 60, completed), 200);
      see.refused(await shop.on(payment.payId, 'captures', { transId: shop.transId(), amount: eur(40), ...completed }));
    },
  },
];
