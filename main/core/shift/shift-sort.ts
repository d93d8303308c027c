// Which sum of a shift an operation belongs to, by its journal record, so that a report needs nothing but the journal.
// What each kind means stands in the kind's file (operations/).
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import { commandOf } from '#operations/index.ts';

/** Whether it makes a payment. An increment, as for a longer stay, belongs to an existing payment. */
export function beginsPayment(kind: string, sort: TakingSort): boolean {
  if (commandOf(kind)?.addsToPayment === true) return false;
  return sort === 'sale' || sort === 'payment' || sort === 'authorization' || sort === 'manual-refund';
}

/** Null for a kind that takes or gives no money. An unknown kind is never dropped: it is `other`. */
export function sortOf(kind: string, messageType: string | null): TakingSort | null {
  const command = commandOf(kind);
  return command === null ? 'other' : command.taking(messageType);
}

/** Whether it invites a customer to pay: its own answer does not show what the customer pays. */
export function invites(kind: string): boolean {
  return commandOf(kind)?.invites === true;
}

/**
 * The same for a line of an ERP's list, which is there because money moved: a page or link in it was paid. Null for what
 * names no kind of the API, or one that moves no money.
 */
export function sortOfListed(kind: string, messageType: string | null): TakingSort | null {
  if (invites(kind)) return 'payment';
  const sort = sortOf(kind, messageType);
  return sort === 'other' ? null : sort;
}
