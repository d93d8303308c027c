// Erasing personal data: the bytes are gone from every file of the folder, and the journal verifies as before.
import { createHmac } from 'node:crypto';
import { createWriteStream, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { OperationRecord, PrintJobRecord } from '#core/ports/record.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { StorageFailed } from '#store/database/errors.ts';
import { exportJournal } from '#store/journal/export.ts';
import type { OpenedStore } from '#store/open.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { verifyExport } from '#store/integrity/verify-file.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change, noMarks } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { transactionBeside } from '#support/transaction-beside.ts';

const day = 24 * 3_600_000;
const slips = { days: 400, reading: defaultAnswerReading };
const why = { atMs: startMs + 10, by: 'somebody', reason: 'asked for by the customer', slips };

async function carriedOut(folder: OpenedStore, name: string, to: Partial<OperationRecord> = {}): Promise<void> {
  await folder.store.transact((tx) => {
    const input = { payId: `P-${name}`, transId: name, customer: { name: `Sample Person ${name}` } };
    const record = anAccepted(name, { input, payId: `P-${name}`, requestDigest: `keyed-digest-${name}`, ...to });
    tx.insert(record, noMarks);
    const told = { operationId: record.id, atMs: startMs };
    const data = { kind: record.kind, state: 'accepted' };
    tx.journal({ ...told, type: 'accepted', data, personal: { request: record.requestDigest } });
  });
  const result = { payId: `P-${name}`, status: 'OK', cardholder: `Sample Holder ${name}` };
  await folder.store.transact((tx) => change(tx, `op_${name}`, { state: 'succeeded', result }));
}

/** What of an operation only its own rows hold: sealed bytes and the salt, as they lie on the disk. */
function traces(dataDir: string, id: string): Buffer[] {
  const db = rawDatabase(dataDir);
  const sealed = db.prepare('SELECT sealed FROM operations WHERE id = ?').get(id)?.['sealed'] as Uint8Array;
  const salt = db.prepare('SELECT salt FROM personal_salts WHERE operation = ?').get(id)?.['salt'] as Uint8Array;
  db.close();
  // The tail of the ciphertext: the head is the form's own, and no page is likely to cut through the last bytes.
  return [Buffer.from(sealed).subarray(-24), Buffer.from(salt)];
}

function filesWith(dataDir: string, bytes: Buffer): string[] {
  return readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(bytes));
}

const idsIn = ({ store }: OpenedStore) => store.list(null, { limit: 10 }).map(({ requestId }) => requestId);

describe('erasing', () => {
  it('leaves no trace in database, log and free pages, while the bridge goes on, and the journal verifies', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    const signer = folder.signer(startMs);
    for (const name of ['a', 'b', 'c', 'd']) await carriedOut(folder, name);
    const before = traces(dataDir, 'op_b');
    for (const trace of before) expect(filesWith(dataDir, trace)).not.toEqual([]);

    expect(await folder.eraser.erase({ type: 'operation', id: 'op_b' }, why)).toEqual({
      erased: 1,
      keptOpen: 0,
      keptSlips: 0,
      documents: 0,
      next: null,
      logCleared: true,
      spaceCleared: true,
    });
    for (const trace of before) expect(filesWith(dataDir, trace)).toEqual([]);
    for (const trace of traces(dataDir, 'op_a')) expect(filesWith(dataDir, trace)).not.toEqual([]);

    expect(folder.store.operation('op_b')).toMatchObject({
      state: 'succeeded',
      input: { payId: 'P-b', transId: 'b' },
      result: { payId: 'P-b', status: 'OK' },
      requestDigest: 'erased',
      revision: 3,
    });
    expect(JSON.stringify(folder.store.operation('op_b'))).not.toContain('Sample');
    const [last] = folder.journal.after(folder.journal.head().seq - 1, 1);
    expect(last).toMatchObject({
      type: 'personal-erased',
      data: { target: 'operation', by: 'somebody', reason: 'asked for by the customer', operations: ['op_b'] },
    });
    expect(verifyDatabase(dataDir, signer.publicKeyPem).ok).toBe(true);
    const file = join(dataDir, 'export.ndjson');
    const out = createWriteStream(file);
    await exportJournal(folder.journal, 'ndjson', out);
    out.end();
    await finished(out);
    expect((await verifyExport(file, signer.publicKeyPem)).ok).toBe(true);
  });

  it('takes the salt away, without which the digest in the journal cannot be tried out, even with the folder’s key', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    for (const name of ['a', 'b']) await carriedOut(folder, name, { requestDigest: 'the same for both' });
    const digests = ['a', 'b'].map((name) => folder.journal.ofOperation(`op_${name}`)[0]?.data['personal']);
    expect(digests[0]).not.toEqual(digests[1]);
    const [, salt] = traces(dataDir, 'op_a');
    const tried = createHmac('sha256', salt ?? '')
      .update('the same for both')
      .digest('hex');
    expect(digests[0]).toEqual({ request: tried });
    await folder.eraser.erase({ type: 'operation', id: 'op_a' }, why);
    expect(folder.journal.ofOperation('op_a')[0]?.data['personal']).toEqual(digests[0]);
    const db = rawDatabase(dataDir);
    expect(db.prepare('SELECT operation FROM personal_salts').all()).toEqual([{ operation: 'op_b' }]);
  });

  it('takes all of a payment, and all that is old, but nothing whose outcome is still looked for', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    for (const name of ['a', 'b', 'c']) await carriedOut(folder, name, { payId: 'P-one' });
    await folder.store.transact((tx) => accept(tx, anAccepted('open', { payId: 'P-one' })));
    const payment = await folder.eraser.erase({ type: 'payment', payId: 'P-one' }, why);
    expect(payment).toMatchObject({ erased: 3, keptOpen: 1, keptSlips: 0, logCleared: true });
    expect(folder.store.operation('op_open')?.requestDigest).not.toBe('erased');
    for (let index = 0; index < 250; index += 1) await carriedOut(folder, `old${index}`);
    await carriedOut(folder, 'new');
    await folder.store.transact((tx) => change(tx, 'op_new', { updatedAtMs: startMs + 5_000 }));
    const older = { type: 'older', beforeMs: startMs + 1 } as const;
    expect(await folder.eraser.erase(older, why)).toMatchObject({ erased: 250, keptOpen: 1 });
    expect(await folder.eraser.erase(older, why)).toMatchObject({ erased: 0 });
    expect(JSON.stringify(folder.store.operation('op_new')?.input)).toContain('Sample Person');
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('leaves how a customer is to pay, by which what they pay is read', async () => {
    const folder = opened(aFolder());
    const card = { dccEnabled: true, template: { name: 'Sample Person' } };
    const paymentMethods = { integrationType: 'HOSTED', type: 'CARD', card, payPal: { payer: 'Sample Person' } };
    await carriedOut(folder, 'form', { input: { transId: 'form', paymentMethods } });
    await folder.eraser.erase({ type: 'older', beforeMs: startMs + 1 }, why);
    expect(folder.store.operation('op_form')?.input).toEqual({
      transId: 'form',
      paymentMethods: { integrationType: 'HOSTED', type: 'CARD', card: { dccEnabled: true } },
    });
  });

  it('says that a file of an earlier program may hold old copies, and has it written anew when it is asked to', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    await carriedOut(folder, 'a');
    const [sealed] = traces(dataDir, 'op_a');
    folder.close();
    const earlier = rawDatabase(dataDir);
    earlier.exec('PRAGMA secure_delete = OFF; CREATE TABLE copy AS SELECT sealed FROM operations; DROP TABLE copy');
    earlier.exec(`PRAGMA secure_delete = ON; UPDATE operations SET sealed = zeroblob(10) WHERE id = 'op_a'`);
    earlier.exec(`DELETE FROM meta WHERE key = 'secure-delete'; PRAGMA wal_checkpoint(TRUNCATE)`);
    earlier.close();
    expect(filesWith(dataDir, sealed ?? Buffer.of())).toEqual(['tillbridge.db']);
    const again = opened(dataDir);
    const erase = () => again.eraser.erase({ type: 'payment', payId: 'nobody' }, why);
    // Not beside sales: rewriting the file of years takes minutes.
    expect(await erase()).toMatchObject({ spaceCleared: false });
    expect(filesWith(dataDir, sealed ?? Buffer.of())).toEqual(['tillbridge.db']);
    expect(again.clearSpace()).toBe(true);
    expect(filesWith(dataDir, sealed ?? Buffer.of())).toEqual([]);
    expect(again.clearSpace()).toBe(false);
    expect(await erase()).toMatchObject({ spaceCleared: true });
  });

  it('lets a sale through after one transaction, whatever is left to erase', async () => {
    const folder = opened(aFolder());
    for (let index = 0; index < 300; index += 1) await carriedOut(folder, `old${index}`);
    const erasures = () => folder.journal.after(0, 5_000).filter(({ type }) => type === 'personal-erased');
    const erasedSoFar = () => erasures().flatMap(({ data }) => data['operations'] as string[]).length;
    const erasing = folder.eraser.erase({ type: 'older', beforeMs: startMs * 2 }, why);
    while (erasures().length === 0) await setImmediate();
    for (let sale = 0; sale < 5; sale += 1) {
      await folder.store.transact((tx) => accept(tx, anAccepted(`sale${sale}`)));
    }
    expect(erasedSoFar()).toBeLessThan(300);
    expect(await erasing).toMatchObject({ erased: 300 });
    expect(erasedSoFar()).toBe(300);
    // A record is a transaction, which is all that a sale waits for.
    const sizes = erasures().map(({ data }) => (data['operations'] as string[]).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
  });

  it('goes on from where a part ended, and counts each operation once', async () => {
    const folder = opened(aFolder());
    for (let index = 0; index < 60; index += 1) await carriedOut(folder, `old${index}`, { payId: 'P-one' });
    await folder.store.transact((tx) => accept(tx, anAccepted('open', { payId: 'P-one' })));
    for (let index = 0; index < 480; index += 1)
      await folder.store.transact((tx) => accept(tx, anAccepted(`new${index}`)));
    const older = { type: 'older', beforeMs: startMs + 1 } as const;
    const parts = [await folder.eraser.erase(older, { ...why, partMs: 0 })];
    for (let from = parts[0]?.next ?? null; from !== null; from = parts.at(-1)?.next ?? null) {
      expect(parts.at(-1)).toMatchObject({ logCleared: false });
      parts.push(await folder.eraser.erase(older, { ...why, partMs: 0, from }));
    }
    expect(parts.length).toBe(2);
    const sum = (count: 'erased' | 'keptOpen') => parts.reduce((all, part) => all + part[count], 0);
    expect([sum('erased'), sum('keptOpen')]).toEqual([60, 481]);
    expect(parts.at(-1)).toMatchObject({ next: null, logCleared: true });
  });

  it('says where a reader keeps old pages in the log', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    await carriedOut(folder, 'a');
    await folder.eraser.erase({ type: 'payment', payId: 'nobody' }, why);
    await carriedOut(folder, 'b');
    const reader = rawDatabase(dataDir);
    reader.exec('BEGIN; SELECT count(*) FROM operations');
    const command = opened(dataDir, { use: 'command', lockPatienceMs: 20 });
    expect(await command.eraser.erase({ type: 'operation', id: 'op_b' }, why)).toMatchObject({
      erased: 1,
      logCleared: false,
    });
    reader.exec('COMMIT');
    expect(await command.eraser.erase({ type: 'operation', id: 'op_b' }, why)).toMatchObject({
      erased: 0,
      logCleared: true,
    });
    command.close();
  });

  it('takes what a payment was found by, of the card, and leaves the payment', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    const [environmentId, lane] = ['env', (name: string) => `payment:env:trans:${name}`] as const;
    for (const name of ['a', 'b', 'c']) {
      await carriedOut(folder, name, { transId: name, lanes: [lane(name)] });
      await folder.store.transact((tx) =>
        tx.putPayment({
          environmentId,
          lane: lane(name),
          // What made it may not have heard its number.
          payId: name === 'a' ? null : `P-${name}`,
          transId: name,
          currency: 'EUR',
          authorized: 500,
          captured: 500,
          refunded: 0,
          captureCount: 1,
          reversed: false,
          terminalId: 'T1',
          traceNr: '000042',
          refNr: `Order ${name}`,
          last4: `last-four-of-${name}`,
          approvalCode: `approval-of-${name}`,
        }),
      );
    }
    const foundBy = (text: string) => folder.store.payments(environmentId, { text, limit: 9 }).length;
    expect([foundBy('last-four-of-a'), foundBy('approval-of-b')]).toEqual([1, 1]);
    await folder.eraser.erase({ type: 'operation', id: 'op_a' }, why);
    await folder.eraser.erase({ type: 'payment', payId: 'P-b' }, why);
    for (const name of ['a', 'b']) {
      expect([foundBy(`last-four-of-${name}`), foundBy(`approval-of-${name}`)]).toEqual([0, 0]);
      for (const fact of [`last-four-of-${name}`, `approval-of-${name}`]) {
        expect(filesWith(dataDir, Buffer.from(fact))).toEqual([]);
      }
      expect(folder.store.paymentByLane(environmentId, lane(name))).toMatchObject({
        captured: 500,
        traceNr: '000042',
        refNr: `Order ${name}`,
        last4: null,
        approvalCode: null,
      });
    }
    expect([foundBy('last-four-of-c'), foundBy('approval-of-c')]).toEqual([1, 1]);
  });

  it.each([
    ['writes', 'BEGIN IMMEDIATE; UPDATE meta SET value = value'],
    ['reads', 'BEGIN; SELECT count(*) FROM operations'],
  ])('waits for who %s at that moment, the first time in a folder too', async (_what, sql) => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    for (const name of ['a', 'b']) {
      await carriedOut(folder, name);
      await transactionBeside(dataDir, sql);
      const erasure = await folder.eraser.erase({ type: 'operation', id: `op_${name}` }, why);
      expect(erasure).toMatchObject({ erased: 1, logCleared: true });
    }
  });

  it('says who keeps the file where that takes too long, and can be asked for again', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir, { lockPatienceMs: 20 });
    await carriedOut(folder, 'a');
    const other = rawDatabase(dataDir);
    other.exec('BEGIN IMMEDIATE');
    const erase = () => folder.eraser.erase({ type: 'operation', id: 'op_a' }, why);
    await expect(erase()).rejects.toThrow(StorageFailed);
    await expect(erase()).rejects.toThrow('another program keeps the file locked');
    other.exec('COMMIT');
    expect(await erase()).toMatchObject({ erased: 1, logCleared: true });
  });
});

describe('the slip, which a chargeback is answered with', () => {
  const answer = {
    status: 'OK',
    approvalCode: '654321',
    terminal: { traceNr: '000122' },
    customerInfo: { firstName: 'Erika', lastName: 'Sample', email: 'erika@example.com', city: 'Trace' },
    paymentMethods: {
      type: 'CARD',
      card: { brand: 'VISA', bin: '400000', last4Digits: '0002', expiryDate: '202904', cardholderName: 'E SAMPLE' },
    },
    receipt: {
      merchant: ['VISA 400000******0002', 'Trace no. 000122', 'SAMPLE/ERIKA', 'Cardholder: X', 'Cardholder copy'],
      customer: 'Amount 12.34 EUR\nerika@example.com\nAPPROVED',
    },
  };
  const slip = {
    approvalCode: '654321',
    terminal: { traceNr: '000122' },
    paymentMethods: { type: 'CARD', card: { brand: 'VISA', bin: '400000', last4Digits: '0002' } },
    receipt: {
      merchant: ['VISA 400000******0002', 'Trace no. 000122', 'Cardholder copy'],
      customer: 'Amount 12.34 EUR\nAPPROVED',
    },
  };
  const sold = async (folder: OpenedStore, name: string, to: Partial<OperationRecord> = {}, answered = answer) => {
    await carriedOut(folder, name, { transId: name, ...to });
    await folder.store.transact((tx) => change(tx, `op_${name}`, { state: 'succeeded', result: answered }));
  };
  const at = (days: number) => ({ ...why, atMs: startMs + days * day });
  const all = { type: 'older', beforeMs: startMs + 1_000 * day } as const;
  const resultOf = (folder: OpenedStore, name: string) => folder.store.operation(`op_${name}`)?.result;

  it.each([
    ['a request for one operation', { type: 'operation', id: 'op_a' }],
    ['a request for a payment', { type: 'payment', payId: 'P-a' }],
    ['the age alone, however short', all],
  ] as const)('stays without names whatever is erased: %s', async (_what, target) => {
    const folder = opened(aFolder());
    await sold(folder, 'a');
    expect(await folder.eraser.erase(target, at(399))).toMatchObject({ erased: 1, keptSlips: 1 });
    expect(resultOf(folder, 'a')).toEqual({ status: 'OK', ...slip });
    const [last] = folder.journal.after(folder.journal.head().seq - 1, 1);
    expect(last).toMatchObject({ data: { operations: ['op_a'], slipsKept: ['op_a'], slipDays: 400 } });
    // Asked for again, nothing more is to be done, and it still says so.
    expect(await folder.eraser.erase(target, at(399))).toMatchObject({ erased: 0, keptSlips: 1 });
  });

  it.each([
    ['an object', { data: answer }, { data: slip }],
    ['one in another', { result: { Transaction: answer } }, { result: { Transaction: slip } }],
    ['a list', { results: [answer, { note: 'Erika' }] }, { results: [slip] }],
  ])('stays as well within %s that answers stand in', async (_where, wrapped, left) => {
    const folder = opened(aFolder());
    await sold(folder, 'a', {}, { status: 'OK', ...wrapped } as never);
    expect(await folder.eraser.erase(all, at(1))).toMatchObject({ keptSlips: 1 });
    expect(resultOf(folder, 'a')).toEqual({ status: 'OK', ...left });
  });

  it('is without names also where receipts stand by the settings', async () => {
    const folder = opened(aFolder());
    await sold(folder, 'a', {}, { status: 'OK', slip: { text: answer.receipt.merchant } } as never);
    const paths = { ...defaultAnswerReading.paths, merchantReceipt: ['slip.text'] };
    const reading = { ...defaultAnswerReading, paths };
    await folder.eraser.erase(all, { ...at(1), slips: { days: 400, reading } });
    expect(resultOf(folder, 'a')).toEqual({
      status: 'OK',
      slip: { text: slip.receipt.merchant.toSpliced(2, 0, 'SAMPLE/ERIKA') },
    });
  });

  it('goes when the time is over, and not before that of its payment’s last change', async () => {
    const folder = opened(aFolder());
    await sold(folder, 'old');
    await sold(folder, 'held', { payId: 'P-one' });
    await sold(folder, 'captured', { payId: 'P-one' });
    await folder.store.transact((tx) => change(tx, 'op_captured', { updatedAtMs: startMs + 300 * day }));
    expect(await folder.eraser.erase(all, at(10))).toMatchObject({ erased: 3, keptSlips: 3 });
    expect(await folder.eraser.erase(all, at(401))).toMatchObject({ erased: 1, keptSlips: 2 });
    expect(resultOf(folder, 'old')).toEqual({ status: 'OK', approvalCode: '654321' });
    expect(resultOf(folder, 'held')).toEqual({ status: 'OK', ...slip });
    expect(await folder.eraser.erase(all, at(701))).toMatchObject({ erased: 2, keptSlips: 0 });
    expect(resultOf(folder, 'held')).toEqual({ status: 'OK', approvalCode: '654321' });
  });

  it('is nothing of a payment that was declined, unless a person decided what became of it', async () => {
    const folder = opened(aFolder());
    for (const name of ['declined', 'decided']) await sold(folder, name);
    await folder.store.transact((tx) => change(tx, 'op_declined', { state: 'failed' }));
    const by = { id: 'p1', name: 'Sample Person', role: 'supervisor' } as const;
    const decisions = [{ atMs: startMs, outcome: 'failed', by, reason: 'asked the bank', evidence: 'letter' }] as const;
    await folder.store.transact((tx) => change(tx, 'op_decided', { state: 'failed', decisions }));
    expect(await folder.eraser.erase(all, at(1))).toMatchObject({ erased: 2, keptSlips: 1 });
    expect(resultOf(folder, 'decided')).toMatchObject({ receipt: slip.receipt });
  });
});

describe('the request id of what came without one', () => {
  it('is a digest of the request, so it goes too; an id that the caller gave stays', async () => {
    const folder = opened(aFolder());
    await carriedOut(folder, 'a', { requestId: 'body 1 keyed-digest-a' });
    await carriedOut(folder, 'b', { requestId: 'K-1' });
    await folder.eraser.erase({ type: 'older', beforeMs: startMs * 2 }, { ...why, atMs: startMs + 2 * day });
    expect(idsIn(folder)).toEqual(['erased op_a', 'K-1']);
  });

  it('stays while a repetition is told by it, and while a later try of the same is', async () => {
    const folder = opened(aFolder());
    await carriedOut(folder, 'a', { requestId: 'body 1 keyed-digest-a' });
    await carriedOut(folder, 'b', { requestId: 'body 2 keyed-digest-a' });
    await carriedOut(folder, 'c', { requestId: 'body 1 keyed-digest-c' });
    const early = await folder.eraser.erase({ type: 'older', beforeMs: startMs * 2 }, why);
    expect(early).toMatchObject({ erased: 0, keptOpen: 3 });
    const late = { ...why, atMs: startMs + 2 * day };
    expect(await folder.eraser.erase({ type: 'operation', id: 'op_a' }, late)).toMatchObject({
      erased: 0,
      keptOpen: 1,
    });
    expect(idsIn(folder)).toEqual(['body 1 keyed-digest-a', 'body 2 keyed-digest-a', 'body 1 keyed-digest-c']);
    // All of the row together may go, the last of it first.
    expect(await folder.eraser.erase({ type: 'older', beforeMs: startMs * 2 }, late)).toMatchObject({
      erased: 3,
      keptOpen: 0,
    });
    expect(idsIn(folder)).toEqual(['erased op_a', 'erased op_b', 'erased op_c']);
  });
});

describe('documents that wait or are in doubt', () => {
  const documentOf = (text: string) => ({ blocks: [{ type: 'text' as const, text }, { type: 'cut' as const }] });
  const job = (id: string, to: Partial<PrintJobRecord> = {}): Omit<PrintJobRecord, 'seq'> => ({
    id: `print_${id}`,
    device: 'COUNTER',
    state: 'due',
    revision: 1,
    document: documentOf(`For Sample Person ${id}`),
    copy: false,
    reprintOf: null,
    noSale: null,
    reprint: null,
    operationId: null,
    receipt: null,
    asked: null,
    doubt: null,
    decided: null,
    createdAtMs: startMs,
    updatedAtMs: startMs,
    ...to,
  });
  const put = (folder: OpenedStore, ...jobs: Omit<PrintJobRecord, 'seq'>[]) =>
    folder.store.transact((tx) => {
      for (const each of jobs) {
        tx.insertPrintJob(each);
        const data = { job: each.id, device: each.device, state: each.state };
        tx.journal({ type: 'print-job-made', operationId: null, atMs: startMs, data });
      }
    });
  const sealedOf = (dataDir: string, id: string): Buffer => {
    const db = rawDatabase(dataDir);
    const sealed = db.prepare('SELECT sealed FROM print_jobs WHERE id = ?').get(id)?.['sealed'] as Uint8Array;
    db.close();
    return Buffer.from(sealed).subarray(-24);
  };

  it('go by age: what is in doubt stays a doubt, what waits is taken back, and the journal says so', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    const signer = folder.signer(startMs);
    const doubtful = { state: 'doubtful', doubt: 'line-lost' } as const;
    await put(folder, job('old', doubtful), job('due'), job('new', { ...doubtful, updatedAtMs: startMs + 9 * day }));
    const bytes = ['print_old', 'print_due'].map((id) => sealedOf(dataDir, id));
    for (const trace of bytes) expect(filesWith(dataDir, trace)).not.toEqual([]);
    const target = { type: 'older', beforeMs: startMs + day } as const;
    const erased = await folder.eraser.erase(target, { ...why, atMs: startMs + 10 * day });
    expect(erased).toMatchObject({ erased: 0, documents: 2, logCleared: true });
    for (const trace of bytes) expect(filesWith(dataDir, trace)).toEqual([]);
    expect(folder.store.printJob('print_old')).toMatchObject({ state: 'doubtful', doubt: 'line-lost', document: null });
    expect(folder.store.printJob('print_due')).toMatchObject({ state: 'cancelled', document: null, decided: null });
    expect(folder.store.printJob('print_new')).toMatchObject({ document: documentOf('For Sample Person new') });
    const told = folder.journal.after(0, 50).filter(({ type }) => type === 'print-job-erased');
    expect(told.map(({ data }) => data)).toMatchObject([
      { job: 'print_old', state: 'doubtful', by: 'somebody' },
      { job: 'print_due', state: 'cancelled', by: 'somebody' },
    ]);
    expect(verifyDatabase(dataDir, signer.publicKeyPem).ok).toBe(true);
    expect(await folder.eraser.erase(target, { ...why, atMs: startMs + 10 * day })).toMatchObject({ documents: 0 });
  });

  it('go with their operation, and with its payment', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    for (const name of ['a', 'b', 'c']) await carriedOut(folder, name);
    const of = (name: string) => job(name, { state: 'doubtful', operationId: `op_${name}`, receipt: 'customer' });
    await put(folder, of('a'), of('b'), of('c'));
    expect(await folder.eraser.erase({ type: 'operation', id: 'op_a' }, why)).toMatchObject({ documents: 1 });
    expect(await folder.eraser.erase({ type: 'payment', payId: 'P-b' }, why)).toMatchObject({ documents: 1 });
    const left = ['a', 'b', 'c'].map((name) => folder.store.printJob(`print_${name}`)?.document ?? null);
    expect(left).toEqual([null, null, documentOf('For Sample Person c')]);
  });
});
