// One thing made wrong in a request that was right, and the name under which a refusal has to say so.
import * as fc from 'fast-check';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { FieldRow, Specification } from '../../../build/documents/specification/rows.ts';
import { wrongValues } from '../../../build/documents/specification/samples.ts';
import { type Node, treeOf } from '../../../build/documents/specification/tree.ts';
import { type Present, goodBodies, presentIn } from './requests.ts';

export interface Mutant {
  readonly body: JsonObject;
  /** The field that has to be named. */
  readonly names: string;
  readonly what: string;
}

interface Mutation {
  /** Another type, missing, unknown, too large, not of the list and so on. */
  readonly kind: string;
  readonly what: string;
  readonly steps: readonly string[];
  /** Undefined takes the field away. */
  readonly value: Json | undefined;
}

const otherTypes: { readonly [type in FieldRow['type']]: readonly Json[] } = {
  string: [7, true, null, ['a'], { a: 1 }],
  number: ['7', true, null, [7], { a: 1 }],
  integer: ['7', true, null, [7], { a: 1 }],
  boolean: ['true', 1, null, [true]],
  object: ['text', 7, null, ['a'], true],
  array: ['text', 7, null, { 0: 'a' }, true],
  any: [],
};

function matches(body: Json | undefined, pattern: Json): boolean {
  if (!isJsonObject(pattern)) return body === pattern;
  return isJsonObject(body) && Object.entries(pattern).every(([name, part]) => matches(body[name], part));
}

function isClosed(node: Node, body: JsonObject): boolean {
  const { openWith } = node.row ?? {};
  if (node.type !== 'object' || node.open) return false;
  return openWith === undefined || !matches(body, openWith);
}

const unknownIn = (steps: readonly string[]): Mutation => ({
  kind: 'unknown',
  what: 'an unknown field',
  steps: [...steps, 'surprise'],
  value: 1,
});

function mutationsAt({ node, steps, value }: Present, body: JsonObject): Mutation[] {
  return [
    ...otherTypes[node.type].map((other) => ({ kind: 'type', what: 'another type', steps, value: other })),
    ...wrongValues(node).map(({ what, value: wrong }) => ({
      kind: what.split(':', 1)[0] ?? what,
      what,
      steps,
      value: wrong,
    })),
    ...(node.required ? [{ kind: 'missing', what: 'missing', steps, value: undefined }] : []),
    ...(isClosed(node, body) && isJsonObject(value) ? [unknownIn(steps)] : []),
  ];
}

function applied(body: JsonObject, { steps, value }: Mutation): JsonObject {
  const copy = structuredClone(body);
  let here: Json | undefined = copy;
  for (const step of steps.slice(0, -1)) here = Array.isArray(here) ? here[Number(step)] : (here as JsonObject)[step];
  const last = steps.at(-1) ?? '';
  const parent = here as JsonObject;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

// Even over all of them: `double` and biased numbers draw the first ones most of the time.
const anyNumber = fc.noBias(fc.nat());
const drawn = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length];

/** Bodies with one thing wrong in them. */
export function badBodies(specification: Specification, block: string): fc.Arbitrary<Mutant> {
  const tree = treeOf(specification, block);
  // What can be wrong differs from body to body. The kind is drawn first, so that none is rare.
  return fc.tuple(goodBodies(specification, block), anyNumber, anyNumber).map(([body, first, second]) => {
    const top = tree.open ? [] : [unknownIn([])];
    const mutations = [...top, ...presentIn(tree, body).flatMap((present) => mutationsAt(present, body))];
    const kinds = [...new Set(mutations.map(({ kind }) => kind))];
    const kind = drawn(kinds, first);
    const mutation = drawn(
      mutations.filter((each) => each.kind === kind),
      second,
    );
    if (mutation === undefined) throw new Error(`nothing can be wrong in ${block}`);
    return { body: applied(body, mutation), names: mutation.steps.join('.'), what: mutation.what };
  });
}
