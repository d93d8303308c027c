// What stops a move of a till to another folder, and one that goes to another disk. That a kill at any place leaves one
// till is tried in test/kills/folder-move.test.ts.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Shop, apiKey, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const shop = new Shop();
const other = join(shop.bench.folder(), 'machine');
beforeAll(() => shop.open());
afterAll(() => shop.close());

async function move(to: string, extra: readonly string[] = []): Promise<{ code: number | null; errors: string }> {
  const args = ['folder', 'move', '--data-dir', shop.dataDir, '--to', to, ...extra];
  const program = shop.bench.start('main/cli.ts', args);
  return { code: await program.exited(), errors: program.stderrText };
}

const refused = (words: string) => ({ code: 1, errors: expect.stringContaining(words) });

it('is refused while a bridge runs, while operations are under way, and into a folder in it', async () => {
  const { result } = await shop.erp.operate('cloud-pos', sale('M-1', 1_000), 'sale-1');
  const { payId } = result as { payId: string };
  expect(await move(other)).toEqual(refused('is in use by the bridge'));
  expect(await move(join(shop.dataDir, 'machine'))).toMatchObject({ code: 2 });
  await shop.cable.pullOut();
  const refund = { payId, transId: 'R-1', amount: { value: 100, currency: 'EUR' } };
  const { id } = await shop.erp.operate('refund', refund, 'refund-1', 0);
  await shop.killBridge();
  expect(await move(other)).toEqual(refused('are under way'));
  await shop.cable.putIn();
  await shop.startBridge();
  await until(async () => ((await shop.erp.operation(id, 60)).state === 'succeeded' ? true : null));
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  expect(existsSync(other)).toBe(false);
  expect(existsSync(`${other}.moving`)).toBe(false);
});

it("is refused where the machine's policy names another merchant", async () => {
  writeFileSync(
    join(shop.dataDir, 'settings.json'),
    JSON.stringify({ gateway: { root: shop.cable.url, merchantId: 'SHOP-1', mode: 'test' }, terminals: ['T1'] }),
    { mode: 0o600 },
  );
  const policy = join(shop.bench.folder(), 'policy.json');
  const gateway = { root: shop.cable.url, merchantId: 'SHOP-2', mode: 'test' };
  writeFileSync(policy, JSON.stringify({ settings: { gateway } }), { mode: 0o600 });
  expect(await move(other, ['--policy', policy])).toEqual(refused('a till of another shop'));
});

it('is refused into a folder with operations of its own, and goes to another disk', async () => {
  const own = mkdtempSync('/dev/shm/tillbridge-test-');
  onTestFinished(() => rmSync(own, { recursive: true }));
  const to = join(own, 'till');
  // A till that was started and has sold nothing is set aside.
  mkdirSync(to, { mode: 0o700 });
  const empty = shop.bench.start('main/cli.ts', ['serve', '--data-dir', to, '--port', '0']);
  await empty.ready();
  expect(await empty.kill('SIGTERM')).toBe(0);

  expect(await move(to)).toEqual({ code: 0, errors: expect.stringContaining('starts no more') });
  const serve = shop.bench.start('main/cli.ts', ['serve', '--data-dir', shop.dataDir, '--port', '0'], {
    TILLBRIDGE_API_KEY: apiKey,
  });
  expect(await serve.exited()).toBe(1);
  expect(serve.stderrText).toContain(`was moved to ${to}`);
  const listed = shop.bench.start('main/cli.ts', ['operation', 'list', '--data-dir', shop.dataDir]);
  expect(await listed.exited()).toBe(1);
  expect(listed.stderrText).toContain(`was moved to ${to}`);
  const verdict = JSON.parse(await shop.run(['journal', 'verify', '--data-dir', to])) as object;
  expect(verdict).toMatchObject({ ok: true });

  const third = new Shop();
  onTestFinished(() => third.close());
  await third.open();
  await third.erp.operate('cloud-pos', sale('M-2', 500), 'sale-2');
  expect(await third.program.kill('SIGTERM')).toBe(0);
  const args = ['folder', 'move', '--data-dir', third.dataDir, '--to', to];
  const program = shop.bench.start('main/cli.ts', args);
  expect(await program.exited()).toBe(1);
  expect(program.stderrText).toContain('operations of its own');
});
