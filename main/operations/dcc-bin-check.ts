// DCC BIN check: the country of a card by its first digits. Moves no money; asked again only by the caller.
import { z } from 'zod';
import { cardService } from './families.ts';
import { binSchema } from './fields/bin.ts';
import { binCheckSchema } from './fields/dcc.ts';

export const dccBinCheck = cardService({
  kind: 'dcc-bin-check',
  summary: 'Find the country of a card by its first digits',
  path: '/services/dcc/bin-check',
  examples: [
    {
      title: 'The country of a card',
      input: { bin: '400000' },
    },
  ],
  input: z.strictObject({ bin: binSchema }),
  response: binCheckSchema,
});
