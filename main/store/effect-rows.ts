// The rows of follow-ups (receipt, drawer, event). They are made by the journal's own append, in the transaction of the
// outcome; here they are read, ticked off and tried again, each with its record.
import type { DatabaseSync } from 'node:sqlite';
import type { EffectKind, EffectRow, EffectRows } from '#core/ports/effects.ts';
import type { Commits } from './commits.ts';
import type { AppendToJournal } from './journal.ts';
import { allRows, limited, oneRow } from './sql.ts';

interface Row {
  readonly seq: number;
  readonly operation: string;
  readonly kind: string;
  readonly attempts: number;
  readonly copy: number;
  readonly trouble: string | null;
}

const columns = 'seq, operation, kind, attempts, copy, trouble';

export function createEffectRows(db: DatabaseSync, commits: Commits, append: AppendToJournal): EffectRows {
  const due = db.prepare(`
    SELECT ${columns} FROM effects WHERE state = 'due' AND kind = ? AND next_at <= ? ORDER BY next_at, seq ${limited}`);
  const next = db.prepare(`SELECT min(next_at) AS at FROM effects WHERE state = 'due' AND kind = ?`);
  const troubled = db.prepare(
    `SELECT ${columns} FROM effects WHERE state = 'due' AND trouble IS NOT NULL ORDER BY seq ${limited}`,
  );
  const find = db.prepare(`SELECT ${columns} FROM effects WHERE seq = ? AND state = 'due'`);
  const tick = db.prepare(`UPDATE effects SET state = 'done', trouble = NULL, done_at = ? WHERE seq = ?`);
  const rest = db.prepare('UPDATE effects SET attempts = attempts + 1, trouble = ?, next_at = ? WHERE seq = ?');
  const copy = db.prepare(`
    INSERT INTO effects (operation, kind, state, attempts, copy, next_at, created_at)
    VALUES (?, 'receipt', 'due', 0, 1, ?, ?)`);
  const rows = (found: readonly Row[]): EffectRow[] =>
    found.map(({ seq, operation, kind, attempts, copy: isCopy, trouble }) => {
      return { seq, operationId: operation, kind: kind as EffectKind, attempts, copy: isCopy === 1, trouble };
    });
  return {
    due: (kind, nowMs, limit) => commits.read(() => rows(allRows<Row>(due, kind, nowMs, limit))),
    nextDueMs: (kind) => commits.read(() => oneRow<{ at: number | null }>(next, kind)?.at ?? null),
    troubled: (limit) => commits.read(() => rows(allRows<Row>(troubled, limit))),
    done: (seq, atMs) =>
      commits.queue(() => {
        const row = oneRow<Row>(find, seq);
        if (row === null) return;
        tick.run(atMs, seq);
        const data = { effect: row.kind, number: seq, copy: row.copy === 1, attempts: row.attempts + 1 };
        append({ type: 'effect-done', operationId: row.operation, atMs, data });
      }),
    failed: (seq, trouble, nextAtMs, atMs) =>
      commits.queue(() => {
        const row = oneRow<Row>(find, seq);
        if (row === null) return;
        rest.run(trouble, nextAtMs, seq);
        // Not each try: a printer that is off over the weekend would fill the books.
        if (row.trouble !== null) return;
        append({ type: 'effect-failed', operationId: row.operation, atMs, data: { effect: row.kind, number: seq } });
      }),
    reprint: (operationId, by, atMs) =>
      commits.queue(() => {
        copy.run(operationId, atMs, atMs);
        append({ type: 'reprint', operationId, atMs, data: { by } });
      }),
  };
}
