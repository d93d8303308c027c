// The answers of the API that routes name in their `about`: by the name that they have in the document. They are loaded
// with the document and never at the start.
import { z } from 'zod';
import { doubtSchema, failureSchema, moneySchema, queuePlaceSchema } from '#contract/operation-schemas.ts';
import { problemSchema } from '#contract/problem-schemas.ts';
import { scopeSchema } from '#contract/scopes.ts';
import { shiftReportSchema } from '#contract/shift-schemas.ts';
import { statusSchema, terminalsSchema } from '#contract/status-schemas.ts';
import { openOfferSchema } from '#operations/fields/open-offer.ts';
import { programsOperationSchema } from './programs-operation.ts';
import { programsPaymentSchema } from './programs-payment.ts';

export const answerSchemas = {
  Operation: programsOperationSchema,
  OperationPage: z.object({
    operations: z.array(programsOperationSchema).describe('Oldest first'),
    next: z.string().nullable().describe('Give it as `after` for the page behind this one; null: there is none yet'),
  }),
  Payment: programsPaymentSchema,
  Status: statusSchema,
  Terminals: terminalsSchema,
  ShiftReport: shiftReportSchema,
  Problem: problemSchema,
  EventStream: z.string().describe('Server-sent events, as the description says'),
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
