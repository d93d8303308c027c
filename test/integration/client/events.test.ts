// Events as the client gives them, over lines that break, repeat themselves, belong to another journal or say no.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type BridgeEvent, type Position, Tillbridge, beginning } from '#client/index.ts';
import { refuse, stranger } from './stranger.ts';

const token = 'tb_x';
const hash = (seq: number) => String(seq).padStart(64, '0');

function opened(response: ServerResponse, name: 'hello' | 'reset', seq: number, journal = 'J'): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  const data = { seq, hash: hash(seq), head: seq + 2, journal, ...(name === 'reset' ? { reason: 'ahead' } : {}) };
  response.write(`retry: 1000\nevent: ${name}\nid: ${seq}\ndata: ${JSON.stringify(data)}\n\n`);
}

function operation(response: ServerResponse, seq: number): void {
  const value = {
    seq,
    hash: hash(seq),
    type: 'outcome',
    at: '',
    state: 'succeeded',
    revision: 2,
    operation: { id: `op_${seq}` },
  };
  response.write(
    `: beat\n\nevent: tomorrow\ndata: {}\n\nevent: operation\nid: ${seq}\ndata: ${JSON.stringify(value)}\n\n`,
  );
}

/** Reads until `count` events have come. */
async function read(url: string, count: number, after: Position | null = null): Promise<BridgeEvent[]> {
  const events: BridgeEvent[] = [];
  for await (const event of new Tillbridge({ baseUrl: url, token }).events.stream({ after })) {
    events.push(event);
    if (events.length >= count) break;
  }
  return events;
}

const seqs = (events: readonly BridgeEvent[]) =>
  events.flatMap((event) => (event.type === 'operation' ? [event.position.seq] : []));

describe('the stream of events', () => {
  it('begins before the first event where it is told to, and now where it is not', async () => {
    const asked: (string | undefined)[] = [];
    const bridge = await stranger({
      'GET /v1/events': (_, response, incoming) => {
        asked.push(incoming.headers['last-event-id']?.toString());
        opened(response, 'hello', 0);
      },
    });
    await read(bridge.url, 1, beginning);
    await read(bridge.url, 1);
    expect(asked).toEqual(['0', undefined]);
  });

  it('goes on after the last event that it gave, and gives none twice though the line repeats some', async () => {
    const asked: (string | undefined)[] = [];
    const bridge = await stranger({
      'GET /v1/events': (_, response, incoming) => {
        const last = incoming.headers['last-event-id'];
        asked.push(Array.isArray(last) ? last[0] : last);
        opened(response, 'hello', Number(last ?? 10));
        for (const seq of asked.length === 1 ? [11, 12] : [11, 12, 13]) operation(response, seq);
        if (asked.length === 1) response.end();
      },
    });
    const events = await read(bridge.url, 5);
    expect(events.map(({ type }) => type)).toEqual(['open', 'operation', 'operation', 'open', 'operation']);
    expect(seqs(events)).toEqual([11, 12, 13]);
    expect(asked).toEqual([undefined, '12']);
    expect(bridge.told().at(1)?.path).toBe(`/v1/events?lastHash=${hash(12)}`);
  });

  it.each([
    ['the bridge says so', 'reset', 'J', 'ahead'],
    ['the journal is another one', 'hello', 'K', 'other-journal'],
  ] as const)('tells its reader to begin anew where %s', async (_, name, journal, reason) => {
    const bridge = await stranger({ 'GET /v1/events': (__, response) => opened(response, name, 5, journal) });
    const [event] = await read(bridge.url, 1, { seq: 99, hash: hash(99), journal: 'J' });
    expect(event).toMatchObject({ type: 'reset', reason, position: { seq: 5, journal } });
  });

  it('ends with the refusal where going on is pointless, and goes on where it is not', async () => {
    const revoked = await stranger({ 'GET /v1/events': (_, response) => refuse(response, 401, 'token-unknown') });
    await expect(read(revoked.url, 1)).rejects.toMatchObject({ type: 'refused', code: 'token-unknown' });
    expect(revoked.told()).toHaveLength(1);

    let times = 0;
    const full = await stranger({
      'GET /v1/events': (_, response) => {
        times += 1;
        if (times === 1) refuse(response, 429, 'too-many-streams', { 'retry-after': '1' });
        else opened(response, 'hello', 1);
      },
    });
    expect(await read(full.url, 1)).toMatchObject([{ type: 'open' }]);
  });

  it('ends quietly with its reader’s signal, and lets the connection go', async () => {
    const stop = new AbortController();
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const bridge = await stranger({
      'GET /v1/events': (_, response) => {
        response.once('close', closed);
        opened(response, 'hello', 1);
      },
    });
    const types: string[] = [];
    for await (const { type } of new Tillbridge({ baseUrl: bridge.url, token }).events.stream({
      signal: stop.signal,
    })) {
      types.push(type);
      stop.abort();
    }
    await gone;
    expect(types).toEqual(['open']);
  });
});
