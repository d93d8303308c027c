// Somebody who may write the data folder, and has no key of it, leaves every row as it is and changes what SQLite does
// with them: a trigger that swallows what is written, an index that hides a row. From the outside: a real bridge and
// sandbox, and SQLite on a closed folder.
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';

/** A shop that has given a part of a sale back, and is closed; its next start is refused, and `verify` says the same. */
async function expectRefusalAfter(edit: (db: DatabaseSync) => void, words: RegExp): Promise<void> {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const sold = await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  const { payId } = sold.result as { payId: string };
  const body = { payId, transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
  await shop.erp.operate('refund', body, 'refund-1');
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  const db = rawDatabase(shop.dataDir);
  db.exec('PRAGMA writable_schema = ON');
  edit(db);
  db.close();
  await expect(shop.startBridge()).rejects.toThrow(words);
  const verify = shop.bench.start('main/cli.ts', ['journal', 'verify', '--data-dir', shop.dataDir]);
  expect(await verify.exited()).toBe(1);
  const { executions } = await ledgerOf(shop.sandboxUrl);
  expect(executions.filter(({ transId }) => transId === 'R-1')).toHaveLength(1);
}

/** The index says of one row something else than the row, and the schema says that it does not. */
function skew(db: DatabaseSync, name: string, from: string, to: string): void {
  const sql = String(db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name)?.['sql']);
  expect(sql).toContain(from);
  db.exec(`DROP INDEX ${name}`);
  db.exec(sql.replace(from, to));
  db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name);
}

it.each<[string, string, RegExp]>([
  [
    'swallows records of the journal',
    `CREATE TRIGGER swallows BEFORE INSERT ON journal WHEN NEW.operation IS NOT NULL BEGIN SELECT RAISE(IGNORE); END`,
    /the trigger swallows is not of this program/,
  ],
  [
    'keeps a program’s access',
    `CREATE TRIGGER keeps BEFORE UPDATE ON clients BEGIN SELECT RAISE(IGNORE); END`,
    /the trigger keeps is not of this program/,
  ],
  [
    'stands in the place of ours',
    `DROP TRIGGER journal_never_forgets; CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal WHEN 0 BEGIN SELECT 1; END`,
    /the trigger journal_never_forgets was changed/,
  ],
  ['is taken away', `DROP TRIGGER journal_never_changes`, /it lacks the trigger journal_never_changes/],
])('a trigger that %s', async (_, sql, words) => {
  await expectRefusalAfter((db) => db.exec(sql), words);
});

it('an index that hides the records of an operation', async () => {
  const change = (db: DatabaseSync) =>
    skew(
      db,
      'journal_by_operation',
      '(operation',
      `((CASE WHEN operation LIKE 'op_%' THEN 'x' || operation ELSE operation END)`,
    );
  await expectRefusalAfter(change, /SQLite's check found: .*journal_by_operation/);
});

it('an index that hides a request', async () => {
  const change = (db: DatabaseSync) => {
    db.exec(`CREATE UNIQUE INDEX hides ON operations (client_id, (request_id || 'x'))`);
    const root = (name: string) =>
      Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage']);
    const [theirs, ours] = ['hides', 'sqlite_autoindex_operations_2'].map(root);
    const put = db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?');
    put.run(theirs ?? 0, 'sqlite_autoindex_operations_2');
    put.run(ours ?? 0, 'hides');
    // In a connection that knows of it, what is taken away is the index that was ours.
    const again = new (db.constructor as typeof DatabaseSync)(String(db.location()));
    again.exec('DROP INDEX hides');
    again.close();
  };
  await expectRefusalAfter(change, /SQLite's check found: .*sqlite_autoindex_operations_2/);
});
