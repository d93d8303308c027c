// What an operation looks like from outside, as schemas: the types of operation.ts, doubt.ts and failure.ts are made
// from them, and so is the document of the loopback API. Only documents and tests load this file; all others use types.
import { z } from 'zod';
import { dccFaults } from './dcc-offer.ts';
import { doubtCodes } from './outcome-codes.ts';
import { failureCodes } from './outcome-codes.ts';
import { states } from './states.ts';

export const instantSchema = z.string().meta({ format: 'date-time', description: 'ISO 8601, UTC' });

export const moneySchema = z.object({
  value: z.int().describe('Minor units: cents for EUR, yen for JPY, fils for BHD'),
  currency: z.string().describe('ISO 4217'),
});

export const stateSchema = z
  .enum(states)
  .describe(
    'succeeded, failed, cancelled and expired are final and never change. pending, unknown and needs-person mean that ' +
      'the outcome is not known yet: never repeat such an operation under another request id. pending: the gateway has it and ' +
      'has not said how it ends; the bridge asks until it does. unknown: the answer was lost; the bridge is finding out. ' +
      'needs-person: it could not be found out, or less was approved than asked for. accepted and sending: under way, or ' +
      'waiting for the connection.',
  );

export const doubtSchema = z
  .object({
    code: z
      .enum(doubtCodes)
      .nullable()
      .describe('Null for a record of a program that knew no codes: then `reason` is all there is'),
    status: z.int().exactOptional().describe("The gateway's HTTP status, with `http-status`"),
    disagrees: z
      .object({
        member: z.string().describe("Of the gateway's answer"),
        status: z.int().exactOptional().describe('The HTTP status, where it is what disagrees with the member'),
        shown: z.string().exactOptional().describe('What the answer says there, where it may be told'),
        asked: z.string().exactOptional().describe('What was asked for'),
      })
      .exactOptional()
      .describe('With `contradiction`: what disagrees, where an answer did'),
    reason: z.string().describe('In English'),
    advice: z.string(),
    since: instantSchema,
    lookUps: z.int(),
    lastLookUpAt: instantSchema.nullable(),
    nextLookUpAt: instantSchema.nullable(),
    voicesNeeded: z
      .literal([1, 2])
      .exactOptional()
      .describe('How many people must say the same; present where a person must decide'),
    kept: z
      .object({
        at: instantSchema,
        remaining: moneySchema
          .exactOptional()
          .describe('What is left to pay at the till; missing where the till cannot take the rest, as of a refund'),
      })
      .exactOptional()
      .describe(
        'With `approved-less`: a person kept what was approved. It stays `needs-person` for programs until the rest is ' +
          'paid as well (then it is `succeeded`), or all of it was given back (then it is `failed`). An authorization that a person kept ' +
          'is `succeeded` with `approved`',
      ),
  })
  .describe('What is not known yet, since when, and what the bridge does to find out');

export const failureSchema = z
  .object({
    code: z.enum(failureCodes),
    message: z.string().describe('In English; show your own words for each code'),
    because: z.enum(doubtCodes).exactOptional().describe('With `no-answer`: what was wrong with the answer'),
    status: z.int().exactOptional().describe("The gateway's HTTP status, where it answered"),
    responseCode: z.string().exactOptional(),
    responseDescription: z.string().exactOptional(),
    fields: z
      .record(z.string(), z.array(z.string()))
      .exactOptional()
      .describe("Field name to messages, from the gateway's 400 body"),
    details: z.json().exactOptional(),
  })
  .describe('Why it did not happen. A failure always means that no money moved');

export const originSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('cashier'),
    operator: z.string().exactOptional().describe('The person who was signed in; missing where no person had to be'),
    approvedBy: z.string().exactOptional().describe('Whose approval stood for it, where one was asked for'),
    approvedAtOffice: z.literal(true).exactOptional().describe('Approved by a person of the office, and not by a PIN'),
  }),
  z.object({
    type: z.literal('erp'),
    clientId: z.string(),
    client: z.string().nullable().describe('The name it was paired under; null where the program is no longer known'),
    approvedBy: z.string().exactOptional().describe('Whose PIN stood for it, where a person was asked'),
  }),
]);

export const decisionViewSchema = z.object({
  outcome: z.enum(['succeeded', 'failed']),
  reason: z.string(),
  evidence: z.string(),
  slip: z
    .object({
      amountMinor: z.int().exactOptional(),
      traceNr: z.string().exactOptional(),
      approvalCode: z.string().exactOptional(),
      payId: z.string().exactOptional(),
    })
    .exactOptional()
    .describe('What the slip or the back office shows, where it was carried out'),
  by: z.string().describe("The person's name"),
  at: instantSchema,
});

export const queuePlaceSchema = z
  .object({
    ahead: z.int().describe('How many were accepted before it and wait as well; 1,000 means "or more"'),
    after: z
      .string()
      .nullable()
      .describe('The operation that must come to an end first: it is on the same payment or at the same terminal'),
    busyUntil: instantSchema
      .nullable()
      .describe('When the terminal that it waits for is free at the latest; null where that is not known'),
    sendBy: instantSchema
      .nullable()
      .describe(
        'Until when it waits at most: then it expires and is not sent. Null where it waits as long as it takes',
      ),
  })
  .describe('Where a waiting operation stands, as it was when it was read');

const offerStates = ['open', 'authorized', 'paid', 'expired', 'failed', 'differs'] as const;

export const offerSchema = z
  .object({
    state: z
      .enum(offerStates)
      .describe(
        'authorized: the customer agreed, and the gateway has yet to capture. paid: it counts among the takings from ' +
          'then on. expired: the gateway says so. failed: the last try was refused; the customer may try again. differs: it was paid with another ' +
          'amount or currency than was asked for, and a person has to look; what was taken counts in its own currency',
      ),
    shown: moneySchema
      .nullable()
      .exactOptional()
      .describe('Present where it differs: what the gateway shows as paid; null where it cannot be told'),
    paidAgain: z
      .array(z.object({ payId: z.string(), shown: moneySchema.nullable() }))
      .readonly()
      .exactOptional()
      .describe(
        'Present where it was paid by further payments: what each is called, and its sum, null where it cannot be told. ' +
          'They count among the takings; a person refunds what was paid twice',
      ),
    over: z
      .literal(true)
      .exactOptional()
      .describe(
        'Present where the end that the request names has passed, and a look-up since then showed no payment and none under ' +
          'way. The gateway has not said that it expired: a look-up that shows it paid still counts',
      ),
    lookUps: z.int(),
    lastLookUpAt: instantSchema.nullable().describe('When the bridge last asked by itself'),
    nextLookUpAt: instantSchema
      .nullable()
      .describe('Null: it asks no more by itself; a look-up that shows it paid still counts'),
  })
  .describe('What the bridge has seen of a payment that a customer is to make');

export const dccChoiceSchema = z
  .object({
    quoteOperationId: z.string().describe('The operation that fetched the quote'),
    quoteId: z.string().describe("The gateway's id of the quote"),
    provider: z.string().describe('Who converts'),
    currency: z.string().describe('The currency that the cardholder chose: of `local` or of `foreign`'),
    local: moneySchema.describe('In the currency of the shop: what sums and reports go by'),
    foreign: moneySchema.describe('In the currency of the card'),
    rate: z.string().describe('Units of the foreign currency for one of the local one, as the gateway wrote it'),
    markupPercent: z.string().describe('The mark-up in percent, as the gateway wrote it'),
    rateHoldsMarkup: z.boolean().describe('False: the amounts are the rate with the mark-up on top of it'),
  })
  .describe("The cardholder's choice of currency, with the figures that were shown");

const partsSchema = z
  .array(z.object({ operationId: z.string(), kept: moneySchema.describe('Approved, and not given back') }))
  .readonly()
  .describe(
    'Of an operation of which less was approved than its program deals with: what is kept of it and of the sales that ' +
      'took its rest. What was paid without the gateway stands in `paidOtherwise`',
  );

/** What programs are told instead of the members of the same names. */
const toldSchema = z.object({
  state: z.enum(['needs-person', 'succeeded', 'failed']),
  parts: partsSchema,
  doubt: doubtSchema.exactOptional(),
  failure: failureSchema.exactOptional(),
});

export const operationSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state: stateSchema,
  revision: z.int().describe('Grows by one with each change; drop what is lower than what you have'),
  requestId: z.string().describe('The Idempotency-Key it came with'),
  input: z
    .record(z.string(), z.json())
    .describe("The gateway's request body and the ids of its path; completed by the bridge, secrets removed"),
  approved: moneySchema
    .exactOptional()
    .describe(
      'What was really approved: less than `input.amount` for a partial approval, more where a customer added a tip. ' +
        'Missing while that is not known, and where nothing is approved by the operation itself',
    ),
  result: z.json().nullable().describe("The gateway's answer, unknown fields kept"),
  answerStatus: z
    .int()
    .exactOptional()
    .describe(
      "The HTTP status that `result` came with; missing where it is no answer of the gateway's to this operation",
    ),
  failure: failureSchema.nullable(),
  refusedSince: instantSchema
    .exactOptional()
    .describe(
      'Present while it waits although the gateway can be reached: since then the gateway refuses it (401 or 403), ' +
        "while it takes others with the same credentials. It fails with `not-permitted` after the shop's limit " +
        '(`pendingLimitHours`)',
    ),
  doubt: doubtSchema.exactOptional().describe('Present while the state is pending, unknown or needs-person'),
  told: toldSchema
    .exactOptional()
    .describe('Of a success of less than was asked for: what a program is told that does not deal with that'),
  parts: partsSchema.exactOptional(),
  decisions: z
    .array(decisionViewSchema)
    .readonly()
    .exactOptional()
    .describe('What people decided about its outcome, oldest first; missing where there is no decision'),
  replaces: z.string().exactOptional().describe('The operation that this one is a new try of'),
  partOf: z
    .string()
    .exactOptional()
    .describe('The sale whose rest this one takes at the till: less was approved of it than was asked for'),
  refundOf: z
    .string()
    .exactOptional()
    .describe(
      'Of a CREDIT at the till: the sale whose money it gives back to the card. It counts as a refund of that sale, and ' +
        'its own payment is another one',
    ),
  line: z.string().exactOptional().describe('What a refund is for, as it was asked for with'),
  claim: z
    .enum(['granted', 'away'])
    .exactOptional()
    .describe(
      'Of what pays out, where the office of the chain is asked first: it granted it, or could not be asked and the ' +
        'shop lets it pass',
    ),
  dcc: dccChoiceSchema.exactOptional().describe('Of a sale at a terminal for which the cardholder chose a currency'),
  quoteFault: z
    .enum(dccFaults)
    .exactOptional()
    .describe(
      'Of a `dcc-quote` that was answered: its figures are not complete or do not agree, so that it must not be offered ' +
        'to anybody, and no sale takes it',
    ),
  paidOtherwise: moneySchema
    .exactOptional()
    .describe('What a person at the till said was paid of its rest without the gateway: in cash, for example'),
  origin: originSchema.describe('Who asked for it'),
  queue: queuePlaceSchema.exactOptional().describe('Present while it waits for its turn or for the connection'),
  answerBy: instantSchema
    .exactOptional()
    .describe('While it is `sending`: until about when its answer is waited for; without one it is looked up then'),
  offer: offerSchema
    .exactOptional()
    .describe('Of a link, session, intent or hosted payment that was made: whether the customer has paid'),
  mayWait: z
    .boolean()
    .describe('Whether it may wait for the connection; what may not is running while it is not final'),
  attempts: z.int().describe('How many times it was sent, or may have been'),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
