// The one document of a till: merged, numbered and signed when the till asks and something of it changed.
import type { TillDocument } from '#contract/office/till-document.ts';
import { type Tx, storable } from '../database/database.ts';
import type { TillAt } from '../database/till-at.ts';
import type { LayerKeys, OfficeKeys } from '../keys/office-keys.ts';
import type { DocumentKind } from './kinds.ts';
import { layersOf } from './layers.ts';

interface Row {
  readonly [column: string]: unknown;
  readonly document: string | null;
  readonly shop: string | null;
}

/** What a till says when it asks. */
interface Asked {
  readonly has: { readonly version: number; readonly signature: string | null };
  readonly inForce: number;
  readonly refused: object | null;
  /** Whether it takes any; else what it says is noted, and it is given none. */
  readonly takes: boolean;
}

/** Notes what the till says of its document, and gives it a newer one where there is one. Throws LayerAltered. */
export async function documentFor<C extends object, D extends C & TillDocument>(
  tx: Tx,
  kind: DocumentKind<C, D>,
  keys: LayerKeys & Pick<OfficeKeys, 'signDocument' | 'isOwnDocument'>,
  { chain, till }: TillAt,
  { asked, nowIso }: { readonly asked: Asked; readonly nowIso: string },
): Promise<D | null> {
  const { has, inForce, refused, takes } = asked;
  const row = await tx.row<Row>(
    `INSERT INTO ${kind.given} (chain_id, till_id, has_version, in_force_version, refused, takes)
      VALUES ($1, $2, $3, $4, $5::jsonb, $6)
      ON CONFLICT (chain_id, till_id) DO UPDATE SET asked_at = now(), has_version = excluded.has_version,
        in_force_version = excluded.in_force_version, refused = excluded.refused, takes = excluded.takes
      RETURNING document, (SELECT shop FROM till WHERE chain_id = $1 AND id = $2) AS shop`,
    [chain, till, has.version, inForce, refused === null ? null : storable(JSON.stringify(refused)), takes],
  );
  if (!takes) return null;
  const layers = await layersOf(tx, kind, keys, { chain, till, shop: row?.shop ?? null });
  const given = kind.merged(layers);
  const content = (await kind.completed?.(tx, keys, { chain, till }, given)) ?? given;
  const last = ownIn(row?.document ?? null, kind, keys, till);
  if (kind.textOf(last ?? kind.none) === kind.textOf(content)) {
    if (last === null) {
      if (has.version === 0) return null;
    } else {
      if (has.version === last.version && has.signature === last.signature) return null;
      if (has.version < last.version || (has.version === last.version && has.signature === null)) return last;
    }
    // This database was put back behind what the till has, or what stands there is of keys that the office had before.
  }
  const said = { ...content, till, version: Math.max(last?.version ?? 0, has.version) + 1, at: nowIso };
  const document = kind.document.parse({ ...said, ...keys.signDocument(kind.statement(said)) });
  await tx.run(
    `UPDATE ${kind.given} SET document = $3, version = $4, signed_at = now() WHERE chain_id = $1 AND till_id = $2`,
    [chain, till, JSON.stringify(document), document.version],
  );
  return document;
}

/**
 * Null where there is none that this office signed for this till. A number that somebody wrote into the database is not
 * gone on from: the highest one that there is would leave the till with what it has for ever.
 */
function ownIn<C extends object, D extends C & TillDocument>(
  text: string | null,
  kind: DocumentKind<C, D>,
  keys: Pick<OfficeKeys, 'isOwnDocument'>,
  till: string,
): D | null {
  try {
    const document = kind.document.parse(JSON.parse(text ?? 'null'));
    const isOwn = document.till === till && keys.isOwnDocument(kind.statement(document), document.signature);
    return isOwn ? document : null;
  } catch {
    return null;
  }
}
