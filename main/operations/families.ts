// What operations of one family have in common, so that a file says only what is particular to its own.
import type { z } from 'zod';
import type { Money } from '#contract/money.ts';
import { type Command, type Particulars, command } from './define.ts';
import { withRefNr } from './fields/effects.ts';
import { operationResultSchema } from './fields/result.ts';
import { sightByPayment } from './payment-view.ts';

/** The particulars without what the family fills in; what is given goes before it. */
type But<S extends z.ZodType, Filled extends keyof Particulars<S>> = Omit<Particulars<S>, Filled> &
  Partial<Pick<Particulars<S>, Filled>>;

type OnPayment = z.ZodType<{ payId: string; amount?: Money | undefined; refNr?: string | undefined }>;

/** Works on a payment that there is: it holds the payment's lane, and the payment's record shows it by its refNr. */
export function onPayment<S extends OnPayment>(particulars: But<S, 'movesMoney' | 'response'>): Command {
  return command({
    movesMoney: () => true,
    payment: ({ payId }) => ({ by: 'payId', payId }),
    amount: ({ amount }) => amount ?? null,
    lookUp: ({ payId }) => (payId === null ? null : { by: 'payId', id: payId }),
    complete: withRefNr,
    response: operationResultSchema,
    ...particulars,
  });
}

type NewPayment = z.ZodType<{ transId: string; amount: Money; refNr?: string | undefined }>;

/** Makes a payment, so that its transId is used once and finds it again. It is never sent twice. */
export function newPayment<S extends NewPayment>(particulars: But<S, 'movesMoney' | 'recovery' | 'response'>): Command {
  return command({
    movesMoney: () => true,
    createsPayment: () => true,
    payment: ({ transId }) => ({ by: 'transId', transId }),
    amount: ({ amount }) => amount,
    recovery: () => 'look-up-only',
    lookUp: ({ transId }) => (transId === null ? null : { by: 'transId', id: transId }),
    sight: sightByPayment,
    complete: withRefNr,
    response: operationResultSchema,
    ...particulars,
  });
}

/** Asks the gateway's card services. Moves no money; asked again only by the caller. */
export function cardService<S extends z.ZodType<object>>(
  particulars: But<S, 'movesMoney' | 'recovery' | 'scope' | 'keyed'>,
): Command {
  return command({
    keyed: true,
    movesMoney: () => false,
    scope: () => 'dcc',
    recovery: () => 'ask-again',
    ...particulars,
  });
}
