// Errors that nothing caught, in the app's main process and in its page.
import { existsSync, readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Till, newHome, openTill, until } from './till.ts';

const canary = 'canary-in-a-message-4d1e';

/** Sets off a fault in the main process; resolves once the app has ended. What it would start again is only noted. */
async function crash({ app, home }: Till): Promise<void> {
  const ended = app.waitForEvent('close');
  await app.evaluate(
    ({ app: electron }, given) => {
      electron.relaunch = () => process.getBuiltinModule('node:fs').writeFileSync(given.note, 'again');
      setTimeout(() => {
        throw new TypeError(given.message);
      }, 50);
    },
    { note: join(home, 'relaunched'), message: canary },
  );
  await ended;
}

it('leaves a record without what the error said, ends cleanly and starts again', async () => {
  const till = await openTill();
  await till.page.evaluate(() => window.tillbridge.status({}));
  await crash(till);
  const folder = join(till.home, 'shop', 'crashes');
  const [name = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ error: 'TypeError', underWay: { mode: 'training', accepting: true } });
  expect(text + till.log()).not.toContain(canary);
  expect(existsSync(join(till.home, 'relaunched'))).toBe(true);
  // The bridge was stopped and not killed.
  expect(existsSync(join(till.home, 'shop', 'bridge.pid'))).toBe(false);
});

it('is not started again where it crashes again and again, and says why', async () => {
  const home = newHome();
  const folder = join(home, 'shop', 'crashes');
  mkdirSync(folder, { recursive: true });
  for (let minutes = 1; minutes <= 5; minutes += 1) {
    const at = new Date(Date.now() - minutes * 60_000).toISOString().replaceAll(/[:.]/g, '-');
    writeFileSync(join(folder, `${at}.json`), '{}');
  }
  const said = await openTill({ home }).then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  expect(said).toMatch(/crashed 5 times within 10 minutes/);
});

it('writes few lines for errors that the page has without end', async () => {
  const till = await openTill();
  await till.page.evaluate(() => {
    for (let count = 0; count < 300; count += 1) console.log('Uncaught of the page');
  });
  await till.page.evaluate(() => window.tillbridge.status({}));
  await until(() => (till.log().includes('"event":"window-error"') ? true : null));
  // What was counted is written at the end.
  await till.close();
  const lines = till
    .log()
    .split('\n')
    .filter((line) => line.includes('"window-error"'));
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines.join('\n')).toContain('"times":');
});

it('logs an error of the page by its place, and not what it said', async () => {
  const till = await openTill();
  await till.page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    }, 0);
  }, canary);
  await until(() => (till.log().includes('"event":"window-error"') ? true : null));
  expect(till.log()).not.toContain(canary);
});
