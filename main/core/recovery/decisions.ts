// A person decides an outcome that no look-up could find, with a reason and what they looked at. Money out needs two
// people who say the same, because one of them may have been paid. The journal keeps overruled decisions too.
import { readMark } from '#contract/operation/doubt.ts';
import { type Decision, type Person, type Slip, machineUserId, personOrNull } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { messagesOf, ruleIssue } from '#contract/data/issue-words.ts';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Command } from '#operations/define.ts';
import { unansweredHolder } from '../acceptance/held.ts';
import { isTerminalLane } from '../operation/lanes.ts';
import { type PaymentReads, voicesNeeded } from '../sale/money-out.ts';
import type { Change, DecisionResult } from '../operation/change.ts';
import { commitChange, commitTerminalEnd } from '../commit/commit.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { words } from '../operation/words.ts';

export function decide(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  decision: Decision,
  nowMs: number,
): DecisionResult {
  if (record.state !== 'needs-person') {
    const detail = `It is in state ${record.state}; only what needs a person can be decided.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const beyond = beyondAmount(record, decision);
  if (beyond !== null) return { type: 'refused', refusal: beyond };
  const denied = deniedApproval(record, decision);
  if (denied !== null) return { type: 'refused', refusal: denied };
  const contradicts = contradictsApproval(record, decision);
  const needed = contradicts ? 2 : voicesNeeded(tx, command, record);
  if (needed > 1 && decision.by.id === machineUserId) {
    return { type: 'refused', refusal: contradicts ? otherSum(record) : twoOperators(record) };
  }
  // A person's new decision replaces their earlier one.
  const others = countedDecisions(tx, record).filter(({ by }) => by.id !== decision.by.id);
  const decisions = [...others, decision];
  const agreeing = decisions.filter((each) => saysTheSame(each, decision));
  const isDecided = agreeing.length >= needed;
  const said = { ...record, decisions };
  if (!isDecided) return { type: 'decided', record: note(tx, said, decision, nowMs) };
  const next = commitChange(tx, command, said, changeOf(decision, said, slipOf(agreeing)), nowMs);
  return { type: 'decided', record: next };
}

/** What was decided, or said so far by those who may still decide; the journal keeps what others said. */
export function countedDecisions(
  reads: Pick<StoreReads, 'operator'>,
  { state, decisions }: Pick<OperationRecord, 'state' | 'decisions'>,
): readonly Decision[] {
  if (state !== 'needs-person') return decisions;
  return decisions.filter(({ by }) => {
    const operator = reads.operator(by.id);
    return operator?.active === true && mayActAs(operator.role, 'supervisor');
  });
}

/** How many people must agree on what has been said so far: two also where one named another sum than the gateway. */
export function voicesFor(
  reads: PaymentReads & Pick<StoreReads, 'operator'>,
  command: Command,
  record: OperationRecord,
): 1 | 2 {
  const isContradicted = countedDecisions(reads, record).some((each) => contradictsApproval(record, each));
  return isContradicted ? 2 : voicesNeeded(reads, command, record);
}

/** The gateway named the sum, in its answer or in the record of the last look-up, and the person says another one. */
function contradictsApproval(record: OperationRecord, { outcome, slip }: Decision): boolean {
  const { approved, amount } = record;
  const gateways = sumOfGateway(record);
  const named = slip?.amountMinor ?? (approved ?? amount)?.value;
  return outcome === 'succeeded' && gateways !== null && named !== gateways.value;
}

function sumOfGateway(record: OperationRecord): Money | null {
  const { approved, amount, lookUps } = record;
  if (isOtherAmount(record)) return approved;
  return lookUps.sum === undefined || amount === null ? null : { value: lookUps.sum, currency: amount.currency };
}

/** A shop without operators has no second person to speak against the gateway's sum. */
function otherSum(record: OperationRecord): Refusal {
  const { id } = record;
  const gateways = sumOfGateway(record);
  const sum = gateways === null ? 'another sum' : formatMoney(gateways);
  const keep = isOtherAmount(record)
    ? 'keep the sum that the gateway approved (operation keep-approved)'
    : 'say that sum';
  const detail =
    `The gateway names ${sum}. Where the slip shows another one, two people must say the same, each with a PIN: add ` +
    `two (operator create). Or ${keep}. Nothing was decided.`;
  return { code: 'second-person-needed', detail, operationId: id };
}

/** The machine's user is one voice whatever name is given: nothing tells two of them apart. */
function twoOperators({ id }: OperationRecord): Refusal {
  const detail =
    'Money may have gone out, so two people must say the same, and without operators nobody can tell whether they are ' +
    'two. Add two (operator create) who decide with their PINs. Nothing was decided.';
  return { code: 'second-person-needed', detail, operationId: id };
}

/** The gateway approved another amount than was asked for, and a person has not said what becomes of it. */
function isOtherAmount({ doubt }: OperationRecord): boolean {
  const code = doubt === null ? null : readMark(doubt).code;
  return code === 'approved-less' || code === 'approved-more';
}

/** A person accepts the amount that was really approved. The gateway named it, so one person is enough. */
export function keepApproved(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  by: Person | null,
  atMs: number,
): DecisionResult {
  if (record.state !== 'needs-person' || !isOtherAmount(record)) {
    const detail = `It is in state ${record.state}, and no other amount than the one asked for was approved.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const change: Change = { state: 'succeeded', event: 'approved-amount-kept', facts: { by: personOrNull(by) } };
  return { type: 'decided', record: commitChange(tx, command, record, change, atMs) };
}

/** Frees the terminal of a command that was not answered; the payment's lane stays held. */
export function freeTerminal(
  tx: StoreWrites,
  record: OperationRecord,
  { by, reason, atMs }: { readonly by: Person | null; readonly reason: string; readonly atMs: number },
): DecisionResult {
  const lane = record.lanes.find(isTerminalLane);
  if (lane === undefined || unansweredHolder(tx, lane)?.id !== record.id) {
    const detail = `It is in state ${record.state} and holds no terminal that could be freed.`;
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const next = commitTerminalEnd(tx, record, atMs);
  const data = {
    terminalId: record.terminalId,
    reason,
    state: next.state,
    revision: next.revision,
    by: personOrNull(by),
  };
  tx.journal({ type: 'terminal-freed', operationId: next.id, atMs, data });
  return { type: 'decided', record: next };
}

function note(tx: StoreWrites, record: OperationRecord, decision: Decision, nowMs: number): OperationRecord {
  const next = { ...record, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  const data = { ...decisionData(decision), revision: next.revision, state: next.state };
  tx.journal({ type: 'decision-noted', operationId: next.id, atMs: nowMs, data });
  return next;
}

const beyondWords = 'must be less than ten times the amount that was asked for: look at the slip again';

/** Refuses ten times the amount or more: the person typed a digit too many, and it would stand in a signed report. */
function beyondAmount({ id, amount }: OperationRecord, { slip }: Decision): Refusal | null {
  const named = slip?.amountMinor;
  if (named === undefined || amount === null || named < amount.value * 10) return null;
  const issues = [{ field: 'amount', ...ruleIssue(beyondWords) }];
  const sums = `${formatMoney(amount)} was asked for, and ${formatMoney({ ...amount, value: named })} is named`;
  const detail = `${sums}. A slip of ten times the amount is not this one's. Nothing was decided.`;
  return { code: 'invalid-input', detail, operationId: id, issues, errors: messagesOf(issues) };
}

/** Refuses a failure of what the gateway approved in part: the program would charge the customer anew. */
function deniedApproval(record: OperationRecord, { outcome, givenBack }: Decision): Refusal | null {
  const { approved } = record;
  if (outcome !== 'failed' || givenBack === true || !isOtherAmount(record)) return null;
  if (approved === null || approved.value === 0) return null;
  const detail =
    `The gateway approved ${formatMoney(approved)} of it: it did not fail. Keep that amount (operation keep-approved), ` +
    'then give it back where it is not wanted; or say that all of it was given back already (--given-back). ' +
    'Nothing was decided.';
  return { code: 'not-decidable', detail, operationId: record.id };
}

/** The same outcome and the same sum, and no number of the slip that both name differs. */
function saysTheSame(one: Decision, other: Decision): boolean {
  const differs = (name: 'payId' | 'traceNr' | 'approvalCode') => {
    const [ours, theirs] = [one.slip?.[name], other.slip?.[name]];
    return ours !== undefined && theirs !== undefined && ours !== theirs;
  };
  const isSameSum = one.slip?.amountMinor === other.slip?.amountMinor;
  return one.outcome === other.outcome && isSameSum && !(['payId', 'traceNr', 'approvalCode'] as const).some(differs);
}

/** What those who agree read from the slip, one number by one person, another by the next. */
function slipOf(agreeing: readonly Decision[]): Slip | undefined {
  const read = agreeing.flatMap(({ slip }) => (slip === undefined ? [] : Object.entries(slip)));
  const isOne = ([name, value]: (typeof read)[number]) => read.every((each) => each[0] !== name || each[1] === value);
  return read.length === 0 ? undefined : Object.fromEntries(read.filter(isOne));
}

function changeOf(decision: Decision, record: OperationRecord, slip: Slip | undefined): Change {
  const common = { event: 'decided', facts: decisionData(decision) } as const;
  if (decision.outcome === 'succeeded') {
    const { amount } = record;
    const minor = slip?.amountMinor;
    return {
      state: 'succeeded',
      ...common,
      ...(minor === undefined || amount === null ? {} : { approved: { value: minor, currency: amount.currency } }),
      ...(slip === undefined ? {} : { result: withSlip(record.result, slip) }),
    };
  }
  return { state: 'failed', ...common, failure: { code: 'decided', message: words.decidedFailed } };
}

/** Puts the slip's numbers where an answer would have them, so that the payment is found and refunded by them. */
function withSlip(result: Json | null, { traceNr, approvalCode, payId }: Slip): Json {
  const shown = { traceNr, approvalCode, payId };
  const given = Object.entries(shown).filter((each): each is [string, string] => each[1] !== undefined);
  return { ...(isJsonObject(result) ? result : {}), ...Object.fromEntries(given) };
}

function decisionData({ outcome, reason, evidence, by, slip, givenBack }: Decision): JsonObject {
  return {
    outcome,
    reason,
    evidence,
    by: { id: by.id, name: by.name, role: by.role },
    ...(slip === undefined ? {} : { slip: { ...slip } }),
    ...(givenBack === undefined ? {} : { givenBack }),
  };
}
