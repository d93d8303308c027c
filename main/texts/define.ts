// The shape of a table of texts: one key, in English and in German; the other languages stand in languages/. A key
// without its German does not compile, and a text's values are read from its English form, so a call that forgets one
// does not compile either.

export interface Text {
  readonly en: string;
  readonly de: string;
}

/** The names in braces: `'{count} waiting'` has `'count'`, and so has `'{count, plural, one {# waits} other {# wait}}'`. */
type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? NameIn<Name> | Names<Rest> : never;
type NameIn<S extends string> = S extends `${infer Name}, plural,${string}`
  ? Name
  : S extends `${string} ${string}`
    ? never
    : S;

export type ValuesOf<S extends string> = [Names<S>] extends [never]
  ? readonly []
  : readonly [values: { readonly [name in Names<S>]: string | number }];

export function texts<const T extends { readonly [key: string]: Text }>(table: T): T {
  return table;
}

/** Like `texts`, for keys that are made from codes: a code without its text does not compile. */
export function textsFor<Key extends string>() {
  return <const T extends { readonly [key in Key]: Text } & { readonly [key: string]: Text }>(table: T): T => table;
}
