// A shift that holds a test gateway's sale and training side by side: each is compared with its own gateway and never
// with the other's, and what was left out is said.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Comparison } from '#contract/shift/reconcile.ts';
import { Erp } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop();
let trainingUrl = '';

beforeAll(async () => {
  await shop.open('status,sale');
  await shop.erp.operate('cloud-pos', sale('test-1', 1_000), 'sale-1');
  await shop.program.kill('SIGTERM');
  const args = ['serve', '--data-dir', shop.dataDir, '--port', '0', '--terminal', 'T1'];
  trainingUrl = (await shop.bench.start('main/cli.ts', args).ready()).url;
  const training = new Erp(trainingUrl, shop.token);
  await training.operate('cloud-pos', sale('training-1', 200), 'sale-2');
  await training.operate('cloud-pos', sale('training-2', 300), 'sale-3');
});
afterAll(() => shop.close());

interface Compared extends Comparison {
  readonly environment: { readonly id: string; readonly mode: string };
  readonly elsewhere: number;
}

async function reconcile(...more: string[]) {
  const args = ['journal', 'reconcile', '--data-dir', shop.dataDir, '--per-second', '100', ...more];
  const program = shop.bench.start('main/cli.ts', args, { TILLBRIDGE_TOKEN: shop.token });
  const code = await program.exited();
  const [line = 'null'] = program.stdoutLines;
  return { code, said: program.stderrText, compared: JSON.parse(line) as Compared };
}

const transIds = ({ findings }: Comparison) => findings.map(({ reference, transId }) => transId ?? reference);

it('is compared in the environment of its latest operation, and the rest is named as left out', async () => {
  const { code, compared, said } = await reconcile();
  expect(code).toBe(0);
  expect(compared).toMatchObject({ environment: { mode: 'training' }, elsewhere: 1 });
  expect(transIds(compared)).toEqual(['training-1', 'training-2']);
  expect(said).toMatch(/Compared 2 of training \([0-9a-f]{16}\); left out 1 of test \([0-9a-f]{16}\)\./);
});

it('is compared in another one by its mode or its id, with the ERP’s list of that one', async () => {
  const list = join(shop.bench.folder(), 'list.csv');
  writeFileSync(list, 'transId,amount,currency,kind\ntest-1,1000,EUR,sale\n');
  const { compared } = await reconcile('--environment', 'test', '--erp-list', list);
  expect(compared).toMatchObject({ environment: { mode: 'test' }, elsewhere: 2, agreed: { erp: 1 } });
  expect(transIds(compared)).toEqual(['test-1']);
  const byId = await reconcile('--environment', compared.environment.id);
  expect(byId.compared.environment).toEqual(compared.environment);
});

it('is looked up in the environment of the bridge that is asked, and in no other', async () => {
  const { code, compared } = await reconcile('--bridge', trainingUrl);
  expect([code, compared.agreed.gateway, compared.findings]).toEqual([0, 2, []]);
  const other = await reconcile('--bridge', trainingUrl, '--environment', 'test');
  expect([other.code, other.compared]).toEqual([1, null]);
  expect(other.said).toMatch(/The bridge asks the gateway of training \([0-9a-f]{16}\), not that of test/);
});

it('goes on with what was seen in the same environment only', async () => {
  const resume = join(shop.bench.folder(), 'seen');
  const elsewhere: JsonObject = { type: 'not-found' };
  const { environment, findings } = (await reconcile()).compared;
  const names = findings.map(({ payId }) => `payId:${payId}`);
  writeFileSync(resume, names.map((name) => `${JSON.stringify([name, elsewhere, 'another'])}\n`).join(''));
  const first = await reconcile('--bridge', trainingUrl, '--resume', resume);
  expect(first.compared.agreed.gateway).toBe(2);
  // Now without the bridge: from the file alone.
  const again = await reconcile('--resume', resume, '--environment', environment.id);
  expect(again.compared.agreed.gateway).toBe(2);
});

it('says what there is where nothing was done in the environment that was named', async () => {
  const { code, said } = await reconcile('--environment', 'live');
  expect(code).toBe(1);
  expect(said).toMatch(/no operations of live\. It has: test \([0-9a-f]{16}\), training \([0-9a-f]{16}\)\./);
});
