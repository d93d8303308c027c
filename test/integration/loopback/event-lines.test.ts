// Lines that are slow, that break, and that the bridge ends itself: no reader misses anything, no other one is held
// up, and what a reader does not take costs no memory.
import { type IncomingMessage, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventReader } from '#support/event-reader.ts';
import { type JournalTill, aJournalTill } from './journal-till.ts';

/** More than the system takes for a connection that nobody reads. */
const manyBytes = 32 * 1_024 * 1_024;
const large = { payId: 'P1', note: 'x'.repeat(100_000) };

/** A reader that takes nothing, with more waiting for it than the system's buffers hold. */
async function aBlockedReader(till: JournalTill): Promise<EventReader> {
  await till.accept('large');
  await till.change('large', { input: large });
  await till.folder.store.transact((tx) => {
    for (let count = 0; count < manyBytes / 100_000; count += 1) {
      tx.journal({ type: 'accepted-again', operationId: 'op_large', atMs: 0, data: {} });
    }
  });
  const reader = await till.read(till.client().token, { lastEventId: '0' });
  reader.pause();
  await till.quiet();
  return reader;
}

describe('a reader that takes nothing', () => {
  it('is cut off after two beats, and gets the rest when it comes again', async () => {
    const till = await aJournalTill();
    const reader = await aBlockedReader(till);
    await till.clock.advance(15_000);
    await till.clock.advance(15_000);
    reader.resume();
    await reader.ended();
    const numbers = till.numbers();
    expect(reader.numbers().length).toBeLessThan(numbers.length);
    expect(reader.complete).toBe(false);
    const again = await till.read(till.client().token, { lastEventId: reader.lastEventId });
    await again.until((each) => reader.numbers().length + each.numbers().length === numbers.length);
    expect([...reader.numbers(), ...again.numbers()]).toEqual(numbers);
  });

  it('holds no other reader up', async () => {
    const till = await aJournalTill();
    await aBlockedReader(till);
    const other = await till.read(till.client().token);
    await till.accept('a');
    await other.until((each) => each.numbers().length === 1);
    expect(other.numbers()).toEqual(till.numbers().slice(-1));
  });

  it('does not hold the bridge when it stops', async () => {
    const till = await aJournalTill();
    const reader = await aBlockedReader(till);
    // The time for running answers is a minute: it must not be waited for.
    await till.loopback.close();
    reader.resume();
    await reader.ended();
    expect(reader.complete).toBe(false);
  });

  it('costs no memory, however far it is behind', async () => {
    const till = await aJournalTill();
    const records = 100_000;
    await till.accept('a');
    for (let left = records; left > 0; left -= 10_000) {
      await till.folder.store.transact((tx) => {
        for (let count = 0; count < 10_000; count += 1) {
          tx.journal({ type: 'accepted-again', operationId: 'op_a', atMs: 0, data: {} });
        }
      });
    }
    const { token } = till.client();
    const before = await memoryUsed();
    const line = await aCountingLine(till.loopback.url, token);
    const used: number[] = [];
    for (let wanted = 5_000; wanted <= records; wanted += 5_000) {
      await line.until(wanted);
      // The bridge has all the time that it wants to run ahead.
      await till.quiet();
      used.push((await memoryUsed()) - before);
    }
    await line.until(records + 1);
    expect(line.inOrder()).toBe(true);
    expect(line.bytes()).toBeGreaterThan(50_000_000);
    expect(Math.max(...used)).toBeLessThan(5_000_000);
  }, 120_000);
});

describe('when the bridge stops', () => {
  it('all streams end at once, and properly', async () => {
    const till = await aJournalTill();
    const readers = await Promise.all([1, 2, 3].map(() => till.read(till.client().token)));
    await till.accept('a');
    await Promise.all(readers.map((reader) => reader.until((each) => each.numbers().length === 1)));
    await till.loopback.close();
    await Promise.all(readers.map((reader) => reader.ended()));
    expect(readers.map(({ complete }) => complete)).toEqual([true, true, true]);
  });
});

describe('readers whose lines break at any moment', () => {
  it.each([1, 2, 3])('get each record once and in order, while others write (seed %i)', async (seed) => {
    const till = await aJournalTill();
    const { token } = till.client();
    const random = createRandom(seed);
    const operations = 400;
    const readers = [1, 2, 3, 4].map(() => follow(till, token, operations, random));
    for (let next = 0; next < operations;) {
      const names = Array.from({ length: Math.min(1 + random(20), operations - next) }, (_, at) => `o${next + at}`);
      next += names.length;
      await till.accept(...names);
      // Records that are no events, in between.
      if (random(3) === 0) till.client();
    }
    for (const numbers of await Promise.all(readers)) expect(numbers).toEqual(till.numbers());
  });
});

/** Reads until it has so many, on lines that it loses after a few events each; a line lost is also lost within an event. */
async function follow(till: JournalTill, token: string, count: number, random: (most: number) => number) {
  const numbers: number[] = [];
  let lastEventId = '0';
  while (numbers.length < count) {
    const reader = await till.read(token, { lastEventId });
    const wanted = Math.min(1 + random(60), count - numbers.length);
    await reader.until((each) => each.numbers().length >= wanted);
    reader.drop();
    // What came before the line was lost counts, and nothing that came after.
    numbers.push(...reader.numbers());
    lastEventId = reader.lastEventId;
  }
  return numbers;
}

/** Numbers from 0 to below `most`, the same for the same seed. */
function createRandom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
}

/** What lives after a collection, buffers outside of the heap included; bytes. */
async function memoryUsed(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // Buffers go after their owners.
  await new Promise((turn) => {
    setTimeout(turn);
  });
  collect();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** A line that is read only as far as it is asked for, and of which nothing is kept. */
async function aCountingLine(url: string, token: string) {
  const line = request(`${url}/v1/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'last-event-id': '0' },
  });
  onTestFinished(() => void line.destroy());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    line.once('response', resolve).once('error', reject).end();
  });
  let [seen, bytes, last, inOrder, rest] = [0, 0, 0, true, ''];
  const hasSeen = (wanted: number) => seen >= wanted;
  const take = (chunk: string) => {
    bytes += chunk.length;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) {
      if (each === 'event: operation') seen += 1;
      if (!each.startsWith('id: ')) continue;
      const id = Number(each.slice(4));
      if (id < last) inOrder = false;
      last = id;
    }
  };
  answer.setEncoding('utf8');
  return {
    async until(wanted: number): Promise<void> {
      while (!hasSeen(wanted)) {
        const chunk = answer.read() as string | null;
        if (chunk !== null) take(chunk);
        else {
          await new Promise((readable) => {
            answer.once('readable', readable);
          });
        }
      }
    },
    inOrder: () => inOrder,
    bytes: () => bytes,
  };
}
