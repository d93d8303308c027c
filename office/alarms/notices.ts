// The alarms of a chain, open ones first, as lists show them; and from when on each kind counts.
import type { NoticesQuery, PageNotice } from '#contract/office/page.ts';
import type { Tx } from '../database/database.ts';
import { alarmWordsIn } from './alarm-texts.ts';
import type { NoticeFacts, NoticeKind } from './kinds.ts';

const mostRows = 200;

export interface Notice {
  readonly number: number;
  readonly kind: NoticeKind;
  readonly till: string;
  readonly shop: string | null;
  readonly facts: NoticeFacts;
  readonly since: Date;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

export function notices(tx: Tx, chain: string): Promise<Notice[]> {
  return tx.rows<Notice & { [column: string]: unknown }>(
    `SELECT number, kind, till, shop, facts, since, opened_at AS "openedAt", closed_at AS "closedAt"
      FROM notice WHERE chain_id = $1 ORDER BY closed_at DESC NULLS FIRST, since, number LIMIT ${mostRows}`,
    [chain],
  );
}

/** As the page shows them. */
export async function noticesIn(tx: Tx, chain: string, { language }: NoticesQuery): Promise<PageNotice[]> {
  const words = alarmWordsIn(language);
  return (await notices(tx, chain)).map(({ number, kind, till, shop, facts, since, closedAt }) => ({
    number,
    title: words.title(kind),
    advice: words.advice(kind),
    till: facts.tills?.join(', ') ?? till,
    shop,
    amountMinor: facts.amountMinor ?? null,
    currency: facts.currency ?? null,
    reference: facts.reference ?? null,
    since: since.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }));
}

export interface AlarmLimits {
  readonly doubtMinutes: number;
  readonly silentMinutes: number;
  readonly shopSilentHours: number;
  readonly authorizationDays: number;
}

/** Null leaves a limit as it is. */
export async function setLimits(
  tx: Tx,
  chain: string,
  limits: { readonly [limit in keyof AlarmLimits]: number | null },
): Promise<AlarmLimits | null> {
  await tx.run('INSERT INTO alarm_watch (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', [chain]);
  return tx.row<AlarmLimits & { [column: string]: unknown }>(
    `UPDATE alarm_watch SET doubt_minutes = coalesce($2, doubt_minutes),
        silent_minutes = coalesce($3, silent_minutes), shop_silent_hours = coalesce($4, shop_silent_hours),
        authorization_days = coalesce($5, authorization_days)
      WHERE chain_id = $1
      RETURNING doubt_minutes AS "doubtMinutes", silent_minutes AS "silentMinutes",
        shop_silent_hours AS "shopSilentHours", authorization_days AS "authorizationDays"`,
    [chain, limits.doubtMinutes, limits.silentMinutes, limits.shopSilentHours, limits.authorizationDays],
  );
}
