// The members of an answer by their paths, and the sum that its request asked for: what the listeners compare.
import { type Json, isObject } from './http.ts';

/** What a money request asked for, or null where it names no amount. */
export type Asked = { readonly value: number; readonly currency: string } | null;

export interface Member {
  readonly path: string;
  readonly name: string;
  readonly value: Json;
}

/** Every member below a body, lists left out: the bridge reads no paths into lists. */
export function membersOf(value: Json, path = '', depth = 0): Member[] {
  if (!isObject(value) || depth > 8) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return [{ path: here, name, value: member }, ...membersOf(member, here, depth + 1)];
  });
}

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
