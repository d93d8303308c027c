// What may connect to the control socket, or take its place before the bridge does: another user of the machine, a
// program that waits there, links, half messages, a flood, far too much, and many commands at once.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { addFaults } from '#support/erp.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { needSecondUser, otherUser } from '#support/second-user.ts';
import { sentOverSocket } from '#support/sent-over-socket.ts';
import { Shop, sale } from '#support/shop.ts';

const announced = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'bridge.control.json'), 'utf8')) as { address: string; key: string };

function aBench(): Workbench {
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  return bench;
}

const serve = (bench: Workbench, dataDir: string, environment: NodeJS.ProcessEnv = {}): Program =>
  bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0'], environment);

async function run(bench: Workbench, dataDir: string, args: readonly string[]) {
  const program = bench.start('main/cli.ts', [...args, '--data-dir', dataDir]);
  const code = await program.exited();
  return { code, out: program.stdoutLines, errors: program.stderrText };
}

const tokenFor = (name: string) => ['token', 'create', '--name', name, '--scopes', 'status'];

async function recordsOf(bench: Workbench, dataDir: string, type: string): Promise<JsonObject[]> {
  const { out } = await run(bench, dataDir, ['journal', 'export']);
  return out.map((line) => JSON.parse(line) as JsonObject).filter((record) => record['type'] === type);
}

/** A program of somebody else that listens where the bridge would; what it hears. */
async function stranger(address: string): Promise<{ heard: string[]; server: Server }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.on('data', (text: string) => void heard.push(text));
  }).listen(address);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { heard, server };
}

describe('before the bridge', () => {
  it('a program that listens at the socket’s path hears nothing of it', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const { heard } = await stranger(join(dataDir, 'bridge.sock'));
    await serve(bench, dataDir).ready();
    expect((await run(bench, dataDir, tokenFor('A'))).code).toBe(0);
    expect(heard).toEqual([]);
    expect(await recordsOf(bench, dataDir, 'client-added')).toHaveLength(1);
  });

  it('another user who says where the bridge is gets no PIN', async (context) => {
    needSecondUser(context);
    const bench = aBench();
    const dataDir = bench.folder();
    const bridge = serve(bench, dataDir);
    await bridge.ready();
    await bridge.kill('SIGKILL');
    const { heard } = await stranger(join(dataDir, 'theirs.sock'));
    const file = join(dataDir, 'bridge.control.json');
    rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify({ address: join(dataDir, 'theirs.sock'), key: 'a'.repeat(64) }));
    chownSync(file, otherUser.uid, otherUser.gid);
    const { code, errors } = await run(bench, dataDir, tokenFor('A'));
    expect([code, heard]).toEqual([1, []]);
    expect(errors).toContain('Another user has written bridge.control.json');
  });

  it('a link there, and links where the address is written, lead nowhere', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const elsewhere = bench.folder();
    const victim = join(elsewhere, 'victim');
    writeFileSync(victim, 'as it was');
    const { heard } = await stranger(join(elsewhere, 'theirs.sock'));
    symlinkSync(join(elsewhere, 'theirs.sock'), join(dataDir, 'bridge.sock'));
    symlinkSync(victim, join(dataDir, 'bridge.control.json'));
    await serve(bench, dataDir).ready();
    expect(lstatSync(join(dataDir, 'bridge.sock')).isSocket()).toBe(true);
    expect(lstatSync(join(dataDir, 'bridge.control.json')).isFile()).toBe(true);
    expect((await run(bench, dataDir, tokenFor('A'))).code).toBe(0);
    expect([heard, readFileSync(victim, 'utf8')]).toEqual([[], 'as it was']);
    expect(existsSync(join(elsewhere, 'theirs.sock'))).toBe(true);
  });

  it('a folder at the socket’s path is left alone, and commands reach the bridge elsewhere', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const runtime = bench.folder();
    mkdirSync(join(dataDir, 'bridge.sock', 'full'), { recursive: true });
    await serve(bench, dataDir, { XDG_RUNTIME_DIR: runtime }).ready();
    const { address } = announced(dataDir);
    expect(dirname(dirname(address))).toBe(runtime);
    expect((statSync(address).mode & 0o777).toString(8)).toBe('600');
    expect((await run(bench, dataDir, tokenFor('A'))).code).toBe(0);
    expect(await recordsOf(bench, dataDir, 'client-added')).toHaveLength(1);
  });
});

describe('beside the bridge', () => {
  it('another user of the machine reaches nothing, and reads no key', async (context) => {
    needSecondUser(context);
    const bench = aBench();
    const dataDir = join(bench.folder(), 'data');
    await serve(bench, dataDir).ready();
    const program = `
      const { connect } = require('node:net'); const { readFileSync } = require('node:fs');
      try { readFileSync(process.argv[2]); console.log('read'); } catch (error) { console.log(error.code); }
      connect(process.argv[1]).once('error', (error) => console.log(error.code))
        .once('connect', () => { console.log('connected'); process.exit(); });`;
    const places = [join(dataDir, 'bridge.sock'), join(dataDir, 'bridge.control.json')];
    const other = spawn(process.execPath, ['-e', program, ...places], { ...otherUser, cwd: '/' });
    onTestFinished(() => void other.kill('SIGKILL'));
    let heard = '';
    other.stdout.setEncoding('utf8').on('data', (text: string) => (heard += text));
    await once(other, 'close');
    expect(heard).toBe('EACCES\nEACCES\n');
  });

  it('half messages, far too long ones and a flood change nothing, and commands go on', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const bridge = serve(bench, dataDir);
    const { pid } = await bridge.ready();
    const address = join(dataDir, announced(dataDir).address);
    const before = memoryOf(pid);

    // 100 MB without an end, again and again: none of it is kept.
    await Promise.all(Array.from({ length: 4 }, () => pour(address, 100 * 1024 * 1024)));
    expect(memoryOf(pid) - before).toBeLessThan(200 * 1024);

    const { key } = announced(dataDir);
    const wish = { key, call: 'createClient', asked: { id: 'ab'.repeat(16), since: 0 }, input: {} };
    for (const text of ['{"nonce":"', `{"nonce":"${'0'.repeat(32)}"}\n${JSON.stringify(wish).slice(0, -3)}`]) {
      const half = await connected(address);
      half.end(text);
      await closedOf(half);
    }

    // More than it takes, all of which say nothing. Commands wait until their places are free.
    const idle = await Promise.all(Array.from({ length: 64 }, () => connected(address)));
    const made = await run(bench, dataDir, tokenFor('A'));
    expect(made).toMatchObject({ code: 0, out: [expect.stringMatching(/^tb_/) as string] });
    for (const each of idle) each.destroy();
    expect(await recordsOf(bench, dataDir, 'client-added')).toHaveLength(1);
    expect(await bridge.kill('SIGTERM')).toBe(0);
  });

  it('ten commands at once are carried out, each once', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const bridge = serve(bench, dataDir);
    await bridge.ready();
    const names = Array.from({ length: 10 }, (_, index) => `Program ${index}`);
    const done = await Promise.all(names.map((name) => run(bench, dataDir, tokenFor(name))));
    expect(done.map(({ code }) => code)).toEqual(names.map(() => 0));
    const added = await recordsOf(bench, dataDir, 'client-added');
    expect(new Set(added.map(({ data }) => (data as JsonObject)['name']))).toEqual(new Set(names));
    expect(added).toHaveLength(names.length);
    // The same while no bridge runs: one after the other, each holding the folder's lock.
    await bridge.kill('SIGTERM');
    const closed = await Promise.all(names.map(() => run(bench, dataDir, ['shift', 'close'])));
    expect(closed.map(({ code, errors }) => [code, errors])).toEqual(names.map(() => [0, '']));
    expect((await run(bench, dataDir, ['journal', 'verify'])).code).toBe(0);
  });

  it('a bridge that starts while a command has the folder waits for its end', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const first = serve(bench, dataDir);
    await first.ready();
    await first.kill('SIGTERM');
    const commands = Array.from({ length: 4 }, (_, index) => run(bench, dataDir, tokenFor(`Program ${index}`)));
    const bridge = serve(bench, dataDir);
    await bridge.ready();
    expect((await Promise.all(commands)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await recordsOf(bench, dataDir, 'client-added')).toHaveLength(4);
  });
});

describe('a caller that is no command of ours', () => {
  it('writes no name of one of the shop’s people into the journal, no card number and nothing that is not seen', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    await serve(bench, dataDir).ready();
    const told = async (call: string, input: JsonObject) => (await answerTo(dataDir, call, input))['message'];
    const target = { type: 'older', days: 0 };
    const program = { name: 'ERP', scopes: ['status'], origin: null, tokenHash: '0'.repeat(64), options: plainOptions };
    const createdBy = (account: string) => told('createClient', { ...program, by: { account, operator: null } });
    expect([
      await told('cancel', { id: 'op-1', by: 'Anna' }),
      await told('erase', { target, by: 'Anna', reason: 'asked for', from: null }),
      await told('erase', { target, by: 'command: a', reason: '4111 1111 1111 1111', from: null }),
      await createdBy('4111 1111 1111 1111'),
      await createdBy('anna\u202e'),
      await told('closeShift', { by: { account: 'a', operator: null }, called: 'Anna\u200b', evenIfOpen: true }),
    ]).toEqual([
      expect.stringMatching(/^by: /),
      expect.stringMatching(/^by: /),
      'reason: must not contain a card number',
      'by.account: must not contain a card number',
      'by.account: must not hold characters that are not seen as such',
      'called: must not hold characters that are not seen as such',
    ]);
    for (const type of ['client-added', 'personal-erased', 'shift-closed'])
      expect(await recordsOf(bench, dataDir, type)).toEqual([]);
  });

  it('is told so where it asks for something else with the id of a wish that was carried out', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    await serve(bench, dataDir).ready();
    const id = 'ab'.repeat(16);
    const by = { account: 'a', operator: null };
    const program = { name: 'ERP', scopes: ['status'], origin: null, tokenHash: '0'.repeat(64), options: plainOptions };
    const made = await answerTo(dataDir, 'createClient', { ...program, by }, id);
    expect(await answerTo(dataDir, 'createClient', { ...program, by }, id)).toEqual(made);
    const { client } = made['answer'] as { client: { id: string } };
    const reused = { type: 'answer', answer: { type: 'refused', refusal: { code: 'request-id-reused' } } };
    const others: (readonly [string, JsonObject])[] = [
      ['closeShift', { by, called: null, evenIfOpen: true }],
      ['createOperator', { by, name: 'Anna', role: 'manager', pin: '731926' }],
      ['revokeClient', { by, id: client.id }],
      ['keepApproved', { by, id: 'op_1' }],
      ['resume', { by, called: null, reason: 'the only copy' }],
    ];
    for (const [call, input] of others) expect(await answerTo(dataDir, call, input, id)).toMatchObject(reused);
    // The same call for another program is another wish, too; at once as well as afterwards.
    const second = { ...program, name: 'Second', tokenHash: '1'.repeat(64), by };
    const another = await answerTo(dataDir, 'createClient', second, 'ac'.repeat(16));
    const ids = [client.id, (another['answer'] as { client: { id: string } }).client.id];
    const revoked = (at: number) => answerTo(dataDir, 'revokeClient', { by, id: ids[at]! }, 'ad'.repeat(16));
    const atOnce = await Promise.all([revoked(0), revoked(1)]);
    expect(atOnce.filter((each) => (each['answer'] as JsonObject)['type'] === 'refused')).toMatchObject([reused]);
    expect(await recordsOf(bench, dataDir, 'client-revoked')).toHaveLength(1);
  });

  it('is one voice under any name it writes, so that money which may have gone out is not settled by it', async () => {
    const shop = new Shop();
    onTestFinished(() => shop.close());
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ timeouts: { terminalSeconds: 1 } }));
    await shop.open();
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-before', times: 1 }]);
    const credit = sale('C-1', 100, { messageType: 'CREDIT', posTerminalId: 'T-1' });
    const { id } = await shop.erp.operate('cloud-pos', credit, 'C-1');
    const said = { id, second: null, outcome: 'failed', reason: 'nothing went out', evidence: 'the books' };
    const decided = (account: string) => answerTo(shop.dataDir, 'decide', { ...said, by: { account, operator: null } });
    for (const account of ['anna', 'berta']) {
      const refused = { type: 'refused', refusal: { code: 'second-person-needed' } };
      expect(await decided(account)).toMatchObject({ type: 'answer', answer: refused });
    }
    expect(await shop.erp.operation(id)).toMatchObject({ state: 'needs-person' });
  });
});

/** What the bridge says to a request; `id`: of the wish. */
async function answerTo(
  dataDir: string,
  call: string,
  input: JsonObject,
  id = randomBytes(16).toString('hex'),
): Promise<JsonObject> {
  const { address, key } = announced(dataDir);
  const [hello, request] = [{ nonce: '0'.repeat(32) }, { key, call, asked: { id, since: 0 }, input }];
  const text = await sentOverSocket(
    join(dataDir, address),
    `${JSON.stringify(hello)}\n`,
    `${JSON.stringify(request)}\n`,
  );
  return JSON.parse(text.split('\n')[1] ?? '') as JsonObject;
}

const plainOptions = { refundsPerDayMinor: null, waitsOffline: null, partialApprovals: false };

function connected(address: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(socket.resume()));
    socket.on('error', () => undefined);
  });
}

/** Also where it ends with an error. */
function closedOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Writes so much, or as much as is taken before the connection ends. */
async function pour(address: string, bytes: number): Promise<void> {
  const socket = await connected(address);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const closed = closedOf(socket);
  for (let left = bytes; left > 0 && !socket.destroyed; left -= piece.length) {
    const drained = new Promise<void>((resolve) => {
      socket.once('drain', resolve);
    });
    if (!socket.write(piece)) await Promise.race([drained, closed]);
  }
  socket.destroy();
  await closed;
}

/** KiB that the process holds; 0 where the system does not say. */
function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
