// An operation as the window, the loopback API and event streams see it (design section 7).
import type { Doubt } from './doubt.ts';
import type { Failure } from './failure.ts';
import type { Json, JsonObject } from './json.ts';
import type { DecisionView } from './people.ts';
import type { State } from './states.ts';

/** Who asked for it. `client` is the name it was paired under; null where nobody knows it any more. */
export type OperationOrigin =
  | {
      readonly type: 'cashier';
      /** The name of whoever was signed in; missing where nobody had to be. */
      readonly operator?: string;
      /** Whose PIN stood for it, where one was asked for. */
      readonly approvedBy?: string;
    }
  | { readonly type: 'erp'; readonly client: string | null };

/** Where a waiting operation stands, as it was when it was read. */
export interface QueuePlace {
  /** How many were accepted before it and wait as well; at most `mostAhead`, which then means "or more". */
  readonly ahead: number;
  /** The operation that must come to an end first, because both are on one payment or at one terminal. */
  readonly after: string | null;
}

/** Beyond this nobody counts. */
export const mostAhead = 1_000;

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
  /** What people said of its outcome, oldest first; it stays when the outcome is settled. Missing where nobody did. */
  readonly decisions?: readonly DecisionView[];
  /** The operation that this one is a new try of. */
  readonly replaces?: string;
  readonly origin: OperationOrigin;
  /** Present while it waits for its turn or for the connection. */
  readonly queue?: QueuePlace;
  /** Whether it may wait for the connection; what may not is running while it is not final. */
  readonly mayWait: boolean;
  /** How many times it was sent, or may have been. */
  readonly attempts: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}
