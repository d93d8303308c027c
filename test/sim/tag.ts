// Each request carries a mark of its caller, so that the gateway's ledger can be held against what the till stored. A
// mark is a field that the specification gives the operation and that nothing depends on.
import { type JsonObject, textAt } from '#contract/data/json.ts';

export function withTag(kind: string, input: JsonObject, tag: string): JsonObject {
  if (kind === 'dcc-quote') return input;
  // A capture has no metadata.
  if (kind === 'capture') return { ...input, statementDescriptor: tag };
  return { ...input, metadata: { sim: tag } };
}

/** Of an operation's input or a request's body; null where it has none. */
export function tagIn(input: JsonObject): string | null {
  return textAt(input, 'metadata.sim') ?? textAt(input, 'statementDescriptor');
}
