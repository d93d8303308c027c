// Which handler carries out which operation of the registry, a line each.
import { cloudPos } from './cloud-pos.ts';
import { dccBinCheck, dccQuote } from './dcc.ts';
import type { CommandHandler } from './job.ts';
import { type QueryHandler, paymentByPayId, paymentByTransId } from './look-ups.ts';
import { capture, refund, reverse } from './payments.ts';
import { refundUnreferenced } from './refund-unreferenced.ts';

export const commandHandlers: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  ['cloud-pos', cloudPos],
  ['capture', capture],
  ['reverse', reverse],
  ['refund', refund],
  ['refund-unreferenced', refundUnreferenced],
  ['dcc-quote', dccQuote],
  ['dcc-bin-check', dccBinCheck],
]);

export const queryHandlers: ReadonlyMap<string, QueryHandler> = new Map([
  ['get-payment-by-pay-id', paymentByPayId],
  ['get-payment-by-trans-id', paymentByTransId],
]);
