// Two bridges on one folder would each send what waits there. Whatever is done to the file that only stands for the
// lock, and to the note that names its holder, no second one may start; and where the first has ended, a next one must.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop();
const lock = () => join(shop.dataDir, 'bridge.lock.db');
const note = () => join(shop.dataDir, 'bridge.pid');
const pid = () => shop.program.child.pid;

beforeAll(() => shop.open());
afterAll(() => shop.close());

/** As another start finds the folder: the first bridge has ended as by a power cut, and a new one runs. */
beforeEach(async () => {
  await shop.killBridge();
  await shop.startBridge();
});

async function second() {
  const program = shop.bench.start('main/cli.ts', ['serve', '--data-dir', shop.dataDir, '--port', '0'], {});
  return { code: await program.exited(), said: program.stderrText, ready: program.stdoutLines.length };
}

const deeds: readonly (readonly [what: string, deed: () => void])[] = [
  ['deleted', () => rmSync(lock())],
  ['deleted with the note', () => [lock(), note()].forEach((file) => rmSync(file))],
  [
    'deleted and made again',
    () => {
      rmSync(lock());
      writeFileSync(lock(), '');
    },
  ],
  [
    'replaced by a copy of itself',
    () => {
      copyFileSync(lock(), `${lock()}.copy`);
      renameSync(`${lock()}.copy`, lock());
    },
  ],
  ['left, and the note is deleted', () => rmSync(note())],
];

it.each(deeds)('no second bridge starts where the lock is %s', async (_what, deed) => {
  deed();
  const noted = existsSync(note()) ? readFileSync(note(), 'utf8') : null;
  // Also not the one after it: what the second left behind must not pass for a lock.
  for (const attempt of [await second(), await second()]) {
    expect(attempt).toMatchObject({ code: 1, ready: 0 });
    expect(attempt.said).toContain(noted === null ? 'is in use by another bridge' : `process id ${pid()}`);
  }
  const { state } = await shop.erp.operate('cloud-pos', sale(`S-${pid()}`, 100), `S-${pid()}`);
  expect(state).toBe('succeeded');
});
