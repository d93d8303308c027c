// Every row of the specification against our schemas: what is documented is taken, at every place where it may stand,
// and what is not is refused under the name of the field. What answers document is read and left as it is.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { pathFields } from '#operations/define.ts';
import {
  type RequestCase,
  answerBlocks,
  answerCases,
  requestBlocks,
  requestCases,
  ruleCases,
} from '../../../build/documents/specification/cases.ts';
import { answerSchemas, operationOf, requestSchema } from '../../../build/documents/specification/registry.ts';
import { readSpecification } from '../../../build/documents/specification/rows.ts';

const specification = readSpecification();

/** What the path brings to an operation's input. */
function inPath(request: string): { [field: string]: string } {
  const endpoint = specification.endpoints.find((each) => each.request === request || each.query === request);
  const operation = endpoint === undefined ? null : operationOf(endpoint);
  return Object.fromEntries(pathFields(operation?.path ?? '').map((field) => [field, 'id-1']));
}

/** Null where the schema does with the body what the case asks for; else the case and what happened. */
function surpriseOf(schema: z.ZodType, { request, what, body, refused }: RequestCase): string | null {
  const input = { ...inPath(request), ...body };
  const parsed = schema.safeParse(input);
  if (refused === null) {
    if (!parsed.success) return `${what}: refused: ${parsed.error.issues.map((each) => each.path.join('.')).join()}`;
    return isDeepStrictEqual(parsed.data, input) ? null : `${what}: was changed`;
  }
  if (parsed.success) return `${what}: taken`;
  const named = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const paths = named.map((path) => path.join('.'));
  // A rule between neighbors may name the other one as well.
  const neighbors = refused.slice(0, refused.lastIndexOf('.') + 1);
  const right = paths.includes(refused) && paths.every((path) => path.startsWith(neighbors));
  return right ? null : `${what}: refused as ${paths.join()}`;
}

function surprises(cases: readonly RequestCase[]): string[] {
  return cases.flatMap((each) => {
    const schema = requestSchema(specification, each.request);
    const surprise = schema === null ? `${each.request}: there is no such operation` : surpriseOf(schema, each);
    return surprise ?? [];
  });
}

describe('a request', () => {
  test.each(requestBlocks(specification))('%s: each field is taken and refused as documented', (block) => {
    const cases = requestCases(specification, block);
    expect(cases.length).toBeGreaterThan(0);
    expect(surprises(cases)).toEqual([]);
  });

  test.each(ruleCases(specification).map((each) => [each.what, each] as const))('%s', (_what, each) => {
    expect(surprises([each])).toEqual([]);
  });
});

describe('an answer', () => {
  test.each(answerBlocks(specification))('%s: each field is read and left as it is, with others beside it', (block) => {
    const schemas = answerSchemas(specification, block);
    expect(schemas).not.toEqual([]);
    for (const { schema } of schemas) {
      for (const { what, body } of answerCases(specification, block)) {
        const parsed = schema.safeParse(body);
        expect(parsed.success ? parsed.data : null, what).toEqual(body);
      }
    }
  });
});
