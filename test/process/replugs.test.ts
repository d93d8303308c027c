// A display and a scanner that are plugged out and in again, many times: each time they work again, what was written
// meanwhile is shown, and the bridge holds no more files and no more memory than before.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { EventReader } from '#support/event-reader.ts';
import { farEnd } from '#support/far-end.ts';
import { share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

const times = share({ small: 12, large: 80 });
/** By then everything that is loaded once is loaded. */
const warm = 5;
/** Of resident memory, which the garbage collector lets swing: its lowest value in the second half counts. */
const mostGrownKib = 32 * 1_024;

test(`${times} times`, { timeout: 600_000 }, async () => {
  const [front, hand] = [await farEnd(), await farEnd()];
  onTestFinished(() => Promise.all([front.close(), hand.close()]).then(() => undefined));
  const bridgeArgs = ['--display', `FRONT=serial:${front.line.path}`, '--scanner', `HAND=serial:${hand.line.path}`];
  const shop = new Shop({ bridgeArgs });
  onTestFinished(() => shop.close());
  await shop.open('status,display,scan');
  const pid = shop.program.child.pid ?? 0;
  const reader = await EventReader.open(shop.bridgeUrl, shop.token);
  onTestFinished(() => reader.drop());
  const write = (text: string) =>
    fetch(`${shop.bridgeUrl}/v1/displays/FRONT`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [text] }),
    });
  const heard = (code: string) => reader.named('scan').some(({ data }) => data['code'] === code);
  const held = () => ({
    files: readdirSync(`/proc/${pid}/fd`).length,
    memoryKib: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  });
  let before = held();
  let lowestKib = Infinity;
  for (let turn = 0; turn < times; turn += 1) {
    await Promise.all([front.line.unplug(), hand.line.unplug()]);
    await write(`turn ${turn}.`);
    await Promise.all([front.line.plug(), hand.line.plug()]);
    await until(async () => front.got().includes(`turn ${turn}.`) || null);
    const code = `CODE-${turn}.`;
    // Until it is open what is sent is lost, as a person hears who scans too early.
    await until(async () => {
      hand.send(`${code}\r`);
      return heard(code) || null;
    });
    if (turn === warm) before = held();
    if (turn >= times / 2) lowestKib = Math.min(lowestKib, held().memoryKib);
  }
  await until(async () => held().files <= before.files || null);
  process.stdout.write(`${times} re-plugs: ${JSON.stringify({ before, after: held(), lowestKib })}\n`);
  expect(lowestKib - before.memoryKib).toBeLessThan(mostGrownKib);
});
