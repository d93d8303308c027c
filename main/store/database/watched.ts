// Any read can meet a damaged page. Instead of a try in every read, a set of reads is wrapped once, and the caller's
// `watch` decides what an error means.

type Functions = { readonly [name: string]: (...args: never[]) => unknown };

/** The same functions, each call made inside `watch`. */
export function watched<Reads extends { readonly [name in keyof Reads]: Functions[string] }>(
  reads: Reads,
  watch: <T>(read: () => T) => T,
): Reads {
  const entries = Object.entries<Functions[string]>(reads).map(
    ([name, read]) => [name, (...args: never[]) => watch(() => read(...args))] as const,
  );
  return Object.fromEntries(entries) as Reads;
}
