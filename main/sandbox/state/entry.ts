// One entry of the sandbox's journal: what a request, the clock or a customer changed, in one atomic step.
import type { JsonObject } from '#contract/data/json.ts';
import type { KeyRecord } from './idempotent-answers.ts';
import type { Attempt, Notice } from './outbox.ts';
import type { PaymentChange } from './payment-book.ts';
import type { VaultChange } from './vault.ts';

/** One effect that a request really had. What the clock or a customer does is no execution. */
export interface Execution {
  readonly seq: number;
  /** `POST /payments/{id}/captures` */
  readonly route: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly key: string | null;
  /** Minor units; 0 for what moves no money. */
  readonly value: number;
  readonly at: string;
}

export interface Entry extends PaymentChange {
  readonly execution?: Execution | undefined;
  readonly keyRecord?: KeyRecord | undefined;
  readonly forgottenKey?: string | undefined;
  readonly trace?: { readonly terminalId: string; readonly number: number } | undefined;
  /** Tokens of an earlier generation are revoked. */
  readonly tokenGeneration?: number | undefined;
  /** What an update changed of the payment's request; null takes a field away. */
  readonly updated?: JsonObject | undefined;
  readonly vault?: readonly VaultChange[] | undefined;
  readonly notice?: Notice | undefined;
  readonly attempt?: Attempt | undefined;
  /** How far the clock stands before the computer's, in ms. */
  readonly clockOffsetMs?: number | undefined;
}
