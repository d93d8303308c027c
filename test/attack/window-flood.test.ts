// Users of the group who speak the windows' protocol and ask for all that they can get, at every place that there is: a
// program's requests come in between, and a window that leaves takes what it asked for with it. Before, 480 lists at once
// were answered before any sale; one that takes a second then took twenty.
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { aWindowAt } from '#support/joined-window.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

const hello = JSON.stringify({ window: { protocol: 1, version: packageFile.version } });
const places = 14;
const atOnce = 32;

async function aShop() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open('status,sale');
  for (let count = 0; count < 40; count += 1) {
    const input = { transId: `link-${count}`, amount: { value: 100, currency: 'EUR' } };
    expect((await shop.erp.operate('create-link', input, `link-${count}`)).state).toBe('succeeded');
  }
  return shop;
}

/** A window that asks for lists as fast as it is allowed; counts what it is answered. */
function aLoudWindow(folder: string, answered: () => void): Socket {
  const socket = connect(join(folder, 'window.sock'));
  onTestFinished(() => void socket.destroy());
  const lists = Array.from({ length: atOnce }, (_, id) =>
    JSON.stringify({ id, call: 'operations', input: { limit: 200 } }),
  );
  socket.on('error', () => undefined).write(`${[hello, ...lists].join('\n')}\n`);
  createInterface({ input: socket }).on('line', (line) => {
    if (line.includes('"answer"')) answered();
  });
  return socket;
}

describe('windows that ask for lists at every place', () => {
  it('are answered after what a program asks behind them, each of them', async () => {
    const shop = await aShop();
    let answers = 0;
    const loud = Array.from({ length: places }, () => aLoudWindow(shop.dataDir, () => (answers += 1)));
    await until(async () => answers > 0 || null);
    for (let count = 0; count < 5; count += 1) expect((await shop.erp.get('/v1/terminals')).status).toBe(200);
    expect(answers).toBeLessThan((places * atOnce) / 2);
    await until(async () => answers >= places * atOnce || null);
    for (const socket of loud) socket.destroy();
  }, 60_000);

  it('that leave at once keep no other window waiting', async () => {
    const shop = await aShop();
    for (let count = 0; count < 200; count += 1) {
      const socket = aLoudWindow(shop.dataDir, () => undefined);
      await new Promise((resolve) => {
        socket.once('connect', resolve);
      });
      socket.destroy();
    }
    const window = await aWindowAt(shop.dataDir);
    expect(await window.ask('status', {})).toMatchObject({ mode: 'test' });
  }, 60_000);
});
