// Create payment, hosted and direct, and the operation result object (specification, "Create payment").
import type { ConformanceCase } from '../case.ts';
import { Skip } from '../findings.ts';
import { type Body, at, namesOf, textOf } from '../http.ts';
import { seeRefusal, seeResult } from '../results.ts';
import { eur, payIdOf, urls } from '../shop.ts';
import { address, customer, methods, order, shipping } from './documents.ts';
import { changed } from './sessions.ts';

const refused: readonly (readonly [what: string, change: Body, field: string])[] = [
  ['no transId', { transId: null }, 'transId'],
  ['a transId of 65 characters', { transId: 'T'.repeat(65) }, 'transId'],
  ['no amount', { amount: null }, 'amount'],
  [
    'an integration type that is none',
    { paymentMethods: { integrationType: 'POSTED', type: 'CARD' } },
    'paymentMethods.integrationType',
  ],
  ['a webhook address that is none', { urls: { ...urls, webhook: 'no address' } }, 'urls.webhook'],
  [
    '0 hours',
    { captureMethod: { type: 'DELAYED', delayed: { delayedHours: 0 } } },
    'captureMethod.delayed.delayedHours',
  ],
  [
    '697 hours',
    { captureMethod: { type: 'DELAYED', delayed: { delayedHours: 697 } } },
    'captureMethod.delayed.delayedHours',
  ],
];

const typeOf = (name: string): string => name.toUpperCase();

export const payments: readonly ConformanceCase[] = [
  {
    id: 'payment.hosted',
    says: 'a hosted payment is made with 201 and leads the customer to a form; where the link stands is not shown',
    covers: [
      'endpoint.create-payment',
      'rule.service.integration-types',
      'rule.endpoints.create-201',
      'rule.endpoints.hosted-link',
      'rule.results.where',
      'rule.results.create-more',
      'rule.results.echoes',
      'rule.identifiers.payId',
      'rule.identifiers.merchantId',
      'rule.methods.one-sub-object',
      'rule.versioning.deprecation',
      'rule.errors.ok',
    ],
    run: async (shop, see) => {
      const body = shop.hosted('CARD', { refNr: shop.transId(), metadata: { till: 4 } });
      const answer = await shop.gateway.post('/payments', body);
      if (!see.status(answer, 201)) return;
      see.text(answer, 'payId');
      seeResult(see, shop, answer, body);
    },
  },
  {
    id: 'payment.whole',
    says: 'every documented field of a hosted payment is taken',
    covers: [
      'rule.objects.reference-pay-id',
      'rule.objects.unknown-insides',
      'rule.objects.metadata',
      'rule.identifiers.externalIntegrationId',
      'rule.events.target',
    ],
    run: async (shop, see) => {
      const earlier = payIdOf(await shop.gateway.post('/payments', shop.hosted('CARD')));
      const metadata = { till: 4, nested: { list: [1, null, 'x'] } };
      const body = shop.hosted('CARD', {
        externalIntegrationId: 'integration-1',
        refNr: shop.transId(),
        language: 'de',
        captureMethod: { type: 'DELAYED', delayed: { delayedHours: 696 } },
        credentialOnFile: { type: 'recurring', initialPayment: true },
        order,
        billingAddress: address,
        shipping,
        statementDescriptor: 'SHOP EXAMPLE',
        customerInfo: customer,
        partialPayment: false,
        expirationTime: '2099-12-31T23:59:00Z',
        fraudData: { score: 1 },
        paymentFacilitator: { name: 'Sub-merchant' },
        browserInfo: { acceptHeaders: 'text/html' },
        device: { deviceId: 'device-1' },
        channel: 'ECOM',
        metadata,
        ...(earlier === null ? {} : { referencePayId: earlier }),
      });
      const answer = await shop.gateway.post('/payments', body);
      if (!see.status(answer, 201)) return;
      seeResult(see, shop, answer, body);
      see.equal('order.merchantReference', at(answer.json, 'order.merchantReference'), 'order-1');
      see.equal('order.invoiceId', at(answer.json, 'order.invoiceId'), 'invoice-1');
    },
  },
  {
    id: 'payment.order-echo',
    says: "an order's references come back in the result",
    covers: [
      'rule.objects.order-echo',
      'rule.versioning.2.2.0-order',
      'result.order.merchantReference',
      'result.order.invoiceId',
    ],
    run: async (shop, see) => {
      const body = shop.hosted('CARD', { order: { merchantReference: 'order-2', invoiceId: 'invoice-2' } });
      const answer = await shop.gateway.post('/payments', body);
      if (!see.status(answer, 201)) return;
      see.equal('order.merchantReference', at(answer.json, 'order.merchantReference'), 'order-2');
      see.equal('order.invoiceId', at(answer.json, 'order.invoiceId'), 'invoice-2');
    },
  },
  {
    id: 'payment.methods',
    says: "a payment carries its method's own object; which methods can be hosted, the gateway knows",
    covers: [
      'rule.methods.one-sub-object',
      'rule.service.not-every-type',
      'rule.methods.free-choice',
      'rule.versioning.2.1.0-methods',
    ],
    run: async (shop, see) => {
      for (const [name, fields] of Object.entries(methods)) {
        const paymentMethods = { integrationType: 'HOSTED', type: typeOf(name), [name]: fields };
        const answer = await shop.gateway.post('/payments', shop.hosted('CARD', { paymentMethods }));
        see.that([201, 422].includes(answer.status), `a payment by ${name} is made or declined`, String(answer.status));
      }
    },
  },
  {
    id: 'payment.ideal-trans-id',
    says: 'for iDEAL a transId has letters and digits only, at most 24 of them; for others it may have more',
    covers: ['rule.identifiers.transId-ideal', 'rule.limits.transId'],
    run: async (shop, see) => {
      const good = shop.transId().padEnd(24, 'x');
      const taken = await shop.gateway.post('/payments', shop.hosted('IDEAL', { transId: good }));
      see.that(taken.status !== 400, '24 letters and digits are taken', String(taken.status));
      const long = shop.hosted('IDEAL', { transId: shop.transId().padEnd(25, 'x') });
      see.names(await shop.gateway.post('/payments', long), 'transId');
      const dashed = shop.hosted('IDEAL', { transId: `${shop.transId()}-1` });
      see.names(await shop.gateway.post('/payments', dashed), 'transId');
      const card = shop.hosted('CARD', { transId: `${shop.transId()}-1`.padEnd(64, '_') });
      see.status(await shop.gateway.post('/payments', card), 201);
    },
  },
  {
    id: 'payment.direct',
    says: 'a direct payment is carried out at once; a second operation of it has another xId',
    covers: [
      'rule.service.integration-types',
      'rule.methods.direct-fields',
      'rule.identifiers.xId',
      'rule.identifiers.refNr',
      'rule.results.some-acquirers',
      'rule.results.method-in-use',
      'rule.versioning.2.1.0-consent',
    ],
    run: async (shop, see) => {
      const body = shop.direct(100, 'MANUAL', { refNr: shop.transId() });
      const answer = await shop.create(body);
      if (answer.status === 400)
        throw new Skip('the card object of a DIRECT payment is not shown; give it with --card-data');
      if (!see.status(answer, 201)) return;
      seeResult(see, shop, answer, body);
      const payId = payIdOf(answer) ?? '';
      const captured = await shop.capture(payId, 100);
      if (!see.status(captured, 200)) return;
      const [first, second] = [at(answer.json, 'xId'), at(captured.json, 'xId')];
      see.that(first !== second, 'the capture has an xId of its own', textOf(second));
      for (const [field, type] of [
        ['providerResponseCode', 'string'],
        ['providerTransactionId', 'string'],
        ['providerApprovalCode', 'number'],
      ] as const) {
        see.typeWhereThere(answer, `paymentMethods.card.${field}`, type);
      }
      const text = at(answer.json, 'paymentMethods.card.providerResponseText');
      see.that(text === undefined, "no provider's words where nothing failed", 'providerResponseText');
    },
  },
  {
    id: 'payment.direct-dcc',
    says: 'a direct card payment may have a dcc object',
    covers: ['create-payment.paymentMethods.card.dcc', 'rule.endpoints.create-dcc', 'rule.versioning.2.1.0-dcc-create'],
    run: async (shop, see) => {
      const card = { ...shop.options.card, dcc: { dccRequestId: 'not-known' } };
      const body = shop.direct(100, 'MANUAL', { paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card } });
      const answer = await shop.create(body);
      const named = namesOf(at(answer.json, 'errors'));
      see.that(
        !named.some((name) => /dcc$/i.test(name)),
        'the object is taken',
        `${answer.status} ${named.join(', ')}`,
      );
    },
  },
  {
    id: 'payment.declined',
    says: "a decline is a 422 with the operation result, a status of FAILED and the provider's words",
    covers: [
      'rule.errors.422',
      'rule.results.failed-text',
      'rule.objects.simulation',
      'rule.states.status-open',
      'rule.errors.codes',
    ],
    run: async (shop, see) => {
      const { declineCode } = shop.options;
      if (declineCode === null)
        throw new Skip('the codes of simulationMode are not shown; give one with --decline-code');
      const body = shop.direct(100, 'AUTOMATIC', { simulationMode: declineCode, refNr: shop.transId() });
      const answer = await shop.gateway.post('/payments', body);
      seeRefusal(see, shop, answer, body);
      see.equal('status', at(answer.json, 'status'), 'FAILED');
      see.typeWhereThere(answer, 'paymentMethods.card.providerResponseCode', 'string');
      see.typeWhereThere(answer, 'paymentMethods.card.providerResponseText', 'string');
    },
  },
  {
    id: 'payment.ratepay-transfer',
    says: "Ratepay's account and reference come back only where the request asked for a bank transfer",
    covers: ['rule.results.ratepay-transfer', 'rule.versioning.2.1.0-inside'],
    run: async (shop, see) => {
      for (const transferType of ['BANK_TRANSFER', null]) {
        const ratepay = transferType === null ? {} : { transferType };
        const paymentMethods = { integrationType: 'DIRECT', type: 'RATEPAY', ratepay };
        const body = { transId: shop.transId(), amount: eur(100), captureMethod: { type: 'MANUAL' }, paymentMethods };
        const answer = await shop.create({ ...body, billingAddress: address, customerInfo: customer, order });
        if (answer.status !== 201) throw new Skip(`no Ratepay payment could be made (status ${answer.status})`);
        for (const field of ['account', 'paymentReference']) {
          const value = at(answer.json, `paymentMethods.ratepay.${field}`);
          const where = transferType === null ? 'no bank transfer' : 'a bank transfer';
          see.that(
            (value === undefined) === (transferType === null),
            `${field} with ${where}`,
            namesOf(value).join(', '),
          );
        }
        see.typeWhereThere(answer, 'paymentMethods.ratepay.authorizationExpiry', 'string');
      }
    },
  },
  {
    id: 'payment.capture-types',
    says: 'AUTOMATIC, MANUAL and DELAYED are taken; an authorization that is not captured yet can be reversed',
    covers: ['captureMethod.type', 'rule.objects.delayed-needs-hours', 'rule.states.transitions'],
    run: async (shop, see) => {
      see.status(
        await shop.gateway.post('/payments', shop.hosted('CARD', { captureMethod: { type: 'AUTOMATIC' } })),
        201,
      );
      for (const delayedHours of [1, 696]) {
        const captureMethod = { type: 'DELAYED', delayed: { delayedHours } };
        see.status(await shop.gateway.post('/payments', shop.hosted('CARD', { captureMethod })), 201);
      }
      const { payId } = await shop.authorized(100);
      see.that((await shop.reverse(payId)).status < 300, 'what was not captured is reversed', 'a refusal');
    },
  },
  {
    id: 'payment.customer',
    says: "a customer is taken along; where the vault is on, the customer's id comes back",
    covers: ['rule.identifiers.gatewayCustomerId'],
    run: async (shop, see) => {
      const body = shop.direct(100, 'MANUAL', { customerInfo: { ...customer, merchantCustomerId: shop.transId() } });
      const answer = await shop.create(body);
      if (answer.status === 400)
        throw new Skip('the card object of a DIRECT payment is not shown; give it with --card-data');
      see.status(answer, 201);
      see.typeWhereThere(answer, 'customerInfo.gatewayCustomerId', 'string');
    },
  },
  {
    id: 'payment.amount-parts',
    says: 'taxes, shipping and discounts stand beside the value',
    covers: ['amount.taxTotal', 'amount.netItemTotal', 'rule.identifiers.minor-units'],
    run: async (shop, see) => {
      const amount = {
        ...eur(100),
        taxTotal: 16,
        netItemTotal: 80,
        netShippingAmount: 4,
        grossShippingAmount: 5,
        netDiscount: 0,
        grossDiscount: 0,
      };
      see.status(await shop.gateway.post('/payments', shop.hosted('CARD', { amount })), 201);
    },
  },
  ...refused.map(([what, change, field]): ConformanceCase => ({
    id: `payment.refused.${what.replaceAll(/\W+/g, '-')}`,
    says: `a payment with ${what} is answered with 400 and names ${field}`,
    covers: ['endpoint.create-payment', 'rule.errors.400', 'problem.errors'],
    run: async (shop, see) => {
      see.names(await shop.gateway.post('/payments', changed(shop.hosted('CARD'), change)), field);
    },
  })),
];
