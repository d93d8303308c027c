// What the program itself is at fault for, as a refusal. What a disk or a key that fails is called, is the shop's to know
// and to mend, and nobody's whom it does not know. Of any other error the caller learns nothing; the log learns where, but
// not with what: a message may hold what was sent.
import type { JsonObject } from '#contract/json.ts';
import type { ProblemCode, Refusal } from '#contract/problems.ts';
import type { LoopbackLog } from './ports.ts';

export interface Asker {
  /** Whether right credentials were shown. */
  isKnown: boolean;
}

export function faultRefusal(log: LoopbackLog, error: unknown, asker: Asker): Refusal {
  const code = error instanceof Error ? outages.get(error.name) : undefined;
  if (error instanceof Error && code !== undefined) {
    log('error', 'loopback-outage', { code, ...whereOf(error) });
    const refusal = { code, detail: error.message };
    return asker.isKnown ? refusal : forStranger(refusal);
  }
  log('error', 'loopback-internal-error', whereOf(error));
  return {
    code: 'internal-error',
    detail: 'The bridge has a fault. Whether an operation was accepted can be read from /v1/operations.',
  };
}

/** What somebody without a token learns of an outage: its words may name folders and files of this computer. */
export function forStranger(refusal: Refusal): Refusal {
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

function whereOf(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { error: error.name, at: lines.filter((line) => line.startsWith('at ')).slice(0, 8) };
}
