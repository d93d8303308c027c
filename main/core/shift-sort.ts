// Which sum of a shift an operation belongs to. Read from what its journal record says, so that a report needs nothing
// but the journal.
import type { TakingSort } from '#contract/shift.ts';

const ofTerminal: { readonly [messageType: string]: TakingSort | null } = {
  SALE: 'sale',
  AUTHORISATION_OR_RESERVATION: 'authorization',
  CAPTURE: 'capture',
  REVERSE: 'reversal',
  CREDIT: 'manual-refund',
  CARD_READ: null,
  DIAGNOSE: null,
  TERMINAL_STARTUP: null,
};

// A hosted page or a link that was made has taken nothing yet; what is paid there shows in look-ups only.
const ofKind: { readonly [kind: string]: TakingSort | null } = {
  'create-payment': 'payment',
  incremental: 'authorization',
  capture: 'capture',
  refund: 'refund',
  'refund-unreferenced': 'manual-refund',
  reverse: 'reversal',
  confirm: null,
  'create-session': null,
  'create-link': null,
  'create-intent': null,
  'update-payment': null,
  'dcc-bin-check': null,
  'dcc-quote': null,
  'update-customer': null,
  'delete-customer': null,
  'delete-payment-method': null,
};

/** Whether it makes a payment. More on an authorization, as on a longer stay, belongs to a payment that there was. */
export function beginsPayment(kind: string, sort: TakingSort): boolean {
  if (kind === 'incremental') return false;
  return sort === 'sale' || sort === 'payment' || sort === 'authorization' || sort === 'manual-refund';
}

/** Null for what takes or gives no money. A kind that is not known here is never dropped: it is `other`. */
export function sortOf(kind: string, messageType: string | null): TakingSort | null {
  const found = kind === 'cloud-pos' ? ofTerminal[messageType ?? ''] : ofKind[kind];
  return found === undefined ? 'other' : found;
}

/** Whether it invites a customer to pay: what is paid is not seen in its own answer. */
export function invites(kind: string): boolean {
  return ['create-payment', 'create-session', 'create-link', 'create-intent', 'confirm'].includes(kind);
}
