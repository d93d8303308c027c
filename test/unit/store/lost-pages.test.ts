// A disk that said "written" and was not: after a power cut, single pages anywhere in the file are as they were before,
// whole or in part. A request that was accepted is never free again, and an operation is never sent, looked up or
// answered by a state that it no longer has: the start refuses the file, or the read refuses the row.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OperationRecord } from '#core/ports/record.ts';
import { createSeal } from '#store/database/seal.ts';
import { DamagedDatabase, StorageFailed } from '#store/database/errors.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { startMs } from '#support/records.ts';
import { seedOfRun, share } from '#support/share.ts';
import { accept, anAccepted, change, testKey } from '#support/store-data.ts';
import { aFolder } from '#support/store-folder.ts';

const seed = seedOfRun();
const pageBytes = 4_096;
const sectorBytes = 512;
const cuts = share({ small: 30, large: 600 });

/** The folder before and after its last writes, and what is then true of each operation. */
let before: Buffer;
let after: Buffer;
let marker: string;
const truth = new Map<string, OperationRecord>();

const open = (dataDir: string, boot: string) =>
  openStore({ dataDir, seal: createSeal(testKey), now: () => startMs, use: 'bridge', boot, checkedBytes: 1_000 });

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-written-'));
  const written = open(dataDir, 'first');
  const file = () => {
    const db = new DatabaseSync(join(dataDir, 'tillbridge.db'));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return readFileSync(join(dataDir, 'tillbridge.db'));
  };
  const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `n${from + index}`);
  await written.store.transact((tx) => {
    for (const name of names(0, 300)) accept(tx, anAccepted(name));
  });
  before = file();
  await written.store.transact((tx) => {
    for (const name of names(300, 40)) accept(tx, anAccepted(name));
    for (const name of names(0, 40)) change(tx, `op_${name}`, { state: 'sending' });
  });
  await written.store.transact((tx) => {
    for (const name of names(0, 20)) change(tx, `op_${name}`, { state: 'succeeded' });
    for (const name of names(20, 20)) change(tx, `op_${name}`, { state: 'unknown', nextAtMs: startMs });
  });
  after = file();
  marker = readFileSync(join(dataDir, 'folder.json'), 'utf8');
  for (const name of names(0, 340)) {
    const record = written.store.operation(`op_${name}`);
    if (record !== null) truth.set(record.id, record);
  }
  written.close();
  rmSync(dataDir, { recursive: true });
});

let folder: OpenedStore | null = null;
afterEach(() => folder?.close());

/** A number from 0 up to `below`, the same for the same seed and place. */
function drawn(cut: number, place: number, below: number): number {
  let state = (seed ^ Math.imul(cut + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad) >>> 0;
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97) >>> 0;
  return ((state ^ (state >>> 15)) >>> 0) % below;
}

/** Takes one to three of the pages that were written back to what they held before, whole or some of their sectors. */
function withLostPages(cut: number): { readonly bytes: Buffer; readonly lost: readonly string[] } {
  const bytes = Buffer.from(after);
  const written = Array.from({ length: after.length / pageBytes }, (_, page) => page).filter((page) => {
    const at = page * pageBytes;
    return !after.subarray(at, at + pageBytes).equals(before.subarray(at, at + pageBytes));
  });
  const lost = Array.from({ length: 1 + drawn(cut, 0, 3) }, (_, index) => {
    const page = written[drawn(cut, 10 + index, written.length)] ?? 0;
    const isTorn = drawn(cut, 20 + index, 2) === 1;
    const sectors = isTorn ? 1 + drawn(cut, 30 + index, pageBytes / sectorBytes - 1) : pageBytes / sectorBytes;
    const at = page * pageBytes;
    const old = Buffer.alloc(sectors * sectorBytes);
    // A page that is new has nothing from before.
    if (at < before.length) before.copy(old, 0, at, at + old.length);
    old.copy(bytes, at);
    return `page ${page}, ${sectors} sectors`;
  });
  return { bytes, lost };
}

/** What a caller gets: the record, or null where the store refused. */
function orRefused<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch (error) {
    if (error instanceof StorageFailed || (error instanceof Error && error.name.startsWith('Altered')))
      return 'refused';
    throw error;
  }
}

it.each(Array.from({ length: cuts }, (_, cut) => cut))(
  `moves no money on a false page: cut %i of seed ${seed}`,
  (cut) => {
    const { bytes, lost } = withLostPages(cut);
    const dataDir = aFolder();
    writeFileSync(join(dataDir, 'tillbridge.db'), bytes);
    writeFileSync(join(dataDir, 'folder.json'), marker);
    try {
      folder = open(dataDir, 'second');
    } catch (error) {
      folder = null;
      expect(error, lost.join('; ')).toBeInstanceOf(DamagedDatabase);
      return;
    }
    const { store } = folder;
    for (const { id, requestId, origin } of truth.values()) {
      const clientId = origin.type === 'erp' ? origin.clientId : 'till';
      const found = orRefused(() => store.byRequest(clientId, requestId));
      expect(found === 'refused' ? id : found?.id, `${requestId} after ${lost.join('; ')}`).toBe(id);
    }
    const due = [
      ...[orRefused(() => store.runnable('env', startMs * 2, 500))].flat(),
      ...[orRefused(() => store.doubtful('env', startMs * 2, 500))].flat(),
      ...[orRefused(() => store.inFlight(500))].flat(),
    ];
    for (const record of due) {
      if (record === 'refused') continue;
      expect(record.state, `${record.id} after ${lost.join('; ')}`).toBe(truth.get(record.id)?.state);
    }
  },
);
