// A broken promise, found by a check: which one, and what a reader needs to understand it.
import type { Invariant } from '../gateway/characters.ts';

export interface Violation {
  /** 0: the simulator or the engine itself broke (an error nobody expected, or no end). */
  readonly invariant: Invariant | 0;
  readonly what: string;
}

export type Report = (invariant: Violation['invariant'], what: string) => void;
