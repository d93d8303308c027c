// Sends what is on its way to the recipients of a chain. A message is locked while it is sent, so that of several office
// processes one sends it; a process that is killed frees it, and another one sends it again. So a message comes at least
// once: a kill between the mail server's answer and the commit repeats it, with the same Message-ID.
import type { Language } from '#contract/data/languages.ts';
import type { Database, Tx } from '../database/database.ts';
import type { NoticeItem } from './kinds.ts';

export interface Message {
  readonly chain: string;
  readonly number: number;
  readonly recipient: string;
  readonly kind: 'mail' | 'webhook';
  readonly address: string;
  readonly language: Language;
  readonly items: readonly NoticeItem[];
  /** How many more there were than `items` holds. */
  readonly more: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Null: it was taken; else why not, in a few words without secrets. */
export type Send = (message: Message) => Promise<string | null>;

/** One recipient that is slow keeps the others of its chain waiting no longer than this many messages. */
const mostInTurn = 20;
const keptDays = 90;
const giveUpDays = 7;

interface Row {
  readonly number: number;
  readonly recipient: string;
  readonly kind: Message['kind'];
  readonly address: string;
  readonly language: Language;
  readonly items: Pick<Message, 'items' | 'more'>;
  readonly made_at: Date;
}

/** How many were tried. */
export async function deliver(database: Database, chain: string, send: Send): Promise<number> {
  for (let tried = 0; tried < mostInTurn; tried += 1) {
    if (!(await database.transact(chain, (tx) => deliverOne(tx, chain, send)))) return tried;
  }
  return mostInTurn;
}

async function deliverOne(tx: Tx, chain: string, send: Send): Promise<boolean> {
  // In their order: while a recipient's first message waits, the later ones wait, too.
  const row = await tx.row<Row & { [column: string]: unknown }>(
    `SELECT message.number, recipient_id AS recipient, kind, address, language, items, message.made_at
      FROM alarm_message AS message
      JOIN alarm_recipient AS recipient ON recipient.chain_id = message.chain_id AND recipient.id = recipient_id
      WHERE message.chain_id = $1 AND sent_at IS NULL AND given_up_at IS NULL AND try_at <= now()
        AND NOT EXISTS (SELECT FROM alarm_message AS earlier WHERE earlier.chain_id = message.chain_id
          AND earlier.recipient_id = message.recipient_id AND earlier.number < message.number
          AND earlier.sent_at IS NULL AND earlier.given_up_at IS NULL)
      ORDER BY try_at, message.number LIMIT 1 FOR UPDATE OF message SKIP LOCKED`,
    [chain],
  );
  if (row === null) return false;
  const { number, recipient, kind, address, language, items, made_at: madeAt } = row;
  const why = await send({ chain, number, recipient, kind, address, language, ...items, at: madeAt.toISOString() });
  if (why === null) {
    await tx.run(
      `UPDATE alarm_message SET sent_at = clock_timestamp(), tries = tries + 1, why = NULL
        WHERE chain_id = $1 AND number = $2`,
      [chain, number],
    );
    await tx.run(`DELETE FROM alarm_message WHERE chain_id = $1 AND made_at < now() - interval '${keptDays} days'`, [
      chain,
    ]);
  } else {
    await tx.run(
      `UPDATE alarm_message SET tries = tries + 1, why = $3,
          try_at = clock_timestamp() + make_interval(mins => least(60, power(2, least(tries, 6))::integer)),
          given_up_at = CASE WHEN made_at < now() - interval '${giveUpDays} days' THEN now() END
        WHERE chain_id = $1 AND number = $2`,
      [chain, number, why.slice(0, 200)],
    );
  }
  return true;
}
