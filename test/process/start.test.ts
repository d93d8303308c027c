// Starting, refusing to start, and starting again: what a person at the shop sees on stderr and in exit codes.
import { existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Erp } from '#support/erp.ts';
import { Workbench } from '#support/processes.ts';
import { Shop, sale } from '#support/shop.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function aBench(): Workbench {
  const bench = new Workbench();
  closers.push(() => bench.close());
  return bench;
}

function serve(bench: Workbench, dataDir: string, extra: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  return bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', ...extra], environment);
}

async function tokenOf(bench: Workbench, dataDir: string): Promise<string> {
  const args = ['token', 'create', '--data-dir', dataDir, '--name', 'ERP', '--scopes', 'status,sale,capture,refund'];
  const program = bench.start('main/cli.ts', args);
  expect(await program.exited()).toBe(0);
  return program.stdoutLines[0] ?? '';
}

describe('without a gateway', () => {
  it('the bridge runs in training mode on the embedded sandbox', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const program = serve(bench, dataDir);
    const { url, pid, dataDir: named } = await program.ready();
    expect({ pid, named }).toEqual({ pid: program.child.pid, named: dataDir });
    const erp = new Erp(url, await tokenOf(bench, dataDir));
    expect((await erp.get('/v1/status')).body).toMatchObject({ mode: 'training' });
    expect(await erp.operate('cloud-pos', sale('training-1', 100), 'training-1')).toMatchObject({ state: 'succeeded' });
    expect(await program.kill('SIGTERM')).toBe(0);
    expect(program.stdoutLines).toHaveLength(1);
  });

  it('training payments are still known after a restart', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    const token = await tokenOf(bench, dataDir);
    const sold = await new Erp((await first.ready()).url, token).operate('cloud-pos', sale('again-1', 100), 'again-1');
    const { payId } = sold.result as { payId: string };
    await first.kill('SIGKILL');
    const erp = new Erp((await serve(bench, dataDir).ready()).url, token);
    const body = { payId, transId: 'R', amount: { value: 40, currency: 'EUR' } };
    expect(await erp.operate('refund', body, 'refund')).toMatchObject({ state: 'succeeded' });
  });
});

describe('a start that cannot be', () => {
  it.each([
    ['a gateway without a merchant id', ['--gateway', 'https://gateway.example'], 1, 'merchant id'],
    ['plain http to another machine', ['--gateway', 'http://gateway.example', '--merchant-id', 'M'], 1, 'https'],
    ['no API key', ['--gateway', 'https://gateway.example', '--merchant-id', 'M'], 1, 'TILLBRIDGE_API_KEY'],
    [
      'training at a gateway elsewhere',
      ['--gateway', 'https://gateway.example', '--merchant-id', 'M', '--mode', 'training'],
      1,
      'Training',
    ],
    ['live without a gateway', ['--mode', 'live'], 1, 'gateway'],
    ['an unknown mode', ['--mode', 'real'], 2, '--mode'],
    ['an unknown option', ['--gatway', 'x'], 2, 'gatway'],
    ['a port that is none', ['--port', '99999'], 2, '--port'],
  ] as const)('%s ends at once and says what to do', async (_what, args, code, words) => {
    const bench = aBench();
    const program = serve(bench, bench.folder(), args);
    expect(await program.exited()).toBe(code);
    expect(program.stderrText).toContain(words);
    expect(program.stdoutLines).toEqual([]);
  });

  it('a second bridge on the folder is refused and names the first', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const { pid } = await serve(bench, dataDir).ready();
    const second = serve(bench, dataDir);
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(String(pid));
  });

  it('a port in use is named', async () => {
    const bench = aBench();
    const { url } = await serve(bench, bench.folder()).ready();
    const second = serve(bench, bench.folder(), ['--port', new URL(url).port]);
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(new URL(url).port);
  });
});

describe('a damaged file', () => {
  it.each([
    ['not JSON', '{"terminals": ["T1"', null],
    ['a wrong value', '{"terminals": ["T1"], "processingSeconds": "soon"}', { terminals: ['T1'] }],
  ])('settings with %s: named, copied, the readable part saved, not started over', async (_what, text, saved) => {
    const bench = aBench();
    const dataDir = bench.folder();
    const file = join(dataDir, 'settings.json');
    writeFileSync(file, text);
    const program = serve(bench, dataDir);
    expect(await program.exited()).toBe(1);
    expect(program.stderrText).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const names = readdirSync(dataDir);
    expect(names.some((name) => name.startsWith('settings.json.damaged-'))).toBe(true);
    const recovered = names.find((name) => name.startsWith('settings.recovered-'));
    if (saved === null) expect(recovered).toBeUndefined();
    else expect(JSON.parse(readFileSync(join(dataDir, recovered!), 'utf8'))).toEqual(saved);
  });

  it.each([
    ['garbage at its head', (file: string) => writeFileSync(file, Buffer.alloc(4096, 0x5a), { flag: 'r+' })],
    ['cut to nothing', (file: string) => truncateSync(file, 0)],
    ['gone', (file: string) => rmSync(file)],
  ])('a database that is %s: named, copied where there is something, not started over', async (_what, damage) => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    const erp = new Erp((await first.ready()).url, await tokenOf(bench, dataDir));
    await erp.operate('cloud-pos', sale('damage-1', 100), 'damage-1');
    await first.kill('SIGTERM');
    const file = join(dataDir, 'tillbridge.db');
    damage(file);
    const second = serve(bench, dataDir);
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(file);
    expect(second.stdoutLines).toEqual([]);
    if (existsSync(file) && statSync(file).size > 0) {
      expect(readdirSync(dataDir).some((name) => name.startsWith('tillbridge.db.damaged-'))).toBe(true);
    }
    const third = serve(bench, dataDir);
    expect(await third.exited()).toBe(1);
  });
});

describe("the folder's key", () => {
  it('that is not at hand leaves everything sealed and waiting, and the status says so', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'correct horse' });
    const token = await tokenOf(bench, dataDir);
    await new Erp((await first.ready()).url, token).operate('cloud-pos', sale('key-1', 100), 'key-1');
    await first.kill('SIGTERM');

    const sealed = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'wrong' });
    const locked = new Erp((await sealed.ready()).url, token);
    expect((await locked.get('/v1/status')).body).toMatchObject({ accepting: false, alarms: [{ code: 'sealed' }] });
    const reply = await locked.post('/v1/operations/cloud-pos', sale('key-2', 100), 'key-2');
    expect(reply).toMatchObject({ status: 503, body: { code: 'sealed' } });
    await sealed.kill('SIGTERM');

    const opened = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'correct horse' });
    const erp = new Erp((await opened.ready()).url, token);
    expect(await erp.operate('cloud-pos', sale('key-1', 100), 'key-1')).toMatchObject({ state: 'succeeded' });
  });
});

describe('credentials', () => {
  it('that the gateway refuses: the status says so, what waits stays, what cannot wait fails', async () => {
    const shop = new Shop();
    closers.push(() => shop.close());
    await shop.open();
    const sold = await shop.erp.operate('cloud-pos', sale('cred-1', 1000), 'cred-1');
    const { payId } = sold.result as { payId: string };
    await shop.program.kill('SIGTERM');

    const args = ['--gateway', shop.cable.url, '--merchant-id', 'SHOP-1', '--processing-seconds', '1'];
    const wrong = serve(shop.bench, shop.dataDir, args, { TILLBRIDGE_API_KEY: 'wrong' });
    const erp = new Erp((await wrong.ready()).url, shop.token);
    expect(await erp.operate('cloud-pos', sale('cred-2', 100), 'cred-2')).toMatchObject({
      state: 'failed',
      failure: { code: 'credentials-refused' },
    });
    const refund = { payId, transId: 'cred-R', amount: { value: 10, currency: 'EUR' } };
    const waiting = await erp.operate('refund', refund, 'cred-R', 0);
    expect(await erp.operation(waiting.id, 1)).toMatchObject({ state: 'accepted' });
    expect((await erp.get('/v1/status')).body).toMatchObject({
      credentials: { state: 'refused', message: expect.stringContaining('API key') },
      waiting: 1,
    });
    await wrong.kill('SIGTERM');

    await shop.startBridge();
    expect(await shop.erp.operation(waiting.id, 30)).toMatchObject({ state: 'succeeded' });
  });
});
