// A merchant's listener for notifications: it records what arrives, and answers as the test says.
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Body, type Gateway, until } from './gateway.ts';

export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly [name: string]: unknown };
}

export interface Shop {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** HTTP statuses for the next notifications; then 200. `null`: the connection is torn down. */
  answerWith(...statuses: (number | null)[]): void;
  /** Waits for so many arrivals. */
  arrived(count: number): Promise<readonly Arrival[]>;
}

export async function openShop(): Promise<Shop> {
  const arrivals: Arrival[] = [];
  const planned: (number | null)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      arrivals.push({ headers: request.headers, text, body: JSON.parse(text) as Arrival['body'] });
      const status = planned.length > 0 ? (planned.shift() ?? null) : 200;
      if (status === null) response.socket?.resetAndDestroy();
      else response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  return {
    url,
    arrivals,
    answerWith: (...statuses) => void planned.push(...statuses),
    arrived: (count) =>
      until(
        () => nextTurn<readonly Arrival[]>(arrivals),
        (all) => all.length >= count,
      ),
  };
}

/** The sandbox's book of notifications, once it says what is waited for. */
export function notifications(
  gateway: Gateway,
  holds: (all: Body['notifications']) => boolean,
): Promise<Body['notifications']> {
  return until(async () => (await gateway.send('GET', '/_sandbox/webhooks')).body.notifications, holds);
}
