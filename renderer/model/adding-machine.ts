// The adding machine of the Sale screen: quantity times price, a running total, percent off what stands above. Pure, in
// whole minor units, which mean the same in every currency; a step that would pass a limit changes nothing and says why.
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import { withDigits, withoutLastDigit } from './amount-text.ts';

/** A line that was ended with `+` or `%`. */
export type SumLine =
  | { readonly type: 'price'; readonly quantity: number; readonly unit: number }
  /** Off the sum of the lines above it. */
  | { readonly type: 'off'; readonly percent: number };

export interface Adding {
  readonly lines: readonly SumLine[];
  /** Ended with `×`; null: none. */
  readonly quantity: number | null;
  /** What is being typed: minor units, or a whole number until `×` or `%` is pressed. */
  readonly value: number;
}

export type AddingKey = '+' | '×' | '%';

/** Why a key changed nothing. */
export type AddingRefusal =
  | 'sums.noAmount'
  | 'sums.noQuantity'
  | 'sums.twoQuantities'
  | 'sums.quantityRange'
  | 'sums.percentRange'
  | 'sums.nothingAbove'
  | 'sums.tooMuch'
  | 'sums.tooManyLines';

export type Pressed =
  | { readonly type: 'done'; readonly adding: Adding }
  | { readonly type: 'refused'; readonly why: AddingRefusal };

export const nothingAdded: Adding = { lines: [], quantity: null, value: 0 };
const mostQuantity = 999;
export const mostLines = 99;

/** What each line adds, minor units; negative where it takes off. Half a minor unit is taken off as a whole one. */
export function worthOf(lines: readonly SumLine[]): number[] {
  let sum = 0;
  return lines.map((line) => {
    const worth = line.type === 'price' ? line.quantity * line.unit : -Math.floor((sum * line.percent + 50) / 100) + 0;
    sum += worth;
    return worth;
  });
}

/** Everything that is shown, with what is being typed: what a sale charges. */
export function totalOf({ lines, quantity, value }: Adding): number {
  return sumOf(lines) + (quantity ?? 1) * value;
}

/** Whether a quantity still lacks its price, so that nothing may be charged. */
export function lacksPrice({ quantity, value }: Adding): boolean {
  return quantity !== null && value === 0;
}

export function isEmpty({ lines, quantity, value }: Adding): boolean {
  return lines.length === 0 && quantity === null && value === 0;
}

export function typeDigits(adding: Adding, typed: string): Pressed {
  return withValue(adding, withDigits(adding.value, typed));
}

/** Another amount in place of the one that is being typed. */
function withValue(adding: Adding, value: number): Pressed {
  return checked({ ...adding, value });
}

/** Takes back the last digit, or a quantity whose price was not begun. */
export function backspace(adding: Adding): Pressed {
  const { quantity, value } = adding;
  if (value !== 0 || quantity === null) return checked({ ...adding, value: withoutLastDigit(value) });
  return checked({ ...adding, quantity: null, value: quantity });
}

/** First what is being typed, then, pressed again, the lines. */
export function clear(adding: Adding): Adding {
  const typed = adding.quantity !== null || adding.value !== 0;
  return typed ? { ...adding, quantity: null, value: 0 } : nothingAdded;
}

export function pressKey(adding: Adding, key: AddingKey): Pressed {
  switch (key) {
    case '+':
      return addPrice(adding);
    case '×':
      return takeQuantity(adding);
    case '%':
      return takeOff(adding);
  }
}

/** Takes back one line. What is taken off below it is worked out anew, and goes with the last price above it. */
export function takeBack(adding: Adding, index: number): Pressed {
  const left = adding.lines.filter((_, each) => each !== index);
  const first = left.findIndex(({ type }) => type === 'price');
  return checked({ ...adding, lines: first === -1 ? [] : left.slice(first) });
}

function addPrice(adding: Adding): Pressed {
  const { lines, quantity, value } = adding;
  if (value === 0) return refused('sums.noAmount');
  return withLine(adding, [...lines, { type: 'price', quantity: quantity ?? 1, unit: value }]);
}

function takeQuantity(adding: Adding): Pressed {
  if (adding.quantity !== null) return refused('sums.twoQuantities');
  if (adding.value === 0) return refused('sums.noQuantity');
  if (adding.value > mostQuantity) return refused('sums.quantityRange');
  return checked({ ...adding, quantity: adding.value, value: 0 });
}

function takeOff(adding: Adding): Pressed {
  const { lines, quantity, value } = adding;
  if (quantity !== null || lines.length === 0) return refused('sums.nothingAbove');
  if (value < 1 || value > 100) return refused('sums.percentRange');
  return withLine(adding, [...lines, { type: 'off', percent: value }]);
}

function withLine({ lines }: Adding, next: readonly SumLine[]): Pressed {
  if (lines.length >= mostLines) return refused('sums.tooManyLines');
  return checked({ lines: next, quantity: null, value: 0 });
}

function sumOf(lines: readonly SumLine[]): number {
  return worthOf(lines).reduce((sum, worth) => sum + worth, 0);
}

/** Also a line that is taken back can make the total greater: one that took something off. */
function checked(adding: Adding): Pressed {
  return totalOf(adding) > greatestMinor ? refused('sums.tooMuch') : { type: 'done', adding };
}

function refused(why: AddingRefusal): Pressed {
  return { type: 'refused', why };
}
