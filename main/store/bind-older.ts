// Binds the rows of a folder that an older program wrote: once in its life, at the first start with the key. In pieces,
// each with a record of its own, so that a start that dies goes on where it was. What this program wrote is sealed in
// another name than what an older one wrote, so taking the records away brings no second binding of it (ADR 40).
import type { DatabaseSync } from 'node:sqlite';
import { bodyRequest } from '#core/record.ts';
import { askedDigest, keptLength } from './asked.ts';
import { boundRecords } from './binding-table.ts';
import type { Commits } from './commits.ts';
import type { AppendToJournal } from './journal.ts';
import { type BoundRow, boundColumns, digestOf } from './operation-binding.ts';
import { isOfOlderProgram } from './operation-row.ts';
import type { Seal } from './seal.ts';
import { allRows, oneRow } from './sql.ts';

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

/** Does nothing in a folder that was bound before, and in one that no older program wrote. */
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
      // Erasing takes what a request without an id was known by; no record may keep it.
      .filter(({ request_id: id }) => !id.startsWith(bodyRequest))
      .map((row) => askedDigest(seal, row.client_id, row.request_id).slice(0, keptLength));
    tell(
      { rows: older.length, refused: rows.length - older.length, requests: requests.join('') },
      rows.length < pieceSize,
    );
  };
  while (commits.read(isLeft)) commits.now(() => (isLeft() ? bindPiece() : undefined));
}
