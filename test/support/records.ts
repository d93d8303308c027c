// Operation records, policies and moments for tests of the rules: everything has a plain default, a test names only
// what it is about.
import type { JsonObject } from '#contract/data/json.ts';
import type { Moment } from '#core/operation/moment.ts';
import type { GatewayAnswer, GatewayBody } from '#core/ports/gateway.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Attempt, KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';

export const startMs = 1_000_000;

export function aPolicy(change: Partial<Policy> = {}): Policy {
  return {
    processingMs: 180_000,
    keyLifetimeMs: 72_000_000,
    keysTrusted: true,
    idsMayLookLikeCards: false,
    maxResends: 6,
    sendDeadlineMs: 15_000,
    answerTimeoutMs: 30_000,
    terminalTimeoutMs: 120_000,
    terminalWindowMs: 300_000,
    pendingLimitMs: 86_400_000,
    reversalMayWait: false,
    officeAway: { rule: 'supervisor', limitMinor: 0 },
    officeApprovals: false,
    refundLimitMinor: 10_000,
    cardNumbersTyped: null,
    queueLimit: 100_000,
    concurrency: 16,
    shopCurrency: 'EUR',
    paymentPaths: defaultPaymentPaths,
    answers: defaultAnswerReading,
    tips: false,
    asksForTips: true,
    dcc: { fields: null, onPages: false, quoteMs: 300_000, expiryPaths: [], binPaths: [] },
    offers: { firstMs: 60_000, mostMs: 1_800_000, oftenMs: 259_200_000 },
    authorizationDays: { default: 5 },
    terminalFields: [],
    terminals: [],
    ...change,
  };
}

export function aMoment(nowMs: number, change: Partial<Moment> = {}): Moment {
  return {
    nowMs,
    lateMs: nowMs,
    wallMs: nowMs,
    ageUnknownBeforeMs: 0,
    paused: false,
    startedAtMs: startMs,
    policy: aPolicy(),
    fraction: 0.5,
    ...change,
  };
}

export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    sentAtMs: startMs,
    sentLateMs: startMs,
    sentWallMs: startMs,
    fate: 'open',
    reason: null,
    baseline: null,
    ...change,
  };
}

const captureInput: JsonObject = {
  payId: 'P1',
  transId: 'C-1',
  refNr: 'R1',
  amount: { value: 500, currency: 'EUR' },
};

/** A capture that may wait and is being sent for the first time. */
export function aRecord(change: Partial<OperationRecord> = {}): OperationRecord {
  return {
    id: 'op_1',
    seq: 1,
    kind: 'capture',
    state: 'sending',
    revision: 2,
    requestId: 'request-1',
    requestDigest: 'digest',
    origin: { type: 'erp', clientId: 'client-1', operator: null, approvedBy: null },
    environmentId: 'env',
    input: captureInput,
    bodyDigest: 'body-digest',
    hasSecrets: false,
    key: '0123456789abcdef0123456789abcdef',
    transId: 'C-1',
    payId: 'P1',
    refNr: 'R1',
    terminalId: null,
    approved: null,
    takesPartial: false,
    amount: { value: 500, currency: 'EUR' },
    lanes: ['payment:env:pay:P1'],
    interactive: false,
    sendByMs: null,
    attempts: [anAttempt()],
    lookUps: { count: 0, absences: 0, failures: 0, lastAtMs: null },
    replaces: null,
    decisions: [],
    xIds: [],
    result: null,
    answerStatus: null,
    failure: null,
    refusedSinceMs: null,
    doubt: null,
    doubtSinceMs: null,
    nextAtMs: startMs,
    processingUntilMs: startMs,
    terminalUntilMs: null,
    createdAtMs: startMs,
    updatedAtMs: startMs,
    ...change,
  };
}

/** A payment of 10.00 EUR at a terminal of which nothing was captured yet. */
export function aPayment(change: Partial<KnownPayment> = {}): KnownPayment {
  return {
    environmentId: 'env',
    lane: 'lane',
    payId: 'P1',
    transId: 'S-1',
    currency: 'EUR',
    authorized: 1_000,
    captured: 0,
    refunded: 0,
    captureCount: 0,
    reversed: false,
    terminalId: 'T1',
    traceNr: '000123',
    ...change,
  };
}

const saleInput: JsonObject = {
  messageType: 'SALE',
  transId: 'S-1',
  posTerminalId: 'T1',
  amount: { value: 500, currency: 'EUR' },
};

/** A sale at a terminal that is being sent. */
export function aSale(change: Partial<OperationRecord> = {}): OperationRecord {
  return aRecord({
    kind: 'cloud-pos',
    input: saleInput,
    key: null,
    transId: 'S-1',
    payId: null,
    terminalId: 'T1',
    lanes: ['payment:env:trans:S-1', 'terminal:env:T1'],
    interactive: true,
    sendByMs: startMs + 15_000,
    terminalUntilMs: startMs + 300_000,
    ...change,
  });
}

export function json(value: JsonObject): GatewayBody {
  return { type: 'json', value };
}

export function answered(
  status: number,
  body: GatewayBody = { type: 'empty' },
  retryAfterMs: number | null = null,
): GatewayAnswer {
  return { type: 'response', status, retryAfterMs, body, credential: null };
}
