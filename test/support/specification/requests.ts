// Random requests that the specification allows, made from its rows alone: nothing here knows our schemas.
import * as fc from 'fast-check';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { leastBody, merged } from '../../../build/documents/specification/bodies.ts';
import type { Specification } from '../../../build/documents/specification/rows.ts';
import { type Node, treeOf } from '../../../build/documents/specification/tree.ts';
import { anyJson, leafValue, openName } from './values.ts';

function valueOf(node: Node, row = node.row): fc.Arbitrary<Json> {
  if (node.type === 'object') return objectOf(node);
  if (node.type === 'array') {
    const { element } = node;
    if (element === null) return fc.constant([]);
    return fc.array(valueOf(element, element.row ?? node.row), { minLength: 1, maxLength: 2 });
  }
  return leafValue(node, row);
}

function objectOf(node: Node): fc.Arbitrary<JsonObject> {
  const all = [...node.fields].map(([name, field]) => ({ name, field, value: valueOf(field) }));
  const together = all.filter(({ field }) => field.row?.alone !== true);
  const alone = all.filter(({ field }) => field.row?.alone === true);
  const required = together.filter(({ field }) => field.required);
  const optional = together.filter(({ field }) => !field.required);
  // A few optional fields at a time: over all runs each of them meets each other one.
  const some = fc.subarray(optional, { maxLength: Math.min(optional.length, mostOptional) });
  const shown = some.chain((chosen) => recordOf([...required, ...chosen]));
  const one = fc.oneof(fc.constant<JsonObject>({}), ...alone.map((each) => recordOf([each])));
  const more = node.open && node.row?.unknownWith === undefined ? openFields : fc.constant<JsonObject>({});
  return fc.tuple(more, shown, one).map((parts): JsonObject => Object.assign({}, ...parts));
}

const mostOptional = 6;

interface Field {
  readonly name: string;
  readonly value: fc.Arbitrary<Json>;
}

const recordOf = (fields: readonly Field[]): fc.Arbitrary<JsonObject> =>
  fc.record(Object.fromEntries(fields.map(({ name, value }) => [name, value])), { noNullPrototype: true });

// What is not shown is an object itself where a method is meant, so any place takes it.
const openFields: fc.Arbitrary<JsonObject> = fc.dictionary(openName, fc.dictionary(openName, anyJson, { maxKeys: 2 }), {
  maxKeys: 2,
});

/** Every field of a body that a row speaks of, with the object it stands in. */
export interface Present {
  readonly node: Node;
  readonly steps: readonly string[];
  readonly value: Json;
  readonly parent: JsonObject | Json[];
}

export function presentIn(node: Node, value: Json, steps: readonly string[] = []): Present[] {
  if (isJsonObject(value)) {
    return [...node.fields].flatMap(([name, field]) => {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) return [];
      const here = [...steps, name];
      return [{ node: field, steps: here, value: member, parent: value }, ...presentIn(field, member, here)];
    });
  }
  if (!Array.isArray(value) || node.element === null) return [];
  const { element } = node;
  return value.flatMap((each, index) => {
    const here = [...steps, String(index)];
    const own = element.row === null ? [] : [{ node: element, steps: here, value: each, parent: value }];
    return [...own, ...presentIn(element, each, here)];
  });
}

/** What rows ask to have beside a field, or beside a value of it. */
function broughtAlong({ node, value }: Present): readonly JsonObject[] {
  const { bringsAlong, withValue } = node.row ?? {};
  const forValue = typeof value === 'string' ? withValue?.[value] : undefined;
  return [bringsAlong, forValue].filter((patch) => patch !== undefined);
}

function settled(tree: Node, body: JsonObject): JsonObject {
  let whole = body;
  // Twice: what was brought along may bring something itself.
  for (let round = 0; round < 2; round += 1) {
    for (const patch of presentIn(tree, whole).flatMap(broughtAlong)) whole = merged(whole, patch);
  }
  const copy = structuredClone(whole);
  for (const { node, steps, parent } of presentIn(tree, copy)) {
    const bound = node.row?.atMost;
    const name = steps.at(-1) ?? '';
    if (bound === undefined || Array.isArray(parent) || parent[bound] === undefined) continue;
    if (Number(parent[name]) > Number(parent[bound])) parent[name] = parent[bound];
  }
  return copy;
}

/** Bodies that have to be taken. */
export function goodBodies(specification: Specification, block: string): fc.Arbitrary<JsonObject> {
  const tree = treeOf(specification, block);
  const least = leastBody(specification, block, tree);
  return objectOf(tree).map((body) => settled(tree, merged(least, body)));
}
