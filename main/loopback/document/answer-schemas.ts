// The answers of the API that routes name in their `about`: by the name that they have in the document. They are loaded
// with the document and never at the start.
import { z } from 'zod';
import { doubtSchema, failureSchema, moneySchema, queuePlaceSchema } from '#contract/operation-schemas.ts';
import { problemSchema } from '#contract/problem-schemas.ts';
import { shiftReportSchema } from '#contract/shift-schemas.ts';
import { statusSchema, terminalsSchema } from '#contract/status-schemas.ts';
import { programsOperationSchema } from './programs-operation.ts';

export const answerSchemas = {
  Operation: programsOperationSchema,
  OperationPage: z.object({
    operations: z.array(programsOperationSchema).describe('Oldest first'),
    next: z.string().nullable().describe('Give it as `after` for the page behind this one; null: there is none yet'),
  }),
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
  }),
  OpenApi: z.looseObject({ openapi: z.literal('3.1.0') }),
} as const satisfies { readonly [name: string]: z.ZodType };

export type AnswerName = keyof typeof answerSchemas;

/** Parts of answers that the document holds under a name of their own. */
export const partSchemas = {
  Doubt: doubtSchema,
  Failure: failureSchema,
  Money: moneySchema,
  QueuePlace: queuePlaceSchema,
} as const satisfies { readonly [name: string]: z.ZodType };
