// One look at a chain: what is wrong now is written down as alarms, and a message is made for each recipient, in one
// transaction. So a process that ends in between leaves neither an alarm without its message nor a message twice.
import { type Tx, storable } from '../database/database.ts';
import { type Condition, conditionsNow } from './conditions.ts';
import { type NoticeFacts, type NoticeItem, type NoticeKind, isEvent } from './kinds.ts';
import { type OpenNotice, firstPauseMinutes, longestPauseMinutes, settle } from './settle.ts';

/** Of one look; a message says how many more there are. */
const mostItems = 50;
/** A recipient that is away for long gets no more than so many. */
const mostWaiting = 200;
/** Offices that look less often than this have not run in between. */
const gapSeconds = 120;
const keptDays = 400;

interface NoticeRow {
  readonly number: number;
  readonly kind: NoticeKind;
  readonly till: string;
  readonly shop: string | null;
  readonly facts: NoticeFacts;
  readonly since: Date;
}

/** Whether anything changed. `leastSeconds`: another process that looked so lately looked for all. */
export async function lookAt(tx: Tx, chain: string, leastSeconds: number): Promise<boolean> {
  await tx.run('INSERT INTO alarm_watch (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', [chain]);
  // The row's lock keeps other processes from the same look.
  const watch = await tx.row<{ [limit: string]: unknown; now: Date; lately: boolean }>(
    `SELECT *, now() AS now, looked_at > greatest(now() - make_interval(secs => $2), up_since) AS lately
      FROM alarm_watch WHERE chain_id = $1 FOR UPDATE SKIP LOCKED`,
    [chain, leastSeconds],
  );
  if (watch === null || watch.lately) return false;
  await tx.run(
    `UPDATE alarm_watch SET looked_at = now(),
        up_since = CASE WHEN looked_at < now() - make_interval(secs => $2) THEN now() ELSE up_since END
      WHERE chain_id = $1`,
    [chain, gapSeconds],
  );
  const open = await tx.rows<OpenNotice & { [column: string]: unknown }>(
    `SELECT number, kind, subject, gone_at AS "goneAt", remind_at AS "remindAt" FROM notice
      WHERE chain_id = $1 AND closed_at IS NULL`,
    [chain],
  );
  const { opened, back, gone, over, past, reminded } = settle(
    await conditionsNow(tx, chain, watch),
    open,
    watch.now.getTime(),
  );
  const items: NoticeItem[] = [];
  const noted = async (event: NoticeItem['event'], change: string, numbers: readonly number[]): Promise<void> => {
    if (numbers.length === 0) return;
    const rows = await tx.rows<NoticeRow & { [column: string]: unknown }>(
      `UPDATE notice SET ${change} WHERE chain_id = $1 AND number = ANY ($2)
        RETURNING number, kind, till, shop, facts, since`,
      [chain, numbers],
    );
    for (const row of rows) items.push(itemOf(event, row));
  };
  if (opened.length > 0) {
    await openAll(tx, chain, opened);
    for (const condition of opened) items.push(itemOf('opened', condition));
  }
  await noted(
    'reminder',
    `pause_minutes = least(pause_minutes * 2, ${longestPauseMinutes}),
      remind_at = now() + make_interval(mins => least(pause_minutes * 2, ${longestPauseMinutes}))`,
    reminded,
  );
  await noted('over', 'closed_at = gone_at', over);
  const quietly = async (change: string, numbers: readonly number[]): Promise<void> => {
    if (numbers.length === 0) return;
    await tx.run(`UPDATE notice SET ${change} WHERE chain_id = $1 AND number = ANY ($2)`, [chain, numbers]);
  };
  await quietly('gone_at = NULL', back);
  await quietly('gone_at = now()', gone);
  await quietly('closed_at = now()', past);
  if (items.length > 0) await tellAll(tx, chain, items);
  await forget(tx, chain);
  return opened.length + back.length + gone.length + over.length + past.length + reminded.length > 0;
}

function itemOf(event: NoticeItem['event'], { kind, till, shop, facts, since }: NoticeRow | Condition): NoticeItem {
  return { event, kind, till, shop, facts, since: since.toISOString() };
}

async function openAll(tx: Tx, chain: string, opened: readonly Condition[]): Promise<void> {
  const rows = opened.map((condition) => ({
    ...condition,
    remind_minutes: isEvent(condition.kind) ? null : firstPauseMinutes,
  }));
  await tx.run(
    `INSERT INTO notice (chain_id, kind, subject, till, shop, facts, since, remind_at, pause_minutes)
      SELECT $1, kind, subject, till, shop, facts, since, now() + make_interval(mins => remind_minutes), $3
      FROM jsonb_to_recordset($2::jsonb) AS given (kind text, subject text, till text, shop text, facts jsonb,
        since timestamptz, remind_minutes integer)`,
    [chain, storable(JSON.stringify(rows)), firstPauseMinutes],
  );
}

async function tellAll(tx: Tx, chain: string, items: readonly NoticeItem[]): Promise<void> {
  await tx.run(
    `INSERT INTO alarm_message (chain_id, recipient_id, items)
      SELECT $1, id, $2::jsonb FROM alarm_recipient AS recipient
      WHERE chain_id = $1 AND (SELECT count(*) FROM alarm_message AS waiting WHERE waiting.chain_id = $1
        AND recipient_id = recipient.id AND sent_at IS NULL AND given_up_at IS NULL) < ${mostWaiting}`,
    [chain, JSON.stringify({ items: items.slice(0, mostItems), more: Math.max(0, items.length - mostItems) })],
  );
}

async function forget(tx: Tx, chain: string): Promise<void> {
  await tx.run(`DELETE FROM notice WHERE chain_id = $1 AND closed_at < now() - interval '${keptDays} days'`, [chain]);
}
