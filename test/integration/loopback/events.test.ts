// Events over a real socket from a real journal: everything that was committed, once, in order, whatever becomes of
// the line.
import { describe, expect, it } from 'vitest';
import { type ClientGrant, plainClientOptions } from '#contract/programs/client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { opened } from '#support/store-folder.ts';
import { aJournalTill } from './journal-till.ts';

const onlySales: ClientGrant = { scopes: ['sale'], options: plainClientOptions };

describe('a stream of events', () => {
  it('begins now, with the number to resume after and the status', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a');
    const head = till.folder.journal.head();
    const reader = await till.read(token);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    const journal = till.folder.signer(0).keyId;
    expect(reader.events).toEqual([
      { name: 'hello', id: String(head.seq), data: { seq: head.seq, hash: head.hash, head: head.seq, journal } },
      { name: 'status', id: null, data: { product: 'Tillbridge' } },
    ]);
  });

  it('tells of each commit what the journal says and how the operation stands', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const reader = await till.read(token);
    await till.accept('a');
    await reader.until((each) => each.numbers().length === 1);
    await till.change('a', { state: 'succeeded' });
    await reader.until((each) => each.numbers().length === 2);
    const [first, second] = reader.named('operation').map(({ data }) => data);
    const [accepted, changed] = till.folder.journal.ofOperation('op_a');
    expect(first).toMatchObject({ seq: accepted?.seq, hash: accepted?.hash, type: 'accepted', at: accepted?.at });
    expect(first).toMatchObject({ state: 'accepted', operation: { id: 'op_a', state: 'accepted', revision: 1 } });
    expect(second).toMatchObject({ seq: changed?.seq, type: 'changed', state: 'succeeded' });
    expect(second).toMatchObject({ operation: { id: 'op_a', state: 'succeeded', revision: 2 } });
    expect(JSON.stringify(first)).not.toContain('client-1');
  });

  it('tells who is behind what was, and how it stands by now', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a');
    await till.change('a', { state: 'failed' });
    const reader = await till.read(token, { lastEventId: '0' });
    await reader.until((each) => each.numbers().length === 2);
    const [first] = reader.named('operation').map(({ data }) => data);
    expect(first).toMatchObject({ state: 'accepted', operation: { state: 'failed', revision: 2 } });
  });

  it.each([
    ['the header', (id: string) => ({ lastEventId: id })],
    ['the address', (id: string) => ({ query: `?lastEventId=${id}` })],
    ['the header rather than the address', (id: string) => ({ lastEventId: id, query: '?lastEventId=0' })],
  ])('resumes after the number in %s, without loss or repetition', async (_, wish) => {
    const till = await aJournalTill();
    const { token } = till.client();
    const first = await till.read(token, { lastEventId: '0' });
    await till.accept('a', 'b', 'c');
    await first.until((each) => each.numbers().length === 3);
    first.drop();
    await till.accept('d');
    till.client();
    await till.accept('e');
    const second = await till.read(token, wish(first.lastEventId));
    await second.until((each) => each.numbers().length === 2);
    expect(second.events[0]).toMatchObject({ name: 'hello', id: first.lastEventId });
    expect([...first.numbers(), ...second.numbers()]).toEqual(till.numbers());
  });

  it('skips records that are no operation, many in a row too, and keeps their numbers', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a');
    for (let count = 0; count < 100; count += 1) till.client();
    await till.accept('b');
    const reader = await till.read(token, { lastEventId: '0' });
    await reader.until((each) => each.numbers().length === 2);
    expect(reader.numbers()).toEqual(till.numbers());
  });

  it('sends the status again when it has changed, not more often', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const reader = await till.read(token);
    await till.accept('a');
    await till.clock.advance(1_000);
    till.status['connection'] = 'offline';
    await till.accept('b');
    await till.clock.advance(999);
    expect(reader.named('status').length).toBe(1);
    await till.clock.advance(1);
    await reader.until((each) => each.named('status').length === 2);
    expect(reader.named('status').at(-1)).toMatchObject({ id: null, data: { connection: 'offline' } });
  });

  it('of a look-up that found nothing new are none, and what follows it comes', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const reader = await till.read(token);
    await till.accept('a');
    await till.folder.store.transact((tx) => {
      for (let count = 0; count < 40; count += 1) {
        tx.journal({ type: 'looked-up', operationId: 'op_a', atMs: 0, data: { state: 'accepted', revision: 1 } });
      }
    });
    await till.change('a', { state: 'succeeded' });
    await reader.until((each) => each.named('operation').length === 2);
    const all = till.numbers();
    expect(reader.numbers()).toEqual([all[0], all.at(-1)]);
    const again = await till.read(token, { lastEventId: '0' });
    await again.until((each) => each.numbers().includes(all.at(-1) ?? 0));
    expect(again.numbers()).toEqual([all[0], all.at(-1)]);
  });

  it('beats while nothing happens', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const reader = await till.read(token);
    await till.clock.advance(14_999);
    expect(reader.comments).toBe(0);
    await till.clock.advance(1);
    await reader.until((each) => each.comments === 1);
    await till.clock.advance(15_000);
    await reader.until((each) => each.comments === 2);
    expect(reader.events.length).toBe(2);
  });
});

describe('a number that is not of this journal', () => {
  it.each([
    ['ahead', { lastEventId: '99999' }],
    ['unreadable', { lastEventId: 'f3-77' }],
    ['other-history', { lastEventId: '1', query: `?lastHash=${'0'.repeat(64)}` }],
  ])('is answered with a reset (%s), after which events go on', async (reason, wish) => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a');
    const head = till.folder.journal.head();
    const reader = await till.read(token, wish);
    expect(reader.events[0]).toMatchObject({ name: 'reset', id: String(head.seq), data: { ...head, reason } });
    await till.accept('b');
    await reader.until((each) => each.numbers().length === 1);
    expect(reader.numbers()).toEqual(till.numbers().slice(1));
  });

  it('is refused where the header is empty, which does not begin now unnoticed', async () => {
    const till = await aJournalTill();
    const authorization = `Bearer ${till.client().token}`;
    const answer = await fetch(`${till.loopback.url}/v1/events`, { headers: { authorization, 'last-event-id': '' } });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ field: 'Last-Event-ID' }] }]);
  });

  it.each(['', 'abc', '-1', '1.5', '99999999999999999999'])('is refused where the address says %s', async (number) => {
    const till = await aJournalTill();
    const answer = await fetch(`${till.loopback.url}/v1/events?lastEventId=${number}`, {
      headers: { authorization: `Bearer ${till.client().token}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ field: 'lastEventId' }] }]);
  });

  it.each([
    ['the header', { lastEventId: '0' }],
    ['the address', { query: '?lastEventId=0' }],
    ['the header, with a hash', { lastEventId: '0', query: `?lastHash=${'0'.repeat(64)}` }],
  ])('is never 0, which is the beginning (%s)', async (_where, wish) => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a', 'b');
    const reader = await till.read(token, wish);
    await reader.until((each) => each.numbers().length === 2);
    expect(reader.events[0]).toMatchObject({ name: 'hello', data: { seq: 0, hash: null } });
    expect(reader.numbers()).toEqual(till.numbers());
  });

  it('is told from one of this journal by its hash', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await till.accept('a', 'b');
    const [first] = till.folder.journal.ofOperation('op_a');
    const reader = await till.read(token, {
      lastEventId: String(first?.seq),
      query: `?lastHash=${first?.hash ?? ''}`,
    });
    await reader.until((each) => each.numbers().length === 1);
    expect(reader.events[0]?.name).toBe('hello');
  });
});

describe('who may read', () => {
  it('needs the scope status', async () => {
    const till = await aJournalTill();
    const { token } = till.client(['sale', 'export']);
    await expect(till.read(token)).rejects.toThrow('scope-missing');
  });

  it('is asked at each event: a revoked client gets nothing more', async () => {
    const till = await aJournalTill();
    const { id, token } = till.client();
    const reader = await till.read(token);
    till.folder.clients.revoke(id, '2026-02-01T00:00:00.000Z');
    await till.accept('a');
    await reader.ended();
    expect([reader.numbers(), reader.complete]).toEqual([[], true]);
    await expect(till.read(token)).rejects.toThrow('token-unknown');
  });

  it('is asked as soon as access is taken back here: an idle stream ends at once', async () => {
    const till = await aJournalTill();
    const [one, other] = [till.client(), till.client()];
    const [revoked, changed] = [await till.read(one.token), await till.read(other.token)];
    await till.quiet();
    till.folder.clients.revoke(one.id, '2026-02-01T00:00:00.000Z');
    await revoked.ended();
    till.folder.clients.change(other.id, onlySales, '2026-02-01T00:00:00.000Z');
    await changed.ended();
    expect([revoked.comments, revoked.complete, changed.complete]).toEqual([0, true, true]);
  });

  it('is asked every second: a client that a command shut out is gone within one, and others are not', async () => {
    const till = await aJournalTill();
    const [one, other, third] = [till.client(), till.client(), till.client()];
    const [revoked, changed, staying] = [
      await till.read(one.token),
      await till.read(other.token),
      await till.read(third.token),
    ];
    // Their last use is noted with a commit, which wakes them.
    await till.quiet();
    const beside = opened(till.dataDir, { use: 'command', seal: null });
    beside.clients.revoke(one.id, '2026-02-01T00:00:00.000Z');
    beside.clients.change(other.id, onlySales, '2026-02-01T00:00:00.000Z');
    await till.clock.advance(1_000);
    await Promise.all([revoked.ended(), changed.ended()]);
    expect([revoked.comments, revoked.complete, changed.complete]).toEqual([0, true, true]);
    await till.accept('a');
    await staying.until((each) => each.numbers().length === 1);
    expect([revoked.numbers(), changed.numbers()]).toEqual([[], []]);
  });

  it('is asked for the token, too: a stream that was opened with the one before ends, and the new one reads on', async () => {
    const till = await aJournalTill();
    const { id, token } = till.client();
    const renewed = newToken();
    const reader = await till.read(token);
    await till.quiet();
    const beside = opened(till.dataDir, { use: 'command', seal: null });
    beside.clients.renew(id, renewed.hash, '2026-02-01T00:00:00.000Z');
    await till.clock.advance(1_000);
    await reader.ended();
    await expect(till.read(token)).rejects.toThrow('token-unknown');
    const again = await till.read(renewed.token);
    await till.accept('a');
    await again.until((each) => each.numbers().length === 1);
  });

  it('is not asked where no program reads', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    const reader = await till.read(token);
    reader.drop();
    await till.quiet();
    await till.clock.advance(15_000);
    expect(till.clock.pending).toBe(0);
  });

  it('is limited to a number of streams for each client and for all', async () => {
    const till = await aJournalTill({ events: { perClient: 2, inAll: 3 } });
    const [one, other] = [till.client(), till.client()];
    const first = await till.read(one.token);
    await till.read(one.token);
    await expect(till.read(one.token)).rejects.toThrow('too-many-streams');
    await till.read(other.token);
    await expect(till.read(other.token)).rejects.toThrow('too-many-streams');
    first.drop();
    await expect.poll(() => till.read(other.token).then(() => 'open', String)).toBe('open');
  });

  it('may be a page of a paired origin, with the header to resume by', async () => {
    const till = await aJournalTill();
    const origin = 'https://erp.example';
    const { token } = till.client(undefined, origin);
    const preflight = await fetch(`${till.loopback.url}/v1/events`, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('last-event-id');
    const reader = await till.read(token, { headers: { origin }, lastEventId: '0' });
    expect(reader.headers['access-control-allow-origin']).toBe(origin);
  });
});

describe('the address of events', () => {
  it('answers HEAD without a stream', async () => {
    const till = await aJournalTill({ events: { inAll: 1 } });
    const { token } = till.client();
    const headers = { authorization: `Bearer ${token}` };
    const heads = [1, 2, 3].map(() => fetch(`${till.loopback.url}/v1/events`, { method: 'HEAD', headers }));
    const answers = await Promise.all(heads);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  it('refuses what it does not know by name, a token in the address above all', async () => {
    const till = await aJournalTill();
    const { token } = till.client();
    await expect(till.read(token, { query: '?token=x' })).rejects.toThrow('invalid-input');
    await expect(till.read(token, { query: '?lastHash=abc' })).rejects.toThrow('invalid-input');
  });
});
