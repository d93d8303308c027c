// `npm run package [-- target ...]`: the app as a folder, and as the platform's packages; and the client
// for JavaScript as an archive. Without the official Electron
// it says so, and makes only the targets that need no further download, from the test runtime.
import { parseArgs } from 'node:util';
import { buildApp } from '../bundling/app-build.ts';
import { packClient } from './client-package.ts';
import { electronRuntime } from '../electron/runtime.ts';
import { packageApp } from './package-app.ts';
import { dateOfSources, removeOlderPackages, writeProvenance } from './provenance.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const runtime = await electronRuntime();

function defaultTargets(): string[] {
  if (runtime.fallback) return ['dir', 'deb', 'zip'];
  if (process.platform === 'win32') return ['nsis'];
  if (process.platform === 'darwin') return ['dmg'];
  return ['dir', 'deb', 'zip', 'AppImage'];
}

// The same sources give the same bytes, whenever they are packaged.
const date = dateOfSources();
if (date !== null) process.env['SOURCE_DATE_EPOCH'] ??= date;
buildApp();
removeOlderPackages('release');
const targets = positionals.length > 0 ? positionals : defaultTargets();
await packageApp({ runtime, targets, output: 'release', fused: true });
packClient('release');
writeProvenance('release', { targets, electron: runtime.version });
if (runtime.fallback) process.stderr.write('These packages hold the test runtime: do not install them in a shop.\n');
