// A clock on the wall that is years ahead or stands in 1970 when the till starts, and what is kept for a period: slips,
// closed shifts, backups. Nothing inside its period goes, and once the clock is right again all of it is as before.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { makeBackup } from '#store/backup/backup.ts';
import { aheadBy } from '#support/clock-ahead.ts';
import { startMs } from '#support/records.ts';
import { Shop, sale } from '#support/shop.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { until } from '#support/until.ts';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const epochMs = -Date.now();

class ClockShop extends Shop {
  async at(ms: number, args: readonly string[]): Promise<{ code: number | null; out: Json; said: string }> {
    const program = this.bench.start('main/cli.ts', args, ms === 0 ? {} : aheadBy(this.bench, ms));
    const code = await program.exited();
    const last = program.stdoutLines.at(-1) ?? 'null';
    return { code, out: JSON.parse(last) as Json, said: program.stderrText };
  }
}

async function aShop(settings: JsonObject = {}): Promise<{ shop: ClockShop; restart: (ms: number) => Promise<void> }> {
  let ahead: NodeJS.ProcessEnv = {};
  const shop = new ClockShop({
    get environment() {
      return ahead;
    },
  });
  onTestFinished(() => shop.close());
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  await shop.open();
  const restart = async (ms: number) => {
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    ahead = ms === 0 ? {} : aheadBy(shop.bench, ms);
    await shop.startBridge();
  };
  return { shop, restart };
}

const sold = async (shop: Shop, id: string) => {
  const made = await until(async () => {
    const name = `${id}-${crypto.randomUUID().slice(0, 8)}`;
    const operation = await shop.erp.operate('cloud-pos', sale(name, 1_000), name);
    return operation.state === 'expired' ? null : operation;
  });
  expect(made.state).toBe('succeeded');
  return made;
};
const erase = (shop: ClockShop, ms: number) =>
  shop.at(ms, ['journal', 'erase', '--older-than-days', '1', '--reason', 'tidy', '--data-dir', shop.dataDir]);
const slipOf = async (shop: Shop, id: string) => JSON.stringify((await shop.erp.operation(id)).result ?? null);

describe('a slip that is a minute old', () => {
  it.each([
    ['two years ahead', 2 * yearMs],
    ['in 2099', 73 * yearMs],
    ['in 1970', epochMs],
  ])('outlives one start with the clock %s, once the clock is right again', async (_what, ms) => {
    const { shop, restart } = await aShop();
    const first = await sold(shop, 'first');
    const before = await slipOf(shop, first.id);
    await restart(ms);
    const second = await sold(shop, 'second');
    const then = await slipOf(shop, second.id);
    await restart(0);
    // Beside the bridge, and without one.
    const beside = await erase(shop, 0);
    expect([beside.code, beside.said]).toEqual([0, expect.any(String)]);
    expect(await slipOf(shop, first.id)).toBe(before);
    expect(await slipOf(shop, second.id)).toBe(then);
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    expect(await erase(shop, 0)).toMatchObject({ code: 0 });
    await shop.startBridge();
    expect(await slipOf(shop, first.id)).toBe(before);
    expect(await slipOf(shop, second.id)).toBe(then);
  });

  it('outlives a clock that is put ahead beside the bridge, and by the command alone', async () => {
    const { shop } = await aShop();
    const first = await sold(shop, 'first');
    const before = await slipOf(shop, first.id);
    expect(await erase(shop, 2 * yearMs)).toMatchObject({ code: 0 });
    expect(await slipOf(shop, first.id)).toBe(before);
  });
});

describe('a till that was started once with the clock in 2099', () => {
  it('sells and refunds once the clock is right, says what a person should do, and verifies', async () => {
    const { shop, restart } = await aShop();
    const alarms = async () => {
      const { body } = await shop.erp.get('/v1/status');
      return (body['alarms'] as JsonObject[]).map(({ code }) => code);
    };
    const { result } = await sold(shop, 'first');
    expect(await alarms()).not.toContain('clock-behind');
    await restart(73 * yearMs);
    await sold(shop, 'then');
    await restart(0);
    expect(await alarms()).toContain('clock-behind');
    await sold(shop, 'after');
    const { payId } = result as { payId: string };
    const refund = { payId, transId: 'R-1', amount: { value: 600, currency: 'EUR' } };
    const { body } = await shop.erp.post('/v1/operations/refund?wait=30', refund, 'R-1');
    expect(body).toMatchObject({ state: 'succeeded' });
    expect(await shop.at(0, ['journal', 'verify', '--data-dir', shop.dataDir])).toMatchObject({ code: 0 });
    const examined = await shop.at(0, ['doctor', '--json', '--data-dir', shop.dataDir]);
    expect(JSON.stringify(examined.out)).toContain('docs/service.md');
  });
});

describe('closed shifts', () => {
  it('stay readable and countable through years ahead and back, and verify', async () => {
    const { shop, restart } = await aShop({ retention: { archiveMonths: 1 } });
    const run = async (...args: string[]) =>
      JSON.parse(await shop.run([...args, '--data-dir', shop.dataDir])) as JsonObject;
    const first = await sold(shop, 'first');
    await run('shift', 'close');
    const report = await run('shift', 'report', '--number', '1');
    await restart(2 * yearMs);
    await until(async () => (existsSync(join(shop.dataDir, 'archives', 'shift-000001.ndjson.gz')) ? true : null));
    await sold(shop, 'second');
    await run('shift', 'close');
    await restart(0);
    expect(await run('shift', 'report', '--number', '1')).toEqual(report);
    const { payId } = first.result as { payId: string };
    const refund = { payId, transId: 'R-1', amount: { value: 600, currency: 'EUR' } };
    expect(await shop.erp.operate('refund', refund, 'refund-1')).toMatchObject({ state: 'succeeded' });
    const beyond = await shop.erp.post('/v1/operations/refund', { ...refund, transId: 'R-2' }, 'refund-2');
    expect(beyond.status).toBeGreaterThanOrEqual(400);
    expect(await run('folder', 'archive', '--dry-run')).toMatchObject({ archived: [] });
    await restart(epochMs);
    expect(await run('folder', 'archive', '--dry-run')).toMatchObject({ archived: [] });
    await restart(0);
    expect(await run('journal', 'verify')).toMatchObject({ ok: true });
  });
});

describe('backups', () => {
  /** The letters of each day's backup, in the order in which they were made. */
  async function made(times: readonly (readonly [string, number])[], keep: number): Promise<readonly string[]> {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    folder.signer(startMs);
    const to = aFolder();
    mkdirSync(to, { recursive: true });
    const names = new Map<string, string>();
    for (const [name, nowMs] of times) {
      await folder.store.transact((tx) => void accept(tx, anAccepted(name)));
      const { backup } = makeBackup({ dataDir, to, keep, version: '1', nowMs, free: () => Number.MAX_SAFE_INTEGER });
      names.set(backup.slice(to.length + 1), name);
    }
    folder.close();
    return readdirSync(to)
      .map((name) => names.get(name) ?? '')
      .toSorted();
  }
  const now = Date.UTC(2026, 10, 28);
  const days = (from: string, first: number, many: number) =>
    Array.from({ length: many }, (_, day) => [`${from}${day}`, first + day * dayMs] as const);

  it('of a clock in 2099 do not push out those of the days after it', async () => {
    const left = await made(
      [...days('a', now, 3), ...days('x', now + 73 * yearMs, 3), ...days('b', now + 6 * dayMs, 3)],
      3,
    );
    expect(left).toEqual(['b0', 'b1', 'b2']);
  });

  it('of one day in 2099 is gone as soon as newer ones are there', async () => {
    const left = await made(
      [...days('a', now, 3), ...days('x', now + 73 * yearMs, 1), ...days('b', now + 4 * dayMs, 3)],
      4,
    );
    expect(left).not.toContain('x0');
  });

  it('of a clock in 1970 do not push out more than their number, oldest first, and go first afterwards', async () => {
    expect(await made([...days('a', now, 4), ...days('e', 0, 2)], 4)).toEqual(['a2', 'a3', 'e0', 'e1']);
    const left = await made([...days('a', now, 4), ...days('e', 0, 2), ...days('b', now + 6 * dayMs, 2)], 4);
    expect(left).toEqual(['a2', 'a3', 'b0', 'b1']);
  });
});
