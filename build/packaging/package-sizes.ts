// What takes the room in a packaged folder: a table of its parts with their bytes, made each time that it is packaged, so
// that a part that grows is seen.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface PartSize {
  readonly part: string;
  readonly bytes: number;
}

/** Parts by the beginning of their path, with slashes; the first that fits. */
const parts: readonly (readonly [part: string, begins: RegExp])[] = [
  ['the bridge without a window', /^resources\/bridge\//],
  ['the app (app.asar)', /^resources\/app\.asar/],
  ['languages of Chromium', /^locales\//],
  ['licence texts', /^(?:licences\/|LICENSE)/],
  ['the data of Chromium (.pak, .dat, .bin)', /\.(?:pak|dat|bin)$/],
  ['libraries of Electron', /\.so(?:\.\d+)?$/],
  ['the old runtime of the tests', /^resources\/old-runtime\//],
  ['Electron', /^(?:tillbridge|chrome[-_][\w-]+|Tillbridge\.exe)$/],
];

/** The largest first. */
export function sizesOf(folder: string): PartSize[] {
  const sums = new Map<string, number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!lstatSync(file).isFile()) continue;
    const path = file.slice(folder.length + 1).replaceAll('\\', '/');
    const part = parts.find(([, begins]) => begins.test(path))?.[0] ?? 'other files';
    sums.set(part, (sums.get(part) ?? 0) + statSync(file).size);
  }
  return [...sums].map(([part, bytes]) => ({ part, bytes })).toSorted((one, other) => other.bytes - one.bytes);
}

export function sizesInWords(sizes: readonly PartSize[]): string {
  const all = { part: 'all', bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
  return [...sizes, all].map(({ part, bytes }) => `${String(bytes).padStart(12)}  ${part}\n`).join('');
}
