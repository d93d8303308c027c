// Refunds, with and without a payment to refer to (specification, "Refund payment ...").
import type { ConformanceCase } from '../case.ts';
import { Skip } from '../findings.ts';
import { type Body, at, namesOf } from '../http.ts';
import { seeRefusal, seeResult } from '../results.ts';
import { captureIdOf, eur } from '../shop.ts';
import { namedCapture } from '../purse.ts';
import { address, order, shipping } from './documents.ts';
import { changed } from './sessions.ts';

/** The published test number of a card scheme. */
const card: Body = { number: '4111111111111111', cardholderName: 'Test Card', expiryDate: '203012', brand: 'visa' };
const iban: Body = {
  number: 'DE89370400440532013000',
  code: 'COBADEFFXXX',
  bankName: 'Bank',
  accountHolderName: 'A B',
};

const refusedCards: readonly (readonly [what: string, change: Body, field: string])[] = [
  ['no number', { number: null }, 'number'],
  ['no cardholder', { cardholderName: null }, 'cardholderName'],
  ['no brand', { brand: null }, 'brand'],
  ['an expiry date of another form', { expiryDate: '12/30' }, 'expiryDate'],
];

export const refunds: readonly ConformanceCase[] = [
  {
    id: 'refund.part-and-rest',
    says: 'what was captured is given back in parts, and no more than that',
    covers: [
      'endpoint.refund',
      'rule.service.refund',
      'rule.endpoints.refund-answers',
      'rule.results.where',
      'rule.errors.422',
    ],
    run: async (shop, see) => {
      const { payId } = await shop.captured(100);
      const sent = { refNr: shop.transId(), metadata: { till: 4 }, order };
      const first = await shop.refund(payId, 40, sent);
      if (!see.status(first, 200)) return;
      seeResult(see, shop, first, sent);
      const body = { transId: shop.transId(), amount: eur(61) };
      seeRefusal(see, shop, await shop.on(payId, 'refunds', body), body);
      see.status(await shop.refund(payId, 60), 200);
    },
  },
  {
    id: 'refund.not-captured',
    says: 'what was not captured cannot be given back',
    covers: ['rule.states.refund-captured', 'rule.errors.422'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const body = { transId: shop.transId(), amount: eur(100) };
      seeRefusal(see, shop, await shop.on(payId, 'refunds', body), body);
    },
  },
  {
    id: 'refund.last-capture',
    says: 'of several captures the last is credited where none is named, and a named one where it is',
    covers: ['rule.states.refund-last', 'refund.paymentMethods.card.providerTransactionId'],
    run: async (shop, see) => {
      const { payId } = await shop.authorized(100);
      const [first, last] = [await shop.capture(payId, 70), await shop.capture(payId, 30)];
      if (!see.status(first, 200) || !see.status(last, 200)) return;
      const tooMuch = { transId: shop.transId(), amount: eur(31) };
      seeRefusal(see, shop, await shop.on(payId, 'refunds', tooMuch), tooMuch);
      see.status(await shop.refund(payId, 30), 200);
      const named = captureIdOf(first);
      if (named === null) throw new Skip('this acquirer gives captures no id of their own');
      see.status(await shop.refund(payId, 70, namedCapture(named)), 200);
    },
  },
  {
    id: 'refund.method-fields',
    says: 'a refund carries what its method needs; the gateway looks at the method in use',
    covers: ['rule.methods.boleto-hyphen', 'rule.methods.boleto-route', 'refund.paymentMethods.riverty.refundType'],
    run: async (shop, see) => {
      const { payId } = await shop.captured(60);
      const methods: Body = {
        amazonPay: { amazonPaySimulationCode: 'none' },
        boleto: { bankName: 'Bank', accountNumber: '12345-6', bankSortCode: '0001' },
        mobilePay: { textfield1: 'Shop', textfield2: 'Berlin' },
        payPal: { providerTransactionId: 'none' },
        riverty: { refundType: 'RETURN', invoiceNumber: 'I-1' },
      };
      for (const [name, fields] of Object.entries(methods)) {
        const answer = await shop.refund(payId, 10, { paymentMethods: { [name]: fields } });
        see.that(
          answer.status !== 400,
          `the fields of ${name} are taken`,
          `${answer.status} ${namesOf(at(answer.json, 'errors')).join(', ')}`,
        );
      }
    },
  },
  {
    id: 'refund.refused',
    says: 'a refund without its amount, or with a boleto account without a hyphen, is answered with 400',
    covers: ['rule.errors.400', 'rule.methods.boleto-hyphen', 'endpoint.refund'],
    run: async (shop, see) => {
      const { payId } = await shop.captured(10);
      see.names(await shop.on(payId, 'refunds', { transId: shop.transId() }), 'amount');
      const boleto = { paymentMethods: { boleto: { accountNumber: '123456' } } };
      const body = { transId: shop.transId(), amount: eur(10), ...boleto };
      see.names(await shop.on(payId, 'refunds', body), 'paymentMethods.boleto.accountNumber');
      const riverty = { transId: shop.transId(), amount: eur(10), paymentMethods: { riverty: { refundType: 'GIFT' } } };
      see.names(await shop.on(payId, 'refunds', riverty), 'paymentMethods.riverty.refundType');
    },
  },
  {
    id: 'credit.card',
    says: "a card is credited without a payment to refer to; the answer has the card's provider fields",
    covers: [
      'endpoint.refund-unreferenced',
      'rule.endpoints.unreferenced-answers',
      'rule.objects.email-required',
      'rule.endpoints.winnings',
      'rule.objects.refund-names',
    ],
    run: async (shop, see) => {
      const paymentData = {
        senderData: {
          accountNumber: '1',
          name: 'Shop',
          address: 'Main Street 1',
          city: 'Berlin',
          countryCode: '276',
          transactionMethod: 'CREDIT',
          accountType: 'CARD_ACCOUNT',
        },
        recipientData: { name: 'A B' },
      };
      const body = {
        transId: shop.transId(),
        amount: eur(1),
        refNr: shop.transId(),
        billingAddress: { ...address, firstName: 'A', lastName: 'B' },
        shipping,
        statementDescriptor: 'SHOP EXAMPLE',
        customerInfo: {
          merchantCustomerId: 'customer-1',
          customerType: 'individual',
          firstName: 'A',
          lastName: 'B',
          email: 'customer@shop.example',
          phone: { countryCode: '49', number: '301234567' },
          birthDate: '1990-01-31',
        },
        browserInfo: { acceptHeaders: 'text/html', ipAddres: '192.0.2.1', sessionId: 's-1' },
        metadata: { till: 4 },
        paymentMethods: { card: { ...card, paymentOfWinnings: true, paymentData } },
      };
      const answer = await shop.gateway.post('/payments/refunds', body);
      if (!see.status(answer, 200)) return;
      seeResult(see, shop, answer, body);
      see.typeWhereThere(answer, 'paymentMethods.card.providerTransactionId', 'string');
      see.typeWhereThere(answer, 'paymentMethods.card.providerApprovalCode', 'number');
    },
  },
  {
    id: 'credit.account',
    says: 'an account is credited by its IBAN',
    covers: ['endpoint.refund-unreferenced', 'refund-unreferenced.paymentMethods.directDebit.account.number'],
    run: async (shop, see) => {
      const body = { transId: shop.transId(), amount: eur(1), paymentMethods: { directDebit: { account: iban } } };
      see.status(await shop.gateway.post('/payments/refunds', body), 200);
    },
  },
  {
    id: 'credit.refused',
    says: 'a customer without an e-mail address, and an account without its holder, are answered with 400',
    covers: ['rule.objects.email-required', 'rule.errors.400', 'endpoint.refund-unreferenced'],
    run: async (shop, see) => {
      const least = { transId: shop.transId(), amount: eur(1), paymentMethods: { card } };
      const nameless = { ...least, customerInfo: { firstName: 'A' } };
      see.names(await shop.gateway.post('/payments/refunds', nameless), 'customerInfo.email');
      const account = { number: iban['number'] ?? null };
      const holderless = { ...least, paymentMethods: { directDebit: { account } } };
      see.names(
        await shop.gateway.post('/payments/refunds', holderless),
        'paymentMethods.directDebit.account.accountHolderName',
      );
    },
  },
  ...refusedCards.map(([what, change, field]): ConformanceCase => ({
    id: `credit.refused.${what.replaceAll(/\W+/g, '-')}`,
    says: `a card with ${what} is answered with 400 and names the field`,
    covers: ['endpoint.refund-unreferenced', 'rule.errors.400'],
    run: async (shop, see) => {
      const body = { transId: shop.transId(), amount: eur(1), paymentMethods: { card: changed(card, change) } };
      see.names(await shop.gateway.post('/payments/refunds', body), `paymentMethods.card.${field}`);
    },
  })),
];
