// Events of a real bridge that is killed and started again while programs work and others follow: each reader has the
// journal's records of operations, every one once and in order.
import { cpSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Erp } from '#support/erp.ts';
import { EventReader } from '#support/event-reader.ts';
import { Shop } from '#support/shop.ts';

const shops: Shop[] = [];
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.close()));
});

async function aShop(): Promise<Shop> {
  const shop = new Shop();
  shops.push(shop);
  await shop.open();
  return shop;
}

async function aToken(shop: Shop, name: string, scopes: string): Promise<string> {
  return shop.run(['token', 'create', '--data-dir', shop.dataDir, '--name', name, '--scopes', scopes]);
}

interface Line {
  readonly seq: number;
  readonly hash: string;
  readonly operation: string | null;
}

async function journalOf(shop: Shop): Promise<Line[]> {
  const text = await shop.run(['journal', 'export', '--data-dir', shop.dataDir, '--format', 'ndjson']);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const urls = { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' };

/** A link is made without a person, a terminal or a payment before it. */
function link(transId: string) {
  return { transId, amount: { value: 100, currency: 'EUR' }, urls };
}

/** Follows over whatever happens to its line, and loses it by itself after so many events. */
class Follower {
  readonly numbers: number[] = [];
  lines = 0;
  #lastEventId: string | undefined;
  readonly #shop: Shop;
  readonly #token: string;
  readonly #after: number;

  constructor(shop: Shop, token: string, after: number) {
    this.#shop = shop;
    this.#token = token;
    this.#after = after;
  }

  /** Until it has what it is to have. */
  async follow(isLast: (numbers: readonly number[]) => boolean): Promise<void> {
    while (!isLast(this.numbers)) {
      const wish = this.#lastEventId === undefined ? {} : { lastEventId: this.#lastEventId };
      const reader = await EventReader.open(this.#shop.bridgeUrl, this.#token, wish).catch(() => null);
      if (reader === null) {
        await new Promise((turn) => {
          setTimeout(turn, 10);
        });
        continue;
      }
      this.lines += 1;
      await reader
        .until((each) => each.numbers().length >= this.#after || isLast([...this.numbers, ...each.numbers()]))
        .catch(() => {});
      reader.drop();
      // What came beyond it, in one piece with it, is lost with the line: it has to come again.
      const taken = reader.numbers().slice(0, this.#after);
      this.numbers.push(...taken);
      const lost = reader.numbers().length > taken.length;
      const lastEventId = lost ? String(taken.at(-1)) : reader.lastEventId;
      if (lastEventId !== '') this.#lastEventId = lastEventId;
    }
  }
}

describe('followers of a bridge that is killed and started again', () => {
  it('have every record of an operation once and in order', async () => {
    const shop = await aShop();
    const tokens = await Promise.all(['A', 'B', 'C'].map((name) => aToken(shop, name, 'status,sale')));
    let last = Number.POSITIVE_INFINITY;
    const followers = [3, 7, 1_000, 1_000].map((after, at) => new Follower(shop, tokens[at % 3] ?? '', after));
    const following = followers.map((each) => each.follow((numbers) => (numbers.at(-1) ?? 0) >= last));
    // All have their first line, so that they begin before the first operation.
    await expect.poll(() => followers.every(({ lines }) => lines > 0), { timeout: 30_000 }).toBe(true);

    const work = async (token: string, name: string, count: number): Promise<void> => {
      for (let number = 1; number <= count; number += 1) {
        const id = `${name}-${number}`;
        // A program whose request met the kill asks again with the same request id, as the guide says.
        for (;;) {
          const erp = new Erp(shop.bridgeUrl, token);
          const done = await erp.operate('create-link', link(id), id, 30).catch(() => null);
          if (done !== null) break;
          await new Promise((turn) => {
            setTimeout(turn, 10);
          });
        }
      }
    };
    const working = Promise.all(tokens.map((token, at) => work(token, `W${at}`, 40)));
    for (const kills of [30, 90]) {
      await until(shop, tokens[0] ?? '', kills);
      await shop.killBridge();
      await shop.startBridge();
    }
    await working;
    const records = (await journalOf(shop)).filter(({ operation }) => operation !== null).map(({ seq }) => seq);
    last = records.at(-1) ?? 0;
    // A follower that has it already is told by its next line.
    await shop.program.kill('SIGTERM');
    await shop.startBridge();
    await Promise.all(following);
    for (const follower of followers) expect(follower.numbers).toEqual(records);
    expect(followers[0]?.lines).toBeGreaterThanOrEqual(records.length / 3);
  });
});

/** Until so many operations are there. */
async function until(shop: Shop, token: string, count: number): Promise<void> {
  const erp = new Erp(shop.bridgeUrl, token);
  await expect
    .poll(async () => ((await erp.get('/v1/operations?limit=500')).body['operations'] as unknown[]).length, {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(count);
}

describe('a bridge that is stopped', () => {
  it('ends the streams and itself at once', async () => {
    const shop = await aShop();
    const reader = await EventReader.open(shop.bridgeUrl, shop.token);
    await reader.until(({ events }) => events.length === 2);
    const code = await shop.program.kill('SIGTERM');
    await reader.ended();
    expect([code, reader.complete]).toEqual([0, true]);
  });
});

describe('a backup that was put back', () => {
  it('is told to a follower that was further, or elsewhere, as a reset', async () => {
    const shop = await aShop();
    const token = await aToken(shop, 'A', 'status,sale');
    const erp = () => new Erp(shop.bridgeUrl, token);
    const first = await EventReader.open(shop.bridgeUrl, token);
    await erp().operate('create-link', link('L-1'), 'L-1');
    await first.until((each) => each.numbers().length === 3);
    await shop.program.kill('SIGTERM');
    const backup = shop.bench.folder();
    cpSync(shop.dataDir, backup, { recursive: true });

    await shop.startBridge();
    const second = await EventReader.open(shop.bridgeUrl, token, { lastEventId: first.lastEventId });
    await erp().operate('create-link', link('L-2'), 'L-2');
    await second.until((each) => each.numbers().length === 3);
    const { seq, hash } = await lastOf(shop);
    await shop.program.kill('SIGTERM');

    rmSync(shop.dataDir, { recursive: true });
    cpSync(backup, shop.dataDir, { recursive: true });
    await shop.startBridge();
    const ahead = await EventReader.open(shop.bridgeUrl, token, { lastEventId: String(seq + 1_000) });
    await ahead.until(({ events }) => events.length === 2);
    expect(ahead.events[0]).toMatchObject({ name: 'reset', data: { reason: 'ahead' } });

    // It has grown past the number: only the hash tells that it is another history.
    for (let number = 0; (await lastOf(shop)).seq < seq; number += 1) {
      await aToken(shop, `T${number}`, 'status');
    }
    const elsewhere = await EventReader.open(shop.bridgeUrl, token, {
      lastEventId: String(seq),
      query: `?lastHash=${hash}`,
    });
    await elsewhere.until(({ events }) => events.length === 2);
    expect(elsewhere.events[0]).toMatchObject({ name: 'reset', data: { reason: 'other-history' } });
  });
});

async function lastOf(shop: Shop): Promise<Line> {
  const last = (await journalOf(shop)).at(-1);
  if (last === undefined) throw new Error('the journal is empty');
  return last;
}
