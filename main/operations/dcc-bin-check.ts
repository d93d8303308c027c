// DCC BIN check: the country of a card by its first digits. Moves no money; asked again only by the caller.
import { z } from 'zod';
import { command } from './define.ts';
import { binSchema } from './fields/bin.ts';
import { asGiven } from './fields/effects.ts';

export const dccBinCheck = command({
  kind: 'dcc-bin-check',
  summary: 'Find the country of a card by its first digits',
  method: 'POST',
  path: '/services/dcc/bin-check',
  input: z.strictObject({ bin: binSchema }),
  keyed: true,
  movesMoney: () => false,
  createsPayment: () => false,
  waits: () => 'never',
  atTerminal: () => false,
  scope: () => 'dcc',
  payment: () => null,
  terminalId: () => null,
  amount: () => null,
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
  response: z.looseObject({ cardInfo: z.looseObject({ country: z.string().nullish() }).nullish() }),
});
