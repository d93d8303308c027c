// `office demo`: a sandbox, three tills in test mode, an office with its page, and some sales, each a process of its own as
// in a shop. For a first look; everything lies in one folder and ends with the command.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { dataDirOf, readOptions, wholeNumber } from '#commands/io/usage.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { type OfficeCommand, type OfficeIo, projectFolder } from './office-io.ts';

const merchantId = 'DEMO';
/** Of the sandbox, which is open on this computer only and holds no money. */
const apiKey = 'demo-of-the-sandbox';
const scopes = 'status,sale,capture,refund,refund-unreferenced,terminal';
const shops = [
  ['Till 1', 'North'],
  ['Till 2', 'North'],
  ['Till 3', 'South'],
] as const;
const salesOfEach = 12;

export const demoCommand: OfficeCommand = async (args, io) => {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, 'page-port': { type: 'string' } });
  const given = options['data-dir'];
  const dataDir = given === undefined ? mkdtempSync(join(tmpdir(), 'tillbridge-demo-')) : dataDirOf(given);
  makeFolder(dataDir);
  // As root the database runs as another user, who must get through; the folders within stay private.
  chmodSync(dataDir, 0o711);
  const pagePort = wholeNumber(options['page-port'], '--page-port', 65_535) ?? 0;
  const children: ChildProcess[] = [];
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort());
  const starter = createStarter(children, ending.signal, io.environment);
  try {
    await starter.done('build/bundling/office-page.ts', []);
    const office = join(dataDir, 'office');
    const [gateway, { url, page }] = await Promise.all([
      starter.ready('main/sandbox/cli.ts', [
        '--port',
        '0',
        '--merchant-id',
        merchantId,
        '--api-key',
        apiKey,
        '--terminal-delay-ms',
        '50',
      ]),
      starter.ready('office/cli.ts', [
        'serve',
        '--database',
        'embedded',
        '--port',
        '0',
        '--page-port',
        String(pagePort),
        '--data-dir',
        office,
      ]),
    ]);
    const tills = await Promise.all(
      shops.map(([name, shop]) => {
        const folder = join(dataDir, name.replace(' ', '-').toLowerCase());
        return openTill(starter, { name, shop, folder, office, officeUrl: url, gateway: gateway.url });
      }),
    );
    const added = await starter.json<{ link: string }>('office/cli.ts', [
      'person',
      'add',
      '--name',
      'demo',
      '--role',
      'admin',
      '--data-dir',
      office,
    ]);
    printJson(io, { event: 'ready', url, page: page ?? null, link: added.link, dataDir, pid: process.pid });
    io.stderr(
      `\nOpen ${added.link}\nand choose a password. The certificate is the office’s own: the browser warns once. ` +
        'Ctrl-C ends the demo.\n',
    );
    // While a person sets up the access: the page then shows them as they come.
    await sell(tills, ending.signal);
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    await endAll(children);
  }
  return 0;
};

interface Ready {
  readonly url: string;
  readonly page?: string | null;
}

interface Starter {
  /** Starts a program that goes on, and reads its ready line. */
  ready(file: string, args: readonly string[]): Promise<Ready>;
  /** Runs a command to its end; its first line. */
  done(file: string, args: readonly string[]): Promise<string>;
  json<T>(file: string, args: readonly string[]): Promise<T>;
}

function createStarter(children: ChildProcess[], ending: AbortSignal, environment: OfficeIo['environment']): Starter {
  const start = (file: string, args: readonly string[]): ChildProcess => {
    ending.throwIfAborted();
    const child = spawn(process.execPath, [join(projectFolder, file), ...args], {
      cwd: projectFolder,
      env: { ...environment, TILLBRIDGE_API_KEY: apiKey },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C reaches this process only, which ends them in order.
      detached: true,
    });
    children.push(child);
    return child;
  };
  const firstLine = async (child: ChildProcess, file: string): Promise<string> => {
    if (child.stdout === null || child.stderr === null) throw new Error('both are pipes');
    let said = '';
    createInterface({ input: child.stderr }).on('line', (line) => (said = line.trim() === '' ? said : line));
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      child.stdout.resume();
      return line;
    }
    if (child.exitCode === null) await once(child, 'close');
    if (child.exitCode === 0) return '';
    throw new StartProblem(`The demo stops: ${file} ended with "${said}".`);
  };
  const starter: Starter = {
    ready: async (file, args) => JSON.parse(await firstLine(start(file, args), file)) as Ready,
    async done(file, args) {
      const child = start(file, args);
      const line = await firstLine(child, file);
      if (child.exitCode === null) await once(child, 'exit');
      return line;
    },
    json: async <T>(file: string, args: readonly string[]) => JSON.parse(await starter.done(file, args)) as T,
  };
  return starter;
}

interface Till {
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

async function openTill(
  starter: Starter,
  given: {
    readonly name: string;
    readonly shop: string;
    readonly folder: string;
    readonly office: string;
    readonly officeUrl: string;
    readonly gateway: string;
  },
): Promise<Till> {
  const { name, shop, folder, office, officeUrl, gateway } = given;
  const { url } = await starter.ready('main/cli.ts', [
    'serve',
    '--data-dir',
    folder,
    '--port',
    '0',
    '--gateway',
    gateway,
    '--merchant-id',
    merchantId,
    '--processing-seconds',
    '1',
  ]);
  const [token, { code }] = await Promise.all([
    starter.done('main/cli.ts', ['token', 'create', '--data-dir', folder, '--name', 'Demo', '--scopes', scopes]),
    starter.json<{ code: string }>('office/cli.ts', ['enrol', '--name', name, '--shop', shop, '--data-dir', office]),
  ]);
  // The bridge looks for a new office each half minute.
  await starter.done('main/cli.ts', ['office', 'join', '--office', officeUrl, '--code', code, '--data-dir', folder]);
  return { name, url, token };
}

/** Sales at all tills, and one article that comes back at two of them. */
async function sell(tills: readonly Till[], ending: AbortSignal): Promise<void> {
  const amount = (value: number) => ({ value, currency: 'EUR' });
  const paid = await Promise.all(
    tills.map(async (till, at) => {
      let payId = '';
      for (let sold = 1; sold <= salesOfEach; sold += 1) {
        const transId = `${at + 1}-${sold}`;
        const sale = {
          messageType: 'SALE',
          transId,
          posTerminalId: `T${at + 1}`,
          amount: amount(350 * sold + 15 * at),
        };
        const { result } = await operate(till, 'cloud-pos', sale, ending);
        payId = result?.payId ?? payId;
      }
      return payId;
    }),
  );
  const [back = ''] = paid;
  for (const [at, till] of tills.slice(0, 2).entries()) {
    await operate(till, 'refund', { payId: back, transId: `back-${at + 1}`, amount: amount(500) }, ending);
  }
}

async function operate(
  { url, token }: Till,
  kind: string,
  body: { readonly transId: string; readonly [name: string]: unknown },
  signal: AbortSignal,
): Promise<{ readonly result?: { readonly payId?: string } }> {
  const response = await fetch(`${url}/v1/operations/${kind}?wait=20`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': body.transId },
    body: JSON.stringify(body),
    signal,
  });
  return (await response.json()) as { result?: { payId?: string } };
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  // The office last: its database goes with it.
  for (const child of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
