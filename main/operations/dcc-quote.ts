// DCC quote: what a card's owner would pay in the card's own currency. Moves no money; asked again only by the caller.
import { z } from 'zod';
import { command } from './define.ts';
import { amountSchema } from './fields/amount.ts';
import { binSchema } from './fields/bin.ts';
import { asGiven } from './fields/effects.ts';

export const dccQuote = command({
  kind: 'dcc-quote',
  summary: 'Quote an amount in the currency of the card (dynamic currency conversion)',
  method: 'POST',
  path: '/services/dcc/quote',
  input: z.strictObject({ bin: binSchema, amount: amountSchema }),
  keyed: true,
  movesMoney: () => false,
  createsPayment: () => false,
  waits: () => 'never',
  atTerminal: () => false,
  scope: () => 'dcc',
  payment: () => null,
  terminalId: () => null,
  amount: (input) => input.amount,
  claim: () => 'none',
  namesCapture: () => false,
  secretFields: [],
  personalFields: [],
  successRule: 'body',
  recovery: () => 'ask-again',
  lookUp: () => null,
  sight: () => 'cannot-tell',
  complete: asGiven,
  effect: () => null,
  response: z.looseObject({
    dccInfo: z
      .looseObject({
        status: z.string().nullish(),
        provider: z.string().nullish(),
        dccRequestId: z.string().nullish(),
        rate: z.looseObject({}).nullish(),
        amounts: z.looseObject({}).nullish(),
      })
      .nullish(),
  }),
});
