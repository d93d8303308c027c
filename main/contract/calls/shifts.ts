// The window's calls about shifts and their comparison with the gateway.
import { type ComparisonView, type Finding, type ListFault, findingGroups } from '../shift/reconcile.ts';
import type { ShiftClosing, ShiftReport } from '../shift/shift.ts';
import { answers, answersOrRefuses, call } from './call.ts';

/** A person looks at a dialog of the system. */
const dialogMs = 600_000;

export const shiftCalls = {
  /**
   * The report of the running shift (null) or of a closed one; null where no closed shift has that number. `lastClosed`
   * is 0 before the first.
   */
  shiftReport: call({
    input: ({ z, shiftNumber }) => z.strictObject({ number: shiftNumber.nullable() }),
    output: answersOrRefuses<{ readonly report: ShiftReport | null; readonly lastClosed: number }>(),
    role: 'cashier',
    timeoutMs: 60_000,
  }),

  /** Without `evenIfOpen`, a shift with something open is left as it is. */
  closeShift: call({
    input: ({ z, approval }) => z.strictObject({ evenIfOpen: z.boolean(), approval: approval.nullable() }),
    output: answersOrRefuses<ShiftClosing>(),
    role: 'cashier',
    beyondRole: 'a supervisor, or the PIN of one',
    timeoutMs: 120_000,
  }),

  /**
   * Prints the running shift's report (null) or a closed one's on the till's printer. A second Z of a shift says COPY and
   * needs a `reason`; it is null for the first one.
   */
  printShift: call({
    input: ({ z, shiftNumber, reason }) =>
      z.strictObject({ number: shiftNumber.nullable(), reason: reason.nullable() }),
    output: answersOrRefuses<{ readonly type: 'accepted'; readonly isCopy: boolean }>(),
    role: 'cashier',
    timeoutMs: 60_000,
  }),

  /** Opens the system's dialog and writes the report as a PDF, or the whole journal with its public key beside it. */
  saveShift: call({
    input: ({ z, shiftNumber }) =>
      z.strictObject({ number: shiftNumber.nullable(), format: z.enum(['pdf', 'ndjson', 'csv']) }),
    output: answers<{ readonly saved: boolean; readonly file: string | null }>(),
    role: 'cashier',
    more: { role: 'manager', what: 'the whole journal (ndjson, csv)', when: ({ format }) => format !== 'pdf' },
    timeoutMs: dialogMs,
  }),

  /** Compares the running shift (null) or a closed one with the gateway; `withList`: and with a file that is asked for. */
  compareShift: call({
    input: ({ z, shiftNumber }) => z.strictObject({ number: shiftNumber.nullable(), withList: z.boolean() }),
    output: answersOrRefuses<
      | { readonly type: 'begun'; readonly comparison: ComparisonView }
      /** The person chose no file. */
      | { readonly type: 'no-list' }
      | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: number | null }
    >(),
    role: 'supervisor',
    timeoutMs: dialogMs,
  }),

  /** The comparison that runs, or the last one's result. The step beside the report shows everybody whether one runs. */
  comparison: call({ input: ({ nothing }) => nothing, output: answers<ComparisonView | null>(), role: 'cashier' }),

  /** A part of the result: those of a group, behind the first `after`. */
  comparisonFindings: call({
    input: ({ z }) =>
      z.strictObject({
        group: z.enum(findingGroups),
        after: z.int().min(0).max(1_000_000),
        limit: z.int().min(1).max(200),
      }),
    output: answersOrRefuses<{
      readonly type: 'page';
      readonly findings: readonly Finding[];
      readonly total: number;
    }>(),
    role: 'supervisor',
  }),

  /** Compares what was looked up until now. */
  stopComparison: call({
    input: ({ nothing }) => nothing,
    output: answersOrRefuses<{ readonly type: 'stopping' }>(),
    role: 'supervisor',
  }),

  /** The result was looked at. */
  forgetComparison: call({
    input: ({ nothing }) => nothing,
    output: answersOrRefuses<{ readonly type: 'forgotten' }>(),
    role: 'supervisor',
  }),
};
