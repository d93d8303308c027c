// What customers, other computers and programs can have written into the log, over and over: by codes before a scanner,
// by a webhook's address that takes and refuses in turn, by tokens for printing and for the display, and without any
// token. Equal lines are counted and written as one, so that none of it pushes other lines out of the log.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FarEnd, farEnd } from '#support/far-end.ts';
import { sentOverSocket } from '#support/sent-over-socket.ts';
import { until } from '#support/until.ts';
import { Receiver, takes } from '#support/webhook-receiver.ts';
import { Target } from './target.ts';

let hand: FarEnd;
let front: FarEnd;
let target: Target;
const receiver = new Receiver();
const many = 300;

interface LogLine {
  readonly event: string;
  readonly reason?: string;
  readonly times?: number;
}

const lines = () =>
  target.shop.program.stderrText
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));
const linesOf = (...events: readonly string[]) => lines().filter(({ event }) => events.includes(event));
/** How many lines come in the meantime. */
async function written(work: () => Promise<void>): Promise<number> {
  const before = lines().length;
  await work();
  return lines().length - before;
}

async function asked(token: string, method: string, path: string, body: object, key: string): Promise<number> {
  const answer = await fetch(`${target.shop.bridgeUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

beforeAll(async () => {
  [hand, front] = await Promise.all([farEnd(), farEnd()]);
  const scanner = ['--scanner', `HAND=serial:${hand.line.path}`];
  const display = ['--display', `FRONT=serial:${front.line.path}?baud=9600`];
  const printer = ['--printer', 'COUNTER=tcp://127.0.0.1:9'];
  target = new Target({ bridgeArgs: [...scanner, ...display, ...printer] });
  await target.open();
  await receiver.open();
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await target?.close();
  await Promise.all([hand?.close(), front?.close()]);
});

it('callers without a token, and with wrong credentials at the gateway’s own addresses', async () => {
  const { bridgeUrl } = target.shop;
  const count = await written(async () => {
    for (let number = 0; number < many; number += 1) {
      const pair = { grant_type: 'client_credentials', client_id: `c-${number}`, client_secret: 'wrong' };
      const authorization = `Bearer wrong-${number}`;
      for (const answer of [
        await fetch(`${bridgeUrl}/v1/status`),
        await fetch(`${bridgeUrl}/authorization/oauth/token`, { method: 'POST', body: new URLSearchParams(pair) }),
        await fetch(`${bridgeUrl}/api/v2/payments/getByPayId/P1`, { headers: { authorization } }),
      ]) {
        expect([401, 429]).toContain(answer.status);
        await answer.arrayBuffer();
      }
    }
  });
  for (const event of ['loopback-refused', 'drop-in-refused']) expect(linesOf(event).length).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(6);
});

it('programs of the same user that say half of something at the control socket', async () => {
  const { dataDir } = target.shop;
  const { address } = JSON.parse(readFileSync(join(dataDir, 'bridge.control.json'), 'utf8')) as { address: string };
  const count = await written(async () => {
    for (let number = 0; number < many; number += 1) await sentOverSocket(resolve(dataDir, address), 'no JSON\n');
  });
  expect(linesOf('control-refused').length).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(3);
});

it('a token for printing: documents that are wrong or wait, jobs and drawers that are none', async () => {
  const token = await target.newToken('prints', 'print,drawer');
  const text = { blocks: [{ type: 'text', text: 'x' }] };
  const count = await written(async () => {
    for (let number = 0; number < many; number += 1) {
      const key = `print-${number}`;
      await asked(
        token,
        'POST',
        '/v1/print-jobs',
        { device: number % 3 === 0 ? 'NOWHERE' : 'COUNTER', document: number % 3 === 1 ? {} : text },
        key,
      );
      await asked(token, 'POST', '/v1/drawers/COUNTER/open', { reason: 'Change' }, key);
      await asked(token, 'POST', `/v1/print-jobs/none-${number}/decide`, { cameOut: true }, key);
    }
  });
  expect(count).toBeLessThanOrEqual(5);
});

it('a token for the display: texts, wrong ones, and displays that are none', async () => {
  const token = await target.newToken('shows', 'display');
  const count = await written(async () => {
    for (let number = 0; number < many; number += 1) {
      await asked(
        token,
        'PUT',
        '/v1/displays/FRONT',
        { lines: [`${number}`, number % 2 === 0 ? 'x' : 'x'.repeat(500)] },
        'k',
      );
      await asked(token, 'PUT', `/v1/displays/D${number}`, { lines: ['x'] }, 'k');
    }
  });
  expect(count).toBeLessThanOrEqual(5);
});

it('a webhook’s address that refuses and takes in turn', async () => {
  const { body } = await target.shop.erp.post('/v1/webhook', { url: receiver.url }, 'not-needed');
  expect(body['webhook']).toMatchObject({ state: 'waiting' });
  const listed = await target.shop.run(['token', 'list', '--data-dir', target.shop.dataDir]);
  const programs = listed.split('\n').map((line) => JSON.parse(line) as { id: string; options: { webhook?: unknown } });
  const id = programs.find(({ options }) => options.webhook !== undefined)?.id ?? '';
  await target.shop.run(['token', 'webhook', '--data-dir', target.shop.dataDir, '--id', id, '--allow', receiver.url]);
  let calls = 0;
  receiver.reply = (outgoing, ...rest) => {
    calls += 1;
    if (calls % 2 === 0) takes(outgoing, ...rest);
    else outgoing.writeHead(500).end();
  };
  await target.canary();
  await until(async () => (calls >= 6 ? true : null));
  expect(linesOf('webhook-failing').length).toBeLessThanOrEqual(2);
  expect(linesOf('webhook-taken').length).toBeLessThanOrEqual(2);
  receiver.reply = takes;
});

it('codes before a scanner that may not be kept: each is counted, and few lines tell of them', async () => {
  const sent = 120;
  for (let number = 0; number < sent; number += 1) hand.send('4242424242424242\r');
  const told = () => linesOf('scan-dropped').filter(({ reason }) => reason === 'card-data');
  await until(async () => (told().length > 0 ? true : null));
  hand.send('good-1\r');
  await target.canary();
  expect(told()).toHaveLength(1);
  // What was counted is written when the bridge ends.
  await target.shop.program.kill('SIGTERM');
  expect(told().reduce((sum, { times = 1 }) => sum + times, 0)).toBe(sent);
});
