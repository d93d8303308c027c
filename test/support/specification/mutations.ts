// One thing made wrong in a request that was right, and the name under which a refusal has to say so.
import * as fc from 'fast-check';
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts';
import type { FieldRow, Specification } from '../../../build/specification/rows.ts';
import { wrongValues } from '../../../build/specification/samples.ts';
import { type Node, treeOf } from '../../../build/specification/tree.ts';
import { type Present, goodBodies, presentIn } from './requests.ts';

export interface Mutant {
  readonly body: JsonObject;
  /** The field that has to be named. */
  readonly names: string;
  readonly what: string;
}

interface Mutation {
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

function mutationsAt({ node, steps, value }: Present, body: JsonObject): Mutation[] {
  return [
    ...otherTypes[node.type].map((other) => ({ what: 'another type', steps, value: other })),
    ...wrongValues(node).map((wrong) => ({ what: wrong.what, steps, value: wrong.value })),
    ...(node.required ? [{ what: 'missing', steps, value: undefined }] : []),
    ...(isClosed(node, body) && isJsonObject(value)
      ? [{ what: 'an unknown field', steps: [...steps, 'surprise'], value: 1 }]
      : []),
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

/** Bodies with one thing wrong in them. */
export function badBodies(specification: Specification, block: string): fc.Arbitrary<Mutant> {
  const tree = treeOf(specification, block);
  // Which mutation is drawn as a fraction, since their number differs from body to body.
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  return fc.tuple(goodBodies(specification, block), fraction).map(([body, drawn]) => {
    const top: Mutation[] = tree.open ? [] : [{ what: 'an unknown field', steps: ['surprise'], value: 1 }];
    const mutations = [...top, ...presentIn(tree, body).flatMap((present) => mutationsAt(present, body))];
    const mutation = mutations[Math.floor(drawn * mutations.length)];
    if (mutation === undefined) throw new Error(`nothing can be wrong in ${block}`);
    return { body: applied(body, mutation), names: mutation.steps.join('.'), what: mutation.what };
  });
}
