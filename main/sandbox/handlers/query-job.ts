// What a handler of a look-up gets and gives. It changes nothing, so it has no way to settle anything.
import type { JsonObject } from '#contract/json.ts';
import type { FieldErrors } from '../answers.ts';
import type { Ledger } from '../state/ledger.ts';

export interface QueryJob {
  readonly ledger: Ledger;
  readonly merchantId: string;
  /** Path fields and query parameters, after the operation's own schema. */
  readonly input: JsonObject;
  readonly rootUrl: string;
  /** ISO 8601, UTC: a fault has the answer be as old as this. */
  readonly asOf: string | null;
}

/** Null: there is no such thing. `refused`: what the schema cannot know is wrong with the request. */
export type Found = JsonObject | null | { readonly refused: FieldErrors };

export type QueryHandler = (job: QueryJob) => Found;
