// The window's calls about printers: what stands in their way, what a person says of a document in doubt, receipts that
// a person wants, and the drawer.
import type { ReceiptCopy } from '../devices/print-jobs.ts';
import type { PrintNote } from '../devices/print-notes.ts';
import { type NoSaleView, type PrintingView, trainingActions } from '../devices/printing.ts';
import { answers, answersOrRefuses, call } from './call.ts';

export const printingCalls = {
  printing: call({ input: ({ nothing }) => nothing, output: answers<PrintingView>(), role: 'cashier' }),

  /** "Did it come out?" `reprint`: where it did not, it is printed again, marked COPY. */
  decidePrint: call({
    input: ({ z, id }) => z.strictObject({ id, cameOut: z.boolean(), reprint: z.boolean() }),
    output: answersOrRefuses<{ readonly type: 'decided' }>(),
    role: 'cashier',
  }),

  /** Takes back what waits for a printer; what is on its way stays. */
  cancelPrints: call({
    input: ({ z }) => z.strictObject({ device: z.string().min(1).max(64) }),
    output: answersOrRefuses<{ readonly type: 'cancelled'; readonly count: number }>(),
    role: 'cashier',
  }),

  /**
   * Whether each copy came out before, or may have: then a person says why it is printed again, and it says COPY.
   * `otherwise`: what the printer would write otherwise than it stands there.
   */
  receiptPrinted: call({
    input: ({ z, id }) => z.strictObject({ operationId: id }),
    output: answers<{
      readonly customer: boolean;
      readonly merchant: boolean;
      readonly otherwise: { readonly [copy in ReceiptCopy]: readonly PrintNote[] };
    }>(),
    role: 'cashier',
  }),

  /** `reason`: why it is printed again; null for the first one. */
  printReceipt: call({
    input: ({ z, id, reason }) =>
      z.strictObject({ operationId: id, copy: z.enum(['customer', 'merchant']), reason: reason.nullable() }),
    output: answersOrRefuses<{ readonly type: 'accepted'; readonly isCopy: boolean }>(),
    role: 'cashier',
  }),

  /** The latest slips of drawers that were opened without a sale, newest first; without copies. */
  noSaleSlips: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly slips: readonly NoSaleView[] }>(),
    role: 'cashier',
  }),

  /** Prints one of them again, and why. It says COPY, unless it was taken back before it came out. */
  printNoSale: call({
    input: ({ z, id, reason }) => z.strictObject({ id, reason }),
    output: answersOrRefuses<{ readonly type: 'accepted'; readonly isCopy: boolean }>(),
    role: 'cashier',
  }),

  /** Opens the drawer without a sale. `unknown`: the pulse left, and the printer does not say whether the drawer opened. */
  openDrawer: call({
    input: ({ z, reason, approval }) =>
      z.strictObject({ drawer: z.string().min(1).max(64), reason, approval: approval.nullable() }),
    output: answersOrRefuses<{ readonly type: 'opened' | 'unknown' }>(),
    role: 'cashier',
    beyondRole: 'a supervisor, or the PIN of one',
    timeoutMs: 20_000,
  }),

  /** A person's hand at the training printer; nothing happens where there is none. */
  handleTrainingPrinter: call({
    input: ({ z }) => z.strictObject({ action: z.enum(trainingActions) }),
    output: answers<{ readonly done: boolean }>(),
    role: 'cashier',
  }),
};
