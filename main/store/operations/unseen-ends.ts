// Reads the ends that no cashier has seen yet, and removes those that were seen. A trigger notes them with the change
// of state (schema.ts).
import type { DatabaseSync } from 'node:sqlite';
import type { EndRows } from '#core/ports/store.ts';
import type { Commits } from '../database/commits.ts';
import { allRows, limited } from '../database/sql.ts';

export const endQueries = {
  unseenEnds: `SELECT id FROM unseen_ends CROSS JOIN operations USING (seq) WHERE unseen_ends.environment_id = ?
    ORDER BY unseen_ends.seq DESC ${limited}`,
} as const;

export function createUnseenEnds(db: DatabaseSync, commits: Commits): EndRows {
  const unseen = db.prepare(endQueries.unseenEnds);
  const note = db.prepare(
    'INSERT INTO unseen_ends SELECT seq, environment_id FROM operations WHERE id = ? ON CONFLICT DO NOTHING',
  );
  const see = db.prepare('DELETE FROM unseen_ends WHERE seq = (SELECT seq FROM operations WHERE id = ?)');
  return {
    unseen: (environmentId, limit) =>
      commits.read(() => allRows<{ id: string }>(unseen, environmentId, limit).map(({ id }) => id)),
    note: (id) => commits.queue(() => void note.run(id)),
    see: (id) => commits.queue(() => void see.run(id)),
  };
}
