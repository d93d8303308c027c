// The gateway's clock is heard where an answer of its own names the time, and nowhere else.
import { expect, test } from 'vitest';
import type { HeardTime } from '#core/ports/gateway.ts';
import { answer } from './raw-server.ts';
import { gatewayTo, get, post, serve } from './setup.ts';

const date = 'Sat, 31 Jan 2026 18:05:00 GMT';

async function heardFrom(status: number, headers: readonly string[]): Promise<HeardTime[]> {
  const server = await serve((socket) => void socket.write(answer(status, '', headers)));
  const heard: HeardTime[] = [];
  let nowMs = 0;
  // Each look at the clock is a moment later.
  const clock = { nowMs: () => (nowMs += 100) };
  const gateway = gatewayTo(server.root, { clock, heard: (time) => heard.push(time) });
  await gateway.probe();
  await gateway.send(get());
  await gateway.send(post());
  return heard;
}

test.each([200, 401, 404, 429, 500])('status %i: it is the gateway that names the time', async (status) => {
  const time = { dateMs: Date.UTC(2026, 0, 31, 18, 5), tripMs: 100 };
  expect(await heardFrom(status, [`Date: ${date}`])).toEqual([time, time, time]);
});

test('an answer out of a cache tells of another time', async () => {
  expect(await heardFrom(404, [`Date: ${date}`, 'Age: 600'])).toEqual([]);
  expect(await heardFrom(404, [`Date: ${date}`, 'Age: 0'])).toHaveLength(3);
});

test.each([502, 503, 504])('status %i: something in front of it names the time', async (status) => {
  expect(await heardFrom(status, [`Date: ${date}`])).toEqual([]);
});

test.each([[[]], [['Date: today']], [['Date: 2026-01-31T18:05:00Z']], [['Date: Sat, 31 Foo 2026 18:05:00 GMT']]])(
  'no time is heard from %o',
  async (headers) => {
    expect(await heardFrom(200, headers)).toEqual([]);
  },
);
