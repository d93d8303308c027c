// A shift over the fixed interfaces: sales through a real bridge, its report over HTTP, closed from the command line
// beside it, and a journal whose signatures an auditor checks with the exported file and the public key alone.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '#contract/shift/reconcile.ts';
import type { ShiftReport, PublicReport } from '#contract/shift/shift.ts';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop();

beforeAll(async () => {
  await shop.open('status,sale,refund,export');
});

afterAll(async () => {
  await shop.close();
});

const inFolder = () => ['--data-dir', shop.dataDir];
const eur = (report: ShiftReport) =>
  report.sections[0]?.totals.map(({ sort, terminalId, count, amountMinor }) => [sort, terminalId, count, amountMinor]);

describe('a shift', () => {
  it('shows over HTTP what was taken and given back', async () => {
    const { result } = await shop.erp.operate('cloud-pos', sale('shift-1', 1_000), 'sale-1');
    await shop.erp.operate('cloud-pos', sale('shift-2', 250), 'sale-2');
    const { payId } = result as { payId: string };
    const refund = { payId, transId: 'R-1', amount: { value: 300, currency: 'EUR' } };
    await shop.erp.operate('refund', refund, 'refund-1');
    const { status, body } = await shop.erp.get('/v1/shifts/current');
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'X', number: 1, strays: 0 });
    expect(eur(body as unknown as ShiftReport)).toEqual([
      ['sale', 'T1', 2, 1_250],
      ['refund', null, 1, 300],
    ]);
    const [section] = (body as unknown as PublicReport).sections;
    const money = (value: number) => ({ value, currency: 'EUR' });
    expect(section?.takings).toEqual([
      {
        currency: 'EUR',
        takenMinor: 1_250,
        givenBackMinor: 300,
        leftMinor: 950,
        tipMinor: 0,
        taken: money(1_250),
        givenBack: money(300),
        left: money(950),
        tip: money(0),
      },
    ]);
    expect(section?.totals.map(({ amount }) => amount)).toEqual([money(1_250), money(300)]);
    expect(section?.byEntry.map(({ left }) => left)).toEqual([money(-300), money(1_250)]);
    expect(section?.slots.reduce((sum, { amount }) => sum + (amount?.value ?? 0), 0)).toBe(1_550);
    expect(section?.byEntry.map(({ entry, leftMinor }) => [entry, leftMinor])).toEqual([
      ['program', -300],
      ['terminal', 1_250],
    ]);
  });

  it('needs the export scope, and cannot be closed over HTTP', async () => {
    const args = ['token', 'create', ...inFolder(), '--name', 'Other', '--scopes', 'status'];
    const token = await shop.run(args);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${shop.bridgeUrl}/v1/shifts/current`, { headers })).status).toBe(403);
    expect((await shop.erp.post('/v1/shifts/current', {}, 'close')).status).toBe(405);
    expect((await shop.erp.get('/v1/shifts/1')).status).toBe(404);
  });

  it('is compared with the gateway, through the bridge, and with the list of the ERP', async () => {
    const list = join(shop.bench.folder(), 'list.csv');
    writeFileSync(
      list,
      'transId,amount,currency,kind\nshift-1,1000,EUR,sale\nshift-2,240,EUR,sale\nshift-9,5,EUR,sale\n',
    );
    const program = shop.bench.start(
      'main/cli.ts',
      ['journal', 'reconcile', ...inFolder(), '--bridge', shop.bridgeUrl, '--erp-list', list, '--per-second', '100'],
      { TILLBRIDGE_TOKEN: shop.token },
    );
    expect(await program.exited()).toBe(1);
    const comparison = JSON.parse(program.stdoutLines.join('')) as Comparison;
    expect(comparison.agreed).toEqual({ gateway: 2, erp: 1 });
    expect(comparison.findings.map(({ with: side, type, reference }) => [side, type, reference])).toEqual([
      ['erp', 'amounts-differ', 'shift-2'],
      ['erp', 'missing-there', 'R-1'],
      ['erp', 'missing-here', 'shift-9'],
    ]);
  });

  it('is closed from the command line beside the running bridge', async () => {
    const closed = JSON.parse(await shop.run(['shift', 'close', ...inFolder(), '--by', 'Sample'])) as ShiftReport;
    expect(closed).toMatchObject({ type: 'Z', number: 1, closedBy: 'command: Sample' });
    expect((await shop.erp.get('/v1/shifts/1')).body).toEqual(closed);
    expect(JSON.parse(await shop.run(['shift', 'report', ...inFolder(), '--number', '1']))).toEqual(closed);
    expect((await shop.erp.get('/v1/shifts/current')).body).toMatchObject({ number: 2, sections: [] });
  });

  it('keeps no personal data that was erased, and goes on', async () => {
    const erase = ['journal', 'erase', ...inFolder(), '--older-than-days', '0', '--reason', 'a test'];
    const slips = { keptSlips: 3, slipDays: 400 };
    expect(JSON.parse(await shop.run(erase))).toMatchObject({ erased: 3, keptOpen: 0, ...slips });
    const { body } = await shop.erp.get('/v1/operations?kind=refund');
    const [refund] = body['operations'] as { input: object; state: string }[];
    expect(refund).toMatchObject({ state: 'succeeded', input: { transId: 'R-1' } });
  });

  it('ends signed when the bridge ends, and verifies with the file and the key alone', async () => {
    await shop.erp.operate('cloud-pos', sale('shift-3', 70), 'sale-3');
    await shop.program.kill('SIGTERM');
    const away = shop.bench.folder();
    const [file, key] = [join(away, 'journal.ndjson'), join(away, 'key.pem')];
    copyFileSync(join(shop.dataDir, 'journal-public-key.pem'), key);
    writeFileSync(file, `${await shop.run(['journal', 'export', ...inFolder()])}\n`);
    const check = ['journal', 'verify', '--file', file, '--public-key', key];
    const verdict = JSON.parse(await shop.run(check)) as { records: number; signatures: object };
    expect(verdict.signatures).toMatchObject({ checkedWith: 'given-key', unsignedRecords: 0 });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(verdict.records);
    const script = join(import.meta.dirname, '..', '..', 'docs', 'verify-journal.mjs');
    const alone = spawnSync(process.execPath, [script, file, key], { encoding: 'utf8' });
    expect(alone.stdout).toContain('The takings of 1 closed shifts are the sums of their records.');
    expect(alone.status).toBe(0);
    writeFileSync(file, `${lines.toSpliced(4, 1).join('\n')}\n`);
    await expect(shop.run(check)).rejects.toThrow('exit code 1');
    const inPlace = ['journal', 'verify', ...inFolder(), '--public-key', key];
    expect(JSON.parse(await shop.run(inPlace))).toMatchObject({ ok: true });
    expect(existsSync(join(shop.dataDir, 'bridge.pid'))).toBe(false);
  });
});
