// Part of the settings laid over the whole, by dotted names: objects member by member, anything else as one value.
import { isDeepStrictEqual } from 'node:util';
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import type { Settings } from './settings.ts';

export function overlaid(base: Settings | JsonObject, part: JsonObject): JsonObject {
  const result = { ...(base as JsonObject) };
  for (const [name, value] of Object.entries(part)) {
    const below = result[name];
    result[name] = isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value;
  }
  return result;
}

/** Dotted names of all values that the part holds. */
export function leavesOf(part: JsonObject, before = ''): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const path = before === '' ? name : `${before}.${name}`;
    return isJsonObject(value) ? leavesOf(value, path) : [path];
  });
}

/** The names at which both differ. */
export function differing(one: Settings, other: JsonObject, names: readonly string[]): string[] {
  const asJson = one as unknown as JsonObject;
  return names.filter((name) => !isDeepStrictEqual(valueAt(asJson, name), valueAt(other, name)));
}

/** The settings with the values of `kept` at these names: a value that `kept` does not have is left out. */
export function keeping(settings: Settings, kept: Settings, names: readonly string[]): Settings {
  const result = structuredClone(settings) as unknown as JsonObject;
  const before = kept as unknown as JsonObject;
  for (const name of names) {
    const path = reachedIn(before, name);
    put(result, path.split('.'), valueAt(before, path));
  }
  return result as unknown as Settings;
}

/** The name, or as much of it as leads into objects: a setting may be a word where the other one has an object. */
function reachedIn(kept: JsonObject, name: string): string {
  const steps = name.split('.');
  const inside = steps.findIndex(
    (_, at) => !isJsonObject(at === 0 ? kept : valueAt(kept, steps.slice(0, at).join('.'))),
  );
  return inside === -1 ? name : steps.slice(0, inside).join('.');
}

export function put(into: JsonObject, [first = '', ...rest]: readonly string[], value: Json | undefined): void {
  if (rest.length === 0) {
    if (value === undefined) delete into[first];
    else into[first] = value;
    return;
  }
  const below = into[first];
  if (isJsonObject(below)) put(below, rest, value);
}
