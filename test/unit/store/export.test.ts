// An exported journal says what the database says, verifies alone, and opens in a spreadsheet without running anything.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#contract/data/json.ts';
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import { csvCell, exportJournal } from '#store/journal/export.ts';
import type { JournalReads } from '#store/journal/journal.ts';
import { verifyExport } from '#store/integrity/verify-file.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const aClient: Client = {
  id: 'c1',
  name: 'ERP',
  scopes: ['status'],
  origin: null,
  options: plainClientOptions,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

// No part of ours writes it, and a spreadsheet would carry it out.
const formula = '=1+1' as string as JournalRecordType;
const many = 1_203; // More than two pages.

async function journalOf(dataDir: string, count: number): Promise<JournalReads> {
  const { store, journal } = opened(dataDir);
  await store.transact((tx) => {
    for (let index = 0; index < count; index += 1) {
      const data = { state: 'accepted', name: 'Zoë, "the" till\n', index };
      tx.journal({
        type: index === 1 ? formula : 'policy-applied',
        operationId: index % 2 ? null : 'op',
        atMs: index,
        data,
      });
    }
  });
  return journal;
}

async function exported(count: number): Promise<{ file: string; journal: JournalReads }> {
  const dataDir = aFolder();
  const journal = await journalOf(dataDir, count);
  const file = join(dataDir, 'journal.ndjson');
  await exportTo(journal, file);
  return { file, journal };
}

async function exportTo(journal: JournalReads, file: string): Promise<void> {
  const out = createWriteStream(file);
  await exportJournal(journal, 'ndjson', out);
  await new Promise((done) => {
    out.end(done);
  });
}

describe('an exported journal', () => {
  it('holds every record as one canonical line and verifies with nothing but the file', async () => {
    const { file, journal } = await exported(many);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(journal.after(0, many).map((record) => canonicalJson({ ...record })));
    expect(await verifyExport(file)).toMatchObject({ ok: true, records: many, head: journal.head() });
  });

  it('may be empty', async () => {
    const { file } = await exported(0);
    expect(await verifyExport(file)).toMatchObject({ ok: true, records: 0 });
  });

  it('no longer verifies when any one byte of it was changed', async () => {
    const { file } = await exported(3);
    const bytes = readFileSync(file);
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = changed[index]! ^ 1;
      writeFileSync(file, changed);
      expect((await verifyExport(file)).ok, `byte ${index}`).toBe(false);
    }
  });

  it.each([
    ['a line taken out', (lines: string[]) => lines.toSpliced(1, 1), 1],
    ['the first line taken away', (lines: string[]) => lines.slice(1), 0],
    ['a line twice', (lines: string[]) => lines.toSpliced(1, 0, lines[0]!), 1],
    ['two lines changed over', (lines: string[]) => [lines[1]!, lines[0]!, lines[2]!], 0],
    ['a member more', (lines: string[]) => [lines[0]!.replace('{', '{"a":1,'), ...lines.slice(1)], 0],
    ['white space that JSON overlooks', (lines: string[]) => [lines[0]!.replace(':', ': '), ...lines.slice(1)], 0],
    ['an empty line', (lines: string[]) => ['', ...lines], 0],
    ['a line that no memory holds', (lines: string[]) => [...lines, 'x'.repeat(9_000_000)], 3],
  ])('no longer verifies with %s', async (_, work, records) => {
    const { file } = await exported(3);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${work(lines).join('\n')}\n`);
    expect(await verifyExport(file)).toMatchObject({ ok: false, records, problem: { seq: records + 1 } });
  });

  it('waits for a slow receiver instead of filling the memory', async () => {
    const journal = await journalOf(aFolder(), many);
    let asked = 0;
    let received = 0;
    const watched: JournalReads = {
      ...journal,
      after: (seq, limit) => {
        asked += 1;
        return journal.after(seq, limit);
      },
    };
    const ahead: number[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write(_chunk, _encoding, done) {
        received += 1;
        ahead.push(asked - received);
        setImmediate(done);
      },
    });
    await exportJournal(watched, 'csv', slow);
    expect(asked).toBe(3);
    // No page is read before the one before it was taken (the header is the first that is received).
    expect(ahead).toEqual([-1, -1, -1, -1]);
  });

  it('says so when the receiver breaks', async () => {
    const journal = await journalOf(aFolder(), many);
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('pipe closed')) });
    await expect(exportJournal(journal, 'ndjson', broken)).rejects.toThrow('pipe closed');
  });

  it('says so when the receiver goes away without a word', async () => {
    const journal = await journalOf(aFolder(), many);
    const gone: Writable = new Writable({ write: () => gone.destroy() });
    await expect(exportJournal(journal, 'ndjson', gone)).rejects.toThrow('the receiver closed');
  });

  it('ends with the record that was the last one when it began', async () => {
    const { store, journal, clients } = opened(aFolder());
    const note = { type: 'policy-applied', operationId: null, atMs: 0, data: {} } as const;
    await store.transact((tx) => tx.journal(note));
    let lines = 0;
    // What came first is taken only after a second record was written.
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines += chunk.toString().split('\n').length - 1;
        clients.add(aClient, 'ab'.repeat(32));
        done();
      },
    });
    await exportJournal(journal, 'ndjson', out);
    expect(lines).toBe(1);
    expect(journal.head().seq).toBe(2);
  });
});

describe('the CSV', () => {
  it('has a header and quotes what needs it', async () => {
    const journal = await journalOf(aFolder(), 2);
    const chunks: string[] = [];
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk.toString());
        done();
      },
    });
    await exportJournal(journal, 'csv', out);
    const [first, second] = journal.after(0, 2);
    expect(chunks.join('')).toBe(
      'seq,at,type,operation,data,prev,hash\r\n' +
        `1,1970-01-01T00:00:00.000Z,policy-applied,op,"{""index"":0,""name"":""Zoë, \\""the\\"" till\\n"",""state"":""accepted""}",${first!.prev},${first!.hash}\r\n` +
        `2,1970-01-01T00:00:00.001Z,'=1+1,,"{""index"":1,""name"":""Zoë, \\""the\\"" till\\n"",""state"":""accepted""}",${second!.prev},${second!.hash}\r\n`,
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠A1'])(
    'does not let a spreadsheet run %j',
    (text) => {
      expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('quotes line ends, commas and quotes', () => {
    expect(csvCell('a\r\nb')).toBe('"a\r\nb"');
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('a"b')).toBe('"a""b"');
    expect(csvCell('plain')).toBe('plain');
  });
});
