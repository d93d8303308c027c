// The table of the package's parts: every byte is in it once, the largest part first.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sizesInWords, sizesOf } from '../../../build/packaging/package-sizes.ts';

it('counts every file once, by its part', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-sizes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    'resources/bridge/tillbridge': 500,
    'resources/bridge/worker.cjs': 20,
    'resources/app.asar': 300,
    'resources/app.asar.unpacked/out/main/serialport.node': 30,
    'locales/de.pak': 40,
    'resources.pak': 50,
    'licences/licences.txt': 7,
    'LICENSES.chromium.html': 3,
    'libEGL.so': 60,
    'libvulkan.so.1': 5,
    tillbridge: 900,
    chrome_crashpad_handler: 10,
    'bin/tillbridge': 1,
  };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.alloc(bytes));
  }
  symlinkSync('tillbridge', join(folder, 'another-name'));
  const sizes = sizesOf(folder);
  expect(sizes.map(({ part, bytes }) => [bytes, part])).toEqual([
    [910, 'Electron'],
    [520, 'the bridge without a window'],
    [330, 'the app (app.asar)'],
    [65, 'libraries of Electron'],
    [50, 'the data of Chromium (.pak, .dat, .bin)'],
    [40, 'languages of Chromium'],
    [10, 'licence texts'],
    [1, 'other files'],
  ]);
  expect(sizesInWords(sizes).trimEnd().split('\n').at(-1)).toBe('        1926  all');
});
