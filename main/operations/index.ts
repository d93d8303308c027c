// The registry: every operation of the gateway that the product knows, a line each.
// The one barrel of the project, because being the list is its subject.
import { capture } from './capture.ts';
import { cloudPos } from './cloud-pos.ts';
import { dccBinCheck } from './dcc-bin-check.ts';
import { dccQuote } from './dcc-quote.ts';
import type { Command } from './define.ts';
import { getPaymentByPayId, getPaymentByTransId } from './get-payment.ts';
import { refund } from './refund.ts';
import { refundUnreferenced } from './refund-unreferenced.ts';
import { requestToken } from './request-token.ts';
import { reverse } from './reverse.ts';

export const commands: readonly Command[] = [
  cloudPos,
  capture,
  reverse,
  refund,
  refundUnreferenced,
  dccQuote,
  dccBinCheck,
];

export const queries = { getPaymentByPayId, getPaymentByTransId };

export { requestToken };

/** The command of a kind, or null: kinds come from outside. */
export function commandOf(kind: string): Command | null {
  return commands.find((each) => each.kind === kind) ?? null;
}
