// Variables of the environment that have Node write requests, keys or memory to a file or to stderr, where others may
// read them. An installed program refuses to start with one of them.
export const harmfulToNode = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_V8_COVERAGE', 'SSLKEYLOGFILE'] as const;

/** The first of `names` that has a value, as the message names it; null where none has. */
export function harmfulVariable(
  environment: { readonly [name: string]: string | undefined },
  names: readonly string[] = harmfulToNode,
): string | null {
  return names.find((name) => (environment[name] ?? '') !== '') ?? null;
}
