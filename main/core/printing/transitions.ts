// What may become of a print job. A job is `sending` on the disk before the first byte leaves; from then on only the
// printer's own word, or a person's, says that it came out. What is doubtful is never sent again by itself.
import { type PrintJobState, isPrintRest } from '#contract/devices/print-jobs.ts';
import type { PrintJobRecord } from '../ports/record.ts';

const next: { readonly [state in PrintJobState]: readonly PrintJobState[] } = {
  due: ['sending', 'cancelled'],
  // Back to due only where the driver knows that no byte left.
  sending: ['due', 'printed', 'handed-over', 'doubtful'],
  doubtful: ['printed', 'cancelled'],
  printed: [],
  'handed-over': [],
  cancelled: [],
};

function mayBecome(from: PrintJobState, to: PrintJobState): boolean {
  return next[from].includes(to);
}

/** Throws where a job may not become that: a bug, which must not reach the disk. */
export function moved(
  job: PrintJobRecord,
  to: PrintJobState,
  nowMs: number,
  also: Partial<Pick<PrintJobRecord, 'doubt' | 'decided' | 'reprint'>> = {},
): PrintJobRecord {
  if (!mayBecome(job.state, to)) throw new Error(`a print job cannot go from ${job.state} to ${to}`);
  // The document goes with the last use of it: a doubtful job may have to be printed again.
  const document = isPrintRest(to) && to !== 'doubtful' ? null : job.document;
  return { ...job, doubt: null, ...also, state: to, document, revision: job.revision + 1, updatedAtMs: nowMs };
}
