// Which handler carries out which operation of the registry, a line each.
import { cloudPos } from './terminal/cloud-pos.ts';
import { confirm } from './confirm.ts';
import { createIntent, createLink, createPayment, createSession } from './create.ts';
import {
  deleteCustomer,
  deletePaymentMethod,
  getCustomer,
  getPaymentMethod,
  listCustomers,
  listPaymentMethods,
  updateCustomer,
} from './customers.ts';
import { dccBinCheck, dccQuote } from './dcc.ts';
import type { CommandHandler } from './job.ts';
import { paymentByPayId, paymentByTransId } from './look-ups.ts';
import { capture, incremental, refund, reverse } from './payments.ts';
import type { QueryHandler } from './query-job.ts';
import { refundUnreferenced } from './refund-unreferenced.ts';
import { updatePayment } from './update-payment.ts';

export const commandHandlers: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  ['create-session', createSession],
  ['create-payment', createPayment],
  ['confirm', confirm],
  ['incremental', incremental],
  ['reverse', reverse],
  ['capture', capture],
  ['refund', refund],
  ['refund-unreferenced', refundUnreferenced],
  ['update-payment', updatePayment],
  ['create-link', createLink],
  ['create-intent', createIntent],
  ['cloud-pos', cloudPos],
  ['dcc-bin-check', dccBinCheck],
  ['dcc-quote', dccQuote],
  ['update-customer', updateCustomer],
  ['delete-customer', deleteCustomer],
  ['delete-payment-method', deletePaymentMethod],
]);

export const queryHandlers: ReadonlyMap<string, QueryHandler> = new Map([
  ['get-payment-by-pay-id', paymentByPayId],
  ['get-payment-by-trans-id', paymentByTransId],
  ['list-customers', listCustomers],
  ['get-customer', getCustomer],
  ['list-customer-payment-methods', listPaymentMethods],
  ['get-payment-method', getPaymentMethod],
]);
