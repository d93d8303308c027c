// `npm run bench:syncs [-- --operations N]`: how many times the real bridge waits for its disk for one relayed
// operation, counted by strace. Once where each finds its lane free (acceptance and intent share a commit), and once
// where it waits for the one before on its payment. Syncs of the database itself are checkpoints and counted apart.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Erp } from '#support/erp.ts';
import { Program, Workbench } from '#support/processes.ts';
import { judge } from './figures.ts';

const { values } = parseArgs({ options: { operations: { type: 'string', default: '50' } } });
const operations = Number(values.operations);

if (spawnSync('strace', ['-V']).status !== 0) throw new Error('strace is needed: apt-get install strace');

const bench = new Workbench();
try {
  const [dataDir, traces] = [bench.folder(), join(bench.folder(), 'trace')];
  const create = ['token', 'create', '--data-dir', dataDir, '--name', 'bench', '--scopes', 'status,sale,capture'];
  const token = bench.start('main/cli.ts', create);
  await token.exited();
  const traced = ['-f', '--seccomp-bpf', '-y', '-o', traces, '-e', 'trace=fsync,fdatasync'];
  const serve = ['main/cli.ts', 'serve', '--data-dir', dataDir, '--port', '0'];
  // It is its own gateway here (training mode): the sandbox's log is another file, and is not counted.
  const bridge = new Program('strace', [...traced, process.execPath, ...serve], bench.environment());
  bench.onClose(() => bridge.end());
  const { url } = await bridge.ready();
  const erp = new Erp(url, token.stdoutLines[0] ?? '');
  const amount = { value: 100, currency: 'EUR' };
  const authorize = async (name: string): Promise<string> => {
    const body = {
      messageType: 'AUTHORISATION_OR_RESERVATION',
      transId: name,
      posTerminalId: name,
      amount: { ...amount, value: 100_000 },
    };
    return ((await erp.operate('cloud-pos', body, name)).result as { payId: string }).payId;
  };
  const payments = await Promise.all(Array.from({ length: operations }, (_, index) => authorize(`A-${index}`)));
  const syncs = (what: RegExp): number =>
    readFileSync(traces, 'utf8')
      .split('\n')
      .filter((line) => /f(data)?sync\(/.test(line) && what.test(line)).length;
  const counted = async (work: () => Promise<void>): Promise<{ readonly log: number; readonly checkpoint: number }> => {
    const [log, checkpoint] = [syncs(/tillbridge\.db-wal>/), syncs(/tillbridge\.db>/)];
    await work();
    return {
      log: (syncs(/tillbridge\.db-wal>/) - log) / operations,
      checkpoint: (syncs(/tillbridge\.db>/) - checkpoint) / operations,
    };
  };

  const capture = (payId: string, name: string) => ({ payId, transId: name, amount });
  const free = await counted(async () => {
    for (const [index, payId] of payments.entries())
      await erp.operate('capture', capture(payId, `F-${index}`), `F-${index}`);
  });
  const queued = await counted(async () => {
    const payId = payments[0] ?? '';
    await Promise.all(
      payments.map(async (_, index) => {
        // Submitted one after the other, all on one payment: each but the first waits in its lane.
        await erp.operate('capture', capture(payId, `Q-${index}`), `Q-${index}`);
      }),
    );
  });
  const apart = (checkpoint: number): string => `and ${checkpoint.toFixed(2)} of checkpoints`;
  process.stdout.write(
    `lane free: ${free.log.toFixed(2)} syncs of the log for each operation ${apart(free.checkpoint)}\n` +
      `lane taken: ${queued.log.toFixed(2)} ${apart(queued.checkpoint)}; callers come at once and share commits\n`,
  );
  // A checkpoint syncs the log before it and the log's new head after it.
  judge('syncs of one operation whose lane is free', free.log - 2 * free.checkpoint, 'at most', 2);
  judge('syncs of one operation that waits in its lane', queued.log, 'at most', 3);
} finally {
  await bench.close();
}
