// The window's calls about the customer's own screen.
import { customerCurrencies } from '../devices/customer-screen.ts';
import { greatestMinor } from '../money/greatest-amount.ts';
import { answers, call } from './call.ts';

export const customerScreenCalls = {
  /**
   * Turns something to the customer. `shown` false: there is nothing to show, and a choice is made at the till's own
   * screen. The call `customerScreen` says whether there is a customer's screen.
   */
  turnToCustomer: call({
    input: ({ z, id, money }) =>
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('nothing') }),
        z.strictObject({
          type: z.literal('choice'),
          quoteOperationId: id,
          chosen: z.enum(customerCurrencies).nullable(),
        }),
        z.strictObject({
          type: z.literal('tip'),
          /** Made by the screen; the customer's answer names it. */
          questionId: z.string().min(1).max(64),
          amount: money,
          chosen: z.int().min(0).max(greatestMinor).nullable(),
        }),
        z.strictObject({
          type: z.literal('code'),
          what: z.enum(['link', 'receipt']),
          text: z.string().min(1).max(4_000),
          amount: money.nullable(),
        }),
      ]),
    output: answers<{ readonly shown: boolean }>(),
    role: 'cashier',
  }),

  /** Which tips the customer is offered on their own screen before a sale is sent; empty: they are not asked. */
  tipSetting: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly percentages: readonly number[] }>(),
    role: 'anyone',
  }),

  /** Whether a page of ours stands on the customer's screen and answers. */
  customerScreen: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly there: boolean }>(),
    role: 'cashier',
  }),
};
