// Waiting for an operation within a request. A caller that disconnects ends its own wait, never the operation. When the
// bridge stops, all waiting callers get the operation as it is.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { LoopbackBridge } from '../programs/ports.ts';

/** What a wait needs of its request (`LoopbackContext`). */
export interface Waiter {
  readonly outgoing: ServerResponse;
  waitFor<T>(coming: Promise<T>): Promise<T>;
}

const waitError = 'must be a number of seconds from 0 to 120, for example 30 or 0.5';

/** `?wait=` in seconds; read as milliseconds. */
export const waitSchema = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,6})?$/, { error: waitError })
  .transform((text) => Math.ceil(Number(text) * 1_000))
  .refine((timeoutMs) => timeoutMs <= 120_000, { error: waitError })
  .meta({ type: 'number', minimum: 0, maximum: 120, pattern: undefined })
  .optional()
  .describe('Seconds from 0 to 120, for example 30 or 0.5');

export interface Waits {
  /** The operation at rest, or as it stands at the time-out, when the caller has left, or at `endAll`. */
  untilAtRest(context: Waiter, operation: OperationView, timeoutMs: number): Promise<OperationView>;
  /** The same, but also once the gateway has answered that it took it. */
  untilAnswered(context: Waiter, operation: OperationView, timeoutMs: number): Promise<OperationView>;
  /** The same for something else: what `wait` resolves with, or `now` as it stands. */
  until<T extends object>(
    context: Waiter,
    now: T,
    timeoutMs: number,
    wait: (givenUp: (work: () => void) => void) => Promise<T | null>,
  ): Promise<T>;
  /** Ends all waits, those to come too. */
  endAll(): void;
}

export function createWaits(calls: Pick<LoopbackBridge, 'waitFor'>): Waits {
  const waiting = new Set<() => void>();
  let ended = false;
  const until: Waits['until'] = async (context, now, timeoutMs, wait) => {
    const { outgoing } = context;
    if (ended || outgoing.destroyed || timeoutMs <= 0) return now;
    let end = () => {};
    const givenUp = (work: () => void) => {
      end = work;
      waiting.add(work);
      outgoing.once('close', work);
    };
    try {
      return (await context.waitFor(wait(givenUp))) ?? now;
    } finally {
      waiting.delete(end);
      outgoing.off('close', end);
    }
  };
  const waitUntil =
    (rest: 'rest' | 'answer'): Waits['untilAtRest'] =>
    async (context, operation, timeoutMs) => {
      if (atRest(operation)) return operation;
      return until(context, operation, timeoutMs, (givenUp) => calls.waitFor(operation.id, timeoutMs, givenUp, rest));
    };
  return {
    until,
    untilAtRest: waitUntil('rest'),
    untilAnswered: waitUntil('answer'),
    endAll() {
      ended = true;
      for (const end of waiting) end();
    },
  };
}

/** Nothing more happens by itself. */
function atRest({ state }: OperationView): boolean {
  return isFinal(state) || state === 'needs-person';
}
