// `bridge doctor` on set-ups that are broken, one thing each: it names that thing and no other, says how to mend it, and
// changes nothing.
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type Server, createServer as createWebServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Surroundings, doctorCommand } from '#commands/doctor/doctor.ts';
import type { Finding } from '#commands/doctor/finding.ts';
import { runCommand } from '#commands/run.ts';
import { destinationNoteOf } from '#commands/gateway/destination-note.ts';
import { environmentId } from '#host/chance.ts';
import { readVersion } from '#host/version.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { apiKeyName } from '#secrets/vault-file.ts';
import { backUp } from '#store/backup/note.ts';
import { startSandbox } from '#sandbox/server.ts';
import { ownPort } from '#support/port.ts';
import { sayIn } from '#texts/index.ts';
import { type InstallState, installFolderOf } from '#updates/install/state.ts';
import { Workbench } from '#support/processes.ts';
import { needSecondUser, otherUser } from '#support/second-user.ts';
import { createAuthority } from '../gateway/certificates.ts';

const bench = new Workbench();
/** A folder on which a bridge ran once, with its key and its notes outside. */
let sample: string;

async function run(base: string, extra: NodeJS.ProcessEnv = {}): Promise<void> {
  const program = bench.start('main/cli.ts', ['serve', '--data-dir', join(base, 'data'), '--port', '0'], {
    ...environmentOf(base),
    ...extra,
  });
  await program.ready();
  expect(await program.kill('SIGTERM')).toBe(0);
}

const environmentOf = (base: string) => ({
  TILLBRIDGE_KEY_FILE: join(base, 'outside', 'data.key'),
  XDG_STATE_HOME: join(base, 'outside'),
});

beforeAll(async () => {
  sample = bench.folder();
  await run(sample);
});
afterAll(() => bench.close());

interface Machine {
  readonly base: string;
  readonly dataDir: string;
  readonly keyFile: string;
  readonly settings: (settings: object) => void;
  environment: { [name: string]: string };
  args: string[];
  around: Partial<Surroundings>;
  version: string;
}

function aMachine(): Machine {
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-doctor-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  cpSync(sample, base, { recursive: true });
  const dataDir = join(base, 'data');
  return {
    base,
    dataDir,
    keyFile: join(base, 'outside', 'data.key'),
    settings: (settings) => writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 }),
    environment: environmentOf(base),
    args: [],
    around: {},
    version: readVersion(),
  };
}

interface Report {
  readonly code: number;
  readonly text: string;
  readonly healthy: boolean;
  readonly running: boolean;
  readonly findings: readonly Finding[];
}

async function examined(machine: Machine): Promise<Report> {
  const { dataDir, environment, args, around, version } = machine;
  let out = '';
  const io = {
    program: 'bridge',
    version,
    worker: '',
    environment,
    stdout: (text: string) => void (out += text),
    stderr: () => undefined,
    secret: () => Promise.reject(new Error('the doctor asks for nothing')),
  };
  const noService = { dataDir: '/no/service', environment: '/no/service' };
  const surroundings = { nowMs: Date.now, freeBytesAt: () => 50 * 1024 ** 3, service: noService, ...around };
  const code = await doctorCommand(['--data-dir', dataDir, '--json', ...args], io, surroundings);
  return { code, text: out, ...(JSON.parse(out) as Omit<Report, 'code' | 'text'>) };
}

/** The codes of what is no note. */
async function namedFor(machine: Machine): Promise<string[]> {
  const { findings, healthy, code } = await examined(machine);
  const serious = findings.filter(({ level }) => level !== 'note');
  const isHealthy = serious.every(({ level }) => level === 'warning');
  expect({ healthy, code }).toEqual({ healthy: isHealthy, code: isHealthy ? 0 : 1 });
  for (const { what, where, mend } of findings)
    expect([what, where, mend].map((text) => text !== '')).toEqual([true, true, true]);
  return serious.map((each) => each.code);
}

async function aListener(port = 0): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const atGateway = (root: string) => ['--gateway', root, '--merchant-id', 'M1', '--terminal', 'T1', '--mode', 'test'];

/** At the sandbox as a gateway of its own, with an API key that is bound to it. */
async function atSandbox(machine: Machine, apiKey: string): Promise<string> {
  const sandbox = await startSandbox({ port: 0, merchantId: 'M1', apiKey: 'key-of-the-test' });
  onTestFinished(() => sandbox.close());
  machine.args = atGateway(sandbox.url);
  machine.environment['TILLBRIDGE_API_KEY'] = apiKey;
  await bind(machine, sandbox.url);
  return sandbox.url;
}

async function bind({ base, dataDir }: Machine, root: string): Promise<void> {
  await destinationNoteOf(dataDir, join(base, 'outside', 'tillbridge'), () => undefined).bind({
    root,
    authRoot: root,
    merchantId: 'M1',
    mode: 'test',
    scheme: 'oauth',
    caSha256: null,
  });
}

it('finds nothing where nothing is wrong, and changes nothing', async () => {
  const machine = aMachine();
  const before = readdirSync(machine.dataDir).toSorted();
  expect(await namedFor(machine)).toEqual([]);
  await atSandbox(machine, 'key-of-the-test');
  expect(await namedFor(machine)).toEqual([]);
  expect(readdirSync(machine.dataDir).toSorted()).toEqual(before);
});

it('is healthy before the first start', async () => {
  const machine = aMachine();
  rmSync(machine.dataDir, { recursive: true });
  expect((await examined(machine)).findings).toMatchObject([{ code: 'folder-new', level: 'note' }]);
});

it('finds the key and the notes of the machine’s service beside its folder, without being told', async () => {
  const machine = aMachine();
  renameSync(join(machine.base, 'outside'), `${machine.dataDir}-notes`);
  machine.environment = {};
  expect(await namedFor(machine)).toEqual([]);
});

describe('at the folder of the machine’s service', () => {
  async function aServiceWith(environment: string) {
    const machine = aMachine();
    await atSandbox(machine, '');
    const file = join(machine.base, 'environment');
    writeFileSync(file, environment);
    machine.around = { service: { dataDir: machine.dataDir, environment: file } };
    return machine;
  }

  it('says that the service does not start before it is provisioned', async () => {
    const machine = await aServiceWith('');
    expect(await namedFor(machine)).toEqual(['service-not-provisioned', 'api-key-missing']);
  });

  it('says that it does not run, and not that an API key is missing which this command cannot read', async () => {
    const machine = await aServiceWith('TILLBRIDGE_API_KEY=key-of-the-test');
    expect(await namedFor(machine)).toEqual(['service-not-running']);
    expect((await examined(machine)).findings.map(({ code }) => code)).toContain('api-key-not-tried');
  });
});

interface Broken {
  readonly code: string;
  readonly title: string;
  readonly breaks: (machine: Machine) => unknown;
}

const broken: readonly Broken[] = [
  {
    code: 'folder-not-a-folder',
    title: 'a file in the place of the data folder',
    breaks({ dataDir }) {
      rmSync(dataDir, { recursive: true });
      writeFileSync(dataDir, '');
    },
  },
  {
    code: 'folder-writable-by-others',
    title: 'a data folder that all may write',
    breaks: ({ dataDir }) => chmodSync(dataDir, 0o777),
  },
  {
    code: 'database-missing',
    title: 'a data folder without its database',
    breaks: ({ dataDir }) => rmSync(join(dataDir, 'tillbridge.db')),
  },
  {
    code: 'database-damaged',
    title: 'a database with a page of other bytes',
    breaks({ dataDir }) {
      const file = openSync(join(dataDir, 'tillbridge.db'), 'r+');
      writeSync(file, Buffer.alloc(40_960, 0x5a), 0, 40_960, 4_096);
    },
  },
  {
    code: 'database-newer',
    title: 'a database of a later version',
    breaks({ dataDir }) {
      const db = new DatabaseSync(join(dataDir, 'tillbridge.db'));
      db.exec('PRAGMA user_version = 99999');
      db.close();
    },
  },
  {
    code: 'folder-paused',
    title: 'a copied folder, started once',
    breaks: async ({ base }) => {
      await run(base);
    },
  },
  {
    code: 'key-not-at-hand',
    title: 'a key file that is not there',
    breaks: ({ keyFile }) => rmSync(keyFile),
  },
  {
    code: 'key-not-at-hand',
    title: 'the key of another folder',
    breaks: ({ keyFile }) => writeFileSync(keyFile, `${'ab'.repeat(32)}\n`),
  },
  {
    code: 'key-file-readable',
    title: 'a key file that all may read',
    breaks: ({ keyFile }) => chmodSync(keyFile, 0o644),
  },
  {
    code: 'key-file-inside-folder',
    title: 'a key file inside of the data folder',
    breaks(machine) {
      machine.environment['TILLBRIDGE_KEY_FILE'] = join(machine.dataDir, 'data.key');
    },
  },
  {
    code: 'key-malformed',
    title: 'a key with a digit too few',
    breaks(machine) {
      machine.environment['TILLBRIDGE_DATA_KEY'] = 'ab';
    },
  },
  {
    code: 'key-mark-damaged',
    title: 'a damaged key.json',
    breaks: ({ dataDir }) => writeFileSync(join(dataDir, 'key.json'), '{'),
  },
  {
    code: 'settings-damaged',
    title: 'a setting that does not exist',
    breaks: (machine) => machine.settings({ terminalz: [] }),
  },
  {
    code: 'policy-wrong',
    title: 'a policy that is no JSON',
    breaks(machine) {
      const file = join(machine.base, 'policy.json');
      writeFileSync(file, '{', { mode: 0o600 });
      machine.args = ['--policy', file];
    },
  },
  {
    code: 'port-in-use',
    title: 'the port of the loopback API taken by another program',
    async breaks(machine) {
      machine.args = ['--port', String(await aListener())];
    },
  },
  {
    code: 'webhook-port-in-use',
    title: 'the port for notifications taken by another program',
    async breaks(machine) {
      machine.settings({ webhooks: { port: await aListener() } });
    },
  },
  {
    code: 'gateway-settings-wrong',
    title: 'a gateway by plain HTTP',
    breaks: (machine) => machine.settings({ gateway: { root: 'http://gateway.example', merchantId: 'M1' } }),
  },
  {
    code: 'gateway-settings-wrong',
    title: 'a gateway without a merchant id',
    breaks: (machine) => machine.settings({ gateway: { root: 'https://gateway.example' } }),
  },
  {
    code: 'gateway-unreachable',
    title: 'a gateway at which nothing listens',
    async breaks(machine) {
      machine.args = atGateway(`http://127.0.0.1:${await ownPort()}`);
    },
  },
  {
    code: 'gateway-silent',
    title: 'something before the gateway that answers for it',
    async breaks(machine) {
      machine.environment['TILLBRIDGE_API_KEY'] = 'key-of-the-test';
      const port = await listening(createWebServer((_, answer) => void answer.writeHead(502).end()));
      machine.args = atGateway(`http://127.0.0.1:${port}`);
    },
  },
  {
    code: 'clock-off',
    title: 'a clock an hour behind the gateway',
    async breaks(machine) {
      machine.environment['TILLBRIDGE_API_KEY'] = 'key-of-the-test';
      const later = new Date(Date.now() + 3_600_000).toUTCString();
      const server = createWebServer((_, answer) => void answer.writeHead(404, { date: later }).end('{}'));
      machine.args = atGateway(`http://127.0.0.1:${await listening(server)}`);
    },
  },
  {
    code: 'certificate-refused',
    title: 'a certificate of an authority that nobody trusts',
    breaks: (machine) => securely(machine, false),
  },
  {
    code: 'certificate-ends-soon',
    title: 'a certificate that ends in two days',
    breaks: (machine) => securely(machine, true),
  },
  {
    code: 'certificate-file-missing',
    title: 'a file of authorities that is not there',
    breaks(machine) {
      machine.args = atGateway('https://127.0.0.1:1');
      machine.settings({ gateway: { caFile: join(machine.base, 'ca.pem') } });
    },
  },
  {
    code: 'api-key-missing',
    title: 'no API key in the environment',
    async breaks(machine) {
      await atSandbox(machine, '');
    },
  },
  {
    code: 'api-key-refused',
    title: 'an API key that the gateway does not take',
    async breaks(machine) {
      await atSandbox(machine, 'another-key');
    },
  },
  {
    code: 'destination-changed',
    title: 'an API key that belongs to another gateway',
    async breaks(machine) {
      await atSandbox(machine, 'key-of-the-test');
      await bind(machine, 'https://gateway.example');
    },
  },
  {
    code: 'clock-behind',
    title: 'a clock before the last record',
    breaks(machine) {
      machine.around = { nowMs: () => Date.now() - 86_400_000 };
    },
  },
  {
    code: 'disk-full',
    title: 'a disk with 10 MB',
    breaks(machine) {
      machine.around = { freeBytesAt: () => 10 * 1024 ** 2 };
    },
  },
  {
    code: 'disk-nearly-full',
    title: 'a disk with 500 MB',
    breaks(machine) {
      machine.around = { freeBytesAt: () => 500 * 1024 ** 2 };
    },
  },
  {
    code: 'crashed',
    title: 'a record of a crash an hour ago',
    breaks(machine) {
      const at = new Date(Date.now() - 3_600_000).toISOString().replaceAll(/[:.]/g, '-');
      mkdirSync(join(machine.dataDir, 'crashes'));
      writeFileSync(join(machine.dataDir, 'crashes', `${at}.json`), '{}');
    },
  },
  ...(['taken-back', 'stays'] as const).map((end) => ({
    code: `update-${end}`,
    title: 'a version that was not as healthy as the one before',
    breaks({ dataDir }: Machine) {
      const last = {
        end,
        at: '2026-11-28T09:00:00.000Z',
        from: '1.0.0',
        to: '1.1.0',
        why: 'it did not start',
        restored: false,
      };
      installed(dataDir, { last });
    },
  })),
  {
    code: 'update-under-way',
    title: 'an installation that was interrupted',
    breaks({ dataDir }) {
      installed(dataDir, { underWay: { ...anInstallation, step: 'watch' } });
    },
  },
  {
    code: 'update-state-unreadable',
    title: 'a note of installations that is none',
    breaks({ dataDir }) {
      mkdirSync(`${dataDir}-install`);
      writeFileSync(`${dataDir}-install/state.json`, '{}');
    },
  },
  {
    code: 'backup-place-unusable',
    title: 'a disk for backups that is not plugged in',
    breaks({ settings, dataDir, base }) {
      backUp({ dataDir, to: base, keep: 1, version: '1.0.0', nowMs: Date.now() });
      settings({ backup: { to: '/mnt/no-such-disk/till' } });
    },
  },
  {
    code: 'backup-old',
    title: 'a last backup of a week ago',
    breaks({ settings, dataDir, base }) {
      settings({ backup: { to: base } });
      backUp({ dataDir, to: base, keep: 1, version: '1.0.0', nowMs: Date.now() - 7 * 86_400_000 });
    },
  },
  {
    code: 'notes-not-writable',
    title: 'a file in the place of the folder for notes',
    breaks(machine) {
      machine.environment['XDG_STATE_HOME'] = join(machine.base, 'a-file');
      writeFileSync(join(machine.base, 'a-file'), '');
    },
  },
  {
    code: 'no-terminals',
    title: 'a gateway, and no terminal',
    async breaks(machine) {
      await atSandbox(machine, 'key-of-the-test');
      machine.args = machine.args.filter((word) => word !== '--terminal' && word !== 'T1');
    },
  },
  {
    code: 'printer-no-answer',
    title: 'a printer that is switched off',
    async breaks(machine) {
      machine.args = ['--printer', `receipts=tcp://127.0.0.1:${await ownPort()}`];
    },
  },
  {
    code: 'printer-paper-out',
    title: 'a printer without paper',
    async breaks(machine) {
      const printer = createEmulatedPrinter();
      const server = await serveEmulator(printer);
      onTestFinished(() => server.close());
      printer.paperOut();
      machine.args = ['--printer', `receipts=tcp://127.0.0.1:${server.port}`];
    },
  },
  {
    code: 'device-address-wrong',
    title: 'a printer with a line that there is not',
    breaks: (machine) => machine.settings({ devices: { printers: { receipts: { address: 'smoke:signals' } } } }),
  },
  {
    code: 'device-address-shared',
    title: 'two names for one printer',
    breaks(machine) {
      const address = 'tcp://192.0.2.7:9100';
      machine.settings({ devices: { printers: { one: { address }, two: { address } } } });
    },
  },
  {
    code: 'device-not-found',
    title: "a customer's display that is not plugged in",
    breaks(machine) {
      machine.args = ['--display', 'front=serial:/dev/no-such-line?baud=9600'];
    },
  },
];

const anInstallation = {
  from: '1.0.0',
  to: '1.1.0',
  schema: { from: 1, to: 1 },
  file: 'package.zip',
  before: { runs: true, accepting: true, online: true },
  copy: null,
  seconds: 180,
  starts: 0,
  why: null,
  evenOverNewer: false,
};

function installed(dataDir: string, change: Partial<InstallState>): void {
  mkdirSync(`${dataDir}-install`);
  const folder = installFolderOf(dataDir);
  folder.write({ ...folder.state(), ...change });
}

async function securely(machine: Machine, isTrusted: boolean): Promise<void> {
  const authority = createAuthority();
  onTestFinished(() => authority.remove());
  const server = createSecureServer(
    authority.issue('IP:127.0.0.1'),
    (_, answer) => void answer.writeHead(404).end('{}'),
  );
  machine.args = atGateway(`https://127.0.0.1:${await listening(server)}`);
  machine.environment['TILLBRIDGE_API_KEY'] = 'key-of-the-test';
  const caFile = join(machine.base, 'ca.pem');
  writeFileSync(caFile, authority.caPem);
  if (isTrusted) machine.settings({ gateway: { caFile } });
}

describe('names what is broken, and nothing else', () => {
  it.each(broken)('$code: $title', async ({ code, breaks }) => {
    const machine = aMachine();
    await breaks(machine);
    expect(await namedFor(machine)).toEqual([code]);
  });

  it('says of a printer what the window says of it', async () => {
    const machine = aMachine();
    machine.args = ['--printer', `receipts=tcp://127.0.0.1:${await ownPort()}`];
    const say = sayIn('en');
    expect((await examined(machine)).findings).toContainEqual(
      expect.objectContaining({
        code: 'printer-no-answer',
        what: say('print.is.no-answer'),
        mend: say('print.do.no-answer'),
      }),
    );
  });

  it('folder-of-another-user: a data folder of another user', async (context) => {
    needSecondUser(context);
    const machine = aMachine();
    chownSync(machine.dataDir, otherUser.uid, otherUser.gid);
    expect(await namedFor(machine)).toEqual(['folder-of-another-user']);
    // An administrator who took the folder over would stop the service.
    const { findings } = await examined(machine);
    expect(findings.find(({ code }) => code === 'folder-of-another-user')?.mend).toMatch(/^Run .* sudo -u '#65534' /);
  });

  it('version-differs: a bridge of another version runs', async () => {
    const machine = aMachine();
    const program = bench.start(
      'main/cli.ts',
      ['serve', '--data-dir', machine.dataDir, '--port', '0'],
      machine.environment,
    );
    await program.ready();
    const before = await examined(machine);
    expect([before.running, before.findings.map(({ code }) => code)]).toEqual([true, ['folder-paused']]);
    machine.version = '9.9.9';
    expect(await namedFor(machine)).toContain('version-differs');
    await program.end();
  });
});

/** A bridge on the machine's folder, started with its own environment and arguments. */
async function withBridgeOn(machine: Machine, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const program = bench.start('main/cli.ts', ['serve', '--data-dir', machine.dataDir, '--port', '0', ...args], {
    ...machine.environment,
    ...environment,
  });
  await program.ready();
  return program;
}

/** A folder of its own, which no copy makes paused. */
function aNewMachine(): Machine {
  const machine = aMachine();
  rmSync(machine.dataDir, { recursive: true });
  rmSync(machine.keyFile);
  return machine;
}

/** As `sudo -u tillbridge tillbridge doctor` runs: with nothing of what the service's unit names. */
const withoutEnvironment = (machine: Machine) => {
  machine.environment = { XDG_CONFIG_HOME: join(machine.base, 'nowhere'), XDG_STATE_HOME: '/proc/nowhere' };
};

describe('beside a bridge that runs', () => {
  it('finds no problem where the command has neither the key nor the notes of the bridge', async () => {
    const machine = aNewMachine();
    const program = await withBridgeOn(machine);
    withoutEnvironment(machine);
    const { code, running, findings } = await examined(machine);
    expect({ code, running, findings }).toMatchObject({
      code: 0,
      running: true,
      findings: [{ code: 'key-not-at-hand', level: 'note' }],
    });
    await program.end();
  });

  it('names a pause that the command itself could not read without the key', async () => {
    const machine = aMachine();
    const program = await withBridgeOn(machine);
    withoutEnvironment(machine);
    expect(await namedFor(machine)).toEqual(['folder-paused']);
    await program.end();
  });

  it('names a bridge that has not its folder’s key, also where the command has it', async () => {
    const machine = aMachine();
    const program = await withBridgeOn(machine, [], { TILLBRIDGE_KEY_FILE: join(machine.base, 'another.key') });
    expect(await namedFor(machine)).toEqual(['key-not-at-hand']);
    await program.end();
  });

  it.each([
    { title: 'warns where it knows no terminal', terminals: [], named: ['no-terminals'] },
    { title: 'goes by the terminals of its command line', terminals: ['--terminal', 'T1'], named: [] },
  ])('$title', async ({ terminals, named }) => {
    const machine = aNewMachine();
    const sandbox = await startSandbox({ port: 0, merchantId: 'M1', apiKey: 'key-of-the-test' });
    onTestFinished(() => sandbox.close());
    const args = ['--gateway', sandbox.url, '--merchant-id', 'M1', '--mode', 'test', ...terminals];
    const program = await withBridgeOn(machine, args, { TILLBRIDGE_API_KEY: 'key-of-the-test' });
    withoutEnvironment(machine);
    expect(await namedFor(machine)).toEqual(named);
    await program.end();
  });
});

describe('by the bridge that runs', () => {
  it('looks at the gateway of its command line, which the settings do not name', async () => {
    const machine = aNewMachine();
    const sandbox = await startSandbox({ port: 0, merchantId: 'M1', apiKey: 'key-of-the-test' });
    const args = ['--gateway', sandbox.url, '--merchant-id', 'M1', '--mode', 'test', '--terminal', 'T1'];
    const program = await withBridgeOn(machine, args, { TILLBRIDGE_API_KEY: 'key-of-the-test' });
    withoutEnvironment(machine);
    expect(JSON.parse((await examined(machine)).text)).toMatchObject({ running: true, mode: 'test' });
    expect(await namedFor(machine)).toEqual([]);
    await sandbox.close();
    expect(await namedFor(machine)).toEqual(['gateway-unreachable']);
    await program.end();
  });

  it('leaves alone the gateway of the settings while it runs in training, and says that', async () => {
    const machine = aNewMachine();
    const program = await withBridgeOn(machine);
    const port = await ownPort();
    machine.settings({ gateway: { root: `http://127.0.0.1:${port}`, merchantId: 'M1', mode: 'test' } });
    withoutEnvironment(machine);
    expect(JSON.parse((await examined(machine)).text)).toMatchObject({ running: true, mode: 'training' });
    expect(await namedFor(machine)).toEqual(['runs-otherwise']);
    await program.end();
    machine.environment = environmentOf(machine.base);
    expect(await namedFor(machine)).toEqual(['no-terminals', 'gateway-unreachable']);
  });
});

/** The folder of a window: its key lies in the vault beside it, which no command opens. */
function aWindowsMachine(entries: object): Machine {
  const machine = aMachine();
  rmSync(machine.keyFile);
  writeFileSync(join(machine.base, 'vault.json'), JSON.stringify({ version: 1, entries }), { mode: 0o600 });
  machine.environment['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere';
  return machine;
}

const bySystem = { by: 'system', data: 'c2VhbGVk' } as const;

describe('on the folder of a window', () => {
  it('finds no problem where key and API key lie in the vault', async () => {
    const machine = aWindowsMachine({ 'folder-key': bySystem });
    expect(await namedFor(machine)).toEqual([]);
    const url = await atSandbox(machine, '');
    const vault = { 'folder-key': bySystem, [apiKeyName(environmentId(url, 'M1', 'test'))]: bySystem };
    writeFileSync(join(machine.base, 'vault.json'), JSON.stringify({ version: 1, entries: vault }));
    const { findings } = await examined(machine);
    expect(findings.map(({ code, level }) => [code, level])).toEqual([
      ['key-in-vault', 'note'],
      ['api-key-in-vault', 'note'],
    ]);
  });

  it.runIf(process.platform === 'linux')('keyring-missing: a session without a keyring', async () => {
    const machine = aWindowsMachine({ 'folder-key': bySystem });
    delete machine.environment['DBUS_SESSION_BUS_ADDRESS'];
    expect(await namedFor(machine)).toEqual(['keyring-missing']);
  });

  it('vault-damaged: a vault that is no JSON', async () => {
    const machine = aMachine();
    writeFileSync(join(machine.base, 'vault.json'), '{');
    expect(await namedFor(machine)).toEqual(['vault-damaged']);
  });
});

it('sends no API key to a destination that it is not bound to', async () => {
  const machine = aMachine();
  const heard: string[] = [];
  const server = createWebServer((request, answer) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answer.writeHead(404).end('{}');
  });
  machine.environment['TILLBRIDGE_API_KEY'] = 'key-of-the-test';
  machine.args = atGateway(`http://127.0.0.1:${await listening(server)}`);
  const { findings, text } = await examined(machine);
  expect(findings.map(({ code }) => code)).toEqual(['api-key-not-tried']);
  await bind(machine, 'https://gateway.example');
  expect((await examined(machine)).findings.map(({ code }) => code)).toEqual(['destination-changed']);
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.join() + text).not.toContain('key-of-the-test');
  expect(heard.filter((line) => /oauth|authorization/i.test(line))).toEqual([]);
});

it('is a command like the others, in words or as one line of JSON', async () => {
  const machine = aMachine();
  machine.settings({ terminalz: [] });
  let out = '';
  const code = await runCommand(['doctor', '--data-dir', machine.dataDir], {
    program: 'bridge',
    version: machine.version,
    worker: '',
    environment: machine.environment,
    stdout: (text) => void (out += text),
    stderr: () => undefined,
    secret: () => Promise.reject(new Error('the doctor asks for nothing')),
  });
  expect(code).toBe(1);
  expect(out).toContain('problem: settings-damaged');
  expect(out).toContain('terminalz is not the name of a setting');
  expect(readFileSync(join(machine.dataDir, 'settings.json'), 'utf8')).toContain('terminalz');
  expect(readdirSync(machine.dataDir).filter((name) => name.includes('damaged'))).toEqual([]);
});
