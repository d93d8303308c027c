// The socket at which commands reach a running bridge: with the folder's own rights, gone with the bridge, and nothing
// that comes there without being a command changes anything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Workbench } from '#support/processes.ts';
import { sentOverSocket } from '#support/sent-over-socket.ts';
import { aBench, serve } from './started.ts';
import { needSecondUser, otherUser } from '#support/second-user.ts';

const announcement = (dataDir: string) => join(dataDir, 'bridge.control.json');

function announced(dataDir: string): { address: string; key: string } {
  return JSON.parse(readFileSync(announcement(dataDir), 'utf8')) as { address: string; key: string };
}

async function listed(bench: Workbench, dataDir: string) {
  const program = bench.start('main/cli.ts', ['operation', 'list', '--data-dir', dataDir]);
  return { code: await program.exited(), out: program.stdoutLines, errors: program.stderrText };
}

const nothingWaits = {
  code: 0,
  out: [],
  errors: 'No operation is in the state accepted. Other states: --state sending|pending|unknown|needs-person\n',
};
const journalOf = async (bench: Workbench, dataDir: string): Promise<string[]> => {
  const program = bench.start('main/cli.ts', ['journal', 'export', '--data-dir', dataDir]);
  await program.exited();
  return program.stdoutLines.filter((line) => !line.includes('"exportedAt"'));
};

describe('the control socket', () => {
  it('is the owner’s alone, and gone with its bridge', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const bridge = serve(bench, dataDir);
    await bridge.ready();
    const address = join(dataDir, announced(dataDir).address);
    expect(statSync(address).isSocket()).toBe(true);
    const modes = [address, announcement(dataDir), dataDir].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '700']);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
    await bridge.kill('SIGTERM');
    expect([existsSync(address), existsSync(announcement(dataDir))]).toEqual([false, false]);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
  });

  it('of a killed bridge does not stop the next one, which takes its place', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const killed = serve(bench, dataDir);
    await killed.ready();
    const before = announced(dataDir);
    await killed.end();
    expect(existsSync(join(dataDir, before.address))).toBe(true);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
    await serve(bench, dataDir).ready();
    expect(announced(dataDir).key).not.toBe(before.key);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
    // A second bridge is refused by the folder's lock, and leaves the first one's socket as it is.
    expect(await serve(bench, dataDir).exited()).toBe(1);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
  });

  it('of a folder with a long path is elsewhere, in a private folder that goes with it', async () => {
    const bench = aBench();
    const dataDir = join(bench.folder(), 'a'.repeat(120));
    mkdirSync(dataDir, { mode: 0o700 });
    const XDG_RUNTIME_DIR = bench.folder();
    const killed = serve(bench, dataDir, [], { XDG_RUNTIME_DIR });
    await killed.ready();
    const left = announced(dataDir).address;
    expect(dirname(dirname(left))).toBe(XDG_RUNTIME_DIR);
    expect((statSync(dirname(left)).mode & 0o777).toString(8)).toBe('700');
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
    await killed.end();
    const bridge = serve(bench, dataDir, [], { XDG_RUNTIME_DIR });
    await bridge.ready();
    expect(existsSync(dirname(left))).toBe(false);
    const { address } = announced(dataDir);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
    await bridge.kill('SIGTERM');
    expect(existsSync(dirname(address))).toBe(false);
  });

  it('lets no other user of the machine connect', async (context) => {
    needSecondUser(context);
    const bench = aBench();
    const dataDir = join(bench.folder(), 'data');
    await serve(bench, dataDir).ready();
    const address = join(dataDir, announced(dataDir).address);
    const program = `require('net').connect(process.argv[1]).once('error', (e) => console.log(e.code))
      .once('connect', () => { console.log('connected'); process.exit(); })`;
    const other = spawn(process.execPath, ['-e', program, address], { ...otherUser, cwd: '/' });
    onTestFinished(() => void other.kill('SIGKILL'));
    let heard = '';
    other.stdout.setEncoding('utf8').on('data', (text: string) => (heard += text));
    await once(other, 'close');
    expect(heard).toBe('EACCES\n');
  });

  it('ends what is no command, and nothing is changed by it', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    await serve(bench, dataDir).ready();
    const { address: name, key } = announced(dataDir);
    const address = join(dataDir, name);
    const before = await journalOf(bench, dataDir);
    const asked = { id: '0'.repeat(32), since: 0 };
    const hello = `${JSON.stringify({ nonce: '0'.repeat(32) })}\n`;
    const request = (change: object) => `${JSON.stringify({ key, call: 'list', asked, input: {}, ...change })}\n`;
    const silent = [
      await sentOverSocket(address, 'GET / HTTP/1.1\r\n\r\n'),
      await sentOverSocket(address, Buffer.alloc(64, 0xff), '\n'),
      await sentOverSocket(address, 'x'.repeat(1_000_000)),
      await sentOverSocket(address, `${JSON.stringify({ nonce: 'x'.repeat(1_000_000) })}\n`),
      await sentOverSocket(address, request({})),
      await sentOverSocket(address, '{"nonce":"1","nonce":"2"}\n'),
    ];
    expect(silent).toEqual(silent.map(() => ''));
    const greetedOnly = [
      await sentOverSocket(address, hello, 'garbage\n'),
      await sentOverSocket(address, hello, request({ key: '0'.repeat(64) })),
      await sentOverSocket(address, hello, request({ input: { text: 'x'.repeat(100_000) } })),
      await sentOverSocket(address, hello, request({ more: true })),
    ];
    for (const each of greetedOnly) expect(each.split('\n')).toEqual([expect.stringContaining('"proof"'), '']);
    const refusals = [
      await sentOverSocket(address, hello, request({ call: 'constructor' })),
      await sentOverSocket(address, hello, request({ call: 'cancel', input: { id: 'x', by: 'y', more: 1 } })),
    ];
    for (const each of refusals) expect(JSON.parse(each.split('\n')[1] ?? '')).toMatchObject({ type: 'wrong' });
    expect(await journalOf(bench, dataDir)).toEqual(before);
    expect(await listed(bench, dataDir)).toEqual(nothingWaits);
  });

  it('is not taken for the socket of a copy of the folder', async () => {
    const bench = aBench();
    const dataDir = join(bench.folder(), 'b'.repeat(120));
    mkdirSync(dataDir, { mode: 0o700 });
    await serve(bench, dataDir).ready();
    const copy = bench.folder();
    cpSync(dataDir, copy, { recursive: true });
    const refused = await listed(bench, copy);
    expect(refused).toMatchObject({ code: 1, out: [] });
    expect(refused.errors).toContain(`${copy} is a copy of the data folder`);
  });
});
