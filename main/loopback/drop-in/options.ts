// What the bridge gives the gateway's own addresses.
import type { Asking, AssignedRequestAnswer } from '../programs/ports.ts';

export interface DropInOptions {
  /** The merchant whose gateway it is: an ERP may go on naming it. */
  readonly merchantId: string;
  /** How long an answer of the gateway is waited for. */
  readonly answerMs: number;
  /** The request id for a request, or the operation that it repeats. */
  readonly assignRequestId: (asking: Asking) => AssignedRequestAnswer;
}
