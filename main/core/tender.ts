// A purchase that is paid in parts: a sale of which less was approved than was asked for, and what is taken for its rest
// by other cards or otherwise. The parts are payments of their own; the first one holds them together, and what is left
// is counted here alone, for acceptance and for the till.
import { type Money, formatMoney } from '#contract/money.ts';
import type { Person } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import { mayActAs } from '#contract/roles.ts';
import { isFinal } from '#contract/states.ts';
import type { TenderView } from '#contract/tender.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { personOrNull } from './commit.ts';
import type { Settlement } from './decisions.ts';
import type { StoreReads, StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';

type TenderReads = Pick<StoreReads, 'operation' | 'parts' | 'paymentByLane'>;

/** Minor units of the sale's currency. */
export interface Tender {
  readonly head: OperationRecord;
  readonly asked: Money;
  /** The first sale and those for its rest, oldest first. */
  readonly parts: readonly OperationRecord[];
  /** Neither taken, nor under way, nor marked as paid otherwise; what was reversed is to be paid again. */
  readonly remaining: number;
  readonly underWay: number;
}

/** The purchase that a sale belongs to; null where it was approved in full, or is no sale that succeeded. */
function tenderOf(reads: TenderReads, record: OperationRecord): Tender | null {
  const head = record.partOf === undefined ? record : reads.operation(record.partOf);
  if (head === null || head.state !== 'succeeded' || head.amount === null || head.approved === null) return null;
  const command = commandOf(head.kind);
  if (command === null || !isSale(command, head) || head.approved.value >= head.amount.value) return null;
  const parts = [head, ...reads.parts(head.id)];
  const taken = sum(parts, (each) => takenBy(reads, each));
  const underWay = sum(parts, (each) => (isFinal(each.state) ? 0 : (each.amount?.value ?? 0)));
  const otherwise = head.paidOtherwise?.value ?? 0;
  const remaining = Math.max(0, head.amount.value - taken - underWay - otherwise);
  return { head, asked: head.amount, parts, remaining, underWay };
}

/** Why this sale cannot be a part of that purchase, or null. */
export function partRefusal(
  reads: TenderReads,
  command: Command,
  draft: Pick<OperationRecord, 'partOf' | 'environmentId' | 'input' | 'amount'>,
): Refusal | null {
  if (draft.partOf === undefined) return null;
  const head = reads.operation(draft.partOf);
  const tender = head?.environmentId === draft.environmentId ? tenderOf(reads, head) : null;
  if (tender === null || !isSale(command, draft) || draft.amount === null) {
    const detail = `There is no sale ${draft.partOf} of which less was approved than was asked for. Nothing was stored.`;
    return { code: 'rest-exceeded', detail, operationId: draft.partOf };
  }
  const { asked, remaining } = tender;
  const left = { value: remaining, currency: asked.currency };
  if (draft.amount.currency === asked.currency && draft.amount.value <= remaining) return null;
  const detail =
    `At most ${formatMoney(left)} of the sale is left to pay; ${formatMoney(draft.amount)} was asked for. ` +
    'Nothing was stored.';
  return { code: 'rest-exceeded', detail, operationId: draft.partOf, facts: { left, asked: draft.amount } };
}

/** A person says that the customer paid the whole rest otherwise, in cash for example. `value` is what they saw. */
export function payOtherwise(
  tx: StoreWrites,
  record: OperationRecord,
  { by, value, atMs }: { readonly by: Person | null; readonly value: number; readonly atMs: number },
): Settlement {
  const tender = tenderOf(tx, record);
  if (tender === null || tender.remaining !== value || value === 0) {
    const detail = 'What is left to pay of this sale is another amount by now. Nothing was noted.';
    return { type: 'refused', refusal: { code: 'rest-exceeded', detail, operationId: record.id } };
  }
  const { head, asked } = tender;
  const paid = { value: (head.paidOtherwise?.value ?? 0) + value, currency: asked.currency };
  const restMarks = [...(head.restMarks ?? []), { value, by, atMs }];
  const next = { ...head, revision: head.revision + 1, paidOtherwise: paid, restMarks, updatedAtMs: atMs };
  tx.update(next);
  const amount = { value, currency: asked.currency };
  // Without its state: reports count an operation's success once, by the record that brought it.
  const data = { amount, by: personOrNull(by), revision: next.revision };
  tx.journal({ type: 'rest-paid-otherwise', operationId: next.id, atMs, data });
  return { type: 'decided', record: next };
}

export interface TakingBack {
  /** Null where the till knows nobody by name. */
  readonly by: Person | null;
  readonly reason: string;
  readonly atMs: number;
  /** When the last shift was closed, engine time in ms; null before the first. Read in this transaction. */
  readonly closedAtMs: number | null;
}

/** Takes the latest such mark back: whoever made it, or a supervisor, while its shift is open. The rest is left to pay again. */
export function takeBackRest(tx: StoreWrites, record: OperationRecord, said: TakingBack): Settlement {
  const { by, reason, atMs, closedAtMs } = said;
  const head = record.partOf === undefined ? record : tx.operation(record.partOf);
  const mark = head?.restMarks?.at(-1);
  if (head === null || mark === undefined || head.paidOtherwise === undefined) {
    return notTakenBack(record, 'not-decidable', 'Nobody is known to have noted that a rest of it was paid otherwise.');
  }
  if (closedAtMs !== null && mark.atMs <= closedAtMs) {
    return notTakenBack(record, 'too-late', 'The shift in which it was noted is closed.');
  }
  const isOwn = (mark.by?.id ?? null) === (by?.id ?? null);
  if (!isOwn && (by === null || !mayActAs(by.role, 'supervisor'))) {
    return notTakenBack(
      record,
      'role-missing',
      `${mark.by?.name ?? 'Somebody'} noted it: they or a supervisor take it back.`,
    );
  }
  const { paidOtherwise, restMarks = [], ...rest } = head;
  const left = restMarks.slice(0, -1);
  const value = paidOtherwise.value - mark.value;
  const kept = value === 0 ? {} : { paidOtherwise: { value, currency: paidOtherwise.currency }, restMarks: left };
  const next = { ...rest, ...kept, revision: head.revision + 1, updatedAtMs: atMs };
  tx.update(next);
  const amount = { value: mark.value, currency: paidOtherwise.currency };
  // Without its state, as the note that it takes back.
  const data = { amount, by: personOrNull(by), notedBy: personOrNull(mark.by), reason, revision: next.revision };
  tx.journal({ type: 'rest-mark-taken-back', operationId: next.id, atMs, data });
  return { type: 'decided', record: next };
}

function notTakenBack({ id }: OperationRecord, code: Refusal['code'], why: string): Settlement {
  return { type: 'refused', refusal: { code, detail: `${why} Nothing was changed.`, operationId: id } };
}

/** Null for a sale of a program alone: it said that it takes its rest itself. */
export function tenderViewOf(
  reads: TenderReads,
  record: OperationRecord,
  iso: (ms: number) => string,
): TenderView | null {
  const tender = tenderOf(reads, record);
  if (tender === null) return null;
  const { head, asked, parts, remaining, underWay } = tender;
  const [, second] = parts;
  if (head.origin.type === 'erp' && second === undefined && head.paidOtherwise === undefined) return null;
  return {
    operationId: head.id,
    reference: head.refNr,
    currency: asked.currency,
    asked: asked.value,
    remaining,
    underWay,
    paidOtherwise: head.paidOtherwise?.value ?? 0,
    parts: parts.map((part) => ({
      operationId: part.id,
      payId: part.payId,
      state: part.state,
      amount: (part.state === 'succeeded' ? part.approved : part.amount)?.value ?? 0,
      reversed: isReversed(reads, part),
      at: iso(part.createdAtMs),
    })),
  };
}

function isSale(command: Command, { input }: Pick<OperationRecord, 'input'>): boolean {
  return command.createsPayment(input) && (command.effect(input, {})?.captured ?? 0) > 0;
}

function takenBy(reads: TenderReads, part: OperationRecord): number {
  if (part.state !== 'succeeded' || isReversed(reads, part)) return 0;
  return (part.approved ?? part.amount)?.value ?? 0;
}

function isReversed(reads: TenderReads, { environmentId, lanes }: OperationRecord): boolean {
  const lane = lanes.find((each) => each.startsWith('payment:'));
  return lane !== undefined && reads.paymentByLane(environmentId, lane)?.reversed === true;
}

function sum(parts: readonly OperationRecord[], valueOf: (part: OperationRecord) => number): number {
  return parts.reduce((total, part) => total + valueOf(part), 0);
}
