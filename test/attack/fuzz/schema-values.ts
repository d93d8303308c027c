// Values for a JSON schema: what fits it, and what nearly does. Ids are drawn from few, so that calls meet what earlier
// calls made.
import * as fc from 'fast-check';
import type { JsonObject } from '#contract/data/json.ts';

const few = [
  'op_1',
  '409618',
  'PAY-1',
  'T1',
  'c_1',
  'EUR',
  'JPY',
  'refund',
  'capture',
  'cloud-pos',
  'refund-unreferenced',
];
const odd = [
  '',
  ' ',
  '4111 1111 1111 1111',
  '\u202E0001\u202C',
  '\u0000',
  '\uD800',
  '__proto__',
  '=cmd()',
  '<b>',
  "'; --",
  'x'.repeat(10_000),
  '0000',
];
const strings = fc.oneof(fc.constantFrom(...few), fc.constantFrom(...odd), fc.string());
const numbers = fc.oneof(fc.constantFrom(0, 1, -1, 100, 0.5, 1e300, Number.MAX_SAFE_INTEGER), fc.integer());
const anything = fc.oneof(
  strings,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.json(),
);

/** What an operation is given at the window, so that some of them are really carried out. */
const inputs: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { messageType: 'SALE', transId: 'S-0', posTerminalId: 'T1', amount: { value: 100, currency: 'EUR' } },
  { messageType: 'SALE', posTerminalId: 'T2', amount: { value: -1, currency: 'EUR' } },
  { messageType: 'CREDIT', posTerminalId: 'T1', amount: { value: 1, currency: 'EUR' } },
  { payId: 'PAY-1', transId: 'R-1', amount: { value: 100, currency: 'EUR' } },
  { payId: 'PAY-1', amount: { value: 100, currency: 'XXX' } },
  {},
);

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Values that mostly fit; one in eight is something else. `schema`: as zod prints it. */
export function nearly(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema), weight: 7 }, { arbitrary: anything, weight: 1 });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map(fitting));
  switch (schema.type ?? 'anything') {
    case 'object':
      return schema.properties === undefined ? inputs : objects(schema);
    case 'array':
      return fc.array(nearly(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -10, -1_000_000),
        max: Math.min(schema.maximum ?? 1_000, 1_000_000),
      });
    case 'number':
      return numbers;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(schema);
    default:
      return anything;
  }
}

function texts({ pattern, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> {
  // What looks ahead is no pattern that texts can be made from.
  if (pattern?.includes('(?') === false) return fc.oneof(fc.stringMatching(new RegExp(pattern)), strings);
  return fc.oneof(
    fc.constantFrom(...few),
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 64)) }),
  );
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, nearly(each)]));
  const whole = fc.record(members, { requiredKeys: [...required] });
  // One in ten lacks something or has too much.
  const less = fc.record(members, { requiredKeys: [] });
  const more = whole.map((value) => ({ ...value, unknown: 1 }));
  return fc.oneof({ arbitrary: whole, weight: 8 }, { arbitrary: less, weight: 1 }, { arbitrary: more, weight: 1 });
}
