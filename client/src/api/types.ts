// The bridge's answers, where a type can be narrower than the one that is generated from the schema.
import type { FinalState, Kind, OperationAsSent, Results, Scope, ShortKinds, State } from './generated.ts';

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

/** What an operation can be asked for under: its kind, or a short name of it. */
export type KindName = Kind | keyof ShortKinds;

/** The kind that the operation shows. */
export type KindOf<N extends KindName> = N extends keyof ShortKinds ? ShortKinds[N] : N extends Kind ? N : never;

const finalStates: readonly State[] = ['succeeded', 'failed', 'cancelled', 'expired'] satisfies FinalState[];

/** Nothing about the operation can change any more. Read `state`: final is not the same as succeeded. */
export function isFinal(operation: Operation): boolean {
  return finalStates.includes(operation.state);
}

/** The bridge's open description, which needs no token. */
export interface About {
  readonly product: 'Tillbridge';
  readonly version: string;
  readonly apiVersions: readonly string[];
}

/** The bridge's public key; pinned at pairing. */
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
