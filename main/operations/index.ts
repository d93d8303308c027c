// The registry: every operation of the gateway that the product knows, a line each.
// The one barrel of the project, because being the list is its subject.
import type { JsonObject } from '#contract/data/json.ts';
import { capture } from './capture.ts';
import { cloudPos } from './cloud-pos.ts';
import { confirm } from './confirm.ts';
import { createIntent } from './create-intent.ts';
import { createLink } from './create-link.ts';
import { createPayment } from './create-payment.ts';
import { createSession } from './create-session.ts';
import { getCustomer, getPaymentMethod, listCustomerPaymentMethods, listCustomers } from './customers.ts';
import { dccBinCheck } from './dcc-bin-check.ts';
import { dccQuote } from './dcc-quote.ts';
import type { Command } from './define.ts';
import { deleteCustomer } from './delete-customer.ts';
import { deletePaymentMethod } from './delete-payment-method.ts';
import { getPaymentByPayId, getPaymentByTransId } from './get-payment.ts';
import { incremental } from './incremental.ts';
import { refund } from './refund.ts';
import { refundUnreferenced } from './refund-unreferenced.ts';
import { requestToken } from './request-token.ts';
import { reverse } from './reverse.ts';
import { updateCustomer } from './update-customer.ts';
import { updatePayment } from './update-payment.ts';

export const commands: readonly Command[] = [
  createSession,
  createPayment,
  confirm,
  incremental,
  reverse,
  capture,
  refund,
  refundUnreferenced,
  updatePayment,
  createLink,
  createIntent,
  cloudPos,
  dccBinCheck,
  dccQuote,
  updateCustomer,
  deleteCustomer,
  deletePaymentMethod,
];

export const queries = {
  getPaymentByPayId,
  getPaymentByTransId,
  listCustomers,
  getCustomer,
  listCustomerPaymentMethods,
  getPaymentMethod,
};

export { requestToken };

/** Names from the trade, each for one sort of input of a command. */
export const shortKinds = commands.flatMap((command) => command.shortKinds.map((short) => ({ ...short, command })));

/** What a name in an address stands for: a kind, or a short name with what it gives; null: neither. */
export function kindNamed(name: string): { readonly command: Command; readonly given: JsonObject } | null {
  const command = commandOf(name);
  if (command !== null) return { command, given: {} };
  return shortKinds.find((each) => each.name === name) ?? null;
}

/** The command of a kind, or null: kinds come from outside. */
export function commandOf(kind: string): Command | null {
  return commands.find((each) => each.kind === kind) ?? null;
}
