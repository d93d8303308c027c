// Logins of the database that may read the views of one chain (database/migrations/0004_views.sql) and nothing else.
import { randomBytes } from 'node:crypto';
import { StartProblem } from '#commands/io/problems.ts';
import type { Tx } from '../database/database.ts';
import { scramVerifier } from '../database/scram.ts';

const prefix = 'tillbridge_reader_';
/** It becomes part of a login's name, which PostgreSQL takes no parameter for. */
const form = /^[a-z][a-z0-9_]{0,30}$/;

/** The login with a new password, which is not seen again. A login that is there keeps its chain. */
export async function addReader(
  tx: Tx,
  chain: string,
  name: string,
): Promise<{ readonly login: string; readonly password: string }> {
  const login = loginOf(name);
  const known = await tx.row<{ chain_id: string }>('SELECT chain_id FROM chain_reader WHERE login = $1', [login]);
  if (known !== null && known.chain_id !== chain) {
    throw new StartProblem(`The name "${name}" is a reader of another chain: choose another one.`);
  }
  const password = randomBytes(24).toString('hex');
  const kept = scramVerifier(password);
  if (known === null) {
    await tx.run(`CREATE ROLE ${login} LOGIN CONNECTION LIMIT 5 PASSWORD '${kept}' IN ROLE tillbridge_reader`);
    await tx.run(`ALTER ROLE ${login} SET default_transaction_read_only = on`);
    await tx.run('INSERT INTO chain_reader (chain_id, login) VALUES ($1, $2)', [chain, login]);
  } else await tx.run(`ALTER ROLE ${login} PASSWORD '${kept}'`);
  return { login, password };
}

/** Its open sessions are refused from then on. */
export async function removeReader(tx: Tx, chain: string, name: string): Promise<void> {
  const login = loginOf(name);
  if ((await tx.run('DELETE FROM chain_reader WHERE chain_id = $1 AND login = $2', [chain, login])) === 0) {
    throw new StartProblem(`No reader of this chain is named "${name}".`);
  }
  await tx.run(`DROP ROLE ${login}`);
}

function loginOf(name: string): string {
  if (form.test(name)) return `${prefix}${name}`;
  throw new StartProblem('A reader’s name is 1 to 31 small letters, digits and _, a letter first.');
}
