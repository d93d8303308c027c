// The journal over HTTP: what the command writes, in pieces, for who may have it; and no other request waits for it.
import { type IncomingMessage, request } from 'node:http';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportJournal } from '#store/journal/export.ts';
import { type JournalTill, aJournalTill } from './journal-till.ts';

async function get(till: JournalTill, path: string, token: string, method = 'GET') {
  const answer = await fetch(`${till.loopback.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function codeOf(answer: Promise<{ readonly text: string }>): Promise<string> {
  return (JSON.parse((await answer).text) as { readonly code: string }).code;
}

/** What the command writes. */
async function written(till: JournalTill, format: 'ndjson' | 'csv'): Promise<string> {
  let text = '';
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8');
      done();
    },
  });
  await exportJournal(till.folder.journal, format, out);
  return text;
}

/** So many records of one operation. */
async function fill(till: JournalTill, records: number): Promise<void> {
  await till.accept('a');
  for (let left = records; left > 0; left -= 10_000) {
    await till.folder.store.transact((tx) => {
      for (let count = 0; count < Math.min(left, 10_000); count += 1) {
        tx.journal({ type: 'accepted-again', operationId: 'op_a', atMs: 0, data: { text: 'ä"\n,' } });
      }
    });
  }
}

/** A connection that reads only when it is asked to. */
async function line(till: JournalTill, path: string, token: string): Promise<IncomingMessage> {
  const outgoing = request(`${till.loopback.url}${path}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => void outgoing.destroy());
  return new Promise((resolve, reject) => {
    outgoing
      .once('response', (answer) => {
        resolve(answer.on('error', () => {}));
      })
      .once('error', reject)
      .end();
  });
}

describe('the journal over HTTP', () => {
  it.each(['ndjson', 'csv'] as const)('is byte for byte what the command writes (%s)', async (format) => {
    const till = await aJournalTill();
    const { token } = till.client();
    await fill(till, 1_234);
    const answer = await get(till, `/v1/journal?format=${format}`, token);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(await written(till, format));
    expect((await get(till, `/v1/journal?format=${format}&after=0`, token)).text).toBe(answer.text);
  });

  it('says what it is', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const ndjson = await get(till, '/v1/journal', token);
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson');
    expect(ndjson.headers.get('content-disposition')).toBe('attachment; filename="journal.ndjson"');
    const csv = await get(till, '/v1/journal?format=csv', token);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('has the records of a time, in one piece', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const { seq: before } = till.folder.journal.head();
    const day = Date.parse('2100-01-31T00:00:00Z');
    await till.folder.store.transact((tx) => {
      for (let hour = 0; hour < 48; hour += 1) {
        tx.journal({ type: 'accepted-again', operationId: null, atMs: day + hour * 3_600_000, data: { hour } });
      }
    });
    const hours = async (query: string) => {
      const { text } = await get(till, `/v1/journal?${query}`, token);
      const lines = text.split('\n').filter((each) => each !== '');
      const hour = (record: string) => (JSON.parse(record) as { data: { hour?: number } }).data.hour;
      return [lines.length, hour(lines[0] ?? '{"data":{}}'), hour(lines.at(-1) ?? '{"data":{}}')];
    };
    expect(await hours('from=2100-01-31T22:30:00Z&until=2100-02-01T02:00:00Z')).toEqual([3, 23, 25]);
    expect(await hours('from=2100-02-01T02:00:00%2B01:00')).toEqual([23, 25, 47]);
    expect(await hours('until=2100-01-31T01:00:00Z')).toEqual([before + 1, undefined, 0]);
    expect(await hours(`from=2100-01-31T22:30:00Z&after=${before + 40}`)).toEqual([8, 40, 47]);
    expect(await hours('from=2200-01-01T00:00:00Z')).toEqual([0, undefined, undefined]);
  });

  it('goes on after a record', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await fill(till, 300);
    const lines = (await written(till, 'ndjson')).split('\n');
    const rest = await get(till, '/v1/journal?after=117', token);
    expect(rest.text).toBe(lines.slice(117).join('\n'));
    const heading = (await written(till, 'csv')).split('\r\n', 1)[0];
    const csv = (await get(till, '/v1/journal?format=csv&after=299', token)).text.split('\r\n');
    expect([csv[0], csv[1]?.split(',', 1)[0]]).toEqual([heading, '300']);
    const { seq } = till.folder.journal.head();
    expect((await get(till, `/v1/journal?after=${seq}`, token)).text).toBe('');
  });

  it.each(['?after=99999', '?after=-1', '?after=1.5', '?format=xml', '?from=1'])(
    'refuses %s instead of giving something else',
    async (query) => {
      const till = await aJournalTill();
      const { token } = till.client();
      expect(await codeOf(get(till, `/v1/journal${query}`, token))).toBe('invalid-input');
    },
  );

  it.each(['/v1/journal', '/v1/journal/public-key'])('%s needs the scope export', async (path) => {
    const till = await aJournalTill();
    const { token } = till.client(['status', 'sale']);
    expect(await codeOf(get(till, path, token))).toBe('scope-missing');
  });

  it('gives the key that its heads are signed with', async () => {
    const till = await aJournalTill();
    const { token } = till.client(['export']);
    const answer = await get(till, '/v1/journal/public-key', token);
    expect(answer.text).toBe(till.folder.signer(0).publicKeyPem);
    expect(answer.headers.get('content-type')).toBe('application/x-pem-file');
  });

  it('answers HEAD without reading it', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const heads = [1, 2, 3, 4, 5, 6].map(() => get(till, '/v1/journal', token, 'HEAD'));
    expect((await Promise.all(heads)).map(({ status, text }) => [status, text])).toEqual(heads.map(() => [200, '']));
  });
});

describe('a reader of the journal', () => {
  it('that reads nothing holds no other reader up, and leaves its place when it goes', async () => {
    const till = await aJournalTill({ closeGraceMs: 100 });
    const { token } = till.client();
    await fill(till, 60_000);
    const lines = await Promise.all([1, 2].map(() => line(till, '/v1/journal', token)));
    expect(await codeOf(get(till, '/v1/journal', token))).toBe('too-many-streams');
    expect((await get(till, '/v1/status', token)).status).toBe(200);
    lines[0]?.destroy();
    await expect.poll(async () => (await get(till, '/v1/journal?after=60000', token)).status).toBe(200);
  });

  it('leaves places to other programs, of which there are four in all', async () => {
    const till = await aJournalTill({ closeGraceMs: 100 });
    const [first, second, third] = [till.client(), till.client(), till.client()];
    await fill(till, 60_000);
    for (const { token } of [first, first, second]) await line(till, '/v1/journal', token);
    expect((await get(till, '/v1/journal?after=60000', second.token)).status).toBe(200);
    await line(till, '/v1/journal', second.token);
    expect(await codeOf(get(till, '/v1/journal', third.token))).toBe('too-many-streams');
  });

  it('that takes nothing for 30 s is cut off, and its place is free', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await fill(till, 60_000);
    const idle = await Promise.all([1, 2].map(() => line(till, '/v1/journal', token)));
    // Both are stuck once nothing else is to be done.
    await till.quiet();
    await till.clock.advance(29_000);
    expect(await codeOf(get(till, '/v1/journal', token))).toBe('too-many-streams');
    await till.clock.advance(1_001);
    await expect.poll(async () => (await get(till, '/v1/journal?after=60000', token)).status).toBe(200);
    for (const each of idle) each.resume();
    await expect
      .poll(() => idle.map(({ closed, complete }) => [closed, complete]))
      .toEqual([
        [true, false],
        [true, false],
      ]);
  });

  it('sees a cut, never an end, where its access is taken back in the middle', async () => {
    const till = await aJournalTill();
    const { id, token } = till.client();
    await fill(till, 60_000);
    const answer = await line(till, '/v1/journal', token);
    await till.quiet();
    till.folder.clients.revoke(id, '2026-02-01T00:00:00.000Z');
    const ended = new Promise((resolve) => {
      answer.once('close', resolve);
    });
    answer.resume();
    await ended;
    expect(answer.complete).toBe(false);
    expect(till.log.join()).not.toContain('error');
  });

  it('sees a cut, never an end, where the disk fails in the middle', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await fill(till, 60_000);
    const answer = await line(till, '/v1/journal', token);
    till.folder.close();
    const ended = new Promise((resolve) => {
      answer.once('close', resolve);
    });
    answer.resume();
    await ended;
    expect(answer.complete).toBe(false);
    expect(till.log.join()).toContain('journal-export-broken');
  });
});
