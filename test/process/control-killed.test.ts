// A bridge that is killed while a command asks it for something, at each point of their talk: what was asked for is done
// once, whether the next bridge is asked for it or the command does it itself, and the command's answer says so.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import type { Program, Workbench } from '#support/processes.ts';
import { inTraining, sale } from '#support/shop.ts';
import { aBench, serve, tokenOf } from './started.ts';

/** The bridge is killed when this message comes, and the message goes no further; `working`: right after it went. */
const points = ['hello', 'greeting', 'request', 'working', 'answer'] as const;
type Point = (typeof points)[number];

const next = ['no bridge', 'another bridge'] as const;

interface Till {
  readonly bench: Workbench;
  readonly dataDir: string;
  readonly token: string;
  bridge: Program;
}

async function aTill(): Promise<Till> {
  const bench = aBench();
  const dataDir = bench.folder();
  const bridge = serve(bench, dataDir);
  await bridge.ready();
  return { bench, dataDir, bridge, token: await tokenOf(bench, dataDir) };
}

/** Sells something, so that a shift that is closed then is another one. */
async function sell({ bridge, token }: Till, transId: string): Promise<void> {
  const erp = new Erp((await bridge.ready()).url, token);
  expect(await erp.operate('cloud-pos', sale(transId, 100, inTraining), transId)).toMatchObject({ state: 'succeeded' });
}

/** Stands between command and bridge, at an address that the folder names. `killed` has time before the command hears of it. */
async function between(till: Till, point: Point, killed: () => Promise<void>): Promise<void> {
  const file = join(till.dataDir, 'bridge.control.json');
  const place = JSON.parse(readFileSync(file, 'utf8')) as { address: string; key: string };
  const address = join(till.bench.folder(), 'between.sock');
  let server: Server | null = null;
  const strike = async (caller: Socket) => {
    await till.bridge.end();
    await killed();
    server?.close();
    caller.destroy();
  };
  server = createServer((caller) => {
    const bridge = connect(join(till.dataDir, place.address));
    const toBridge: readonly Point[] = ['hello', 'request'];
    const toCaller: readonly Point[] = ['greeting', 'answer'];
    let asked = 0;
    let answered = 0;
    caller.on('error', () => undefined);
    bridge.on('error', () => undefined);
    caller.on('data', (line) => {
      const message = toBridge[asked++];
      if (message === point) return void strike(caller);
      bridge.write(line);
      if (message === 'request' && point === 'working') void strike(caller);
    });
    bridge.on('data', (line) => {
      if (toCaller[answered++] === point) void strike(caller);
      else if (point !== 'working' || answered < 2) caller.write(line);
    });
  }).listen(address);
  await once(server, 'listening');
  till.bench.onClose(() => void server.close());
  writeFileSync(file, JSON.stringify({ ...place, address }), { mode: 0o600 });
}

async function run({ bench, dataDir }: Till, args: readonly string[], pins: readonly string[] = []) {
  const program = bench.start(
    'main/cli.ts',
    [...args, '--data-dir', dataDir],
    {},
    pins.map((pin) => `${pin}\n`).join(''),
  );
  const code = await program.exited();
  return { code, out: program.stdoutLines, errors: program.stderrText };
}

async function recordsOf(till: Till, type: string): Promise<JsonObject[]> {
  const { out } = await run(till, ['journal', 'export']);
  return out.map((line) => JSON.parse(line) as JsonObject).filter((record) => record['type'] === type);
}

/** Runs the command while the bridge is killed at the point; afterwards another one has sold something, or none runs. */
async function struck(
  till: Till,
  point: Point,
  after: (typeof next)[number],
  args: readonly string[],
  pins: readonly string[] = [],
) {
  await between(till, point, async () => {
    if (after === 'no bridge') return;
    till.bridge = serve(till.bench, till.dataDir);
    await till.bridge.ready();
    if (args[0] === 'shift') await sell(till, `meanwhile-${point}-${args[1]}`);
  });
  return run(till, args, pins);
}

describe('a shift that is closed while the bridge is killed', () => {
  it.each(points.flatMap((point) => next.map((after) => [point, after] as const)))(
    'at the %s, with %s after it, is closed once',
    async (point, after) => {
      const till = await aTill();
      await sell(till, 'before');
      const closed = await struck(till, point, after, ['shift', 'close']);
      expect(closed).toMatchObject({ code: 0, errors: '' });
      expect(JSON.parse(closed.out[0] ?? '')).toMatchObject({ type: 'Z', number: 1 });
      expect(await recordsOf(till, 'shift-closed')).toMatchObject([{ data: { number: 1 } }]);
    },
  );
});

describe('what was done before the bridge was killed, and not answered,', () => {
  const [first, second] = ['582047', '409618'];
  const answered = (till: Till, args: readonly string[], pins: readonly string[] = []) =>
    struck(till, 'answer', 'another bridge', args, pins);

  it('is one token, and the one that the command prints', async () => {
    const till = await aTill();
    const made = await answered(till, ['token', 'create', '--name', 'New', '--scopes', 'status']);
    expect(made.code).toBe(0);
    const erp = new Erp((await till.bridge.ready()).url, made.out[0] ?? '');
    expect((await erp.get('/v1/status')).status).toBe(200);
    const added = await recordsOf(till, 'client-added');
    expect(added.filter(({ data }) => (data as JsonObject)['name'] === 'New')).toHaveLength(1);
  });

  it('is one change of a program, and one end of its token', async () => {
    const till = await aTill();
    const [listed = ''] = (await run(till, ['token', 'list'])).out;
    const { id } = JSON.parse(listed) as { id: string };
    const changed = await answered(till, ['token', 'change', '--id', id, '--scopes', 'status,sale']);
    expect(JSON.parse(changed.out[0] ?? '')).toMatchObject({ id, scopes: ['status', 'sale'] });
    expect(await recordsOf(till, 'client-changed')).toHaveLength(1);
    expect(await answered(till, ['token', 'revoke', '--id', id])).toMatchObject({ code: 0, out: [id] });
    expect(await recordsOf(till, 'client-revoked')).toHaveLength(1);
  });

  it('is one new token of a program, and the one that the command prints', async () => {
    const till = await aTill();
    const [listed = ''] = (await run(till, ['token', 'list'])).out;
    const { id } = JSON.parse(listed) as { id: string };
    const renewed = await answered(till, ['token', 'renew', '--id', id]);
    const status = async (token: string) => {
      const erp = new Erp((await till.bridge.ready()).url, token);
      return (await erp.get('/v1/status')).status;
    };
    expect([await status(renewed.out[0] ?? ''), await status(till.token)]).toEqual([200, 401]);
    expect(await recordsOf(till, 'client-changed')).toMatchObject([{ data: { id, token: 'renewed' } }]);
  });

  it('is one person, whose PIN is changed once', async () => {
    const till = await aTill();
    const manager = ['--name', 'A manager', '--role', 'manager'];
    expect(await answered(till, ['operator', 'create', ...manager], [first])).toMatchObject({ code: 0, errors: '' });
    const changed = await answered(till, ['operator', 'change-pin', '--name', 'A manager'], [first, second]);
    expect(changed).toMatchObject({ code: 0, errors: '' });
    expect(await recordsOf(till, 'operator-added')).toHaveLength(1);
    expect(await recordsOf(till, 'operator-changed')).toHaveLength(1);
    // The PIN that counted before was not shown again.
    expect(await recordsOf(till, 'pin-refused')).toEqual([]);
  });
});
