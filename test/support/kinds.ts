// The kinds of operation that process tests run, each with what it needs beforehand and how it ends where its answer
// is lost. A new operation is a row here.
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';
import type { Erp } from './erp.ts';
import { type Shop, sale } from './shop.ts';

export interface Prepared {
  readonly captured: string;
  readonly authorized: string;
  readonly toReverse: string;
  readonly toIncrement: string;
  readonly toUpdate: string;
  readonly toConfirm: string;
  readonly customer: string;
  readonly customerToDelete: string;
  readonly methodToDelete: string;
}

export interface Kind {
  readonly name: string;
  readonly kind: string;
  readonly route: string;
  /** Also the request id, and (where it has one) the transId. */
  readonly id: string;
  /** Whether the gateway's books count its executions by transId. */
  readonly counted: boolean;
  /** How it ends where the gateway carried it out and its answer was lost. */
  readonly lostAfter: State;
  /** How it ends where the gateway never carried it out and the answer does not say so. */
  readonly lostBefore: State;
  readonly mayWait?: true;
  readonly input: (prepared: Prepared) => JsonObject;
}

const amount = { value: 100, currency: 'EUR' };
const urls = { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' };

/** A look-up shows it where it was carried out; where it was not, nothing proves that. */
const seenOnly = { lostAfter: 'succeeded', lostBefore: 'needs-person' } as const;
/** Sent again under its key until it is done. */
const resent = { lostAfter: 'succeeded', lostBefore: 'succeeded', mayWait: true } as const;
/** A look-up shows both; what was not carried out has failed and is not sent again by itself. */
const shown = { lostAfter: 'succeeded', lostBefore: 'failed' } as const;
/** Asked again by its caller only. */
const question = { counted: false, lostAfter: 'failed', lostBefore: 'failed' } as const;

export const kinds: readonly Kind[] = [
  {
    name: 'sale',
    kind: 'cloud-pos',
    route: 'POST /cloudpos',
    id: 'F-sale',
    counted: true,
    ...seenOnly,
    input: () => sale('F-sale', 100, { posTerminalId: 'T9' }),
  },
  {
    name: 'capture',
    kind: 'capture',
    route: 'POST /payments/{id}/captures',
    id: 'F-capture',
    counted: true,
    ...resent,
    input: ({ authorized }) => ({ payId: authorized, transId: 'F-capture', amount }),
  },
  {
    name: 'refund',
    kind: 'refund',
    route: 'POST /payments/{id}/refunds',
    id: 'F-refund',
    counted: true,
    ...resent,
    input: ({ captured }) => ({ payId: captured, transId: 'F-refund', amount }),
  },
  {
    name: 'reversal',
    kind: 'reverse',
    route: 'POST /payments/{id}/reversals',
    id: 'F-reverse',
    counted: true,
    ...seenOnly,
    input: ({ toReverse }) => ({ payId: toReverse, transId: 'F-reverse' }),
  },
  {
    name: 'manual refund',
    kind: 'refund-unreferenced',
    route: 'POST /payments/refunds',
    id: 'F-manual',
    counted: true,
    ...seenOnly,
    input: () => ({
      transId: 'F-manual',
      amount,
      paymentMethods: {
        card: { number: '5555555555554444', cardholderName: 'Sample', expiryDate: '203012', brand: 'mastercard' },
      },
    }),
  },
  {
    name: 'session',
    kind: 'create-session',
    route: 'POST /payments/sessions',
    id: 'F-session',
    counted: true,
    ...seenOnly,
    input: () => ({ transId: 'F-session', amount, urls }),
  },
  {
    // Others of its kind were made beforehand, so a look-up is known to show them.
    name: 'payment',
    kind: 'create-payment',
    route: 'POST /payments',
    id: 'F-payment',
    counted: true,
    ...shown,
    input: () => ({ transId: 'F-payment', amount, paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } }),
  },
  {
    name: 'confirmation',
    kind: 'confirm',
    route: 'POST /payments/{id}/confirms',
    id: 'F-confirm',
    counted: true,
    ...seenOnly,
    input: ({ toConfirm }) => ({ payId: toConfirm, transId: 'F-confirm', amount }),
  },
  {
    name: 'incremental authorization',
    kind: 'incremental',
    route: 'POST /payments/{id}/incrementals',
    id: 'F-incremental',
    counted: true,
    ...seenOnly,
    input: ({ toIncrement }) => ({ payId: toIncrement, transId: 'F-incremental', amount }),
  },
  {
    name: 'update of a payment',
    kind: 'update-payment',
    route: 'PATCH /payments/{id}',
    id: 'F-update',
    counted: false,
    ...seenOnly,
    mayWait: true,
    input: ({ toUpdate }) => ({ payId: toUpdate, order: { merchantReference: 'order 7' } }),
  },
  {
    name: 'link',
    kind: 'create-link',
    route: 'POST /payments/links',
    id: 'F-link',
    counted: true,
    ...seenOnly,
    input: () => ({ transId: 'F-link', amount }),
  },
  {
    name: 'intent',
    kind: 'create-intent',
    route: 'POST /payment-intents',
    id: 'F-intent',
    counted: true,
    ...seenOnly,
    input: () => ({ transId: 'F-intent', amount }),
  },
  {
    name: 'update of a customer',
    kind: 'update-customer',
    route: 'PATCH /customers/{id}',
    id: 'F-customer',
    counted: false,
    ...seenOnly,
    input: ({ customer }) => ({ customerId: customer, email: 'new@example.com' }),
  },
  {
    name: 'deletion of a customer',
    kind: 'delete-customer',
    route: 'DELETE /customers/{id}',
    id: 'F-delete-customer',
    counted: false,
    ...shown,
    input: ({ customerToDelete }) => ({ customerId: customerToDelete }),
  },
  {
    name: 'deletion of a stored method',
    kind: 'delete-payment-method',
    route: 'DELETE /customers/{customerId}/paymentMethods/{paymentMethodId}',
    id: 'F-delete-method',
    counted: false,
    ...shown,
    input: ({ customer, methodToDelete }) => ({ customerId: customer, paymentMethodId: methodToDelete }),
  },
  {
    name: 'quote',
    kind: 'dcc-quote',
    route: 'POST /services/dcc/quote',
    id: 'F-quote',
    ...question,
    input: () => ({ bin: '400000', amount }),
  },
  {
    name: 'BIN check',
    kind: 'dcc-bin-check',
    route: 'POST /services/dcc/bin-check',
    id: 'F-bin',
    ...question,
    input: () => ({ bin: '400000' }),
  },
];

/** Payments and customers for all of them, each with its own. */
export async function prepare({ erp }: Shop): Promise<Prepared> {
  const authorize = (id: string, terminalId: string) => {
    const body = sale(id, 1000, { messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: terminalId });
    return erp.operate('cloud-pos', body, id);
  };
  const [sold, first, second, toIncrement, toUpdate, toConfirm, kept, deleted] = await Promise.all([
    erp.operate('cloud-pos', sale('P-sale', 1000, { posTerminalId: 'T1' }), 'P-sale'),
    authorize('P-auth-1', 'T2'),
    authorize('P-auth-2', 'T3'),
    authorize('P-auth-3', 'T4'),
    authorize('P-auth-4', 'T5'),
    pay(erp, 'P-wallet', { type: 'PAYPAL' }),
    pay(erp, 'P-kept', { type: 'CARD', customer: 'Sam' }),
    pay(erp, 'P-deleted', { type: 'CARD', customer: 'Kim' }),
  ]);
  const customer = customerIdOf(kept);
  const customerToDelete = customerIdOf(deleted);
  // A till shows a customer before it deletes one; so the bridge knows that the gateway shows customers.
  await erp.get(`/v1/customers/${customerToDelete}`);
  const { body } = await erp.get(`/v1/customers/${customer}/payment-methods`);
  return {
    captured: payIdOf(sold),
    authorized: payIdOf(first),
    toReverse: payIdOf(second),
    toIncrement: payIdOf(toIncrement),
    toUpdate: payIdOf(toUpdate),
    toConfirm: payIdOf(toConfirm),
    customer,
    customerToDelete,
    methodToDelete: (body['data'] as { id: string }[])[0]?.id ?? '',
  };
}

function pay(erp: Erp, id: string, { type, customer }: { readonly type: string; readonly customer?: string }) {
  const person = { firstName: customer ?? '', lastName: 'Sample', merchantCustomerId: id };
  const body = { transId: id, amount, paymentMethods: { integrationType: 'DIRECT', type } };
  return erp.operate('create-payment', customer === undefined ? body : { ...body, customerInfo: person }, id);
}

function payIdOf({ result }: OperationView): string {
  return (result as { payId: string }).payId;
}

function customerIdOf({ result }: OperationView): string {
  return (result as { customerInfo: { gatewayCustomerId: string } }).customerInfo.gatewayCustomerId;
}
