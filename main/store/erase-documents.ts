// Erases documents that were not printed: they may hold personal data, as a program's receipt with a customer's name. Their
// jobs stay, as evidence of what came out: one in doubt stays in doubt, and one that waits is taken back. What was printed
// has no document any more.
import type { Commits } from './database/commits.ts';
import type { ErasureTarget, EraseOptions } from './erase-terms.ts';
import type { Bindings } from './operations/operation-binding.ts';
import { type PrintJobRow, jobColumns } from './printing/print-job-binding.ts';
import type { StoreParts } from './store.ts';

const look = (where: string) =>
  `SELECT ${jobColumns} FROM print_jobs WHERE state = :state AND seq > :after AND ${where} ORDER BY seq LIMIT 1`;

const documentQueries = {
  operation: look('operation = :value'),
  payment: look('operation IN (SELECT id FROM operations WHERE pay_id = :value)'),
  older: look('updated_at < :value'),
} as const;

/** What has a document and is not on its way. */
const states = ['doubtful', 'due'] as const;

export function createEraseDocuments({
  db,
  commits,
  append,
  bindings,
  printing,
}: Pick<StoreParts, 'db' | 'append' | 'printing'> & { readonly commits: Commits; readonly bindings: Bindings }) {
  const looks = {
    operation: db.prepare(documentQueries.operation),
    payment: db.prepare(documentQueries.payment),
    older: db.prepare(documentQueries.older),
  };
  const write = db.prepare(
    'UPDATE print_jobs SET sealed = NULL, state = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
  );

  /** One job a transaction, so that a sale waits for one at most. Returns how many documents were erased. */
  return (target: ErasureTarget, value: string | number, { atMs, by, reason, request }: EraseOptions): number => {
    let count = 0;
    for (const state of states) {
      for (let after = 0; ;) {
        const named = { state, after, value };
        const row = commits.read(() => looks[target.type].get(named)) as unknown as PrintJobRow | undefined;
        if (row === undefined) break;
        after = row.seq;
        if (row.sealed === null) continue;
        count += commits.now(() =>
          bindings.within(() =>
            printing.within(() => {
              // A row that was changed by hand stays as it is, for who looks into it.
              if (!printing.believes(row)) return 0;
              const now = state === 'due' ? 'cancelled' : state;
              write.run(now, atMs, row.id);
              printing.wrote(row.id);
              const data = { job: row.id, device: row.device, state: now, by, reason };
              const asked = request === undefined ? {} : { request };
              append({ type: 'print-job-erased', operationId: null, atMs, data: { ...data, ...asked } });
              return 1;
            }),
          ),
        );
      }
    }
    return count;
  };
}
