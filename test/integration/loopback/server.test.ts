// Where the server listens, and how it comes and goes.
import { type Server, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLoopback } from '#loopback/server.ts';
import { FakeBridge } from './fake-bridge.ts';
import { MemoryClients } from './memory-clients.ts';
import { ownPort } from '#support/port.ts';
import { startTill } from './till.ts';
import { readAnswer, requestText, send } from './wire.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const wellKnown = '/.well-known/tillbridge';

async function stranger(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port, ipv6Only: true }, resolve);
  });
  onTestFinished(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return server;
}

/** A port that another program has on ::1, and none on 127.0.0.1. */
async function portTakenOnIpv6(): Promise<number> {
  const port = portOf(await stranger('::1', 0));
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return free ? port : portTakenOnIpv6();
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

const options = (port: number) => ({
  port,
  version: '1.2.3',
  clients: new MemoryClients(),
  calls: new FakeBridge(),
  log: () => {},
});

describe('listening', () => {
  it('names its address and its free port', async () => {
    const { loopback } = await startTill();
    expect(loopback.port).toBeGreaterThan(0);
    expect(loopback.url).toBe(`http://127.0.0.1:${loopback.port}`);
  });

  it.runIf(hasIpv6)('is done on ::1 too, with the same port', async () => {
    const { port } = await startTill();
    const answer = await send(port, { path: wellKnown, headers: [['Host', `[::1]:${port}`]] }, '::1');
    expect(answer.status).toBe(200);
  });

  it('is done on no other address', async () => {
    const { port } = await startTill();
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      await expect(send(port, { path: wellKnown }, address)).rejects.toThrow('ECONNREFUSED');
    }
    await expect(send(port, { path: wellKnown }, '127.0.0.2')).rejects.toThrow('ECONNREFUSED');
  });

  it('on a port that is taken fails, naming the port', async () => {
    const port = portOf(await stranger('127.0.0.1', 0));
    await expect(createLoopback(options(port))).rejects.toMatchObject({ name: 'PortInUse', port });
    await expect(createLoopback(options(port))).rejects.toThrow(String(port));
  });

  it.runIf(hasIpv6)('on a port that a stranger has on ::1 fails, and leaves 127.0.0.1 free', async () => {
    const port = await portTakenOnIpv6();
    await expect(createLoopback(options(port))).rejects.toMatchObject({ name: 'PortInUse', port });
    expect(portOf(await stranger('127.0.0.1', port))).toBe(port);
  });

  it('again on the same port works after closing', async () => {
    const { loopback } = await startTill({ port: await ownPort() });
    await loopback.close();
    const again = await createLoopback(options(loopback.port));
    expect(again.port).toBe(loopback.port);
    await again.close();
  });
});

describe('closing', () => {
  it('ends kept connections', async () => {
    const { loopback, port } = await startTill();
    const socket = connect(port, '127.0.0.1');
    socket.write(requestText(port, { path: wellKnown }));
    expect((await readAnswer(socket)).status).toBe(200);
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    await loopback.close();
    await ended;
    expect(socket.destroyed).toBe(true);
  });

  it('is not held up by a caller that does not finish its request', async () => {
    const { loopback, port } = await startTill();
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await new Promise<void>((resolve) => {
      socket.write(`POST /v1/operations/refund HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`, () => resolve());
    });
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    await loopback.close();
    await ended;
    expect(socket.destroyed).toBe(true);
  });

  it('twice is closing once', async () => {
    const { loopback, port } = await startTill({ port: await ownPort() });
    await Promise.all([loopback.close(), loopback.close()]);
    await expect(send(port, { path: wellKnown })).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a connection', () => {
  it('takes one request after the other, also after a refusal', async () => {
    const { port, erp } = await startTill();
    const headers = [erp().authorization];
    const socket = connect(port, '127.0.0.1');
    const statuses: number[] = [];
    for (const path of ['/v1/status', '/nothing', '/v1/status?x=1', '/v1/status']) {
      socket.write(requestText(port, { path, headers }));
      statuses.push((await readAnswer(socket)).status);
    }
    socket.destroy();
    expect(statuses).toEqual([200, 404, 400, 200]);
  });
});
