// Erases personal data: the sealed values beside the chain, and the salt that their digests in the journal were made
// with. Afterwards the chain verifies as before, and the bytes are gone from the file, its free pages and its log.
// What a chargeback needs (slip.ts) stays for the slip's time, even on request; erasing again after that time takes it.
// It stays sealed, and a search no longer finds the payment by it: with a day and a sum, four digits of a card can lead
// to a person.
//
// Sales go on meanwhile: the operations are walked once, newest first, in transactions of a few milliseconds with a
// pause after each.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Erasure } from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Commits } from './database/commits.ts';
import { yieldToOthers } from './database/yield-to-others.ts';
import { oneRow } from './database/sql.ts';
import { createEraseDocuments } from './erase-documents.ts';
import type { EraseOptions, ErasureTarget } from './erase-terms.ts';
import { createEraseRow, eraseRowQueries } from './erase-row.ts';
import { isSpaceCleared } from './free-space.ts';
import type { OperationRow } from './operations/operation-row.ts';
import type { StoreParts } from './store.ts';

export interface Eraser {
  erase(target: ErasureTarget, options: EraseOptions): Promise<Erasure>;
}

/** A request without a key is recognized by its body for so long. */
const repeatedForMs = 24 * 3_600_000;
const dayMs = 86_400_000;

/** Numbers looked at in one read. */
const numbersPerLook = 500;
/** A transaction ends at whichever comes first: a sale waits for one at most. */
const mostRows = 25;
const mostMs = 4;

const finished: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);

/** What of an operation says whether it is to be erased; without the sealed values, which are long. */
interface Looked {
  readonly seq: number;
  readonly state: string;
  readonly gone: string | null;
  readonly slip_from: number | null;
}

const look = (where: string) => `SELECT operations.seq AS seq, operations.state AS state,
    erasures.operation AS gone, erasures.slip_from AS slip_from
  FROM operations LEFT JOIN erasures ON erasures.operation = operations.id
  WHERE ${where} AND operations.seq < :from ORDER BY operations.seq DESC`;

const eraseQueries = {
  operation: look('operations.id = :value'),
  payment: `${look('operations.pay_id = :value')} LIMIT ${numbersPerLook}`,
  older: look(`operations.seq >= :from - ${numbersPerLook} AND operations.updated_at < :value`),
  ...eraseRowQueries,
} as const;

export function createEraser(
  parts: Omit<StoreParts, 'payments' | 'controls' | 'followUp' | 'texts' | 'operators'>,
): Eraser {
  const { db, commits, append, bindings } = parts;
  const eraseRow = createEraseRow(parts);
  const eraseDocuments = createEraseDocuments(parts);
  const looks = {
    operation: db.prepare(eraseQueries.operation),
    payment: db.prepare(eraseQueries.payment),
    older: db.prepare(eraseQueries.older),
  };
  const rowAt = db.prepare(eraseQueries.row);
  const last = db.prepare('SELECT max(seq) AS seq FROM operations');

  const withBindings = <T>(work: () => T): T => commits.now(() => bindings.within(work));

  /** Erases from the front of `due` until a sale should have its turn. Takes out of `due` what was done. */
  const eraseSome = (due: Looked[], target: ErasureTarget, options: EraseOptions, counts: Counts): void => {
    const { atMs, agedMs = atMs, by, reason, slips } = options;
    const at = new Date(atMs).toISOString();
    const { reading } = slips;
    const erasure = { at, reading, floorMs: agedMs - slips.days * dayMs, repeatedSinceMs: atMs - repeatedForMs };
    withBindings(() => {
      const untilMs = performance.now() + mostMs;
      const [operations, slipsKept]: [string[], string[]] = [[], []];
      do {
        const row = oneRow<OperationRow>(rowAt, due.shift()?.seq ?? 0);
        // It may have changed since it was looked at.
        if (row === null || !isMeant(row, target)) continue;
        const did = finished.has(row.state) ? eraseRow(row, erasure) : 'needed';
        if (did === 'needed') {
          counts.keptOpen += 1;
          continue;
        }
        operations.push(row.id);
        if (did === 'slip-left') slipsKept.push(row.id);
      } while (due.length > 0 && operations.length < mostRows && performance.now() < untilMs);
      counts.erased += operations.length;
      counts.keptSlips += slipsKept.length;
      if (operations.length === 0) return;
      const told = slipsKept.length === 0 ? {} : { slipsKept, slipDays: slips.days };
      const asked = options.request === undefined ? {} : { request: options.request };
      const data = { ...toldOf(target), by, reason, operations, ...told, ...asked };
      append({ type: 'personal-erased', operationId: null, atMs, data });
    });
  };

  return {
    async erase(target, options) {
      const { atMs, agedMs = atMs, slips, partMs = Number.POSITIVE_INFINITY } = options;
      const counts: Counts = { erased: 0, keptOpen: 0, keptSlips: 0 };
      const floorMs = agedMs - slips.days * dayMs;
      const begunMs = performance.now();
      const beyond = () => commits.read(() => (oneRow<{ seq: number | null }>(last)?.seq ?? 0) + 1);
      let from: number | null = options.from ?? beyond();
      do {
        const named: Named = { from, value: valueOf(target) };
        const looked = commits.read(() => looks[target.type].all(named) as unknown as Looked[]);
        const due: Looked[] = [];
        for (const each of looked) {
          if (isDue(each, floorMs)) due.push(each);
          else if (each.gone === null) counts.keptOpen += 1;
          else if (each.slip_from !== null) counts.keptSlips += 1;
        }
        while (due.length > 0) {
          const sliceMs = performance.now();
          eraseSome(due, target, options, counts);
          await yieldToOthers(commits, performance.now() - sliceMs);
        }
        from = nextFrom(target, from, looked);
        await setImmediate();
      } while (from !== null && performance.now() - begunMs < partMs);
      const isLast = from === null;
      const documents = isLast ? eraseDocuments(target, valueOf(target), options) : 0;
      const logCleared = isLast && (await clearLog(db, commits));
      return { ...counts, documents, next: from, logCleared, spaceCleared: commits.read(() => isSpaceCleared(db)) };
    },
  };
}

interface Counts {
  erased: number;
  keptOpen: number;
  keptSlips: number;
}

/** An operation with a slip is erased again once its payment's last change is old enough: then the slip goes. */
function isDue({ state, gone, slip_from: slipFrom }: Looked, floorMs: number): boolean {
  if (!finished.has(state)) return false;
  return gone === null || (slipFrom !== null && slipFrom <= floorMs);
}

function isMeant(row: OperationRow, target: ErasureTarget): boolean {
  return target.type !== 'older' || row.updated_at < target.beforeMs;
}

/** Where the next look goes on; null at the end. */
function nextFrom(target: ErasureTarget, from: number, looked: readonly Looked[]): number | null {
  switch (target.type) {
    case 'operation':
      return null;
    case 'payment':
      return looked.length < numbersPerLook ? null : (looked.at(-1)?.seq ?? null);
    case 'older':
      return from - numbersPerLook <= 1 ? null : from - numbersPerLook;
  }
}

type Named = { readonly [name: string]: SQLInputValue };

function valueOf(target: ErasureTarget): string | number {
  switch (target.type) {
    case 'operation':
      return target.id;
    case 'payment':
      return target.payId;
    case 'older':
      return target.beforeMs;
  }
}

const logPatienceMs = 5_000;
const logPauseMs = 100;

/** Moves the log, which holds pages from before, into the file and empties it. False where a reader kept it in use. */
async function clearLog(db: DatabaseSync, commits: Commits): Promise<boolean> {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  // Waits in JavaScript and not inside SQLite, so that the bridge goes on meanwhile.
  for (const begunMs = performance.now(); ;) {
    if (commits.read(() => checkpoint.get())?.['busy'] === 0) return true;
    if (performance.now() - begunMs >= logPatienceMs) return false;
    await pause(logPauseMs);
  }
}

function toldOf(target: ErasureTarget): JsonObject {
  switch (target.type) {
    case 'operation':
      return { target: 'operation', operation: target.id };
    case 'payment':
      return { target: 'payment', payId: target.payId };
    case 'older':
      return { target: 'older', before: new Date(target.beforeMs).toISOString() };
  }
}
