// What generated requests are made from: bodies of every kind of operation that the specification allows or just does
// not allow, and values that programs have fallen over. Ids that only a run can know stand as placeholders.
import * as fc from 'fast-check';
import type { JsonObject } from '#contract/data/json.ts';
import { commands } from '#operations/index.ts';
import { type Command, pathFields } from '#operations/define.ts';
import { badBodies } from '#support/specification/mutations.ts';
import { goodBodies } from '#support/specification/requests.ts';
import { operationOf } from '../../../build/documents/specification/registry.ts';
import { type Specification, readSpecification } from '../../../build/documents/specification/rows.ts';

/** Replaced when the request is sent: by a payment or a customer that there is, and by an id that there was not. */
export const placeholders = {
  payment: '@PAYMENT@',
  customer: '@CUSTOMER@',
  fresh: '@FRESH@',
  operation: '@OPERATION@',
  printJob: '@PRINTJOB@',
  /** The token of the program that asks, and one that the bridge gave for it. */
  token: '@TOKEN@',
  access: '@ACCESS@',
  merchant: '@MERCHANT@',
};

export interface Material {
  readonly kind: string;
  /** Where the gateway itself takes it. */
  readonly method: string;
  readonly path: string;
  /** What stands in that path, and not in the body there. */
  readonly inPath: readonly string[];
  readonly good: readonly JsonObject[];
  readonly bad: readonly JsonObject[];
}

const perKind = 120;

/** The same for the same seed. */
export function materials(seed: number): readonly Material[] {
  const specification = readSpecification();
  return commands.map((command) => {
    const block = blockOf(specification, command);
    const { kind, method } = command;
    const inPath = pathFields(command.path);
    const path = `/api/v2${inPath.reduce((text, name) => text.replace(`{${name}}`, placeholderOf(name)), command.path)}`;
    const known = { kind, method, path, inPath };
    const whole = (body: JsonObject) => ({ ...body, ...ids(command, body) });
    if (block === null) return { ...known, good: [whole({})], bad: [{ surprise: 1 }] };
    const options = { seed, numRuns: perKind };
    const shown = specification.fields(block).openBody !== true;
    return {
      ...known,
      good: fc.sample(goodBodies(specification, block), options).map(whole),
      bad: shown
        ? fc.sample(badBodies(specification, block), options).map(({ body }) => whole(body))
        : [{ ...whole({}), transId: 7 }],
    };
  });
}

function blockOf(specification: Specification, command: Command): string | null {
  const endpoint = specification.endpoints.find((each) => operationOf(each) === command);
  return endpoint?.request ?? null;
}

function placeholderOf(name: string): string {
  return name === 'payId' ? placeholders.payment : placeholders.customer;
}

function ids(command: Command, body: JsonObject): JsonObject {
  const inPath = pathFields(command.path).map((name) => [name, placeholderOf(name)]);
  const fresh = typeof body['transId'] === 'string' ? { transId: placeholders.fresh } : {};
  return { ...(Object.fromEntries(inPath) as JsonObject), ...fresh };
}

/** Texts that mean something to somebody: to the language, to a database, to a terminal, to a path, to a log. */
export const naughty = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '\\',
  '%',
  '%00',
  '\u0000',
  '\r\n',
  '\u2028',
  '\ufeff',
  '\u202e',
  '\ufffd',
  '\ud800',
  '💳',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'null',
  'undefined',
  'NaN',
  'true',
  "' OR 1=1 --",
  '"; DROP TABLE operations; --',
  '${7*7}',
  '{{7*7}}',
  '<script>',
  '%s%n%d',
  '../../etc/passwd',
  '4111 1111 1111 1111',
  '4111111111111111',
  'Test:0305',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  'EUR',
  'x'.repeat(300),
] as const;

/** JSON as text, also such as no program would write. */
export const fragments = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e3',
  '1e400',
  '-1e-400',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toJSON":1}',
  '{"then":1}',
  '"4111111111111111"',
  '{"value":1,"currency":"EUR"}',
  '{"value":-1,"currency":"eur"}',
  'NaN',
  'undefined',
  "'x'",
  '01',
  '"\t"',
  '"x',
  '{',
  ']',
  ',',
  ':',
  '/**/',
] as const;
