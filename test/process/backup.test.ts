// A shop loses its data folder and goes on from a backup: made beside a running bridge, put back by command, paused until
// a person says so, and nothing is sent twice.
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupMade } from '#store/backup/backup.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { ledgerOf } from '#support/erp.ts';
import { needSecondUser, otherUser } from '#support/second-user.ts';
import { Shop, apiKey, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const refundOf = (payId: string, transId: string) => ({ payId, transId, amount: { value: 100, currency: 'EUR' } });

describe('a shop that loses its data folder', () => {
  const shop = new Shop();
  const place = shop.bench.folder();
  let made: BackupMade;
  let waiting = '';

  const folder = (...args: string[]) => shop.run(['folder', ...args, '--data-dir', shop.dataDir]);

  beforeAll(async () => {
    await shop.open();
    const { result } = await shop.erp.operate('cloud-pos', sale('before', 1_000), 'sale-before');
    const { payId } = result as { payId: string };
    await shop.cable.pullOut();
    ({ id: waiting } = await shop.erp.operate('refund', refundOf(payId, 'R-1'), 'refund-1', 0));
    made = JSON.parse(await folder('backup', '--to', join(place, 'till', '1'))) as BackupMade;
    await shop.cable.putIn();
    await until(async () => ((await shop.erp.operation(waiting, 60)).state === 'succeeded' ? true : null));
    await shop.erp.operate('cloud-pos', sale('after', 500), 'sale-after');
  });
  afterAll(() => shop.close());

  it('has a backup that was made beside the running bridge and verifies', async () => {
    const backup = made.backup;
    const found = verifyDatabase(backup);
    expect([found.ok, found.head]).toEqual([true, made.head]);
    expect(readdirSync(join(place, 'till', '1'))).toHaveLength(1);
    for (const name of readdirSync(backup)) {
      expect(readFileSync(join(backup, name), 'latin1')).not.toContain(apiKey);
    }
  });

  it('cannot put it over the folder of a running bridge, nor over newer records by mistake', async () => {
    const restore = () => folder('restore', '--from', made.backup, '--even-over-newer');
    await expect(restore()).rejects.toThrow('is in use');
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    await expect(folder('restore', '--from', made.backup)).rejects.toThrow('records that the backup of');
  });

  it('goes on from it paused, looks up what was open, and sends nothing', async () => {
    rmSync(shop.dataDir, { recursive: true });
    await folder('restore', '--from', made.backup);
    await shop.startBridge();
    const status = await shop.erp.get('/v1/status');
    const { accepting, paused } = status.body;
    expect([accepting, typeof paused]).toEqual([false, 'string']);
    const refused = await shop.erp.post('/v1/operations/cloud-pos', sale('paused', 100), 'paused');
    expect([refused.status, refused.body['code']]).toEqual([503, 'paused']);
    await until(async () => {
      const { state } = await shop.erp.operation(waiting, 0);
      return ['succeeded', 'needs-person'].includes(state) ? state : null;
    });
  });

  it('sells again when a person has lifted the pause, and nothing was sent twice', async () => {
    await folder('resume', '--name', 'Mia', '--reason', 'the old disk is broken');
    expect((await shop.erp.get('/v1/status')).body).toMatchObject({ accepting: true, paused: null });
    // The terminal may still be at a command that the backup does not know, for as long as one can take.
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const counts = ['before', 'R-1', 'after'].map((id) => executions.filter(({ transId }) => transId === id).length);
    expect(counts).toEqual([1, 1, 1]);
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});

describe('a place for backups', () => {
  const shop = new Shop();
  beforeAll(() => shop.open());
  afterAll(() => shop.close());

  const backup = async (to: string) => {
    const program = shop.bench.start('main/cli.ts', ['folder', 'backup', '--data-dir', shop.dataDir, '--to', to]);
    return { code: await program.exited(), errors: program.stderrText };
  };

  it('is not the data folder, nor one that others can write', async () => {
    const inside = join(shop.dataDir, 'copies');
    expect(await backup(inside)).toMatchObject({ code: 1, errors: expect.stringContaining('lies in the data folder') });
    const open = join(shop.bench.folder(), 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(await backup(open)).toMatchObject({ code: 1, errors: expect.stringContaining('can be written by others') });
    expect(readdirSync(open)).toEqual([]);
  });

  it('is not used by another user than the owner of the folder', async (test) => {
    needSecondUser(test);
    const to = shop.bench.folder();
    chownSync(shop.dataDir, otherUser.uid, otherUser.gid);
    const refused = await backup(to);
    chownSync(shop.dataDir, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('belongs to another user') });
    expect(readdirSync(to)).toEqual([]);
  });

  it('loses nothing where a backup is killed', async () => {
    const to = shop.bench.folder();
    const args = ['folder', 'backup', '--data-dir', shop.dataDir, '--to', to];
    const program = shop.bench.start('main/cli.ts', args);
    await until(async () => (readdirSync(to).length > 0 || program.child.exitCode !== null ? true : null));
    await program.kill('SIGKILL');
    await shop.run(args);
    const there = readdirSync(to);
    expect(there.every((name) => existsSync(join(to, name, 'backup.json')))).toBe(true);
  });
});
