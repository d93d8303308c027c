// What belongs to one till comes into the folder of another one of the same shop, at the same gateway: a backup that is
// put back over the wrong folder, files that are copied by hand, the folder's key along with them. It is refused, sealed
// or paused with words; no till sends what another one accepted, and each till's own folder stays as it was.
import { cpSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import type { BackupMade } from '#store/backup/backup.ts';
import { Erp, ledgerOf } from '#support/erp.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { Shop, apiKey, merchantId, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const refundOf = (payId: string, transId: string) => ({ payId, transId, amount: { value: 100, currency: 'EUR' } });
const scopes = 'status,sale,capture,refund,export';

const first = new Shop();
const second = new Workbench();
/** Of the second till, which has its own machine: other keys, other people, other programs. */
let dataDir = '';
let backup = '';
let token = '';
let bridge: Program | null = null;

const run = async (args: readonly string[], input = '') => {
  const program = second.start('main/cli.ts', [...args, '--data-dir', dataDir], {}, input);
  return { code: await program.exited(), out: program.stdoutLines.join('\n'), said: program.stderrText };
};
/** Null, or with what words it ended. */
async function start(): Promise<string | null> {
  const place = ['--data-dir', dataDir, '--port', '0', '--gateway', first.cable.url];
  const rest = ['--merchant-id', merchantId, '--processing-seconds', '1'];
  bridge = second.start('main/cli.ts', ['serve', ...place, ...rest], { TILLBRIDGE_API_KEY: apiKey });
  return bridge.ready().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}
const erpOf = async () => new Erp((await bridge!.ready()).url, token);
async function stop(): Promise<void> {
  const running = bridge;
  bridge = null;
  if (running?.child.exitCode === null) expect(await running.kill('SIGTERM')).toBe(0);
}
const carriedOut = async (transId: string) =>
  (await ledgerOf(first.sandboxUrl)).executions.filter((each) => each.transId === transId).length;

beforeAll(async () => {
  await first.open(scopes);
  dataDir = join(second.folder(), 'till');
  await start();
  const made = await run(['token', 'create', '--name', 'ERP', '--scopes', scopes]);
  token = made.out.trim();
  const its = await erpOf();
  const { result } = await first.erp.operate('cloud-pos', sale('of-first', 1_000), 'of-first');
  const sold = await its.operate('cloud-pos', sale('of-second', 1_000, { posTerminalId: 'T2' }), 'of-second');
  await first.cable.pullOut();
  await first.erp.operate('refund', refundOf(textAt(result, 'payId') ?? '', 'R-first'), 'R-first', 0);
  await its.operate('refund', refundOf(textAt(sold.result, 'payId') ?? '', 'R-second'), 'R-second', 0);
  const place = join(first.bench.folder(), 'till');
  const said = await first.run(['folder', 'backup', '--data-dir', first.dataDir, '--to', place]);
  ({ backup } = JSON.parse(said) as BackupMade);
  await stop();
  await first.killBridge();
  await first.cable.putIn();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Starts on what was put into the folder of the second till, asks for a sale, and counts what was carried out. */
async function tried(): Promise<{ readonly took: boolean; readonly sent: readonly number[] }> {
  const words = await start();
  let took = false;
  if (words === null) {
    const { status } = await (await erpOf()).post('/v1/operations/cloud-pos', sale('foreign', 100), 'foreign');
    const isSaid = /"event":"(sealed|folder-paused)"/.test(bridge?.stderrText ?? '');
    took = ![401, 503].includes(status) || !isSaid;
    await stop();
  }
  return { took, sent: await Promise.all(['R-first', 'R-second', 'foreign'].map(carriedOut)) };
}

const nothing = { took: false, sent: [0, 0, 0] };

describe('a backup of another till', () => {
  it('is not put over a folder by mistake, and the words say what to do', async () => {
    const { code, said } = await run(['folder', 'restore', '--from', backup]);
    expect([code, said]).toEqual([1, expect.stringContaining('is of another till')]);
    expect(said).toContain('Nothing was changed');
  });

  it('is sealed in its place, lifts no pause there, and the folder that was there comes back whole', async () => {
    const { out } = await run(['folder', 'restore', '--from', backup, '--even-over-newer']);
    const { movedTo } = JSON.parse(out) as { movedTo: string };
    expect(await tried()).toEqual(nothing);
    expect(await start()).toBeNull();
    const lifted = await run(['folder', 'resume', '--name', 'Mia', '--reason', 'I know it']);
    expect([lifted.code, lifted.said]).toEqual([1, expect.stringContaining('The key of the data folder')]);
    await stop();
    expect(await Promise.all(['R-first', 'R-second'].map(carriedOut))).toEqual([0, 0]);
    renameSync(dataDir, `${dataDir}.foreign`);
    renameSync(movedTo, dataDir);
  });

  it('with its key is paused: it sends nothing, knows its own programs alone, and says why', async () => {
    const foreign = `${dataDir}.foreign`;
    const keys = join('tillbridge', 'keys');
    const [from, to] = [first.bench, second].map((bench) => join(bench.environment()['XDG_CONFIG_HOME'] ?? '', keys));
    for (const name of readdirSync(from!)) cpSync(join(from!, name), join(to!, name));
    const own = dataDir;
    dataDir = foreign;
    try {
      expect(await tried()).toEqual(nothing);
      expect(await start()).toBeNull();
      expect(bridge?.stderrText).not.toContain('"event":"sealed"');
      const { body } = await new Erp((await bridge!.ready()).url, first.token).get('/v1/status');
      expect(body).toMatchObject({ accepting: false, paused: expect.any(String) });
      await stop();
    } finally {
      dataDir = own;
    }
    expect(await Promise.all(['R-first', 'R-second'].map(carriedOut))).toEqual([0, 0]);
  });
});

describe('files of another till, written over those of this one:', () => {
  /** In place, so that the files are the ones that they were for the system; as they were, by the function it gives. */
  function overwrite(names: readonly string[]): () => void {
    const files = readdirSync(dataDir).filter((name) => lstatSync(join(dataDir, name)).isFile());
    const kept = new Map(files.map((name) => [name, readFileSync(join(dataDir, name))]));
    for (const name of names) writeFileSync(join(dataDir, name), readFileSync(join(backup, name)));
    return () => {
      for (const name of readdirSync(dataDir)) if (!kept.has(name)) rmSync(join(dataDir, name), { recursive: true });
      for (const [name, bytes] of kept) writeFileSync(join(dataDir, name), bytes);
    };
  }
  const mixes = [
    'tillbridge.db',
    'key.json',
    'tillbridge.db folder.json',
    'tillbridge.db key.json',
    'folder.json key.json',
    'tillbridge.db key.json folder.json journal-public-key.pem',
  ];

  it.each(mixes)('%s: nothing is taken and nothing is sent', async (names) => {
    const putBack = overwrite(names.split(' '));
    expect(await tried()).toEqual(nothing);
    putBack();
  });

  it('folder.json and journal-public-key.pem, which only say what the database knows, are put right', async () => {
    const names = ['folder.json', 'journal-public-key.pem'];
    const own = names.map((name) => readFileSync(join(dataDir, name), 'utf8'));
    overwrite(names);
    await first.cable.pullOut();
    expect(await start()).toBeNull();
    await stop();
    await first.cable.putIn();
    expect(names.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual(own);
  });
});

it('after all of that each till carries out what it had accepted, once', async () => {
  expect(await start()).toBeNull();
  await first.startBridge();
  for (const transId of ['R-first', 'R-second'])
    await until(async () => ((await carriedOut(transId)) > 0 ? true : null));
  await stop();
  expect(await Promise.all(['R-first', 'R-second', 'foreign'].map(carriedOut))).toEqual([1, 1, 0]);
});
