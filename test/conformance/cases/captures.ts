// Capture payment: whole, in parts as a series, with industry data, and what is refused.
import type { ConformanceCase } from '../case.ts';
import { type Body, at, namesOf } from '../http.ts';
import { seeRefusal } from '../results.ts';
import { eur } from '../shop.ts';
import { order } from './documents.ts';
import { rental } from './rental.ts';
import { changed } from './sessions.ts';

const series = (currentSequence: number, total: number, final: boolean): Body => ({
  captureMethod: { manual: { currentSequence, total, final } },
});

const sharing = 'enhancedData.carRental.airPlus.carSharing';

const refused: readonly (readonly [what: string, change: Body, field: string])[] = [
  ['no transId', { transId: null }, 'transId'],
  ['no amount', { amount: null }, 'amount'],
  ['industry data without its common part', { enhancedData: { carRental: {} } }, 'enhancedData.common'],
  [
    'a tax type that is none',
    { enhancedData: { common: { tax: { taxTypeIndicator: 'Tithe' } } } },
    'enhancedData.common.tax.taxTypeIndicator',
  ],
  [
    'a sum that is not whole',
    { enhancedData: { common: { amounts: { grossAmount: 1.5 } } } },
    'enhancedData.common.amounts.grossAmount',
  ],
  [
    'a document number of 11 characters',
    { enhancedData: rental({ documentNumber: 'D'.repeat(11) }) },
    `${sharing}.documentNumber`,
  ],
  [
    'a service of 136 characters',
    { enhancedData: rental({ serviceDescription: 'S'.repeat(136) }) },
    `${sharing}.serviceDescription`,
  ],
  [
    'a mandate without its date',
    { paymentMethods: { directDebit: { mandateId: 'M-1' } } },
    'paymentMethods.directDebit.dateOfSignature',
  ],
  [
    'a mandate with an underscore',
    { paymentMethods: { directDebit: { mandateId: 'M_1', dateOfSignature: '31.01.2026' } } },
    'paymentMethods.directDebit.mandateId',
  ],
  [
    'a shipping method that is none',
    { paymentMethods: { klarna: { shippingInfo: { shippingMethod: 'PIGEON' } } } },
    'paymentMethods.klarna.shippingInfo.shippingMethod',
  ],
];

export const captures: readonly ConformanceCase[] = [
  {
    id: 'capture.whole',
    says: 'an authorization is captured whole; what the answer has is not shown',
    covers: [
      'endpoint.capture',
      'rule.service.capture',
      'rule.results.capture-result',
      'rule.endpoints.id-is-pay-id',
      'rule.states.capture-authorized',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const answer = await shop.capture(payId, 100, {
        refNr: shop.transId(),
        order,
        statementDescriptor: 'SHOP EXAMPLE',
      });
      see.status(answer, 200);
    },
  },
  {
    id: 'capture.series',
    says: 'an authorization is captured in parts that say their number, how many there are, and which is the last',
    covers: [
      'rule.objects.series',
      'rule.states.capture-series',
      'captureMethod.manual.currentSequence',
      'captureMethod.manual.final',
      'captureMethod.manual.total',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(90);
      for (const number of [1, 2, 3]) {
        see.status(await shop.capture(payId, 30, series(number, 3, number === 3)), 200);
      }
      const after = await shop.capture(payId, 1);
      see.that(after.status >= 400, 'nothing is captured after the last part', String(after.status));
    },
  },
  {
    id: 'capture.too-much',
    says: 'more than was authorized is declined: 422 with the operation result',
    covers: ['rule.errors.422', 'rule.states.capture-authorized'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { transId: shop.transId(), amount: eur(101) };
      seeRefusal(see, shop, await shop.on(payId, 'captures', body), body);
    },
  },
  {
    id: 'capture.reversed',
    says: 'what was reversed cannot be captured',
    covers: ['rule.states.capture-authorized', 'rule.states.reverse-uncaptured'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      if (!see.that((await shop.reverse(payId)).status < 300, 'the authorization is reversed', 'a refusal')) return;
      const body = { transId: shop.transId(), amount: eur(100) };
      seeRefusal(see, shop, await shop.on(payId, 'captures', body), body);
    },
  },
  {
    id: 'capture.unknown',
    says: 'there is nothing to capture of a payment nobody made',
    covers: ['rule.states.capture-authorized', 'rule.errors.other-errors'],
    run: async (shop, see) => {
      see.refused(await shop.on('no-such-payment', 'captures', { transId: shop.transId(), amount: eur(100) }));
    },
  },
  {
    id: 'capture.rental',
    says: 'a rental car is described in full for AirPlus and American Express',
    covers: [
      'capture.enhancedData.carRental.common.rentalAgreementNumber',
      'capture.enhancedData.carRental.airPlus.rentalInformation.carMake',
      'capture.enhancedData.carRental.amex.provider.travelAgencyCode',
      'rule.limits.document-number',
      'rule.limits.service-description',
      'rule.endpoints.car-sharing-parts',
      'rule.endpoints.capture-common',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      see.status(await shop.capture(payId, 100, { enhancedData: rental() }), 200);
    },
  },
  {
    id: 'capture.method-fields',
    says: 'a capture carries what its method needs; the gateway looks at the method in use',
    covers: [
      'rule.endpoints.capture-extended',
      'rule.endpoints.capture-paypal',
      'rule.endpoints.mandate-compulsory',
      'rule.endpoints.mandate-characters',
      'rule.endpoints.mandate-date',
    ],
    run: async (shop, see) => {
      const shippingInfo = {
        trackingId: 'T-1',
        returnTrackingId: 'T-2',
        returnShippingCompany: 'Carrier',
        shippingCompany: 'Carrier',
        trackingUrl: 'https://carrier.example/T-1',
        returnTrackingUrl: 'https://carrier.example/T-2',
        shippingMethod: 'HOME',
      };
      const methods: Body = {
        amazonPay: { amazonPaySimulationCode: 'none' },
        card: { finishAuth: true },
        directDebit: { mandateId: "aZ09':?,.+-/()", dateOfSignature: '31.01.2026' },
        klarna: { completeType: 'YES', shippingInfo },
        mobilePay: { finishAuth: 'Y', textfield1: 'Shop', textfield2: 'Berlin' },
        payPal: { completeType: true, further: 'not shown' },
      };
      for (const [name, fields] of Object.entries(methods)) {
        const { payId } = await shop.authorized(10);
        const answer = await shop.capture(payId, 10, { paymentMethods: { [name]: fields } });
        see.that(
          answer.status !== 400,
          `the fields of ${name} are taken`,
          `${answer.status} ${namesOf(at(answer.json, 'errors')).join(', ')}`,
        );
      }
    },
  },
  ...refused.map(([what, change, field]): ConformanceCase => ({
    id: `capture.refused.${what.replaceAll(/\W+/g, '-')}`,
    says: `a capture with ${what} is answered with 400 and names ${field}`,
    covers: ['endpoint.capture', 'rule.errors.400', 'problem.errors'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      see.names(
        await shop.on(payId, 'captures', changed({ transId: shop.transId(), amount: eur(100) }, change)),
        field,
      );
    },
  })),
];
