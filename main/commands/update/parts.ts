// What an installation asks of a program of either version, each a process of its own that runs as the data folder's owner:
// these commands and their lines of JSON stay as they are from version to version.
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '#store/open.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { withBridge } from '../folder-access/bridge-calls.ts';
import { assertDataFolder, sealAtHand } from '../folder-access/open-with-key.ts';
import { printJson } from '../io/print-json.ts';
import { StartProblem } from '../io/problems.ts';
import { type Io, dataDirOf, readOptions, wholeNumber } from '../io/usage.ts';

/** `update try`: opens a copy of the data folder as a start does, brings it to this version's form, and verifies it. */
export function tryCopy(args: readonly string[], io: Io): number {
  const dataDir = dataDirIn(args);
  assertDataFolder(dataDir);
  const seal = sealAtHand(dataDir, io);
  openStore({ dataDir, seal, now: Date.now, use: 'bridge', mustExist: true }).close();
  const { ok, head, problem } = verifyDatabase(dataDir, null, Date.now, seal);
  if (!ok) throw new StartProblem(`The copy does not verify: ${problem?.what ?? 'unknown'}.`);
  printJson(io, { version: io.version, schema: latestVersion, head });
  return 0;
}

/** `update health`: what the bridge of this version says of itself. Exit code 1 where none answers. */
export async function health(args: readonly string[], io: Io): Promise<number> {
  const dataDir = dataDirIn(args);
  const need = { use: 'reads', key: 'optional' } as const;
  const found = await withBridge(dataDir, io, need, (calls) => calls.health({}));
  if (found.health === null) throw new StartProblem(`No bridge runs on ${dataDir}.`);
  printJson(io, { version: io.version, ...found.health });
  return 0;
}

/** What a start writes by itself. Everything else is work, also what this version does not know. */
const ofStarts = [
  'signing-key',
  'head-signed',
  'records-proven',
  'rights-bound',
  'operations-bound',
  'credentials-bound',
  'policy-applied',
  'policy-removed',
  'folder-paused',
  'lanes-restored',
];

/** `update look`: reads what every version can read of a database, also of a newer form. No bridge runs. */
export function look(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, after: { type: 'string' } });
  const dataDir = dataDirOf(options['data-dir']);
  const after = wholeNumber(options.after, '--after', Number.MAX_SAFE_INTEGER) ?? 0;
  const db = new DatabaseSync(folderPaths(dataDir).database);
  try {
    const schema = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    const places = ofStarts.map(() => '?').join(', ');
    const counted = db.prepare(`SELECT count(*) AS work FROM journal WHERE seq > ? AND type NOT IN (${places})`);
    printJson(io, { schema, work: Number(counted.get(after, ...ofStarts)?.['work']) });
    return 0;
  } finally {
    db.close();
  }
}

function dataDirIn(args: readonly string[]): string {
  return dataDirOf(readOptions(args, { 'data-dir': { type: 'string' } })['data-dir']);
}
