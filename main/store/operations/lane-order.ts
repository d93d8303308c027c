// The order within a lane, in SQL. On a payment it is that of acceptance. At a terminal callers take turns, so that a
// program with many commands waiting keeps neither the cashier nor another program from it: a person's command comes
// behind the one that runs, a program's behind one more of each caller, and a caller's next one a round later. `turn` says
// it there: the round in its upper half, and below it the number of the operation.
import type { DatabaseSync } from 'node:sqlite';
import { type Origin, laneBeginnings } from '#core/ports/record.ts';
import { laneOf, oneRow } from '../database/sql.ts';

const inRound = 'CROSS JOIN lanes AS ahead ON ahead.lane = mine.lane AND';

/** Whether an operation is behind another one in any lane; `mine`: its rows of `lanes`, by that name. */
export const behindAnother = (mine: string): string => `(
  EXISTS (SELECT 1 FROM ${mine} ${inRound} ahead.seq < mine.seq WHERE NOT ${laneOf('terminal', 'mine.lane')})
  OR EXISTS (SELECT 1 FROM ${mine} ${inRound} ahead.turn < mine.turn WHERE ${laneOf('terminal', 'mine.lane')}))`;

export const holderQueries = {
  laneHolder: 'SELECT id FROM lanes JOIN operations USING (seq) WHERE lane = ? ORDER BY seq LIMIT 1',
  // `id` is of the row with the least one.
  terminalHolder: 'SELECT id, min(turn) FROM lanes JOIN operations USING (seq) WHERE lane = ?',
} as const;

export const isTerminal = (lane: string): boolean => lane.startsWith(laneBeginnings.terminal);

/** Gives the number of the first operation in a lane, or null. */
export function firstInLane(db: DatabaseSync): (lane: string) => number | null {
  const onPayment = db.prepare('SELECT min(seq) AS seq FROM lanes WHERE lane = ?');
  const atTerminal = db.prepare('SELECT seq, min(turn) FROM lanes WHERE lane = ?');
  return (lane) => oneRow<{ seq: number | null }>(isTerminal(lane) ? atTerminal : onPayment, lane)?.seq ?? null;
}

/** Puts a new operation into its lanes. `waits`: it is not first in all that are not of a terminal. */
export function enteringLanes(
  db: DatabaseSync,
): (
  entry: { readonly seq: number; readonly origin: Origin; readonly waits: boolean },
  lanes: readonly string[],
) => void {
  const enter = db.prepare('INSERT INTO lanes (lane, seq, turn) VALUES (?, ?, (? << 32) + ?)');
  const roundsOf = db.prepare(`SELECT min(turn >> 32) AS first, max(turn >> 32) AS last,
    max(CASE WHEN client_id = ? THEN turn >> 32 END) AS own FROM lanes JOIN operations USING (seq) WHERE lane = ?`);
  const roundOf = (lane: string, { clientId, type }: Origin, waits: boolean): number => {
    type Rounds = { readonly first: number | null; readonly last: number | null; readonly own: number | null };
    const { first, last, own } = oneRow<Rounds>(roundsOf, clientId, lane) ?? { first: null, last: null, own: null };
    if (first === null || last === null) return 0;
    // Before one that waits for its payment behind it, both would wait for each other.
    if (waits) return last;
    if (own !== null) return own + 1;
    return type === 'cashier' ? first : first + 1;
  };
  return ({ seq, origin, waits }, lanes) => {
    for (const lane of lanes) {
      if (isTerminal(lane)) enter.run(lane, seq, roundOf(lane, origin, waits), seq);
      else enter.run(lane, seq, 0, 0);
    }
  };
}
