// Rows of operations are bound to the journal (ADR 40): what an older program wrote is bound once, and what does not
// agree hides nothing that stands behind it.
import { expect, it } from 'vitest';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { journalTables } from '#store/schema/journal-tables.ts';
import { bindingVersion } from '#store/schema/schema.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change, noMarks, testKey } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase, withoutTexts } from '#support/store-folder.ts';

const seal = createSeal(testKey);
const verdicts = (dataDir: string) =>
  [seal, null].map((key) => verifyDatabase(dataDir, null, Date.now, key).problem?.what ?? true);

const settled: Partial<OperationRecord> = { state: 'succeeded' };

/** Tables of older programs: print jobs and the journal itself took their place. */
const followUps = journalTables.slice(journalTables.indexOf('CREATE TABLE effects'));
const shifts = journalTables.slice(0, journalTables.indexOf('CREATE TABLE personal_salts')).replace(/--.*/, '');

/** As a program left it that bound no rows. */
async function anOlderFolder(count: number) {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    for (let index = 0; index < count; index += 1) accept(tx, anAccepted(`o${index}`, { lanes: [] }));
    change(tx, 'op_o0', settled);
  });
  folder.close();
  const db = rawDatabase(dataDir);
  db.exec('BEGIN');
  const put = db.prepare('UPDATE operations SET sealed = ? WHERE id = ?');
  for (const { id, sealed } of db.prepare('SELECT id, sealed FROM operations').all()) {
    put.run(seal.seal(seal.open(sealed as Uint8Array, `${String(id)} bound`), String(id)), String(id));
  }
  withoutTexts(db);
  db.exec(`COMMIT; DROP INDEX operations_unbound; DROP INDEX journal_asked; DROP INDEX journal_bound; DROP INDEX journal_pauses; DROP INDEX operations_refund_days; DROP INDEX operations_by_x_id;
    DROP INDEX operations_by_trans_id; DROP INDEX operations_updated; DROP INDEX operations_differing; DROP INDEX operations_told;
    CREATE INDEX operations_creators ON operations (environment_id, trans_id, seq) WHERE creates_payment = 1;
    DROP INDEX journal_closings; DROP INDEX journal_keys; ${shifts} DROP TRIGGER ends_noted; DROP TABLE unseen_ends; DROP TABLE print_jobs;
    DROP TABLE drawer_requests; DROP INDEX journal_print_jobs; DROP INDEX journal_proven; DROP INDEX journal_apart;
    ${followUps} ALTER TABLE controls DROP COLUMN bound; ALTER TABLE operations DROP COLUMN bound; ALTER TABLE payments DROP COLUMN bound; PRAGMA user_version = ${bindingVersion - 1}`);
  return { dataDir, db };
}

const boundRecords = (db: ReturnType<typeof rawDatabase>) =>
  db.prepare(`SELECT json_extract(data, '$.rows') AS rows FROM journal WHERE type = 'operations-bound'`).all();

it('a folder of an older program is bound once, and its rows are believed as they were then', async () => {
  const { dataDir, db } = await anOlderFolder(3);
  expect(verdicts(dataDir)).toEqual([true, true]);
  const first = opened(dataDir);
  expect(first.store.byRequest('client-1', 'request-o0')).toMatchObject({ state: 'succeeded' });
  expect(first.bindings.sweep(10)).toBe(false);
  expect(first.bindings.altered()).toEqual([]);
  first.close();
  expect(verdicts(dataDir)).toEqual([true, true]);
  db.exec(`UPDATE operations SET state = 'accepted', bound = NULL WHERE id = 'op_o0';
    UPDATE operations SET request_id = 'another' WHERE id = 'op_o1'; DELETE FROM operations WHERE id = 'op_o2'`);
  const again = opened(dataDir);
  expect(boundRecords(db)).toEqual([{ rows: 3 }]);
  for (const name of ['o0', 'o1', 'o2']) {
    expect(() => again.store.byRequest('client-1', `request-${name}`), name).toThrow('was changed or taken away');
  }
  expect(again.store.byRequest('client-1', 'request-new')).toBeNull();
  again.bindings.sweep(10);
  expect(
    again.bindings
      .altered()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['op_o0', 'op_o1', 'op_o2']);
  for (const said of verdicts(dataDir)) expect(said).toContain('op_o0');
});

it('a start that died while it bound goes on with what is left', async () => {
  const { dataDir, db } = await anOlderFolder(1_001);
  opened(dataDir).close();
  expect(boundRecords(db)).toEqual([{ rows: 1_000 }, { rows: 1 }]);
  // As the disk was after the first piece.
  pastTriggers(db, () =>
    db.exec(`DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal);
      UPDATE journal_head SET (seq, hash) = (SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1);
      UPDATE operations SET bound = NULL WHERE seq > 1000`),
  );
  const again = opened(dataDir);
  expect(boundRecords(db)).toEqual([{ rows: 1_000 }, { rows: 1 }]);
  while (again.bindings.sweep(500));
  expect(again.bindings.altered()).toEqual([]);
});

it('what this program wrote is not bound a second time, also where no record says that it was', async () => {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => (accept(tx, anAccepted('a')), change(tx, 'op_a', settled)));
  folder.close();
  rawDatabase(dataDir).exec(`UPDATE operations SET state = 'accepted', bound = NULL`);
  const again = opened(dataDir);
  expect(again.store.operation('op_a')).toBeNull();
  expect(verdicts(dataDir)[0]).toContain('op_a');
});

it('rows that are not believed hide none behind them, and fall due never', async () => {
  const dataDir = aFolder();
  const { store, bindings } = opened(dataDir);
  const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
  await store.transact((tx) => {
    for (const name of names) accept(tx, anAccepted(name, { nextAtMs: 5 }));
  });
  rawDatabase(dataDir).exec(`UPDATE operations SET next_at = 0 WHERE id < 'op_n8'`);
  const { environmentId } = anAccepted('x');
  const ids = (records: readonly OperationRecord[]) => records.map(({ id }) => id);
  expect(ids(store.runnable(environmentId, 10, 2))).toEqual(['op_n8']);
  expect(ids(store.list(environmentId, { states: ['accepted'], limit: 2 }))).toEqual(['op_n8']);
  expect(ids(store.list(null, { limit: 2 }))).toEqual(['op_n8']);
  expect(ids(store.search(environmentId, { limit: 2 }))).toEqual(['op_n8']);
  expect(store.nextDue(environmentId, true).workMs).toBe(5);
  expect(bindings.altered()).toHaveLength(8);
  // A sum that one is left out of would make room for another.
  expect(() => store.strictly(() => store.operation('op_n0'))).toThrow('was changed or taken away');
});

it('what came of a row that was changed while it was sent is journalled, and nothing begins with it', async () => {
  const dataDir = aFolder();
  const { store, journal } = opened(dataDir);
  await store.transact((tx) => accept(tx, anAccepted('a')));
  const record = store.operation('op_a');
  if (record === null) throw new Error('not stored');
  rawDatabase(dataDir).exec(`UPDATE operations SET amount_minor = 1, revision = 7`);
  const begun = store.transact((tx) => tx.update({ ...record, state: 'sending', revision: 2 }));
  await expect(begun).rejects.toThrow('was changed or taken away');
  await store.transact((tx) => {
    tx.update({ ...record, ...settled, revision: 2 });
    tx.journal({ type: 'succeeded', operationId: 'op_a', atMs: 0, data: { state: 'succeeded' } });
  });
  expect(journal.ofOperation('op_a').at(-1)).toMatchObject({ type: 'succeeded' });
  expect(store.operation('op_a')).toBeNull();
});

it('a request without an id of its caller is refused for a day after such a one was taken away, and no longer', async () => {
  const dataDir = aFolder();
  let nowMs = startMs;
  const { store } = opened(dataDir, { now: () => nowMs });
  await store.transact((tx) => {
    const record = anAccepted('a', { requestId: 'body 1 digest' });
    tx.insert(record, { createsPayment: false, claim: 'none', refundDay: null, refunder: 'client-1' });
    tx.journal({ type: 'accepted', operationId: 'op_a', atMs: nowMs, data: { state: 'accepted', client: 'client-1' } });
  });
  expect(store.byRequest('client-1', 'body 1 another')).toBeNull();
  const db = rawDatabase(dataDir);
  db.exec(`PRAGMA foreign_keys = OFF; DELETE FROM operations`);
  expect(() => store.byRequest('client-1', 'body 1 digest')).toThrow('was changed or taken away');
  expect(store.byRequest('client-2', 'body 1 digest')).toBeNull();
  nowMs += 24 * 3_600_000 + 1;
  expect(store.byRequest('client-1', 'body 1 digest')).toBeNull();
});

it('a record beside the row leaves it believed, and makes no row believed that was not', async () => {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    accept(tx, anAccepted('a'));
    accept(tx, anAccepted('b', { transId: 'b' }));
  });
  const record = (name: string) =>
    folder.store.transact((tx) => tx.journal({ type: 'accepted-again', operationId: `op_${name}`, atMs: 0, data: {} }));
  await record('a');
  expect(folder.store.operation('op_a')).toMatchObject({ id: 'op_a' });
  rawDatabase(dataDir).exec(`UPDATE operations SET amount_minor = 1 WHERE id = 'op_b'`);
  await record('b');
  expect(folder.store.operation('op_b')).toBeNull();
  expect(verdicts(dataDir)[0]).toContain('op_b');
});

it('the digest of a request is made once for its acceptance', async () => {
  const made: string[] = [];
  const counting = {
    ...seal,
    digest: (text: string, context: string) => {
      if (context === 'asked') made.push(text);
      return seal.digest(text, context);
    },
  };
  const { store } = opened(aFolder(), { seal: counting });
  const record = anAccepted('o1');
  const { clientId } = record.origin;
  store.byRequest(clientId, record.requestId);
  await store.transact((tx) => {
    tx.byRequest(clientId, record.requestId);
    const { seq } = tx.insert(record, noMarks);
    const asked = { clientId, requestId: record.requestId };
    tx.journal({ type: 'accepted', operationId: record.id, atMs: startMs, data: { state: 'accepted' }, asked });
    return seq;
  });
  expect(made).toHaveLength(1);
});

/** What is known of a payment of 5.00. */
function aPayment(lane: string, { payId }: Pick<KnownPayment, 'payId'>): KnownPayment {
  return {
    environmentId: 'env-1',
    lane,
    payId,
    transId: null,
    currency: 'EUR',
    authorized: 500,
    captured: 500,
    refunded: 0,
    captureCount: 1,
    reversed: false,
    terminalId: null,
    traceNr: null,
  };
}

it('payments of an older program are taken as they are until they are bound, once, and never after that', async () => {
  const dataDir = aFolder();
  const first = opened(dataDir);
  const payments = Array.from({ length: 3 }, (_, index) => aPayment(`payment:trans:T${index}`, { payId: `P${index}` }));
  await first.store.transact((tx) => {
    for (const each of payments) tx.putPayment(each);
  });
  first.close();
  const db = rawDatabase(dataDir);
  db.exec('UPDATE payments SET bound = NULL');
  const unbound = () => db.prepare('SELECT count(*) AS count FROM payments WHERE bound IS NULL').get();
  const again = opened(dataDir);
  const [{ environmentId } = { environmentId: '' }] = payments;
  const known = (index: number) => again.store.strictly(() => again.store.payment(environmentId, `P${index}`));
  again.payments.begin(startMs);
  again.payments.begin(startMs);
  expect(known(0)).toMatchObject({ payId: 'P0' });
  again.payments.sweep(2, startMs);
  expect(unbound()).toEqual({ count: 1 });
  // The last one was written anew meanwhile; a row that is made by hand has a later number.
  await again.store.transact((tx) => tx.putPayment({ ...aPayment('payment:trans:T2', { payId: 'P2' }), captured: 1 }));
  again.payments.sweep(2, startMs);
  expect(unbound()).toEqual({ count: 0 });
  expect([0, 1, 2].map((index) => known(index)?.payId)).toEqual(['P0', 'P1', 'P2']);
  expect(verdicts(dataDir)).toEqual([true, true]);
  db.exec(`UPDATE payments SET bound = NULL, captured_minor = 9 WHERE pay_id = 'P1'`);
  // A copy of the first note opens nothing again, and nothing is bound by it.
  again.payments.begin(startMs);
  expect(() => known(1)).toThrow('what is known of the payment P1 was changed');
  again.payments.sweep(10, startMs);
  expect(unbound()).toEqual({ count: 1 });
  expect(again.bindings.altered()).toMatchObject([{ what: expect.stringContaining('P1') }]);
  // What is written over it is not believed either.
  await again.store.transact((tx) => tx.putPayment(aPayment('payment:trans:T1', { payId: 'P1' })));
  expect(() => known(1)).toThrow('was changed');
  // Looking at it and showing it goes on.
  expect(again.store.payment(environmentId, 'P1')).not.toBeNull();
  again.close();
  expect(verdicts(dataDir)).toEqual([expect.stringContaining('P1'), true]);
});
