// The recipients of a chain's alarms. Mail addresses may be set at the page; an address for a webhook only at the office's
// computer, since its signing key is shown there once, and since the office's machine may reach what a page's user may not.
import { randomUUID } from 'node:crypto';
import { StartProblem } from '#commands/io/problems.ts';
import type { Language } from '#contract/data/languages.ts';
import { addressProblem } from '#http/address.ts';
import { type Tx, storable } from '../database/database.ts';
import { isMailAddress } from './mail.ts';

const mostRecipients = 50;

export interface Recipient {
  readonly id: string;
  readonly kind: 'mail' | 'webhook';
  readonly address: string;
  readonly language: Language;
  readonly lastSentAt: Date | null;
  readonly waiting: number;
  /** Why the last try failed; null where it did not. */
  readonly why: string | null;
}

/** Its id. Throws StartProblem where the address is none, or there are too many. */
export async function addRecipient(
  tx: Tx,
  chain: string,
  { kind, address, language }: Pick<Recipient, 'kind' | 'address' | 'language'>,
): Promise<string> {
  const problem = kind === 'webhook' ? addressProblem(address) : isMailAddress(address) ? null : 'is no mail address';
  if (problem !== null) throw new StartProblem(`The ${kind} address ${address} ${problem}.`);
  const count = await tx.row<{ count: number }>('SELECT count(*) FROM alarm_recipient WHERE chain_id = $1', [chain]);
  if ((count?.count ?? 0) >= mostRecipients) {
    throw new StartProblem(`There are ${mostRecipients} recipients already: remove one first.`);
  }
  const row = await tx.row<{ id: string }>(
    `INSERT INTO alarm_recipient (chain_id, id, kind, address, language) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (chain_id, kind, address) DO UPDATE SET language = excluded.language RETURNING id`,
    [chain, randomUUID(), kind, storable(address), language],
  );
  return row?.id ?? '';
}

/** By its id or its address; the address, or null where there is none. What waits for it is dropped. */
export async function removeRecipient(tx: Tx, chain: string, which: string): Promise<string | null> {
  const row = await tx.row<{ address: string }>(
    'DELETE FROM alarm_recipient WHERE chain_id = $1 AND (id::text = $2 OR address = $2) RETURNING address',
    [chain, storable(which)],
  );
  return row?.address ?? null;
}

export function recipients(tx: Tx, chain: string): Promise<Recipient[]> {
  return tx.rows<Recipient & { [column: string]: unknown }>(
    `SELECT id, kind, address, language,
        (SELECT max(sent_at) FROM alarm_message AS sent WHERE sent.chain_id = $1 AND recipient_id = recipient.id)
          AS "lastSentAt",
        (SELECT count(*) FROM alarm_message AS waiting WHERE waiting.chain_id = $1 AND recipient_id = recipient.id
          AND sent_at IS NULL AND given_up_at IS NULL) AS waiting,
        (SELECT why FROM alarm_message AS last WHERE last.chain_id = $1 AND recipient_id = recipient.id AND tries > 0
          ORDER BY sent_at IS NULL DESC, number DESC LIMIT 1) AS why
      FROM alarm_recipient AS recipient WHERE chain_id = $1 ORDER BY kind, address`,
    [chain],
  );
}

/** A message to try the way with; false where there is no such recipient. */
export async function sendTest(tx: Tx, chain: string, which: string): Promise<boolean> {
  const item = { event: 'test', kind: 'silent', till: '', shop: null, facts: {}, since: new Date().toISOString() };
  return (
    (await tx.run(
      `INSERT INTO alarm_message (chain_id, recipient_id, items)
        SELECT $1, id, $3::jsonb FROM alarm_recipient WHERE chain_id = $1 AND (id::text = $2 OR address = $2)`,
      [chain, storable(which), JSON.stringify({ items: [item], more: 0 })],
    )) > 0
  );
}
