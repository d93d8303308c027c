// What an engine is made of, and what it reports.
import type { JsonObject } from '#contract/data/json.ts';
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { Environment, OperationRecord } from './record.ts';
import type { Chance, Digests } from './chance.ts';
import type { Clock } from './clock.ts';
import type { Gateway } from './gateway.ts';
import type { Policy } from './policy.ts';
import type { Store } from './store.ts';

/** Whether the data folder may be a copy of another: then nothing is sent until a person says that it is the one. */
export interface Pause {
  /** In words, or null where nothing is paused. */
  reason(): string | null;
  /**
   * Whether the operations that waited when the folder was paused must still be put in doubt: until `doubted`, over any
   * number of starts, and also where the pause is lifted before. The person who lifts it says that no other copy is in
   * use now, and not that none was.
   */
  owesDoubts(): boolean;
  doubted(): void;
  /** Journalled: who said so, and why. `request`: the command's wish. */
  lift(by: string, why: string, request?: string): void;
}

/** What the engine reports after a commit. */
export interface EngineEvents {
  changed(record: OperationRecord): void;
  connection(): void;
  /** A line for the log: an event name and facts without personal data. */
  log(level: 'info' | 'warn' | 'error', event: string, facts: JsonObject): void;
}

/** The office of a till that joined one. */
export interface Office {
  /** Whether its chain wants refunds to be claimed. */
  wantsClaims(): boolean;
  /** It was not reached at the last try. */
  isAway(): boolean;
  /** Null: it was not reached, gave no answer in time, or does not let this till in. Never rejects. */
  claim(asked: Omit<ClaimAsked, 'asOf'>): Promise<ClaimAnswer | ClaimNotTaken | null>;
}

/** The office answered that it does not take the question: it holds no claim. */
export interface ClaimNotTaken {
  readonly type: 'not-taken';
  /** Why, as the office says it. */
  readonly code: string;
}

/** A cap of the IT department's policy over all programs that the office lets in. */
interface OfficeCap {
  /** Of the currency that was asked for, minor units. */
  readonly minor: number;
  /** The ids of all of them, also of those that it lets in no longer. */
  readonly programs: readonly string[];
}

export interface EnginePorts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly digests: Digests;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly environment: Environment;
  readonly policy: Policy;
  readonly pause: Pause;
  /** Why the API key is not used in this run: it was given for another destination. Null, or left out: it is used. */
  readonly keyWithheld?: string | null;
  /**
   * What a client may refund in a day in this currency, minor units; null for no limit. A limit names its currency, so
   * in one that has none of its own it is 0. Asked in the transaction.
   */
  readonly refundsPerDayMinor: (clientId: string, currency: string) => number | null;
  /** Whether an IT department set it, so that people at the till cannot raise it. Left out where there is none. */
  readonly refundsSetByPolicy?: (clientId: string) => boolean;
  /**
   * What all programs that the office lets in may refund together in a day: an office could let in as many as it likes.
   * Null for a program of the till, and where the policy names no cap. Asked in the transaction.
   */
  readonly officeCap?: (clientId: string, currency: string) => OfficeCap | null;
  /** Why a program may not start what needs this scope, or null. Asked in the transaction. */
  readonly barred: (clientId: string, scope: Scope) => Refusal | null;
  readonly events: EngineEvents;
  /** Left out: refunds are claimed nowhere. */
  readonly office?: Office;
}
