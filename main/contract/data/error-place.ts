// Where an error arose, for logs and records that leave the shop: its kind and its places in the program. Never its
// message, which may hold what a person typed.
import type { JsonObject } from './json.ts';

/** `stack` and not `at`: a log line has its time there. */
export function placeOf(error: unknown): JsonObject & { readonly error: string; readonly stack: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { error: error.name, stack: lines.filter((line) => line.startsWith('at ')).slice(0, 8) };
}
