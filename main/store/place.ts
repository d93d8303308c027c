// Whether a data folder still is the one that it says it is. A copy has other file numbers or stands on another
// machine; a backup that was put back ends before the last record that was seen of it. What was seen is kept outside
// of the folder, where no copy of the folder takes it along.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Pause } from '#core/ports/engine.ts';
import { folderPaths, prepareFolder } from './folder.ts';
import type { OpenedStore } from './open.ts';
import { onlyByKey } from './pauses.ts';
import { KeyMissing } from './seal.ts';
import { type Place, suspicionOf } from './suspicion.ts';

const placeSchema = z.object({ machine: z.string(), inode: z.string(), digest: z.string().optional() });
const seenSchema = z.object({ seq: z.int(), hash: z.string() });

const placeKey = 'place';
const pausedKey = 'paused';
const startedPausedKey = 'started-paused-ms';
const owesDoubtsKey = 'owes-doubts';

export interface PlaceOptions {
  readonly opened: OpenedStore;
  readonly dataDir: string;
  /** A folder outside of the data folder; null where there is none to write in. */
  readonly seenDir: string | null;
  readonly nowMs: () => number;
}

export interface PlacePause extends Pause {
  /** Remembers outside how far the journal has come. */
  noteSeen(): void;
}

/** Looks where the folder stands, and pauses it in its own database where it may be a copy. */
export function createPause({ opened, dataDir, seenDir, nowMs }: PlaceOptions): PlacePause {
  const { meta } = opened;
  const suspicion = suspicionHere({ opened, dataDir, seenDir });
  const [place, atMs] = [placeOf(dataDir), nowMs()];
  // In one transaction, by what the folder says then: a pause that is lifted beside this start stays lifted, and a start
  // that dies here leaves everything for the next one to find.
  meta.transact((tx) => {
    const { pauses } = opened;
    // Without the key nobody can prove that an older pause was lifted, and that says nothing against the folder.
    const reason = suspicion ?? pauses.certainReason() ?? (tx.get(pausedKey) || null);
    if (reason !== null && !pauses.isKeyed()) {
      tx.put(pausedKey, reason);
      tx.journal({ type: 'folder-paused', operationId: null, atMs, data: { reason, ...onlyByKey } });
    }
    if (reason !== null) {
      tx.put(owesDoubtsKey, 'yes');
      tx.put(startedPausedKey, String(atMs));
    }
    const digest = opened.place.digest(textOf(place));
    // A start without the key takes no digest away that one with it made.
    if (digest !== null) opened.place.seal(tx.put);
    else if (isSame(placeIn(opened), place)) return;
    tx.put(placeKey, JSON.stringify({ ...place, ...(digest === null ? {} : { digest }) }));
  });
  const pause: PlacePause = {
    reason: () => pausedFor(opened),
    startedPausedMs: () => {
      const at = meta.get(startedPausedKey);
      return at === null ? null : Number(at);
    },
    owesDoubts: () => owesDoubts(opened),
    doubted: () => meta.put(owesDoubtsKey, ''),
    lift: (by, why, request) => void liftPause(opened, by, why, nowMs(), request),
    noteSeen: () => noteSeen(opened, seenDir),
  };
  // What spoke against the folder stands in its journal now.
  writeSeen(opened, seenDir);
  return pause;
}

/** Whether something is known outside of the folder that could speak against it. */
export function wasSeen(opened: OpenedStore, seenDir: string): boolean {
  return readSeen(opened, seenDir) !== null;
}

/** Why the folder is paused, or null: by the journal's records of it, whatever the database says beside them. */
export function pausedFor(opened: Pick<OpenedStore, 'meta' | 'pauses'>): string | null {
  return pausedBy(opened, opened.meta);
}

function pausedBy({ pauses }: Pick<OpenedStore, 'pauses'>, meta: Pick<OpenedStore['meta'], 'get'>): string | null {
  return pauses.reason() ?? (meta.get(pausedKey) || null);
}

/** Why the folder may be a copy, or is paused since it was found to be one; null where nothing speaks against it. */
export function doubtOf(options: Omit<PlaceOptions, 'nowMs'>): string | null {
  return pausedFor(options.opened) ?? suspicionHere(options);
}

function suspicionHere({ opened, dataDir, seenDir }: Omit<PlaceOptions, 'nowMs'>): string | null {
  return suspicionOf({
    isNew: opened.isNew,
    headSeq: opened.journal.head().seq,
    seen: readSeen(opened, seenDir),
    hashAt: (seq) => hashAt(opened, seq),
    before: placeIn(opened),
    isEdited: isEdited(opened),
    here: placeOf(dataDir),
  });
}

/** Whether what waits may have been sent by a copy, and no start has put it in doubt yet. */
export function owesDoubts({ meta }: OpenedStore): boolean {
  return isSaid(meta.get(owesDoubtsKey));
}

/** What is taken back is left empty. */
function isSaid(mark: string | null): boolean {
  return mark !== null && mark !== '';
}

/**
 * Takes the pause back and journals who said so, and why. Gives the reason that it had, or null where it had none. Throws
 * KeyMissing without the folder's key, which proves the record.
 */
export function liftPause(opened: OpenedStore, by: string, why: string, atMs: number, request?: string): string | null {
  return opened.meta.transact((tx) => {
    const reason = pausedBy(opened, tx);
    if (reason === null) return null;
    const proof = opened.pauses.proof(by, why);
    if (proof === null)
      throw new KeyMissing('the key of the data folder is not at hand, and a pause is lifted with it');
    tx.put(pausedKey, '');
    tx.journal({
      type: 'folder-resumed',
      operationId: null,
      atMs,
      data: { by, why, reason, proof, ...(request === undefined ? {} : { request }) },
    });
    return reason;
  });
}

function placeOf(dataDir: string): Place {
  const { ino } = statSync(folderPaths(dataDir).database, { bigint: true });
  return { machine: machineId(), inode: String(ino) };
}

function placeIn({ meta }: OpenedStore): z.output<typeof placeSchema> | null {
  const parsed = placeSchema.safeParse(jsonOrNull(meta.get(placeKey)));
  return parsed.success ? parsed.data : null;
}

/** Taken away, or without the digest of the folder's key where it must have it. */
function isEdited(opened: OpenedStore): boolean {
  const { place } = opened;
  const before = placeIn(opened);
  return place.mustBeSealed && (before === null || place.digest(textOf(before)) !== before.digest);
}

function isSame(before: Place | null, here: Place): boolean {
  return before !== null && textOf(before) === textOf(here);
}

function textOf({ machine, inode }: Place): string {
  return JSON.stringify([machine, inode]);
}

/** Empty where the system has none that stays: a host name changes, and is no proof of anything. */
function machineId(): string {
  try {
    return process.platform === 'linux' ? readFileSync('/etc/machine-id', 'utf8').trim() : '';
  } catch {
    return '';
  }
}

/**
 * By the hash of the first record, which nobody changes without breaking the chain; until there is a record, and by
 * programs before this one, by the folder's id, which is a word in the database.
 */
function seenFiles({ folder, journal }: OpenedStore, seenDir: string): readonly string[] {
  const names = [journal.firstHash(), folder.folderId].filter((name) => name !== null);
  return names.map((name) => join(seenDir, `${name}.json`));
}

/** The first of the notes that there is. */
function readSeen(opened: OpenedStore, seenDir: string | null): z.output<typeof seenSchema> | null {
  if (seenDir === null) return null;
  for (const file of seenFiles(opened, seenDir)) {
    const seen = seenIn(file);
    if (seen !== null) return seen;
  }
  return null;
}

function seenIn(file: string): z.output<typeof seenSchema> | null {
  try {
    const parsed = seenSchema.safeParse(jsonOrNull(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    // Never seen by this user, or not readable: then it cannot speak against the folder.
    return null;
  }
}

/** Remembers outside how far the journal has come. What it does not hold any more is left for a start to find. */
export function noteSeen(opened: OpenedStore, seenDir: string | null): void {
  const seen = readSeen(opened, seenDir);
  if (seen === null || seen.seq === 0 || hashAt(opened, seen.seq) === seen.hash) writeSeen(opened, seenDir);
}

function hashAt({ journal }: OpenedStore, seq: number): string | null {
  return journal.after(seq - 1, 1)[0]?.hash ?? null;
}

function writeSeen(opened: OpenedStore, seenDir: string | null): void {
  if (seenDir === null) return;
  const [file = '', ...older] = seenFiles(opened, seenDir);
  try {
    prepareFolder(seenDir);
    const { seq, hash } = opened.journal.head();
    writeFileSync(`${file}.new`, JSON.stringify({ seq, hash }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    // What an older program noted stands still from now on.
    for (const each of older) rmSync(each, { force: true });
  } catch {
    // It is a second witness; without it the file numbers still tell of a copy.
  }
}

function jsonOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
