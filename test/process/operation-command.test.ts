// What a revoked program left waiting is taken back from the command line, beside the bridge and without one. Nothing that may have
// been sent is: not what a bridge has in hand, not what was under way when one was killed, not what lies in a copy.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const refundOf = (payId: string, transId: string) => ({ payId, transId, amount: { value: 100, currency: 'EUR' } });

interface Ended {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly errors: string;
}

async function operation(shop: Shop, ...args: string[]): Promise<Ended> {
  const [action = '', ...options] = args;
  const program = shop.bench.start('main/cli.ts', ['operation', action, '--data-dir', shop.dataDir, ...options]);
  const code = await program.exited();
  return { code, out: program.stdoutLines, errors: program.stderrText };
}

const rows = ({ out }: Ended) => out.map((line) => JSON.parse(line) as JsonObject);

describe('what a revoked program left waiting', () => {
  const shop = new Shop();
  const ids: string[] = [];
  let client = '';

  beforeAll(async () => {
    await shop.open();
    client = (JSON.parse(await shop.run(['token', 'list', '--data-dir', shop.dataDir])) as { id: string }).id;
    await shop.cable.pullOut();
    for (const name of ['first', 'second', 'third']) {
      const { id } = await shop.erp.operate('refund', refundOf(`P-${name}`, name), name, 0);
      ids.push(id);
    }
    await shop.run(['token', 'revoke', '--data-dir', shop.dataDir, '--id', client]);
  });
  afterAll(() => shop.close());

  it('is listed and taken back beside the running bridge', async () => {
    const listed = await operation(shop, 'list', '--client', client);
    expect(rows(listed).map(({ id, kind, state }) => [id, kind, state])).toEqual(
      ids.map((id) => [id, 'refund', 'accepted']),
    );
    expect(rows(await operation(shop, 'list', '--client', 'another'))).toEqual([]);
    const third = ids.at(-1) ?? '';
    expect(rows(await operation(shop, 'cancel', '--id', third))).toMatchObject([{ id: third, state: 'cancelled' }]);
    expect(rows(await operation(shop, 'list', '--client', client))).toHaveLength(2);
    const unknown = await operation(shop, 'cancel', '--id', 'nothing');
    expect(unknown).toMatchObject({ code: 1, out: [] });
    expect(unknown.errors).toContain('There is no operation nothing.');
  });

  it('is not taken back in a copy of the folder, nor by a user who never ran the bridge', async () => {
    await shop.program.kill('SIGTERM');
    const elsewhere = shop.bench.folder();
    cpSync(shop.dataDir, elsewhere, { recursive: true });
    const cancel = ['operation', 'cancel', '--client', client, '--data-dir'];
    const copy = shop.bench.start('main/cli.ts', [...cancel, elsewhere]);
    expect(await copy.exited()).toBe(1);
    expect(copy.stderrText).toContain('may be a copy');
    const stranger = shop.bench.start('main/cli.ts', [...cancel, shop.dataDir], {
      XDG_STATE_HOME: shop.bench.folder(),
    });
    expect(await stranger.exited()).toBe(1);
    expect(stranger.stderrText).toContain('has not run the bridge on this data folder');
    expect(rows(await operation(shop, 'list'))).toHaveLength(2);
  });

  it('is not taken back after a pause that was lifted before any start looked it up', async () => {
    const owes = (value: string) => {
      const db = new DatabaseSync(join(shop.dataDir, 'tillbridge.db'), { defensive: false });
      db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('owes-doubts', value);
      db.close();
    };
    owes('yes');
    const refused = await operation(shop, 'cancel', '--client', client);
    expect(refused).toMatchObject({ code: 1, out: [] });
    expect(refused.errors).toContain(
      'It was paused, and no start has looked up since what waits. What waits may have been sent already.',
    );
    owes('');
  });

  it('is taken back while no bridge runs, one or all, and never sent', async () => {
    const [first = '', second = ''] = ids;
    expect(rows(await operation(shop, 'cancel', '--id', first, '--by', 'shop'))).toMatchObject([
      { id: first, state: 'cancelled' },
    ]);
    expect(rows(await operation(shop, 'cancel', '--client', client))).toMatchObject([
      { id: second, state: 'cancelled' },
    ]);
    expect(await operation(shop, 'cancel', '--id', 'nothing')).toMatchObject({ code: 1, out: [] });
    await shop.cable.putIn();
    await shop.startBridge();
    shop.token = await shop.run(['token', 'create', '--data-dir', shop.dataDir, '--name', 'B', '--scopes', 'status']);
    for (const id of ids) expect((await shop.erp.operation(id)).state).toBe('cancelled');
    const status = await shop.erp.get('/v1/status');
    expect(status.body).toMatchObject({ waiting: 0, inDoubt: 0, paused: null });
    expect((await ledgerOf(shop.sandboxUrl)).executions).toEqual([]);
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
    const journal = await shop.run(['journal', 'export', '--data-dir', shop.dataDir]);
    expect(journal).toContain('by command: shop');
  });
});

it('what was under way when the bridge was killed is not taken back', async () => {
  const shop = new Shop();
  try {
    await shop.open();
    await addFaults(shop.sandboxUrl, [{ route: '*', fault: 'hang-after' }]);
    const { id } = await shop.erp.operate('refund', refundOf('P-1', 'R-1'), 'R-1', 0);
    await until(async () => ((await shop.erp.operation(id)).state === 'sending' ? true : null));
    await shop.killBridge();
    const refused = await operation(shop, 'cancel', '--id', id);
    expect(refused).toMatchObject({ code: 1, out: [] });
    expect(refused.errors).toContain('It may have been sent already (state sending)');
  } finally {
    await shop.close();
  }
});

it('personal data is erased by the bridge that runs, whose key the command needs not have', async () => {
  const shop = new Shop({ environment: { TILLBRIDGE_PASSPHRASE: 'correct horse' } });
  try {
    await shop.open();
    const { id } = await shop.erp.operate('cloud-pos', sale('S-1', 100), 'sale-1');
    const erase = ['journal', 'erase', '--data-dir', shop.dataDir, '--operation', id, '--reason', 'asked for'];
    expect(JSON.parse(await shop.run(erase))).toMatchObject({ erased: 1, keptOpen: 0, logCleared: true });
    expect(await shop.run(['journal', 'export', '--data-dir', shop.dataDir])).toContain('personal-erased');
    expect(await shop.erp.operation(id)).toMatchObject({ state: 'succeeded', input: { transId: 'S-1' } });
  } finally {
    await shop.close();
  }
});
