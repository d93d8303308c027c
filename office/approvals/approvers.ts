// Who may approve what tills ask for. The rights are given by a command at the office's computer, as the owner of the
// tables: nobody who only got into the page can give them.
import { StartProblem } from '#commands/io/problems.ts';
import type { Tx } from '../database/database.ts';
import { noteAudit } from '../people/audit.ts';
import { atComputer } from '../people/people.ts';
import type { ApprovalRight, Approver } from './may-approve.ts';

export interface KnownApprover extends Approver {
  readonly id: string;
}

/** `name`: of one person; left out: all who may approve anything. */
export async function approvers(tx: Tx, chain: string, name: string | null = null): Promise<KnownApprover[]> {
  return tx.rows<KnownApprover & { [column: string]: unknown }>(
    `SELECT person.id, person.name, at_tills AS "atTills",
        json_agg(json_build_object('shop', shop, 'mostMinor', most_minor, 'currency', currency) ORDER BY shop) AS rights
      FROM approval_right JOIN person ON person.chain_id = approval_right.chain_id AND person.id = person_id
      WHERE approval_right.chain_id = $1 AND removed_at IS NULL AND ($2::text IS NULL OR name = $2)
      GROUP BY person.id, person.name, at_tills ORDER BY person.name`,
    [chain, name],
  );
}

export interface RightWish extends ApprovalRight {
  readonly name: string;
  /** Undefined: as it is. */
  readonly atTills: string | undefined;
}

/** Call it as the owner. Throws StartProblem where there is no such person. */
export async function giveRight(tx: Tx, chain: string, wish: RightWish): Promise<void> {
  const { name, atTills, shop, mostMinor, currency } = wish;
  const person = await tx.row<{ id: string }>(
    `UPDATE person SET at_tills = CASE WHEN $3 THEN $4 ELSE at_tills END
      WHERE chain_id = $1 AND name = $2 AND removed_at IS NULL RETURNING id`,
    [chain, name, atTills !== undefined, atTills ?? null],
  );
  if (person === null) throw noPerson(name);
  await tx.run(
    `INSERT INTO approval_right (chain_id, person_id, shop, most_minor, currency) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (chain_id, person_id, shop) DO UPDATE SET most_minor = excluded.most_minor, currency = excluded.currency`,
    [chain, person.id, shop, mostMinor, currency],
  );
  const most = mostMinor === null ? 'any sum' : `up to ${mostMinor} ${currency} (minor units)`;
  const detail = `${name}, ${shop === '' ? 'every shop' : shop}, ${most}`;
  await noteAudit(tx, chain, { ...atComputer, what: 'approver-added', detail });
}

/** Throws StartProblem where the person has no right. Call it as the owner. */
export async function takeRights(tx: Tx, chain: string, name: string): Promise<void> {
  const taken = await tx.run(
    `DELETE FROM approval_right WHERE chain_id = $1
      AND person_id = (SELECT id FROM person WHERE chain_id = $1 AND name = $2)`,
    [chain, name],
  );
  if (taken === 0) throw noPerson(name);
  await noteAudit(tx, chain, { ...atComputer, what: 'approver-removed', detail: name });
}

function noPerson(name: string): StartProblem {
  return new StartProblem(`No such person is named "${name}": "office person list" lists them.`);
}
