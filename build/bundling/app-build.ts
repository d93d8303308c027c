// Builds the app where its sources are newer than what was built, so that `npm start` on a fresh machine needs no
// other command before it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['main', 'preload', 'renderer', 'build', 'package.json', 'electron.vite.config.ts'];
const stamp = join('out', 'built');

export function buildIfNeeded(): void {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.every((source) => newest(source) <= built)) return;
  process.stderr.write('Building the app ...\n');
  buildApp();
}

export function buildApp(): void {
  const began = new Date();
  const node = (...args: string[]) => execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  node(join('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build', '--logLevel', 'warn');
  node(join('build', 'bundling', 'customer-page.ts'));
  node(join('build', 'bundling', 'worker.ts'));
  node(join('build', 'packaging', 'icons.ts'));
  node(join('build', 'checks', 'licences.ts'));
  writeFileSync(stamp, `${began.toISOString()}\n`);
}

function newest(path: string): number {
  const own = existsSync(path) ? statSync(path).mtimeMs : 0;
  if (!existsSync(path) || !statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newest(join(path, name))));
}
