// What a cashier or an ERP handed in, and what was answered.
import type { Submission } from '#core/acceptance/accept.ts';

export interface Request {
  readonly tag: string;
  submission: Submission;
  /** The operation that the caller was told of, once it was. */
  operationId: string | null;
  /** Refused in words; nothing was stored. */
  refused: string | null;
}
