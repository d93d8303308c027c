// Whole bodies around one field: the least request with that field set, left out, or joined by an unknown field.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { Specification } from './rows.ts';
import { goodValue, leastObject } from './samples.ts';
import type { Node } from './tree.ts';

/** The least body of a request: what is required, and what our side asks for where nothing is shown. */
export function leastBody(specification: Specification, blockName: string, tree: Node): JsonObject {
  return { ...leastObject(tree), ...specification.fields(blockName).least };
}

/** `a.b[].c` as an error names it within the one element there is: `a.b.0.c`. */
export function namedPath(path: string): string {
  return path.replaceAll('[]', '.0');
}

/** A copy of the body in which the place holds the value; undefined takes the field away. */
export function withValue(body: JsonObject, tree: Node, path: string, value: Json | undefined): JsonObject {
  const steps = path === '' ? [] : path.split('.');
  const copy = structuredClone(merged(body, broughtAlong(tree, steps)));
  if (steps.length > 0) put(copy, tree, steps, value);
  return copy;
}

const nameIn = (step: string): string => step.replace(/\[\]$/, '');

/** What the fields on the way ask to have in the body with them. */
function broughtAlong(node: Node, [step, ...rest]: readonly string[]): JsonObject {
  const field = step === undefined ? undefined : node.fields.get(nameIn(step));
  if (step === undefined || field === undefined) return {};
  const inside = step.endsWith('[]') ? field.element : field;
  const further = inside === null ? {} : broughtAlong(inside, rest);
  return merged(field.row?.bringsAlong ?? {}, further);
}

function put(target: JsonObject, node: Node, steps: readonly string[], value: Json | undefined): void {
  const [step = '', ...rest] = steps;
  const name = nameIn(step);
  if (rest.length === 0 && !step.endsWith('[]')) {
    if (value === undefined) delete target[name];
    else target[name] = value;
    return;
  }
  const field = node.fields.get(name);
  if (field === undefined) throw new Error(`${name} is not a field of ${node.path || 'the body'}`);
  target[name] ??= goodValue(field);
  if (!step.endsWith('[]')) {
    descend(target[name], field, rest, value);
    return;
  }
  const list = target[name];
  if (!Array.isArray(list) || field.element === null) throw new Error(`${field.path} is not an array`);
  if (rest.length === 0) list[0] = value ?? null;
  else descend(list[0], field.element, rest, value);
}

function descend(target: Json | undefined, node: Node, steps: readonly string[], value: Json | undefined): void {
  if (!isJsonObject(target)) throw new Error(`${node.path} is not an object`);
  put(target, node, steps, value);
}

/** `with` of an example laid over a body: objects are merged, null takes a field away. */
export function merged(body: JsonObject, changes: JsonObject): JsonObject {
  const result: JsonObject = { ...body };
  for (const [name, change] of Object.entries(changes)) {
    const old = result[name];
    if (change === null) delete result[name];
    else result[name] = isJsonObject(old) && isJsonObject(change) ? merged(old, change) : change;
  }
  return result;
}
