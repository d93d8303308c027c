// What waits to be sent, from the command line: listed beside a running bridge, and taken back while none runs. A till
// without a window has no other way to take back what a program asked for whose token was revoked.
// While no bridge runs nothing is under way, so what is accepted was not sent; unless the folder is a copy or an older
// state of itself, which is looked at here as a start of the bridge looks at it.
import { userInfo } from 'node:os';
import type { OperationRecord } from '#core/record.ts';
import { cancelIn } from '#core/cancel.ts';
import { lockFolder } from '#store/folder-lock.ts';
import type { OpenedStore } from '#store/open.ts';
import { doubtOf, noteSeen, owesDoubts, wasSeen } from '#store/place.ts';
import { openWithKey } from './open-with-key.ts';
import { StartProblem } from './problems.ts';
import { seenDirOf } from './seen-dir.ts';
import { type Io, UsageError, dataDirOf, readOptions, withActions } from './usage.ts';

export const operationCommand = withActions('operation', { list, cancel });

function list(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, client: { type: 'string' } });
  const dataDir = dataDirOf(options['data-dir']);
  const opened = openWithKey(dataDir, io);
  try {
    for (const record of waiting(opened, options.client)) io.stdout(`${JSON.stringify(shown(record))}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

async function cancel(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    client: { type: 'string' },
    by: { type: 'string' },
  });
  const { id, client } = options;
  if ((id === undefined) === (client === undefined)) {
    throw new UsageError('operation cancel needs --id or --client, one of them');
  }
  const dataDir = dataDirOf(options['data-dir']);
  const by = `command: ${options.by ?? userInfo().username}`;
  // Opened before it is locked: a folder that is no data folder is not made into one.
  const opened = openWithKey(dataDir, io);
  try {
    const lock = lockFolder(dataDir);
    try {
      const seenDir = seenDirOf(io);
      assertOwnState(opened, dataDir, seenDir);
      const ids = id === undefined ? [...waiting(opened, client)].map((record) => record.id) : [id];
      // A shop has hundreds at most, and each says what became of it.
      for (const each of ids) io.stdout(`${JSON.stringify(shown(await cancelOne(opened, each, by)))}\n`);
      noteSeen(opened, seenDir);
      return 0;
    } finally {
      lock.release();
    }
  } finally {
    opened.close();
  }
}

/** Throws StartProblem where what waits here may have been sent by another copy, or since a backup was made. */
function assertOwnState(opened: OpenedStore, dataDir: string, seenDir: string): void {
  if (!wasSeen(opened, seenDir)) {
    throw new StartProblem(
      'This user has not run the bridge on this data folder, so nobody here can tell whether it is a restored copy. ' +
        'Nothing was cancelled. Run this as the user that the bridge runs as.',
    );
  }
  const unlooked = owesDoubts(opened) ? 'It was paused, and no start has looked up since what waits.' : null;
  const reason = doubtOf({ opened, dataDir, seenDir }) ?? unlooked;
  if (reason === null) return;
  throw new StartProblem(
    `The data folder may be a copy: ${reason} What waits may have been sent already. Nothing was cancelled. Start the ` +
      'bridge, which looks it up.',
  );
}

async function cancelOne({ store }: OpenedStore, id: string, by: string): Promise<OperationRecord> {
  const outcome = await store.transact((tx) => {
    const record = tx.operation(id);
    return record === null ? null : cancelIn(tx, record, by, Math.max(Date.now(), record.updatedAtMs));
  });
  if (outcome === null) throw new StartProblem(`There is no operation ${id}.`);
  if (outcome.type === 'refused') throw new StartProblem(outcome.refusal.detail);
  return outcome.record;
}

const pageSize = 200;

function* waiting({ store }: OpenedStore, client: string | undefined): Iterable<OperationRecord> {
  for (let after: string | undefined; ;) {
    const page = store.list(null, { state: 'accepted', limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* page.filter(({ origin }) => client === undefined || origin.clientId === client);
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

/** Nothing of a customer's: it is printed, and kept by whoever keeps logs. */
function shown({ id, kind, state, origin, amount, payId, transId, createdAtMs }: OperationRecord) {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, kind, state, client: origin.clientId, amount, payId, transId, createdAt };
}
