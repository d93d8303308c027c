// What everything that is written into the gateway's books has in common: the books themselves, a payment, an operation
// in its list.
import { containsCardNumber } from '#contract/cards/card-number.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Conversions } from './conversions.ts';
import type { Random } from '../random.ts';
import type { Ledger, ListedOperation, OperationType, Payment } from './ledger.ts';

export interface ServerAnswer {
  readonly status: number;
  readonly body: JsonObject | null;
}

export interface Outcome {
  readonly status: number;
  readonly body: JsonObject;
  /** Set where the operation stays open for a while; its end is told by calling it. */
  readonly finish: ((applied: boolean, nowMs: number) => void) | null;
  /** What a customer does with it after a while. Returns what becomes of it hours or days later, if anything. */
  readonly visit?: (nowMs: number) => ((nowMs: number) => void) | null;
}

export interface Books {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly strict: boolean;
  /** It carries out every reversal and refund, in any order. */
  readonly lawless: boolean;
  readonly listsRefused: boolean;
  /** Chance that a terminal approves something else than was asked for. */
  readonly approvesOthers: number;
  readonly conversions: Conversions;
  /** Chance that a customer who pays a link pays it once more. */
  readonly paysTwice: number;
  /** Chance that they pay another sum. */
  readonly paysOther: number;
  /** To be told what was tried. */
  readonly met: (what: string) => void;
}

/** What the caller of an operation gave it. */
export interface Facts {
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly value: number;
}

export function listed(
  { random }: Books,
  facts: Facts & { readonly type: OperationType },
  status: ListedOperation['status'],
  atMs: number,
): ListedOperation {
  return { ...facts, status, xId: `x${random.hex128()}`, atMs, settledAtMs: status === 'PENDING' ? Infinity : atMs };
}

type Made = Pick<Payment, 'transId' | 'refNr' | 'value' | 'currency' | 'byTill' | 'terminalId' | 'link' | 'charge'> & {
  readonly asked?: number;
  readonly merchantId?: string;
  readonly nowMs: number;
};

export function newPayment({ ledger, random }: Books, { nowMs, asked, merchantId, ...made }: Made): Payment {
  const number = ledger.payments.size + 1;
  const payment: Payment = {
    ...made,
    asked: asked ?? made.value,
    merchantId: merchantId ?? null,
    payId: newPayId(random),
    // Terminals count their traces round.
    traceNr: made.terminalId === null ? null : String(1 + (number % 900)),
    approvalCode: made.terminalId === null ? null : String(100_000 + number),
    madeAtMs: nowMs,
    operations: [],
  };
  ledger.payments.set(payment.payId, payment);
  return payment;
}

/** The till refuses a payment id that looks like a card number; one random id in two million does. */
function newPayId(random: Random): string {
  const payId = `p${random.hex128()}`;
  return containsCardNumber(payId) ? newPayId(random) : payId;
}
