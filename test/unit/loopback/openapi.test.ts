// docs/loopback-openapi.json: made from the route table and the registry as they are now, a valid OpenAPI 3.1 document,
// and about every address and kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { type ProblemCode, problemOf } from '#contract/programs/problems.ts';
import { codesOf, loopbackDocument } from '#loopback/document/openapi.ts';
import type { OpenApiDocument, Operation } from '#loopback/document/openapi-types.ts';
import { scopesOf } from '#loopback/access/scope.ts';
import { commands, shortKinds } from '#operations/index.ts';
import { loopbackDocumentText, loopbackTable } from '../../../build/documents/openapi/loopback.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const text = readFileSync(join(projectRoot, 'docs', 'loopback-openapi.json'), 'utf8');
const document = JSON.parse(text) as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('the document in the repository is the one that the table gives', () => {
  expect(text, 'npm run openapi:loopback').toBe(loopbackDocumentText());
});

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text) as { [name: string]: unknown })).toEqual({ valid: true });
});

test('every line of the route table is in it, and nothing else', () => {
  const { open, guarded } = loopbackTable();
  const names = [...commands.map(({ kind }) => kind), ...shortKinds.map(({ name }) => name)];
  const expected = [...open, ...guarded].flatMap(({ method, path, about }) => {
    if (about === null) return [];
    const shape = (each: string) => `${method} ${path.replaceAll(/:\w+/g, each)}`;
    return about.perKind === true ? names.map(shape) : [shape('{}')];
  });
  const found = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(found)).toEqual(new Set(expected));
  expect(found).toHaveLength(expected.length);
});

test("only the gateway's own addresses are left to another document", () => {
  const { open, guarded } = loopbackTable();
  const silent = [...open, ...guarded].filter(({ about }) => about === null).map(({ path }) => path);
  expect(silent.filter((path) => !/^\/(api\/v2|authorization)\//.test(path))).toEqual([]);
});

test('a number in a query is one, and the numbers of a slip are text: they may begin with zeros', () => {
  const parameters = document.paths['/v1/customers']?.['get']?.parameters ?? [];
  const page = parameters.find(({ name }) => name === 'page');
  expect(page?.schema).toEqual({ type: 'integer', minimum: 0, maximum: 999_999_999 });
  const slips = [...text.matchAll(/"(?:approvalCode|traceNr)": (\{[^{}]*\})/g)].map(([, schema = '']) => schema);
  expect(slips.length).toBeGreaterThan(5);
  for (const schema of slips) expect(JSON.parse(schema)).toMatchObject({ type: 'string' });
});

test('every operation has an id of its own', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
});

test('every reference leads to a schema, and every schema is referred to', () => {
  const referred = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
  expect(text.match(/"\$ref": "(?!#\/components\/schemas\/)/)).toBeNull();
});

test('every problem code stands under its own status, with what to do about it', () => {
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const code of codesOf(response)) {
        expect(`${code} ${status}`).toBe(`${code} ${statusOf(code)}`);
        expect(document['x-problems'][code]?.advice, code).toMatch(/\.$/);
      }
    }
  }
});

test('a refusal that may pass names Retry-After: what is held, too much, and away', () => {
  const refusals = operations.flatMap(({ operation }) => Object.entries(operation.responses));
  for (const status of ['409', '429', '503']) {
    const refused = refusals.filter(([each]) => each === status);
    expect(refused.length, status).toBeGreaterThan(0);
    for (const [, { headers }] of refused) expect(Object.keys(headers ?? {}), status).toContain('Retry-After');
  }
});

test('the interface has a number below 1.0.0 as long as a release may change it', () => {
  expect(document.info.version).toMatch(/^0\./);
});

test('a parameter that is required has a value for the examples', () => {
  const bare = operations.flatMap(({ operation }) =>
    (operation.parameters ?? []).filter((each) => each.required && each.in !== 'header' && each.example === undefined),
  );
  expect(bare).toEqual([]);
});

describe.each(commands.map((each) => [each.kind, each] as const))('%s', (kind, command) => {
  const operation = document.paths[`/v1/operations/${kind}`]?.['post'] as Operation;

  test('its examples are inputs that it takes', () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { title, input } of command.examples) {
      expect(command.input.safeParse(input), title).toMatchObject({ success: true });
    }
  });

  test('it names its scopes, and the Idempotency-Key that every operation needs', () => {
    expect(new Set(operation.security.flatMap((each) => each['token']))).toEqual(scopesOf(command));
    expect(operation.parameters?.filter(({ name }) => name === 'Idempotency-Key')).toMatchObject([{ required: true }]);
    expect(operation['x-gateway-key']).toBe(command.keyed);
  });

  test('it says whether it may wait, for each input that decides it', () => {
    const rules = operation['x-rules'] ?? [];
    for (const { input } of command.examples) {
      const fitting = rules.filter(({ when }) => Object.entries(when).every(([name, value]) => input[name] === value));
      expect(fitting.map(({ mayWait }) => mayWait)).toEqual([command.waits(input)]);
    }
  });
});

test('a line that says nothing of a member of its path cannot be documented', () => {
  const [route] = loopbackTable().guarded.filter(({ path }) => path === '/v1/payments/:payId');
  const { path: _, ...about } = route!.about!;
  expect(() => loopbackDocument({ open: [], guarded: [{ ...route!, about }] })).toThrow('too few members');
});

function statusOf(code: ProblemCode): number {
  return problemOf({ code, detail: '' }).status;
}

test('what comes as text in an address is a number, a time or a list to a generated client', () => {
  const typesOf = (path: string) => {
    const found = operations.find((each) => each.path === path && each.method === 'GET');
    const query = (found?.operation.parameters ?? []).filter((each) => each.in === 'query');
    return Object.fromEntries(query.map(({ name, schema }) => [name, schema.format ?? schema.type]));
  };
  expect(typesOf('/v1/operations')).toMatchObject({
    limit: 'integer',
    state: 'array',
    from: 'date-time',
    to: 'date-time',
    updatedSince: 'date-time',
  });
  expect(typesOf('/v1/journal')).toMatchObject({ after: 'integer', from: 'date-time', until: 'date-time' });
  expect(typesOf('/v1/operations/{id}')).toEqual({ wait: 'number' });
  expect(typesOf('/v1/events')).toMatchObject({ lastEventId: 'integer' });
  const lists = operations
    .flatMap(({ operation }) => operation.parameters ?? [])
    .filter((each) => each.schema.type === 'array');
  // A name that comes twice is refused.
  for (const each of lists) expect(each).toMatchObject({ style: 'form', explode: false });
  const texts = operations.flatMap(({ operation }) => operation.parameters ?? []);
  expect(
    texts
      .filter(({ in: where, schema }) => where === 'query' && /^\^\[?[0\\]/.test(schema.pattern ?? ''))
      .map(({ name }) => name),
  ).toEqual(['lastHash']);
});

test('no schema refers to itself: generated types of TypeScript would not compile', () => {
  const refsOf = (name: string) =>
    [...JSON.stringify(document.components.schemas[name]).matchAll(/schemas\/([^"]+)"/g)].map(([, each]) => each ?? '');
  const reached = (name: string, seen: Set<string>): Set<string> => {
    for (const each of refsOf(name)) if (!seen.has(each)) reached(each, seen.add(each));
    return seen;
  };
  const names = Object.keys(document.components.schemas);
  expect(names.filter((name) => reached(name, new Set()).has(name))).toEqual([]);
});

test('the operations of a list are told apart by their kind, and have its result', () => {
  const { OperationPage, OperationOfAnyKind } = document.components.schemas;
  expect(OperationPage?.properties?.['operations']?.items).toEqual({ $ref: '#/components/schemas/OperationOfAnyKind' });
  const discriminator = OperationOfAnyKind?.['discriminator'] as { mapping: { readonly [kind: string]: string } };
  const { mapping } = discriminator;
  expect(Object.keys(mapping)).toEqual(commands.map(({ kind }) => kind));
  expect(OperationOfAnyKind?.oneOf?.map(({ $ref }) => $ref)).toEqual(Object.values(mapping));
  for (const [kind, $ref] of Object.entries(mapping)) {
    const schema = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    expect(schema?.allOf?.[1]?.properties?.['kind']).toEqual({ const: kind });
  }
});
