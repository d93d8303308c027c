// The lines that a terminal prints: at `receipt.customer` and `receipt.merchant` by the specification, elsewhere by other
// hosts. They are put there once, where an answer comes in, so that the till, the printer and erasing read one place.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { currencyShown } from '#contract/money/money.ts';
import { slipsOf } from './caseless.ts';
import { type AnswerReading, minorUnits, printedSums } from './reading.ts';
import type { EvidenceRule } from './rules.ts';
import { soundsUndecided } from './undecided-words.ts';
import { ofSomethingElse } from './members.ts';
import { lineApproves, lineSpeaksAgainst } from './sentences.ts';

type Reading = Pick<AnswerReading, 'paths' | 'wrappers'>;

/** Lines that stand at the specification's own place stay as they are, where no path of the settings shows others. */
export function withReceipt(answer: JsonObject, { paths, wrappers }: Reading): JsonObject {
  const places = placesIn(answer, new Set(wrappers.map((name) => name.toLowerCase())));
  const printed = (copy: readonly string[]) => copy.flatMap((path) => places.map((place) => linesAt(place, path)));
  const customer = printed(paths.customerReceipt).find((lines) => lines.length > 0);
  const merchant = printed(paths.merchantReceipt).find((lines) => lines.length > 0);
  if (customer === undefined && merchant === undefined) return answer;
  const own = isJsonObject(answer['receipt'] ?? null) ? (answer['receipt'] as JsonObject) : {};
  const found = { ...(customer === undefined ? {} : { customer }), ...(merchant === undefined ? {} : { merchant }) };
  return { ...answer, receipt: { ...own, ...found } };
}

/** The lines of all copies, as texts or objects of a text. */
function receiptLines(answer: JsonObject): readonly string[] {
  const lines = (value: Json): readonly string[] => {
    if (typeof value === 'string') return value.split(/\r?\n/);
    if (Array.isArray(value)) return value.flatMap(lines);
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, member]) =>
      ofSomethingElse.test(name.toLowerCase()) ? [] : lines(member),
    );
  };
  return slipsOf(answer).flatMap(lines);
}

export function slipRefuses(answer: JsonObject, rule: Pick<EvidenceRule, 'contrary'>): boolean {
  return receiptLines(answer).some((line) => lineSpeaksAgainst(line, rule));
}

/** Whether the slip of a refusal says that it was approved, or that the outcome is not known. */
export function slipDeniesRefusal(answer: JsonObject, { amount }: Pick<EvidenceRule, 'amount'>): 'receipt' | null {
  const denies = (line: string) => lineApproves(line) || soundsUndecided(line);
  return amount !== 'not-read' && receiptLines(answer).some(denies) ? 'receipt' : null;
}

/** Where a receipt shows its sum apart from its lines, and that sum's currency. */
const receiptPlaces = ['receipt', 'receipts'];
const sumPlaces = ['amount', 'total', 'totalamount', 'amounttotal'];

/**
 * Whether a receipt within an answer is for another sum than these, all of one currency. Receipts are for people, so a sum
 * may be written as it is printed (`25.00`), that of money given back with a sign; what shows no number says nothing.
 */
export function isReceiptForOther(
  { entry }: Pick<EvidenceRule, 'entry'>,
  answer: JsonObject,
  [first, ...more]: readonly Money[],
  { wrappers }: Pick<AnswerReading, 'wrappers'>,
): boolean {
  if (first === undefined) return false;
  const isGivenBack = entry?.own[0] === 'refund' || entry?.own[0] === 'reversal';
  const places = placesIn(answer, new Set(wrappers.map((name) => name.toLowerCase())));
  const receipts = places.flatMap((place) => receiptPlaces.map((name) => memberOf(place, name))).filter(isObject);
  return receipts.some((receipt) =>
    sumPlaces.some((name) => {
      const shown = memberOf(receipt, name) ?? null;
      const [sum, beside] = isJsonObject(shown) ? [memberOf(shown, 'value') ?? null, shown] : [shown, receipt];
      const currency = memberOf(beside, 'currency') ?? null;
      // Of a receipt in the card's currency the conversion tells.
      const known = [first, ...more].filter((each) => currency === null || each.currency === currencyShown(currency));
      if (known.length === 0) return shown !== null;
      const values = typeof sum === 'string' ? printedSums(sum, first.currency) : [minorUnits(sum)];
      const read = values.filter((each) => each !== null).map((each) => (isGivenBack ? Math.abs(each) : each));
      return read.length > 0 && !known.some((each) => read.includes(each.value));
    }),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

/** The top first. Of several members of a list none is the answer for certain. */
function placesIn(value: JsonObject, wrappers: ReadonlySet<string>): readonly JsonObject[] {
  const within = Object.entries(value).flatMap(([name, member]) => {
    if (!wrappers.has(name.toLowerCase())) return [];
    const members = (Array.isArray(member) ? member : [member]).filter(isJsonObject);
    return members.length === 1 ? members : [];
  });
  return [value, ...within.flatMap((each) => placesIn(each, wrappers))];
}

/** A list of texts, or one text with line breaks; none where anything else stands there. */
function linesAt(place: JsonObject, path: string): string[] {
  let found: Json | undefined = place;
  for (const name of path.toLowerCase().split('.')) found = memberOf(found, name);
  const lines = typeof found === 'string' ? found.split(/\r?\n/) : Array.isArray(found) ? found : [];
  const isText = (line: Json): line is string => typeof line === 'string';
  return lines.every(isText) && lines.some((line) => line.trim() !== '') ? lines : [];
}

function memberOf(value: Json | undefined, small: string): Json | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  return Object.entries(value).find(([name]) => name.toLowerCase() === small)?.[1];
}
