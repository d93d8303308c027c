// The place that changes an operation's state: record, journal, lanes and what is known of the payment, in one
// transaction. Notes beside the state (an offer, a rest that was paid, the time of the next look-up) are written by
// their own files. The journal gets facts for the books, never personal data, secrets or free text of a caller.
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { Command } from '#operations/define.ts';
import { approvedBySuccess } from '../answers/approval.ts';
import { type Change, applyChange } from '../operation/change.ts';
import { personOrNull } from '#contract/people/people.ts';
import { isTerminalLane } from '../operation/lanes.ts';
import type { Instant } from '../operation/moment.ts';
import { type Moved, movedData } from '../payments/moved.ts';
import { offerOf } from '../payments/offers.ts';
import { storeEffect, storeNames } from '../payments/payments.ts';
import { storeFoundSums } from '../payments/seen/looked-up.ts';
import type { Policy } from '../ports/policy.ts';
import type { StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { countAnew, onlyAuthorizes, purchasesOf } from '../sale/tender.ts';
import type { PaymentView } from '#operations/payment-view.ts';

/** Writes the change; `seen` is the payment's record where a look-up brought the change about. */
export function commitChange(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  change: Change,
  nowMs: number,
  seen: PaymentView | null = null,
): OperationRecord {
  const named = withPayId(applyChange(record, change, nowMs));
  const next = withOffer(command, withReportedState(command, withApproved(command, named), nowMs), nowMs, seen);
  tx.update(next);
  const moved = next.state === 'succeeded' ? storeEffect(tx, command, next, seen) : null;
  const reason = change.reason ?? change.doubt ?? next.failure?.code ?? null;
  tx.journal({
    type: change.event,
    operationId: next.id,
    atMs: nowMs,
    data: { ...journalData(next, reason), ...movedOf(next, moved), ...change.facts },
  });
  if (next.state === 'succeeded' && seen !== null) storeFoundSums(tx, command, next, seen);
  const isNewlyNamed = record.payId === null || (record.approved === null && next.approved !== null);
  if (!isFinal(next.state) && isNewlyNamed && command.createsPayment(next.input)) storeNames(tx, command, next);
  if (!isFinal(next.state)) return next;
  tx.followUp(next);
  leaveLanes(tx, next, lanesToLeave(next, change, nowMs), nowMs);
  for (const purchase of purchasesOf(tx, command, next)) countAnew(tx, purchase, nowMs);
  return next;
}

/** The next operation in the lane may be `unknown` and was looked up rarely. Now it may be sent: look it up at once. */
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
    known === null ? null : { authorised: known.authorized, captured: known.captured, refunded: known.refunded };
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
    terminalUntilMs: command.atTerminal ? nowMs + policy.terminalWindowMs : null,
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
    ...(record.line === undefined ? {} : { line: record.line }),
    ...(record.claim === undefined ? {} : { claim: record.claim }),
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

/** Null for a success that moves no money; journals of older versions do not have it. */
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
    ...(record.told === undefined ? {} : { told: record.told.state }),
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

function withOffer(
  command: Command,
  record: OperationRecord,
  nowMs: number,
  seen: PaymentView | null,
): OperationRecord {
  const offer = record.state === 'succeeded' ? offerOf(command, record, nowMs, seen !== null) : null;
  return offer === null ? record : { ...record, offer };
}

function withApproved(command: Command, record: OperationRecord): OperationRecord {
  return record.state === 'succeeded' ? { ...record, approved: approvedBySuccess(command, record) } : record;
}

/**
 * A program that did not say that it deals with less is not shown a success of less than it asked for. An authorization
 * is shown, since it takes no money: once a person keeps it, captures go by what was approved.
 */
function withReportedState(command: Command, record: OperationRecord, nowMs: number): OperationRecord {
  const { state, origin, takesPartial, amount, approved } = record;
  if (state !== 'succeeded' || origin.type !== 'erp' || takesPartial || amount === null || approved === null) {
    return record;
  }
  const isLess = approved.value < amount.value && !onlyAuthorizes(command, record);
  return isLess ? { ...record, told: { state: 'needs-person', keptMs: nowMs } } : record;
}

/** A payment-creating answer names the payment; from then on the operation is found under it. */
function withPayId(record: OperationRecord): OperationRecord {
  if (record.payId !== null) return record;
  const payId = textAt(record.result ?? undefined, 'payId');
  return payId === null ? record : { ...record, payId };
}
