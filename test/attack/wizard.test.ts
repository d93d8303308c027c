// Settings, Devices tries a printer at an address that a person types, or that a page which was taken over sends. What is
// at that address may be anything: a server that never ends, another bridge, the gateway, a file. Each try ends, says
// something, leaves nothing open and changes nothing there; and it is no way to look around in the network.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { confirmationSheet } from '#core/printing/trial-sheets.ts';
import { printerLimits } from '#peripherals/printers/limits.ts';
import { createPrinterTrials } from '#peripherals/printers/trial.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { aFolder } from '#support/store-folder.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

/** A server whose open connections are counted. */
async function serving(onSocket: (socket: Socket) => void, host = '127.0.0.1') {
  const open = new Set<Socket>();
  let many = 0;
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    many += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    onSocket(socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open, many: () => many };
}

function flood(socket: Socket, byte: number): void {
  const piece = Buffer.alloc(65_536, byte);
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const everyMs = (socket: Socket, bytes: Buffer, ms: number) => {
  const timer = setInterval(() => socket.write(bytes), ms);
  socket.once('close', () => clearInterval(timer));
};

const strangers: { readonly [name: string]: (socket: Socket) => void } = {
  'says nothing and never closes': (socket) => socket.resume(),
  'floods zeros': (socket) => flood(socket, 0),
  'floods 0x12': (socket) => flood(socket, 0x12),
  drips: (socket) => everyMs(socket.resume(), Buffer.of(0x41), 20),
  'drips what looks like a state': (socket) => everyMs(socket.resume(), Buffer.of(0x12), 20),
  'drips heads of frames of Star': (socket) => everyMs(socket.resume(), Buffer.of(0x23, 0x86), 20),
  'answers as SSH does': (socket) => socket.resume().write('SSH-2.0-OpenSSH_9.2\r\n'),
  'answers as an HTTP server does': (socket) =>
    socket.resume().write('HTTP/1.1 400 Bad Request\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
  'sends back what it gets': (socket) => socket.pipe(socket),
  'closes at once': (socket) => socket.end(),
  'breaks the connection at once': (socket) => socket.resetAndDestroy(),
};

const limits = {
  ...printerLimits,
  openMs: 500,
  answerMs: 300,
  clearMs: 200,
  silenceMs: 500,
  stuckMs: 600,
  obstacleMs: 500,
  pulseMs: 300,
  handOverMs: 500,
  askEveryMs: 50,
};
type Trials = ReturnType<typeof createPrinterTrials>;
/** The four things that the wizard asks of an address. */
const tries: readonly ((trials: Trials, address: string) => Promise<unknown>)[] = [
  (trials, address) => trials.answer(address),
  (trials, address) => trials.confirmation(address, confirmationSheet()),
  (trials, address) => trials.print(address, confirmationSheet()),
  (trials, address) => trials.openDrawer(address, () => Promise.resolve()),
];
const trials = createPrinterTrials({ firstFence: () => 1_000, limits });
const words = async (said: unknown) => {
  try {
    return JSON.stringify(await said);
  } catch (error) {
    if (error instanceof CallRefused) return '"refused"';
    throw error;
  }
};

describe('at the address that is tried', () => {
  it('each stranger is left in bounded time, and is no printer that printed', async () => {
    const attacked = Object.entries(strangers).map(async ([name, manners]) => {
      const { port } = await serving(manners);
      for (const language of ['', '?language=star-line']) {
        const address = `tcp://127.0.0.1:${port}${language}`;
        const said = await Promise.all(tries.map((attempt) => words(attempt(trials, address))));
        expect([name, said.filter((each) => /"printed"|"opened"|"found","confirms":"(?!nothing)/.test(each))]).toEqual([
          name,
          [],
        ]);
      }
    });
    await Promise.all(attacked);
  }, 300_000);

  it('the gateway, the bridge itself and another server get no request out of it', async () => {
    const whole = await aWholeBridge();
    const { bridge, sandboxUrl } = whole;
    const requests: string[] = [];
    const other = createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end();
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    for (const place of [new URL(sandboxUrl).port, new URL(bridge.url).port, String(port)]) {
      for (const language of ['', '?language=star-line', '?answers=no']) {
        for (const attempt of tries) await words(attempt(trials, `tcp://127.0.0.1:${place}${language}`));
      }
    }
    expect(requests).toEqual([]);
    expect((await whole.ledger()).executions).toEqual([]);
  }, 120_000);
});

describe('addresses that are no printer’s', () => {
  it('are refused in words: what gives a machine in a cloud its credentials, and no address at all', async () => {
    const { window } = await aWholeBridge();
    const places = [
      'tcp://169.254.169.254:80',
      'tcp://[fd00:ec2::254]:80',
      'tcp://[::ffff:169.254.169.254]:80',
      'tcp://127.0.0.1:0',
      'tcp://127.0.0.1:65536',
      'tcp://127.0.0.1:-1',
      'tcp://',
      'tcp://127.0.0.1:9100/path',
      'tcp://someone@127.0.0.1:9100',
      'http://127.0.0.1:9100',
      'file:///etc/passwd',
      'serial:',
      'queue:',
      'queue:-o raw',
      'queue:$(id)',
      'unix:/tmp/x',
    ];
    const taken: string[] = [];
    for (const address of places) {
      const said = await words(window.tryPrinter({ address }));
      if (!/"invalid"|"refused"/.test(said)) taken.push(`${address} ${said}`);
    }
    expect(taken).toEqual([]);
  }, 120_000);

  it('cannot be walked through: of four hundred tries at once few reach the network', async () => {
    const { window } = await aWholeBridge();
    const { port, many } = await serving((socket) => void socket.end(), '0.0.0.0');
    const addresses = Array.from(
      { length: 400 },
      (_, at) => `tcp://127.0.${2 + Math.floor(at / 200)}.${1 + (at % 200)}:${port}`,
    );
    const said = await Promise.all(addresses.map((address) => words(window.tryPrinter({ address }))));
    expect(said).toHaveLength(400);
    expect(many()).toBeLessThanOrEqual(60);
    // By the code that has words in each language.
    const limited = said.filter((each) => each.includes('too-many-requests'));
    expect(limited.length).toBeGreaterThan(300);
  }, 120_000);
});

describe('paths that are no serial lines', () => {
  it('are not written to, not waited for, and not left open', async () => {
    const folder = aFolder();
    const at = (name: string) => join(folder, name);
    writeFileSync(at('file'), 'the books of the shop\n');
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('fifo')]);
    symlinkSync(at('file'), at('link-to-file'));
    symlinkSync(at('fifo'), at('link-to-fifo'));
    symlinkSync(at('nowhere'), at('link-to-nowhere'));
    symlinkSync(at('loop'), at('loop'));
    const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/urandom', '/dev/tty', '/dev/stdin', '/proc/self/mem'];
    const names = ['file', 'folder', 'fifo', 'link-to-file', 'link-to-fifo', 'link-to-nowhere', 'loop', 'nowhere'];
    const held: string[] = [];
    for (const path of [...names.map(at), ...devices]) {
      for (const option of ['', '?answers=no']) {
        for (const attempt of tries) {
          const said = await words(attempt(trials, `serial:${path}${option}`));
          if (/"printed"|"handed-over"|"opened"|"answers"|"found"|"silent"/.test(said))
            held.push(`${path}${option} ${said}`);
        }
      }
      expect([path, readFileSync(at('file'), 'utf8')]).toEqual([path, 'the books of the shop\n']);
    }
    expect(held).toEqual([]);
    expect(statSync(at('fifo')).isFIFO()).toBe(true);
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    const opened = ['/dev/zero', '/dev/full', '/dev/tty', '/proc/self/mem'];
    expect(open.filter((path) => path.startsWith(folder) || opened.includes(path))).toEqual([]);
  }, 300_000);
});

it('two people who try one printer at once: each is answered, and each pulse that was said came', async () => {
  const paper = createEmulatedPrinter();
  const server = await serveEmulator(paper);
  onTestFinished(() => server.close());
  const address = `tcp://127.0.0.1:${server.port}`;
  const pairs = Array.from({ length: 6 }, () => tries.map((attempt) => words(attempt(trials, address))));
  const said = await Promise.all(pairs.flat());
  expect(said).toHaveLength(24);
  const pulses = said.filter((each) => each.includes('"opened"')).length;
  expect(paper.drawerKicks()).toBe(pulses);
}, 120_000);
