// Finds out whether a data folder is a copy or a restored backup, and pauses it then. A copy has another file number or
// lies on another machine; a restored backup ends before the last record that was seen of the folder. The last record
// seen is noted outside of the folder, so that a copy of the folder does not contain it.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import type { Pause } from '#core/ports/engine.ts';
import { folderPaths, prepareFolder } from './folder/folder.ts';
import { pausedKey, startedPausedKey } from './journal/meta.ts';
import type { OpenedStore } from './open.ts';
import { onlyByKey } from './folder/pauses.ts';
import { KeyMissing } from './database/seal.ts';
import { type FolderLocation, suspicionOf } from './folder/suspicion.ts';

const locationSchema = z.object({ machine: z.string(), inode: z.string(), digest: z.string().optional() });
const seenSchema = z.object({ seq: z.int(), hash: z.string() });

const locationKey = 'place';
const owesDoubtsKey = 'owes-doubts';

export interface LocationOptions {
  readonly opened: OpenedStore;
  readonly dataDir: string;
  /** The folder for these notes, outside of the data folder; null: nothing is noted. */
  readonly seenDir: string | null;
  readonly nowMs: () => number;
}

export interface LocationPause extends Pause {
  /** Notes the journal's last record outside of the folder. */
  noteSeen(): void;
}

/** Compares the folder's location with the one it noted, and pauses the folder in its database where it may be a copy. */
export function createPause({ opened, dataDir, seenDir, nowMs }: LocationOptions): LocationPause {
  const { meta } = opened;
  const suspicion = suspicionHere({ opened, dataDir, seenDir });
  const [location, atMs] = [locationOf(dataDir), nowMs()];
  // One transaction, which reads the pause again: a pause that a command lifted meanwhile stays lifted, and a start
  // that is killed here leaves the evidence for the next start.
  meta.transact((tx) => {
    const { pauses } = opened;
    // Without the key it cannot be proved that an older pause was lifted; that is no reason to pause the folder again.
    const reason = suspicion ?? pauses.certainReason() ?? (tx.get(pausedKey) || null);
    if (reason !== null && !pauses.isKeyed()) {
      tx.put(pausedKey, reason);
      tx.journal({ type: 'folder-paused', operationId: null, atMs, data: { reason, ...onlyByKey } });
    }
    if (reason !== null) {
      tx.put(owesDoubtsKey, 'yes');
      tx.put(startedPausedKey, String(atMs));
    }
    const digest = opened.location.digest(textOf(location));
    // A start without the key does not overwrite a location that carries a digest.
    if (digest !== null) opened.location.seal(tx.put);
    else if (isSame(storedLocation(opened), location)) return;
    tx.put(locationKey, JSON.stringify({ ...location, ...(digest === null ? {} : { digest }) }));
  });
  const pause: LocationPause = {
    reason: () => pausedFor(opened),
    owesDoubts: () => owesDoubts(opened),
    doubted: () => meta.put(owesDoubtsKey, ''),
    lift: (by, why, request) => void liftPause(opened, by, why, nowMs(), request),
    noteSeen: () => noteSeen(opened, seenDir),
  };
  // The suspicion is in the journal now, so the note outside may be replaced.
  writeSeen(opened, seenDir);
  return pause;
}

/** Whether there is a note about this folder outside of it. */
export function wasSeen(opened: OpenedStore, seenDir: string): boolean {
  return readSeen(opened, seenDir) !== null;
}

/** Why the folder is paused, or null. The journal's records of pauses count first, then the entry in `meta`. */
export function pausedFor(opened: Pick<OpenedStore, 'meta' | 'pauses'>): string | null {
  return pausedBy(opened, opened.meta);
}

function pausedBy({ pauses }: Pick<OpenedStore, 'pauses'>, meta: Pick<OpenedStore['meta'], 'get'>): string | null {
  return pauses.reason() ?? (meta.get(pausedKey) || null);
}

/** Why the folder is paused or may be a copy; null where there is no suspicion. */
export function doubtOf(options: Omit<LocationOptions, 'nowMs'>): string | null {
  return pausedFor(options.opened) ?? suspicionHere(options);
}

function suspicionHere({ opened, dataDir, seenDir }: Omit<LocationOptions, 'nowMs'>): string | null {
  return suspicionOf({
    isNew: opened.isNew,
    headSeq: opened.journal.head().seq,
    seen: readSeen(opened, seenDir),
    hashAt: (seq) => hashAt(opened, seq),
    before: storedLocation(opened),
    isEdited: isEdited(opened),
    here: locationOf(dataDir),
  });
}

/** Whether a copy may have sent the waiting operations, and no start has put them in doubt yet. */
export function owesDoubts({ meta }: OpenedStore): boolean {
  return isSaid(meta.get(owesDoubtsKey));
}

/** A mark that was cleared is stored as an empty text. */
function isSaid(mark: string | null): boolean {
  return mark !== null && mark !== '';
}

/**
 * Lifts the pause, and journals the person and the reason given. Returns the reason of the pause, or null where the
 * folder was not paused. Throws KeyMissing without the folder's key, which proves the record.
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

function locationOf(dataDir: string): FolderLocation {
  const { ino } = statSync(folderPaths(dataDir).database, { bigint: true });
  return { machine: machineId(), inode: String(ino) };
}

function storedLocation({ meta }: OpenedStore): z.output<typeof locationSchema> | null {
  const parsed = locationSchema.safeParse(jsonOrNull(meta.get(locationKey)));
  return parsed.success ? parsed.data : null;
}

/** Whether the stored location was removed, or lacks the digest of the folder's key where it must have it. */
function isEdited(opened: OpenedStore): boolean {
  const { location } = opened;
  const before = storedLocation(opened);
  return location.mustBeSealed && (before === null || location.digest(textOf(before)) !== before.digest);
}

function isSame(before: FolderLocation | null, here: FolderLocation): boolean {
  return before !== null && textOf(before) === textOf(here);
}

function textOf({ machine, inode }: FolderLocation): string {
  return JSON.stringify([machine, inode]);
}

/** The machine's id on Linux; empty elsewhere. The host name is not used, because it changes. */
function machineId(): string {
  try {
    return process.platform === 'linux' ? readFileSync('/etc/machine-id', 'utf8').trim() : '';
  } catch {
    return '';
  }
}

/**
 * The files of the notes. The first is named by the hash of the journal's first record, which cannot be changed without
 * breaking the chain. The one named by the folder's id serves an empty journal, and holds notes of older programs.
 */
function seenFiles({ folder, journal }: OpenedStore, seenDir: string): readonly string[] {
  const names = [journal.firstHash(), folder.folderId].filter((name) => name !== null);
  return names.map((name) => join(seenDir, `${name}.json`));
}

/** The first note that can be read. */
function readSeen(opened: OpenedStore, seenDir: string | null): z.output<typeof seenSchema> | null {
  if (seenDir === null) return null;
  for (const file of seenFiles(opened, seenDir)) {
    const seen = seenIn(file);
    if (seen !== null) return seen;
  }
  return null;
}

/** It is about a hundred. */
const mostSeenBytes = 65_536;

function seenIn(file: string): z.output<typeof seenSchema> | null {
  try {
    const parsed = seenSchema.safeParse(jsonOrNull(readOrdinary(file, mostSeenBytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    // There is no note of this user, or it cannot be read: it proves nothing about the folder.
    return null;
  }
}

/** Notes the journal's last record outside. A note that the journal contradicts stays, for the next start to find. */
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
    writeDurably(file, JSON.stringify({ seq, hash }));
    // The note of an older program would no longer be updated.
    for (const each of older) rmSync(each, { force: true });
  } catch {
    // Without the note, the file number still shows a copy.
  }
}

function jsonOrNull(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
