// `bridge folder move`: a till goes on in another data folder, as a user's own till in the machine's folder. What was
// there stays, closed, and says where the till is now; the new folder starts paused (ADR 18, 76).
import { existsSync, lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { type Owner, asOwner } from '#host/files/as-owner.ts';
import { lookAtSettings } from '#settings/file.ts';
import { policyPaths, readPolicy, withPolicy } from '#settings/policy.ts';
import { settingsSchema } from '#settings/settings.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { comingMark, leftMark, moveMarkIn } from '#store/folder/moved.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { assertDataFolder } from './folder-access/open-with-key.ts';
import { bringCopy, removeRemains } from './move/copy.ts';
import { type FolderKey, forgetExported, keyFor, placeKey } from './move/key.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required } from './io/usage.ts';

/** Null where this process's own user has both. */
interface Owners {
  readonly from: Owner | null;
  readonly to: Owner | null;
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly owners: Owners;
}

export function move(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    to: { type: 'string' },
    'key-file': { type: 'string' },
    policy: { type: 'string' },
  });
  const given = dataDirOf(options['data-dir']);
  const from = existsSync(given) ? realpathSync(given) : given;
  const to = resolve(required(options.to, '--to'));
  assertApart(from, to);
  const wish: Move = { from, to, owners: ownersOf(from, to) };
  const left = moveMarkIn(leftMark(from));
  if (left === null || left === 'unreadable' || left.to !== to) {
    assertDataFolder(from);
    const { owners } = wish;
    const lock = asOwner(owners.from, () => lockFolder(from, true));
    try {
      asOwner(owners.from, () => assertAtRest(from));
      assertSameShop(wish, options.policy ?? io.environment['TILLBRIDGE_POLICY'], io);
      assertNoTill(wish);
      const key = asOwner(owners.from, () => keyFor({ ...wish, keyFile: options['key-file'] }, io.environment));
      carryOut(wish, key, io);
    } finally {
      lock.release();
    }
  }
  finish(wish);
  return say(wish, io);
}

/** The steps before the one that decides change nothing in the old folder, which stays the till. */
function carryOut({ from, to, owners }: Move, key: FolderKey, io: Io): void {
  const nowMs = Date.now();
  const coming = comingMark(to);
  const isAgain = existsSync(coming);
  if (isAgain) removeRemains(to);
  writeDurably(coming, `${JSON.stringify({ from, to, at: new Date(nowMs).toISOString(), owner: owners.to })}\n`, 0o644);
  syncFolder(dirname(to));
  try {
    bringCopy({ from, to, owners, version: io.version, nowMs });
    placeKey(key, owners.to, nowMs);
  } catch (error) {
    // Where the new folder is in its place already, the mark keeps it from being started.
    if (!isAgain && !existsSync(folderPaths(to).marker)) rmSync(coming, { force: true });
    throw error;
  }
  decide(from, to);
}

/** One rename, so that at each moment exactly one of the two folders starts; between two file systems there are two steps. */
function decide(from: string, to: string): void {
  const [coming, left] = [comingMark(to), leftMark(from)];
  try {
    renameSync(coming, left);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const mark = moveMarkIn(coming);
    writeDurably(left, `${JSON.stringify(mark)}\n`, 0o644);
    syncFolder(from);
    rmSync(coming);
  }
  syncFolder(from);
  syncFolder(dirname(to));
}

/** What is done again where it was interrupted. */
function finish({ from, to, owners }: Move): void {
  rmSync(comingMark(to), { force: true });
  removeRemains(to);
  const { database } = folderPaths(from);
  asOwner(owners.from, () => {
    // An older program knows no mark: it finds that the database is gone, and does not start.
    for (const end of ['-wal', '-shm', '']) {
      if (existsSync(`${database}${end}`)) renameSync(`${database}${end}`, `${database}.moved${end}`);
    }
    syncFolder(from);
    forgetExported(from);
  });
}

function say({ from, to, owners }: Move, io: Io): number {
  const head = asOwner(owners.to, () => headOf(to));
  printJson(io, { moved: from, to, head });
  io.stderr(
    `The till is in ${to} now, whole and verified. ${from} stays as it was, and starts no more. Start the bridge of ${to}: ` +
      'it needs the API key, and starts paused. When its gateway and terminals are right, run ' +
      `"folder resume --data-dir ${to} --name WHO --reason moved".\n`,
  );
  return 0;
}

function headOf(dir: string) {
  const opened = openJournal(dir, Date.now);
  try {
    return opened.journal.head();
  } finally {
    opened.close();
  }
}

function assertApart(from: string, to: string): void {
  const isBelow = (path: string) => path === '' || !(path === '..' || path.startsWith('../') || path.startsWith('/'));
  if (isBelow(relative(from, to)) || isBelow(relative(to, from))) {
    throw new UsageError('--to must be another folder, neither in the data folder nor above it');
  }
}

/** Throws StartProblem where this user may not have both. */
function ownersOf(from: string, to: string): Owners {
  const self = process.getuid?.();
  const [old, next] = [from, to].map((dir) => statSync(dir, { throwIfNoEntry: false }));
  if (self === undefined || old === undefined) return { from: null, to: null };
  if (self !== 0) {
    const other = [old, next].find((each) => each !== undefined && each.uid !== self);
    if (other === undefined) return { from: null, to: null };
    const whose = other === old ? from : to;
    throw new StartProblem(`${whose} belongs to another user: run this as root (sudo). Nothing was changed.`);
  }
  const begun = [comingMark(to), leftMark(from)].map(moveMarkIn).find((mark) => mark !== null);
  const kept = begun !== undefined && begun !== 'unreadable' && begun.from === from ? begun.owner : null;
  if (kept === null && next === undefined && old.uid !== 0) {
    throw new StartProblem(
      `${to} is not there, so whose it will be is not known. Make it first, for the user of its bridge: ` +
        `install -d -m 0700 -o USER -g USER ${to} (USER is tillbridge for the service). Nothing was changed.`,
    );
  }
  const link = next === undefined ? false : lstatSync(to).isSymbolicLink();
  if (link || next?.isDirectory() === false) throw new StartProblem(`${to} is no folder. Nothing was changed.`);
  const { uid, gid } = kept ?? next ?? old;
  return { from: { uid: old.uid, gid: old.gid }, to: { uid, gid } };
}

/** What is under way would be in doubt at the new place. A decision that only a person can take may wait there. */
function assertAtRest(from: string): void {
  const opened = openJournal(from, Date.now);
  try {
    const { states } = opened.summary();
    const found = (['accepted', 'sending', 'pending', 'unknown'] as const).filter((state) => (states[state] ?? 0) > 0);
    if (found.length === 0) return;
    const named = found.map((state) => `${state}: ${states[state]}`).join(', ');
    throw new StartProblem(
      `Operations of ${from} are under way (${named}). Start its bridge and wait for their outcome, or decide them; then ` +
        'move the till. Nothing was changed.',
    );
  } finally {
    opened.close();
  }
}

/** The machine's settings and policy may name less than the till does, but nothing else. */
function assertSameShop({ from, to, owners }: Move, policyFile: string | undefined, io: Io): void {
  const policy = readPolicy({ given: policyFile, ...policyPaths(process.platform, io.environment) });
  const own = gatewayIn(asOwner(owners.from, () => lookAtSettings(from)));
  const there = existsSync(join(to, 'settings.json')) ? asOwner(owners.to, () => lookAtSettings(to)) : null;
  const fixed = withPolicy(there?.type === 'fine' ? there.settings : settingsSchema.parse({}), policy).gateway;
  for (const part of ['root', 'merchantId', 'mode'] as const) {
    if (own[part] === undefined || fixed[part] === undefined || own[part] === fixed[part]) continue;
    throw new StartProblem(
      `${from} is a till of another shop than ${to} is for: ${part} is ${JSON.stringify(own[part])} here, and ` +
        `${JSON.stringify(fixed[part])} in the settings or the policy there. Mend what is wrong. Nothing was changed.`,
    );
  }
}

function gatewayIn(found: ReturnType<typeof lookAtSettings>) {
  if (found.type === 'fine') return found.settings.gateway;
  throw new StartProblem(`${found.file} cannot be used: ${found.why}. Mend it first. Nothing was changed.`);
}

/** A till without operations is set aside; one that has any is a till of its own. */
function assertNoTill({ from, to, owners }: Move): void {
  const coming = moveMarkIn(comingMark(to));
  // The copy of a move that was interrupted: it was never started.
  if (coming !== null && coming !== 'unreadable' && coming.from === from) return;
  if (coming !== null) {
    const what = coming === 'unreadable' ? 'another folder' : coming.from;
    throw new StartProblem(`${what} is being moved to ${to}: end that move first. Nothing was changed.`);
  }
  const { marker, database } = folderPaths(to);
  if (!existsSync(marker) && !existsSync(database)) return;
  asOwner(owners.to, () => {
    lockFolder(to, true).release();
    const opened = openJournal(to, Date.now);
    try {
      const operations = Object.values(opened.summary().states).reduce((sum, count) => sum + count, 0);
      if (operations === 0) return;
      throw new StartProblem(
        `${to} is a till with ${operations} operations of its own, and two tills cannot become one. Name another folder, ` +
          `or go on with the till that is there.. Nothing was changed.`,
      );
    } finally {
      opened.close();
    }
  });
}
