// The data folder: whose it is, whether its database can be used, its key, and whether it is paused.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeSetUp } from '#contract/programs/control.ts';
import { KeyProblem, type KeyTrouble, hasDataKey, openDataKey } from '#secrets/data-key.ts';
import { type VaultEntries, folderKeyName } from '#secrets/vault-file.ts';
import { type UnsafeFolder, unsafeFolder } from '#settings/paths/own-folder.ts';
import { folderPaths, readMarker, sizeOf } from '#store/folder/folder.ts';
import { healthOf } from '#store/integrity/health.ts';
import { archivesName } from '#store/journal/archive-file.ts';
import { latestMs } from '#store/latest.ts';
import { openPerhapsKeyed } from '../folder-access/open-with-key.ts';
import type { Io } from '../io/usage.ts';
import { type Finding, note, problem, reasonOf, warning } from './finding.ts';

interface Folder {
  readonly dataDir: string;
  readonly io: Io;
  readonly nowMs: number;
  /** A bridge runs on it, and has read the whole file. */
  readonly isRunning: boolean;
  /** What that bridge runs with; null where none runs or it cannot be asked. */
  readonly setUp: BridgeSetUp | null;
  /** The secrets of the window whose folder it is; null where it is none. */
  readonly vault: VaultEntries | null;
}

/** A clock may be so far off before anything is said. */
export const clockSlackMs = 120_000;

export function folderFindings(folder: Folder): Finding[] {
  const { dataDir } = folder;
  const stat = statSync(dataDir, { throwIfNoEntry: false });
  if (stat === undefined) {
    const mend = 'Start the bridge once, which makes it, or correct --data-dir.';
    return [note('folder-new', { what: 'There is no data folder yet.', where: dataDir, mend })];
  }
  if (!stat.isDirectory()) {
    const mend = 'Take the file away, or name another folder with --data-dir.';
    return [problem('folder-not-a-folder', { what: 'The data folder is a file.', where: dataDir, mend })];
  }
  const unsafe = unsafeFolder(dataDir);
  const found = [...(unsafe === null ? [] : [unsafeFinding(unsafe, folder, stat.uid)]), ...keyFindings(folder)];
  const database = databaseFinding(folder);
  if (database !== null) return [...found, database];
  // Without its key what is sealed cannot be read, and what is found there would follow from that.
  return found.some(({ level }) => level === 'problem') ? found : [...found, ...journalFindings(folder)];
}

/** Who looks is not always who runs the bridge: an administrator who took the folder over would stop the service. */
function unsafeFinding({ message, mayBeMeant }: UnsafeFolder, { dataDir, io }: Folder, owner: number): Finding {
  const at = { what: message, where: dataDir };
  if (mayBeMeant) {
    return problem('folder-writable-by-others', {
      ...at,
      mend: `chmod -R go-w ${dataDir} (look at the settings first)`,
    });
  }
  const isFolders = process.getuid?.() !== owner;
  const asOwner = `Run this as the user that the bridge runs as: sudo -u '#${owner}' ${io.program} doctor --data-dir ${dataDir}`;
  const mend = isFolders ? asOwner : `chown -R "$USER" ${dataDir} (look at the settings first)`;
  return problem('folder-of-another-user', { ...at, mend });
}

const keyMends: { readonly [code in KeyTrouble]: string } = {
  'key-malformed': 'Give the key as it was made: 64 hexadecimal digits, from its copy.',
  'key-file-inside-folder': 'Move the key file out of the data folder, and name the new place in TILLBRIDGE_KEY_FILE.',
  'key-file-readable': 'chmod 600 the key file.',
  'key-file-not-made': 'Name a place where this user may write in TILLBRIDGE_KEY_FILE.',
  'key-mark-damaged': 'Put key.json back from a backup of the data folder.',
};

function keyFindings({ dataDir, io: { environment }, setUp, vault }: Folder): Finding[] {
  const at = { where: dataDir };
  if (setUp?.isKeyAtHand === false) {
    const mend =
      'Give the bridge the key that the folder was made with, and start it anew; its log names the key file.';
    return [problem('key-not-at-hand', { ...at, what: 'The bridge that runs has no key for this folder.', mend })];
  }
  try {
    // Only a bridge makes a key.
    if (!hasDataKey(dataDir)) return [];
    const key = openDataKey({ dataDir, environment });
    if (key.type === 'open') {
      key.key.fill(0);
      return [];
    }
    if (setUp !== null) {
      const what =
        'The bridge that runs has the key of this folder. This command was not given it, and needs it for nothing.';
      return [note('key-not-at-hand', { ...at, what, mend: 'Nothing has to be done.' })];
    }
    if (vault !== null && folderKeyName in vault) {
      const what = 'The key of this folder lies in the vault of the window, which only the window opens.';
      const mend = 'Open the window. A bridge without a window needs a folder of its own.';
      return [note('key-in-vault', { ...at, what, mend })];
    }
    const mend = 'Put the copy of the key file where it is expected, or name its place in TILLBRIDGE_KEY_FILE.';
    return [problem('key-not-at-hand', { ...at, what: key.reason, mend })];
  } catch (error) {
    if (!(error instanceof KeyProblem)) throw error;
    return [problem(error.code, { ...at, what: error.message, mend: keyMends[error.code] })];
  }
}

function databaseFinding({ dataDir, isRunning }: Folder): Finding | null {
  const paths = folderPaths(dataDir);
  const at = { where: paths.database };
  try {
    const health = healthOf(paths, readMarker(paths.marker), !isRunning);
    if (health.type === 'new') {
      const mend = 'Start the bridge once, which makes the database.';
      return note('folder-new', { ...at, what: 'The data folder has no database yet.', mend });
    }
    if (health.type === 'sound') return null;
    const isGone = (sizeOf(paths.database) ?? 0) === 0;
    return problem(isGone ? 'database-missing' : 'database-damaged', {
      ...at,
      what: `The database ${health.why}.`,
      mend: 'Keep the folder as it is, and put a backup of the whole folder in its place; it then starts paused.',
    });
  } catch (error) {
    const isNewer = error instanceof Error && error.name === 'NewerDatabase';
    return problem(isNewer ? 'database-newer' : 'database-not-opened', {
      ...at,
      what: reasonOf(error, 'NewerDatabase', 'StorageFailed', 'FolderProblem', 'DamagedDatabase'),
      mend: isNewer
        ? 'Install the version of Tillbridge that wrote it, or a newer one.'
        : 'Check the rights of the file and the disk, and try again.',
    });
  }
}

function journalFindings({ dataDir, io, nowMs, setUp }: Folder): Finding[] {
  if (!existsSync(folderPaths(dataDir).database)) return [];
  let opened: ReturnType<typeof openPerhapsKeyed>['opened'];
  try {
    ({ opened } = openPerhapsKeyed(dataDir, io, true));
  } catch (error) {
    const what = reasonOf(error, 'OlderDatabase', 'DamagedDatabase', 'StorageFailed');
    const isOlder = error instanceof Error && error.name === 'OlderDatabase';
    const mend = isOlder ? 'Start the bridge of this version once.' : 'Put a backup of the whole folder in its place.';
    return [
      (isOlder ? warning : problem)(isOlder ? 'database-older' : 'database-damaged', { what, where: dataDir, mend }),
    ];
  }
  try {
    // Without the key it cannot be told who lifted a pause; the bridge that runs can.
    const paused = setUp === null ? opened.pauses.certainReason() : setUp.paused;
    const lastMs = latestMs(opened);
    const archive = opened.journal.archiveTrouble();
    return [
      ...(archive === null
        ? []
        : [
            problem('archive-lost', {
              what: archive,
              where: dataDir,
              mend: `Copy the file from a backup into ${join(dataDir, archivesName)}, and run: ${io.program} journal verify --data-dir ${dataDir}`,
            }),
          ]),
      ...(paused === null
        ? []
        : [
            problem('folder-paused', {
              what: `Nothing is sent: ${paused}`,
              where: dataDir,
              mend: `When no other copy of the folder is in use: ${io.program} folder resume --data-dir ${dataDir} --name NAME --reason REASON`,
            }),
          ]),
      ...(lastMs - nowMs <= clockSlackMs
        ? []
        : [
            problem('clock-behind', {
              what: `The clock stands before the journal's last record (${new Date(lastMs).toISOString()}).`,
              where: 'the system clock',
              mend:
                'Set the clock, and let the system keep it: sudo timedatectl set-ntp true. Where it is right, it was ' +
                'ahead once: docs/service.md, "The clock was ahead".',
            }),
          ]),
    ];
  } finally {
    opened.close();
  }
}
