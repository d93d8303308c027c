// What a caller's input may not hold, whatever the operation: a card number (only refund-unreferenced may carry one, in
// its own field) in free text and in ids of the caller's own choice, a card's code, PIN or track data wherever it would
// be stored, what is not seen in the caller's own ids, and in live mode what makes the gateway simulate a result. An id
// that an older journal holds can still be looked up.
import { containsCardNumber, hasCardNumber, hasTrackData, spreadCardNumber } from '#contract/cards/card-number.ts';
import { isTradeItemNumber } from '#contract/text/gtin.ts';
import { isIban } from '#contract/text/iban.ts';
import { type FieldIssue, mostIssues, ruleIssue } from '#contract/data/issue-words.ts';
import { type Json, type JsonObject, isJsonObject, without } from '#contract/data/json.ts';
import { bareName, plainText } from '#contract/text/plain-text.ts';
import { lineSchema } from '#contract/office/claims.ts';
import { hasUnseen, isUncomposed, uncomposedWords, unseenWords } from '#contract/text/shown-text.ts';
import { sensitiveFields } from '#contract/cards/sensitive-data.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Policy } from '../ports/policy.ts';

// Ids are stored, exported and printed in clear, so every id that looks like a card number is refused, unless the
// shop's settings say that its ids may. The caller chooses these.
const callersIds: ReadonlySet<string> = new Set([
  'transId',
  'refNr',
  'id',
  'sku',
  'manufacturerPartNumber',
  'merchantReference',
  'invoiceId',
  'merchantCustomerId',
]);

// Others give these: the gateway, a terminal, the makers of goods.
const othersIds: ReadonlySet<string> = new Set([
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
]);

/** Where the gateway shows one of them it stays as it is. */
export const typedIdentifiers: ReadonlySet<string> = new Set([...callersIds, ...othersIds]);

const simulates = /^\s*test:\s*\d/i;

// All fields that the specification calls simulations, as bare names: objects that it leaves open would pass them on.
const simulationFields: ReadonlySet<string> = new Set(['simulationmode', 'amazonpaysimulationcode']);

/** The request id is one of the caller's ids, too: where it came in a header, or from the window. */
export function requestIdIssue(requestId: string, { idsMayLookLikeCards }: CardRules): FieldIssue | null {
  if (hasUnseen(requestId)) return { field: 'Idempotency-Key', ...ruleIssue(unseenWords) };
  if (isUncomposed(requestId)) return { field: 'Idempotency-Key', ...ruleIssue(uncomposedWords) };
  if (idsMayLookLikeCards || !containsCardNumber(requestId)) return null;
  return { field: 'Idempotency-Key', ...ruleIssue(idWords) };
}

/** The line that a refund is for is an id of the caller's, too. */
export function lineIssue(line: string, { idsMayLookLikeCards }: CardRules): FieldIssue | null {
  const read = lineSchema.safeParse(line);
  if (!read.success) return { field: 'line', ...ruleIssue(read.error.issues[0]?.message ?? '') };
  if (idsMayLookLikeCards || !containsCardNumber(line)) return null;
  return { field: 'line', ...ruleIssue(idWords) };
}

const idWords = 'must not look like a card number, unless the setting idsMayLookLikeCards allows it';

type CardRules = Pick<Policy, 'idsMayLookLikeCards'>;

/** `isPayment`: whether a payment of this payId is known here. The gateway gave it, and it is stored already. */
export interface IdRules extends CardRules {
  readonly isPayment?: (payId: string) => boolean;
}

/** One issue for each thing that is wrong. `secretFields`: dotted fields that are never stored and may hold a card. */
export function freeTextIssues(
  input: JsonObject,
  mode: Mode,
  secretFields: readonly string[],
  { idsMayLookLikeCards, isPayment = () => false }: IdRules = { idsMayLookLikeCards: false },
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  walk(input, noPlace, (place, value) => {
    const { name, isFree } = place;
    const rule = (message: string) => issues.push({ field: pathOf(place), ...ruleIssue(message) });
    if (mode === 'live' && simulationFields.has(bareName(name))) rule('is for test environments only');
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      const plain = plainText(text);
      const isCallersId = callersIds.has(name) && !isFree;
      const isId = typedIdentifiers.has(name) && !isFree;
      const isOwn = () =>
        (name === 'payId' && isPayment(text)) || (name === 'globalTradeItemNumber' && isTradeItemNumber(text));
      const passes = () => (isId && (idsMayLookLikeCards || isOwn())) || isOneOf(secretFields, place) || isIban(text);
      if (isCallersId && hasUnseen(text)) rule(unseenWords);
      // Two ids that are canonically equal are one id to a person, and to a gateway that composes them.
      if (isCallersId && isUncomposed(text)) rule(uncomposedWords);
      // A blank is not seen, and a gateway that removes it has the payment under another id.
      if (isCallersId && text.trim() !== text) rule('must not begin or end with a blank');
      // An account number may look like a card's; its check digits tell them apart.
      if (hasTrackData(plain)) {
        issues.push({ field: pathOf(place), code: 'sensitive-authentication-data', message: sensitiveWords });
      } else if (hasCardNumber(plain) && !passes()) {
        rule(isId ? idWords : 'must not contain a card number');
      }
      if (mode === 'live' && simulates.test(plain)) {
        rule('must not begin with "Test:" and digits in live mode: the gateway would simulate the result');
      }
    }
    return issues.length < mostIssues;
  });
  const stored = without(input, secretFields);
  for (const field of sensitiveFields(stored).slice(0, mostIssues)) {
    issues.push({ field, code: 'sensitive-authentication-data', message: sensitiveWords });
  }
  return issues;
}

const sensitiveWords =
  'must not be given here: the security code, the PIN and the track data of a card are never stored';

/** Where a value stands. Its path is put together only where it is told: names may be long, and there may be many. */
interface Place {
  readonly around: Place | null;
  readonly name: string;
  /** Names are the caller's own here. */
  readonly isFree: boolean;
}

const noPlace: Place = { around: null, name: '', isFree: false };

function stepsTo({ around, name }: Place): readonly string[] {
  return around === null ? [] : [...stepsTo(around), name];
}

function pathOf(place: Place): string {
  return stepsTo(place).join('.');
}

/** Step by step: one name with a dot in it is no path. */
function isOneOf(paths: readonly string[], place: Place): boolean {
  const steps = stepsTo(place);
  return paths.some((path) => path.split('.').length === steps.length && path === steps.join('.'));
}

function within(around: Place, name: string): Place {
  return { around, name, isFree: around.isFree || around.name === 'metadata' };
}

/** `visit` returns false where it has seen enough; so does this. */
function walk(value: Json, place: Place, visit: (place: Place, value: Json) => boolean): boolean {
  if (place !== noPlace && !visit(place, value)) return false;
  // A number that is spread over the members of a list, or of an object, reads as one text.
  const spread = spreadCardNumber(value);
  if (spread !== null && !visit(place, spread)) return false;
  if (Array.isArray(value)) return value.every((member, index) => walk(member, within(place, String(index)), visit));
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    // A name is text as well: metadata has free keys.
    if (containsCardNumber(name) && !visit(place, name)) return false;
    return walk(member, within(place, name), visit);
  });
}
