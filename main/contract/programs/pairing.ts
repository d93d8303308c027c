// A program or a page that asks to use this till, as the person at the window sees it and answers it.
import type { Scope } from './scopes.ts';

/** How long a person has to compare and answer, and the program to fetch its token. */
export const pairingSeconds = 120;

/** `fetched`: the program has its token. What was refused, ran out or was withdrawn is no longer shown. */
export type PairingState = 'waiting' | 'granted' | 'fetched';

export interface PairingView {
  readonly id: string;
  readonly state: PairingState;
  /** Six digits, which the program shows too. */
  readonly code: string;
  /** As the program names itself; it is not checked. */
  readonly name: string;
  /** The page's Origin, as its browser says; null for a program on this computer. */
  readonly origin: string | null;
  readonly scopes: readonly Scope[];
  /** Another program of that name may use this till already. */
  readonly namesake: boolean;
  /** One that may, whose name only looks like this one: it is written with other signs. */
  readonly lookAlike: string | null;
  /** When this was said; ms. */
  readonly leftMs: number;
}
