// What the tests of the clients in other languages have in common: a shop with a token and the identity of its bridge, what
// may listen in the bridge's place, and the kills under which a program must charge each order once.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import { type Socket, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { diceOf } from '../kills/chance.ts';
import { addFaults, ledgerOf } from './erp.ts';
import { Program } from './processes.ts';
import { type Shop, sale } from './shop.ts';
import { until } from './until.ts';

export interface ClientShop {
  readonly shop: Shop;
  readonly port: number;
  /** The file with what `token create --json` printed. */
  readonly access: string;
}

export async function openClientShop(shop: Shop, scopes = 'status,sale,capture,refund'): Promise<ClientShop> {
  await shop.open();
  return { shop, port: Number(new URL(shop.bridgeUrl).port), access: await accessOf(shop, scopes) };
}

/** A file with what `token create --json` printed for another program. */
export async function accessOf(shop: Shop, scopes: string, name = 'Client'): Promise<string> {
  const access = join(shop.bench.folder(), 'access.json');
  const args = ['token', 'create', '--data-dir', shop.dataDir, '--name', name, '--scopes', scopes, '--json'];
  writeFileSync(access, await shop.run(args));
  return access;
}

/** A program that ends with the test. */
export function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Program {
  const program = new Program(command, args, { PATH: process.env['PATH'], ...environment });
  onTestFinished(() => program.kill('SIGKILL').then(() => undefined));
  return program;
}

/** The last line that it prints, as JSON. */
export async function resultOf(program: Program): Promise<unknown> {
  expect(await program.exited(), program.stderrText).toBe(0);
  return JSON.parse(program.stdoutLines.at(-1) ?? '');
}

export interface Listener {
  readonly url: string;
  /** All that was sent to it. */
  readonly heard: string[];
}

/** Answers every request with this. */
export async function answering(
  answer: (request: IncomingMessage) => object,
  port = 0,
): Promise<Listener & { close(): Promise<void> }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    void text(request).then((body) => {
      heard.push(body);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(request)));
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
  onTestFinished(close);
  return { url: urlOf(server.address()), heard, close };
}

/** A program that took the bridge's port and answers each request with the next of these problems, as a bridge would. */
export async function forging(codes: readonly string[], port = 0): Promise<Listener & { close(): Promise<void> }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const code = codes[heard.length % codes.length] ?? '';
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    const forged = { type: `urn:tillbridge:problem:${code}`, title: code, status: 409, code, detail: 'forged' };
    response.writeHead(409, { 'Content-Type': 'application/problem+json', Connection: 'close' });
    response.end(JSON.stringify(forged));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
  onTestFinished(close);
  return { url: urlOf(server.address()), heard, close };
}

/**
 * What the program that charges an order once does while another program has the bridge's port and refuses with every
 * code that would prove that the order was not accepted: it was, and its answer was lost. Then the bridge is back.
 */
export async function chargeOverForgery(
  { shop, port }: ClientShop,
  codes: readonly string[],
  charge: (order: string, terminal: string, seconds: number) => Program,
): Promise<{ readonly ends: (number | null)[]; readonly executions: number; readonly heard: string }> {
  const order = 'FORGED';
  const ends: (number | null)[] = [];
  await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'hang-after', times: 1 }]);
  const first = charge(order, 'T1', 60);
  const executions = async () => {
    const done = (await ledgerOf(shop.sandboxUrl)).executions;
    return done.filter(({ transId }) => transId?.startsWith(`${order}-`) === true).length;
  };
  await until(async () => ((await executions()) === 1 ? true : null));
  await first.kill('SIGKILL');
  await shop.killBridge();
  const squatter = await forging(codes, port);
  const second = charge(order, 'T1', 1);
  ends.push(await second.exited());
  await until(() => Promise.resolve(squatter.heard.length > 0 ? true : null));
  await squatter.close();
  await shop.startBridge();
  ends.push(await charge(order, 'T1', 60).exited());
  return { ends, executions: await executions(), heard: squatter.heard.join('\n') };
}

/**
 * What a client says that has met the bridge (it prints `met` and waits for the file `go`), and then finds another
 * program at its port, which answers as a bridge would.
 */
export async function takenFrom({ shop, port }: ClientShop, go: string, client: Program) {
  await until(() => Promise.resolve(client.stdoutLines.includes('met') ? true : null));
  await shop.killBridge();
  const squatter = await answering(() => ({ product: 'Tillbridge', apiVersions: ['v1'], state: 'succeeded' }), port);
  writeFileSync(go, '');
  const said = await resultOf(client);
  await squatter.close();
  await shop.startBridge();
  return { said, heard: squatter.heard.join('\n') };
}

/** A bridge that carries out what it is sent and breaks the connection at every second answer. */
export async function losing(): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') {
        response.end(JSON.stringify({ product: 'Tillbridge', apiVersions: ['v1'] }));
        return;
      }
      heard.push(`${String(request.headers['idempotency-key'])} ${body}`);
      if (heard.length % 2 === 1) response.destroy();
      else response.end(JSON.stringify({ id: 'op_1', state: 'succeeded' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: urlOf(server.address()), heard };
}

/**
 * Takes each connection at this port while no bridge runs, and passes the questions on once it is back there: what the
 * bridge signs is for another connection than the caller's.
 */
export async function relaying({ shop, port }: ClientShop): Promise<string[]> {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  await shop.killBridge();
  const between = createTcpServer((near) => {
    sockets.push(near.on('error', () => undefined).pause());
    between.close();
    void shop.startBridge().then(() => {
      const far = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(far);
      far.pipe(near);
      near.on('data', (bytes) => {
        heard.push(bytes.toString('latin1'));
        far.write(bytes);
      });
      near.resume();
    });
  }).listen(port, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => {
    for (const each of sockets) each.destroy();
  });
  return heard;
}

function urlOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * What a reader prints of all events, a line each with number and request id, over a kill of the bridge between two sales;
 * and what another one prints of them afterwards.
 */
export async function followOverKill({ shop }: ClientShop, follow: () => Program): Promise<[string[], string[]]> {
  const reader = follow();
  const told = (lines: readonly string[], requestId: string) =>
    until(() => Promise.resolve(lines.some((line) => line.includes(`"${requestId}","succeeded"`)) ? true : null));
  await shop.erp.operate('cloud-pos', sale('FOLLOW-1', 500), 'follow-1');
  await told(reader.stdoutLines, 'follow-1');
  await shop.killBridge();
  await shop.startBridge();
  await shop.erp.operate('cloud-pos', sale('FOLLOW-2', 700), 'follow-2');
  await told(reader.stdoutLines, 'follow-2');
  const first = [...reader.stdoutLines];
  const again = follow();
  await until(() => Promise.resolve(again.stdoutLines.length >= first.length ? true : null));
  return [first, again.stdoutLines.slice(0, first.length)];
}

export interface Kills {
  readonly till: ClientShop;
  readonly orders: number;
  readonly seed: number;
  /** Starts the program that charges an order of 12.34 EUR once. */
  readonly charge: (order: string, terminal: string) => Program;
}

/** How often the gateway carried out each order, when all of them are paid. */
export async function chargeOverKills({ till: { shop }, orders, seed, charge }: Kills): Promise<number[]> {
  process.stdout.write(`TILLBRIDGE_SEED=${seed}\n`);
  const dice = diceOf(seed);
  // Each at a terminal of its own: most of the time goes by in waiting.
  const atOnce = Math.min(orders, 10);
  const deaths = { bridge: 0, program: 0 };
  let decided = 0;

  const chargeAndKill = async (order: string, terminal: string, killAfterMs: number | null) => {
    const first = charge(order, terminal);
    if (killAfterMs !== null) {
      await setTimeout(killAfterMs);
      if (first.child.exitCode === null) deaths.program += 1;
      await first.kill('SIGKILL');
    }
    await first.exited();
  };

  /** A program that is started again gets the end of what was begun: null where that is not known yet. */
  const endOf = async (order: string, terminal: string) => {
    const again = charge(order, terminal);
    const code = await again.exited();
    expect([0, 1, 2, 3], again.stderrText).toContain(code);
    // An attempt that charged nothing is followed by another one.
    return code === 0 || code === 3 ? (code === 0 ? 'paid' : 'needs-person') : null;
  };

  /** Looks at the gateway what became of it, as a person would, and says so. */
  const decideLikeAPerson = async (order: string) => {
    const inFolder = ['--data-dir', shop.dataDir];
    const rows = (await shop.run(['operation', 'list', '--state', 'needs-person', ...inFolder])).split('\n');
    const open = rows.map((row) => JSON.parse(row) as { readonly id: string; readonly transId: string });
    const { id, transId } = open.find((each) => each.transId.startsWith(`${order}-`))!;
    const done = (await ledgerOf(shop.sandboxUrl)).executions.find((each) => each.transId === transId);
    const slip = ['--amount', '1234', '--trace-number', '000001', '--pay-id', done?.payId ?? ''];
    const outcome = done === undefined ? ['failed'] : ['succeeded', ...slip];
    const why = ['--reason', 'looked it up', '--evidence', 'the ledger of the gateway'];
    await shop.run(['operation', 'decide', id, ...inFolder, '--outcome', ...outcome, ...why]);
    decided += 1;
  };

  const charged: string[] = [];
  while (charged.length < orders) {
    const batch = Array.from({ length: atOnce }, (_, at) => ({
      order: `ONCE-${charged.length + at + 1}`,
      terminal: `T${at + 1}`,
      killAfterMs: dice.chance(50) ? dice.between(0, 800) : null,
    }));
    const faults = batch
      .map(() => dice.pick([null, 'hang-after', 'reset-after', 'reset-before'] as const))
      .flatMap((fault) => (fault === null ? [] : [{ route: 'POST /cloudpos', fault, times: 1 }]));
    if (faults.length > 0) await addFaults(shop.sandboxUrl, faults);
    // Every third batch has its bridge to the end.
    const bridgeKilledAfterMs = (charged.length / atOnce) % 3 !== 2 ? dice.between(100, 900) : null;
    const first = batch.map((each) => chargeAndKill(each.order, each.terminal, each.killAfterMs));
    if (bridgeKilledAfterMs !== null) {
      await setTimeout(bridgeKilledAfterMs);
      await shop.killBridge();
      deaths.bridge += 1;
      await shop.startBridge();
    }
    await Promise.all(first);
    await Promise.all(
      batch.map(({ order, terminal }) =>
        until(async () => {
          const end = await endOf(order, terminal);
          if (end === 'needs-person') await decideLikeAPerson(order);
          return end === 'paid' ? true : null;
        }),
      ),
    );
    charged.push(...batch.map(({ order }) => order));
  }
  const { executions } = await ledgerOf(shop.sandboxUrl);
  const times = charged.map(
    (order) => executions.filter(({ transId }) => transId?.startsWith(`${order}-`) === true).length,
  );
  process.stdout.write(`${JSON.stringify({ orders: charged.length, ...deaths, decidedByAPerson: decided })}\n`);
  expect(Math.min(deaths.bridge, deaths.program)).toBeGreaterThan(0);
  return times;
}

const signedAt = 1_769_882_700;
const signedBody = '{"event":"operation","id":42,"data":{"reference":"caf\u00e9"}}';

function signed(time: string, { secret = 'a-secret', body = signedBody } = {}) {
  const signature = `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  return { secret, time, signature, body };
}

/** What may come to a program's webhook at 1769882700, and whether it is from the bridge. */
export const signedCases = [
  { ...signed(String(signedAt)), expected: true },
  { ...signed(String(signedAt - 300)), expected: true },
  { ...signed(String(signedAt + 300)), expected: true },
  { ...signed(String(signedAt - 301)), expected: false },
  { ...signed(String(signedAt + 301)), expected: false },
  { ...signed(String(signedAt)), secret: 'another', expected: false },
  { ...signed(String(signedAt)), body: '{}', expected: false },
  { ...signed(String(signedAt)), time: String(signedAt + 1), expected: false },
  { ...signed(String(signedAt)), signature: '', expected: false },
  { ...signed(String(signedAt)), signature: 'v1=', expected: false },
  { ...signed(String(signedAt)), signature: `v1=${'0'.repeat(64)}`, expected: false },
  { ...signed(''), expected: false },
  { ...signed('1e9'), expected: false },
];
