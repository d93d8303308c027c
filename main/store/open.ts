// Opens the data folder's database: what the composition root calls. A bridge opens it as `bridge` (after taking the
// folder's lock); commands open it as `command`, those that only read possibly beside a live bridge, and neither check
// the whole file nor say that the last run ended cleanly.
//
// This folder holds everything about durable storage. It may import node's own modules, zod, contract, operations,
// http and core's ports and types; never gateway, loopback or any other zone beside it.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Books } from '#core/ports/books.ts';
import type { ClientRegistry, OfficeClientRows } from '#core/ports/clients.ts';
import type { OperatorRegistry } from '#core/ports/operators.ts';
import type { Signer } from '#core/ports/journal.ts';
import type { EndRows, Store } from '#core/ports/store.ts';
import { bindOlder } from './operations/bind-older.ts';
import { createBooks } from './journal/books.ts';
import { createClients } from './registry/clients.ts';
import { type Commits, type OnCommit, createCommits } from './database/commits.ts';
import { connectToWrite } from './folder/connect.ts';
import { type Eraser, createEraser } from './erase.ts';
import {
  NoDatabase,
  OlderDatabase,
  StorageFailed,
  isBusy,
  isStorageTrouble,
  troubleInWords,
} from './database/errors.ts';
import {
  type FolderMarker,
  type FolderPaths,
  folderPaths,
  prepareFolder,
  readMarker,
  touchPrivate,
  writeMarker,
} from './folder/folder.ts';
import { type Archiver, createArchiver } from './archive/archive.ts';
import { createClosings } from './journal/closings.ts';
import { clearSpace, markSpaceCleared } from './free-space.ts';
import { createRequestDigest } from './journal/request-digest.ts';
import { createProve } from './journal/prove.ts';
import { type Proofs, createProofs } from './journal/proofs.ts';
import { bootId } from './integrity/boot-id.ts';
import { type Health, bootKey, cleanKey, healthOf } from './integrity/health.ts';
import { openIdentity } from './registry/identity-key.ts';
import { type JournalReads, createAppend, createJournalReads } from './journal/journal.ts';
import { type Meta, createMeta } from './journal/meta.ts';
import { missingRowInWords } from './operations/lane-rows.ts';
import { latestVersion, migrate } from './schema/migrations.ts';
import { olderWords } from './integrity/open-journal.ts';
import { type Bindings, createBindings } from './operations/operation-binding.ts';

import { type Pauses, createPauses } from './folder/pauses.ts';
import { type PaymentBindings, createPaymentBindings } from './operations/payment-binding.ts';
import { createControlBindings } from './operations/control-binding.ts';
import { createPrintJobBindings } from './printing/print-job-binding.ts';
import { type LocationMarks, locationMarks } from './location-marks.ts';
import { damaged } from './integrity/rescue.ts';
import { type Rights, type RightsProblem, createRights, rightsKinds } from './registry/rights.ts';
import { type Seal, missingSeal } from './database/seal.ts';
import { openSigner } from './journal/signing-key.ts';
import { type TextIndex, createTextIndex } from './search/text-index.ts';
import { type Memberships, createMemberships } from './registry/memberships.ts';
import { createOperators } from './registry/operators.ts';
import { type FollowUp, type StoreParts, createStore } from './store.ts';
import { createUnseenEnds } from './operations/unseen-ends.ts';
import { watched } from './database/watched.ts';

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
  /** Writes what follows an outcome (print jobs) in its transaction; left out: nothing follows. */
  readonly followUp?: FollowUp;
  /** Up to this size a bridge's opening reads the whole file, however the last run ended. */
  readonly checkedBytes?: number;
  /** The id of this start of the computer, or null where it is not known; left out: as the system says. */
  readonly boot?: string | null;
  /** How long another program may keep the database locked before no new work is accepted, ms. */
  readonly lockPatienceMs?: number;
}

export interface OpenedStore {
  readonly store: Store;
  readonly clients: ClientRegistry & OfficeClientRows;
  readonly operators: OperatorRegistry;
  readonly memberships: Memberships;
  /** `bind` and `enter` need the seal; `bind` does nothing where it was done before. */
  readonly rights: Pick<Rights, 'areBound' | 'bind' | 'enter' | 'practised'> & {
    /** Rows of people and programs that are not believed. */
    problems(): readonly RightsProblem[];
  };
  /** Operations whose rows are not believed, as far as they were read; needs the seal. */
  readonly bindings: Pick<Bindings, 'altered' | 'terminalLanes' | 'sweep'>;
  /** The bindings of the rows of `payments`; needs the seal. */
  readonly payments: Pick<PaymentBindings, 'begin'> & {
    /** Checks the next rows. */
    sweep(limit: number, atMs: number): void;
  };
  /** Records that carry a proof, and rows of print jobs; needs the seal. */
  readonly proofs: Pick<Proofs, 'begin' | 'sweep'> & {
    /** Numbers of the records that another program wrote: reports leave them out. */
    foreign(): readonly number[];
  };
  /** Puts operations back into lanes from which they were removed outside of this program. `atMs`: wall clock. */
  readonly restoreLaneRows: (atMs: number) => void;
  /** Takes into the index of the searches what is new. Returns the tables whose index was wrong and is made anew. */
  readonly catchUpTexts: TextIndex['catchUp'];
  readonly journal: JournalReads;
  readonly books: Books;
  readonly ends: EndRows;
  readonly meta: Meta;
  /** Erases personal data; needs the seal. */
  readonly eraser: Eraser;
  /** Moves records of closed shifts into archive files; needs the seal. */
  readonly archiver: Archiver;
  /** Rewrites a file whose free space may hold what was erased, once; returns whether it did. No bridge may run. */
  clearSpace(): boolean;
  /**
   * The folder's signer. Where there is none yet, makes its key pair and announces it in the journal. Needs the seal.
   */
  signer(atMs: number): Signer;
  /** The key pair that paired programs know this bridge by, made where there is none yet. Needs the seal. */
  identity(): Signer;
  readonly folder: FolderMarker;
  readonly location: LocationMarks;
  readonly pauses: Pauses;
  /** True when this opening made the database. */
  readonly isNew: boolean;
  /** False when the last bridge on this folder was killed or crashed. */
  readonly endedCleanly: boolean;
  /**
   * False where the file is large and was not read whole before this opening: the bridge reads it in the background.
   */
  readonly fileChecked: boolean;
  /** The power was cut, as far as can be known: the background's check compares the indexes as well. */
  readonly afterPowerCut: boolean;
  /** Fails the store, as a disk failure does, since the file was found to be damaged. */
  fail(why: string): void;
  /** Commits what is queued and closes; later calls are refused. */
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
  const boot = options.boot === undefined ? bootId() : options.boot;
  const health = healthOf(paths, marker, use === 'bridge', options.checkedBytes, boot);
  if (health.type === 'damaged') throw damaged(paths, health.why, now(), use === 'bridge');
  if (health.type === 'new' && mustExist) throw new NoDatabase(dataDir);
  try {
    return openSound({ ...options, boot }, paths, marker, health);
  } catch (error) {
    if (!isStorageTrouble(error) && !isBusy(error)) throw error;
    throw new StorageFailed(`${paths.database}: ${troubleInWords(error)}`, { cause: error });
  }
}

/** More than these are not named one by one. */
const mostNamed = 50;

type Found = Exclude<Health, { readonly type: 'damaged' }>;

function openSound(
  options: OpenOptions & { readonly boot: string | null },
  paths: FolderPaths,
  marker: FolderMarker | 'unreadable' | null,
  health: Found,
): OpenedStore {
  const { seal, now, use, onCommit, boot, followUp = () => undefined } = options;
  if (use === 'command' && health.type === 'sound' && health.version < latestVersion) {
    throw new OlderDatabase(olderWords(paths));
  }
  touchPrivate(paths.database);
  const db = connectToWrite(paths.database);
  try {
    migrate(db, paths.database);
    if (health.type === 'sound' && health.checked) rmSync(paths.doubt, { force: true });
    const commits = createCommits(db, paths.database, onCommit, options.lockPatienceMs, () => doubt(paths));
    const keyOrNone = seal ?? missingSeal();
    const requestDigest = createRequestDigest(keyOrNone);
    const append = createAppend(db, requestDigest, createProve(keyOrNone));
    const meta = createMeta(db, commits, append);
    const rights = createRights(db, append, seal);
    const folder = identify(db, meta, commits, new Date(now()).toISOString());
    // The database says whose the folder is: backups are named, and older ones removed, by the marker.
    if (marker === null || marker === 'unreadable' || marker.folderId !== folder.folderId) writeMarker(paths, folder);
    const location = locationMarks(db, meta, seal);
    if (seal !== null) {
      bindOlder({ db, commits, append, seal }, now());
    }
    const bindings = createBindings(db, keyOrNone, requestDigest, now);
    const recorded = bindings.recording(append);
    const payments = createPaymentBindings(db, keyOrNone, bindings, append);
    const proofs = createProofs(db, keyOrNone, append);
    const printing = createPrintJobBindings(db, keyOrNone, proofs, bindings.suspect);
    const controls = createControlBindings(db, keyOrNone, proofs, bindings.suspect);
    const texts = createTextIndex(db, commits);
    const operators = createOperators(db, commits, append, rights);
    const suspectClosing = (seq: number) => bindings.suspect(`shift ${seq}`, foreignClosing(seq));
    const signer = (atMs: number) => openSigner({ db, commits, append, seal: keyOrNone, paths }, atMs);
    const foreign = () => foreignIn(proofs, seal, bindings);
    const restoreLaneRows = (atMs: number) => restored({ commits, append, bindings }, atMs);
    if (use === 'bridge') noteBegun(meta, boot);
    return {
      store: createStore({
        db,
        commits,
        seal: keyOrNone,
        append: recorded,
        bindings,
        payments,
        printing,
        controls,
        followUp,
        texts,
        operators,
      }),
      clients: createClients(db, commits, append, rights),
      memberships: createMemberships(commits, append, rights),
      operators,
      rights: {
        areBound: () => commits.read(() => rights.areBound()),
        problems: () => commits.read(() => rightsKinds.flatMap((kind) => rights.problems(kind))),
        bind: (atMs) => commits.now(() => (rights.areBound() ? undefined : rights.bind(atMs))),
        enter: (mode, atMs) => commits.now(() => rights.enter(mode, atMs)),
        practised: (kind) => commits.read(() => rights.practised(kind)),
      },
      bindings: watched(
        { altered: bindings.altered, terminalLanes: bindings.terminalLanes, sweep: bindings.sweep },
        commits.read,
      ),
      payments: {
        begin: (atMs) => commits.now(() => payments.begin(atMs)),
        sweep: (limit, atMs) => payments.sweep(limit, atMs, (work) => commits.now(work)),
      },
      proofs: {
        begin(atMs) {
          printing.begin((work) => commits.now(work));
          commits.now(() => {
            controls.begin();
            proofs.begin(atMs);
          });
        },
        sweep(limit) {
          commits.read(() => {
            proofs.sweep(limit);
            printing.sweep(limit);
            controls.check();
            foreign();
          });
        },
        foreign: () => commits.read(foreign),
      },
      restoreLaneRows,
      catchUpTexts: () => texts.catchUp(),
      journal: watched(createJournalReads(db, paths.dir), commits.read),
      books: createBooks({ db, dataDir: paths.dir, commits, append: recorded }, { suspect: suspectClosing, foreign }),
      ends: createUnseenEnds(db, commits),
      meta,
      eraser: createEraser({ db, commits, seal: keyOrNone, append, bindings, printing }),
      clearSpace: () => clearSpace(db, commits),
      archiver: createArchiver({
        db,
        commits,
        append,
        bindings,
        closings: createClosings(db, suspectClosing),
        dataDir: paths.dir,
        folderId: folder.folderId,
        signer,
      }),
      signer,
      identity: () => openIdentity({ db, commits, seal: keyOrNone }),
      folder,
      location,
      pauses: watched(createPauses(db, seal), commits.read),
      isNew: health.type === 'new',
      endedCleanly: health.type === 'new' || health.endedCleanly,
      fileChecked: health.type === 'new' || health.checked,
      afterPowerCut: health.type !== 'new' && health.afterPowerCut,
      fail: (why) => commits.fail(why),
      close: () => close(db, commits, meta, use),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** From here on the file counts as not closed; the id tells the next start whether the computer ran on since. */
function noteBegun(meta: Meta, boot: string | null): void {
  meta.transact((tx) => {
    tx.put(cleanKey, 'no');
    tx.put(bootKey, boot ?? '');
  });
}

/**
 * After a failure the content of the disk is not known, in this start of the computer neither: the system forgets what it
 * could not write. Outside of the database, which takes no write any more.
 */
function doubt(paths: FolderPaths): void {
  try {
    touchPrivate(paths.doubt);
  } catch {
    // A disk that takes no file says so again at the next start.
  }
}

function foreignClosing(seq: number): string {
  return `record ${seq} of the journal: it closes a shift, was not written by the bridge, and no report goes by it`;
}

/**
 * Logs each and raises an alarm. Without the key, records of another program cannot be distinguished from the bridge's.
 */
function foreignIn(proofs: Proofs, seal: Seal | null, { suspect }: Pick<Bindings, 'suspect'>): readonly number[] {
  const foreign = seal === null ? [] : proofs.foreign();
  for (const seq of foreign) suspect(`record ${seq}`, foreignRecord(seq));
  return foreign;
}

function foreignRecord(seq: number): string {
  return `record ${seq} of the journal: it was not made with the folder's key, and no report goes by it`;
}

/** Restores lanes. `altered` lists each restored row from then on, which is logged and raises an alarm. */
function restored(
  { commits, append, bindings }: Pick<StoreParts, 'commits' | 'append' | 'bindings'>,
  atMs: number,
): void {
  if (commits.read(() => bindings.laneRows.missing()).length === 0) return;
  const rows = commits.now(() => {
    const found = bindings.laneRows.restore();
    const operations = [...new Set(found.map(({ id }) => id))].slice(0, mostNamed);
    append({ type: 'lanes-restored', operationId: null, atMs, data: { operations, places: found.length } });
    return found;
  });
  for (const row of rows) bindings.suspect(`lane ${row.id}`, missingRowInWords(row));
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
    markSpaceCleared(db);
    const folder = known();
    if (folder === null) throw new Error('the id of the folder could not be stored');
    return folder;
  });
}

function close(db: DatabaseSync, commits: Commits, meta: Meta, use: OpenOptions['use']): void {
  if (!db.isOpen) return;
  commits.flush();
  // After a failure the content of the disk is unknown: without the note the next start checks the whole file.
  try {
    if (use === 'bridge' && commits.failure() === null) meta.put(cleanKey, 'yes');
  } catch (error) {
    // The caller has more to close, so nothing is thrown. Without the note the next start takes this end for unclean.
    if (!(error instanceof StorageFailed)) throw error;
  } finally {
    commits.close();
    db.close();
  }
}
