// Starting, refusing to start, and starting again: what a person at the shop sees on stderr and in exit codes.
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Erp } from '#support/erp.ts';
import type { Workbench } from '#support/processes.ts';
import { Shop, inTraining, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { aBench, serve, tokenOf } from './started.ts';

const projectRoot = resolve(import.meta.dirname, '../..');
const tokenFor = ['token', 'create', '--name', 'ERP', '--scopes', 'status'];

describe('without a gateway', () => {
  it('the bridge runs in training mode on the embedded sandbox', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const program = serve(bench, dataDir);
    const { url, pid, dataDir: named } = await program.ready();
    expect({ pid, named }).toEqual({ pid: program.child.pid, named: dataDir });
    const erp = new Erp(url, await tokenOf(bench, dataDir));
    expect((await erp.get('/v1/status')).body).toMatchObject({ mode: 'training' });
    expect((await erp.get('/v1/terminals')).body).toMatchObject({ terminals: [{ id: 'VIRTUAL-1' }] });
    expect(await erp.operate('cloud-pos', sale('training-1', 100, inTraining), 'training-1')).toMatchObject({
      state: 'succeeded',
    });
    const elsewhere = await erp.operate('cloud-pos', sale('training-2', 100), 'training-2').catch(String);
    expect(elsewhere).toContain('not-our-terminal');
    expect(await program.kill('SIGTERM')).toBe(0);
    expect(program.stdoutLines).toHaveLength(1);
  });

  it('training payments are still known after a restart', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    const token = await tokenOf(bench, dataDir);
    const sold = await new Erp((await first.ready()).url, token).operate(
      'cloud-pos',
      sale('again-1', 100, inTraining),
      'again-1',
    );
    const { payId } = sold.result as { payId: string };
    await first.kill('SIGKILL');
    const erp = new Erp((await serve(bench, dataDir).ready()).url, token);
    const body = { payId, transId: 'R', amount: { value: 40, currency: 'EUR' } };
    expect(await erp.operate('refund', body, 'refund')).toMatchObject({ state: 'succeeded' });
  });
});

it('asked to end while it starts, the bridge ends cleanly', async () => {
  const bench = aBench();
  const dataDir = bench.folder();
  const program = serve(bench, dataDir);
  await until(async () => existsSync(join(dataDir, 'bridge.pid')) || null);
  expect(await program.kill('SIGTERM')).toBe(0);
  expect(readdirSync(dataDir)).not.toContain('bridge.pid');
});

describe('the fixed port of a shop', () => {
  // Taken by another program here, so that a bridge that goes to it says so: no other program can have it meanwhile.
  async function takenPort(): Promise<number> {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    return (other.address() as AddressInfo).port;
  }

  it('stands in the settings, and an option for one start outweighs it', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const loopbackPort = await takenPort();
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ loopbackPort }));
    const refused = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir]);
    expect(await refused.exited()).toBe(1);
    expect(refused.stderrText).toContain(String(loopbackPort));
    const { url } = await serve(bench, dataDir).ready();
    expect(new URL(url).port).not.toBe(String(loopbackPort));
  });

  it('of the IT department stands in the policy, and no option contradicts it', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const loopbackPort = await takenPort();
    const policy = join(bench.folder(), 'policy.json');
    writeFileSync(policy, JSON.stringify({ settings: { loopbackPort } }), { mode: 0o644 });
    const refused = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--policy', policy]);
    expect(await refused.exited()).toBe(1);
    expect(refused.stderrText).toContain(String(loopbackPort));
    const contradicting = serve(bench, dataDir, ['--policy', policy]);
    expect(await contradicting.exited()).toBe(1);
    expect(contradicting.stderrText).toContain(`sets loopbackPort to ${loopbackPort}: leave the option for it out`);
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

  it('of two bridges started on a new folder at once one serves, and the other names it', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const both = [serve(bench, dataDir), serve(bench, dataDir)];
    const ready = await Promise.any(both.map((each) => each.ready()));
    const refused = both.find(({ child }) => child.pid !== ready.pid)!;
    expect(await refused.exited()).toBe(1);
    expect(refused.stderrText).toContain(`bridge: ${dataDir} is in use by`);
    expect(refused.stderrText.trimEnd().split('\n')).toHaveLength(1);
  });

  it('a port in use is named', async () => {
    const bench = aBench();
    const { url } = await serve(bench, bench.folder()).ready();
    const second = serve(bench, bench.folder(), ['--port', new URL(url).port]);
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(new URL(url).port);
  });
});

it('the folder’s key is the one that the bridge is started with, whatever was run before', async () => {
  const bench = aBench();
  const dataDir = bench.folder();
  const token = await tokenOf(bench, dataDir);
  const list = ['operation', 'list', '--data-dir', dataDir];
  const early = bench.start('main/cli.ts', list);
  expect(await early.exited()).toBe(1);
  expect(early.stderrText).toContain('start the bridge once');
  const passphrase = { TILLBRIDGE_PASSPHRASE: 'correct horse' };
  const { url } = await serve(bench, dataDir, [], passphrase).ready();
  expect((await new Erp(url, token).get('/v1/status')).body).toMatchObject({ sealed: false });
  expect(await bench.start('main/cli.ts', list, passphrase).exited()).toBe(0);
});

describe('the command line', () => {
  async function run(
    bench: Workbench,
    args: readonly string[],
  ): Promise<{ code: number | null; out: string; err: string }> {
    const program = bench.start('main/cli.ts', args);
    const code = await program.exited();
    return { code, out: program.stdoutLines.join('\n'), err: program.stderrText };
  }

  it.each([
    ['journal verify', ['journal', 'verify']],
    ['journal export', ['journal', 'export']],
    ['token list', ['token', 'list']],
    ['token revoke', ['token', 'revoke', '--name', 'ERP']],
    ['journal erase', ['journal', 'erase', '--operation', 'op-1', '--reason', 'asked for']],
    ['shift close', ['shift', 'close']],
    ['operation list', ['operation', 'list']],
    ['operation cancel', ['operation', 'cancel', '--id', 'op-1']],
  ])('%s on a folder that is not there ends with 1, says so, and makes nothing', async (_what, args) => {
    const bench = aBench();
    const dataDir = join(bench.folder(), 'wrong');
    const { code, out, err } = await run(bench, [...args, '--data-dir', dataDir]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`there is no database in ${dataDir}`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    ['a file as the data folder', (file: string) => ['serve', '--data-dir', file], 'is a file'],
    ['a folder below a file', (file: string) => ['serve', '--data-dir', join(file, 'data')], 'is a file'],
    ['a place that takes no folders', () => ['serve', '--data-dir', '/proc/tillbridge'], '/proc takes no new folders'],
    ['a token for a file', (file: string) => [...tokenFor, '--data-dir', file], 'is a file'],
    ['an export that is not there', (file: string) => ['journal', 'verify', '--file', `${file}.x`], 'no such file'],
    ['a folder as the export', (file: string) => ['journal', 'verify', '--file', join(file, '..')], 'it is a folder'],
    ['no database in a file', (file: string) => ['journal', 'verify', '--data-dir', file], 'there is no database'],
  ])('%s is said in one line, without a stack', async (_what, args, words) => {
    const bench = aBench();
    const file = join(bench.folder(), 'file');
    writeFileSync(file, '');
    const { code, out, err } = await run(bench, args(file));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(words);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['serve', 'token', 'journal', 'token create', 'journal verify', 'operation'])(
    '%s --help prints how it is called',
    async (words) => {
      const { code, out, err } = await run(aBench(), [...words.split(' '), '--help']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`\n  bridge ${words} `);
    },
  );

  it('a relative data folder is named by its absolute path, an absolute one as it was given', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const given = serve(bench, relative(projectRoot, dataDir));
    expect(await given.ready()).toMatchObject({ dataDir });
    const second = serve(bench, relative(projectRoot, dataDir));
    expect(await second.exited()).toBe(1);
    expect(second.stderrText).toContain(`${dataDir} is in use`);
    expect(await given.kill('SIGTERM')).toBe(0);
    expect(await serve(bench, `${dataDir}/`).ready()).toMatchObject({ dataDir: `${dataDir}/` });
  });

  it('tokens are taken back by id or by name', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    await tokenOf(bench, dataDir);
    const revoke = ['token', 'revoke', '--data-dir', dataDir];
    expect((await run(bench, revoke)).err).toContain('--id or --name');
    const { code, out: id } = await run(bench, [...revoke, '--name', 'ERP']);
    expect(code).toBe(0);
    expect(await run(bench, [...revoke, '--id', id])).toMatchObject({ code: 0, out: id });
    const { out } = await run(bench, ['token', 'list', '--data-dir', dataDir]);
    expect(JSON.parse(out)).toMatchObject({ id, revokedAt: expect.any(String) as string });
  });

  it('an export whose reader goes away ends quietly, and not as if it were whole', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    await tokenOf(bench, dataDir);
    const program = bench.start('main/cli.ts', ['journal', 'export', '--data-dir', dataDir]);
    program.child.stdout!.destroy();
    expect(await program.exited()).toBe(141);
    expect(program.stderrText).toBe('');
  });

  it('a bridge goes on when its log is not read any more', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const token = await tokenOf(bench, dataDir);
    const program = serve(bench, dataDir);
    const { url } = await program.ready();
    program.child.stderr!.destroy();
    // Each refusal is a line of the log.
    expect(await new Erp(url, 'tb_wrong').get('/v1/status')).toMatchObject({ status: 401 });
    expect(await new Erp(url, token).get('/v1/status')).toMatchObject({ status: 200 });
    expect(await program.kill('SIGTERM')).toBe(0);
  });

  it('a setting that there is not is named in plain words', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    writeFileSync(
      join(dataDir, 'settings.json'),
      '{"processingSecs": 3, "timeouts": {"answer": 1}, "terminals": "T1"}',
    );
    const program = serve(bench, dataDir);
    expect(await program.exited()).toBe(1);
    expect(program.stderrText).toContain('processingSecs is not the name of a setting');
    expect(program.stderrText).toContain('timeouts.answer is not the name of a setting');
    expect(program.stderrText).toContain('terminals must be a list');
    expect(program.stderrText).not.toContain('Unrecognized');
  });
});

describe('a copied folder', () => {
  it('takes nothing, and its status says so, until a person says that it is the only one in use', async () => {
    const bench = aBench();
    const [dataDir, copied] = [bench.folder(), bench.folder()];
    const token = await tokenOf(bench, dataDir);
    const first = serve(bench, dataDir);
    await first.ready();
    await first.kill('SIGTERM');
    cpSync(dataDir, copied, { recursive: true });

    const copy = serve(bench, copied);
    const erp = new Erp((await copy.ready()).url, token);
    expect(copy.stderrText).toMatch(/"folder-paused","reason":"[^"]+"/);
    expect((await erp.get('/v1/status')).body).toMatchObject({ accepting: false, alarms: [{ code: 'paused' }] });
    const reply = await erp.post('/v1/operations/cloud-pos', sale('copy-1', 100), 'copy-1');
    expect(reply).toMatchObject({ status: 503, body: { code: 'paused' } });
    const resume = ['folder', 'resume', '--data-dir', copied, '--name', 'shop', '--reason', 'the other is gone'];
    expect(await bench.start('main/cli.ts', resume).exited()).toBe(0);
    expect((await erp.get('/v1/status')).body).toMatchObject({ accepting: true, paused: null });
  });
});

async function commandOn(bench: Workbench, dataDir: string, args: readonly string[]) {
  const program = bench.start('main/cli.ts', [...args, '--data-dir', dataDir]);
  const code = await program.exited();
  return { code, out: program.stdoutLines, errors: program.stderrText };
}

describe("the folder's key", () => {
  it('that is not at hand leaves everything sealed and waiting, and the status says so', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'correct horse' });
    await first.ready();
    const token = await tokenOf(bench, dataDir);
    await tokenOf(bench, dataDir, 'Spare');
    await new Erp((await first.ready()).url, token).operate('cloud-pos', sale('key-1', 100, inTraining), 'key-1');
    await first.kill('SIGTERM');

    const sealed = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'wrong' });
    const locked = new Erp((await sealed.ready()).url, token);
    expect((await locked.get('/v1/status')).body).toMatchObject({ accepting: false, alarms: [{ code: 'sealed' }] });
    const reply = await locked.post('/v1/operations/cloud-pos', sale('key-2', 100, inTraining), 'key-2');
    expect(reply).toMatchObject({ status: 503, body: { code: 'sealed' } });
    // Access is taken back without the key, beside that bridge, and given with it only.
    const [spare = ''] = (await commandOn(bench, dataDir, ['token', 'list'])).out.slice(1);
    const { id } = JSON.parse(spare) as { id: string };
    expect(await commandOn(bench, dataDir, ['token', 'revoke', '--id', id])).toMatchObject({ code: 0, out: [id] });
    const more = await commandOn(bench, dataDir, ['token', 'create', '--name', 'B', '--scopes', 'status']);
    expect(more).toMatchObject({ code: 1, out: [] });
    expect(more.errors).toContain('the key of the data folder is not at hand');
    await sealed.kill('SIGTERM');

    const opened = serve(bench, dataDir, [], { TILLBRIDGE_PASSPHRASE: 'correct horse' });
    const erp = new Erp((await opened.ready()).url, token);
    expect(await erp.operate('cloud-pos', sale('key-1', 100, inTraining), 'key-1')).toMatchObject({
      state: 'succeeded',
    });
  });
});

describe('credentials', () => {
  it('that the gateway refuses: the status says so, what waits stays, what cannot wait fails', async () => {
    const shop = new Shop();
    onTestFinished(() => shop.close());
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
