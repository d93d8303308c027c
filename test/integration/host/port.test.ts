// Whether a port can be promised to programs, asked of the system with real sockets.
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { portIsFree } from '#host/port.ts';
import { ownPort } from '#support/port.ts';

async function taken(host: string): Promise<number | null> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ host, port: 0, ipv6Only: true }, () => {
      const at = server.address();
      resolve(at !== null && typeof at === 'object' ? at.port : null);
    });
  });
}

it.each(['127.0.0.1', '::1'])('is not free while another program listens on %s', async (host) => {
  const port = await taken(host);
  if (port === null) return; // no IPv6 on this machine
  expect(await portIsFree(port)).toBe(false);
});

it('is free when no program has it, and stays so after the question', async () => {
  const port = await ownPort();
  expect(await portIsFree(port)).toBe(true);
  expect(await portIsFree(port)).toBe(true);
});
