// Signed heads: who has no private key cannot make a journal that verifies, and what a signature does not show is said.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { createWriteStream, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { type JsonObject, canonicalJson, textAt } from '#contract/data/json.ts';
import { headStatement, keyRecord, signedHeadData, signedRecord } from '#contract/data/signed-head.ts';
import type { Signer } from '#core/ports/journal.ts';
import { signAtEnd } from '#core/shift/signed-heads.ts';
import { linked } from '#store/journal/chain.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { exportJournal } from '#store/journal/export.ts';
import { keyIdOf } from '#store/journal/key-pair.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { verifyExport } from '#store/integrity/verify-file.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

interface Signed {
  readonly dataDir: string;
  readonly file: string;
  readonly key: string;
  readonly pem: string;
  readonly signer: Signer;
  readonly records: JournalRecord[];
}

/** An export of ten records: key, its head, accepted a-c, changes, a signed head at 9 (record 10), one more. */
async function signed(): Promise<Signed> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  const signer = folder.signer(startMs);
  await folder.store.transact((tx) => {
    for (const name of ['a', 'b', 'c']) accept(tx, anAccepted(name));
    change(tx, 'op_a', { state: 'sending' });
    change(tx, 'op_a', { state: 'succeeded' });
    change(tx, 'op_b', { state: 'cancelled' });
  });
  await signAtEnd(folder.books, signer, startMs);
  await folder.store.transact((tx) => change(tx, 'op_c', { state: 'cancelled' }));
  const file = join(dataDir, 'export.ndjson');
  const out = createWriteStream(file);
  await exportJournal(folder.journal, 'ndjson', out);
  out.end();
  await finished(out);
  folder.close();
  const records = linesOf(file);
  return { dataDir, file, key: join(dataDir, 'journal-public-key.pem'), pem: signer.publicKeyPem, signer, records };
}

function linesOf(file: string): JournalRecord[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalRecord);
}

function appended(records: readonly JournalRecord[], type: string, data: JsonObject): JournalRecord[] {
  const { seq, hash, at } = records.at(-1)!;
  return [...records, linked({ seq, hash }, { at, type, operation: null, data })];
}

/** The same journal with a signature of its last record. */
function closedBy(signer: Signer, records: readonly JournalRecord[]): JournalRecord[] {
  const { seq, hash } = records.at(-1)!;
  return appended(records, signedRecord, signedHeadData({ seq, hash }, signer));
}

/** Somebody else's key. */
function anotherSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const sign = (text: string) => signBytes(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');
  return { keyId: keyIdOf(publicKeyPem), publicKeyPem, sign };
}

function write(file: string, records: readonly JournalRecord[]): void {
  writeFileSync(file, records.map((each) => `${canonicalJson(each as unknown as JsonObject)}\n`).join(''));
}

/** All hashes computed anew, as somebody without the key can. */
function chainedAnew(records: readonly JournalRecord[]): JournalRecord[] {
  let head = genesis;
  return records.map(({ at, type, operation, data }) => {
    const next = linked(head, { at, type, operation, data });
    head = { seq: next.seq, hash: next.hash };
    return next;
  });
}

/** What the script of the docs says, which shares no code with the product. */
function independent(file: string, key: string): { readonly code: number | null; readonly said: string } {
  const script = join(import.meta.dirname, '..', '..', '..', 'docs', 'verify-journal.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, file, key], { encoding: 'utf8' });
  return { code: status, said: stdout };
}

describe('a folder’s key', () => {
  it('is made once, announced in the journal, and its private half lies nowhere in plain text', async () => {
    const { dataDir, pem, records } = await signed();
    const again = opened(dataDir);
    expect(again.signer(startMs).publicKeyPem).toBe(pem);
    expect(records[0]).toMatchObject({ type: 'signing-key', data: { algorithm: 'Ed25519', publicKeyPem: pem } });
    expect(records.filter((each) => each.type === 'signing-key')).toHaveLength(1);
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(file.includes('PRIVATE KEY')).toBe(false);
  });

  it('is put back as a PEM file where somebody removed that', async () => {
    const { dataDir, key, pem } = await signed();
    rmSync(key);
    opened(dataDir).signer(startMs);
    expect(readFileSync(key, 'utf8')).toBe(pem);
  });
});

describe('a signed journal', () => {
  it('verifies as a folder, as a file, and with the independent script, and says who signed what', async () => {
    const { dataDir, file, key, pem, records } = await signed();
    const keyId = textAt(records[0]?.data, 'keyId') ?? '';
    const signatures = {
      checkedWith: 'given-key',
      keys: [{ keyId, seq: 1 }],
      heads: [
        { seq: 1, keyId },
        { seq: 8, keyId },
      ],
      unsignedRecords: 1,
    };
    expect(verifyDatabase(dataDir, pem)).toMatchObject({ ok: true, records: 10, signatures });
    expect(await verifyExport(file, pem)).toMatchObject({ ok: true, records: 10, signatures });
    expect(await verifyExport(file)).toMatchObject({ ok: true, signatures: { checkedWith: 'keys-in-journal' } });
    const { code, said } = independent(file, key);
    expect(said).toContain('10 records, 2 signed heads, the last at record 8.');
    expect(code).toBe(0);
  });

  it.each([
    ['ends of lines that are no line feed', 'a\u2028b\u2029c\u0085d\re\u000bf\u000cg'],
    ['escapes', '"\\/\b\f\n\r\t\u0000\u001f\u007f\u009b \\u2028 \\n'],
    [
      'signs that turn text around, and others that are not seen',
      '\u202Ea\u202C\u2066b\u2069\u200f\u200b\u00ad\u034f\ufe0f\u2800',
    ],
    ['a byte order mark and no characters', '\ufeff\ufffe\uffff\ufdd0'],
    ['halves of pairs', 'a\ud800b\udc00c\udc00\ud800'],
    ['signs beyond the first 65,536', '\u{1F600}\u{1E954}\u{10FFFF}'],
    ['one sign in two forms', 'e\u0301 \u00e9 \ufb01 \u212b'],
    ['markup', '</script><!-- ]]> &amp; %0a'],
  ])('verifies in every way where texts and names hold %s', async (_what, text) => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    const signer = folder.signer(startMs);
    const data = {
      text,
      list: [text, { [text]: text }],
      [text]: 1.5e-7,
      b: -0,
      10: true,
      9: null,
      ['\ufb01']: '',
      ['\u{1F600}']: '',
    };
    await folder.store.transact((tx) => tx.journal({ type: 'policy-applied', operationId: null, atMs: startMs, data }));
    await signAtEnd(folder.books, signer, startMs);
    const file = join(dataDir, 'export.ndjson');
    const out = createWriteStream(file);
    await exportJournal(folder.journal, 'ndjson', out);
    out.end();
    await finished(out);
    folder.close();
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true });
    expect(await verifyExport(file)).toMatchObject({ ok: true });
    expect(independent(file, join(dataDir, 'journal-public-key.pem'))).toMatchObject({ code: 0 });
  });

  it('whose closed shift names other takings than its records moved is found out by the independent script', async () => {
    for (const [takenMinor, code] of [
      [500, 0],
      [400, 1],
    ] as const) {
      const dataDir = aFolder();
      const folder = opened(dataDir);
      const signer = folder.signer(startMs);
      const place = { mode: 'live', environment: 'env' };
      const takings = [{ currency: 'EUR', takenMinor, givenBackMinor: 0, leftMinor: takenMinor, tipMinor: 0 }];
      await folder.store.transact((tx) => {
        const record = (type: JournalRecordType, operationId: string | null, data: JsonObject) =>
          tx.journal({ type, operationId, atMs: startMs, data });
        record('accepted', 'op_a', { ...place, state: 'accepted' });
        record('succeeded', 'op_a', {
          state: 'succeeded',
          moved: { currency: 'EUR', taken: 500, givenBack: 0, tip: 0 },
        });
        record('shift-closed', null, { number: 1, sections: [{ ...place, takings }] });
      });
      await signAtEnd(folder.books, signer, startMs);
      const file = join(dataDir, 'export.ndjson');
      const out = createWriteStream(file);
      await exportJournal(folder.journal, 'ndjson', out);
      out.end();
      await finished(out);
      const verdict = independent(file, join(dataDir, 'journal-public-key.pem'));
      expect(verdict.said).toMatch(code === 0 ? /The takings of 1 closed shifts/ : /shift 1 says taken.*400, 0, 0/);
      expect(verdict.code).toBe(code);
    }
  });

  it('can be checked with openssl alone', async () => {
    const { dataDir, key, records } = await signed();
    const { data } = records[8]!;
    const statement = join(dataDir, 'statement');
    const signature = join(dataDir, 'signature');
    writeFileSync(statement, headStatement({ seq: Number(data['seq']), hash: textAt(data, 'hash') ?? '' }));
    writeFileSync(signature, Buffer.from(textAt(data, 'signature') ?? '', 'base64'));
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', statement, '-sigfile', signature];
    expect(execFileSync('openssl', args, { encoding: 'utf8' })).toContain('Verified Successfully');
  });

  const tampered: readonly (readonly [string, (records: JournalRecord[]) => JournalRecord[], RegExp])[] = [
    ['a changed record', (all) => all.with(3, { ...all[3]!, at: '2020-01-01T00:00:00.000Z' }), /record 4 was changed/],
    ['a dropped record', (all) => all.toSpliced(3, 1), /after record 3 comes record 5/],
    ['an inserted record', (all) => all.toSpliced(3, 0, all[3]!), /after record 4 comes record 4/],
    ['two records exchanged', (all) => all.with(3, all[4]!).with(4, all[3]!), /after record 3 comes record 5/],
    [
      'everything chained anew after a change',
      (all) => chainedAnew(all.with(3, { ...all[3]!, data: { state: 'accepted', amount: 1 } })),
      /record 9 signs another head/,
    ],
    [
      'everything chained anew, the signed hashes put right, without the key',
      (all) => {
        const done: JournalRecord[] = [];
        for (const each of all.with(3, { ...all[3]!, data: { state: 'accepted', amount: 1 } })) {
          const head = done.at(-1) ?? genesis;
          const data = each.type === 'head-signed' ? { ...each.data, seq: head.seq, hash: head.hash } : each.data;
          const { at, type, operation } = each;
          done.push(linked({ seq: head.seq, hash: head.hash }, { at, type, operation, data }));
        }
        return done;
      },
      /the signature of the head at record 8/,
    ],
    [
      'everything chained anew without the signatures',
      (all) => chainedAnew(all.filter((each) => !['head-signed', 'signing-key'].includes(each.type))),
      /no head is signed by the given key/,
    ],
  ];

  it.each(tampered)('does not verify with %s', async (_, tamper, what) => {
    const { file, key, pem, records } = await signed();
    write(file, tamper(records));
    const verdict = await verifyExport(file, pem);
    expect(verdict.ok).toBe(false);
    expect(verdict.problem?.what).toMatch(what);
    expect(independent(file, key).code).toBe(1);
  });

  it('does not verify under another key, which the journal of another bridge has', async () => {
    const { dataDir, file } = await signed();
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect((await verifyExport(file, other)).problem?.what).toMatch(/not by the given key/);
    expect(verifyDatabase(dataDir, other).ok).toBe(false);
    const otherKey = join(dataDir, 'other.pem');
    writeFileSync(otherKey, other);
    expect(independent(file, otherKey).code).toBe(1);
  });

  it('does not show in the file that its end was cut off, and says how much no signature holds', async () => {
    const { file, pem, records } = await signed();
    write(file, records.slice(0, 9));
    expect(await verifyExport(file, pem)).toMatchObject({ ok: true, records: 9, signatures: { unsignedRecords: 0 } });
    write(file, records.slice(0, 6));
    expect(await verifyExport(file, pem)).toMatchObject({
      ok: true,
      head: { seq: 6 },
      signatures: { unsignedRecords: 4 },
    });
  });

  it('shows by a head that the office countersigned that its end was cut off, or made anew', async () => {
    const { dataDir, file, records } = await signed();
    const [office, before] = [records.at(-1)!, records.at(-2)!];
    const head = { seq: office.seq, hash: office.hash };
    const inFolder = () => verifyDatabase(dataDir, null, Date.now, null, head);
    expect([(await verifyExport(file, null, head)).ok, inFolder().ok]).toEqual([true, true]);
    write(file, records.slice(0, -1));
    expect((await verifyExport(file, null, head)).problem?.what).toContain('its end was cut off');
    const anew = { at: office.at, type: 'signed-out', operation: null, data: {} };
    write(file, [...records.slice(0, -1), linked(before, anew)]);
    expect((await verifyExport(file, null, head)).problem?.what).toContain('than the office has countersigned');
    // Who writes the database cuts off the record that says where it ends, too.
    const db = new DatabaseSync(join(dataDir, 'tillbridge.db'));
    const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`);
    db.prepare('DELETE FROM journal WHERE seq = ?').run(head.seq);
    db.prepare('UPDATE journal_head SET seq = ?, hash = ?').run(before.seq, before.hash);
    for (const { sql } of triggers) db.exec(String(sql));
    db.close();
    expect(inFolder().problem?.what).toContain('its end was cut off');
  });

  it('does not take a shift number twice, or after a gap', async () => {
    const { file, pem, records, signer } = await signed();
    const tail = (numbers: readonly number[]) => {
      let all = [...records];
      for (const number of numbers) all = closedBy(signer, appended(all, 'shift-closed', { number }));
      write(file, all);
      return verifyExport(file, pem);
    };
    expect((await tail([1, 2])).ok).toBe(true);
    expect((await tail([1, 3])).problem?.what).toContain('but shift 2 is the next');
    expect((await tail([1, 1])).problem?.what).toContain('but shift 2 is the next');
  });

  it('takes no closing of a shift that its bridge did not sign', async () => {
    const { file, key, pem, records, signer } = await signed();
    const closing = appended(records, 'shift-closed', { number: 1 });
    const said = async (all: readonly JournalRecord[], given: string | null = null) => {
      write(file, all);
      return (await verifyExport(file, given)).problem?.what ?? 'ok';
    };
    expect(await said(closedBy(signer, closing))).toBe('ok');
    expect(independent(file, key).code).toBe(0);
    expect(await said(closing)).toContain('closes a shift and is not signed');
    expect(independent(file, key)).toMatchObject({ code: 1, said: expect.stringContaining('is not signed') });
    expect(await said(appended(closing, 'client-added', {}))).toContain('closes a shift and is not signed');
    const own = anotherSigner();
    const announced = appended(records, keyRecord, { keyId: own.keyId, publicKeyPem: own.publicKeyPem });
    const forged = closedBy(own, appended(announced, 'shift-closed', { number: 1 }));
    expect(await said(forged)).toContain('with which the journal began');
    expect(await said(forged, pem)).toContain('not by the given key');
  });

  it('takes no money that no operation moved', async () => {
    const { file, records } = await signed();
    write(file, appended(records, 'payment-seen-paid', { moved: { currency: 'EUR', taken: 100 } }));
    expect((await verifyExport(file, null)).problem?.what).toContain('no operation moved');
  });

  it('gets no second signature where nothing was added', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    const signer = folder.signer(startMs);
    await signAtEnd(folder.books, signer, startMs);
    expect(folder.journal.head().seq).toBe(2);
    await folder.store.transact((tx) => accept(tx, anAccepted('a')));
    await signAtEnd(folder.books, signer, startMs);
    await signAtEnd(folder.books, signer, startMs);
    expect(folder.journal.head().seq).toBe(4);
  });
});
