// What is wrong with a field, by code, by parameter and in English.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldIssues, issueInWords, messagesOf } from '#contract/data/issue-words.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  count: z.int().min(1).max(5),
  kind: z.enum(['a', 'b']),
  iban: z
    .string({ error: 'is required: the IBAN' })
    .refine((text) => text.startsWith('DE'), { error: 'must be an IBAN' }),
  code: z.string().max(3, { error: 'must have at most 3 letters' }).optional(),
  date: z.string().regex(/^2/, { error: 'must be a date' }).optional(),
  reason: z
    .string()
    .optional()
    .refine((text) => text !== '-', { error: 'is required where there was none before' }),
});

function issuesOf(change: object) {
  const value = { name: 'abc', count: 2, kind: 'a', iban: 'DE1', ...change };
  return fieldIssues(schema.safeParse(value, { error: issueInWords, reportInput: true }).error?.issues ?? []);
}

it.each([
  ['what is missing', { name: undefined }, { field: 'name', code: 'required', params: { kind: 'text' } }],
  ['another type', { count: 'x' }, { field: 'count', code: 'kind', params: { kind: 'number' } }],
  ['too short', { name: 'a' }, { field: 'name', code: 'too-short', params: { least: 2 } }],
  ['too long', { name: 'abcde' }, { field: 'name', code: 'too-long', params: { most: 4 } }],
  ['too small', { count: 0 }, { field: 'count', code: 'too-small', params: { least: 1 } }],
  ['too large', { count: 6 }, { field: 'count', code: 'too-large', params: { most: 5 } }],
  ['none of a list', { kind: 'c' }, { field: 'kind', code: 'one-of', params: { values: 'a, b' } }],
  ['an unknown field', { more: 1 }, { field: 'more', code: 'unknown-field' }],
  [
    'what is missing, in words of its own',
    { iban: undefined },
    { field: 'iban', code: 'required', params: { kind: 'text' }, message: 'is required: the IBAN' },
  ],
  ['what a rule misses', { reason: '-' }, { field: 'reason', code: 'required' }],
  ['what is there, of another type', { iban: 7 }, { field: 'iban', code: 'kind', message: 'must be a text' }],
  [
    'a length in words of its own',
    { code: 'abcd' },
    { field: 'code', code: 'too-long', params: { most: 3 }, message: 'must have at most 3 letters' },
  ],
  ['a form in words of its own', { date: 'x' }, { field: 'date', code: 'format', message: 'must be a date' }],
  ['a rule of its own', { iban: 'X' }, { field: 'iban', code: 'rule', message: 'must be an IBAN' }],
])('%s has its code and parameters', (_what, change, expected) => {
  expect(issuesOf(change)).toEqual([expect.objectContaining(expected)]);
});

it('are messages by field for problem details', () => {
  expect(messagesOf(issuesOf({ iban: 'X', more: 1 }))).toEqual({
    iban: ['must be an IBAN'],
    more: ['is not a field of this object'],
  });
});
