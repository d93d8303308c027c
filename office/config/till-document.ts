// The one document of a till: merged, numbered and signed when the till asks and something of it changed.
import {
  type SettingsAnswer,
  type SettingsAsked,
  contentText,
  settingsDocumentSchema,
} from '#contract/office/office-settings.ts';
import { type Tx, storable } from '../database/database.ts';
import type { TillAt } from '../database/till-at.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';
import { type LayerKeys, layersOf } from './layers.ts';
import { merged } from './merge.ts';

interface Row {
  readonly [column: string]: unknown;
  readonly document: string | null;
  readonly version: number;
  readonly shop: string | null;
}

/** Notes what the till says of its settings, and gives it a newer document where there is one. Throws LayerAltered. */
export async function settingsFor(
  tx: Tx,
  keys: LayerKeys & Pick<OfficeKeys, 'signSettings'>,
  { chain, till }: TillAt,
  { asked, nowIso }: { readonly asked: SettingsAsked; readonly nowIso: string },
): Promise<SettingsAnswer> {
  const { has, inForce, refused } = asked;
  const row = await tx.row<Row>(
    `INSERT INTO till_settings (chain_id, till_id, has_version, in_force_version, refused)
      VALUES ($1, $2, $3, $4, $5::jsonb)
      ON CONFLICT (chain_id, till_id) DO UPDATE SET asked_at = now(), has_version = excluded.has_version,
        in_force_version = excluded.in_force_version, refused = excluded.refused
      RETURNING document, version, (SELECT shop FROM till WHERE chain_id = $1 AND id = $2) AS shop`,
    [chain, till, has.version, inForce, refused === null ? null : storable(JSON.stringify(refused))],
  );
  const content = merged(await layersOf(tx, keys, { chain, till, shop: row?.shop ?? null }));
  const last = row === null || row.document === null ? null : settingsDocumentSchema.parse(JSON.parse(row.document));
  const isKnown = has.version === last?.version && has.signature === last.signature;
  if (last === null ? Object.keys(content.settings).length === 0 : contentText(last) === contentText(content)) {
    if (last === null || isKnown) return { document: null };
    // Else this database was put back behind what the till has.
    if (has.version < last.version || (has.version === last.version && has.signature === null)) {
      return { document: last };
    }
  }
  const version = Math.max(row?.version ?? 0, has.version) + 1;
  const document = keys.signSettings({ till, version, at: nowIso, ...content });
  await tx.run(
    'UPDATE till_settings SET document = $3, version = $4, signed_at = now() WHERE chain_id = $1 AND till_id = $2',
    [chain, till, JSON.stringify(document), version],
  );
  return { document };
}
