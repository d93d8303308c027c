// The input and output of a look-up's handler. It changes nothing, so it has no `settle`.
import type { JsonObject } from '#contract/data/json.ts';
import type { FieldErrors } from '../exchange/answers.ts';
import type { Ledger } from '../state/ledger.ts';

export interface QueryJob {
  readonly ledger: Ledger;
  readonly merchantId: string;
  /** Path fields and query parameters, after the operation's own schema. */
  readonly input: JsonObject;
  readonly rootUrl: string;
  /** ISO 8601, UTC: the moment of the state that a fault makes the answer show. */
  readonly asOf: string | null;
}

/** Null: not found. `refused`: the request has an error that its schema cannot check. */
export type QueryResult = JsonObject | null | { readonly refused: FieldErrors };

export type QueryHandler = (job: QueryJob) => QueryResult;
