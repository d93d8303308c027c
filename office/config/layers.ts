// What was set for a chain, a shop or a till: each change is a row that stays, signed when a person makes it. A row that
// was written into the database past the office is none of ours, and is never given to a till.
import { z } from 'zod';
import { type JsonObject, canonicalJson } from '#contract/data/json.ts';
import {
  type OfficeContent,
  contentText,
  mostLayerBytes,
  officeContentSchema,
  officeSums,
} from '#contract/office/office-settings.ts';
import { officeProblems } from '#settings/office-part.ts';
import { settingsSchema } from '#settings/settings.ts';
import { type Tx, storable } from '../database/database.ts';
import type { OfficeKeys } from '../keys/office-keys.ts';

export const settingsScopes = ['chain', 'shop', 'till'] as const;

/** `name`: the shop's name, the till's id, or empty for the chain. */
export interface LayerAt {
  readonly chain: string;
  readonly scope: (typeof settingsScopes)[number];
  readonly name: string;
}

const changeSchema = officeContentSchema.extend({
  chain: z.uuid(),
  scope: z.enum(settingsScopes),
  name: z.string(),
  /** From 1 on, in its scope. */
  number: z.int().positive(),
  at: z.iso.datetime(),
  by: z.string(),
});
export type LayerChange = z.infer<typeof changeSchema>;

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
export async function changesOf(
  tx: Tx,
  keys: LayerKeys,
  { chain, scope, name }: LayerAt,
  most = 100,
): Promise<LayerChange[]> {
  const rows = await tx.rows<Row>(
    `SELECT scope, name, number, signed, signature FROM settings_layer
      WHERE chain_id = $1 AND scope = $2 AND name = $3 ORDER BY number DESC LIMIT $4`,
    [chain, scope, name, most],
  );
  return rows.map((row) => changeIn(row, keys, chain));
}

/** The newest change of each scope of the chain that has any. Throws LayerAltered. */
export async function newestChanges(tx: Tx, keys: LayerKeys, chain: string): Promise<LayerChange[]> {
  const rows = await tx.rows<Row>(
    `SELECT DISTINCT ON (scope, name) scope, name, number, signed, signature FROM settings_layer
      WHERE chain_id = $1 ORDER BY scope, name, number DESC`,
    [chain],
  );
  return rows.map((row) => changeIn(row, keys, chain));
}

/** What was set for the till's chain, its shop and itself, in this order. Throws LayerAltered. */
export async function layersOf(
  tx: Tx,
  keys: LayerKeys,
  { chain, till, shop }: { readonly chain: string; readonly till: string; readonly shop: string | null },
): Promise<LayerChange[]> {
  const rows = await tx.rows<Row>(
    `SELECT DISTINCT ON (scope) scope, name, number, signed, signature FROM settings_layer
      WHERE chain_id = $1 AND (scope, name) IN (('chain', ''), ('shop', $2), ('till', $3)) ORDER BY scope, number DESC`,
    [chain, shop ?? '', till],
  );
  const order = (scope: string): number => settingsScopes.findIndex((each) => each === scope);
  const changes = rows.map((row) => changeIn(row, keys, chain));
  return changes.toSorted((one, other) => order(one.scope) - order(other.scope));
}

/** Why these cannot be set, in English; null where they can. */
export function whyNot(content: OfficeContent): string | null {
  const sums = Object.keys(content.settings).filter((name) => officeSums.includes(name));
  if (sums.length > 0 && content.currency === null) return `the currency is missing: ${sums.join(', ')} are sums of it`;
  if (Buffer.byteLength(contentText(content)) > mostLayerBytes) return 'these settings are too long';
  const asTill = settingsSchema.safeParse(content.currency === null ? {} : { shopCurrency: content.currency });
  if (!asTill.success) return `there is no currency ${content.currency}`;
  const [problem] = officeProblems(content, asTill.data);
  if (problem === undefined) return null;
  if (problem.why === 'not-settable') return `${problem.name} is none of the settings that an office may set`;
  return `${problem.name} ${problem.detail ?? 'does not fit'}`;
}

interface Change {
  readonly content: OfficeContent;
  readonly by: string;
  readonly nowIso: string;
}

/** Until the transaction ends, no other change of the chain's settings is made; tills will ask. */
export async function lockSettings(tx: Tx, chain: string): Promise<void> {
  await tx.run('UPDATE chain SET settings_changes = settings_changes + 1, settings_changed_at = now() WHERE id = $1', [
    chain,
  ]);
}

/** Call it with the settings locked. Throws LayerAltered where the last one is none of ours. */
export async function addChange(
  tx: Tx,
  keys: LayerKeys,
  at: LayerAt,
  { content, by, nowIso }: Change,
): Promise<LayerChange> {
  const [last] = await changesOf(tx, keys, at, 1);
  const { currency, settings } = content;
  const change: LayerChange = { ...at, number: (last?.number ?? 0) + 1, at: nowIso, by, currency, settings };
  const signed = storable(canonicalJson({ ...change } satisfies JsonObject));
  await tx.run(
    'INSERT INTO settings_layer (chain_id, scope, name, number, signed, signature) VALUES ($1, $2, $3, $4, $5, $6)',
    [at.chain, at.scope, at.name, change.number, signed, keys.signLayer(signed)],
  );
  return change;
}

/** What the scope had before its newest change; nothing before the first one. Throws LayerAltered. */
export async function contentBefore(tx: Tx, keys: LayerKeys, at: LayerAt): Promise<OfficeContent> {
  const [, before] = await changesOf(tx, keys, at, 2);
  return { currency: before?.currency ?? null, settings: before?.settings ?? {} };
}

function changeIn({ scope, name, number, signed, signature }: Row, keys: LayerKeys, chain: string): LayerChange {
  const where = `settings of ${scope} ${name}, change ${number}`;
  if (!keys.isOwnLayer(signed, signature)) throw new LayerAltered(`${where}: not signed by this office`);
  const change = changeSchema.safeParse(JSON.parse(signed)).data;
  const isThere = change?.chain === chain && change.scope === scope && change.name === name && change.number === number;
  if (change === undefined || !isThere) throw new LayerAltered(`${where}: another change stands in its place`);
  return change;
}
