// What people did at the office's page, and what was tried: kept apart from the tills' journals.
import { type Tx, storable } from '../database/database.ts';

export type AuditedDeed =
  | 'approval-given'
  | 'approval-declined'
  | 'approver-added'
  | 'approver-removed'
  | 'claim-freed'
  | 'claims-wanted'
  | 'claims-not-wanted'
  | 'recipient-added'
  | 'recipient-removed'
  | 'settings-changed'
  | 'settings-put-back'
  | 'till-people-changed'
  | 'till-people-put-back'
  | 'till-programs-changed'
  | 'till-programs-put-back'
  | 'till-tokens-made'
  | 'settlement-imported'
  | 'settlement-mapping-saved'
  | 'settlement-taken-back'
  | 'person-added'
  | 'person-removed'
  | 'set-up'
  | 'signed-in'
  | 'sign-in-refused'
  | 'sign-in-limited'
  | 'signed-out';

export interface AuditEntry {
  readonly person: string;
  readonly address: string | null;
  readonly what: AuditedDeed;
  readonly detail: string | null;
}

export async function noteAudit(tx: Tx, chain: string, { person, address, what, detail }: AuditEntry): Promise<void> {
  await tx.run('INSERT INTO page_audit (chain_id, person, address, what, detail) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    storable(person),
    address,
    what,
    detail === null ? null : storable(detail),
  ]);
}

export async function auditEntries(tx: Tx, chain: string): Promise<(AuditEntry & { readonly at: Date })[]> {
  return tx.rows(
    'SELECT at, person, address, what, detail FROM page_audit WHERE chain_id = $1 ORDER BY number DESC LIMIT 500',
    [chain],
  );
}
