// Create payment: one chosen method, on a hosted form (HOSTED) or in the merchant's own pages (DIRECT). Hosted, the
// operation is done when the payment is there; whether the customer pays is read with the look-ups.
import { z } from 'zod';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Facts } from './define.ts';
import type { Observation } from './observation.ts';
import { newPayment } from './families.ts';
import { capturedByItself, effectWith } from './fields/effects.ts';
import { checkIdealTransId, paymentRequest, personalOfRequest } from './fields/payment-request.ts';
import { paymentMethodsSchema } from './fields/methods/request.ts';
import { paymentUrlsSchema } from './fields/urls.ts';
import { observeByPayment, observeOffer } from './payment-evidence.ts';
import type { PaymentView } from './payment-view.ts';
import { evidenceRules } from './evidence/rules.ts';

const inputSchema = z
  .strictObject({
    ...paymentRequest,
    urls: paymentUrlsSchema.optional(),
    /** The payId of an earlier request: subsequent instalments of a card, and one further scheme. */
    referencePayId: z.string().optional(),
    paymentMethods: paymentMethodsSchema,
  })
  .superRefine(({ transId, paymentMethods }, issues) => checkIdealTransId(transId, [paymentMethods.type], issues));

type Input = z.output<typeof inputSchema>;

/** Methods whose payment a later step confirms: the specification shows them in the answer to a confirmation. */
const multiStep: readonly string[] = ['KLARNA', 'PAYPAL', 'RIVERTY'];

/** The input as it is stored: without what erasing removed. */
interface Kept {
  readonly paymentMethods?: Pick<Input['paymentMethods'], 'type' | 'integrationType'> | undefined;
}

function isCustomersTurn({ paymentMethods }: Kept): boolean {
  const { type } = paymentMethods ?? {};
  return isHosted({ paymentMethods }) || (type !== undefined && multiStep.includes(type));
}

function isHosted({ paymentMethods }: Kept): boolean {
  return paymentMethods?.integrationType === 'HOSTED';
}

function observe(facts: Facts, payment: PaymentView): Observation {
  return isCustomersTurn(facts.input)
    ? observeOffer(facts, payment)
    : observeByPayment(facts, payment, evidenceRules.createPayment);
}

/** Sums only where the status is evidence: a capture that happens by itself would make any other sum wrong later. */
function sumsOf({ amount, captureMethod }: Input, result: JsonObject) {
  const { value } = amount;
  const status = textAt(result, 'status');
  if (status === 'CAPTURED') return { creates: true, authorized: value, captured: value };
  if (status !== 'AUTHORIZED' || captureMethod?.type !== 'MANUAL') return {};
  // The request asks for no capture; a gateway that captured all the same has taken the money.
  return { creates: true, authorized: value, captured: capturedByItself(value, result) };
}

export const createPayment = newPayment({
  kind: 'create-payment',
  summary: 'Create a payment for one payment method, hosted or direct',
  path: '/payments',
  examples: [
    {
      title: 'Open a hosted form for a card',
      input: {
        transId: 'order-1004',
        amount: { value: 1999, currency: 'EUR' },
        urls: {
          return: 'https://shop.example/paid',
          cancel: 'https://shop.example/cancelled',
          webhook: 'https://shop.example/notified',
        },
        paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
      },
    },
  ],
  input: inputSchema,
  keyed: true,
  taking: () => 'payment',
  invites: true,
  scope: () => 'sale',
  // Direct card data has no specified shape and may hold a security code, so all of it stays in memory. What tunes a
  // hosted form holds no card, and says whether the customer may pay in the card's currency.
  secretFields: (input) =>
    textAt(input, 'paymentMethods.integrationType') === 'HOSTED' ? [] : ['paymentMethods.card'],
  personalFields: personalOfRequest,
  evidence: (input) => (isCustomersTurn(input) ? evidenceRules.createPaymentForCustomer : evidenceRules.createPayment),
  // A hosted payment may be shown only once the customer has paid.
  absence: (input) => (isHosted(input) ? 'nothing' : 'not-applied'),
  observe,
  effect: (input, result) =>
    effectWith({
      payId: textAt(result, 'payId'),
      transId: input.transId,
      currency: input.amount.currency,
      ...sumsOf(input, result),
    }),
  successStatus: 201,
});
