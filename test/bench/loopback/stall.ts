// `npm run bench:stall [-- --sales N --terminal-ms N]`: how long the slowest and the median sale of one program
// take beside another one that reads as much as it can, or sends large bodies, next to those at rest, and what the bridge holds in memory
// meanwhile. All in one run; each attack gets a bridge of its own, with the same operations in it.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Erp } from '#support/erp.ts';
import { farEnd } from '#support/far-end.ts';
import { Shop, sale } from '#support/shop.ts';
import { judge, median } from '../engine/figures.ts';

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '8' },
    'terminal-ms': { type: 'string', default: '1000' },
    operations: { type: 'string', default: '504' },
    only: { type: 'string', default: '' },
  },
});

interface Attack {
  readonly name: string;
  readonly path: string;
  readonly connections: number;
  readonly mode:
    | 'again'
    | 'unread'
    | 'refused'
    | 'accepted'
    | 'texts'
    | 'pictures'
    | 'displays'
    | 'drawers'
    | 'pairings';
  /** Without a token. */
  readonly isStranger?: boolean;
  /** Of the text in each operation's input. */
  readonly inputBytes: number;
}

const small = 20;
const large = 60_000;
const list = '/v1/operations?limit=500';
const attacks: readonly Attack[] = [
  { name: '60 readers of lists', path: list, connections: 60, mode: 'again', inputBytes: small },
  { name: '200 readers of lists', path: list, connections: 200, mode: 'again', inputBytes: small },
  { name: '900 readers of lists', path: list, connections: 900, mode: 'again', inputBytes: small },
  { name: '60 readers of lists, 60 kB inputs', path: list, connections: 60, mode: 'again', inputBytes: large },
  { name: '230 that read no list, 60 kB inputs', path: list, connections: 230, mode: 'unread', inputBytes: large },
  { name: '200 readers of the shift', path: '/v1/shifts/current', connections: 200, mode: 'again', inputBytes: small },
  { name: '200 readers of the status', path: '/v1/status', connections: 200, mode: 'again', inputBytes: small },
  {
    name: '250 that look up a payment',
    path: '/v1/payments?transId=rest-0',
    connections: 250,
    mode: 'again',
    inputBytes: small,
  },
  {
    name: '8 readers of all events',
    path: '/v1/events?lastEventId=0',
    connections: 8,
    mode: 'again',
    inputBytes: large,
  },
  {
    name: '10 that send refused bodies of 64 kB',
    path: '/v1/operations/create-link',
    connections: 10,
    mode: 'refused',
    inputBytes: small,
  },
  {
    name: '8 that send accepted bodies of 60 kB',
    path: '/v1/operations/create-link',
    connections: 8,
    mode: 'accepted',
    inputBytes: small,
  },
  { name: '2 that print texts of 450 kB', path: '/v1/print-jobs', connections: 2, mode: 'texts', inputBytes: small },
  { name: '16 that print texts of 450 kB', path: '/v1/print-jobs', connections: 16, mode: 'texts', inputBytes: small },
  {
    name: '16 that print pictures of 450 kB',
    path: '/v1/print-jobs',
    connections: 16,
    mode: 'pictures',
    inputBytes: small,
  },
  { name: '200 readers of the devices', path: '/v1/devices', connections: 200, mode: 'again', inputBytes: small },
  {
    name: '60 that write on the display',
    path: '/v1/displays/FRONT',
    connections: 60,
    mode: 'displays',
    inputBytes: small,
  },
  {
    name: '60 that open the drawer',
    path: '/v1/drawers/COUNTER/open',
    connections: 60,
    mode: 'drawers',
    inputBytes: small,
  },
  {
    name: '200 strangers that ask which bridge this is',
    path: '/.well-known/tillbridge?nonce=0123456789012345678901',
    connections: 200,
    mode: 'again',
    isStranger: true,
    inputBytes: small,
  },
  {
    name: '200 strangers that ask to be paired',
    path: '/v1/pairings',
    connections: 200,
    mode: 'pairings',
    isStranger: true,
    inputBytes: small,
  },
  { name: '2 readers of the journal', path: '/v1/journal', connections: 2, mode: 'again', inputBytes: small },
];

for (const attack of attacks.filter(({ name }) => name.includes(values.only))) await run(attack);

async function run({ name, path, connections, mode, isStranger = false, inputBytes }: Attack): Promise<void> {
  const front = await farEnd();
  const shop = new Shop({
    terminalDelayMs: Number(values['terminal-ms']),
    bridgeArgs: [
      // No printer is there: what is to be printed waits.
      '--printer',
      'COUNTER=tcp://127.0.0.1:9',
      '--display',
      `FRONT=serial:${front.line.path}?baud=9600`,
    ],
  });
  try {
    await shop.open('status,sale,export');
    const create = [
      'token',
      'create',
      '--data-dir',
      shop.dataDir,
      '--name',
      'reader',
      '--scopes',
      'status,export,sale,customers,print,drawer,display',
    ];
    const token = await shop.run(create);
    await fill(shop, Number(values.operations), inputBytes);
    const pid = shop.program.child.pid ?? 0;
    await untilTaken(shop);
    const rest = await sales(shop, 'rest');
    const restMiB = rss(pid);
    const readers = shop.bench.start('test/bench/loopback/readers.ts', [
      new URL(shop.bridgeUrl).port,
      isStranger ? '-' : token,
      path,
      String(connections),
      mode,
    ]);
    let mostMiB = 0;
    const looking = setInterval(() => {
      mostMiB = Math.max(mostMiB, rss(pid));
    }, 50);
    const beside = await sales(shop, 'attack');
    clearInterval(looking);
    await readers.kill('SIGTERM');
    process.stdout.write(`${name}: a sale ${inWords(rest)}, ${inWords(beside)} beside them; `);
    process.stdout.write(
      `RSS ${restMiB.toFixed(0)} MiB, ${mostMiB.toFixed(0)} MiB; ${readers.stdoutLines.at(-1) ?? ''}\n`,
    );
    judge(`${name}: the slowest sale`, Math.max(...beside) / Math.max(...rest), 'at most', 2);
    judge(`${name}: the median sale`, median(beside) / median(rest), 'at most', 2);
    judge(`${name}: RSS`, mostMiB / restMiB, 'at most', 2);
  } finally {
    await shop.close();
    await front.close();
  }
}

async function fill({ erp }: Shop, count: number, inputBytes: number): Promise<void> {
  let left = count;
  const text = 'x'.repeat(inputBytes);
  const filler = async () => {
    while (left > 0) {
      left -= 1;
      const id = `link-${left}`;
      const input = { transId: id, amount: { value: 100, currency: 'EUR' }, note: text };
      let reply = await erp.post('/v1/operations/create-link?wait=60', input, id);
      // What the budget of large bodies does not allow at once.
      for (; reply.status === 429; reply = await erp.post('/v1/operations/create-link?wait=60', input, id))
        await wait(1_000);
      if (reply.body['state'] !== 'succeeded') throw new Error(`${id} came to ${JSON.stringify(reply.body)}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, filler));
}

function inWords(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms)`;
}

/** What filled the folder with large inputs has used up its budget of large requests, which comes back within seconds. */
async function untilTaken({ bridgeUrl, token }: Shop): Promise<void> {
  const erp = new Erp(bridgeUrl, token);
  for (let count = 0; ; count += 1) {
    const id = `first-${count}`;
    const { status } = await erp.post('/v1/operations/cloud-pos?wait=60', sale(id, 100), id);
    if (status !== 429) return;
    await wait(1_000);
  }
}

async function sales({ bridgeUrl, token }: Shop, prefix: string): Promise<readonly number[]> {
  const erp = new Erp(bridgeUrl, token);
  const times: number[] = [];
  for (let count = 0; count < Number(values.sales); count += 1) {
    const id = `${prefix}-${count}`;
    const begun = performance.now();
    const { state } = await erp.operate('cloud-pos', sale(id, 100), id);
    if (state !== 'succeeded') throw new Error(`${id} came to ${state}`);
    times.push(performance.now() - begun);
  }
  return times;
}

function rss(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
