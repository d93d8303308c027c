// The one place that writes a change of an operation: record, journal, lanes and what is known of the payment, in
// one transaction. The journal gets facts for the books, never personal data, secrets or free text of a caller.
import type { DccChoice } from '#contract/dcc-choice.ts';
import type { JsonObject } from '#contract/json.ts';
import { textAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import { isFinal } from '#contract/states.ts';
import type { Command } from '#operations/define.ts';
import { approvedBySuccess } from './answers/approval.ts';
import { type Change, applyChange } from './change.ts';
import type { Person } from '#contract/people.ts';
import { isTerminalLane } from './lanes.ts';
import { type Moved, movedData } from './moved.ts';
import { offerOf } from './offers.ts';
import { effectsOf } from './effects-of.ts';
import { recordEffect, recordName, recordSight } from './payments.ts';
import { personData } from './people.ts';
import type { Policy } from './ports/policy.ts';
import type { StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import type { PaymentView } from '#operations/payment-view.ts';

/** One moment by both clocks (ports.ts): engine time, and the latest that it can be. */
export interface Instant {
  readonly nowMs: number;
  readonly lateMs: number;
  readonly wallMs: number;
}

/** Writes the change; `seen` is the payment's record where a look-up brought the change about. */
export function commitChange(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  change: Change,
  nowMs: number,
  seen: PaymentView | null = null,
): OperationRecord {
  const next = withOffer(command, withApproved(command, withPayId(applyChange(record, change, nowMs))), nowMs);
  tx.update(next);
  const moved = next.state === 'succeeded' ? recordEffect(tx, command, next) : null;
  const reason = change.reason ?? change.doubt ?? next.failure?.code ?? null;
  tx.journal({
    type: change.event,
    operationId: next.id,
    atMs: nowMs,
    data: { ...journalData(next, reason), ...movedOf(next, moved), ...change.facts },
    effects: effectsOf(command, next),
  });
  if (next.state === 'succeeded' && seen !== null) recordSight(tx, command, next, seen);
  if (!isFinal(next.state) && record.payId === null && command.createsPayment(next.input)) recordName(tx, next);
  if (isFinal(next.state)) leaveLanes(tx, next, lanesToLeave(next, change, nowMs), nowMs);
  return next;
}

/** What is in doubt behind it was looked up now and then; now it may be its turn, so it is asked for at once. */
function leaveLanes(tx: StoreWrites, { id }: OperationRecord, lanes: readonly string[], nowMs: number): void {
  tx.release(id, lanes);
  for (const lane of lanes) {
    const firstId = isTerminalLane(lane) ? null : tx.laneHolder(lane);
    const first = firstId === null ? null : tx.operation(firstId);
    if (first?.state !== 'unknown' || first.nextAtMs <= nowMs) continue;
    // A gateway that gave no answer may have said when it wants to be asked again.
    if (first.lookUps.failures > 0) continue;
    tx.update({ ...first, revision: first.revision + 1, nextAtMs: nowMs, updatedAtMs: nowMs });
  }
}

/** A command that may still be running at its terminal keeps the terminal until its window has ended. */
function lanesToLeave(record: OperationRecord, change: Change, nowMs: number): readonly string[] {
  const running = change.answered === false && (record.terminalUntilMs ?? nowMs) > nowMs;
  return running ? record.lanes.filter((lane) => !isTerminalLane(lane)) : record.lanes;
}

/** The intent to send: durable before the first byte. The caller sends only what this returned. */
export function commitIntent(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  { nowMs, lateMs, wallMs }: Instant,
  policy: Policy,
): OperationRecord {
  const known = record.payId === null ? null : tx.payment(record.environmentId, record.payId);
  const baseline =
    known === null ? null : { authorised: known.authorised, captured: known.captured, refunded: known.refunded };
  const number = record.attempts.length + 1;
  const attempt = {
    number,
    sentAtMs: nowMs,
    sentLateMs: lateMs,
    sentWallMs: wallMs,
    fate: 'open',
    reason: null,
    baseline,
  } as const;
  const moved = applyChange(record, { state: 'sending', event: 'intent' }, nowMs);
  const next: OperationRecord = {
    ...moved,
    attempts: [...moved.attempts, attempt],
    terminalUntilMs: command.atTerminal(record.input) ? nowMs + policy.terminalWindowMs : null,
  };
  tx.update(next);
  const personal = { body: next.bodyDigest };
  tx.journal({ type: 'intent', operationId: next.id, atMs: nowMs, data: intentData(next), personal });
  return next;
}

/** The terminal is free again although the outcome is not known yet; the payment's lane stays held. */
export function commitTerminalEnd(tx: StoreWrites, record: OperationRecord, nowMs: number): OperationRecord {
  const next = { ...record, revision: record.revision + 1, terminalUntilMs: null, updatedAtMs: nowMs };
  tx.update(next);
  tx.release(next.id, next.lanes.filter(isTerminalLane));
  return next;
}

/** What the journal says of every operation when it is accepted. */
export function acceptedData(record: OperationRecord, mode: string): JsonObject {
  return {
    ...journalData(record, null),
    mode,
    environment: record.environmentId,
    client: record.origin.clientId,
    origin: record.origin.type,
    operator: personOrNull(record.origin.operator),
    approvedBy: personOrNull(record.origin.approvedBy),
    replaces: record.replaces,
    ...(record.partOf === undefined ? {} : { partOf: record.partOf }),
    ...(record.refundOf === undefined ? {} : { refundOf: record.refundOf }),
    ...(record.dcc === undefined ? {} : { dcc: dccData(record.dcc) }),
    payId: record.payId,
    transId: record.transId,
    refNr: record.refNr,
    terminalId: record.terminalId,
    messageType: textAt(record.input, 'messageType'),
  };
}

/** The figures that were shown, and what was chosen of them. The quote's own record says how it was answered. */
function dccData({ local, foreign, ...choice }: DccChoice): JsonObject {
  return { ...choice, local: moneyData(local), foreign: moneyData(foreign) };
}

export function personOrNull(person: Person | null): JsonObject | null {
  return person === null ? null : personData(person);
}

/** Null for a success that moves no money; left out by programs that did not write it down. */
function movedOf({ state }: OperationRecord, moved: Moved | null): JsonObject {
  return state === 'succeeded' ? { moved: moved === null ? null : movedData(moved) } : {};
}

function moneyData(money: Money | null): JsonObject | null {
  return money === null ? null : { value: money.value, currency: money.currency };
}

function journalData(record: OperationRecord, reason: string | null): JsonObject {
  const responseCode = record.failure?.responseCode ?? textAt(record.result ?? undefined, 'responseCode');
  return {
    kind: record.kind,
    state: record.state,
    revision: record.revision,
    attempts: record.attempts.length,
    amount: moneyData(record.amount),
    ...(record.approved === null ? {} : { approved: moneyData(record.approved) }),
    payId: record.payId,
    xId: record.xIds.at(-1) ?? null,
    responseCode: responseCode ?? null,
    reason,
  };
}

function intentData(record: OperationRecord): JsonObject {
  const { baseline } = record.attempts.at(-1) ?? { baseline: null };
  return {
    ...journalData(record, null),
    key: record.key,
    transId: record.transId,
    baseline:
      baseline === null
        ? null
        : { authorised: baseline.authorised, captured: baseline.captured, refunded: baseline.refunded },
  };
}

function withOffer(command: Command, record: OperationRecord, nowMs: number): OperationRecord {
  const offer = record.state === 'succeeded' ? offerOf(command, record, nowMs) : null;
  return offer === null ? record : { ...record, offer };
}

function withApproved(command: Command, record: OperationRecord): OperationRecord {
  return record.state === 'succeeded' ? { ...record, approved: approvedBySuccess(command, record) } : record;
}

/** A payment-creating answer names the payment; from then on the operation is found under it. */
function withPayId(record: OperationRecord): OperationRecord {
  if (record.payId !== null) return record;
  const payId = textAt(record.result ?? undefined, 'payId');
  return payId === null ? record : { ...record, payId };
}
