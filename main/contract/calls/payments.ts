// The window's calls about payments and about the customers of the gateway's vault.
import type { CustomerView, StoredMethodView } from '../people/customer.ts';
import type { JsonObject } from '../data/json.ts';
import type { ScanTarget } from '../devices/line-devices.ts';
import type { OfferView, OperationView } from '../operation/operation.ts';
import type { TenderView } from '../operation/tender.ts';
import type { OpenAuthorization, PaymentSummary } from '../till/window.ts';
import { answers, answersOrRefuses, call } from './call.ts';

/** The gateway answers these. */
const askedMs = 45_000;

export const paymentCalls = {
  /** Asks the gateway. */
  findPayment: call({
    input: ({ z, id }) => z.strictObject({ by: z.enum(['payId', 'transId']), id }),
    output: answersOrRefuses<{
      readonly type: 'found';
      readonly payment: JsonObject;
      readonly known: PaymentSummary | null;
      /** What the bridge made of it, where a customer was to pay it by link, session or hosted page. */
      readonly offer: OfferView | null;
    }>(),
    role: 'cashier',
    timeoutMs: askedMs,
  }),

  /** Payments that this bridge knows, newest first. */
  payments: call({
    input: ({ z, limit }) =>
      z.strictObject({
        text: z.string().max(128).optional(),
        /** The text says a day of the till's own clock: what was begun on it is found too. Ms since 1970. */
        begun: z.strictObject({ fromMs: z.int().min(0), beforeMs: z.int().min(0) }).optional(),
        /** The `next` of the page before. */
        before: z.string().min(1).max(512).optional(),
        limit,
      }),
    output: answers<{ readonly payments: readonly PaymentSummary[]; readonly next: string | null }>(),
    role: 'cashier',
  }),

  /** What is authorized and not captured, the oldest first. `more`: there are more than these. */
  openAuthorizations: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly open: readonly OpenAuthorization[]; readonly more: boolean }>(),
    role: 'cashier',
  }),

  /** What this bridge knows of the payment with this `id`, and its operations, oldest first. */
  paymentStory: call({
    input: ({ byId }) => byId,
    output: answers<{ readonly payment: PaymentSummary | null; readonly operations: readonly OperationView[] }>(),
    role: 'cashier',
  }),

  /** Asks the gateway for the payId of a payment that has none here, by the sale that made it. */
  learnPayId: call({
    input: ({ byId }) => byId,
    output: answersOrRefuses<
      | { readonly type: 'learned'; readonly payment: PaymentSummary }
      /**
       * `missing`: the gateway shows no such payment. `differs`: what it shows is not this sale, or not for certain.
       * `refused`: it is this sale, and it was not carried out.
       */
      | { readonly type: 'not-shown'; readonly why: 'missing' | 'differs' | 'refused' }
    >(),
    role: 'cashier',
  }),

  /** Says what a code is for that a scanner typed into the window; a code for programs is passed on to them. */
  scanned: call({
    input: ({ z }) => z.strictObject({ code: z.string().min(1).max(4_300) }),
    output: answers<ScanTarget>(),
    role: 'cashier',
    // Without an answer the screen takes the code: a cashier does not wait for a scan.
    timeoutMs: 1_000,
  }),

  /** The purchase that a sale belongs to, where it is paid in parts. */
  tender: call({ input: ({ byId }) => byId, output: answers<TenderView | null>(), role: 'cashier' }),

  /** A page of the customer vault, asked at the gateway; pages begin at 1. */
  customers: call({
    input: ({ customerFilter }) => customerFilter,
    output: answersOrRefuses<{
      readonly type: 'found';
      readonly customers: readonly CustomerView[];
      /** The page after this one; null where this is the last. */
      readonly next: number | null;
      /** Null where the gateway does not say. */
      readonly total: number | null;
    }>(),
    role: 'cashier',
    timeoutMs: askedMs,
  }),

  /** One customer of the vault, asked at the gateway. */
  customer: call({
    input: ({ z, vaultId }) => z.strictObject({ customerId: vaultId }),
    output: answersOrRefuses<{ readonly type: 'found'; readonly customer: CustomerView }>(),
    role: 'cashier',
    timeoutMs: askedMs,
  }),

  /** What is stored for a customer, masked. */
  customerMethods: call({
    input: ({ z, vaultId }) => z.strictObject({ customerId: vaultId }),
    output: answersOrRefuses<{ readonly type: 'found'; readonly methods: readonly StoredMethodView[] }>(),
    role: 'cashier',
    timeoutMs: askedMs,
  }),
};
