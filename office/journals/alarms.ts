// What is wrong with a till's records, for a person: one row for each record concerned, however often it is sent.
import { type Tx, storable } from '../database/database.ts';

type AlarmKind = 'changed' | 'missing' | 'forked' | 'restored' | 'other-folder';

interface PlaceAlarm {
  readonly kind: AlarmKind;
  readonly lineage: number;
  readonly seq: number;
  readonly detail: string;
}

export async function notePlaceAlarm(
  tx: Tx,
  { chain, till }: { readonly chain: string; readonly till: string },
  { kind, lineage, seq, detail }: PlaceAlarm,
): Promise<void> {
  await tx.run(
    `INSERT INTO alarm (chain_id, till_id, kind, lineage, seq, detail) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (chain_id, till_id, kind, lineage, seq)
      DO UPDATE SET last_at = now(), times = alarm.times + 1, detail = excluded.detail`,
    [chain, till, kind, lineage, seq, storable(detail.slice(0, 500))],
  );
}
