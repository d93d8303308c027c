// What a caller's free text may not hold, whatever the operation: a card number (only refund-unreferenced may carry
// one, in its own field), and in live mode the words that make the gateway simulate a result.
import { containsCardNumber } from '#contract/card-number.ts';
import { isIban } from '#contract/iban.ts';
import { type Json, isJsonObject } from '#contract/json.ts';
import type { Mode } from '#contract/states.ts';

export type FieldErrors = { [field: string]: string[] };

// Identifiers with a type of their own. A number there is an id, however much it looks like a card.
export const typedIdentifiers: ReadonlySet<string> = new Set([
  'payId',
  'transId',
  'xId',
  'refNr',
  'id',
  'sku',
  'globalTradeItemNumber',
  'manufacturerPartNumber',
  'merchantReference',
  'invoiceId',
  'merchantCustomerId',
  'gatewayCustomerId',
  'customerId',
  'paymentMethodId',
  'providerTransactionId',
  'posTerminalId',
  'traceNr',
  'approvalCode',
  'mandateId',
]);

const simulates = /^\s*test:\s*\d/i;

/** Problems by dotted field name; empty when there is nothing to say. `except`: dotted fields that may hold a card. */
export function freeTextErrors(input: Json, mode: Mode, except: readonly string[]): FieldErrors {
  // A map: an open object may have a member `constructor`, which every plain object has already.
  const errors = new Map<string, string[]>();
  const add = (path: string, message: string) => {
    errors.set(path, [...(errors.get(path) ?? []), message]);
  };
  walk(input, '', (path, name, text) => {
    const typed = typedIdentifiers.has(name) && !/(^|\.)metadata\./.test(path);
    // An account number may look like a card's; its check digits tell them apart.
    if (!typed && !except.includes(path) && containsCardNumber(text) && !isIban(text)) {
      add(path, 'must not contain a card number');
    }
    if (mode === 'live' && simulates.test(text)) {
      add(path, 'must not begin with "Test:" and digits in live mode: the gateway would simulate the result');
    }
  });
  // Whatever its value is: objects that the specification leaves open would pass it on.
  if (mode === 'live' && isJsonObject(input) && Object.hasOwn(input, 'simulationMode')) {
    add('simulationMode', 'is for test environments only');
  }
  return Object.fromEntries(errors);
}

function walk(value: Json, path: string, visit: (path: string, name: string, text: string) => void): void {
  if (typeof value === 'string' || typeof value === 'number') {
    visit(path, path.slice(path.lastIndexOf('.') + 1), String(value));
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) walk(member, `${path}.${index}`, visit);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    // A name is text as well: metadata has free keys.
    if (containsCardNumber(name)) visit(path, path.slice(path.lastIndexOf('.') + 1), name);
    walk(member, path === '' ? name : `${path}.${name}`, visit);
  }
}
