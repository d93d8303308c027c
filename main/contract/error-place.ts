// Where an error arose, for logs and records that leave the shop: its kind and its places in the program. Never its
// message, which may hold what somebody typed.
import type { JsonObject } from './json.ts';

export function placeOf(error: unknown): JsonObject & { readonly error: string; readonly at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { error: error.name, at: lines.filter((line) => line.startsWith('at ')).slice(0, 8) };
}
