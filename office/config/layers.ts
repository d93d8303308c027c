// What was said for a chain, a shop or a till (kinds.ts): each change is a row that stays, signed when a person makes it. A
// row that was written into the database past the office is none of ours, and is never given to a till.
import { z } from 'zod';
import { canonicalJson } from '#contract/data/json.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import { type Tx, storable } from '../database/database.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';
import type { DocumentKind } from './kinds.ts';

export const layerScopes = ['chain', 'shop', 'till'] as const;

/** `name`: the shop's name, the till's id, or empty for the chain. */
export interface LayerAt {
  readonly chain: string;
  readonly scope: (typeof layerScopes)[number];
  readonly name: string;
}

const changeSchema = z.object({
  chain: z.uuid(),
  scope: z.enum(layerScopes),
  name: z.string(),
  /** From 1 on, in its scope. */
  number: z.int().positive(),
  at: z.iso.datetime(),
  by: z.string(),
});
export type LayerChange<C> = z.infer<typeof changeSchema> & C;

/** The layers of one kind; the document does not matter to them. */
type Kind<C extends object> = DocumentKind<C, C & TillDocument>;

export type LayerKeys = Pick<OfficeKeys, 'signLayer' | 'isOwnLayer'>;

/** A row that is not what a person made at this office. */
export class LayerAltered extends Error {
  override readonly name = 'LayerAltered';
}

interface Row {
  readonly [column: string]: unknown;
  readonly scope: string;
  readonly name: string;
  readonly number: number;
  readonly signed: string;
  readonly signature: string;
}

/** The newest first. Throws LayerAltered. */
export async function changesOf<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  { chain, scope, name }: LayerAt,
  most = 100,
): Promise<LayerChange<C>[]> {
  const rows = await tx.rows<Row>(
    `SELECT scope, name, number, signed, signature FROM ${kind.layers}
      WHERE chain_id = $1 AND scope = $2 AND name = $3 ORDER BY number DESC LIMIT $4`,
    [chain, scope, name, most],
  );
  return rows.map((row) => changeIn(row, kind, keys, chain));
}

/** The newest change of each scope of the chain that has any. Throws LayerAltered. */
export async function newestChanges<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  chain: string,
): Promise<LayerChange<C>[]> {
  const rows = await tx.rows<Row>(
    `SELECT DISTINCT ON (scope, name) scope, name, number, signed, signature FROM ${kind.layers}
      WHERE chain_id = $1 ORDER BY scope, name, number DESC`,
    [chain],
  );
  return rows.map((row) => changeIn(row, kind, keys, chain));
}

/** What was set for the till's chain, its shop and itself, in this order. Throws LayerAltered. */
export async function layersOf<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  { chain, till, shop }: { readonly chain: string; readonly till: string; readonly shop: string | null },
): Promise<LayerChange<C>[]> {
  const rows = await tx.rows<Row>(
    `SELECT DISTINCT ON (scope) scope, name, number, signed, signature FROM ${kind.layers}
      WHERE chain_id = $1 AND (scope, name) IN (('chain', ''), ('shop', $2), ('till', $3)) ORDER BY scope, number DESC`,
    [chain, shop ?? '', till],
  );
  const order = (scope: string): number => layerScopes.findIndex((each) => each === scope);
  const changes = rows.map((row) => changeIn(row, kind, keys, chain));
  return changes.toSorted((one, other) => order(one.scope) - order(other.scope));
}

interface Change<C> {
  readonly content: C;
  readonly by: string;
  readonly nowIso: string;
}

/** Until the transaction ends, no other change of the chain's layers of this kind is made; tills will ask. */
export async function lockLayers(
  tx: Tx,
  { name }: Pick<DocumentKind<object, TillDocument>, 'name'>,
  chain: string,
): Promise<void> {
  await tx.run(`UPDATE chain SET ${name}_changes = ${name}_changes + 1, ${name}_changed_at = now() WHERE id = $1`, [
    chain,
  ]);
}

/** Call it with the layers locked. Throws LayerAltered where the last one is none of ours. */
export async function addChange<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  at: LayerAt,
  { content, by, nowIso }: Change<C>,
): Promise<LayerChange<C>> {
  const [last] = await changesOf(tx, kind, keys, at, 1);
  const change: LayerChange<C> = { ...content, ...at, number: (last?.number ?? 0) + 1, at: nowIso, by };
  const signed = storable(canonicalJson({ ...change }));
  await tx.run(
    `INSERT INTO ${kind.layers} (chain_id, scope, name, number, signed, signature) VALUES ($1, $2, $3, $4, $5, $6)`,
    [at.chain, at.scope, at.name, change.number, signed, keys.signLayer(kind.purpose, signed)],
  );
  return change;
}

/** What the scope had before its newest change; nothing before the first one. Throws LayerAltered. */
export async function contentBefore<C extends object>(tx: Tx, kind: Kind<C>, keys: LayerKeys, at: LayerAt): Promise<C> {
  const [, before] = await changesOf(tx, kind, keys, at, 2);
  return before === undefined ? kind.none : kind.content.parse(before);
}

function changeIn<C extends object>(
  { scope, name, number, signed, signature }: Row,
  kind: Kind<C>,
  keys: LayerKeys,
  chain: string,
): LayerChange<C> {
  const where = `${kind.name} of ${scope} ${name}, change ${number}`;
  if (!keys.isOwnLayer(kind.purpose, signed, signature)) {
    throw new LayerAltered(`${where}: not signed by this office`);
  }
  const value: unknown = JSON.parse(signed);
  const [change, content] = [changeSchema.safeParse(value).data, kind.content.safeParse(value).data];
  const isThere = change?.chain === chain && change.scope === scope && change.name === name && change.number === number;
  if (change === undefined || content === undefined || !isThere) {
    throw new LayerAltered(`${where}: another change stands in its place`);
  }
  return { ...content, ...change };
}
