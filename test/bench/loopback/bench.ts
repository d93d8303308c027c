// `npm run bench:loopback [-- --rounds N --reads N --captures N --json FILE]`: what the bridge adds to a request, next to
// what a bare proxy on Node and nginx add, in one run. The ways take turns in every round, so that whatever else the
// machine does meets all alike. `--profile FOLDER` writes a processor profile of the bridge.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Workbench } from '#support/processes.ts';
import { judge, median } from '../engine/figures.ts';
import { countSyncs, syncTimes } from './disk.ts';
import { Caller, type Measured, load } from './load.ts';
import { type Request, type Way, openWays } from './ways.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    reads: { type: 'string', default: '400' },
    captures: { type: 'string', default: '60' },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const warmUpRounds = 5;
const connections = [1, 16] as const;
const kinds = ['read', 'durable'] as const;
const perRound = { read: Number(values.reads), durable: Number(values.captures) };

type Kind = (typeof kinds)[number];
type Figures = {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  /** Of the process that was asked, ms for each request; NaN where it is not known. */
  readonly processor: number;
  readonly p50s: readonly number[];
};

/** One way with one number of connections. */
interface Lane {
  readonly way: Way;
  /**
   * Payments for each of its connections: captures on one payment keep their order, and each makes the payment's record
   * longer, so that what is read is another one that stays as it is.
   */
  readonly payments: readonly { readonly [kind in Kind]: string }[];
  readonly results: { readonly [kind in Kind]: Measured[] };
}

const bench = new Workbench();
try {
  const profile = values.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` };
  const ways = await openWays(bench, profile);
  let ids = 0;
  const request = (way: Way, kind: Kind, payId: string): Request => {
    ids += 1;
    return kind === 'read' ? way.read(payId) : way.capture(payId, `bench-${ids}`);
  };
  const lanes: Lane[] = [];
  for (const count of connections) {
    for (const way of ways.all) {
      const payments: Lane['payments'][number][] = [];
      for (let index = 0; index < count; index += 1) {
        const name = `${count}-${way.name.replace(' ', '-')}-${index}`;
        const read = await ways.authorize(`read-${name}`);
        payments.push({ read, durable: await ways.authorize(`pay-${name}`) });
      }
      lanes.push({ way, payments, results: { read: [], durable: [] } });
    }
  }
  /** On connections of its own, each of which was used once: nobody keeps one while the others have their turn. */
  const run = async ({ way, payments }: Lane, kind: Kind, count: number) => {
    const callers = payments.map(() => new Caller(way));
    await load(way.pid, callers, callers.length, () => request(way, 'read', payments[0]?.read ?? ''));
    const measured = await load(way.pid, callers, count, (caller) =>
      request(way, kind, payments[caller]?.[kind] ?? ''),
    );
    for (const caller of callers) caller.close();
    return measured;
  };

  // A till's programs run all day; what is new to their engine is slow at first, and the more so the more of it there is.
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const kind of kinds) for (const lane of lanes) await run(lane, kind, perRound[kind]);
  }
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) {
      syncs.push(...syncTimes(ways.dataDir, 20));
      // Each way is first in its turn.
      for (const index of lanes.keys()) {
        const lane = lanes[(index + round) % lanes.length];
        if (lane !== undefined) lane.results[kind].push(await run(lane, kind, perRound[kind]));
      }
    }
  }
  const last = lanes.find(({ way, payments }) => way.name === 'bridge' && payments.length === 1);
  const counted = 50;
  const total =
    last === undefined
      ? null
      : await countSyncs(
          last.way.pid,
          join(bench.folder(), 'trace'),
          async () => void (await run(last, 'durable', counted)),
        );
  const syncsEach = total === null ? null : total / counted;

  await ways.stopBridge();

  const sync = median(syncs);
  const table = lanes.map(({ way, payments, results }) => ({
    way: way.name,
    connections: payments.length,
    read: figures(results.read),
    durable: figures(results.durable),
  }));
  for (const kind of kinds) for (const count of connections) print(kind, count);
  process.stdout.write(
    `a sync of 4 KiB in the data folder: ${sync.toFixed(3)} ms (median of ${syncs.length}); ` +
      `syncs for a durable operation: ${syncsEach === null ? 'not counted (strace is needed)' : syncsEach.toFixed(2)}\n\n`,
  );
  for (const count of connections) judged(count);
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ rounds, perRound, syncMs: sync, syncsEach, table }, null, 2)}\n`);
  }

  function of(way: Way['name'], count: number, kind: Kind): Figures {
    const row = table.find((each) => each.way === way && each.connections === count);
    if (row === undefined) throw new Error(`${way} was not measured`);
    return row[kind];
  }

  function print(kind: Kind, count: number): void {
    const each = kind === 'read' ? 'GET of a payment' : 'POST of a capture';
    process.stdout.write(`${each}, ${count} connection${count === 1 ? '' : 's'}\n`);
    for (const row of table.filter(({ connections: own }) => own === count)) {
      const { p50, p99, perSecond, processor, p50s } = row[kind];
      process.stdout.write(
        `  ${row.way.padEnd(10)}  p50 ${ms(p50)}  p99 ${ms(p99)}  ${perSecond.toFixed(0).padStart(6)} a second, processor ${ms(processor)}` +
          `  (p50 by round ${ms(Math.min(...p50s))} to ${ms(Math.max(...p50s))})\n`,
      );
    }
    process.stdout.write('\n');
  }

  function judged(count: number): void {
    const at = `${count} connection${count === 1 ? '' : 's'}`;
    judge(
      `a read, ${at}: p99, next to the bare proxy's`,
      of('bridge', count, 'read').p99 / of('node proxy', count, 'read').p99,
      'at most',
      3,
    );
  }
} finally {
  await bench.close();
}

function figures(measured: readonly Measured[]): Figures {
  const all = measured.flatMap(({ latencies }) => latencies).toSorted((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
  const spent = measured.reduce((sum, each) => sum + each.ms, 0);
  const processor = measured.reduce((sum, each) => sum + (each.processorMs ?? Number.NaN), 0) / all.length;
  return {
    p50: at(0.5),
    p99: at(0.99),
    perSecond: (all.length * 1_000) / spent,
    processor,
    p50s: measured.map(({ latencies }) => median(latencies)),
  };
}

function ms(value: number): string {
  return `${value.toFixed(3).padStart(8)} ms`;
}
