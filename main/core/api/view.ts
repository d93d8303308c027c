// An operation as the window and programs see it.
import type { Doubt } from '#contract/operation/doubt.ts';
import {
  type OfferView,
  type OperationOrigin,
  type OperationView,
  type QueuePlace,
  mostAhead,
} from '#contract/operation/operation.ts';
import type { Decision, DecisionView } from '#contract/people/people.ts';
import { commandOf } from '#operations/index.ts';
import { approvedLess } from '../answers/approval.ts';
import { disagreementOf } from '../answers/contradicted.ts';
import { quoteFault } from '../acceptance/dcc.ts';
import { isTerminalLane } from '../operation/lanes.ts';
import { isOver } from '../payments/offers.ts';
import { countedDecisions, voicesFor } from '../recovery/decisions.ts';
import type { PaymentReads } from '../sale/money-out.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Offer, OperationRecord } from '../ports/record.ts';
import { type AnswerTimes, answerTimeoutOf } from '../operation/requests.ts';
import { type TenderReads, purchaseOf } from '../sale/tender.ts';
import { adviceFor, reasonOf, words } from '../operation/words.ts';

export interface ViewPorts {
  readonly clock: Pick<Clock, 'iso'>;
  readonly store: Pick<StoreReads, 'aheadInQueue' | 'laneHolder' | 'operation' | 'operator'> &
    PaymentReads &
    TenderReads;
  readonly clients: Pick<ClientRegistry, 'nameOf'>;
  readonly policy: AnswerTimes;
}

export function viewOf(record: OperationRecord, ports: ViewPorts): OperationView {
  const { clock } = ports;
  const doubt = doubtOf(record, ports);
  const queue = queueOf(record, ports);
  const fault = quoteFault(record);
  const decisions = countedDecisions(ports.store, record);
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    revision: record.revision,
    requestId: record.requestId,
    input: record.input,
    ...(record.approved === null ? {} : { approved: record.approved }),
    result: record.result,
    ...(record.answerStatus === null ? {} : { answerStatus: record.answerStatus }),
    failure: record.failure,
    ...(record.refusedSinceMs === null ? {} : { refusedSince: clock.iso(record.refusedSinceMs) }),
    ...(doubt === null ? {} : { doubt }),
    ...(record.told === undefined ? {} : { told: reportedOf(record, ports) }),
    ...(decisions.length === 0 ? {} : { decisions: decisionsOf(decisions, clock) }),
    ...(record.replaces === null ? {} : { replaces: record.replaces }),
    ...(record.partOf === undefined ? {} : { partOf: record.partOf }),
    ...(record.refundOf === undefined ? {} : { refundOf: record.refundOf }),
    ...(record.line === undefined ? {} : { line: record.line }),
    ...(record.claim === undefined ? {} : { claim: record.claim }),
    ...(record.dcc === undefined ? {} : { dcc: record.dcc }),
    ...(fault === null ? {} : { quoteFault: fault }),
    ...(record.paidOtherwise === undefined ? {} : { paidOtherwise: record.paidOtherwise }),
    origin: originOf(record, ports),
    ...(queue === null ? {} : { queue }),
    ...answerByOf(record, ports),
    ...(record.offer === undefined ? {} : { offer: offerView(record.offer, clock) }),
    mayWait: !record.interactive,
    attempts: record.attempts.length,
    createdAt: clock.iso(record.createdAtMs),
    updatedAt: clock.iso(record.updatedAtMs),
  };
}

export function offerView(offer: Offer, clock: Pick<Clock, 'iso'>): OfferView {
  const { state, differs, lookUps, lastLookUpMs, nextLookUpMs } = offer;
  const at = (ms: number | null) => (ms === null ? null : clock.iso(ms));
  const shown = differs === undefined || state !== 'differs' ? {} : { shown: differs.shown };
  const again = differs?.again?.map((each) => ({ payId: each.payId, shown: each.shown }));
  return {
    state,
    ...shown,
    ...(again === undefined ? {} : { paidAgain: again }),
    ...(isOver(offer) ? { over: true } : {}),
    lookUps,
    lastLookUpAt: at(lastLookUpMs),
    nextLookUpAt: at(nextLookUpMs),
  };
}

function originOf({ origin }: OperationRecord, { clients }: ViewPorts): OperationOrigin {
  const { operator, approvedBy } = origin;
  if (origin.type === 'erp') {
    const client = clients.nameOf(origin.clientId);
    return {
      type: 'erp',
      clientId: origin.clientId,
      client,
      ...(approvedBy === null ? {} : { approvedBy: approvedBy.name }),
    };
  }
  return {
    type: 'cashier',
    ...(operator === null ? {} : { operator: operator.name }),
    ...(approvedBy === null ? {} : { approvedBy: approvedBy.name }),
    ...(approvedBy?.office === undefined ? {} : { approvedAtOffice: true }),
  };
}

function decisionsOf(decisions: readonly Decision[], clock: Pick<Clock, 'iso'>): DecisionView[] {
  return decisions.map(({ outcome, reason, evidence, slip, by, atMs }) => ({
    outcome,
    reason,
    evidence,
    ...(slip === undefined ? {} : { slip }),
    by: by.name,
    at: clock.iso(atMs),
  }));
}

/** An interactive operation has a place in the queue only behind one that holds its payment or its terminal. */
function queueOf(record: OperationRecord, { store, clock }: ViewPorts): QueuePlace | null {
  if (record.state !== 'accepted') return null;
  const holders = record.lanes.flatMap((lane) => {
    const id = store.laneHolder(lane);
    return id === null || id === record.id ? [] : [{ id, untilMs: busyUntilMs(store, lane, id) }];
  });
  const [first] = holders;
  if (record.interactive && first === undefined) return null;
  const untilMs = holders.find((each) => each.untilMs !== null)?.untilMs ?? null;
  return {
    ahead: store.aheadInQueue(record.environmentId, record.seq, mostAhead),
    after: first?.id ?? null,
    busyUntil: untilMs === null ? null : clock.iso(untilMs),
    sendBy: record.sendByMs === null ? null : clock.iso(record.sendByMs),
  };
}

/** Engine time at which the operation that holds a terminal leaves it at the latest; null where not known. */
export function busyUntilMs(store: Pick<StoreReads, 'operation'>, lane: string, holderId: string): number | null {
  return isTerminalLane(lane) ? (store.operation(holderId)?.terminalUntilMs ?? null) : null;
}

/** Until when the bridge waits for the answer to the latest sending. */
function answerByOf(record: OperationRecord, { policy, clock }: ViewPorts): Pick<OperationView, 'answerBy'> {
  const sent = record.attempts.at(-1);
  const command = commandOf(record.kind);
  if (record.state !== 'sending' || sent === undefined || command === null) return {};
  return { answerBy: clock.iso(sent.sentAtMs + answerTimeoutOf(command, policy)) };
}

function doubtOf(record: OperationRecord, { clock, store }: ViewPorts): Doubt | null {
  if (record.doubt === null || record.doubtSinceMs === null) return null;
  const { count, lastAtMs } = record.lookUps;
  const disagrees = disagreementOf(record);
  return {
    ...reasonOf(record.doubt),
    ...(disagrees === null ? {} : { disagrees }),
    advice: adviceFor(record),
    since: clock.iso(record.doubtSinceMs),
    lookUps: count,
    lastLookUpAt: lastAtMs === null ? null : clock.iso(lastAtMs),
    nextLookUpAt: record.state === 'needs-person' ? null : clock.iso(record.nextAtMs),
    ...voicesOf(record, store),
  };
}

/** Instead of the success, where its program never said that it deals with less than it asked for. */
function reportedOf(record: OperationRecord, { clock, store }: ViewPorts): NonNullable<OperationView['told']> {
  const { told, amount, approved } = record;
  const { remaining, parts } = purchaseOf(store, record);
  if (told === undefined || told.state === 'succeeded' || amount === null || approved === null) {
    return { state: 'succeeded', parts };
  }
  if (told.state === 'failed') {
    return { state: 'failed', parts, failure: { code: 'given-back', message: words.givenBack } };
  }
  const at = clock.iso(told.keptMs);
  const doubt: Doubt = {
    ...reasonOf(approvedLess(approved, amount)),
    advice: remaining === null ? words.restNotPaid : words.restAtTill,
    since: at,
    lookUps: record.lookUps.count,
    lastLookUpAt: record.lookUps.lastAtMs === null ? null : clock.iso(record.lookUps.lastAtMs),
    nextLookUpAt: null,
    kept: { at, ...(remaining === null ? {} : { remaining }) },
  };
  return { state: 'needs-person', parts, doubt };
}

function voicesOf(record: OperationRecord, store: ViewPorts['store']): Pick<Doubt, 'voicesNeeded'> {
  const command = commandOf(record.kind);
  if (record.state !== 'needs-person' || command === null) return {};
  return { voicesNeeded: voicesFor(store, command, record) };
}
