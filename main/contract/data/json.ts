// JSON as a type, and its one canonical form. Digests, the journal's chain and the comparison of
// repeated requests all rest on equal values giving equal bytes, so there is exactly one such function.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The canonical text of a JSON value after RFC 8785: keys sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  // A verification of a long journal spends most of its time here: hence one pass, and no list in between.
  let members = '';
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Whether `text`, which `value` was parsed from, is its canonical text. Where it is, as nearly always, one pass tells. */
export function isCanonical(text: string, value: Json): boolean {
  return (isSorted(value) && JSON.stringify(value) === text) || canonicalJson(value) === text;
}

function isSorted(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const keys = Object.keys(value);
  return keys.every((key, at) => (at === 0 || key > (keys[at - 1] ?? '')) && isSorted(value[key] ?? null));
}

/** The value at a dotted path (`amount.value`), or undefined where the path leaves the object. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  // Most paths are one step, and a payment's record is asked for hundreds of them.
  if (!path.includes('.')) return memberOf(value, path);
  let here: Json | undefined = value;
  for (const step of path.split('.')) here = memberOf(here, step);
  return here;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The string at a dotted path; a number is read as its text, since gateways mix the two for codes. */
export function textAt(value: Json | undefined, path: string): string | null {
  const found = valueAt(value, path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' ? String(found) : null;
}

/** The same without the members at the given dotted paths. What lies beside the paths is shared, not copied. */
export function without(value: JsonObject, paths: readonly string[]): JsonObject {
  let rest = value;
  for (const path of paths) rest = withoutSteps(rest, path.split('.'));
  return rest;
}

function withoutSteps(value: JsonObject, [step = '', ...deeper]: readonly string[]): JsonObject {
  if (!Object.hasOwn(value, step)) return value;
  const { [step]: member, ...others } = value;
  if (deeper.length === 0) return others;
  return isJsonObject(member) ? { ...value, [step]: withoutSteps(member, deeper) } : value;
}
