// `bridge update install`: root installs the deb that the bridge has downloaded. What the bridge's user wrote is not
// believed: the list is verified again with the pinned keys or the policy's, and the package as it is copied (ADR 63).
// The deb itself refuses while operations are under way.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsSchema } from '#settings/settings.ts';
import { policyPaths, readPolicy, withPolicy } from '#settings/policy.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { pinnedKeys } from '#updates/keys.ts';
import { type Manifest, type ManifestFile, readManifest } from '#updates/manifest.ts';
import { type UpdateFolder, updateFolderOf } from '#updates/note.ts';
import { offerIn } from '#updates/offer.ts';
import { refusedWords } from '#updates/refused-words.ts';
import { copyVerified } from '#updates/verified-copy.ts';
import { assertDataFolder } from './folder-access/open-with-key.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, dataDirOf, readOptions } from './io/usage.ts';

export interface InstallPorts {
  readonly isRoot: boolean;
  readonly nowMs: number;
  readonly platform: string;
  /** Runs a program to its end, with its output to the person; its exit code. `as`: the owner of a folder. */
  readonly run: (command: readonly string[], as?: { readonly uid: number; readonly gid: number }) => number;
}

export function installUpdate(args: readonly string[], io: Io, ports: InstallPorts = onThisMachine()): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, policy: { type: 'string' } });
  const dataDir = dataDirOf(options['data-dir']);
  if (io.packageKind !== 'deb') {
    throw new StartProblem('This program was not installed from a deb. Install the package as you did the first time.');
  }
  if (!ports.isRoot) throw new StartProblem('Run this as root (sudo): it installs a package of the system.');
  assertDataFolder(dataDir);
  const folder = updateFolderOf(dataDir);
  const { manifest, file } = verified(folder, { io, ports, policyFile: options.policy });
  const mine = mkdtempSync(join(tmpdir(), 'tillbridge-update-'));
  try {
    const deb = join(mine, file.name);
    copyVerified(join(folder.packages, file.name), file, deb);
    const copies = copyDatabase(dataDir, folder, io, ports);
    if (ports.run(['/usr/bin/apt-get', 'install', '--yes', deb]) !== 0) {
      throw new StartProblem(`Version ${manifest.version} was not installed; what apt-get says stands above.`);
    }
    io.stderr(`Version ${manifest.version} is installed. The data folder as it was before lies in ${copies}.\n`);
    return 0;
  } finally {
    rmSync(mine, { recursive: true, force: true });
  }
}

interface Verified {
  readonly manifest: Manifest;
  readonly file: ManifestFile;
}

/** Throws StartProblem. */
function verified(
  folder: UpdateFolder,
  { io, ports, policyFile }: { readonly io: Io; readonly ports: InstallPorts; readonly policyFile: string | undefined },
): Verified {
  const given = policyFile ?? io.environment['TILLBRIDGE_POLICY'];
  const policy = readPolicy({ given, ...policyPaths(process.platform, io.environment) });
  // Of settings, only those that root wrote.
  const { key, channel } = withPolicy(settingsSchema.parse({}), policy).updates;
  const note = folder.note();
  if (note.signed === null)
    throw new StartProblem('There is nothing to install: the bridge knows of no newer version.');
  const { nowMs, platform } = ports;
  const keys = key === null ? pinnedKeys : [key];
  const read = readManifest(Buffer.from(note.signed), { nowMs, keys, channel, platform, kind: 'deb' });
  if (read.type === 'refused') throw new StartProblem(`${refusedWords[read.why]} ${byPolicy} Nothing was installed.`);
  const seen = { version: io.version, schema: latestVersion, manifestCreated: note.created, highest: note.highest };
  const offer = offerIn(read.manifest, seen);
  if (offer.type === 'newer') return read;
  const why = offer.type === 'current' ? `Version ${io.version} is the latest.` : refusedWords[offer.why];
  throw new StartProblem(`${why} Nothing was installed.`);
}

const byPolicy = 'A key and a channel of your own must stand in the policy, which root alone writes.';

/** As the user of the folder: root's files could not be read by the bridge. Throws StartProblem. */
function copyDatabase(dataDir: string, folder: UpdateFolder, io: Io, { run }: InstallPorts): string {
  const copies = join(folder.dir, 'copies');
  if (!existsSync(folderPaths(dataDir).database)) return copies;
  const { uid, gid } = statSync(dataDir);
  const command = [...(io.ownProgram ?? []), 'folder', 'backup', '--data-dir', dataDir, '--to', copies, '--keep', '2'];
  if (run(command, { uid, gid }) !== 0)
    throw new StartProblem('No copy of the data folder was made. Nothing was installed.');
  return copies;
}

function onThisMachine(): InstallPorts {
  return {
    isRoot: process.getuid?.() === 0,
    nowMs: Date.now(),
    platform: `${process.platform}-${process.arch}`,
    run([program = '', ...args], as) {
      return spawnSync(program, args, { stdio: 'inherit', cwd: '/', ...as }).status ?? 1;
    },
  };
}
