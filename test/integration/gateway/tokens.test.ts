// Access tokens: one request for all, before any byte of an operation, and never a secret in what is said about it.
import { expect, test } from 'vitest';
import { answer, type Behaviour, type RawServer } from './raw-server.ts';
import { canaryKey, gatewayTo, get, post, serve } from './setup.ts';

const tokenPath = '/authorization/oauth/token';

/** A gateway that gives out tokens named by their number. */
function serveTokens(operation: Behaviour = (socket) => void socket.write(answer(200, '{}'))): Promise<RawServer> {
  let given = 0;
  return serve((socket, request) => {
    if (!request.path.endsWith(tokenPath)) return operation(socket, request);
    given += 1;
    const body = { access_token: `canary-token-${given}`, token_type: 'Bearer', expires_in: 600 };
    socket.write(answer(200, JSON.stringify(body)));
  });
}

function tokenRequests(server: RawServer): number {
  return server.requests.filter((each) => each.path === tokenPath).length;
}

test('the token is asked for with the credentials as a form, on a connection of its own', async () => {
  const server = await serveTokens();
  const apiKey = 'k&y=ü+ %';
  expect(await gatewayTo(server.root, { scheme: 'oauth', apiKey: () => apiKey }).send(get())).toMatchObject({
    status: 200,
  });
  const [token, operation] = server.requests;
  expect(token).toMatchObject({ method: 'POST', path: tokenPath, connection: 0 });
  expect(token!.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
  expect(token!.headers.has('authorization')).toBe(false);
  expect(Object.fromEntries(new URLSearchParams(token!.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'shop-1',
    client_secret: apiKey,
  });
  expect(operation!.headers.get('authorization')).toBe('Bearer canary-token-1');
  expect(operation!.connection).toBe(1);
});

test('the token endpoint may have an address of its own', async () => {
  const auth = await serveTokens();
  const server = await serve((socket) => void socket.write(answer(200, '{}')));
  await gatewayTo(server.root, { scheme: 'oauth', authRoot: `${auth.root}/login/` }).send(get());
  expect(auth.requests.map((each) => each.path)).toEqual([`/login${tokenPath}`]);
  expect(server.requests.map((each) => each.path)).toEqual(['/api/v2/payments/P-1']);
});

test('twenty requests at once ask for one token, and twenty renewals for one more', async () => {
  const server = await serveTokens((socket, request) => {
    const renewed = request.headers.get('authorization') !== 'Bearer canary-token-1';
    socket.write(answer(renewed ? 200 : 401, ''));
  });
  const gateway = gatewayTo(server.root, { scheme: 'oauth' });
  const sendAll = () => Promise.all(Array.from({ length: 20 }, (_, n) => gateway.send(n % 2 === 0 ? get() : post())));

  const first = await sendAll();
  expect(tokenRequests(server)).toBe(1);
  const credentials = new Set(first.map((each) => (each.type === 'response' ? each.credential : each.type)));
  expect(credentials.size).toBe(1);
  const [credential = null] = credentials;
  expect(credential).not.toContain('canary');

  expect(new Set(await Promise.all(first.map(() => gateway.renew(credential))))).toEqual(new Set(['renewed']));
  expect(tokenRequests(server)).toBe(2);
  // Somebody who was late finds it done.
  expect(await gateway.renew(credential)).toBe('renewed');
  expect(tokenRequests(server)).toBe(2);
  for (const each of await sendAll()) expect(each).toMatchObject({ status: 200 });
  expect(tokenRequests(server)).toBe(2);
});

const echo = JSON.stringify({ title: `bad ${canaryKey} canary-token` });
const garbled = JSON.stringify({ access_token: `canary-token\r\nX: ${canaryKey}` });

test.each([400, 401, 403])('status %i of the token endpoint: the credentials are refused', async (status) => {
  const server = await serve((socket) => void socket.write(answer(status, echo)));
  const log: unknown[] = [];
  const gateway = gatewayTo(server.root, { scheme: 'oauth', log: (...line) => void log.push(line) });
  const answered = await gateway.send(post());
  expect(answered).toMatchObject({ type: 'credentials-refused' });
  expect(await gateway.renew(null)).toBe('refused');
  expect(JSON.stringify([answered, log])).not.toContain('canary');
  expect(server.requests.map((each) => each.path)).toEqual([tokenPath, tokenPath]);
});

const failing: readonly (readonly [string, Behaviour])[] = [
  ['429', (socket) => void socket.write(answer(429, echo))],
  ['500', (socket) => void socket.write(answer(500, echo))],
  ['404', (socket) => void socket.write(answer(404, echo))],
  ['a redirect', (socket) => void socket.write(answer(302, '', ['Location: /elsewhere']))],
  ['a page', (socket) => void socket.write(answer(200, `<html>${canaryKey}`))],
  ['no token in it', (socket) => void socket.write(answer(200, echo))],
  ['a token that is no header', (socket) => void socket.write(answer(200, garbled))],
  ['a cut answer', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"access_token":"x"}')],
  ['a reset', (socket) => void socket.resetAndDestroy()],
  ['silence', () => undefined],
];

test.each(failing)('%s from the token endpoint: unsent', async (_, behaviour) => {
  const server = await serve(behaviour);
  const log: unknown[] = [];
  const gateway = gatewayTo(server.root, {
    scheme: 'oauth',
    tokenTimeoutMs: 2_000,
    log: (...line) => void log.push(line),
  });
  const answered = await gateway.send(post());
  expect(answered).toMatchObject({ type: 'unsent' });
  expect(await gateway.renew(null)).toBe('unreachable');
  expect(JSON.stringify([answered, log])).not.toContain('canary');
  expect(server.requests.map((each) => each.path)).toEqual([tokenPath, tokenPath]);
});

test('a token endpoint that cannot be reached: unsent', async () => {
  const server = await serveTokens();
  const gateway = gatewayTo(server.root, { scheme: 'oauth', authRoot: `https://${'login'.repeat(13)}.invalid` });
  expect(await gateway.send(post())).toMatchObject({ type: 'unsent' });
  expect(server.sockets).toHaveLength(0);
});
