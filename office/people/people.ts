// Who may look at the office's page. A person is added at the office's own computer, which prints a link that is used
// once: with it the person chooses a password and takes the secret of the one-time codes into an authenticator app.
import { randomUUID } from 'node:crypto';
import { StartProblem } from '#commands/io/problems.ts';
import { type PageRole, atOfficeComputer } from '#contract/office/page.ts';
import { type Database, type Tx, storable } from '../database/database.ts';
import { noteAudit } from './audit.ts';
import { type Codes, type Passwords, digestOf, newSecret } from './secrets.ts';

const setupDays = 3;
/** Who did it, where a command did. */
export const atComputer = { person: atOfficeComputer, address: null };

/** The secret of the set-up link. A person who is there already gets a new one, and signs in anew. Call it as the owner. */
export async function addPerson(
  tx: Tx,
  { chain, name, role }: { readonly chain: string; readonly name: string; readonly role: PageRole },
): Promise<{ readonly secret: string; readonly endsAt: string }> {
  const secret = newSecret();
  const row = await tx.row<{ setup_ends_at: Date }>(
    `INSERT INTO person (chain_id, id, name, role, setup, setup_ends_at)
      VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6))
      ON CONFLICT (name) DO UPDATE SET role = excluded.role, setup = excluded.setup,
        setup_ends_at = excluded.setup_ends_at, password = NULL, code_secret = NULL, removed_at = NULL
        WHERE person.chain_id = excluded.chain_id
      RETURNING setup_ends_at`,
    [chain, randomUUID(), name, role, digestOf(secret), setupDays],
  );
  if (row === null) throw new StartProblem(`"${name}" is a person of another chain: choose another name.`);
  await endSessions(tx, chain, name);
  await noteAudit(tx, chain, { ...atComputer, what: 'person-added', detail: `${name}, ${role}` });
  return { secret, endsAt: row.setup_ends_at.toISOString() };
}

/** Throws StartProblem where there is no such person. */
export async function removePerson(tx: Tx, chain: string, name: string): Promise<void> {
  if (!(await takeAway(tx, chain, name))) {
    throw new StartProblem(`No person is named "${name}": "office person list" lists them.`);
  }
  await noteAudit(tx, chain, { ...atComputer, what: 'person-removed', detail: name });
}

/** Takes the access and the rights away and ends the sessions; false where there is no such person. */
export async function takeAway(tx: Tx, chain: string, name: string): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE person SET removed_at = now(), password = NULL, code_secret = NULL, setup = NULL, at_tills = NULL
      WHERE chain_id = $1 AND name = $2 AND removed_at IS NULL`,
    [chain, name],
  );
  await tx.run(
    `DELETE FROM approval_right WHERE chain_id = $1
      AND person_id = (SELECT id FROM person WHERE chain_id = $1 AND name = $2)`,
    [chain, name],
  );
  await endSessions(tx, chain, name);
  return changed > 0;
}

export interface PersonRow {
  readonly name: string;
  readonly role: PageRole;
  /** Has used the set-up link. */
  readonly ready: boolean;
}

export async function people(tx: Tx, chain: string): Promise<PersonRow[]> {
  return tx.rows<PersonRow>(
    `SELECT name, role, password IS NOT NULL AS ready FROM person
      WHERE chain_id = $1 AND removed_at IS NULL ORDER BY name LIMIT 1000`,
    [chain],
  );
}

async function endSessions(tx: Tx, chain: string, name: string): Promise<void> {
  await tx.run(
    `DELETE FROM person_session WHERE chain_id = $1
      AND person_id = (SELECT id FROM person WHERE chain_id = $1 AND name = $2)`,
    [chain, name],
  );
}

interface SetupPorts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly codes: Codes;
  readonly nowMs: () => number;
}

/** Whom a link is for, and the address of the codes' secret, which stays the same until the set-up ends. */
export async function beginSetup(
  { database, codes }: Pick<SetupPorts, 'database' | 'codes'>,
  secret: string,
): Promise<{ readonly name: string; readonly codeAddress: string } | null> {
  const setup = digestOf(secret);
  const chain = await database.chainOf('setup', setup);
  if (chain === null) return null;
  return database.transact(chain, async (tx) => {
    const row = await tx.row<{ name: string; code_secret: Buffer }>(
      `UPDATE person SET code_secret = coalesce(code_secret, $3)
        WHERE chain_id = $1 AND setup = $2 AND setup_ends_at > now() AND removed_at IS NULL
        RETURNING name, code_secret`,
      [chain, setup, codes.make()],
    );
    return row === null ? null : { name: row.name, codeAddress: codes.address(row.code_secret, row.name) };
  });
}

/** `wrong-code`: the link may be used again. */
export async function finishSetup(
  { database, passwords, codes, nowMs }: SetupPorts,
  given: { readonly secret: string; readonly password: string; readonly code: string; readonly address: string },
): Promise<'done' | 'wrong-code' | 'no-link'> {
  const setup = digestOf(given.secret);
  const chain = await database.chainOf('setup', setup);
  if (chain === null) return 'no-link';
  const password = await passwords.hash(given.password);
  return database.transact(chain, async (tx) => {
    const row = await tx.row<{ name: string; code_secret: Buffer | null }>(
      `SELECT name, code_secret FROM person
        WHERE chain_id = $1 AND setup = $2 AND setup_ends_at > now() AND removed_at IS NULL FOR UPDATE`,
      [chain, setup],
    );
    if (row === null || row.code_secret === null) return 'no-link';
    const period = codes.periodOf(row.code_secret, given.code, nowMs());
    if (period === null) return 'wrong-code';
    await tx.run(
      `UPDATE person SET password = $3, code_period = $4, setup = NULL, setup_ends_at = NULL
        WHERE chain_id = $1 AND setup = $2`,
      [chain, setup, password, period],
    );
    await noteAudit(tx, chain, { person: row.name, address: storable(given.address), what: 'set-up', detail: null });
    return 'done';
  });
}
