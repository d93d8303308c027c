// What it costs to look at a body: each part of it is looked at a bounded number of times, whatever stands beside it, and
// what is told of it does not grow with it. Counted, not timed.
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { issuesToTell, mostIssues } from '#contract/data/issue-words.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { sensitiveFields } from '#contract/cards/sensitive-data.ts';
import { freeTextIssues } from '#core/sensitive-data/free-text.ts';
import { spellingIssues } from '#core/sensitive-data/other-spellings.ts';
import { parseJsonObject } from '#http/json/strict-json.ts';
import { commandOf } from '#operations/index.ts';

/** The object, with a count of how often its names are listed. */
function counting(object: JsonObject): { readonly value: JsonObject; readonly listed: () => number } {
  let listed = 0;
  const value = new Proxy(object, {
    ownKeys: (target) => {
      listed += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { value, listed: () => listed };
}

function members(count: number, member: (at: number) => readonly [string, Json]): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => member(at)));
}

function spelled(name: string, at: number): string {
  return `${name.slice(0, 3)}${'_'.repeat(at)}${name.slice(3)}`;
}

describe('names that could be those of card data', () => {
  it.each([
    ['postal codes', (at: number) => [spelled('pincode', at), '560001'] as const],
    ['values', (at: number) => [spelled('value', at), '12'] as const],
  ])('%s: the members beside them are asked as often for hundreds as for one', (_what, member) => {
    const one = counting(members(1, member));
    const many = counting(members(300, member));
    sensitiveFields({ shop: one.value });
    sensitiveFields({ shop: many.value });
    expect(many.listed()).toBe(one.listed());
  });
});

describe('marks that pile up on a sign', () => {
  it.each([
    ['of two kinds', '\u0301\u0323'],
    ['and the voiced marks of half-width kana', '\uFF9E\u0301'],
  ])('%s are cut before they are put in order, which takes quadratic time', (_what, marks) => {
    expect(plainText(`a${marks.repeat(10_000)}b`).length).toBeLessThanOrEqual(32);
  });

  it('are kept as far as any writing needs them', () => {
    const word = 'Z\u0334\u0351\u0357a\u0301\u0323';
    expect(plainText(word)).toBe(word.normalize('NFKC'));
  });
});

describe('a body of many members', () => {
  const bytesOf = (value: Json) => Buffer.from(JSON.stringify(value));

  it.each<[string, Json]>([
    ['names', members(5_000, (at) => [`k${at}`, 1])],
    ['empty lists', Array.from({ length: 5_000 }, () => [])],
    ['numbers', Array.from({ length: 5_000 }, () => 1)],
  ])('%s is refused before any check looks at them', (_what, value) => {
    expect(parseJsonObject(bytesOf({ value }), 32)).toEqual({
      type: 'malformed',
      detail: 'The body has more than 4096 members.',
    });
  });

  it('as an order of hundreds of articles has them is read', () => {
    const items = Array.from({ length: 300 }, (_, at) => ({ id: String(at), name: 'x', quantity: 1, unitPrice: 100 }));
    expect(parseJsonObject(bytesOf({ order: { items } }), 32).type).toBe('object');
  });
});

describe('thousands of faults', () => {
  const faults = members(2_000, (at) => [`n${at}`, '4111111111111111']);

  it('are not looked for beyond what is told', () => {
    expect(freeTextIssues({ metadata: faults }, 'live', []).length).toBeLessThanOrEqual(mostIssues + 1);
    const command = commandOf('create-link');
    if (command === null) throw new Error('there is no such command');
    const names = members(1_000, (at) => [spelled('amount', at), 1]);
    expect(spellingIssues(command, names, []).length).toBe(mostIssues);
  });

  it('are told with names of a bounded length', () => {
    const issues = freeTextIssues({ ['x'.repeat(30_000)]: faults }, 'live', []);
    const told = issuesToTell(issues);
    expect(told.length).toBe(mostIssues);
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
  });
});

describe('one name with dots in it', () => {
  it.each([
    ['the id of somebody else', { 'x.payId': '4111111111111111' }, []],
    ['a field that may hold a card number', { 'card.number': '4111111111111111' }, ['card.number']],
  ])('is not %s', (_what, input, secretFields) => {
    expect(freeTextIssues(input, 'test', secretFields)).toMatchObject([{ message: 'must not contain a card number' }]);
  });
});
