// A shop whose old shifts lie in archive files: by command beside a running bridge and by its schedule, also where the
// bridge is killed in between. What was sold then is known, refunded once, and in the reports.
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { createShifts } from '#core/shift/shifts.ts';
import { openDataKey, withSubKey } from '#secrets/data-key.ts';
import { createSeal } from '#store/database/seal.ts';
import { openStore } from '#store/open.ts';
import { EventReader } from '#support/event-reader.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe('a shop with shifts of last year', () => {
  const shop = new Shop();
  const keyFile = join(shop.bench.folder(), 'key');
  const before = process.env['TILLBRIDGE_KEY_FILE'];
  const file = (shift: number) => join(shop.dataDir, 'archives', `shift-00000${shift}.ndjson.gz`);
  const archive = async (...args: string[]) =>
    JSON.parse(await shop.run(['folder', 'archive', '--data-dir', shop.dataDir, ...args])) as unknown;
  const verified = async () => JSON.parse(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])) as unknown;
  const reportOf = async (shift: number) =>
    JSON.parse(await shop.run(['shift', 'report', '--data-dir', shop.dataDir, '--number', String(shift)])) as unknown;

  /** Sells, ends the bridge, and closes the shift as of a time long ago. */
  async function anOldShift(name: string, count: number): Promise<string> {
    const { result } = await shop.erp.operate('cloud-pos', sale(name, 1_000), `sale-${name}`);
    for (let index = 1; index < count; index += 1) {
      await shop.erp.operate('cloud-pos', sale(`${name}-${index}`, 100), `sale-${name}-${index}`);
    }
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    const dataKey = openDataKey({ dataDir: shop.dataDir, environment: process.env });
    if (dataKey.type !== 'open') throw new Error(dataKey.reason);
    const seal = withSubKey(dataKey.key, 'seal', createSeal);
    const opened = openStore({ dataDir: shop.dataDir, seal, now: Date.now, use: 'command' });
    const { books } = opened;
    const clock = { nowMs: () => Date.now() - 400 * 86_400_000, iso: (ms: number) => new Date(ms).toISOString() };
    const reads = {
      currentShift: async () => currentTally(books),
      closedShift: async (number: number) => closedReport(books, number),
    };
    const shifts = createShifts({ books, reads, signer: opened.signer(Date.now()), clock });
    expect(await shifts.close({ by: 'Mia', evenIfOpen: false })).toMatchObject({ type: 'closed' });
    opened.close();
    await shop.startBridge();
    return (result as { payId: string }).payId;
  }

  let payId = '';
  beforeAll(async () => {
    process.env['TILLBRIDGE_KEY_FILE'] = keyFile;
    await shop.open();
    payId = await anOldShift('one', 3);
  });
  afterAll(async () => {
    await shop.close();
    if (before === undefined) delete process.env['TILLBRIDGE_KEY_FILE'];
    else process.env['TILLBRIDGE_KEY_FILE'] = before;
  });

  it('sees what would be archived, and archives it beside the running bridge', async () => {
    const report = await reportOf(1);
    const shift = { shift: 1, records: expect.any(Number) as number };
    expect(await archive('--months', '1', '--dry-run')).toMatchObject({
      dryRun: true,
      archived: [{ ...shift, file: null }],
    });
    expect(existsSync(file(1))).toBe(false);
    expect(await archive('--months', '120')).toMatchObject({
      archived: [],
      why: expect.stringContaining('not old enough'),
    });
    expect(await archive('--months', '1')).toMatchObject({ archived: [{ ...shift, file: 'shift-000001.ndjson.gz' }] });
    expect(await verified()).toMatchObject({ ok: true });
    expect(await reportOf(1)).toEqual(report);
  });

  it('knows an archived request again, and refunds an archived payment no further than it goes', async () => {
    const again = await shop.erp.operate('cloud-pos', sale('one', 1_000), 'sale-one');
    expect(again).toMatchObject({ state: 'succeeded', result: { payId } });
    const refund = (transId: string) => ({ payId, transId, amount: { value: 600, currency: 'EUR' } });
    expect(await shop.erp.operate('refund', refund('R-1'), 'refund-1')).toMatchObject({ state: 'succeeded' });
    const beyond = await shop.erp.post('/v1/operations/refund', refund('R-2'), 'refund-2');
    expect(beyond.status).toBeGreaterThanOrEqual(400);
  });

  it('goes on where the bridge is killed in the middle', async () => {
    await anOldShift('two', 30);
    const running = shop.bench.start('main/cli.ts', ['folder', 'archive', '--data-dir', shop.dataDir, '--months', '1']);
    await until(async () => (existsSync(file(2)) || running.child.exitCode !== null ? true : null));
    await shop.killBridge();
    await running.exited();
    expect(await verified()).toMatchObject({ ok: true });
    await archive('--months', '1');
    expect(readdirSync(join(shop.dataDir, 'archives'))).toEqual(['shift-000001.ndjson.gz', 'shift-000002.ndjson.gz']);
    expect(await verified()).toMatchObject({ ok: true });
    await shop.startBridge();
    const again = await shop.erp.operate('cloud-pos', sale('two', 1_000), 'sale-two');
    expect(again).toMatchObject({ state: 'succeeded' });
  });

  it('archives by itself where the settings say after how long', async () => {
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ retention: { archiveMonths: 12 } }), {
      mode: 0o600,
    });
    await anOldShift('three', 2);
    await until(async () => (existsSync(file(3)) ? true : null));
    await until(async () => ((await archive()) as { archived: unknown[] }).archived.length === 0 || null);
    expect(await verified()).toMatchObject({ ok: true });
  });

  it('is told by the doctor of an archive that is gone or cut off', async () => {
    const doctor = async () => {
      const program = shop.bench.start('main/cli.ts', ['doctor', '--json', '--data-dir', shop.dataDir]);
      await program.exited();
      const { findings } = JSON.parse(program.stdoutLines[0] ?? '') as { findings: { code: string; what: string }[] };
      return findings.filter(({ code }) => code === 'archive-lost').map(({ what }) => what);
    };
    expect(await doctor()).toEqual([]);
    const whole = readFileSync(file(2));
    renameSync(file(2), `${file(2)}-away`);
    expect(await doctor()).toEqual([expect.stringContaining(`${file(2)} is missing`)]);
    writeFileSync(file(2), whole.subarray(0, -1));
    expect(await doctor()).toEqual([expect.stringContaining(`${file(2)} was changed`)]);
    renameSync(`${file(2)}-away`, file(2));
    expect(await doctor()).toEqual([]);
  });

  it('starts and sells where an archive is gone, and ends the line of a program that reads from the beginning', async () => {
    renameSync(file(2), `${file(2)}-away`);
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    await shop.startBridge();
    const reader = await EventReader.open(shop.bridgeUrl, shop.token, { lastEventId: '0' });
    await reader.ended();
    expect(reader.numbers().length).toBeLessThan(100);
    const sold = await shop.erp.operate('cloud-pos', sale('after-all', 100), 'sale-after-all');
    expect(sold).toMatchObject({ state: 'succeeded' });
    expect((await shop.erp.get('/v1/status')).body).toMatchObject({ accepting: true, disk: expect.anything() });
    await expect.poll(() => shop.program.stderrText).toContain('events-broken');
    const alarms = await until(async () => {
      const now = (await shop.erp.get('/v1/status')).body['alarms'] as { code: string; message: string }[];
      return now.some(({ code }) => code === 'archive-lost') ? now : null;
    });
    expect(alarms.find(({ code }) => code === 'archive-lost')?.message).toContain(`${file(2)} is missing`);
    renameSync(`${file(2)}-away`, file(2));
  });
});
