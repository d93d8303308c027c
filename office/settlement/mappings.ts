// Mappings by their names, of each chain.
import { type Mapping, type SettlementMappings, mappingSchema } from '#contract/office/settlement.ts';
import type { Tx } from '../database/database.ts';
import { imports } from './imports.ts';
import { layouts } from './layouts.ts';

export async function mappingOf(tx: Tx, chain: string, name: string): Promise<Mapping | null> {
  const row = await tx.row<{ mapping: unknown }>(
    'SELECT mapping FROM settlement_mapping WHERE chain_id = $1 AND name = $2',
    [chain, name],
  );
  return row === null ? null : mappingSchema.parse(row.mapping);
}

export async function saveMapping(tx: Tx, chain: string, name: string, mapping: Mapping): Promise<void> {
  await tx.run(
    `INSERT INTO settlement_mapping (chain_id, name, mapping) VALUES ($1, $2, $3)
      ON CONFLICT (chain_id, name) DO UPDATE SET mapping = excluded.mapping, changed_at = now()`,
    [chain, name, JSON.stringify(mapping)],
  );
}

export async function settlementMappings(tx: Tx, chain: string): Promise<SettlementMappings> {
  const mappings = await tx.rows<{ name: string; mapping: Mapping }>(
    'SELECT name, mapping FROM settlement_mapping WHERE chain_id = $1 ORDER BY name LIMIT 200',
    [chain],
  );
  return { mappings, layouts, imports: await imports(tx, chain) };
}
