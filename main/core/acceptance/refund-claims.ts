// One refund for one article over all tills: what pays money out is claimed at the chain's office before it is accepted.
// The claim has the id of the operation that it becomes, so the office reads in this till's journal what became of it: no
// clock ends a claim. A claim that was asked for and not used is given up by a record: `claim-dropped`, or, where the
// program ended in between, `claims-closed` at the next start.
import type { ClaimAnswer, ClaimAsked, ClaimHolder } from '#contract/office/claims.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { Command, PaymentRef } from '#operations/define.ts';
import { knownPayment } from '../operation/lanes.ts';
import type { EnginePorts, Office } from '../ports/engine.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import { type PaymentReads, type PayOut, payOutOf } from '../sale/money-out.ts';
import { approvalWords, paidOutToday, refunderOf } from './refund-limit.ts';

type Draft = Pick<OperationRecord, 'id' | 'environmentId' | 'input' | 'origin' | 'line' | 'refundOf' | 'isUnseen'>;
type Ports = Pick<EnginePorts, 'store' | 'clock' | 'policy' | 'environment'>;

/** What the office said of an operation, before its acceptance. */
export type Claimed =
  /** It pays nothing out, as far as the till knew then, or no office wanted claims. */
  | { readonly type: 'none' }
  /** The office answered that its chain wants none. */
  | { readonly type: 'not-wanted' }
  /** `untilMs`, by the late clock: it is accepted before that, or not at all. */
  | { readonly type: 'granted'; readonly untilMs: number }
  /** The office did not answer, and the shop lets it pass. It may hold the claim all the same. */
  | { readonly type: 'away' };

/** A program that stood still for longer asks again: meanwhile a person at the office may have freed the claim. */
const useWithinMs = 15_000;

export class RefundClaims {
  readonly #ports: Ports;
  readonly #office: Office;
  #opened: Promise<unknown> | null = null;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(ports: Ports, office: Office) {
    this.#ports = ports;
    this.#office = office;
  }

  /** One after the other for the same request: a repetition must find the operation, not the claim in its own way. */
  async inTurn<T>(requestKey: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(requestKey);
    const turn = Promise.allSettled([before]).then(work);
    this.#turns.set(requestKey, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(requestKey) === turn) this.#turns.delete(requestKey);
    }
  }

  /** Training pays nobody. */
  areWanted(): boolean {
    return this.#ports.environment.mode !== 'training' && this.#office.wantsClaims();
  }

  /** What is to be claimed; null where it pays nothing out, or no claims are wanted. */
  toClaim(
    command: Command,
    input: JsonObject,
    isUnseen?: boolean,
    reads: PaymentReads = this.#ports.store,
  ): PayOut | null {
    return this.areWanted() ? payOutOf(reads, this.#ports.environment.id, command, input, isUnseen) : null;
  }

  /** Whether a person is asked for a supervisor's PIN beforehand, because the office cannot be asked. */
  needsSupervisor(command: Command, input: JsonObject): boolean {
    const { store, environment, policy } = this.#ports;
    if (policy.officeAway.rule !== 'supervisor' || !this.#office.isAway()) return false;
    if (this.toClaim(command, input) === null) return false;
    return !paymentOf(store, command, { environmentId: environment.id }, input).isOwn;
  }

  async claimFor(command: Command, draft: Draft, input: JsonObject): Promise<Claimed | Refused> {
    const { store, environment, clock } = this.#ports;
    const payOut = this.toClaim(command, input, draft.isUnseen);
    if (payOut === null || environment.mode === 'training') return { type: 'none' };
    const payment = paymentOf(store, command, draft, input);
    await this.#open();
    const askedMs = clock.lateMs();
    const answer = await this.#office.claim({
      id: draft.id,
      mode: environment.mode,
      line: draft.line ?? null,
      ...askedFor(command, input, payOut, payment),
    });
    switch (answer?.type) {
      case 'granted':
        return { type: 'granted', untilMs: askedMs + useWithinMs };
      case 'not-wanted':
        return { type: 'not-wanted' };
      case 'refused':
        // Its own refund in the way may have been over when it was asked once more, and that answer was lost.
        if (answer.by.isOwn) await store.transact((tx) => dropClaim(tx, draft.id, clock.nowMs()));
        return { type: 'refused', refusal: elsewhere(answer, draft.line ?? null) };
      case 'not-taken': {
        const detail = `The office does not take the question (${answer.code}). No refund was stored. Try again.`;
        return { type: 'refused', refusal: { code: 'office-away', detail } };
      }
      case undefined:
        break;
    }
    const refusal = payment.isOwn ? null : awayRefusal(this.#ports, draft, payOut);
    if (refusal === null) return { type: 'away' };
    // The office may have granted it, and its answer was lost.
    await store.transact((tx) => dropClaim(tx, draft.id, clock.nowMs()));
    return { type: 'refused', refusal };
  }

  /** Before the first claim of this run: a start that finds this record closes what the run left. */
  async #open(): Promise<void> {
    const { store, clock } = this.#ports;
    this.#opened ??= store.transact((tx) =>
      tx.journal({ type: 'claims-opened', operationId: null, atMs: clock.nowMs(), data: {} }),
    );
    try {
      await this.#opened;
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }
}

/** The claim was not used and will not be. */
export function dropClaim(tx: Pick<StoreWrites, 'journal'>, id: string, atMs: number): void {
  tx.journal({ type: 'claim-dropped', operationId: null, atMs, data: { claim: id } });
}

/**
 * Whether an earlier run may have claimed what it did not use, by the numbers of the journal's last records that say so,
 * null where it has none. `isArchived`: older records are elsewhere, so that one of them may not be found.
 */
export function areClaimsOpen(openedSeq: number | null, closedSeq: number | null, isArchived: boolean): boolean {
  if (openedSeq === null) return closedSeq === null && isArchived;
  return closedSeq === null || closedSeq < openedSeq;
}

/** At a start: what an earlier run claimed and did not use is not used any more. */
export function closeClaims(tx: Pick<StoreWrites, 'journal'>, atMs: number): void {
  tx.journal({ type: 'claims-closed', operationId: null, atMs, data: {} });
}

/** Why what the office said is not enough when the operation is stored, or null. `toClaim`: what is to be claimed now. */
export function claimRefusal(claimed: Claimed, toClaim: PayOut | null, lateMs: number): Refusal | null {
  if (claimed.type === 'none' && toClaim !== null) {
    const detail = 'The office was not asked about it: money was captured, or claims were wanted, only meanwhile.';
    return { code: 'office-away', detail: `${detail} No refund was stored. Try again.` };
  }
  if (claimed.type !== 'granted' || lateMs <= claimed.untilMs) return null;
  return { code: 'office-away', detail: 'The program stood still after it asked the office. No refund was stored.' };
}

interface ClaimedPayment {
  readonly payId: string | null;
  readonly transId: string | null;
  /** This till made it. */
  readonly isOwn: boolean;
  readonly captured: Money | null;
}

function paymentOf(
  reads: StoreReads,
  command: Command,
  { environmentId, refundOf }: Pick<Draft, 'environmentId' | 'refundOf'>,
  input: JsonObject,
): ClaimedPayment {
  const ref = paymentRefOf(reads, command, refundOf ?? null, input);
  const known = ref === null ? null : knownPayment(reads, environmentId, ref);
  // The transId of a reversal at a terminal is its own where the till does not know the sale by its trace number.
  if (ref === null || (ref.by === 'trace' && known === null))
    return { payId: null, transId: null, isOwn: false, captured: null };
  const payId = ref.by === 'payId' ? ref.payId : (known?.payId ?? null);
  const transId = known?.transId ?? (ref.by === 'payId' ? null : ref.transId);
  const isOwn = transId !== null && reads.creatorOf(environmentId, transId) !== null;
  return { payId, transId, isOwn, captured: capturedOf(known) };
}

function capturedOf(known: KnownPayment | null): Money | null {
  if (known === null || known.captured === null || known.currency === null) return null;
  return { value: known.captured, currency: known.currency };
}

/**
 * Whose money is given back; null where it names no payment. A terminal's CREDIT names none: the till knows it by
 * `refundOf`. The payment that a manual refund makes is its own: under its transId no other till would find the line.
 */
export function paymentRefOf(
  reads: StoreReads,
  command: Command,
  refundOf: string | null,
  input: JsonObject,
): PaymentRef | null {
  if (refundOf === null) return command.createsPayment(input) ? null : command.payment(input);
  const sale = reads.operation(refundOf);
  const { payId, transId } = sale ?? { payId: null, transId: null };
  if (payId !== null) return { by: 'payId', payId };
  return transId === null ? null : { by: 'transId', transId };
}

function askedFor(
  command: Command,
  input: JsonObject,
  { amount }: PayOut,
  { payId, transId, captured }: ClaimedPayment,
): Pick<ClaimAsked, 'payId' | 'transId' | 'amount' | 'captured'> {
  // A reversal gives back all that is left, whatever is named beside it.
  const part = command.paysOut(input) === 'if-captured' ? null : amount;
  return {
    payId,
    transId,
    amount: part,
    captured: captured !== null && captured.currency === part?.currency ? captured.value : null,
  };
}

function elsewhere(
  { why, by, left }: Extract<ClaimAnswer, { readonly type: 'refused' }>,
  line: string | null,
): Refusal {
  const what = why === 'line' ? `Line ${line} was refunded already` : 'That is more than is left of the payment';
  const detail = `${what}: ${holderInWords(by)}. No refund was stored.`;
  return { code: 'refunded-elsewhere', detail, facts: { refunded: by, ...(left === null ? {} : { left }) } };
}

const stateWords = {
  held: 'which is being accepted there',
  used: 'which is not over',
  paid: 'which was paid out',
} as const;

function holderInWords({ till, shop, at, state, amount }: ClaimHolder): string {
  const where = shop === null ? till : `${till} (${shop})`;
  return `${where} has a refund of ${amount === null ? 'all' : formatMoney(amount)} since ${at}, ${stateWords[state]}`;
}

/** What the shop does with others' payments, and with refunds without a payment, while the office cannot be asked. */
function awayRefusal(ports: Ports, { origin }: Pick<Draft, 'origin'>, payOut: PayOut): Refusal | null {
  const { policy, environment, store } = ports;
  const { rule, limitMinor } = policy.officeAway;
  const away = 'The office cannot be asked whether it was refunded at another till.';
  if (rule === 'supervisor') {
    if (origin.approvedBy !== null) return null;
    if (origin.type === 'cashier' && (origin.operator !== null || environment.mode === 'live')) {
      const paidOut = paidOutToday(store, ports, refunderOf(origin));
      const { detail, facts } = approvalWords(payOut, paidOut, origin.operator !== null, policy);
      return { code: 'approval-needed', detail: `${away} ${detail}`, ...(facts === undefined ? {} : { facts }) };
    }
    return { code: 'office-away', detail: `${away} No refund was stored. A supervisor at the till can allow it.` };
  }
  const { amount } = payOut;
  const isWithin = amount !== null && amount.currency === policy.shopCurrency && amount.value <= limitMinor;
  if (rule === 'limit' && isWithin) return null;
  return { code: 'office-away', detail: `${away} No refund was stored. Try again when it is back.` };
}
