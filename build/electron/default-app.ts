// The fallback's default app, so that `electron [-r module] FOLDER [arguments]` works there as with the official
// distribution, whose own default app the npm package does not carry.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { app } from 'electron';

// What Electron gives to default apps only, and so does not describe.
const inner = app as typeof app & { setVersion(version: string): void; setAppPath(path: string): void };
const load = createRequire(join(process.resourcesPath, 'start.cjs'));
const preloads: string[] = [];
let at = 1;
for (; at < process.argv.length; at += 1) {
  const argument = process.argv[at] ?? '';
  if (argument === '-v' || argument === '--version') {
    process.stdout.write(`v${process.versions.electron}\n`);
    process.exit(0);
  }
  if (argument === '-r' || argument === '--require') {
    at += 1;
    preloads.push(resolve(process.argv[at] ?? ''));
  } else if (!argument.startsWith('-')) break;
}
const named = process.argv[at];
if (named === undefined) {
  process.stderr.write('usage: electron FOLDER\n');
  process.exit(1);
}
const target = resolve(named);
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
takeNameFrom(target);
load(join(process.resourcesPath, 'old-runtime', 'old-runtime.cjs'));
for (const module of preloads) load(module);
load(target);

function takeNameFrom(folder: string): void {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    inner.setAppPath(dirname(folder));
    return;
  }
  const described = JSON.parse(text) as { name?: string; productName?: string; version?: string };
  if (described.version !== undefined) inner.setVersion(described.version);
  app.name = described.productName ?? described.name ?? app.name;
  inner.setAppPath(folder);
}
