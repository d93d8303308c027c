// What a shop needs to answer a chargeback: masked card number, brand, trace and approval code, amounts, times and the
// receipt's lines. It stays for the slip's time when the rest of an operation is erased; names go from it as well.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { bareName } from '#contract/text/plain-text.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';

/** Tells people and programs, with every erasure that left slips, what a slip keeps. */
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

// The specification shows a card under `paymentmethods`; terminals answer with `card` at the answer's root.
const cards = ['paymentmethods.card', 'card'].flatMap((card) => numbersOfCards.map((name) => `${card}.${name}`));
const alone = ['brand', 'cardbrand', 'bin', 'last4digits', 'maskedpan', 'maskedcardnumber', 'dccinfo'];
const ofCommand = ['paymentmethods.type', 'cardreadmode', 'entrymode', 'localdatetime', 'responsedescription'];

/** The slip of an operation that succeeded or that a person decided; null for others, and where it names no payment. */
export function slipOf(record: OperationRecord, reading: SlipReading): Slip | null {
  const isAboutPayment = record.payId !== null || record.transId !== null;
  if (!isAboutPayment || (record.state !== 'succeeded' && record.decisions.length === 0)) return null;
  const { customerReceipt, merchantReceipt, ...shown } = reading.paths;
  const small = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  const kept: Kept = {
    keeps: new Set([...cards, ...alone, ...ofCommand, ...small(Object.values<readonly string[]>(shown).flat())]),
    receipts: new Set(['receipt', ...small([...customerReceipt, ...merchantReceipt])]),
    wrappers: new Set(small(reading.wrappers)),
  };
  const answer = isJsonObject(record.result) ? record.result : {};
  const persons = personsIn([record.input, answer], kept);
  const part = (value: JsonObject) => partOf(value, [''], kept, persons);
  return { input: part(record.input), result: part(answer) };
}

/** The paths of an answer's fields, and the wrappers that an answer may have around them. */
export type SlipReading = Pick<AnswerReading, 'paths' | 'wrappers'>;

/** Paths, dotted and in lower case: `keeps` are kept with all beneath them, `receipts` are kept without names. */
interface Kept {
  readonly keeps: ReadonlySet<string>;
  readonly receipts: ReadonlySet<string>;
  readonly wrappers: ReadonlySet<string>;
}

type Persons = readonly (readonly string[])[];

/** The paths of a member: its own, and those without the wrappers around it. A wrapper's members count as top level. */
function pathsOf(name: string, around: readonly string[], { wrappers }: Kept): readonly string[] {
  const small = name.toLowerCase();
  const paths = around.map((path) => (path === '' ? small : `${path}.${small}`));
  return around.includes('') && wrappers.has(small) ? [...paths, ''] : paths;
}

function partOf(value: JsonObject, around: readonly string[], kept: Kept, persons: Persons): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const paths = pathsOf(name, around, kept);
    if (paths.some((path) => kept.receipts.has(path))) return [[name, withoutNames(member, persons)]];
    if (paths.some((path) => kept.keeps.has(path))) return [[name, member]];
    if (isJsonObject(member)) {
      const beneath = partOf(member, paths, kept, persons);
      return Object.keys(beneath).length === 0 ? [] : [[name, beneath]];
    }
    if (!Array.isArray(member) || !paths.includes('')) return [];
    const parts = member.filter(isJsonObject).map((each) => partOf(each, paths, kept, persons));
    const full = parts.filter((part) => Object.keys(part).length > 0);
    return full.length === 0 ? [] : [[name, full]];
  });
  return Object.fromEntries(members);
}

function withoutNames(receipt: Json, persons: Persons): Json {
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

function namesPerson(line: string, persons: Persons): boolean {
  if (saysHolder.test(line) || mailAddress.test(line)) return true;
  const words = new Set(wordsOf(line));
  return persons.some((person) => person.every((word) => words.has(word)));
}

// `ofPerson` matches fields about a person; `noName` matches those among them that hold no name.
const ofPerson =
  /holder|customer|consumer|person|buyer|payer|billing|shipping|recipient|firstname|lastname|surname|mail|phone/;
const noName = /city|country|state|postal|zip|language|gender|salutation|birth|type$|id$/;

/** The words of each name in the erased data: a receipt may print them in another order and with other signs. */
function personsIn(parts: readonly JsonObject[], kept: Kept): string[][] {
  const found: string[][] = [];
  const look = (value: Json, around: readonly string[], isPerson: boolean): void => {
    if (around.some((path) => kept.receipts.has(path) || kept.keeps.has(path))) return;
    if (typeof value === 'string') {
      const words = wordsOf(value);
      if (isPerson && words.some((word) => word.length > 2)) found.push(words);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const bare = bareName(name);
      look(member, pathsOf(name, around, kept), !noName.test(bare) && (isPerson || ofPerson.test(bare)));
    }
  };
  for (const part of parts) look(part, [''], false);
  return found;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 1);
}
