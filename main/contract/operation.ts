// An operation as the window, the loopback API and event streams see it (design section 7).
import type { Doubt, Failure } from './failure.ts';
import type { Json, JsonObject } from './json.ts';
import type { State } from './states.ts';

export interface OperationView {
  readonly id: string;
  readonly kind: string;
  readonly state: State;
  /** Grows by one with each change; a reader drops what is lower than what it has. */
  readonly revision: number;
  readonly requestId: string;
  /** The gateway's request body plus the path's ids; secrets removed. */
  readonly input: JsonObject;
  /** The gateway's answer, unknown fields kept. */
  readonly result: Json | null;
  readonly failure: Failure | null;
  /** Present while the outcome is not known: state pending, unknown or needs-person. */
  readonly doubt?: Doubt;
  /** How many times it was sent, or may have been. */
  readonly attempts: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}
