// What a handler gets and gives. A handler decides with the state as it is and settles in the same turn, so nothing
// can come between a decision and its effect; `settle` commits effect, execution and key as one entry.
import { randomUUID } from 'node:crypto';
import { type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Answer } from '../exchange.ts';
import type { Refusal } from '../refusals.ts';
import type { Entry, Ledger } from '../state/ledger.ts';
import type { Terminals } from '../terminals.ts';

export interface Outcome {
  readonly status: number;
  readonly body: JsonObject;
  readonly entry?: Pick<Entry, 'opening' | 'payId' | 'operations' | 'trace'> | undefined;
  /** Present when something was carried out; value in minor units. */
  readonly executed?: { readonly payId: string | null; readonly value: number } | undefined;
}

export interface Job {
  /** The request's body and path fields, after the operation's own schema. */
  readonly input: JsonObject;
  readonly merchantId: string;
  /** A decline that was decided before (a fault, a simulation); nothing may be executed then. */
  readonly refusal: Refusal | null;
  readonly ledger: Ledger;
  readonly terminals: Terminals;
  /** ISO 8601, UTC. */
  at(): string;
  settle(outcome: Outcome): Answer;
}

export type CommandHandler = (job: Job) => Answer | Promise<Answer>;

/** The amount of an input that its schema passed; null where it has none. */
export function amountOf(input: JsonObject): Money | null {
  const amount = input['amount'];
  return isJsonObject(amount) ? (amount as unknown as Money) : null;
}

export function metadataOf(input: JsonObject): JsonObject | null {
  const metadata = input['metadata'];
  return isJsonObject(metadata) ? metadata : null;
}

export function requiredText(input: JsonObject, field: string): string {
  return textAt(input, field) ?? '';
}

/** An id as the service gives them: 128 random bits as 32 letters. Without digits, none can look like a card number. */
export function newId(): string {
  return randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
