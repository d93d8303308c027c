// Packages the app with electron-builder. On the old runtime the result is a test build: it says so in its name, and
// starts through a file that loads the shim. A release build knows nothing of either.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Configuration, Platform, build } from 'electron-builder';
import { writeBillOfMaterials } from './bill-of-materials.ts';
import { makeCodeCaches } from './code-cache.ts';
import { makeInstalledBridge } from './installed-bridge.ts';
import { writeLicences } from '../checks/licences.ts';
import type { ElectronRuntime } from '../electron/runtime.ts';

export interface PackageWish {
  readonly runtime: ElectronRuntime;
  readonly targets: readonly string[];
  readonly output: string;
  /** False for tests that drive the app: the fuses close the way by which a driver comes in. */
  readonly fused: boolean;
}

const testStart = 'out/old-runtime-start.cjs';

export async function packageApp({ runtime, targets, output, fused }: PackageWish): Promise<void> {
  if (runtime.fallback) writeFileSync(testStart, oldRuntimeStart);
  else rmSync(testStart, { force: true });
  await makeCodeCaches(runtime);
  await makeInstalledBridge();
  writeLicences();
  writeBillOfMaterials(runtime.version);
  useLocalTools();
  const config = {
    extends: configFile(runtime, fused),
    electronVersion: runtime.version,
    electronDist: runtime.dist,
    directories: { output },
    ...(runtime.fallback ? testBuild : {}),
  } satisfies Configuration;
  await build({ targets: Platform.current().createTarget([...targets]), config, publish: 'never' });
}

/** A deb of a folder that was packaged before, with another version, not compressed. For tests. */
export async function packageDeb(wish: { readonly folder: string; readonly output: string; readonly version: string }) {
  useLocalTools();
  const config = {
    extends: 'electron-builder.yml',
    directories: { output: wish.output },
    extraMetadata: { version: wish.version },
    // Arguments of fpm, after those of the file; the last one of a name counts.
    deb: { fpm: ['--deb-compression=none'] },
    artifactName: '${name}-${version}.${ext}',
  } satisfies Configuration;
  const targets = Platform.LINUX.createTarget(['deb']);
  await build({ targets, config, prepackaged: wish.folder, publish: 'never' });
}

/** Options of the file can be extended here but not removed, so tests get a copy with fewer options. */
function configFile(runtime: ElectronRuntime, fused: boolean): string {
  const file = 'electron-builder.yml';
  if (fused && !runtime.fallback) return file;
  const text = readFileSync(file, 'utf8');
  const fuses = /^electronFuses:\n(?: +.*\n)+/m;
  // The old runtime has no such fuse.
  const fewer = fused ? text.replace(/^ +grantFileProtocolExtraPrivileges:.*\n/m, '') : text.replace(fuses, '');
  const copy = join('out', file);
  writeFileSync(copy, fewer);
  return copy;
}

/** The runtime that packages must not be the one that is packaged, because its shim lies beside the distribution. */
const oldRuntimeStart = `'use strict';
require(require('node:path').join(process.resourcesPath, 'old-runtime', 'old-runtime.cjs'));
require('./main/index.cjs');
`;

const testBuild = {
  compression: 'store',
  extraMetadata: { main: testStart },
  files: [testStart],
  artifactName: '${name}-${version}-TEST-ONLY-${os}-${arch}.${ext}',
} satisfies Configuration;

/** Targets whose tools electron-builder would download are made with the system's where these are there. */
function useLocalTools(): void {
  process.env['CUSTOM_FPM_PATH'] ??= join(import.meta.dirname, '../electron/fpm-on-dpkg.sh');
  process.env['USE_SYSTEM_FPM'] ??= 'true';
  const zip = '/usr/bin/7za';
  if (existsSync(zip)) process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= zip;
}
