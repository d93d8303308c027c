// The questions that the engine and the API ask about operations. Each is one statement over one index (schema.ts);
// the statements stand in a table of their own so that a test can ask SQLite how it would answer them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type State, states } from '#contract/operation/states.ts';
import type { StoreReads } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { createDaySums, daySumQueries } from './day-sums.ts';
import { AlteredRow, AlteredSum } from '../database/errors.ts';
import { holderQueries, isTerminal } from './lane-order.ts';
import { missingRowInWords } from './lane-rows.ts';
import { createList } from './operation-list.ts';
import { type Bindings, type BoundRow, believedPage, boundColumns } from './operation-binding.ts';
import { differsSince, doubtfulStates, firstXId } from '../schema/schema.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

const from = `SELECT ${boundColumns} FROM operations`;
const runnable = `environment_id = ? AND state = 'accepted' AND blocked = 0`;
const atDeadline = `environment_id = ? AND state = 'accepted' AND send_by IS NOT NULL`;
const doubtful = `environment_id = ? AND ${doubtfulStates}`;
/** More parts than any purchase is paid in. */
const mostParts = 100;
/** More terminal refunds than any sale has. */
const mostCredits = 10_000;
/** The value is a JSON list of lanes. */
const inLanes = `seq IN (SELECT seq FROM lanes WHERE lane IN (SELECT value FROM json_each(?)))`;
const atTerminal = `environment_id = ? AND holds_terminal = 1 AND terminal_until IS NOT NULL`;

/**
 * Leaves out rows that are not believed, so that they are never due. The value is a JSON list of `seq`, mostly empty.
 */
const believed = `+seq NOT IN (SELECT value FROM json_each(?))`;

export const operationQueries = {
  operation: `${from} WHERE id = ?`,
  byRequest: `${from} WHERE client_id = ? AND request_id = ?`,
  runnable: `${from} INDEXED BY operations_runnable WHERE ${runnable} AND next_at <= ? ORDER BY seq ${limited}`,
  overdue: `${from} WHERE ${atDeadline} AND send_by <= ? ORDER BY send_by, seq ${limited}`,
  doubtful: `${from} WHERE ${doubtful} AND next_at <= ? ORDER BY next_at, seq ${limited}`,
  terminalEnded: `${from} WHERE ${atTerminal} AND terminal_until <= ? ORDER BY terminal_until, seq ${limited}`,
  inFlight: `${from} WHERE state = 'sending' ORDER BY seq ${limited}`,
  nextSend: `SELECT min(next_at) AS at FROM operations INDEXED BY operations_next WHERE ${runnable} AND ${believed}`,
  nextDeadline: `SELECT min(send_by) AS at FROM operations WHERE ${atDeadline} AND ${believed}`,
  nextLookUp: `SELECT min(next_at) AS at FROM operations WHERE ${doubtful} AND ${believed}`,
  nextTerminalEnd: `SELECT min(terminal_until) AS at FROM operations WHERE ${atTerminal} AND ${believed}`,
  counts: `SELECT state, count FROM tallies WHERE environment_id = ?`,
  allCounts: `SELECT state, sum(count) AS count FROM tallies GROUP BY state`,
  aheadInQueue: `SELECT count(*) AS ahead FROM (SELECT 1 FROM operations INDEXED BY operations_by_state
    WHERE environment_id = ? AND state = 'accepted' AND seq < ? ${limited})`,
  waitingOf: `SELECT count(*) AS waiting FROM (SELECT 1 FROM operations INDEXED BY operations_waiting
    WHERE environment_id = ? AND client_id = ? AND state = 'accepted' ${limited})`,
  ...holderQueries,
  sentBehind: `SELECT 1 AS found FROM lanes JOIN operations USING (seq) WHERE lane = ? AND seq > ? AND state <> 'accepted' LIMIT 1`,
  openClaims: `SELECT total(amount_minor) AS sum FROM operations WHERE ${inLanes} AND claim = ?`,
  openClaimsSent: `SELECT total(amount_minor) AS sum FROM operations
    WHERE ${inLanes} AND claim = ? AND state <> 'accepted'`,
  hasDone: `SELECT 1 AS found FROM operations WHERE pay_id = ? AND environment_id = ? AND claim = ? AND state = 'succeeded' LIMIT 1`,
  firstOpen: `SELECT id FROM operations WHERE ${inLanes} AND claim = ? ORDER BY seq LIMIT 1`,
  ...daySumQueries,
  creatorOf: `SELECT id FROM operations WHERE environment_id = ? AND trans_id = ? AND creates_payment = 1
    ORDER BY seq DESC LIMIT 1`,
  // A shop may give all of its orders the same one: more than two say no more than two.
  refNrUses: `SELECT count(*) AS uses FROM (SELECT 1 FROM operations WHERE environment_id = ? AND ref_nr = ? LIMIT 2)`,
  otherWithXId: `SELECT id FROM operations WHERE environment_id = ? AND ${firstXId} = ? AND id <> ? ORDER BY seq LIMIT 1`,
  offers: `${from} INDEXED BY operations_offers WHERE environment_id = ? AND offer_next_at IS NOT NULL
    ORDER BY offer_next_at, seq ${limited}`,
  refusedAlone: `${from} INDEXED BY operations_refused WHERE environment_id = ? AND refused_since IS NOT NULL
    ORDER BY refused_since, seq ${limited}`,
  differing: `${from} INDEXED BY operations_differing WHERE environment_id = ? AND ${differsSince} IS NOT NULL
    ORDER BY ${differsSince}, seq ${limited}`,
  parts: `${from} WHERE part_of = ? ORDER BY seq ${limited}`,
  credits: `${from} WHERE refund_of = ? ORDER BY seq ${limited}`,
  recentSuccesses: `${from} WHERE environment_id = ? AND kind = ? AND answered = 1 ORDER BY seq DESC ${limited}`,
} as const;

export type OperationReads = Pick<
  StoreReads,
  | 'operation'
  | 'byRequest'
  | 'refuseAltered'
  | 'strictly'
  | 'list'
  | 'page'
  | 'runnable'
  | 'overdue'
  | 'doubtful'
  | 'terminalEnded'
  | 'inFlight'
  | 'nextDue'
  | 'counts'
  | 'aheadInQueue'
  | 'waitingOf'
  | 'laneHolder'
  | 'sentBehind'
  | 'openClaims'
  | 'openClaimsSent'
  | 'firstOpen'
  | 'hasDone'
  | 'lastRefundDay'
  | 'refundedOn'
  | 'creatorOf'
  | 'refNrUses'
  | 'otherWithXId'
  | 'recentSuccesses'
  | 'offers'
  | 'refusedAlone'
  | 'differing'
  | 'parts'
  | 'credits'
>;

type Statements = { readonly [name in keyof typeof operationQueries]: StatementSync };

export function createOperationReads(db: DatabaseSync, bindings: Bindings): OperationReads {
  const entries = Object.entries(operationQueries).map(([name, sql]) => [name, db.prepare(sql)] as const);
  const ask = Object.fromEntries(entries) as Statements;
  const rowOf = (statement: StatementSync, ...values: string[]) => oneRow<BoundRow>(statement, ...values);
  const records = (statement: StatementSync, ...values: (string | number)[]): OperationRecord[] => {
    const [limit, given] = [Number(values.at(-1)), values.slice(0, -1)];
    return believedPage((most) => allRows<BoundRow>(statement, ...given, most), bindings.record, limit);
  };
  const openIn = <Row>(statement: StatementSync, lanes: readonly string[], claim: string): Row | null => {
    // An operation that was removed from its lane would be missing in the sum.
    const missing = bindings.isStrict() ? bindings.laneRows.missing() : [];
    for (const row of missing) bindings.suspect(`lane ${row.id}`, missingRowInWords(row));
    if (missing.length > 0) throw new AlteredSum('operations were taken out of the order of their payments');
    return oneRow<Row>(statement, JSON.stringify(lanes), claim);
  };
  const sumIn: (...asked: Parameters<typeof openIn>) => number = (...asked) =>
    openIn<{ sum: number }>(...asked)?.sum ?? 0;

  return {
    operation(id) {
      const row = rowOf(ask.operation, id);
      return row === null ? bindings.absent(id) : bindings.record(row);
    },
    byRequest(clientId, requestId) {
      const row = rowOf(ask.byRequest, clientId, requestId);
      if (row !== null) return bindings.record(row) ?? raise(row.id);
      bindings.refuseRequest(clientId, requestId);
      return null;
    },
    refuseAltered: (id) => bindings.refuse(id),
    strictly: (work) => bindings.strictly(work),
    ...createList(db, bindings),
    runnable: (environmentId, nowMs, limit) => records(ask.runnable, environmentId, nowMs, limit),
    overdue: (environmentId, lateMs, limit) => records(ask.overdue, environmentId, lateMs, limit),
    doubtful: (environmentId, nowMs, limit) => records(ask.doubtful, environmentId, nowMs, limit),
    terminalEnded: (environmentId, nowMs, limit) => records(ask.terminalEnded, environmentId, nowMs, limit),
    inFlight: (limit) => records(ask.inFlight, limit),
    nextDue(environmentId, sends) {
      const altered = JSON.stringify(bindings.altered().flatMap(({ seq }) => seq ?? []));
      const at = (statement: StatementSync) =>
        oneRow<{ at: number | null }>(statement, environmentId, altered)?.at ?? null;
      // Look-ups need the network as sending does; a terminal window ends without it.
      const due = [ask.nextTerminalEnd, ...(sends ? [ask.nextSend, ask.nextLookUp] : [])];
      const times = due.flatMap((statement) => at(statement) ?? []);
      return { workMs: times.length === 0 ? null : Math.min(...times), deadlineMs: at(ask.nextDeadline) };
    },
    counts(environmentId) {
      type Count = { readonly state: State; readonly count: number };
      const rows = environmentId === null ? allRows<Count>(ask.allCounts) : allRows<Count>(ask.counts, environmentId);
      const none = Object.fromEntries(states.map((state) => [state, 0])) as { [state in State]: number };
      return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
    },
    aheadInQueue: (environmentId, seq, most) =>
      oneRow<{ ahead: number }>(ask.aheadInQueue, environmentId, seq, most)?.ahead ?? 0,
    waitingOf: (environmentId, clientId, most) =>
      oneRow<{ waiting: number }>(ask.waitingOf, environmentId, clientId, most)?.waiting ?? 0,
    laneHolder: (lane) =>
      oneRow<{ id: string | null }>(isTerminal(lane) ? ask.terminalHolder : ask.laneHolder, lane)?.id ?? null,
    sentBehind: (lane, seq) => oneRow(ask.sentBehind, lane, seq) !== null,
    hasDone: (environmentId, payId, claim) => oneRow(ask.hasDone, payId, environmentId, claim) !== null,
    firstOpen: (lanes, claim) => openIn<{ id: string }>(ask.firstOpen, lanes, claim)?.id ?? null,
    openClaims: (lanes, claim) => sumIn(ask.openClaims, lanes, claim),
    openClaimsSent: (lanes, claim) => sumIn(ask.openClaimsSent, lanes, claim),
    ...createDaySums(db, bindings),
    creatorOf: (environmentId, transId) => oneRow<{ id: string }>(ask.creatorOf, environmentId, transId)?.id ?? null,
    refNrUses: (environmentId, refNr) => oneRow<{ uses: number }>(ask.refNrUses, environmentId, refNr)?.uses ?? 0,
    otherWithXId: (environmentId, xId, operationId) =>
      oneRow<{ id: string }>(ask.otherWithXId, environmentId, xId, operationId)?.id ?? null,
    offers: (environmentId, limit) => records(ask.offers, environmentId, limit),
    refusedAlone: (environmentId, limit) => records(ask.refusedAlone, environmentId, limit),
    differing: (environmentId, limit) => records(ask.differing, environmentId, limit),
    parts: (id) => records(ask.parts, id, mostParts),
    credits: (id) => records(ask.credits, id, mostCredits),
    recentSuccesses: (environmentId, kind, limit) => records(ask.recentSuccesses, environmentId, kind, limit),
  };
}

function raise(id: string): never {
  throw new AlteredRow(id);
}
