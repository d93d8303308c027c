// Query parameters that arrive as text and have another type. The OpenAPI document names their type, so that a
// generated client sends numbers, times and lists.
import { z } from 'zod';
import { fieldIssues } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { inputRefusal } from '#http/query.ts';

/** What an Idempotency-Key may be, in its header and where it is looked for. */
export const requestIdSchema = z
  .string()
  .regex(/^[!-~]{1,255}$/, { error: 'must have 1 to 255 visible ASCII characters' });

export type RequestIdRead =
  | { readonly type: 'given'; readonly id: string }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export function readRequestId(header: string | string[] | undefined): RequestIdRead {
  const name = 'Idempotency-Key';
  const read = z.object({ [name]: requestIdSchema }).safeParse({ [name]: header });
  if (read.success) return { type: 'given', id: read.data[name] };
  return { type: 'refused', refusal: inputRefusal('headers', fieldIssues(read.error.issues)) };
}

/** A whole number within these limits. */
export function wholeNumber(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  error: string,
) {
  return z
    .string()
    .transform((input, { issues }) => {
      const number = /^\d{1,16}$/.test(input) ? Number(input) : Number.NaN;
      const said = { input, message: error, inclusive: true, origin: 'number' } as const;
      if (Number.isNaN(number)) issues.push({ code: 'invalid_type', expected: 'int', input, message: error });
      else if (number < minimum) issues.push({ ...said, code: 'too_small', minimum });
      else if (number > maximum) issues.push({ ...said, code: 'too_big', maximum });
      return number;
    })
    .meta({ type: 'integer', minimum, ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }), ...asText });
}

const timeError = 'must be a time like 2026-01-31T18:05:00Z, or with an offset (its + is written %2B in an address)';

/** A moment; ms since 1970. */
export function moment() {
  return z.iso
    .datetime({ offset: true, error: timeError })
    .transform((text) => Date.parse(text))
    .meta({ type: 'string', format: 'date-time', ...asText });
}

/** One of these or several, with commas in between. */
export function severalOf<const T extends string>(values: readonly T[]) {
  const error = `must be one or several of ${values.join(', ')}, with commas in between`;
  return z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(values, { error })))
    .meta({ type: 'array', items: { enum: values, type: 'string' } });
}

/** What the text of a number would be held to. */
const asText = { pattern: undefined } as const;
