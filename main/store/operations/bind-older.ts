// Binds the rows that an older program wrote: once in the life of a folder, at the first start with the key. Each piece
// has its own journal record, so that the next start goes on where a killed one stopped. Rows of this program are
// sealed under another context than those of older ones, so removing these records does not make it bind changed rows
// (ADR 40).
import type { DatabaseSync } from 'node:sqlite';
import { bodyRequest } from '#core/ports/record.ts';
import { requestDigest, keptLength } from '../journal/request-digest.ts';
import { boundRecords } from '../schema/binding-table.ts';
import type { Commits } from '../database/commits.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { type BoundRow, boundColumns, digestOf } from './operation-binding.ts';
import { isOfOlderProgram } from './operation-row.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, oneRow } from '../database/sql.ts';

const type = 'operations-bound';
const pieceSize = 1_000;

export const unboundSql = `SELECT ${boundColumns} FROM operations INDEXED BY operations_unbound
  WHERE bound IS NULL ORDER BY seq LIMIT ? + 0`;

interface Parts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly append: AppendToJournal;
  readonly seal: Seal;
}

/** Does nothing in a folder that was bound before, or that no older program wrote. */
export function bindOlder({ db, commits, append, seal }: Parts, atMs: number): void {
  const begun = db.prepare(
    `SELECT max(json_extract(data, '$.complete')) AS complete FROM journal WHERE ${boundRecords}`,
  );
  const unbound = db.prepare(unboundSql);
  const put = db.prepare('UPDATE operations SET bound = ? WHERE seq = ?');
  const complete = () => oneRow<{ complete: number | null }>(begun)?.complete ?? null;
  const isLeft = () => complete() !== 1 && (complete() === 0 || allRows(unbound, 1).length > 0);
  const tell = (data: { readonly rows: number; readonly refused: number; readonly requests: string }, isEnd: boolean) =>
    append({ type, operationId: null, atMs, data: { ...data, complete: isEnd ? 1 : 0 } });
  const bindPiece = (): void => {
    const rows = allRows<BoundRow>(unbound, pieceSize);
    const older = rows.filter((row) => isOfOlderProgram(row, seal));
    const bound = new Set(older);
    for (const row of rows) put.run(bound.has(row) ? digestOf(row, seal) : '', row.seq);
    const requests = older
      // An erasure removes the body digest that identifies a request without an id, so no record may keep it.
      .filter(({ request_id: id }) => !id.startsWith(bodyRequest))
      .map((row) => requestDigest(seal, row.client_id, row.request_id).slice(0, keptLength));
    tell(
      { rows: older.length, refused: rows.length - older.length, requests: requests.join('') },
      rows.length < pieceSize,
    );
  };
  while (commits.read(isLeft)) commits.now(() => (isLeft() ? bindPiece() : undefined));
}
