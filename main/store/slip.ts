// What a shop needs to answer a chargeback: masked card number, brand, trace and approval code, amounts, times and the
// receipt's lines. It stays for the slip's time when the rest of an operation is erased; names go from it as well.
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts';
import { bareName } from '#contract/plain-text.ts';
import type { OperationRecord } from '#core/record.ts';
import type { AnswerPaths } from '#operations/evidence/reading.ts';

/** Said with every erasure that left slips: for people and for programs. */
export const slipWords =
  'masked card number, brand, trace number, approval code, amounts, times and receipt lines without names';

interface Slip {
  readonly input: JsonObject;
  readonly result: JsonObject;
}

const numbersOfCards = [
  'brand',
  'subtype',
  'type',
  'bin',
  'first6digits',
  'last4digits',
  'last4',
  'maskednumber',
  'maskedpan',
  'maskedcardnumber',
  'providertransactionid',
  'providerapprovalcode',
  'providerresponsecode',
  'dcc',
  'dccinfo',
];

// Both where the specification shows a card and where terminals are known to: at the answer's root.
const cards = ['paymentmethods.card', 'card'].flatMap((card) => numbersOfCards.map((name) => `${card}.${name}`));
const alone = ['brand', 'cardbrand', 'bin', 'last4digits', 'maskedpan', 'maskedcardnumber', 'dccinfo', 'receipt'];
const ofCommand = ['paymentmethods.type', 'cardreadmode', 'entrymode', 'localdatetime', 'responsedescription'];

/** What is worth keeping of an operation that moved money, or where a person decided what it did; null of others. */
export function slipOf(record: OperationRecord, paths: AnswerPaths): Slip | null {
  const isAboutPayment = record.payId !== null || record.transId !== null;
  if (!isAboutPayment || (record.state !== 'succeeded' && record.decisions.length === 0)) return null;
  const shown = Object.values<readonly string[]>({ ...paths }).flatMap((each) =>
    each.map((path) => path.toLowerCase()),
  );
  const keeps = new Set([...cards, ...alone, ...ofCommand, ...shown]);
  const answer = isJsonObject(record.result) ? record.result : {};
  const persons = personsIn([record.input, answer], keeps);
  const part = (value: JsonObject) => partOf(value, '', { keeps, persons });
  return { input: part(record.input), result: part(answer) };
}

interface Reading {
  /** Dotted, in lower case: with all that is beneath them. */
  readonly keeps: ReadonlySet<string>;
  readonly persons: readonly (readonly string[])[];
}

function partOf(value: JsonObject, around: string, reading: Reading): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const path = around === '' ? name.toLowerCase() : `${around}.${name.toLowerCase()}`;
    if (path === 'receipt') return [[name, withoutNames(member, reading.persons)]];
    if (reading.keeps.has(path)) return [[name, member]];
    if (!isJsonObject(member)) return [];
    const beneath = partOf(member, path, reading);
    return Object.keys(beneath).length === 0 ? [] : [[name, beneath]];
  });
  return Object.fromEntries(members);
}

function withoutNames(receipt: Json, persons: Reading['persons']): Json {
  if (typeof receipt === 'string') {
    const lines = receipt.split('\n').filter((line) => !namesPerson(line, persons));
    return lines.join('\n');
  }
  if (Array.isArray(receipt)) {
    const lines = receipt.filter((line) => typeof line !== 'string' || !namesPerson(line, persons));
    return lines.map((line) => (typeof line === 'string' ? line : withoutNames(line, persons)));
  }
  if (!isJsonObject(receipt)) return receipt;
  return Object.fromEntries(Object.entries(receipt).map(([name, member]) => [name, withoutNames(member, persons)]));
}

// A line that says whose card it is, whatever the request said: `Cardholder: ...`, `Karteninhaber  ...`.
const saysHolder =
  /^\W*(?:card\s*holder(?:\s*name)?|karten\s*inhaber(?:in)?|konto\s*inhaber(?:in)?|titulaire|name)(?:\s*[:.]|\s{2,})\s*\S/i;
const mailAddress = /[^\s@]+@[^\s@]+\.[^\s@]+/;

function namesPerson(line: string, persons: Reading['persons']): boolean {
  if (saysHolder.test(line) || mailAddress.test(line)) return true;
  const words = new Set(wordsOf(line));
  return persons.some((person) => person.every((word) => words.has(word)));
}

// Fields about a person, and of these the ones that hold no name of theirs.
const ofPerson =
  /holder|customer|consumer|person|buyer|payer|billing|shipping|recipient|firstname|lastname|surname|mail|phone/;
const noName = /city|country|state|postal|zip|language|gender|salutation|birth|type$|id$/;

/** The words of each name in what is erased: a receipt may print them in another order and with other signs. */
function personsIn(parts: readonly JsonObject[], keeps: ReadonlySet<string>): string[][] {
  const found: string[][] = [];
  const look = (value: Json, path: string, isPerson: boolean): void => {
    if (path === 'receipt' || keeps.has(path)) return;
    if (typeof value === 'string') {
      const words = wordsOf(value);
      if (isPerson && words.some((word) => word.length > 2)) found.push(words);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const bare = bareName(name);
      const beneath = path === '' ? name.toLowerCase() : `${path}.${name.toLowerCase()}`;
      look(member, beneath, !noName.test(bare) && (isPerson || ofPerson.test(bare)));
    }
  };
  for (const part of parts) look(part, '', false);
  return found;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 1);
}
