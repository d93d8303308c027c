// Data folders of offices that begin with an empty database: making one takes seconds, copying one does not. The first
// office of a run has it made; whoever comes while it is being made makes a database of its own, as any office does.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleVariable } from './bundled.ts';

const maker = join(import.meta.dirname, 'make-office-folder.ts');

/** Beside the run's bundles: as root PostgreSQL is another user, and has no way into their folder. */
const officeFolderOf = (run: string): string => `${run}-office`;
const beingMade = (ready: string): string => `${ready}.being-made`;

export function removeOfficeFolder(run: string): void {
  const ready = officeFolderOf(run);
  for (const folder of [ready, beingMade(ready)]) rmSync(folder, { recursive: true, force: true });
}

/** Puts a database into an office's empty data folder, where this run has one. */
export function giveDatabase(dataDir: string): void {
  const run = process.env[bundleVariable];
  // PostgreSQL goes by the owners of its files, which `cp -a` keeps.
  if (run === undefined || process.platform === 'win32') return;
  const ready = officeFolderOf(run);
  if (!existsSync(ready) && !made(ready)) return;
  for (const name of ['postgres', 'database-password']) execFileSync('cp', ['-a', join(ready, name), dataDir]);
}

/** False where another worker is at it. */
function made(ready: string): boolean {
  const being = beingMade(ready);
  try {
    mkdirSync(being);
  } catch {
    return false;
  }
  execFileSync(process.execPath, [maker, being], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(being, ready);
  return true;
}
