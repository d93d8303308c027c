// What a till asks its office before it pays money out, and what it is answered: whether its refund is the first one
// of its article, and within what the payment has left over all tills.
import { z } from 'zod';
import { greatestMinor } from '../money/greatest-amount.ts';

const name = z.string().min(1).max(255);
/** As the office names tills and shops. */
const officeName = z.string().min(1).max(100);
const minor = z.int().min(0).max(greatestMinor);
const currency = z.string().regex(/^[A-Z]{3}$/);

/** What a refund is for: the ERP's line of a slip, or the id of the slip. */
export const lineSchema = z
  .string()
  .regex(/^[!-~]{1,64}$/, { error: 'must have 1 to 64 visible ASCII characters, without blanks' });

export const claimAskedSchema = z.strictObject({
  /** The operation that it becomes. */
  id: z.string().min(1).max(64),
  mode: z.enum(['live', 'test']),
  /** The payment, by the name that the gateway gave it, else by the one that its till gave it; null: it has none. */
  payId: name.nullable(),
  transId: name.nullable(),
  line: lineSchema.nullable(),
  /** Null: all that is left of the payment. */
  amount: z.object({ value: minor, currency }).nullable(),
  /** What the till knows to be captured of the payment, in the amount's currency. */
  captured: minor.nullable(),
  /** The number of the journal's last record: the till had not yet used the claim then. */
  asOf: z.int().nonnegative(),
});
export type ClaimAsked = z.infer<typeof claimAskedSchema>;

/** `held`: granted, and not in the till's journal yet. `used`: accepted at the till, and not over. */
export const claimStates = ['held', 'used', 'paid'] as const;
export type ClaimState = (typeof claimStates)[number];

/** The refund that stands in the way. */
export const claimHolderSchema = z.object({
  till: officeName,
  shop: officeName.nullable(),
  /** It is at the till that asked. */
  isOwn: z.boolean(),
  at: z.iso.datetime(),
  state: z.enum(claimStates),
  /** Null: all that was left of the payment. */
  amount: z.object({ value: minor, currency }).nullable(),
});
export type ClaimHolder = z.infer<typeof claimHolderSchema>;

export const claimAnswerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('granted') }),
  /** The office keeps no claims: its chain does not want them. */
  z.object({ type: z.literal('not-wanted') }),
  z.object({
    type: z.literal('refused'),
    /** `line`: the article was refunded. `sum`: it is more than the payment has left. */
    why: z.enum(['line', 'sum']),
    by: claimHolderSchema,
    /** What is left of the payment; null where that is not known. */
    left: z.object({ value: minor, currency }).nullable(),
  }),
]);
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;
