// The input and output of a handler. A handler decides by the current state and settles in the same turn, so nothing
// can come between a decision and its effect; `settle` commits effect, execution and key as one entry.
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import type { Refusal, Simulation } from '../facts/refusals.ts';
import type { Quotes } from '../rules/quotes.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Entry } from '../state/entry.ts';
import type { Terminals } from '../rules/terminals.ts';

export interface Outcome {
  readonly status: number;
  readonly body: JsonObject;
  readonly entry?: Pick<Entry, 'opening' | 'payId' | 'operations' | 'trace' | 'updated' | 'vault'> | undefined;
  /** Present when something was carried out; value in minor units. */
  readonly executed?: { readonly payId: string | null; readonly value: number } | undefined;
}

export interface Job {
  /** The request's body and path fields, after the operation's own schema. */
  readonly input: JsonObject;
  readonly merchantId: string;
  /** A decline that was decided before (a fault, a simulation); nothing may be executed then. */
  readonly refusal: Refusal | null;
  readonly simulation: Simulation | null;
  /** A fault makes the gateway process again what it has processed: its transId is no reason to decline. */
  readonly again: boolean;
  /** The documented status of success. */
  readonly successStatus: number;
  readonly ledger: Ledger;
  readonly terminals: Terminals;
  readonly quotes: Quotes;
  /** The root address of hosted pages, without a slash at the end. */
  readonly rootUrl: string;
  /** Milliseconds of the sandbox's clock. */
  now(): number;
  /** The same, as ISO 8601, UTC. */
  at(): string;
  settle(outcome: Outcome): SandboxAnswer;
}

export type CommandHandler = (job: Job) => SandboxAnswer | Promise<SandboxAnswer>;

/** The amount of an input that its schema passed; null where it has none. */
export function amountOf(input: JsonObject): Money | null {
  const amount = input['amount'];
  return isJsonObject(amount) ? (amount as unknown as Money) : null;
}

export function objectOf(input: JsonObject, field: string): JsonObject | null {
  const value = input[field];
  return isJsonObject(value) ? value : null;
}

export function metadataOf(input: JsonObject): JsonObject | null {
  return objectOf(input, 'metadata');
}

export function requiredText(input: JsonObject, field: string): string {
  return textAt(input, field) ?? '';
}
