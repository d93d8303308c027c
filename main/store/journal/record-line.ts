// One journal record as one line of text: exactly the canonical form of its members, so that also a changed byte that
// JSON ignores is found. Exports are made of such lines, and the office receives them.
import { z } from 'zod';
import { canonicalJson } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';

const recordSchema = z.strictObject({
  seq: z.int(),
  prev: z.string(),
  hash: z.string(),
  at: z.string(),
  type: z.string(),
  operation: z.string().nullable(),
  data: z.record(z.string(), z.json()),
});

/** With the line's end. */
export function lineOf({ seq, prev, hash, at, type, operation, data }: JournalRecord): string {
  return `${canonicalJson({ seq, prev, hash, at, type, operation, data })}\n`;
}

/** The record of a line without its end, or in words why it is none. */
export function recordOfLine(line: Uint8Array): JournalRecord | string {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    value = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  const parsed = recordSchema.safeParse(value);
  if (!parsed.success) return 'is no journal record';
  return canonicalJson(parsed.data) === text ? parsed.data : 'is not in canonical form: it was changed';
}
