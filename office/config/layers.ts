// What was said for a chain, a shop or a till (kinds.ts): each change is a row that stays, signed when a person makes it. A
// row that was written into the database past the office is none of ours, and is never given to a till.
import { z } from 'zod';
import { canonicalJson } from '#contract/data/json.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import { type Tx, storable } from '../database/database.ts';
import type { LayerKeys } from '../keys/office-keys.ts';
import { type AuditedDeed, noteAudit } from '../people/audit.ts';
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

type Layers = Pick<DocumentKind<object, TillDocument>, 'layers'>;

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
  at: LayerAt,
  most: number,
): Promise<LayerChange<C>[]> {
  return (await rowsOf(tx, kind, at, most)).map((row) => changeIn(row, kind, keys, at.chain));
}

/** The newest first, as far back as they are ours; `lost`: why the next one is not, null where all are. */
export async function historyOf<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  at: LayerAt,
): Promise<{ readonly changes: LayerChange<C>[]; readonly lost: LayerAltered | null }> {
  const changes: LayerChange<C>[] = [];
  for (const row of await rowsOf(tx, kind, at, 100)) {
    const change = changeOrLost(row, kind, keys, at.chain);
    if (change instanceof LayerAltered) return { changes, lost: change };
    changes.push(change);
  }
  return { changes, lost: null };
}

function rowsOf(tx: Tx, { layers }: Layers, { chain, scope, name }: LayerAt, most: number): Promise<Row[]> {
  return tx.rows<Row>(
    `SELECT scope, name, number, signed, signature FROM ${layers}
      WHERE chain_id = $1 AND scope = $2 AND name = $3 ORDER BY number DESC LIMIT $4`,
    [chain, scope, name, most],
  );
}

/** The newest change of each scope of the chain that has any. Throws LayerAltered. */
export async function newestChanges<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  chain: string,
): Promise<LayerChange<C>[]> {
  return (await newestRows(tx, kind, chain)).map((row) => changeIn(row, kind, keys, chain));
}

function newestRows(tx: Tx, { layers }: Layers, chain: string): Promise<Row[]> {
  return tx.rows<Row>(
    `SELECT DISTINCT ON (scope, name) scope, name, number, signed, signature FROM ${layers}
      WHERE chain_id = $1 ORDER BY scope, name, number DESC`,
    [chain],
  );
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

/** Who makes a change, and as what it stands in the office's audit. */
export interface Deed {
  readonly by: string;
  /** Null: at the office's computer. */
  readonly address: string | null;
  readonly what: AuditedDeed;
  readonly nowIso: string;
}

/**
 * Until the transaction ends, no other change of the chain's layers of this kind is made. Tills ask where they hear another
 * number of changes than before. It is by chance: counted on from a backup that was put back, it would be one that a till
 * heard before and stayed away since, which would then not ask.
 */
export async function lockLayers(
  tx: Tx,
  { name }: Pick<DocumentKind<object, TillDocument>, 'name'>,
  chain: string,
): Promise<void> {
  const anew = 'floor(random() * 2147483647)::integer + 1';
  await tx.run(`UPDATE chain SET ${name}_changes = ${anew}, ${name}_changed_at = now() WHERE id = $1`, [chain]);
}

/** A layer that cannot say this; the message says why, in English. */
export class LayerRefused extends Error {
  override readonly name = 'LayerRefused';
}

interface Wish<C> extends Deed {
  /** What the scope says from now on, of what it says so far; null: it stays as it is. */
  readonly next: (last: LayerChange<C> | null) => C | null | Promise<C | null>;
  /** What the audit says of the change. */
  readonly detail: (change: LayerChange<C>) => string | Promise<string>;
}

/** Null where nothing was changed. Throws LayerRefused, and LayerAltered where the last change is none of ours. */
export async function changeLayer<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  at: LayerAt,
  { next, detail, ...deed }: Wish<C>,
): Promise<LayerChange<C> | null> {
  await lockLayers(tx, kind, at.chain);
  const [last] = await changesOf(tx, kind, keys, at, 1);
  const content = await next(last ?? null);
  if (content === null) return null;
  const problem = kind.whyNot(content) ?? (await whyNotBeside(tx, kind, keys, at, { content, last }));
  if (problem !== null) throw new LayerRefused(problem);
  const { by, nowIso } = deed;
  const change = await write(tx, kind, keys, { ...content, ...at, number: (last?.number ?? 0) + 1, at: nowIso, by });
  await note(tx, at.chain, deed, await detail(change));
  return change;
}

/** People make no more changes of a scope: a row beyond was written past the office, and could leave no number for the next. */
const mostChanges = 1_000_000_000;

/**
 * Scopes whose newest row is none of ours say nothing from now on, which is signed with the key of today: the way on where
 * the office's keys are new, or where a row cannot be put right. Which they are. Call it as the owner.
 */
export async function startOver<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  chain: string,
  deed: Deed,
): Promise<LayerChange<C>[]> {
  await lockLayers(tx, kind, chain);
  await tx.run(`DELETE FROM ${kind.layers} WHERE chain_id = $1 AND number > $2`, [chain, mostChanges]);
  const rows = await newestRows(tx, kind, chain);
  const lost = rows.filter((row) => changeOrLost(row, kind, keys, chain) instanceof LayerAltered);
  const begun: LayerChange<C>[] = [];
  for (const { scope, name, number: last } of lost) {
    const number = last + 1;
    const at = { chain, scope: z.enum(layerScopes).parse(scope), name, number, at: deed.nowIso, by: deed.by };
    begun.push(await write(tx, kind, keys, { ...kind.none, ...at }));
    await note(tx, chain, deed, `${scope} ${name}, ${number}`);
  }
  return begun;
}

function note(tx: Tx, chain: string, { by, address, what }: Deed, detail: string): Promise<void> {
  return noteAudit(tx, chain, { person: by, address, what, detail });
}

async function write<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  change: LayerChange<C>,
): Promise<LayerChange<C>> {
  const { chain, scope, name, number } = change;
  const signed = storable(canonicalJson({ ...change }));
  await tx.run(
    `INSERT INTO ${kind.layers} (chain_id, scope, name, number, signed, signature) VALUES ($1, $2, $3, $4, $5, $6)`,
    [chain, scope, name, number, signed, keys.signLayer(kind.purpose, signed)],
  );
  return change;
}

async function whyNotBeside<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: LayerKeys,
  at: LayerAt,
  { content, last }: { readonly content: C; readonly last: C | undefined },
): Promise<string | null> {
  if (kind.whyNotBeside === null) return null;
  const newest = await newestChanges(tx, kind, keys, at.chain);
  const others = newest.filter(({ scope, name }) => scope !== at.scope || name !== at.name);
  return kind.whyNotBeside(content, last ?? kind.none, others);
}

/** What the scope had before its newest change; nothing before the first one. Throws LayerAltered. */
export async function contentBefore<C extends object>(tx: Tx, kind: Kind<C>, keys: LayerKeys, at: LayerAt): Promise<C> {
  const [, before] = await changesOf(tx, kind, keys, at, 2);
  return before === undefined ? kind.none : kind.content.parse(before);
}

function changeIn<C extends object>(row: Row, kind: Kind<C>, keys: LayerKeys, chain: string): LayerChange<C> {
  const change = changeOrLost(row, kind, keys, chain);
  if (change instanceof LayerAltered) throw change;
  return change;
}

function changeOrLost<C extends object>(
  { scope, name, number, signed, signature }: Row,
  kind: Kind<C>,
  keys: LayerKeys,
  chain: string,
): LayerChange<C> | LayerAltered {
  const where = `${kind.name} of ${scope} ${name}, change ${number}`;
  if (!keys.isOwnLayer(kind.purpose, signed, signature)) return new LayerAltered(`${where}: not signed by this office`);
  const value: unknown = JSON.parse(signed);
  const [change, content] = [changeSchema.safeParse(value).data, kind.content.safeParse(value).data];
  const isThere = change?.chain === chain && change.scope === scope && change.name === name && change.number === number;
  if (change === undefined || content === undefined || !isThere) {
    return new LayerAltered(`${where}: another change stands in its place`);
  }
  return { ...content, ...change };
}
