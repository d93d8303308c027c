// Where an operation that gives money back says why. Who approves it reads the reason, and the journal keeps it.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';

/** The input with the reason; null where the operation has no place for one. */
export function withReason(kind: string, input: JsonObject, reason: string): JsonObject | null {
  switch (kind) {
    case 'cloud-pos':
      return { ...input, refundReason: reason };
    case 'refund': {
      const { metadata = null } = input;
      return { ...input, metadata: { ...(isJsonObject(metadata) ? metadata : {}), reason } };
    }
    default:
      return null;
  }
}
