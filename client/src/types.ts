// What the bridge answers, where the types that are generated from its schemas can be said more narrowly.
import type { FinalState, Kind, OperationAsSent, Results, Scope, State } from './generated.ts';

/** An integer of minor units (cents for EUR, yen for JPY) with its ISO 4217 currency. */
export interface Money {
  readonly value: number;
  readonly currency: string;
}

export type Operation<K extends Kind = Kind> = Omit<OperationAsSent, 'kind' | 'result'> & {
  readonly kind: K;
  /** The gateway's answer, read tolerantly. */
  readonly result: Results[K] | null;
};

const finalStates: readonly State[] = ['succeeded', 'failed', 'cancelled', 'expired'] satisfies FinalState[];

/** Nothing about the operation can change any more. Read `state`: final is not the same as succeeded. */
export function isFinal(operation: Operation): boolean {
  return finalStates.includes(operation.state);
}

/** What is there, for everybody to read. */
export interface About {
  readonly product: 'Tillbridge';
  readonly version: string;
  readonly apiVersions: readonly string[];
}

/** What a bridge signs with; pinned at pairing. */
export interface Identity {
  readonly keyId: string;
  /** Ed25519, SPKI in PEM. */
  readonly publicKey: string;
}

/** What pairing gives, once. Keep it: the token is not given a second time. */
export interface Paired {
  readonly token: string;
  readonly clientId: string;
  readonly name: string;
  /** What was granted, which may be less than was asked for. */
  readonly scopes: readonly Scope[];
  readonly origin: string | null;
  /** Pass it to `new Tillbridge({ identity })`. */
  readonly identity: Identity;
  /** Whether the bridge proved at once that it holds that key; `uncheckable` where there is no Ed25519. */
  readonly identityCheck: 'verified' | 'uncheckable';
}
