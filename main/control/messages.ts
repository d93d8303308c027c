// The messages of a connection to the control socket, in their order: hello, greeting, request, reply. One call a
// connection. While the call is carried out, the bridge says so.
import { z } from 'zod';
import { askedSchema } from '#contract/programs/control.ts';

/** What a request may weigh, and what an answer may: the report of a long shift is the largest. */
export const maxRequestBytes = 16 * 1024;
export const maxReplyBytes = 4 * 1024 * 1024;

export const helloSchema = z.strictObject({ nonce: z.string().regex(/^[0-9a-f]{32}$/) });

/** Unknown members pass: a command of another version must be able to read which version it met. */
export const greetingSchema = z.object({
  product: z.literal('Tillbridge'),
  version: z.string().max(64),
  folder: z.string().max(128),
  proof: z.string().max(128),
  /** Where the folder's journal ends; an older version does not say. */
  head: z.int().min(0).default(0),
});

export const requestSchema = z.strictObject({
  key: z.string().max(128),
  call: z.string().max(64),
  asked: askedSchema,
  input: z.record(z.string(), z.json()),
});

/**
 * `working` comes from time to time until the call is carried out. `answer` is what the call gives; `wrong`: there is no
 * such call, or its input is not what its schema says.
 */
export const replySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('working') }),
  z.strictObject({ type: z.literal('answer'), answer: z.json() }),
  z.strictObject({ type: z.literal('wrong'), message: z.string() }),
  z.strictObject({ type: z.literal('fault') }),
]);

export type Reply = z.output<typeof replySchema>;
