// Two tills and their office, each a process of its own: journals arrive, sums are the tills' own, the office may be away,
// a folder may be restored, and an end that was cut off is found.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupMade } from '#store/backup/backup.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

interface Verdict {
  readonly ok: boolean;
  readonly head: { readonly seq: number; readonly hash: string };
}

const refundOf = (payId: string, transId: string, value: number) => ({
  payId,
  transId,
  amount: { value, currency: 'EUR' },
});

describe.skipIf(!officeRuns)('two tills and their office', () => {
  const office = new OfficeBench();
  const [one, two] = [new Shop(), new Shop()];
  const shops = [
    { shop: one, name: 'Till 1' },
    { shop: two, name: 'Till 2' },
  ];

  const headOf = async (shop: Shop): Promise<Verdict['head']> =>
    (JSON.parse(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])) as Verdict).head;
  /** Until the office has all that the till has journalled. */
  const caughtUp = async (shop: Shop, name: string): Promise<void> => {
    const { seq, hash } = await headOf(shop);
    await until(async () => {
      const head = await office.head(name).catch(() => null);
      return head !== null && head.seq >= seq ? head : null;
    });
    const head = await office.head(name);
    if (head.seq === seq) expect(head.hash).toBe(hash);
  };
  const sell = (shop: Shop, transId: string, value: number) =>
    shop.erp.operate('cloud-pos', sale(transId, value), transId);

  /** What was sold as B-1. */
  let paid = '';

  beforeAll(async () => {
    await Promise.all([office.start(), one.open(), two.open()]);
    for (const { shop, name } of shops) await office.letIn(shop, name);
  });
  afterAll(async () => {
    await Promise.all([office.close(), one.close(), two.close()]);
  });

  it('adds up what both tills took, as each of them does', async () => {
    await sell(one, 'A-1', 1_000);
    await sell(one, 'A-2', 250);
    const sold = await sell(two, 'B-1', 500);
    ({ payId: paid } = sold.result as { payId: string });
    await two.erp.operate('refund', refundOf(paid, 'B-2', 100), 'B-2');
    for (const { shop, name } of shops) await caughtUp(shop, name);
    const { all, tills } = await office.takings();
    expect(all).toEqual([{ mode: 'test', currency: 'EUR', takenMinor: 1_750, givenBackMinor: 100, tipMinor: 0 }]);
    expect(tills.map(({ till, shop, takenMinor, givenBackMinor }) => [till, shop, takenMinor, givenBackMinor])).toEqual(
      [
        ['Till 1', 'North', 1_250, 0],
        ['Till 2', 'North', 500, 100],
      ],
    );
  });

  it('is not needed to sell, and catches up by itself when it is back', async () => {
    expect(await office.stop()).toBe(0);
    expect((await sell(one, 'A-3', 300)).state).toBe('succeeded');
    await office.start();
    await caughtUp(one, 'Till 1');
    expect((await office.takings()).all[0]?.takenMinor).toBe(2_050);
    expect(await office.alarms()).toEqual([]);
  });

  it('countersigns the head, by which an export that was cut off is found', async () => {
    await caughtUp(two, 'Till 2');
    const head = await office.head('Till 2');
    const kept = join(two.dataDir, 'office', 'countersigned.json');
    await until(async () => {
      const { seq } = JSON.parse(readFileSync(kept, 'utf8')) as { seq: number };
      return seq === head.seq ? true : null;
    });
    const lines = (await two.run(['journal', 'export', '--data-dir', two.dataDir])).split('\n');
    const folder = office.bench.folder();
    const [whole, cut, signed] = ['whole.ndjson', 'cut.ndjson', 'head.json'].map((name) => join(folder, name));
    writeFileSync(whole!, `${lines.join('\n')}\n`);
    writeFileSync(cut!, `${lines.slice(0, head.seq - 1).join('\n')}\n`);
    writeFileSync(signed!, JSON.stringify(head));
    const verify = (file: string) => two.run(['journal', 'verify', '--file', file, '--countersigned', signed!]);
    expect(JSON.parse(await verify(whole!))).toMatchObject({ ok: true });
    await expect(verify(cut!)).rejects.toThrow('its end was cut off');
  });

  it('takes a restored folder as a new lineage, and counts nothing twice', async () => {
    const place = office.bench.folder();
    const made = JSON.parse(
      await two.run(['folder', 'backup', '--to', join(place, 'backups'), '--data-dir', two.dataDir]),
    ) as BackupMade;
    await sell(two, 'B-3', 700);
    await caughtUp(two, 'Till 2');
    const before = await office.takings();
    expect(await two.program.kill('SIGTERM')).toBe(0);
    await two.run(['folder', 'restore', '--from', made.backup, '--even-over-newer', '--data-dir', two.dataDir]);
    await two.startBridge();
    await office.letIn(two, 'Till 2');
    await two.run(['folder', 'resume', '--data-dir', two.dataDir, '--name', 'Ada', '--reason', 'the disk was lost']);
    await two.erp.operate('refund', refundOf(paid, 'B-4', 50), 'B-4');
    await until(async () => ((await office.till('Till 2')).lineage === 2 ? true : null));
    await caughtUp(two, 'Till 2');
    const after = await office.takings();
    const [sum] = before.all;
    expect(after.all).toEqual([{ ...sum, givenBackMinor: (sum?.givenBackMinor ?? 0) + 50 }]);
    expect((await office.alarms()).map(({ till, kind, lineage }) => [till, kind, lineage])).toEqual([
      ['Till 2', 'restored', 2],
    ]);
  });

  it('refuses a till whose access was revoked', async () => {
    await office.run('till', 'revoke', '--name', 'Till 1');
    const { records } = await office.till('Till 1');
    await sell(one, 'A-5', 100);
    await until(async () => (one.program.stderrText.includes('"code":"revoked"') ? true : null));
    expect((await office.till('Till 1')).records).toBe(records);
  });
});
