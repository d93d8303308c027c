// Waiting for an operation within a request. The wait belongs to the connection and to nothing else: whoever leaves
// ends his own waiting, never the operation; and when the bridge stops, all who wait are answered as things stand.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { OperationView } from '#contract/operation.ts';
import { isFinal } from '#contract/states.ts';
import type { LoopbackContext } from './context.ts';
import type { LoopbackBridge } from './ports.ts';

const waitError = 'must be a number of seconds from 0 to 120, for example 30 or 0.5';

/** `?wait=` in seconds; read as milliseconds. */
export const waitSchema = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,6})?$/, { error: waitError })
  .transform((text) => Math.ceil(Number(text) * 1_000))
  .refine((timeoutMs) => timeoutMs <= 120_000, { error: waitError })
  .optional()
  .describe('Seconds from 0 to 120, for example 30 or 0.5');

export interface Waits {
  /** The operation at rest, or as it stands at the time-out, when the caller has left, or at `endAll`. */
  settled(context: LoopbackContext, operation: OperationView, timeoutMs: number): Promise<OperationView>;
  /** The same, but also once the gateway has answered that it took it. */
  answered(context: LoopbackContext, operation: OperationView, timeoutMs: number): Promise<OperationView>;
  /** Ends all waits, those to come too. */
  endAll(): void;
}

export function createWaits(calls: Pick<LoopbackBridge, 'settled'>): Waits {
  const waiting = new Set<() => void>();
  let ended = false;
  const waitUntil =
    (until: 'rest' | 'answer'): Waits['settled'] =>
    async (context, operation, timeoutMs) => {
      const { outgoing } = context;
      if (ended || outgoing.destroyed || timeoutMs <= 0 || atRest(operation)) return operation;
      let end = () => {};
      const givenUp = (work: () => void) => {
        end = work;
        waiting.add(work);
        outgoing.once('close', work);
      };
      try {
        const settled = await context.waitFor(calls.settled(operation.id, timeoutMs, givenUp, until));
        return settled ?? operation;
      } finally {
        waiting.delete(end);
        outgoing.off('close', end);
      }
    };
  return {
    settled: waitUntil('rest'),
    answered: waitUntil('answer'),
    endAll() {
      ended = true;
      for (const end of waiting) end();
    },
  };
}

/** Calls back once when the caller has left, at once where it already did. */
export function leaving(outgoing: ServerResponse): (work: () => void) => void {
  return (work) => {
    if (outgoing.destroyed) work();
    else outgoing.once('close', work);
  };
}

/** Nothing more happens by itself. */
function atRest({ state }: OperationView): boolean {
  return isFinal(state) || state === 'needs-person';
}
