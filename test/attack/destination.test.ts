// An attacker who may write the data folder tries to have the API key sent to a machine of their own: by the settings
// file, past a policy, by another file of certificate authorities, and from a folder that they made themselves.
import { type IncomingMessage, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { rawDatabase } from '#support/store-folder.ts';
import { createAuthority } from '../integration/gateway/certificates.ts';
import { needSecondUser } from '#support/second-user.ts';

const merchantId = 'SHOP-1';
const apiKey = 'canary-api-key-51c2';

const bench = new Workbench();
const caught: string[] = [];
let gateway: string;
let thief: string;
let dataDir: string;
beforeAll(async () => {
  const known = ['--merchant-id', merchantId, '--api-key', apiKey];
  gateway = (await bench.start('main/sandbox/cli.ts', ['--port', '0', ...known]).ready()).url;
  const server = createServer((request: IncomingMessage, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"x","expires_in":60}');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  bench.onClose(() => void server.close());
  thief = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => bench.close());
beforeEach(() => {
  dataDir = bench.folder();
  caught.length = 0;
});

const file = (name: string) => join(dataDir, name);

function write(name: string, content: JsonObject | string, mode = 0o600): string {
  writeFileSync(file(name), typeof content === 'string' ? content : JSON.stringify(content), { mode });
  return file(name);
}

const settings = (more: JsonObject = {}) =>
  write('settings.json', { gateway: { root: gateway, merchantId, mode: 'test', ...more } });

const serveIn = (environment: NodeJS.ProcessEnv, ...more: string[]) =>
  bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', ...more], {
    TILLBRIDGE_API_KEY: apiKey,
    ...environment,
  });

const serve = (...more: string[]) => serveIn({}, ...more);

/** Asks for a payment, which needs the gateway, and for the status; then the bridge is ended. */
async function used(program: Program): Promise<{ readonly code: unknown; readonly status: JsonObject }> {
  const { url } = await program.ready();
  const made = bench.start('main/cli.ts', [
    'token',
    'create',
    '--data-dir',
    dataDir,
    '--name',
    'E',
    '--same-name',
    '--scopes',
    'status',
  ]);
  expect(await made.exited()).toBe(0);
  const erp = new Erp(url, made.stdoutLines[0] ?? '');
  const { body } = await erp.get('/v1/payments/none');
  const { body: status } = await erp.get('/v1/status');
  await program.kill('SIGTERM');
  return { code: body['code'], status };
}

async function refused(program: Program): Promise<string> {
  await expect(program.ready()).rejects.toThrow('ended before it was ready');
  expect(await program.exited()).toBe(1);
  expect(program.stdoutLines).toEqual([]);
  return program.stderrText;
}

const alarmsOf = ({ alarms }: JsonObject) =>
  (Array.isArray(alarms) ? alarms : []).map((alarm) => (isJsonObject(alarm) ? alarm['code'] : null));

it('a policy that locks the gateway locks where its key goes', async () => {
  settings({ authRoot: thief, caFile: '/nowhere/ca.pem' });
  const locked = { settings: { gateway: { root: gateway, merchantId, mode: 'test' } } };
  const policy = join(bench.folder(), 'policy.json');
  writeFileSync(policy, JSON.stringify(locked), { mode: 0o644 });
  const { code, status } = await used(serve('--policy', policy));
  expect(caught).toEqual([]);
  expect(code).toBe('payment-not-found');
  expect(status['destination']).toMatchObject({ root: gateway, authRoot: gateway, caSha256: null });
});

it('a token address that somebody wrote into the settings gets no key until an operator says so', async () => {
  settings();
  expect((await used(serve())).code).toBe('payment-not-found');
  settings({ authRoot: thief });
  const program = serve();
  const { code, status } = await used(program);
  expect(caught).toEqual([]);
  expect(code).toBe('destination-changed');
  expect(status).toMatchObject({ credentials: { state: 'destination-changed' } });
  expect(alarmsOf(status)).toContain('destination-changed');
  expect(JSON.stringify(status)).not.toContain(apiKey);
  const [, fingerprint = ''] = /--destination ([0-9a-f]{32})/.exec(program.stderrText) ?? [];
  expect(await refused(serve('--destination', '0'.repeat(32)))).toContain('--destination');
  expect(caught).toEqual([]);

  // The operator gives it, with the key: it is bound anew, and stays so.
  await used(serve('--destination', fingerprint));
  expect(caught.length).toBeGreaterThan(0);
  expect((await used(serve())).status).not.toMatchObject({ credentials: { state: 'destination-changed' } });
  settings();
  expect((await used(serve())).code).toBe('destination-changed');
});

it('the root address on the command line does not vouch for what the settings name beside it', async () => {
  const given = ['--gateway', gateway, '--merchant-id', merchantId, '--mode', 'test'];
  expect((await used(serve(...given))).code).toBe('payment-not-found');
  for (const gateways of [{ authRoot: thief }, { scheme: 'basic' }, { caFile: write('ca.pem', 'another') }]) {
    write('settings.json', { gateway: gateways });
    expect((await used(serve(...given))).code).toBe('destination-changed');
  }
  write('settings.json', {});
  expect((await used(serve(...given))).code).toBe('payment-not-found');
  expect(caught).toEqual([]);
});

it('another file of certificate authorities under the same name is another destination', async () => {
  const caFile = write('ca.pem', 'first');
  settings({ caFile });
  expect((await used(serve())).code).toBe('payment-not-found');
  write('ca.pem', 'second');
  expect((await used(serve())).code).toBe('destination-changed');
});

/** Catches what reaches it. */
async function tlsGateway() {
  const authority = createAuthority();
  const server = createTlsServer(authority.issue('DNS:localhost,IP:127.0.0.1'), (request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"x","expires_in":60}');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    authority.remove();
  });
  return { caPem: authority.caPem, root: `https://localhost:${(server.address() as AddressInfo).port}` };
}

it('an authority that the environment adds is not trusted at the gateway', async () => {
  const { caPem, root } = await tlsGateway();
  write('settings.json', { gateway: { root, merchantId, mode: 'test' } });
  const extra = { NODE_EXTRA_CA_CERTS: write('extra.pem', caPem), NODE_USE_SYSTEM_CA: '1' };
  const { status } = await used(serveIn(extra));
  expect(caught).toEqual([]);
  expect(status['destination']).toMatchObject({ root, caSha256: null });
  // Named in the settings it is a part of the destination, and trusted once an operator says so.
  write('settings.json', { gateway: { root, merchantId, mode: 'test', caFile: file('extra.pem') } });
  expect((await used(serve())).code).toBe('destination-changed');
  // It is asked whether a gateway is there, without a key.
  expect(caught.filter((each) => each !== 'GET /api/v2')).toEqual([]);
});

it('the file that was compared is the file that is trusted', async () => {
  const { caPem, root } = await tlsGateway();
  const caFile = write('ca.pem', caPem);
  write('settings.json', { gateway: { root, merchantId, mode: 'test', caFile } });
  const program = serve();
  await program.ready();
  // Before anything was asked with the key, a file lies there by which the gateway is not known.
  renameSync(write('other.pem', 'another'), caFile);
  const { status } = await used(program);
  expect(caught).toContain('GET /api/v2/payments/getByPayId/none');
  const caSha256 = createHash('sha256').update(caPem).digest('hex');
  expect(status['destination']).toMatchObject({ caSha256 });
});

it.skipIf(process.platform === 'win32')('no pipe is read as the file of authorities', async () => {
  const caFile = file('ca.pem');
  execFileSync('mkfifo', ['-m', '600', caFile]);
  settings({ caFile });
  expect(await refused(serve())).toContain('ca.pem');
  expect(caught).toEqual([]);
});

it('the binding cannot be taken away, also with all of the folder', async () => {
  settings();
  await used(serve());
  settings({ authRoot: thief });
  const db = rawDatabase(dataDir);
  db.exec("DELETE FROM meta WHERE key = 'credentials-destination'");
  db.close();
  expect((await used(serve())).code).toBe('destination-changed');
  for (const name of readdirSync(dataDir)) rmSync(file(name), { recursive: true });
  settings({ authRoot: thief });
  expect((await used(serve())).code).toBe('destination-changed');
  expect(caught).toEqual([]);
});

it.skipIf(process.platform === 'win32')('a folder or a file in it that others may write is refused', async () => {
  settings();
  chmodSync(dataDir, 0o777);
  expect(await refused(serve())).toContain(`${dataDir} can be written by others`);
  // Until somebody has looked.
  expect(await refused(serve())).toContain('chmod go-w');
  chmodSync(dataDir, 0o755);
  chmodSync(file('settings.json'), 0o666);
  const words = await refused(serve());
  expect(words).toContain(`${file('settings.json')} can be written by others`);
  expect(words).toContain('chmod go-w');
  expect(caught).toEqual([]);
});

/** The data folder of this test, within a folder that it may change. */
function withinAnother(): string {
  const above = bench.folder();
  dataDir = join(above, 'till');
  mkdirSync(dataDir, { mode: 0o700 });
  settings();
  return above;
}

it.skipIf(process.platform !== 'linux')(
  'a folder above that others may write is refused, as ssh refuses it',
  async () => {
    const above = withinAnother();
    const started = async (...args: string[]) => {
      const program = serve(...args);
      await program.ready();
      await program.kill('SIGTERM');
      return program.stderrText;
    };
    const words = `${above}, which leads to it, can be written by others`;
    chmodSync(above, 0o777);
    expect(await refused(serve())).toContain(words);
    // In a sticky folder nobody moves what is not theirs, and a group may be the user's own.
    chmodSync(above, 0o1777);
    expect(await started()).not.toContain('data-folder-not-safe');
    chmodSync(above, 0o775);
    expect(await started()).toContain(words);
    expect(caught).toEqual([]);
  },
);

it.skipIf(process.platform !== 'linux')('a folder above that another user owns is refused', async (context) => {
  needSecondUser(context);
  const above = withinAnother();
  chownSync(above, 12_345, 12_345);
  expect(await refused(serve())).toContain(`${above}, which leads to it, belongs to another user`);
  expect(caught).toEqual([]);
});

it('a folder or a file in it that another user owns is refused', async (context) => {
  needSecondUser(context);
  settings();
  chownSync(file('settings.json'), 12_345, 12_345);
  expect(await refused(serve())).toContain(`${file('settings.json')} belongs to another user`);
  chownSync(file('settings.json'), 0, 0);
  chownSync(dataDir, 12_345, 12_345);
  expect(await refused(serve())).toContain(`${dataDir} belongs to another user`);
  expect(caught).toEqual([]);
});

it('training needs no such folder: no key leaves it', async (context) => {
  needSecondUser(context);
  chownSync(dataDir, 12_345, 12_345);
  const program = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0']);
  await program.ready();
  await program.kill('SIGTERM');
  expect(program.stderrText).toContain('belongs to another user');
});
