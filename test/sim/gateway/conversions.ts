// The simulated gateway's quotes, and in which currency it then charges the card. It holds a quote's end and takes one
// once; what is odd about a quote or a conversion it says in its answers and records, one thing wrong at a time.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { type Money, minorDigits } from '#contract/money/money.ts';
import { epochMs } from '../schedule.ts';
import type { Random } from '../random.ts';

/** What is wrong with a quote. */
export const quoteFlaws = [
  'the rate the other way round',
  'a rounded amount',
  'another merchant amount',
  'no other currency',
  'nobody who converts',
  'the quote before once more',
  'its figures under the id of the quote before',
] as const;

/** How a sale is charged, where it is not as the cardholder chose. */
export const oddCharges = [
  'at another rate',
  'in a third currency',
  'without conversion',
  'converted unasked',
] as const;

export const shownAs = ['nothing', 'shop', 'within', 'info', 'card', 'bare'] as const;

type Flaw = (typeof quoteFlaws)[number];

const ofQuoteBefore: ReadonlySet<Flaw> = new Set([
  'the quote before once more',
  'its figures under the id of the quote before',
]);

export type OddCharge = (typeof oddCharges)[number];
/** Where an answer has the sum that the card is charged, if anywhere. */
export type ShownAs = (typeof shownAs)[number] | 'refused';

/** What the card is charged, and how it is shown. The payment itself is in the shop's currency. */
export interface Charge {
  readonly money: Money;
  readonly shown: ShownAs;
  readonly odd: OddCharge | null;
}

export interface Quote {
  readonly id: string;
  readonly merchant: Money;
  readonly cardholder: Money;
  /** Nothing may be sold by it in the currency of the card. */
  readonly isFlawed: boolean;
  /** Other figures were given under its id. */
  readonly isAmbiguous: boolean;
  /** How often its id was given. */
  readonly given: number;
  readonly untilMs: number;
  readonly told: JsonObject;
  /** The marks of the requests that came with it; and of those, the ones to a terminal. */
  readonly uses: Set<string>;
  readonly sales: Set<string>;
}

export interface Conversions {
  readonly quotes: Map<string, Quote>;
  readonly flaws: number;
  readonly odd: number;
  readonly shows: readonly ShownAs[];
}

/** Millionths of a unit for one euro, by the first digits of a card. */
const cards: { readonly [bin: string]: readonly [currency: string, rate: number] } = {
  '411111': ['USD', 1_085_000],
  '455555': ['GBP', 855_000],
  '353011': ['JPY', 163_250_000],
  '422222': ['KWD', 333_500],
};

export const bins = Object.keys(cards);

const million = 1_000_000n;
const markupPercent = 3n;

type Books = { readonly conversions: Conversions; readonly random: Random; readonly met: (what: string) => void };

export function quoteFor({ conversions, random, met }: Books, body: JsonObject, nowMs: number): JsonObject {
  const merchant = { value: Number(valueAt(body, 'amount.value')), currency: 'EUR' };
  const [currency, base] = cards[textAt(body, 'bin') ?? ''] ?? ['USD', 1_085_000];
  const flaw: Flaw | null = random.chance(conversions.flaws) ? random.pick(quoteFlaws) : null;
  const before = [...conversions.quotes.values()].findLast(({ isFlawed: isWrong }) => !isWrong) ?? null;
  if (flaw !== null) met(`a quote has ${flaw}`);
  if (flaw === 'the quote before once more' && before !== null) {
    conversions.quotes.set(before.id, { ...before, given: before.given + 1 });
    return before.told;
  }
  // Rates change all day, in the fifth place.
  const rate = BigInt(base + random.between(-40, 40) * 10);
  const isWith = random.chance(0.5);
  const charged = isWith ? rate : (rate * (100n + markupPercent)) / 100n;
  const cardholder = { value: converted(merchant.value, charged, currency), currency };
  const id = flaw === 'its figures under the id of the quote before' ? (before?.id ?? null) : null;
  const untilMs = nowMs + random.pick([120_000, 600_000, 3_600_000]);
  const right: JsonObject = {
    status: 'AVAILABLE',
    provider: 'Conversions',
    dccRequestId: id ?? `q${random.hex128()}`,
    rate: { exchangeRate: decimal(rate), markupPercentage: String(markupPercent) },
    amounts: { merchant, cardholder: { ...cardholder } },
    validUntil: new Date(epochMs + untilMs).toISOString(),
  };
  const told = { dccInfo: flawed(right, flaw, merchant, cardholder, rate) };
  // Which of them counts it does not know itself.
  if (id !== null && before !== null) {
    conversions.quotes.set(id, { ...before, isAmbiguous: true, given: before.given + 1 });
    return told;
  }
  const said = textAt(told, 'dccInfo.dccRequestId') ?? '';
  const isFlawed = flaw !== null && !ofQuoteBefore.has(flaw);
  conversions.quotes.set(said, {
    id: said,
    merchant,
    cardholder,
    isFlawed,
    isAmbiguous: false,
    given: 1,
    untilMs,
    told,
    uses: new Set(),
    sales: new Set(),
  });
  return told;
}

/** The amount at a rate in millionths, rounded half up to a minor unit. */
function converted(value: number, rate: bigint, currency: string): number {
  const [over, under] = [10n ** BigInt(minorDigits(currency) ?? 2), million * 100n];
  return Number((BigInt(value) * rate * over * 2n + under) / (under * 2n));
}

function decimal(rate: bigint): string {
  return `${rate / million}.${String(rate % million).padStart(6, '0')}`;
}

function flawed(right: JsonObject, flaw: Flaw | null, merchant: Money, cardholder: Money, rate: bigint): JsonObject {
  const amounts = (changed: { readonly merchant?: Money; readonly cardholder?: Money }): JsonObject => ({
    ...right,
    amounts: { merchant: { ...merchant, ...changed.merchant }, cardholder: { ...cardholder, ...changed.cardholder } },
  });
  switch (flaw) {
    case 'the rate the other way round':
      return { ...right, rate: { exchangeRate: decimal((million * million) / rate), markupPercentage: '3' } };
    case 'a rounded amount':
      return amounts({ cardholder: { ...cardholder, value: cardholder.value + Math.ceil(cardholder.value / 20) } });
    case 'another merchant amount':
      return amounts({ merchant: { ...merchant, value: merchant.value + 1 } });
    case 'no other currency':
      return amounts({ cardholder: merchant });
    case 'nobody who converts':
      return { ...right, provider: '' };
    case 'the quote before once more':
    case 'its figures under the id of the quote before':
    case null:
      return right;
  }
}

/** What the request says of a choice: where the settings have it at a terminal, and where the specification has it. */
function choiceIn(body: JsonObject): { readonly quoteId: string; readonly currency: string } | null {
  for (const path of ['conversion', 'paymentMethods.card.dcc']) {
    const [quoteId, currency] = [textAt(body, `${path}.quote`), textAt(body, `${path}.currency`)];
    if (quoteId !== null && currency !== null) return { quoteId, currency };
  }
  return null;
}

export type Chosen =
  | { readonly type: 'nothing' }
  | { readonly type: 'refused' }
  | { readonly type: 'charge'; readonly charge: Charge };

/** `approved`: minor units of the shop's currency that are really approved. */
export function chosenIn(books: Books, body: JsonObject, tag: string | null, approved: number, nowMs: number): Chosen {
  const { conversions, random, met } = books;
  const choice = choiceIn(body);
  if (choice === null) return { type: 'nothing' };
  const quote = conversions.quotes.get(choice.quoteId);
  if (quote === undefined) return { type: 'refused' };
  const isAgain = quote.uses.size > 0 && !quote.uses.has(tag ?? '');
  quote.uses.add(tag ?? '');
  if (textAt(body, 'posTerminalId') !== null) quote.sales.add(tag ?? '');
  const isForIt = quote.merchant.value === valueAt(body, 'amount.value');
  const isOffered = choice.currency === 'EUR' || choice.currency === quote.cardholder.currency;
  if (isAgain || quote.isAmbiguous || nowMs >= quote.untilMs || !isForIt || !isOffered) return { type: 'refused' };
  const isForeign = choice.currency !== 'EUR';
  const whole = approved === quote.merchant.value;
  const odd =
    whole && random.chance(conversions.odd) ? random.pick(isForeign ? oddCharges : oddCharges.slice(-1)) : null;
  if (odd !== null) met(`a card is charged ${odd}`);
  return { type: 'charge', charge: chargeOf(quote, odd, isForeign, approved, books) };
}

function chargeOf(
  quote: Quote,
  odd: OddCharge | null,
  isForeign: boolean,
  approved: number,
  { conversions, random }: Books,
): Charge {
  const { merchant, cardholder } = quote;
  const shops = { value: approved, currency: merchant.currency };
  // What is charged otherwise is shown somewhere: the till cannot know of it from nothing.
  const shown = random.pick(conversions.shows);
  const clearly = random.pick(['card', 'info'] as const);
  switch (odd) {
    case 'at another rate':
      return { money: { ...cardholder, value: cardholder.value + random.between(1, 9) }, shown: clearly, odd };
    case 'in a third currency':
      return { money: { ...cardholder, currency: 'CHF' }, shown: clearly, odd };
    case 'without conversion':
      // That may well be all that is said of it: the shop's money is right.
      return { money: shops, shown: random.pick(['refused', 'shop', 'nothing']), odd };
    case 'converted unasked':
      return isForeign ? { money: cardholder, shown, odd: null } : { money: cardholder, shown: clearly, odd };
    case null:
      break;
  }
  if (!isForeign) return { money: shops, shown: random.pick(['nothing', 'shop']), odd };
  if (approved === merchant.value) return { money: cardholder, shown, odd };
  const value = Math.round((cardholder.value * approved) / merchant.value);
  return { money: { ...cardholder, value }, shown: 'nothing', odd };
}

/** On its page the gateway itself asks, and a customer may choose the currency of the card. */
export function chargeOnPage({ conversions, random }: Books, body: JsonObject, value: number): Charge | null {
  if (valueAt(body, 'paymentMethods.card.dccEnabled') !== true || random.chance(0.5)) return null;
  const money = { value: converted(value, 1_117_550n, 'USD'), currency: 'USD' };
  return { money, shown: random.pick(conversions.shows), odd: null };
}

/** Members of an answer that show it. `asked` is the sum in the shop's currency. */
export function chargeShown(charge: Charge | null, asked: Money): JsonObject {
  if (charge === null) return {};
  const money = { value: charge.money.value, currency: charge.money.currency };
  const shops = { value: asked.value, currency: asked.currency };
  switch (charge.shown) {
    case 'nothing':
      return {};
    case 'shop':
      return { amount: shops };
    case 'within':
      return { amount: shops, transaction: { amount: money } };
    case 'info':
      return { dccInfo: { status: 'AVAILABLE', amounts: { merchant: shops, cardholder: money } } };
    case 'card':
      return { amount: money };
    case 'bare':
      return { amount: { value: money.value } };
    case 'refused':
      return { dccInfo: { status: 'NOT_AVAILABLE' } };
  }
}

/** How sums of the payment stand in its record: those of the card where it is shown so, without a currency where bare. */
export function sumShown(charge: Charge | null, asked: number): (value: number) => number {
  if (charge === null || (charge.shown !== 'card' && charge.shown !== 'bare')) return (value) => value;
  return (value) => (value === asked ? charge.money.value : Math.round((charge.money.value * value) / asked));
}

export function currencyShown(charge: Charge | null, currency: string): JsonObject {
  if (charge?.shown === 'bare') return {};
  return { currency: charge?.shown === 'card' ? charge.money.currency : currency };
}
