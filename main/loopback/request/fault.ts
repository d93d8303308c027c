// Turns an error of the bridge into a refusal. A caller with a token is told that the disk or the key failed; a caller
// without one gets no detail. For any other error the log gets the place, not the message: a message may hold input.
import { placeOf } from '#contract/data/error-place.ts';
import type { ProblemCode, Refusal } from '#contract/programs/problems.ts';
import type { LoopbackLog } from '../programs/ports.ts';

export interface Asker {
  /** Whether right credentials were shown. */
  isKnown: boolean;
}

export function faultRefusal(log: LoopbackLog, error: unknown, asker: Asker): Refusal {
  const code = error instanceof Error ? outages.get(error.name) : undefined;
  if (error instanceof Error && code !== undefined) {
    log('error', 'loopback-outage', { code, ...placeOf(error) });
    const refusal = { code, detail: error.message };
    return asker.isKnown ? refusal : withoutDetail(refusal);
  }
  log('error', 'loopback-internal-error', placeOf(error));
  return {
    code: 'internal-error',
    detail: 'The bridge has a fault. Whether an operation was accepted can be read from /v1/operations.',
  };
}

/** An outage as a caller without a token sees it: its detail may name folders and files of this computer. */
export function withoutDetail(refusal: Refusal): Refusal {
  const { code } = refusal;
  if (![...outages.values()].includes(code)) return refusal;
  return { code, detail: 'The bridge cannot do this now. A program with the scope status is told why.' };
}

// By name: this folder may not import the store, whose errors they are.
const outages: ReadonlyMap<string, ProblemCode> = new Map([
  ['StorageFailed', 'storage-failed'],
  ['KeyMissing', 'sealed'],
  ['AlteredRow', 'operation-altered'],
]);
