// What a caller's input may not hold, whatever the operation: a card number (only refund-unreferenced may carry one, in
// its own field) in free text and in ids of the caller's own choice, a card's code, PIN or track data wherever it would
// be stored, what is not seen in the caller's own ids, and in live mode what makes the gateway simulate a result. An id
// that an older journal holds can still be looked up.
import { containsCardNumber, containsTrackData, spreadCardNumber } from '#contract/card-number.ts';
import { isIban } from '#contract/iban.ts';
import { type FieldIssue, ruleIssue } from '#contract/issue-words.ts';
import { type Json, type JsonObject, isJsonObject, without } from '#contract/json.ts';
import { bareName, plainText } from '#contract/plain-text.ts';
import { hasUnseen, unseenWords } from '#contract/shown-text.ts';
import { sensitiveFields } from '#contract/sensitive-data.ts';
import type { Mode } from '#contract/states.ts';
import type { Policy } from './ports/policy.ts';

// Ids that the caller chooses. They are stored, exported and printed in clear, so one that passes for a card's number is
// refused, unless the shop's settings say that its numbers do.
const callersIds: readonly string[] = [
  'transId',
  'refNr',
  'id',
  'sku',
  'manufacturerPartNumber',
  'merchantReference',
  'invoiceId',
  'merchantCustomerId',
];

// Ids that somebody else gave: the gateway, a terminal, the makers of goods. A number there is an id, however much it
// looks like a card.
const othersIds: readonly string[] = [
  'payId',
  'xId',
  'globalTradeItemNumber',
  'gatewayCustomerId',
  'customerId',
  'paymentMethodId',
  'providerTransactionId',
  'posTerminalId',
  'traceNr',
  'approvalCode',
  'mandateId',
];

/** Where the gateway shows one of them it stays as it is. */
export const typedIdentifiers: ReadonlySet<string> = new Set([...callersIds, ...othersIds]);

const simulates = /^\s*test:\s*\d/i;

// All fields that the specification calls simulations, as bare names: objects that it leaves open would pass them on.
const simulationFields: ReadonlySet<string> = new Set(['simulationmode', 'amazonpaysimulationcode']);

/** The request id is one of the caller's ids, too: where it came in a header, or from the window. */
export function requestIdIssue(requestId: string, { idsMayLookLikeCards }: CardRules): FieldIssue | null {
  if (hasUnseen(requestId)) return { field: 'Idempotency-Key', ...ruleIssue(unseenWords) };
  if (idsMayLookLikeCards || !containsCardNumber(requestId)) return null;
  return { field: 'Idempotency-Key', ...ruleIssue(idWords) };
}

/**
 * For a payId of no payment that is known here. The gateway gave it to another till, then digits in it are its own
 * affair; one that is nothing but a card's number was taken for a payId.
 */
export function unknownPayIdIssue(payId: string, { idsMayLookLikeCards }: CardRules): FieldIssue | null {
  if (idsMayLookLikeCards || /[a-z]/i.test(plainText(payId)) || !containsCardNumber(payId)) return null;
  return { field: 'payId', ...ruleIssue(idWords) };
}

const idWords = 'must not look like a card number, unless the setting idsMayLookLikeCards allows it';

type CardRules = Pick<Policy, 'idsMayLookLikeCards'>;

/** One issue for each thing that is wrong. `secretFields`: dotted fields that are never stored and may hold a card. */
export function freeTextIssues(
  input: JsonObject,
  mode: Mode,
  secretFields: readonly string[],
  { idsMayLookLikeCards }: CardRules = { idsMayLookLikeCards: false },
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const rule = (field: string, message: string) => issues.push({ field, ...ruleIssue(message) });
  walk(input, '', (path, name, value) => {
    if (mode === 'live' && simulationFields.has(bareName(name))) rule(path, 'is for test environments only');
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    const isFree = /(^|\.)metadata\./.test(path);
    const isCallersId = callersIds.includes(name) && !isFree;
    const passes = (othersIds.includes(name) && !isFree) || (isCallersId && idsMayLookLikeCards);
    if (isCallersId && hasUnseen(text)) rule(path, unseenWords);
    // An account number may look like a card's; its check digits tell them apart.
    if (containsTrackData(text)) {
      issues.push({ field: path, code: 'sensitive-authentication-data', message: sensitiveWords });
    } else if (!passes && !secretFields.includes(path) && containsCardNumber(text) && !isIban(text)) {
      rule(path, isCallersId ? idWords : 'must not contain a card number');
    }
    if (mode === 'live' && simulates.test(plainText(text))) {
      rule(path, 'must not begin with "Test:" and digits in live mode: the gateway would simulate the result');
    }
  });
  const stored = without(input, secretFields);
  for (const field of sensitiveFields(stored)) {
    issues.push({ field, code: 'sensitive-authentication-data', message: sensitiveWords });
  }
  return issues;
}

const sensitiveWords =
  'must not be given here: the security code, the PIN and the track data of a card are never stored';

function walk(value: Json, path: string, visit: (path: string, name: string, value: Json) => void): void {
  if (path !== '') visit(path, path.slice(path.lastIndexOf('.') + 1), value);
  // A number that is spread over the members of a list, or of an object, is one text to whoever reads it.
  const spread = spreadCardNumber(value);
  if (spread !== null) visit(path, path.slice(path.lastIndexOf('.') + 1), spread);
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
