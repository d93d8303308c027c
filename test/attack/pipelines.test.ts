// A program that asks for more on a connection whose first answer has no end, or that it does not take: what stands
// behind such an answer costs that connection, and no other one of the same program.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Wire } from '#support/strict-http.ts';
import { bearer } from './table.ts';
import { Target, serving } from './target.ts';

const target = new Target();
beforeAll(async () => {
  await target.open();
  for (let at = 0; at < 10; at += 1) {
    const id = `canary-link-${at}`;
    // About as much as an input may have.
    const input = { transId: id, amount: { value: 100, currency: 'EUR' }, note: 'x'.repeat(60_000) };
    await target.shop.erp.operate('create-link', input, id);
  }
});
afterAll(() => target.close());

const get = (path: string) => target.bytes({ path, headers: [bearer] });

/** A connection with an endless answer, and these reads behind it. */
async function behindEvents(reads: readonly Buffer[]): Promise<Wire> {
  const wire = new Wire(target.port);
  onTestFinished(() => wire.close());
  await once(wire.socket, 'connect');
  wire.send(Buffer.concat([get('/v1/events'), ...reads]));
  // The stream has begun, so what stands behind it has come in, too.
  expect((await wire.answer('GET', true))?.status).toBe(200);
  return wire;
}

it.each([
  ['large lists', '/v1/operations?limit=500', 20],
  ['more small reads than a program may have under way', '/v1/status', 600],
])('%s behind an endless answer keep nobody from reading and selling', async (_what, path, count) => {
  const wire = await behindEvents(Array.from({ length: count }, () => get(path)));
  expect((await target.shop.erp.get('/v1/operations?limit=1')).status).toBe(200);
  expect(await target.canary()).toEqual(serving);
  expect(wire.closed).toBe(false);
});

it('a connection that goes away takes what waits on it along', async () => {
  for (let round = 0; round < 12; round += 1) {
    const wire = await behindEvents(Array.from({ length: 30 }, () => get('/v1/status')));
    wire.close();
  }
  expect(await target.canary()).toEqual(serving);
});
