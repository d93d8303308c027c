// Create checkout session (specification, "Create checkout session", "Session result").
import type { ConformanceCase } from '../case.ts';
import { type Body, at, namesOf } from '../http.ts';
import { exchange } from '../http.ts';
import { eur, linkIn, urls } from '../shop.ts';
import { address, customer, order, shipping } from './documents.ts';

const identifiers =
  'ALIPAY APPLEPAY BANCONTACT BIZUM BOLETO CARD DIRECTDEBIT EASYCOLLECT EPS FLOAPAY GOOGLEPAY IDEAL INSTANEA KLARNA MBWAY MULTIBANCO MYBANK PAYPAL PRZELEWY24 UNIONPAY TRUSTLY TWINT VIPPSMOBILEPAY WECHAT WERO'.split(
    ' ',
  );

const texts = (count: number): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`customField${index + 1}`, `text ${index + 1}`]));

const refused: readonly (readonly [what: string, change: Body, field: string])[] = [
  ['no transId', { transId: null }, 'transId'],
  ['a transId of 65 characters', { transId: 'T'.repeat(65) }, 'transId'],
  ['no amount', { amount: null }, 'amount'],
  ['an amount without a currency', { amount: { value: 100 } }, 'amount.currency'],
  ['an amount without a value', { amount: { currency: 'EUR' } }, 'amount.value'],
  ['a value that is a text', { amount: { value: '100', currency: 'EUR' } }, 'amount.value'],
  ['a currency of four letters', { amount: { value: 100, currency: 'EURO' } }, 'amount.currency'],
  ['no urls', { urls: null }, 'urls'],
  [
    'urls without a webhook',
    { urls: { return: 'https://shop.example/r', cancel: 'https://shop.example/c' } },
    'urls.webhook',
  ],
  ['a return address that is none', { urls: { ...urls, return: 'no address' } }, 'urls.return'],
  ['a channel that is none', { channel: 'PIGEON' }, 'channel'],
  ['a capture type that is none', { captureMethod: { type: 'LATER' } }, 'captureMethod.type'],
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
  ['DELAYED without hours', { captureMethod: { type: 'DELAYED', delayed: {} } }, 'captureMethod.delayed.delayedHours'],
  ['a customer type that is none', { customerInfo: { customerType: 'robot' } }, 'customerInfo.customerType'],
  ['a birth date of another form', { customerInfo: { birthDate: '31.01.1990' } }, 'customerInfo.birthDate'],
  ['a country of two letters', { billingAddress: { country: 'DE' } }, 'billingAddress.country'],
  ['a partialPayment that is a text', { partialPayment: 'yes' }, 'partialPayment'],
  ['items that are no list', { order: { items: {} } }, 'order.items'],
  ['a tax rate that is a text', { order: { items: [{ taxRate: '25%' }] } }, 'order.items.0.taxRate'],
];

/** The changes laid over a body; null takes a field away. */
export function changed(body: Body, change: Body): Body {
  return Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== null));
}

export const sessions: readonly ConformanceCase[] = [
  {
    id: 'session.least',
    says: 'transId, amount and three addresses make a session: 202 with a link to the hosted page, which opens as HTML',
    covers: [
      'endpoint.create-session',
      'rule.service.hosted-session',
      'rule.endpoints.session-202',
      'rule.endpoints.session-methods',
      'rule.results.session-redirect',
      'rule.errors.ok',
      'rule.service.http-status',
    ],
    run: async (shop, see) => {
      const answer = await shop.gateway.post('/payments/sessions', shop.session());
      if (!see.status(answer, 202)) return;
      see.type(answer, '_links', 'object');
      see.beyond(answer, ['_links']);
      const redirect = at(answer.json, '_links.redirect');
      const link = typeof redirect === 'string' ? redirect : linkIn(redirect);
      if (!see.that(link !== null, '_links.redirect has the address of a page', JSON.stringify(redirect ?? null)))
        return;
      const page = await exchange(link ?? '', 'GET', '', { headers: { accept: 'text/html' } });
      // A page may send a browser on; it may not be missing.
      see.status(page, [200, 301, 302, 303, 307]);
      if (page.status === 200) see.that(/text\/html/.test(page.contentType), 'the page is HTML', page.contentType);
    },
  },
  {
    id: 'session.whole',
    says: 'every documented field of a session is taken',
    covers: [
      'rule.objects.item-type',
      'rule.objects.simulation',
      'rule.objects.expiration-utc',
      'rule.objects.credential-type',
      'rule.objects.unknown-insides',
      'rule.identifiers.externalIntegrationId',
      'rule.identifiers.names',
      'rule.versioning.2.2.0-description',
      'rule.versioning.2.1.0-recurring',
    ],
    run: async (shop, see) => {
      const body = shop.session({
        externalIntegrationId: 'integration-1',
        refNr: shop.transId(),
        language: 'de',
        template: { name: 'summer', customFields: texts(14), further: { shown: 'nowhere' } },
        captureMethod: { type: 'DELAYED', delayed: { delayedHours: 24 } },
        credentialOnFile: { type: 'recurring', initialPayment: true, further: 1 },
        order,
        urls: { ...urls, appRedirect: 'https://shop.example/app' },
        billingAddress: address,
        shipping,
        statementDescriptor: 'SHOP EXAMPLE',
        customerInfo: customer,
        partialPayment: false,
        expirationTime: '2099-12-31T23:59:00Z',
        fraudData: { score: 1 },
        paymentFacilitator: { name: 'Sub-merchant' },
        browserInfo: { acceptHeaders: 'text/html', ipAddres: '192.0.2.1', sessionId: 's-1' },
        device: { deviceId: 'device-1', further: true },
        channel: 'ECOM',
        remittanceInfo: 'a word more',
        metadata: { till: 4, nested: { list: [1, null, 'x'] } },
        allowedPaymentMethods: ['CARD', 'PAYPAL'],
        paymentMethods: { card: { dccEnabled: true, subType: ['VISA', 'MASTERCARD'] } },
      });
      see.status(await shop.gateway.post('/payments/sessions', body), 202);
    },
  },
  {
    id: 'session.methods',
    says: 'the page is tuned with one object for each method, and every method of the list can be asked for',
    covers: [
      'rule.methods.session-tuning',
      'rule.methods.free-choice',
      'rule.methods.identifiers',
      'rule.endpoints.session-dcc',
      'rule.versioning.2.1.0-methods',
      'rule.versioning.2.1.0-vipps',
      'rule.versioning.2.1.0-inside',
      'rule.versioning.2.1.0-dcc-create',
      'rule.identifiers.names',
    ],
    run: async (shop, see) => {
      const { methods } = await import('./documents.ts');
      for (const [name, fields] of Object.entries(methods)) {
        const answer = await shop.gateway.post(
          '/payments/sessions',
          shop.session({ paymentMethods: { [name]: fields } }),
        );
        see.that(
          answer.status === 202,
          `a session is tuned for ${name}`,
          `${answer.status} ${namesOf(at(answer.json, 'errors')).join(', ')}`,
        );
      }
      const all = await shop.gateway.post('/payments/sessions', shop.session({ allowedPaymentMethods: identifiers }));
      see.status(all, 202);
    },
  },
  {
    id: 'session.delay-bounds',
    says: 'a capture may be delayed by 1 hour and by 696, and by nothing less or more',
    covers: ['captureMethod.delayed.delayedHours', 'rule.objects.delayed-hours', 'rule.limits.delayed'],
    run: async (shop, see) => {
      for (const delayedHours of [1, 696]) {
        const body = shop.session({ captureMethod: { type: 'DELAYED', delayed: { delayedHours } } });
        see.status(await shop.gateway.post('/payments/sessions', body), 202);
      }
    },
  },
  {
    id: 'session.trans-id-64',
    says: 'a transId may have 64 characters',
    covers: ['create-session.transId', 'rule.identifiers.transId', 'rule.limits.transId'],
    run: async (shop, see) => {
      const transId = shop.transId().padEnd(64, 'x');
      see.status(await shop.gateway.post('/payments/sessions', shop.session({ transId })), 202);
    },
  },
  ...refused.map(([what, change, field]): ConformanceCase => ({
    id: `session.refused.${what.replaceAll(/\W+/g, '-')}`,
    says: `a session with ${what} is answered with 400 and names ${field}`,
    covers: ['endpoint.create-session', 'rule.errors.400', 'problem.errors', 'rule.versioning.2.2.0-errors'],
    run: async (shop, see) => {
      see.names(await shop.gateway.post('/payments/sessions', changed(shop.session(), change)), field);
    },
  })),
  {
    id: 'session.zero-decimals',
    says: 'amounts are in the smallest unit, so a currency without decimals takes whole ones',
    covers: ['rule.identifiers.minor-units', 'rule.limits.amounts'],
    run: async (shop, see) => {
      const body = shop.session({ amount: { value: 100, currency: 'JPY' } });
      see.status(await shop.gateway.post('/payments/sessions', body), 202);
      see.status(await shop.gateway.post('/payments/sessions', shop.session({ amount: eur(1) })), 202);
    },
  },
];
