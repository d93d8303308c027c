// How a payment was made, as far as this bridge made it, and what follows from it for a later operation: a field that
// its method demands, and a time after which the gateway would refuse.
import type { Refusal } from '#contract/programs/problems.ts';
import type { Creation, Demands } from '#operations/define.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment } from '../ports/record.ts';

/** Null for a payment that was made elsewhere, or whose making is not finished. */
export function creationOf(
  reads: Pick<StoreReads, 'creatorOf' | 'operation'>,
  environmentId: string,
  known: KnownPayment | null,
): Creation | null {
  if (known === null || known.transId === null) return null;
  const id = reads.creatorOf(environmentId, known.transId);
  const record = id === null ? null : reads.operation(id);
  if (record === null || record.state !== 'succeeded') return null;
  return { kind: record.kind, input: record.input, answeredAtMs: record.updatedAtMs };
}

/** Why the operation is refused at this time (engine time, ms), or null. */
export function demandRefusal({ errors, sendByMs }: Demands, nowMs: number): Refusal | null {
  const fields = Object.keys(errors);
  if (fields.length > 0) {
    const detail = `Nothing was stored. Correct: ${fields.join(', ')}.`;
    return { code: 'invalid-input', detail, errors: { ...errors } as { [field: string]: string[] } };
  }
  if (sendByMs === null || nowMs < sendByMs) return null;
  return { code: 'too-late', detail: 'The gateway takes it for a limited time after the payment was created only.' };
}
