// What a till asks its office where money out needs a supervisor, and what a person there answers. The answer is signed
// over the question as a whole, so it counts for no other sum, payment, till or time of asking.
import { z } from 'zod';
import { greatestMinor } from '../money/greatest-amount.ts';
import { containsCardNumber } from '../cards/card-number.ts';
import { canonicalJson } from '../data/json.ts';
import { nameHasUnseen } from '../text/shown-text.ts';
import { lineSchema } from './claims.ts';

const text = (most: number) => z.string().min(1).max(most);
const minor = z.int().min(0).max(greatestMinor);
const money = z.strictObject({ value: minor, currency: z.string().regex(/^[A-Z]{3}$/) });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const questionId = z.string().regex(/^[0-9a-f]{32}$/);

/** What it does for the takings, in the same words. */
const approvalSorts = ['refund', 'manual-refund', 'reversal'] as const;

/** How long a till waits for a person's answer. */
export const approvalWaitMs = 180_000;
/** How long the office waits for one before it answers that there is none yet. */
export const approvalPollMs = 20_000;

export const approvalQuestionSchema = z.strictObject({
  /** By chance, and asked once. */
  id: questionId,
  mode: z.enum(['live', 'test']),
  sort: z.enum(approvalSorts),
  /** Keyed with the data folder's key: of all that is submitted. */
  request: digest,
  /** Who is signed in at the till. */
  person: text(100),
  /** Null: the till does not know how much it is. */
  amount: money.nullable(),
  /** Null: it belongs to no payment of the till. */
  payment: z
    .strictObject({
      /** The shop's own number for it, else the gateway's. */
      reference: text(255).nullable(),
      payId: text(255).nullable(),
      brand: text(32).nullable(),
      last4: z
        .string()
        .regex(/^\d{4}$/)
        .nullable(),
      captured: money.nullable(),
      refunded: money.nullable(),
    })
    .nullable(),
  /** The terminal that pays it to whichever card is put there; null: it goes back to the payment's own card. */
  terminal: text(255).nullable(),
  line: lineSchema.nullable(),
  reason: text(100).nullable(),
});
export type ApprovalQuestion = z.infer<typeof approvalQuestionSchema>;

export const approvalWithdrawnSchema = z.strictObject({ id: questionId });

export const approvalVerdicts = ['approved', 'declined'] as const;
export type ApprovalVerdict = (typeof approvalVerdicts)[number];

/** The till shows it and keeps it for ever, whatever an office sends. */
const shownName = text(100).refine((name) => !nameHasUnseen(name) && !containsCardNumber(name));

export const signedApprovalSchema = z.object({
  verdict: z.enum(approvalVerdicts),
  by: z.object({ id: z.uuid(), name: shownName }),
  at: z.iso.datetime(),
  keyId: z.string().regex(/^[0-9a-f]{32}$/),
  /** Ed25519 over `approvalStatement`, in base64. */
  signature: z.base64(),
});
export type SignedApproval = z.infer<typeof signedApprovalSchema>;

export const approvalAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('waiting') }),
  /** No person of the office may approve this in this shop. */
  z.object({ type: z.literal('nobody') }),
  z.object({ type: z.literal('answered'), answer: signedApprovalSchema }),
]);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;

/** What is digested with SHA-256 for the statement; the same at the till and at the office. */
export function questionText(question: ApprovalQuestion): string {
  return canonicalJson(question);
}

/** The text, UTF-8, that the office signs. `question`: the SHA-256 of `questionText`, in hex. Seven lines. */
export function approvalStatement(
  till: string,
  question: string,
  { verdict, by, at }: Pick<SignedApproval, 'verdict' | 'by' | 'at'>,
): string {
  return `tillbridge office approval v1\n${till}\n${question}\n${verdict}\n${by.id}\n${JSON.stringify(by.name)}\n${at}\n`;
}
