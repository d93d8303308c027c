// Which requests may meet a used connection, and what happens when the gateway closes one just then.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { answer, type Behaviour } from './raw-server.ts';
import { gatewayTo, get, post, serve } from './setup.ts';

const answers: Behaviour = (socket) => void socket.write(answer(200, '{}'));

const answersLookUps: Behaviour = (socket, request) => {
  if (request.method === 'GET') answers(socket, request);
};

test('look-ups and keyed requests share a connection; the others get one of their own', async () => {
  const server = await serve(answers);
  const gateway = gatewayTo(server.root);
  const key = 'k1';
  const requests = [get(), post({ key }), post(), get({ freshConnection: true }), post({ key }), post(), get()];
  for (const request of requests) await gateway.send(request);
  expect(server.requests.map((each) => each.connection)).toEqual([0, 0, 1, 2, 0, 3, 0]);
  const kept = server.requests.map((each) => each.headers.get('connection') === 'keep-alive');
  expect(kept).toEqual([true, true, false, false, true, false, true]);
});

test('a connection that the gateway announces to close is not used again', async () => {
  const server = await serve((socket) => void socket.end(answer(200, '{}', ['Connection: close'])));
  const gateway = gatewayTo(server.root);
  for (let round = 0; round < 5; round++) expect(await gateway.send(get())).toMatchObject({ status: 200 });
  expect(server.sockets).toHaveLength(5);
});

test('a connection that was closed while idle is not used again', async () => {
  const server = await serve(answers);
  const gateway = gatewayTo(server.root);
  for (let round = 1; round <= 5; round++) {
    expect(await gateway.send(post({ key: 'k1' }))).toMatchObject({ status: 200 });
    const closed = once(server.sockets.at(-1)!, 'close');
    server.sockets.at(-1)!.end();
    await closed;
    expect(server.sockets).toHaveLength(round);
  }
});

test('a connection that speaks out of turn is not used again', async () => {
  const server = await serve(answers);
  const gateway = gatewayTo(server.root);
  await gateway.send(get());
  const socket = server.sockets[0]!;
  const closed = once(socket, 'close');
  socket.write(answer(200, '{"status":"of another request"}'));
  await closed;
  expect(await gateway.send(get())).toMatchObject({ body: { type: 'json', value: {} } });
  expect(server.sockets).toHaveLength(2);
});

test('a kept connection reset by the request itself: lost, and not repeated', async () => {
  const server = await serve((socket, request) => {
    if (request.method === 'GET') answers(socket, request);
    else socket.resetAndDestroy();
  });
  const gateway = gatewayTo(server.root);
  await gateway.send(get());
  expect(await gateway.send(post({ key: 'k1' }))).toEqual({ type: 'lost', reason: 'reset' });
  expect(server.requests.map((each) => each.connection)).toEqual([0, 0]);
});

// Below, both happen in one turn of the event loop: the bridge cannot have noticed when it writes.
test.each(['end', 'destroy'] as const)(
  'an idle connection closed (%s) in the moment of writing: lost, and not repeated',
  async (closing) => {
    const server = await serve(answersLookUps);
    const gateway = gatewayTo(server.root);
    for (let round = 1; round <= 20; round++) {
      await gateway.send(get());
      const sent = gateway.send(post({ key: 'k1' }));
      server.sockets.at(-1)![closing]();
      expect(await sent).toEqual({ type: 'lost', reason: 'reset' });
      expect(server.sockets).toHaveLength(round);
    }
  },
);

test('an idle connection reset before the first byte could be written: unsent', async () => {
  const server = await serve(answersLookUps);
  const gateway = gatewayTo(server.root);
  for (let round = 1; round <= 20; round++) {
    await gateway.send(get());
    const sent = gateway.send(post({ key: 'k1' }));
    server.sockets.at(-1)!.resetAndDestroy();
    expect(await sent).toMatchObject({ type: 'unsent' });
    expect(server.sockets).toHaveLength(round);
  }
  expect(server.requests.map((each) => each.method)).not.toContain('POST');
});

test('more requests at once than are kept never wait for each other', async () => {
  const held: (() => void)[] = [];
  const server = await serve((socket, request) => {
    held.push(() => answers(socket, request));
    if (held.length === 40) for (const release of held) release();
  });
  const gateway = gatewayTo(server.root);
  const answered = await Promise.all(Array.from({ length: 40 }, () => gateway.send(get())));
  for (const each of answered) expect(each).toMatchObject({ status: 200 });
  expect(server.sockets).toHaveLength(40);
  expect(server.requests.filter((each) => each.headers.get('connection') === 'keep-alive')).toHaveLength(16);
});
