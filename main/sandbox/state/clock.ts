// The sandbox's clock: the computer's, moved forward on command, so that a test need not wait a month for a delayed
// capture. How far it was moved is part of the state.
import type { Ledger } from './ledger.ts';

export interface SandboxClock {
  /** Milliseconds. */
  now(): number;
  /** ISO 8601, UTC. */
  at(): string;
  /** Forward only: what happened stays in the past. */
  advance(ms: number): void;
}

export function createClock(wall: () => number, ledger: Ledger): SandboxClock {
  const now = (): number => wall() + ledger.clockOffsetMs();
  return {
    now,
    at: () => new Date(now()).toISOString(),
    advance: (ms) => ledger.commit({ clockOffsetMs: ledger.clockOffsetMs() + ms }),
  };
}
