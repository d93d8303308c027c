// The adding machine: whatever is pressed, the total is the sum of the lines that are shown, in whole minor units and
// within the limits, and taking everything back leaves nothing.
import { assert, array, constantFrom, integer, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import {
  type Adding,
  type AddingKey,
  type Pressed,
  backspace,
  clear,
  isEmpty,
  lacksPrice,
  mostLines,
  nothingAdded,
  pressKey,
  takeBack,
  totalOf,
  typeDigits,
  worthOf,
} from '../../../renderer/model/adding-machine.ts';

type Step = { readonly press: string } | { readonly takeBack: number };

function step(adding: Adding, one: Step): Pressed {
  if ('takeBack' in one) return takeBack(adding, one.takeBack);
  const { press } = one;
  if (press === 'back') return backspace(adding);
  if (press === 'clear') return { type: 'done', adding: clear(adding) };
  return /^\d+$/.test(press) ? typeDigits(adding, press) : pressKey(adding, press as AddingKey);
}

function after(steps: readonly Step[], from = nothingAdded): Adding {
  return steps.reduce((adding, one) => {
    const pressed = step(adding, one);
    return pressed.type === 'done' ? pressed.adding : adding;
  }, from);
}

const keys = (text: string): Step[] => text.split(' ').map((press) => ({ press }));
const why = (text: string): string => {
  const pressed = keys(text);
  const last = step(after(pressed.slice(0, -1)), pressed.at(-1) as Step);
  return last.type === 'refused' ? last.why : 'done';
};

const digit = integer({ min: 0, max: 9 }).map(String);
const anyStep = oneof(
  { weight: 6, arbitrary: record({ press: digit }) },
  { weight: 4, arbitrary: record({ press: constantFrom('+', '×', '%', '00', 'back', 'clear') }) },
  { weight: 1, arbitrary: record({ takeBack: integer({ min: 0, max: 12 }) }) },
);
const anySteps = array(anyStep, { maxLength: 80 });

describe('an adding machine', () => {
  it('adds quantity times price and takes percent off what stands above', () => {
    const adding = after(keys('3 × 4 5 0 + 1 2 0 0 + 1 0 % 1 0 0'));
    expect(worthOf(adding.lines)).toEqual([1_350, 1_200, -255]);
    expect(totalOf(adding)).toBe(2_395);
  });

  it('takes half a minor unit off as a whole one', () => {
    expect(worthOf(after(keys('5 + 1 0 %')).lines)).toEqual([5, -1]);
    expect(worthOf(after(keys('4 + 1 0 %')).lines)).toEqual([4, 0]);
  });

  it('works out anew what is taken off when a line above it is taken back', () => {
    const adding = after(keys('1 0 0 0 + 2 0 0 0 + 1 0 %'));
    expect(totalOf(adding)).toBe(2_700);
    expect(totalOf(after([{ takeBack: 1 }], adding))).toBe(900);
    expect(after([{ takeBack: 0 }, { takeBack: 0 }], adding)).toEqual(nothingAdded);
  });

  it('takes a quantity back with the last digit key, and clears first what is typed, then the lines', () => {
    expect(after(keys('1 2 × back'))).toEqual({ lines: [], quantity: null, value: 12 });
    const cleared = after(keys('5 0 + 3 × clear'));
    expect(totalOf(cleared)).toBe(50);
    expect(isEmpty(after(keys('clear'), cleared))).toBe(true);
  });

  it('says why a key changes nothing', () => {
    expect(why('+')).toBe('sums.noAmount');
    expect(why('×')).toBe('sums.noQuantity');
    expect(why('2 × +')).toBe('sums.noAmount');
    expect(why('2 × 3 ×')).toBe('sums.twoQuantities');
    expect(why('1 0 0 0 ×')).toBe('sums.quantityRange');
    expect(why('9 9 9 ×')).toBe('done');
    expect(why('1 0 %')).toBe('sums.nothingAbove');
    expect(why('1 + 1 0 1 %')).toBe('sums.percentRange');
    expect(why('1 + 1 0 0 %')).toBe('done');
    expect(why('9 9 9 9 9 9 9 9 9 9 9 9 + 1')).toBe('sums.tooMuch');
    expect(why(Array.from({ length: mostLines }, () => '1 + ').join('') + '1 +')).toBe('sums.tooManyLines');
  });

  it('does not take back a discount without which the total had thirteen digits', () => {
    const adding = after(keys('9 0 0 0 0 0 0 0 0 0 0 0 + 5 0 % 4 0 0 0 0 0 0 0 0 0 0 0 +'));
    expect(takeBack(adding, 1)).toEqual({ type: 'refused', why: 'sums.tooMuch' });
  });

  it('always shows the sum of its lines, whole, within the limits', () => {
    assert(
      property(anySteps, (steps) => {
        const adding = after(steps);
        const worth = worthOf(adding.lines);
        const total = totalOf(adding);
        const shown = worth.reduce((sum, each) => sum + each, 0) + (adding.quantity ?? 1) * adding.value;
        expect(total).toBe(shown);
        expect(Number.isSafeInteger(total) && total >= 0 && total <= greatestMinor).toBe(true);
        expect(worth.every((each) => Number.isSafeInteger(each))).toBe(true);
        expect(adding.lines.length).toBeLessThanOrEqual(mostLines);
        expect(lacksPrice(adding)).toBe(adding.quantity !== null && adding.value === 0);
      }),
    );
  });

  it('changes nothing where it refuses', () => {
    assert(
      property(anySteps, anyStep, (steps, last) => {
        const before = after(steps);
        const copy = structuredClone(before);
        step(before, last);
        expect(before).toEqual(copy);
      }),
    );
  });

  it('is empty once all was taken back', () => {
    assert(
      property(anySteps, (steps) => {
        let adding = after(steps);
        // The discounts first: without them the total may be too long, and the lines stay.
        for (let line = adding.lines.length - 1; line >= 0; line -= 1) adding = after([{ takeBack: line }], adding);
        expect(after(keys('clear clear'), adding)).toEqual(nothingAdded);
      }),
    );
  });

  it('adds the same in whatever order the prices stand', () => {
    const price = record({ quantity: integer({ min: 1, max: 999 }), unit: integer({ min: 1, max: 1_000_000 }) });
    assert(
      property(array(price, { maxLength: 20 }), (prices) => {
        const lines = prices.map((each) => ({ type: 'price', ...each }) as const);
        const total = totalOf({ ...nothingAdded, lines });
        expect(total).toBe(prices.reduce((sum, { quantity, unit }) => sum + quantity * unit, 0));
        expect(totalOf({ ...nothingAdded, lines: lines.toReversed() })).toBe(total);
      }),
    );
  });
});
