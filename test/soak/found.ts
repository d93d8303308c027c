// What a month must have left: the gateway's ledger and the bridge's books agree, and the program did not grow with its
// age. Every difference is a sentence.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ledgerOf } from '#support/erp.ts';
import { filesHolding } from '#support/files.ts';
import { apiKey } from '#support/shop.ts';

/** At the end of a day. */
export interface Day {
  readonly day: number;
  /** The bridge was started on it: what it keeps is new, and its log has the lines of an end and a start. */
  readonly begunAnew: boolean;
  /** So far. */
  readonly operations: number;
  /** In the heap, after garbage was collected. */
  readonly keptMiB: number;
  /** Of the process (RSS). */
  readonly memoryMiB: number;
  readonly descriptors: number;
  /** Of this day. */
  readonly logBytes: number;
  readonly databaseBytes: number;
  /** Of the data folder, beside its database and its archives. */
  readonly otherBytes: number;
}

export interface Books {
  readonly dataDir: string;
  readonly ledger: Awaited<ReturnType<typeof ledgerOf>>;
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly jobs: ReadonlyMap<string, string>;
  /** Minor units, by the reports of all shifts. */
  readonly taken: number;
  readonly givenBack: number;
  readonly logs: string;
  readonly tokens: readonly string[];
}

/** Next to the second day, on which all that is kept in memory has been in use. */
const mostTimes = { kept: 1.2, memory: 1.5, log: 1.5, bytesOfAnOperation: 1.25 } as const;
const moreDescriptors = 16;
const mostOtherBytes = 1_000_000;

export function differencesIn(books: Books, days: readonly Day[]): string[] {
  return [...operationsIn(books), ...takingsIn(books), ...secretsIn(books), ...growthIn(days)];
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly trans_id: string;
}

function operationsIn({ dataDir, ledger, acknowledged }: Books): string[] {
  const times = new Map<string, number>();
  for (const { transId } of ledger.executions) {
    if (transId !== null) times.set(transId, (times.get(transId) ?? 0) + 1);
  }
  const found: string[] = [];
  const rows = new Map<string, Row>();
  const db = new DatabaseSync(join(dataDir, 'tillbridge.db'), { readOnly: true });
  try {
    for (const row of db.prepare('SELECT id, state, trans_id FROM operations').iterate()) {
      const each = row as unknown as Row;
      if (rows.has(each.trans_id)) found.push(`${each.trans_id}: two operations were made of one request`);
      rows.set(each.trans_id, each);
    }
    const sends = `SELECT trans_id AS transId, count(*) AS intents FROM journal JOIN operations ON id = operation
      WHERE type IN ('intent', 'resending') GROUP BY operation`;
    for (const row of db.prepare(sends).iterate()) {
      const { transId, intents } = row as unknown as { transId: string; intents: number };
      if ((times.get(transId) ?? 0) > intents) found.push(`${transId}: executed oftener than it was noted before`);
    }
  } finally {
    db.close();
  }
  for (const [transId, id] of acknowledged) {
    if (rows.get(transId)?.id !== id) found.push(`${transId}: acknowledged as ${id}, which is lost`);
  }
  for (const [transId, count] of times) {
    if (!rows.has(transId)) found.push(`${transId}: executed, and the bridge knows nothing of it`);
    if (count > 1) found.push(`${transId}: executed ${count} times`);
  }
  for (const { state, trans_id: transId } of rows.values()) {
    const isDone = times.has(transId);
    if (isDone !== (state === 'succeeded')) found.push(`${transId}: ${state}, and ${isDone ? '' : 'not '}executed`);
  }
  return found;
}

function takingsIn({ ledger, taken, givenBack }: Books): string[] {
  const sum = (of: 'captured' | 'refunded') => ledger.payments.reduce((all, payment) => all + payment[of], 0);
  const [captured, refunded] = [sum('captured'), sum('refunded')];
  if (captured === taken && refunded === givenBack) return [];
  return [`the shifts took ${taken} and gave back ${givenBack}, the gateway ${captured} and ${refunded}`];
}

function secretsIn({ dataDir, logs, tokens }: Books): string[] {
  return [apiKey, ...tokens].flatMap((secret) => [
    ...(existsSync(dataDir) ? filesHolding(dataDir, secret).map((file) => `a secret stands in ${file}`) : []),
    ...(logs.includes(secret) ? ['a secret stands in the log'] : []),
  ]);
}

function growthIn(days: readonly Day[]): string[] {
  const [, second] = days;
  const last = days.findLast(({ begunAnew }) => !begunAnew);
  if (second === undefined || last === undefined || last.day < 3) return [];
  const found: string[] = [];
  const compare = (what: string, then: number, now: number, most: number) => {
    if (now > then * most) found.push(`${what}: ${now.toFixed(0)} on day ${last.day}, ${then.toFixed(0)} on day 2`);
  };
  const ofAnOperation = ({ databaseBytes, operations }: Day) => databaseBytes / operations;
  compare('the heap, MiB', second.keptMiB, last.keptMiB, mostTimes.kept);
  compare('memory, MiB', second.memoryMiB, last.memoryMiB, mostTimes.memory);
  compare('bytes of the log', second.logBytes, last.logBytes, mostTimes.log);
  compare('bytes of an operation', ofAnOperation(second), ofAnOperation(last), mostTimes.bytesOfAnOperation);
  if (last.descriptors > second.descriptors + moreDescriptors) {
    found.push(`${last.descriptors} descriptors, ${second.descriptors} on day 2`);
  }
  if (last.otherBytes > mostOtherBytes) found.push(`${last.otherBytes} bytes of other files in the data folder`);
  return found;
}
