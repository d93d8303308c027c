// The members of an answer as the bridge reads them: from its top, and from within objects and lists of certain names
// (`answers.wrappers`). Echoes of the request say nothing of the gateway.
import { type Body, type Json, isObject } from '../http.ts';

export interface Member {
  /** From the object that is read like the top. */
  readonly path: string;
  readonly name: string;
  readonly value: Json;
}

const notTheGateways: ReadonlySet<string> = new Set(['metadata', 'order', 'customerinfo', 'request', 'dccinfo']);
const deepest = 8;

/** An answer, and each object in it that is read like its top. */
export function placesOf(json: Json | undefined, wrappers: readonly string[], depth = 0): Body[] {
  if (!isObject(json) || depth > deepest) return [];
  const within = Object.entries(json)
    .filter(([name]) => isNamed(wrappers, name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]));
  return [json, ...within.flatMap((each) => placesOf(each, wrappers, depth + 1))];
}

/** Every member below an object, lists left out: the bridge reads no paths into lists. */
export function membersOf(place: Json, wrappers: readonly string[], path = '', depth = 0): Member[] {
  if (!isObject(place) || depth > deepest) return [];
  return Object.entries(place).flatMap(([name, member]) => {
    // What stands in a wrapper is a place of its own.
    const isPlace = path === '' && isNamed(wrappers, name) && !isScalar(member);
    if (isEcho(name) || isPlace) return [];
    const here = path === '' ? name : `${path}.${name}`;
    return [{ path: here, name, value: member }, ...membersOf(member, wrappers, here, depth + 1)];
  });
}

/** The member of an object with this name in any capitals. */
export function named(place: Body, name: string): Json | undefined {
  return Object.entries(place).find(([each]) => isSame(each, name))?.[1];
}

/** What the caller sent, or an offer of another currency. */
export function isEcho(name: string): boolean {
  return notTheGateways.has(name.toLowerCase());
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export function isNamed(names: readonly string[], name: string): boolean {
  return names.some((each) => isSame(each, name));
}

export function isScalar(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
