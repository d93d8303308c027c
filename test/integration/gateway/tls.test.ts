// Only a gateway that proves who it is, by TLS 1.2 or better, ever gets to see a request.
import { connect, createServer, type TlsOptions } from 'node:tls';
import { once } from 'node:events';
import { createServer as createPlainServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAuthority, type Authority } from './certificates.ts';
import { answer, type RawServer } from './raw-server.ts';
import { gatewayTo, get, post, serve } from './setup.ts';

let authority: Authority;
let other: Authority;
beforeAll(() => {
  authority = createAuthority();
  other = createAuthority();
});
afterAll(() => {
  authority.remove();
  other.remove();
});

function serveTls(names: string, options: TlsOptions = {}): Promise<RawServer> {
  const server = createServer({ ...authority.issue(names), ...options });
  return serve((socket) => void socket.write(answer(200, '{}')), server);
}

async function expectUnsent(root: string, caPem: string | undefined, reason: string): Promise<void> {
  const gateway = gatewayTo(root, { caPem });
  for (const request of [get(), post()]) expect(await gateway.send(request)).toEqual({ type: 'unsent', reason });
  expect(await gateway.probe()).toBe(false);
}

test('a server of the authority named is talked to, by name and by address', async () => {
  const names: (string | false | null)[] = [];
  const server = await serveTls('DNS:localhost,IP:127.0.0.1', {
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  for (const root of [server.root, server.root.replace('127.0.0.1', 'localhost')]) {
    const gateway = gatewayTo(root, { caPem: authority.caPem });
    for (const request of [get(), get(), post()]) expect(await gateway.send(request)).toMatchObject({ status: 200 });
    expect(await gateway.probe()).toBe(true);
  }
  expect(server.requests.map((each) => each.connection)).toEqual([0, 0, 1, 2, 3, 3, 4, 5]);
  expect(new Set(names)).toEqual(new Set(['localhost']));
});

test('a server of an unknown authority sees no request', async () => {
  const server = await serveTls('IP:127.0.0.1');
  const reason = 'the certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
  await expectUnsent(server.root, undefined, reason);
  await expectUnsent(server.root, other.caPem, reason);
  expect(server.requests).toHaveLength(0);
});

test('the environment cannot switch the check off', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const server = await serveTls('IP:127.0.0.1');
  expect(await gatewayTo(server.root).send(get())).toMatchObject({ type: 'unsent' });
  expect(server.requests).toHaveLength(0);
});

test('a certificate for another host sees no request', async () => {
  const server = await serveTls('DNS:gateway.example');
  const reason = 'the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)';
  await expectUnsent(server.root, authority.caPem, reason);
  await expectUnsent(server.root.replace('127.0.0.1', 'localhost'), authority.caPem, reason);
  expect(server.requests).toHaveLength(0);
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken', async (version) => {
  const server = await serveTls('IP:127.0.0.1', { minVersion: version, maxVersion: version });
  expect(await gatewayTo(server.root, { caPem: authority.caPem }).send(post())).toMatchObject({ status: 200 });
});

test('TLS 1.1 is not spoken', async () => {
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const server = await serveTls('IP:127.0.0.1', old);
  // Somebody who would accept it gets through, so it is the version that the bridge refuses.
  const lax = connect({ ...old, port: Number(new URL(server.root).port), host: '127.0.0.1', ca: authority.caPem });
  await once(lax, 'secureConnect');
  lax.destroy();
  const sent = await gatewayTo(server.root, { caPem: authority.caPem }).send(post());
  expect(sent).toMatchObject({ type: 'unsent' });
  expect(sent).toHaveProperty(
    'reason',
    expect.stringMatching(/^no secure connection could be agreed \(TLS\) \(ERR_SSL_/),
  );
  expect(server.requests).toHaveLength(0);
});

test('a server that ends the handshake saw nothing', async () => {
  const server = createServer();
  server.on('connection', (socket: Socket) => void socket.once('data', () => void socket.destroy()));
  const { root } = await serve(() => undefined, server);
  expect(await gatewayTo(root).send(post())).toMatchObject({ type: 'unsent' });
});

test('a server that does not speak TLS saw nothing', async () => {
  const server = createPlainServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { root, requests } = await serve(() => undefined, server);
  expect(await gatewayTo(root.replace('http:', 'https:')).send(post())).toMatchObject({ type: 'unsent' });
  expect(requests).toHaveLength(0);
});

test('a connection that breaks after the handshake is lost', async () => {
  const server = createServer(authority.issue('IP:127.0.0.1'));
  const { root, requests } = await serve((socket) => void socket.destroy(), server);
  const gateway = gatewayTo(root, { caPem: authority.caPem });
  expect(await gateway.send(post())).toEqual({ type: 'lost', reason: 'reset' });
  expect(requests).toHaveLength(1);
});
