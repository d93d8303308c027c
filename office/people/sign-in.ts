// Signing in: password and one-time code together, so that an answer tells nothing of either. Attempts are counted before
// they are looked at, by account and by address, so that many at once get no further than one after the other.
import type { Database, Tx } from '../database/database.ts';
import type { PageRole } from '#contract/office/page.ts';
import { addressKey, mostAttempts } from './attempts.ts';
import { noteAudit } from './audit.ts';
import { type Codes, type Passwords, digestOf, newSecret } from './secrets.ts';

/** Who approves has shown a code within this time. */
const provedMinutes = 5;
/** An unused session ends after half an hour, and every one after half a day. */
const idleMinutes = 30;
const mostHours = 12;

export interface SignInPorts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly codes: Codes;
  readonly nowMs: () => number;
}

interface Wish {
  readonly name: string;
  readonly password: string;
  readonly code: string;
  readonly address: string;
}

export interface Session {
  readonly chain: string;
  readonly person: string;
  readonly role: PageRole;
  readonly token: string;
}

type SignedIn = { readonly type: 'signed-in'; readonly secret: string } | { readonly type: 'refused' | 'limited' };

export async function signIn(ports: SignInPorts, wish: Wish): Promise<SignedIn> {
  const { database, passwords } = ports;
  const account = `account:${digestOf(wish.name)}`;
  const address = addressKey('address', wish.address);
  if ((await database.countAttempt(address)) > mostAttempts.address) return { type: 'limited' };
  const attempts = await database.countAttempt(account);
  const chain = await database.chainOf('person', wish.name);
  if (attempts > mostAttempts.account) {
    // Once, so that attempts do not fill the table.
    const first = attempts === mostAttempts.account + 1;
    if (chain !== null && first) await noteOf(database, chain, wish, 'sign-in-limited');
    return { type: 'limited' };
  }
  const known = chain === null ? null : await personNamed(database, chain, wish.name);
  // As long for a name that does not exist.
  const right = await passwords.matches(wish.password, known?.password ?? (await stranger(passwords)));
  const secret = right && chain !== null && known !== null ? await begin(ports, chain, known, wish) : null;
  if (secret === null) {
    if (chain !== null) await noteOf(database, chain, wish, 'sign-in-refused');
    return { type: 'refused' };
  }
  await database.forgetAttempts(account);
  return { type: 'signed-in', secret };
}

interface Known {
  readonly id: string;
  readonly password: string;
  readonly code_secret: Buffer;
}

function personNamed(database: Database, chain: string, name: string): Promise<Known | null> {
  return database.transact(chain, (tx) =>
    tx.row<Known & { [column: string]: unknown }>(
      `SELECT id, password, code_secret FROM person WHERE chain_id = $1 AND name = $2
        AND password IS NOT NULL AND code_secret IS NOT NULL AND removed_at IS NULL`,
      [chain, name],
    ),
  );
}

/** Null where the code is wrong or was used: of two who send the same code, one gets in. */
async function begin(ports: SignInPorts, chain: string, known: Known, wish: Wish): Promise<string | null> {
  const period = ports.codes.periodOf(known.code_secret, wish.code, ports.nowMs());
  if (period === null) return null;
  const secret = newSecret();
  return ports.database.transact(chain, async (tx) => {
    if (!(await takePeriod(tx, chain, known, period))) return null;
    await tx.run('DELETE FROM person_session WHERE chain_id = $1 AND made_at < now() - make_interval(hours => $2)', [
      chain,
      mostHours,
    ]);
    await tx.run('INSERT INTO person_session (chain_id, secret, person_id, token) VALUES ($1, $2, $3, $4)', [
      chain,
      digestOf(secret),
      known.id,
      newSecret(),
    ]);
    await noteAudit(tx, chain, { person: wish.name, address: wish.address, what: 'signed-in', detail: null });
    return secret;
  });
}

function noteOf(database: Database, chain: string, wish: Wish, what: 'sign-in-refused' | 'sign-in-limited') {
  const { name: person, address } = wish;
  return database.transact(chain, (tx) => noteAudit(tx, chain, { person, address, what, detail: null }));
}

const strangers = new WeakMap<Passwords, Promise<string>>();
function stranger(passwords: Passwords): Promise<string> {
  const hash = strangers.get(passwords) ?? passwords.hash(newSecret());
  strangers.set(passwords, hash);
  return hash;
}

/** `looking`: a page that only waits for news does not keep its session alive. */
export async function sessionOf(database: Database, secret: string, looking = true): Promise<Session | null> {
  const digest = digestOf(secret);
  const chain = await database.chainOf('session', digest);
  if (chain === null) return null;
  return database.transact(chain, async (tx) => {
    const row = await tx.row<{ name: string; role: PageRole; token: string }>(
      `UPDATE person_session AS session SET used_at = CASE WHEN $5 THEN now() ELSE used_at END FROM person
        WHERE session.chain_id = $1 AND secret = $2 AND person.chain_id = $1 AND person.id = person_id
          AND removed_at IS NULL AND made_at > now() - make_interval(hours => $3)
          AND used_at > now() - make_interval(mins => $4)
        RETURNING name, role, token`,
      [chain, digest, mostHours, idleMinutes, looking],
    );
    return row === null ? null : { chain, person: row.name, role: row.role, token: row.token };
  });
}

/**
 * Whether the session's person has shown a one-time code lately, or shows one now. A wrong one counts as an attempt to
 * sign in.
 */
export async function proveAgain(
  ports: Pick<SignInPorts, 'database' | 'codes' | 'nowMs'>,
  { chain, person }: Session,
  secret: string,
  code: string | null,
): Promise<'proved' | 'code-needed' | 'wrong-code' | 'sign-in-limited'> {
  const { database, codes, nowMs } = ports;
  const fresh = (tx: Tx) =>
    tx.row(
      `SELECT FROM person_session WHERE chain_id = $1 AND secret = $2
        AND proved_at > now() - make_interval(mins => $3)`,
      [chain, digestOf(secret), provedMinutes],
    );
  if (code === null) return (await database.transact(chain, fresh)) === null ? 'code-needed' : 'proved';
  const account = `account:${digestOf(person)}`;
  if ((await database.countAttempt(account)) > mostAttempts.account) return 'sign-in-limited';
  const known = await personNamed(database, chain, person);
  const period = known === null ? null : codes.periodOf(known.code_secret, code, nowMs());
  if (known === null || period === null) return 'wrong-code';
  const isTaken = await database.transact(chain, async (tx) => {
    if (!(await takePeriod(tx, chain, known, period))) return false;
    await tx.run('UPDATE person_session SET proved_at = now() WHERE chain_id = $1 AND secret = $2', [
      chain,
      digestOf(secret),
    ]);
    return true;
  });
  if (!isTaken) return 'wrong-code';
  await database.forgetAttempts(account);
  return 'proved';
}

/** False where the code was used before. */
async function takePeriod(tx: Tx, chain: string, { id, password }: Known, period: number): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE person SET code_period = $3
      WHERE chain_id = $1 AND id = $2 AND code_period < $3 AND password = $4 AND removed_at IS NULL`,
    [chain, id, period, password],
  );
  return taken === 1;
}

export async function signOut(tx: Tx, { chain, person }: Session, secret: string, address: string): Promise<void> {
  await tx.run('DELETE FROM person_session WHERE chain_id = $1 AND secret = $2', [chain, digestOf(secret)]);
  await noteAudit(tx, chain, { person, address, what: 'signed-out', detail: null });
}
