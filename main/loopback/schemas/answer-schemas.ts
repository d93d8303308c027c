// The answers of the API that routes name in their `about`: by the name that they have in the document. They are loaded
// with the document and never at the start.
import { z } from 'zod';
import { doubtSchema, failureSchema, moneySchema, queuePlaceSchema } from '#contract/operation/operation-schemas.ts';
import { lineObstacles } from '#contract/devices/line-devices.ts';
import { printJobStates, printerObstacles, receiptCopies } from '#contract/devices/print-jobs.ts';
import { problemSchema } from '#contract/programs/problem-schemas.ts';
import { scopeSchema } from '#contract/programs/scopes.ts';
import { publicReportSchema } from '#contract/shift/shift-schemas.ts';
import { statusSchema, terminalsSchema } from '#contract/till/status-schemas.ts';
import { openOfferSchema } from '#operations/fields/open-offer.ts';
import { programsOperationSchema } from './programs-operation.ts';
import { programsPaymentSchema } from './programs-payment.ts';

const webhook = z.object({
  id: z.string().describe('Of this registration; each event names it in `Tillbridge-Webhook`'),
  url: z.string(),
  state: z.enum(['waiting', 'allowed']).describe('waiting: for a person, who allows it'),
  position: z.int().describe('The journal number behind which the next event follows'),
  failing: z
    .object({
      since: z.iso.datetime(),
      tries: z.int(),
      why: z.string().describe('In a word, for a person: `status 500`, `no answer in time`, `ECONNREFUSED`, ...'),
    })
    .nullable()
    .describe('Present while the address does not take the next event: it is sent again, at least every five minutes'),
});

const obstacle = z.enum(printerObstacles).nullable();

const advice = z.string().nullable().describe('For a person: what to do, with the command where there is one');

const printer = z.object({
  id: z.string(),
  type: z.literal('printer'),
  role: z.enum(['slips', 'kitchen']).describe('What the shop has it for: slips of the till, or orders for the kitchen'),
  obstacle: obstacle.describe('Why it takes nothing now; null where it can print'),
  advice,
  paperLow: z.boolean().describe('The roll is nearly at its end, where the printer can tell'),
  drawerOpen: z.boolean().nullable().describe('The drawer that hangs on it; null where its line tells nothing'),
  columns: z.int().describe('Characters in a line'),
  confirms: z.boolean().describe('Its jobs end as `printed`; where false, as `handed-over`'),
});

const lineDevice = z.object({
  id: z.string(),
  type: z.enum(['display', 'scanner']),
  obstacle: z.enum(lineObstacles).nullable().describe('Why it does not work; null where its line is open'),
  advice,
});

const device = z.union([printer, lineDevice]);

const printJob = z.object({
  id: z.string(),
  state: z.enum(printJobStates),
  device: z.string(),
  doubt: z.string().nullable().describe('Why it is not known whether it came out; null where it is known'),
  waitingFor: obstacle.describe('While it is due: why the printer takes nothing now'),
  copy: z.boolean().describe('The word COPY stands at both ends'),
  reprintOf: z.string().nullable().describe('The job that this one prints again'),
  reprint: z.string().nullable().describe('The job that prints this one again'),
  operationId: z.string().nullable().describe('The operation whose receipt it is'),
  receipt: z.enum(receiptCopies).nullable(),
  decided: z
    .object({ cameOut: z.boolean(), at: z.iso.datetime() })
    .nullable()
    .describe('What somebody said who looked'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  notes: z
    .array(z.string())
    .optional()
    .describe(
      'In the answer to the document: what is printed otherwise than written, in English, a sentence each. Missing: nothing is',
    ),
});

export const answerSchemas = {
  Operation: programsOperationSchema,
  OperationPage: z.object({
    operations: z.array(programsOperationSchema).describe('In the order that was asked for'),
    next: z.string().nullable().describe('Give it as `after` for the page behind this one; null: there is none yet'),
  }),
  Payment: programsPaymentSchema,
  Status: statusSchema,
  Terminals: terminalsSchema,
  ShiftReport: publicReportSchema,
  Devices: z.object({ devices: z.array(device) }),
  PrintJob: printJob,
  PrintJobs: z.object({
    printJobs: z.array(printJob.extend({ ageSeconds: z.int().describe('Since it was made') })),
    next: z.string().nullable().describe('Give it as `after` for those behind these; null: there are none yet'),
  }),
  DrawerOpened: z.object({
    id: z.string().describe('The printer that the drawer hangs on'),
    result: z.enum(['opened', 'unknown']).describe('unknown: the line broke while the pulse was sent'),
  }),
  DisplayShown: z.object({
    id: z.string(),
    lines: z.array(z.string()).describe('The upper and the lower line'),
    shown: z.boolean().describe('False: the till shows a payment, or the display is not there; it is shown after that'),
  }),
  Problem: problemSchema,
  EventStream: z.string().describe('Server-sent events, as the description says'),
  WebhookState: z.object({ webhook: webhook.nullable().describe('Null where this program has none') }),
  WebhookAsked: z.object({
    webhook: webhook.nullable(),
    secret: z.string().nullable().describe('The key of the signatures, shown this once; null where it was ended'),
  }),
  Journal: z.string().describe('One record a line'),
  PublicKey: z.string().describe('An Ed25519 key (SPKI) in PEM form'),
  Identity: z.object({
    product: z.literal('Tillbridge'),
    version: z.string(),
    apiVersions: z.array(z.string()),
    keyId: z
      .string()
      .optional()
      .describe('With a nonce: the first 32 hex digits of the SHA-256 over the key (SPKI, DER)'),
    publicKey: z.string().optional().describe('With a nonce: the Ed25519 public key, PEM'),
    signature: z.string().optional().describe('With a nonce: base64'),
    connectionSignature: z
      .string()
      .optional()
      .describe('With a nonce: base64; for the connection on which this was asked, and no other'),
    sealed: z.literal(true).optional().describe('A nonce was given and cannot be signed: the folder is sealed'),
  }),
  PairingAsked: z.object({
    id: z.string(),
    code: z
      .string()
      .regex(/^\d{6}$/)
      .describe('Show it: the person compares it with what the till shows'),
    secret: z.string().describe('Fetches the token, once; keep it in memory only'),
    expiresAt: z.iso.datetime(),
    publicKey: z.string().describe('What the bridge proves itself by from now on (Ed25519, PEM): keep it'),
    keyId: z.string(),
  }),
  PairingWaiting: z.object({ state: z.literal('waiting'), expiresAt: z.iso.datetime() }),
  PairingGranted: z.object({
    state: z.literal('granted'),
    token: z.string().describe('Given this once'),
    clientId: z.string(),
    name: z.string(),
    scopes: z.array(scopeSchema).describe('What the person granted, which may be other than what was asked for'),
    origin: z.string().nullable(),
  }),
  OpenApi: z.looseObject({ openapi: z.literal('3.1.0') }),
} as const satisfies { readonly [name: string]: z.ZodType };

export type AnswerName = keyof typeof answerSchemas;

/** Parts of answers, and bodies that several operations take, which the document holds under a name of their own. */
export const partSchemas = {
  OpenOfferInput: openOfferSchema,
  Doubt: doubtSchema,
  Failure: failureSchema,
  Money: moneySchema,
  QueuePlace: queuePlaceSchema,
} as const satisfies { readonly [name: string]: z.ZodType };
