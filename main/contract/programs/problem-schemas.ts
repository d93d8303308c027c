// A problem as a schema, for documents and for programs of ours that read one. What the members mean for whom stands in
// problems.ts, whose types must fit this.
import { z } from 'zod';
import { issueCodes } from '../data/issue-words.ts';
import { claimHolderSchema } from '../office/claims.ts';
import { moneySchema } from '../operation/operation-schemas.ts';
import { type Problem, publicProblemCodes } from './problems.ts';

const facts = z
  .object({
    left: moneySchema.exactOptional().describe('What could still be captured or refunded, never negative'),
    open: moneySchema.exactOptional().describe('The part of it that is waiting, running or unknown'),
    asked: moneySchema.exactOptional(),
    paidOut: moneySchema.exactOptional().describe('What a person has paid out today without a supervisor'),
    transId: z.string().exactOptional(),
    // Its sum is the same type as every other one in generated clients.
    refunded: claimHolderSchema
      .extend({ amount: moneySchema.nullable() })
      .exactOptional()
      .describe('The refund of it, at any till of the chain, that stands in the way'),
    limit: z
      .union([z.int(), moneySchema])
      .exactOptional()
      .describe('How many may wait, or how much may be refunded in a day'),
    port: z.int().exactOptional(),
    status: z.int().exactOptional().describe("The gateway's HTTP status"),
  })
  .describe('What the refusal rests on, as far as its code has any');

const issue = z.object({
  field: z.string().describe('Dotted name; `body` for the whole'),
  code: z.enum(issueCodes),
  params: z.record(z.string(), z.json()).exactOptional(),
  message: z.string().describe("In English, to be read after the field's name"),
});

export const problemSchema: z.ZodType<Problem> = z
  .object({
    type: z.string().describe('urn:tillbridge:problem: and the code'),
    title: z.string(),
    status: z.int(),
    code: z.enum(publicProblemCodes).describe('Stable: decide by it, never by the words'),
    detail: z.string().describe('What, where and what to do, in words'),
    errors: z.record(z.string(), z.array(z.string())).exactOptional().describe('Dotted field name to messages'),
    issues: z.array(issue).readonly().exactOptional().describe('The same by code, to be said in another language'),
    facts: facts.exactOptional(),
    operationId: z.string().exactOptional().describe('The operation that this one collides with'),
    retryAfterSeconds: z.int().exactOptional().describe('When to ask again; also in the header Retry-After'),
  })
  .describe('RFC 9457 problem details');
