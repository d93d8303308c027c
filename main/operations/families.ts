// What operations of one family have in common, so that each operation's file says only what is particular to it.
import type { z } from 'zod';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { type Command, type LookUp, type Particulars, command } from './define.ts';
import { effectWith, withRefNr } from './fields/effects.ts';
import { operationResultSchema } from './fields/result.ts';
import { paymentNamed } from './own-result.ts';
import { observeOffer } from './payment-evidence.ts';
import { evidenceRules } from './evidence/rules.ts';

/** The particulars without what the family fills in; what is given goes before it. */
type But<S extends z.ZodType, Filled extends keyof Particulars<S>> = Omit<Particulars<S>, Filled> &
  Partial<Pick<Particulars<S>, Filled>>;

type OnPayment = z.ZodType<{ payId: string; amount?: Money | undefined; refNr?: string | undefined }>;

/** Works on an existing payment: it holds the payment's lane, and the gateway's record shows it by its refNr. */
export function onPayment<S extends OnPayment>(particulars: But<S, 'movesMoney' | 'response'>): Command {
  return command({
    movesMoney: () => true,
    payment: ({ payId }) => ({ by: 'payId', payId }),
    amount: ({ amount }) => amount ?? null,
    lookUp: ({ payId }) => (payId === null ? null : { by: 'payId', id: payId }),
    shown: paymentNamed,
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
    complete: withRefNr,
    response: operationResultSchema,
    ...particulars,
  });
}

type Offer = z.ZodType<{ transId?: string | undefined; amount?: Money | undefined }>;

/**
 * Invites a customer to pay. It moves no money itself and belongs to no sum of a shift; only look-ups show what is
 * paid. A look-up shows the offer only once a customer paid: then it was made, whatever became of the payment. Before
 * that a look-up proves nothing.
 */
export function offer<S extends Offer>(particulars: But<S, 'movesMoney' | 'recovery' | 'scope' | 'evidence'>): Command {
  return command({
    movesMoney: () => false,
    taking: () => null,
    invites: true,
    answersWithoutPayment: true,
    createsPayment: ({ transId }) => transId !== undefined,
    scope: () => 'sale',
    payment: ({ transId }) => (transId === undefined ? null : { by: 'transId', transId }),
    amount: ({ amount }) => amount ?? null,
    recovery: () => 'look-up-only',
    lookUp: ({ transId }) => (transId === null ? null : { by: 'transId', id: transId }),
    observe: observeOffer,
    absence: () => 'nothing',
    evidence: () => evidenceRules.offer,
    effect: ({ transId, amount }) => effectWith({ transId: transId ?? null, currency: amount?.currency ?? null }),
    ...particulars,
  });
}

/** Changes the customer vault: no money, no payment, and never sent twice by itself. */
export function vaultChange<S extends z.ZodType<object>>(
  particulars: But<S, 'keyed' | 'movesMoney' | 'recovery' | 'scope' | 'evidence'>,
): Command {
  return command({
    keyed: false,
    movesMoney: () => false,
    taking: () => null,
    scope: () => 'customers',
    evidence: () => evidenceRules.service,
    recovery: () => 'look-up-only',
    lookUp: ({ input }) => customerLookUp('customerId', input),
    ...particulars,
  });
}

/** The customer whose id travels in the path, or what is stored for this customer. */
export function customerLookUp(by: 'customerId' | 'methodsOfCustomer', input: JsonObject): LookUp | null {
  const id = textAt(input, 'customerId');
  return id === null ? null : { by, id };
}

/** Asks the gateway's card services. Moves no money; asked again only by the caller. */
export function cardService<S extends z.ZodType<object>>(
  particulars: But<S, 'movesMoney' | 'recovery' | 'scope' | 'keyed' | 'evidence'>,
): Command {
  return command({
    keyed: true,
    movesMoney: () => false,
    taking: () => null,
    scope: () => 'dcc',
    evidence: () => evidenceRules.service,
    recovery: () => 'ask-again',
    ...particulars,
  });
}
