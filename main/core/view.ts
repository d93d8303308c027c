// An operation as everybody outside the engine sees it.
import type { Doubt } from '#contract/doubt.ts';
import {
  type OfferView,
  type OperationOrigin,
  type OperationView,
  type QueuePlace,
  mostAhead,
} from '#contract/operation.ts';
import type { DecisionView } from '#contract/people.ts';
import { commandOf } from '#operations/index.ts';
import { disagreementOf } from './contradicted.ts';
import { quoteFault } from './dcc.ts';
import { type PaymentReads, voicesNeeded } from './money-out.ts';
import type { ClientRegistry } from './ports/clients.ts';
import type { Clock } from './ports/clock.ts';
import type { StoreReads } from './ports/store.ts';
import type { Offer, OperationRecord } from './record.ts';
import { adviceFor, reasonOf } from './words.ts';

export interface ViewPorts {
  readonly clock: Pick<Clock, 'iso'>;
  readonly store: Pick<StoreReads, 'aheadInQueue' | 'laneHolder'> & PaymentReads;
  readonly clients: Pick<ClientRegistry, 'nameOf'>;
}

export function viewOf(record: OperationRecord, ports: ViewPorts): OperationView {
  const { clock } = ports;
  const doubt = doubtOf(record, ports);
  const queue = queueOf(record, ports);
  const fault = quoteFault(record);
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
    ...(record.decisions.length === 0 ? {} : { decisions: decisionsOf(record, clock) }),
    ...(record.replaces === null ? {} : { replaces: record.replaces }),
    ...(record.partOf === undefined ? {} : { partOf: record.partOf }),
    ...(record.refundOf === undefined ? {} : { refundOf: record.refundOf }),
    ...(record.dcc === undefined ? {} : { dcc: record.dcc }),
    ...(fault === null ? {} : { quoteFault: fault }),
    ...(record.paidOtherwise === undefined ? {} : { paidOtherwise: record.paidOtherwise }),
    origin: originOf(record, ports),
    ...(queue === null ? {} : { queue }),
    ...(record.offer === undefined ? {} : { offer: offerView(record.offer, clock) }),
    mayWait: !record.interactive,
    attempts: record.attempts.length,
    createdAt: clock.iso(record.createdAtMs),
    updatedAt: clock.iso(record.updatedAtMs),
  };
}

function offerView({ state, lookUps, lastLookUpMs, nextLookUpMs }: Offer, clock: Pick<Clock, 'iso'>): OfferView {
  const at = (ms: number | null) => (ms === null ? null : clock.iso(ms));
  return { state, lookUps, lastLookUpAt: at(lastLookUpMs), nextLookUpAt: at(nextLookUpMs) };
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
  };
}

function decisionsOf({ decisions }: OperationRecord, clock: Pick<Clock, 'iso'>): DecisionView[] {
  return decisions.map(({ outcome, reason, evidence, slip, by, atMs }) => ({
    outcome,
    reason,
    evidence,
    ...(slip === undefined ? {} : { slip }),
    by: by.name,
    at: clock.iso(atMs),
  }));
}

/** What cannot wait has no place: it goes within its deadline or not at all. */
function queueOf(record: OperationRecord, { store }: ViewPorts): QueuePlace | null {
  if (record.state !== 'accepted' || record.interactive) return null;
  const holders = record.lanes.flatMap((lane) => store.laneHolder(lane) ?? []);
  return {
    ahead: store.aheadInQueue(record.environmentId, record.seq, mostAhead),
    after: holders.find((id) => id !== record.id) ?? null,
  };
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

function voicesOf(
  { state, kind, input, environmentId }: OperationRecord,
  store: ViewPorts['store'],
): Pick<Doubt, 'voicesNeeded'> {
  const command = commandOf(kind);
  if (state !== 'needs-person' || command === null) return {};
  return { voicesNeeded: voicesNeeded(store, environmentId, command, input) };
}
