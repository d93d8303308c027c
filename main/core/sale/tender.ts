// A purchase that is paid in parts: a sale of which less was approved than was asked for, and the payments of its rest
// by other cards or otherwise. Each part is a separate payment; the first sale (`head`) links them, and the rest is
// counted only here, for acceptance and for the till. A refund after all of it was paid is for returned goods, and
// leaves nothing to pay again; a void, or a refund before, leaves that sum to pay by another card.
import { type Money, formatMoney } from '#contract/money/money.ts';
import { tipChosen } from '#contract/money/tip.ts';
import { type Person, personOrNull } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { type Mode, isFinal } from '#contract/operation/states.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { isPaymentLane } from '../operation/lanes.ts';
import type { DecisionResult } from '../operation/change.ts';
import { creditedOf, makerOf } from './credits.ts';
import { tipOf } from './tip.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { type SaleReads, wholeOf } from './same-sale.ts';
import { type RowReads, rowOf } from './trace-number.ts';

/** The journal's names for a note that a rest was paid otherwise, and for one that was taken back. */
export const restPaidOtherwise = 'rest-paid-otherwise';
export const restMarkTakenBack = 'rest-mark-taken-back';

export type TenderReads = SaleReads & Pick<StoreReads, 'parts' | 'credits' | 'openClaims' | 'firstOpen'>;

/** Minor units of the sale's currency. */
export interface Tender {
  readonly head: OperationRecord;
  readonly asked: Money;
  /** The first sale and those for its rest, oldest first. */
  readonly parts: readonly Part[];
  /** Neither kept, nor under way, nor marked as paid otherwise, nor returned. */
  readonly remaining: number;
  readonly underWay: number;
  /** Given back after all of it was paid. */
  readonly returned: number;
}

/** A sale of a purchase, and how much of its money is kept. */
interface Part {
  readonly record: OperationRecord;
  readonly isReversed: boolean;
  /** Approved, and not given back for certain. */
  readonly kept: number;
  /** The part of what is kept that a refund or reversal which waits, runs or is in doubt may give back. */
  readonly goingBack: number;
}

/** The purchase that a sale belongs to; null where it was approved in full, or is no sale that succeeded. */
function tenderOf(reads: TenderReads, record: OperationRecord): Tender | null {
  const head = record.partOf === undefined ? record : reads.operation(record.partOf);
  if (head === null || head.state !== 'succeeded' || head.amount === null || head.approved === null) return null;
  const command = commandOf(head.kind);
  if (command === null || !isSale(command, head) || head.approved.value >= head.amount.value) return null;
  const parts = [head, ...reads.parts(head.id)].map((each) => partOf(reads, each));
  const taken = sum(parts, ({ kept }) => kept);
  const underWay = sum(parts, (each) => (isFinal(each.record.state) ? 0 : (each.record.amount?.value ?? 0)));
  const otherwise = head.paidOtherwise?.value ?? 0;
  const returned = head.givenBack?.returned ?? 0;
  const remaining = Math.max(0, head.amount.value - taken - underWay - otherwise - returned);
  return { head, asked: head.amount, parts, remaining, underWay, returned };
}

/** How a purchase stands where a program waits for all of it: `open` as long as any of it is in doubt. */
function standingOf(reads: TenderReads, head: OperationRecord): 'open' | 'paid' | 'given-back' {
  const tender = tenderOf(reads, head);
  // An operation that is no sale has no rest that the till could take: it ends only when its money was given back.
  const parts = tender?.parts ?? [partOf(reads, head)];
  const isOpen = (tender?.underWay ?? 0) > 0 || parts.some(({ goingBack }) => goingBack > 0);
  if (isOpen) return 'open';
  if (tender?.remaining === 0) return 'paid';
  const isKept = parts.some(({ kept }) => kept > 0) || head.paidOtherwise !== undefined;
  return isKept ? 'open' : 'given-back';
}

/** For programs: what is kept by which operation, and what is left to pay; null where the till could not take it. */
export function purchaseOf(reads: TenderReads, head: OperationRecord) {
  const tender = tenderOf(reads, head);
  const parts = tender?.parts ?? [partOf(reads, head)];
  const currency = head.amount?.currency ?? '';
  const kept = parts.filter(({ record }) => record.state === 'succeeded');
  return {
    remaining: tender === null ? null : { value: tender.remaining, currency },
    parts: kept.map((each) => ({ operationId: each.record.id, kept: { value: each.kept, currency } })),
  };
}

/** Why this sale cannot be a part of that purchase, or null. */
export function partRefusal(
  reads: TenderReads,
  command: Command,
  draft: Pick<OperationRecord, 'partOf' | 'environmentId' | 'input' | 'amount'>,
): Refusal | null {
  if (draft.partOf === undefined) return null;
  const head = reads.operation(draft.partOf);
  if (head?.told?.state === 'failed') {
    const detail = 'All that was taken of this sale was given back, and the program that asked for it was told so. ';
    return { code: 'rest-exceeded', detail: `${detail}Charge it anew. Nothing was stored.`, operationId: head.id };
  }
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

export interface PayingOtherwise {
  readonly by: Person | null;
  readonly value: number;
  readonly atMs: number;
  /** Of the sale's environment; null where it is not known. */
  readonly mode: Mode | null;
}

/** A person says that the customer paid the whole rest otherwise, in cash for example. `value` is what they saw. */
export function payOtherwise(
  tx: StoreWrites,
  record: OperationRecord,
  { by, value, atMs, mode }: PayingOtherwise,
): DecisionResult {
  const tender = tenderOf(tx, record);
  if (tender === null || tender.remaining !== value || value === 0) {
    const left = tender === null ? null : formatMoney({ value: tender.remaining, currency: tender.asked.currency });
    const what = left === null ? 'Of this sale no rest is left to pay' : `${left} is left to pay of this sale by now`;
    const detail = `${what}. Nothing was noted.`;
    return { type: 'refused', refusal: { code: 'rest-exceeded', detail, operationId: record.id } };
  }
  const { head, asked } = tender;
  const paid = { value: (head.paidOtherwise?.value ?? 0) + value, currency: asked.currency };
  const restMarks = [...(head.restMarks ?? []), { value, by, atMs }];
  const next = { ...head, revision: head.revision + 1, paidOtherwise: paid, restMarks, updatedAtMs: atMs };
  tx.update(next);
  const amount = { value, currency: asked.currency };
  // Without its state: reports count an operation's success once, by the record that brought it.
  const section = { mode, environment: next.environmentId };
  const data = { amount, by: personOrNull(by), revision: next.revision, ...section };
  tx.journal({ type: restPaidOtherwise, operationId: next.id, atMs, data });
  return { type: 'decided', record: countAnew(tx, next, atMs) };
}

export interface TakingBack {
  /** Null where the till knows no name. */
  readonly by: Person | null;
  readonly reason: string;
  readonly atMs: number;
  /** When the last shift was closed, engine time in ms; null before the first. Read in this transaction. */
  readonly closedAtMs: number | null;
  /** Of the sale's environment; null where it is not known. */
  readonly mode: Mode | null;
}

/** Takes the latest such mark back: the person who made it, or a supervisor, while its shift is open. */
export function takeBackRest(tx: StoreWrites, record: OperationRecord, said: TakingBack): DecisionResult {
  const { by, reason, atMs, closedAtMs, mode } = said;
  const head = record.partOf === undefined ? record : tx.operation(record.partOf);
  const mark = head?.restMarks?.at(-1);
  if (head === null || mark === undefined || head.paidOtherwise === undefined) {
    return notTakenBack(record, 'not-decidable', 'Nobody is known to have noted that a rest of it was paid otherwise.');
  }
  if (head.told?.state === 'succeeded') {
    return notTakenBack(record, 'too-late', 'The program that asked for the sale was told that all of it is paid.');
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
  // Without its state, like the mark that it takes back.
  const people = { by: personOrNull(by), notedBy: personOrNull(mark.by) };
  const section = { mode, environment: next.environmentId };
  const data = { amount, ...people, reason, revision: next.revision, ...section };
  tx.journal({ type: restMarkTakenBack, operationId: next.id, atMs, data });
  return { type: 'decided', record: countAnew(tx, next, atMs) };
}

function notTakenBack({ id }: OperationRecord, code: Refusal['code'], why: string): DecisionResult {
  return { type: 'refused', refusal: { code, detail: `${why} Nothing was changed.`, operationId: id } };
}

/** Called after each change of what is kept of a purchase, in the same transaction. */
export function countAnew(tx: StoreWrites, head: OperationRecord, atMs: number): OperationRecord {
  return reportAnew(tx, withGivenBack(tx, head, atMs), atMs);
}

/** Where all of it was paid before this change, a refund since then is for returned goods. */
function withGivenBack(tx: StoreWrites, head: OperationRecord, atMs: number): OperationRecord {
  const tender = tenderOf(tx, head);
  if (tender === null) return head;
  const before = head.givenBack ?? { sum: 0, returned: 0, wasPaid: false };
  const ofSales = tender.parts.filter(({ record, isReversed }) => record.state === 'succeeded' && !isReversed);
  const givenBack = sum(ofSales, ({ record, kept }) => Math.max(0, approvedOf(record) - kept));
  // By a tip more may have been paid than the purchase was for: giving that back leaves nothing to pay.
  const more = before.wasPaid ? Math.min(tender.remaining, Math.max(0, givenBack - before.sum)) : 0;
  const wasPaid = tender.remaining === more && tender.underWay === 0;
  const now = { sum: givenBack, returned: before.returned + more, wasPaid };
  if (now.sum === before.sum && now.returned === before.returned && now.wasPaid === before.wasPaid) return head;
  const next = { ...head, givenBack: now, revision: head.revision + 1, updatedAtMs: atMs };
  tx.update(next);
  return next;
}

/** Once all of a purchase is paid or given back, the program that waits for it is told so, and that is final. */
function reportAnew(tx: StoreWrites, head: OperationRecord, atMs: number): OperationRecord {
  const standing = head.told?.state === 'needs-person' ? standingOf(tx, head) : 'open';
  if (head.told === undefined || standing === 'open') return head;
  const told = { ...head.told, state: standing === 'paid' ? 'succeeded' : 'failed' } as const;
  const next = { ...head, told, revision: head.revision + 1, updatedAtMs: atMs };
  tx.update(next);
  // Without its state: reports count an operation's success once, by the record that brought it.
  const type = standing === 'paid' ? 'rest-paid' : 'sale-given-back';
  tx.journal({ type, operationId: next.id, atMs, data: { told: told.state, revision: next.revision } });
  return next;
}

/** The purchases whose sum this operation's end may have changed, for `countAnew`. */
export function purchasesOf(
  reads: TenderReads & RowReads,
  command: Command,
  record: OperationRecord,
): readonly OperationRecord[] {
  const claim = command.claim(record.input);
  const givesBack = claim === 'refund' || claim === 'reversal';
  const row = givesBack ? rowOf(reads, command, record) : null;
  const sales = [
    row === null ? null : makerOf(reads, wholeOf(reads, row).payment),
    record.refundOf === undefined ? null : reads.operation(record.refundOf),
    record.partOf === undefined ? null : record,
  ];
  const heads = sales.map((sale) => (sale?.partOf === undefined ? sale : reads.operation(sale.partOf)));
  return heads.filter((head) => head !== null);
}

/** Null for a purchase without further parts whose program said that it takes the rest itself. */
export function tenderViewOf(
  reads: TenderReads,
  record: OperationRecord,
  iso: (ms: number) => string,
): TenderView | null {
  const tender = tenderOf(reads, record);
  if (tender === null) return null;
  const { head, asked, parts, remaining, underWay, returned } = tender;
  const [, second] = parts;
  if (head.takesPartial && second === undefined && head.paidOtherwise === undefined) return null;
  return {
    operationId: head.id,
    reference: head.refNr,
    currency: asked.currency,
    asked: asked.value,
    remaining,
    tipLeft: Math.min(remaining, Math.max(0, tipChosen(head.input) - sum(parts, ({ record: part }) => tipOf(part)))),
    underWay,
    returned,
    paidOtherwise: head.paidOtherwise?.value ?? 0,
    parts: parts.map(({ record: part, isReversed, kept, goingBack }) => {
      const amount = (part.state === 'succeeded' ? part.approved : part.amount)?.value ?? 0;
      return {
        operationId: part.id,
        payId: part.payId,
        state: part.state,
        amount,
        reversed: isReversed,
        givenBack: part.state === 'succeeded' ? Math.max(0, amount - kept) : 0,
        goingBack,
        at: iso(part.createdAtMs),
      };
    }),
  };
}

function isSale(command: Command, { input }: Pick<OperationRecord, 'input'>): boolean {
  return command.createsPayment(input) && (command.effect(input, {})?.captured ?? 0) > 0;
}

export function onlyAuthorizes(command: Command, { input }: Pick<OperationRecord, 'input'>): boolean {
  const effect = command.effect(input, {});
  return effect !== null && effect.authorized > 0 && effect.captured === 0;
}

function partOf(reads: TenderReads, record: OperationRecord): Part {
  const approved = approvedOf(record);
  if (record.state !== 'succeeded') return { record, isReversed: false, kept: 0, goingBack: 0 };
  const lane = record.lanes.find(isPaymentLane);
  const row = lane === undefined ? null : reads.paymentByLane(record.environmentId, lane);
  if (row === null || makerOf(reads, row)?.id !== record.id) {
    return { record, isReversed: false, kept: approved, goingBack: 0 };
  }
  const { payment, lanes } = wholeOf(reads, row);
  if (payment.reversed) return { record, isReversed: true, kept: 0, goingBack: 0 };
  const credited = creditedOf(reads, payment);
  const kept = Math.max(0, approved - (payment.refunded ?? 0) - credited.done);
  const isGoing = payment.refunded === null || reads.firstOpen(lanes, 'reversal') !== null;
  const open = credited.open + reads.openClaims(lanes, 'refund');
  return { record, isReversed: false, kept, goingBack: isGoing ? kept : Math.min(kept, open) };
}

function approvedOf({ approved, amount }: OperationRecord): number {
  return (approved ?? amount)?.value ?? 0;
}

function sum(parts: readonly Part[], valueOf: (part: Part) => number): number {
  return parts.reduce((total, part) => total + valueOf(part), 0);
}
