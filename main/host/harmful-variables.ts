// Variables of the environment that have Node write requests, keys or memory to a file or to stderr, where others may
// read them, or that switch off the check of certificates. An installed program refuses to start with one of them. All
// connections say themselves that certificates are checked and, at the gateway, by which authorities; so
// NODE_EXTRA_CA_CERTS, which machines have for other programs, keeps none from starting.
export const harmfulToNode = [
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
] as const;

/** The first of `names` that has a value, as the message names it; null where none has. */
export function harmfulVariable(
  environment: { readonly [name: string]: string | undefined },
  names: readonly string[] = harmfulToNode,
): string | null {
  return names.find((name) => (environment[name] ?? '') !== '') ?? null;
}
