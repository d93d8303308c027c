// An answer with its names in small letters: gateways write one name in several ways (`TransId` occurs beside `transId`),
// and a refusal must not pass for success because of a capital letter. What the caller wrote, what is printed on a slip
// and offers of other currencies are left out: they say nothing of the operation.
import { type Json, type JsonObject, canonicalJson, isJsonObject } from '#contract/data/json.ts';

const slips: ReadonlySet<string> = new Set([
  'receipt',
  'receiptlines',
  'receipts',
  'customerreceipt',
  'cardholderreceipt',
  'merchantreceipt',
]);
const notTheAnswers: ReadonlySet<string> = new Set([
  'metadata',
  'order',
  'customerinfo',
  'request',
  'dccinfo',
  ...slips,
]);

/** What is printed, of an answer in any capitals, at any depth but in lists. */
export function slipsOf(body: JsonObject): readonly Json[] {
  return Object.entries(body).flatMap(([name, member]) => {
    const small = name.toLowerCase();
    if (slips.has(small)) return [member];
    return isJsonObject(member) && !notTheAnswers.has(small) ? slipsOf(member) : [];
  });
}

export interface Caseless {
  readonly view: JsonObject;
  /** A name that stands there twice in different capitals and with different values, or null. */
  readonly clash: string | null;
}

const deepest = 12;

/** `but`: one of the names that are left out, which is read all the same. */
export function caseless(body: JsonObject, but?: 'dccinfo'): Caseless {
  let clash: string | null = null;
  const lowered = (value: Json, depth: number): Json => {
    if (depth > deepest) return null;
    if (Array.isArray(value)) return value.map((each) => lowered(each, depth + 1));
    if (!isJsonObject(value)) return value;
    const made: JsonObject = {};
    for (const [name, member] of Object.entries(value)) {
      const small = name.toLowerCase();
      if (notTheAnswers.has(small) && small !== but) continue;
      const low = lowered(small === 'paymentmethods' ? onlyOf(member) : member, depth + 1);
      const before = made[small];
      if (before !== undefined && canonicalJson(before) !== canonicalJson(low)) clash ??= small;
      made[small] = low;
    }
    return made;
  };
  const view = lowered(body, 0);
  return { view: isJsonObject(view) ? view : {}, clash };
}

/** The specification has one method of payment; a list of one says the same. */
function onlyOf(value: Json): Json {
  const [only, ...more] = Array.isArray(value) ? value : [value];
  return only === undefined || more.length > 0 ? value : only;
}
