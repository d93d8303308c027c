// Opens the data folder's database: what the composition root calls. A bridge opens it as `bridge` (after taking the
// folder's lock); commands open it as `command`, those that only read possibly beside a live bridge, and neither check
// the whole file nor say that the last run ended cleanly.
//
// This folder holds everything about durable storage. It may import node's own modules, zod, contract, operations,
// http and core's ports and types; never gateway, loopback or any other zone beside it.
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Books } from '#core/ports/books.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { EndRows } from '#core/ports/ends.ts';
import type { EffectKind, EffectRows } from '#core/ports/effects.ts';
import type { OperatorRegistry } from '#core/ports/operators.ts';
import type { Signer } from '#core/ports/signer.ts';
import type { Store } from '#core/ports/store.ts';
import { bindOlder } from './bind-older.ts';
import { createBooks } from './books.ts';
import { createClients } from './clients.ts';
import { type Commits, type OnCommit, createCommits } from './commits.ts';
import { connectToWrite } from './connect.ts';
import { createEffectRows } from './effect-rows.ts';
import { type Eraser, createEraser } from './erase.ts';
import { NoDatabase, OlderDatabase, StorageFailed, isBusy, isStorageTrouble, troubleInWords } from './errors.ts';
import {
  type FolderMarker,
  type FolderPaths,
  folderPaths,
  prepareFolder,
  readMarker,
  touchPrivate,
  writeMarker,
} from './folder.ts';
import { type Health, cleanKey, healthOf } from './health.ts';
import { openIdentity } from './identity-key.ts';
import { type JournalReads, createAppend, createJournalReads } from './journal.ts';
import { type Meta, createMeta } from './meta.ts';
import { latestVersion, migrate } from './migrations.ts';
import { olderWords } from './open-journal.ts';
import { type Bindings, createBindings } from './operation-binding.ts';
import { type Pauses, createPauses } from './pauses.ts';
import { type PlaceMarks, placeMarks } from './place-marks.ts';
import { damaged } from './rescue.ts';
import { type Rights, type RightsProblem, createRights, rightsKinds } from './rights.ts';
import { type Seal, missingSeal } from './seal.ts';
import { openSigner } from './signing-key.ts';
import { createOperators } from './operators.ts';
import { createStore } from './store.ts';
import { createUnseenEnds } from './unseen-ends.ts';
import { watched } from './watched.ts';

export interface OpenOptions {
  readonly dataDir: string;
  /** Null where the key is not at hand: reading or writing an operation then throws KeyMissing. */
  readonly seal: Seal | null;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
  readonly use: 'bridge' | 'command';
  /** True: a folder without a database is refused instead of being made into one. */
  readonly mustExist?: boolean;
  readonly onCommit?: OnCommit;
  /** What follows an outcome and can be carried out here: rows are made for these only. */
  readonly followUps?: readonly EffectKind[];
  /** Up to this size a bridge's opening reads the whole file, however the last run ended. */
  readonly checkedBytes?: number;
  /** So long another program may keep the database locked before nothing new is taken, ms. */
  readonly lockPatienceMs?: number;
}

export interface OpenedStore {
  readonly store: Store;
  readonly clients: ClientRegistry;
  readonly operators: OperatorRegistry;
  /** `bind` needs the seal, and does nothing where it was done before. */
  readonly rights: Pick<Rights, 'areBound' | 'bind'> & {
    /** Rows of people and programs that are not to be believed. */
    problems(): readonly RightsProblem[];
  };
  /** Operations whose rows are not to be believed, as far as they were met; needs the seal. */
  readonly bindings: Pick<Bindings, 'altered' | 'terminalLanes' | 'sweep'>;
  readonly journal: JournalReads;
  readonly books: Books;
  readonly effects: EffectRows;
  readonly ends: EndRows;
  readonly meta: Meta;
  /** Erases personal data; needs the seal. */
  readonly eraser: Eraser;
  /** The folder's signer; makes its key pair, and announces it in the journal, where there is none yet. Needs the seal. */
  signer(atMs: number): Signer;
  /** What paired programs know this folder's bridge by; a key pair of its own, made where there is none yet. Needs the seal. */
  identity(): Signer;
  readonly folder: FolderMarker;
  readonly place: PlaceMarks;
  readonly pauses: Pauses;
  /** True when this opening made the database. */
  readonly isNew: boolean;
  /** False when the last bridge on this folder was killed or crashed. */
  readonly endedCleanly: boolean;
  /** False where the file is large and was not read whole before this opening: somebody should, in the background. */
  readonly fileChecked: boolean;
  /** Commits what is queued and closes; whatever comes later is refused. */
  close(): void;
}

/**
 * Throws FolderProblem, DamagedDatabase, NewerDatabase, OlderDatabase, CannotOpen (another key) or StorageFailed; and
 * NoDatabase where one must exist.
 */
export function openStore(options: OpenOptions): OpenedStore {
  const { dataDir, now, use, mustExist = false } = options;
  const paths = folderPaths(dataDir);
  if (!mustExist) prepareFolder(dataDir);
  const marker = readMarker(paths.marker);
  const health = healthOf(paths, marker, use === 'bridge', options.checkedBytes);
  if (health.type === 'damaged') throw damaged(paths, health.why, now(), use === 'bridge');
  if (health.type === 'new' && mustExist) throw new NoDatabase(dataDir);
  try {
    return openSound(options, paths, marker, health);
  } catch (error) {
    if (!isStorageTrouble(error) && !isBusy(error)) throw error;
    throw new StorageFailed(`${paths.database}: ${troubleInWords(error)}`, { cause: error });
  }
}

type Found = Exclude<Health, { readonly type: 'damaged' }>;

function openSound(
  options: OpenOptions,
  paths: FolderPaths,
  marker: FolderMarker | 'unreadable' | null,
  health: Found,
): OpenedStore {
  const { seal, now, use, onCommit } = options;
  if (use === 'command' && health.type === 'sound' && health.version < latestVersion) {
    throw new OlderDatabase(olderWords(paths));
  }
  touchPrivate(paths.database);
  const db = connectToWrite(paths.database);
  try {
    migrate(db, paths.database);
    const commits = createCommits(db, paths.database, onCommit, options.lockPatienceMs);
    const keyOrNone = seal ?? missingSeal();
    const append = createAppend(db, keyOrNone, options.followUps);
    const meta = createMeta(db, commits, append);
    const rights = createRights(db, append, seal);
    const folder = identify(db, meta, commits, new Date(now()).toISOString());
    if (marker === null || marker === 'unreadable') writeMarker(paths, folder);
    const place = placeMarks(db, meta, seal);
    if (seal !== null) {
      bindOlder({ db, commits, append, seal }, now());
    }
    const bindings = createBindings(db, keyOrNone, now);
    const recorded = bindings.recording(append);
    if (use === 'bridge') meta.put(cleanKey, 'no');
    return {
      store: createStore({ db, commits, seal: keyOrNone, append: recorded, bindings }),
      clients: createClients(db, commits, append, rights),
      operators: createOperators(db, commits, append, rights),
      rights: {
        areBound: () => commits.read(() => rights.areBound()),
        problems: () => commits.read(() => rightsKinds.flatMap((kind) => rights.problems(kind))),
        bind: (atMs) => commits.now(() => (rights.areBound() ? undefined : rights.bind(atMs))),
      },
      bindings: watched(
        { altered: bindings.altered, terminalLanes: bindings.terminalLanes, sweep: bindings.sweep },
        commits.read,
      ),
      journal: watched(createJournalReads(db), commits.read),
      books: createBooks(db, commits, recorded),
      effects: createEffectRows(db, commits, recorded),
      ends: createUnseenEnds(db, commits),
      meta,
      eraser: createEraser({ db, commits, seal: keyOrNone, append, bindings }),
      signer: (atMs) => openSigner({ db, commits, append, seal: keyOrNone, paths }, atMs),
      identity: () => openIdentity({ db, commits, seal: keyOrNone }),
      folder,
      place,
      pauses: watched(createPauses(db, seal), commits.read),
      isNew: health.type === 'new',
      endedCleanly: health.type === 'new' || health.endedCleanly,
      fileChecked: health.type === 'new' || health.checked,
      close: () => close(db, commits, meta, use),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

// The database decides the folder's id: two programs may open a new folder at the same time.
function identify(db: DatabaseSync, meta: Meta, commits: Commits, createdAt: string): FolderMarker {
  const known = (): FolderMarker | null => {
    const [folderId, since] = [meta.get('folder-id'), meta.get('created-at')];
    return folderId === null || since === null ? null : { folderId, createdAt: since };
  };
  const before = known();
  if (before !== null) return before;
  return commits.now(() => {
    const insert = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING');
    insert.run('folder-id', randomUUID());
    insert.run('created-at', createdAt);
    const folder = known();
    if (folder === null) throw new Error('the id of the folder could not be stored');
    return folder;
  });
}

function close(db: DatabaseSync, commits: Commits, meta: Meta, use: OpenOptions['use']): void {
  if (!db.isOpen) return;
  commits.flush();
  // After a failure nobody knows what the disk holds: the next start looks at all of it.
  try {
    if (use === 'bridge' && commits.failure() === null) meta.put(cleanKey, 'yes');
  } catch (error) {
    // Whoever closes has more to close. Without the note the next start takes this end for an unclean one.
    if (!(error instanceof StorageFailed)) throw error;
  } finally {
    commits.close();
    db.close();
  }
}
