// Lets a till in: a person gives out a one-time code, the till joins with it and gets a certificate. The key that signs
// its journal is pinned then. A new code for a till that has joined before lets it join again, with another certificate.
import { randomBytes, randomUUID } from 'node:crypto';
import { StartProblem } from '#commands/io/problems.ts';
import { type Join, type OfficeRefusal, joinCodeText } from '#contract/office/office.ts';
import { keyIdOf } from '#store/journal/key-pair.ts';
import type { Database, Tx } from '../database/database.ts';
import { notePlaceAlarm } from '../journals/alarms.ts';
import { beginFolder } from '../journals/lineage.ts';
import type { TillAt } from '../database/till-at.ts';
import { type OfficeKeys, printOfPem } from '../keys/office-keys.ts';
import { addressKey, mostAttempts } from '../people/attempts.ts';

const codeDays = 7;

export interface Enrolled {
  readonly till: string;
  readonly code: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

/** Call it as the owner. Codes that were given out before for this till end. */
export async function enrol(
  tx: Tx,
  keys: Pick<OfficeKeys, 'authorityPrint' | 'codeDigest'>,
  { chain, name, shop }: { readonly chain: string; readonly name: string; readonly shop: string | null },
): Promise<Enrolled> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO till (chain_id, id, name, shop) VALUES ($1, $2, $3, $4)
      ON CONFLICT (chain_id, name) DO UPDATE SET shop = coalesce(excluded.shop, till.shop) RETURNING id`,
    [chain, randomUUID(), name, shop],
  );
  if (row === null) throw new Error('an insert returns its row');
  await tx.run('UPDATE enrolment SET ends_at = now() WHERE chain_id = $1 AND till_id = $2 AND ends_at > now()', [
    chain,
    row.id,
  ]);
  const secret = randomBytes(10).toString('hex');
  const ends = await tx.row<{ ends_at: Date }>(
    `INSERT INTO enrolment (chain_id, secret, till_id, ends_at)
      VALUES ($1, $2, $3, now() + make_interval(days => $4)) RETURNING ends_at`,
    [chain, keys.codeDigest(secret), row.id, codeDays],
  );
  return {
    till: row.id,
    code: joinCodeText({ secret, authority: keys.authorityPrint }),
    endsAt: ends?.ends_at.toISOString() ?? '',
  };
}

/** Throws StartProblem where no till has the name. Its next request is refused. */
export async function revoke(tx: Tx, chain: string, name: string): Promise<void> {
  const changed = await tx.run(
    'UPDATE till SET revoked_at = coalesce(revoked_at, now()) WHERE chain_id = $1 AND name = $2',
    [chain, name],
  );
  if (changed === 0) throw new StartProblem(`No till is named "${name}": "office tills" lists them.`);
  await tx.run(
    `UPDATE enrolment SET ends_at = now()
      WHERE chain_id = $1 AND ends_at > now() AND till_id = (SELECT id FROM till WHERE chain_id = $1 AND name = $2)`,
    [chain, name],
  );
}

export interface Joined {
  readonly till: string;
  readonly name: string;
  readonly certificate: string;
}

type NotJoined = Pick<OfficeRefusal, 'code' | 'detail'>;

const refusals = {
  limited: {
    code: 'too-many-attempts',
    detail: 'there were too many attempts from this address: wait for a quarter of an hour',
  },
  unknown: { code: 'code-not-valid', detail: 'the code is not valid, was used, or is too old' },
} as const satisfies Record<string, NotJoined>;

/** The journal's key is that of another till. Undoes the use of the code. */
class JournalOfAnother extends Error {
  override readonly name = 'JournalOfAnother';
}

/**
 * Attempts are counted before they are looked at, so that many at once get no further than one after the other. Throws
 * TypeError where a key is none.
 */
export async function join(
  database: Database,
  keys: OfficeKeys,
  wish: Join,
  address: string,
): Promise<Joined | NotJoined> {
  const attempts = addressKey('join', address);
  if ((await database.countAttempt(attempts)) > mostAttempts.address) return refusals.limited;
  try {
    const joined = await joinBy(database, keys, wish);
    if (joined === null) return refusals.unknown;
    await database.forgetAttempts(attempts);
    return joined;
  } catch (error) {
    if (error instanceof JournalOfAnother) return { code: 'journal-of-another', detail: error.message };
    throw error;
  }
}

/** Null where the code is not valid, was used, or is too old. */
async function joinBy(database: Database, keys: OfficeKeys, wish: Join): Promise<Joined | null> {
  const secret = keys.codeDigest(wish.secret);
  const keyId = keyIdOf(wish.journalKey);
  const chain = await database.chainOf('enrolment', secret);
  if (chain === null) return null;
  return database.transact(chain, async (tx) => {
    const used = await tx.row<{ till_id: string }>(
      `UPDATE enrolment SET used_at = now()
        WHERE chain_id = $1 AND secret = $2 AND used_at IS NULL AND ends_at > now() RETURNING till_id`,
      [chain, secret],
    );
    if (used === null) return null;
    const till = used.till_id;
    await assertOwnJournal(tx, { chain, till }, wish.journalKey);
    const certificate = await keys.tillCertificate(chain, till, wish.publicKey);
    const before = await tx.row<{ name: string; lineage: number; journal_key: string | null }>(
      `SELECT name, till.lineage, journal_key FROM till LEFT JOIN lineage
          ON lineage.chain_id = till.chain_id AND lineage.till_id = till.id AND lineage.number = till.lineage
        WHERE till.chain_id = $1 AND till.id = $2`,
      [chain, till],
    );
    if (before === null) throw new Error('an enrolment has its till');
    const { name, lineage, journal_key: known } = before;
    await tx.run(
      `UPDATE till SET certificate = $3, joined_at = now(), revoked_at = NULL, version = $4, heard_at = now(),
          may_branch = lineage > 0 WHERE chain_id = $1 AND id = $2`,
      [chain, till, printOfPem(certificate), wish.version],
    );
    if (known === null || keyIdOf(known) !== keyId) {
      await beginFolder(tx, { chain, till }, wish.journalKey, lineage);
      if (known !== null) {
        const detail = 'another data folder joined as this till, with a journal of its own';
        await notePlaceAlarm(tx, { chain, till }, { kind: 'other-folder', lineage: lineage + 1, seq: 0, detail });
      }
    }
    return { till, name, certificate };
  });
}

/** Two tills that join with one journal at the same instant wait for each other here. */
async function assertOwnJournal(tx: Tx, { chain, till }: TillAt, journalKey: string): Promise<void> {
  await tx.row('SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS locked', [keyIdOf(journalKey)]);
  const rows = await tx.rows<{ name: string; journal_key: string }>(
    `SELECT DISTINCT name, journal_key FROM till JOIN lineage
        ON lineage.chain_id = till.chain_id AND lineage.till_id = till.id
      WHERE till.chain_id = $1 AND till.id <> $2 AND parent = 0`,
    [chain, till],
  );
  const other = rows.find(({ journal_key: known }) => keyIdOf(known) === keyIdOf(journalKey));
  if (other === undefined) return;
  const mend = 'join under that name, or begin with a new folder';
  throw new JournalOfAnother(`the journal of this folder is that of another till: ${other.name}; ${mend}`);
}
