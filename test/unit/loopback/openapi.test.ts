// docs/loopback-openapi.json: made from the route table and the registry as they are now, a valid OpenAPI 3.1 document,
// and about every address and kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { type ProblemCode, problemOf } from '#contract/problems.ts';
import { codesOf, loopbackDocument } from '#loopback/document/openapi.ts';
import type { OpenApiDocument, Operation } from '#loopback/document/openapi-types.ts';
import { scopesOf } from '#loopback/scope.ts';
import { commands } from '#operations/index.ts';
import { loopbackDocumentText, loopbackTable } from '../../../build/openapi/loopback.ts';
import { projectRoot } from '../../../build/specification/rows.ts';

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
  const expected = [...open, ...guarded].flatMap(({ method, path, about }) => {
    if (about === null) return [];
    const shape = (each: string) => `${method} ${path.replaceAll(/:\w+/g, each)}`;
    return about.perKind === true ? commands.map(({ kind }) => shape(kind)) : [shape('{}')];
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
