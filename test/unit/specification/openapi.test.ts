// docs/gateway-openapi.json: made from the schemas as they are now, a valid OpenAPI 3.1 document, and about every
// endpoint of the specification.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaBook } from '#contract/data/json-schema.ts';
import { gatewayDocument } from '../../../build/documents/openapi/gateway.ts';
import { operationOf } from '../../../build/documents/specification/registry.ts';
import { type EndpointRow, projectRoot, readSpecification } from '../../../build/documents/specification/rows.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: { readonly [status: string]: unknown };
}

interface Document {
  readonly openapi: string;
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: unknown } };
}

const text = readFileSync(join(projectRoot, 'docs', 'gateway-openapi.json'), 'utf8');
const document = JSON.parse(text) as Document;
const { endpoints } = readSpecification();

test('the document in the repository is the one that the schemas give', () => {
  expect(document, 'npm run openapi:gateway').toEqual(JSON.parse(JSON.stringify(gatewayDocument())));
});

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text) as { [name: string]: unknown })).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

test('every reference leads to a schema, and every schema is referred to', () => {
  const referred = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
  expect(text.match(/"\$ref": "(?!#\/components\/schemas\/)/)).toBeNull();
});

const operationAt = (endpoint: EndpointRow): Operation =>
  document.paths[operationOf(endpoint)?.path ?? '']![endpoint.method.toLowerCase()]!;

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_name, endpoint) => {
  test('has its statuses, its path fields, and the key where it is listed', () => {
    const { responses, parameters = [] } = operationAt(endpoint);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...Object.keys(endpoint.answers), '400', '500']));
    const inPath = parameters.filter((each) => each.in === 'path');
    expect(inPath.map(({ required }) => required)).toEqual(endpoint.route.match(/\{\w+\}/g)?.map(() => true) ?? []);
    const keys = parameters.filter(({ name }) => name === 'Idempotency-Key');
    expect(keys.map(({ required }) => required)).toEqual(endpoint.key === 'yes' ? [false] : []);
  });
});

test('what travels in the path is not in the body', () => {
  const body = JSON.stringify(operationAt(endpoints.find(({ path }) => path === 'capture')!));
  expect(body).toContain('"transId"');
  expect(body).not.toContain('"payId":');
});

test('a recursion that is not JSON itself has to be given a name', () => {
  interface Tree {
    readonly branches: readonly Tree[];
  }
  const tree: z.ZodType<Tree> = z.object({ branches: z.array(z.lazy(() => tree)) });
  expect(() => new SchemaBook(new Map()).take(z.object({ tree, again: tree }))).toThrow('needs a name');
  const named = new SchemaBook(new Map([[tree as z.ZodType, 'Tree']]));
  expect(named.take(z.object({ tree, again: tree })).properties).toEqual({
    tree: { $ref: '#/components/schemas/Tree' },
    again: { $ref: '#/components/schemas/Tree' },
  });
  expect(Object.keys(named.schemas())).toEqual(['Tree']);
});
