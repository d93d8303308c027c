// The people at a till: who they are, what they may decide, and what a decision says. A name and a role are all that
// is kept of a person; the PIN is stored as a slow hash only and never leaves the main process.
import { z } from 'zod';
import { greatestMinor } from '../money/greatest-amount.ts';
import type { JsonObject } from '../data/json.ts';
import type { decisionViewSchema } from '../operation/operation-schemas.ts';
import type { Role } from './roles.ts';

/** The person who did something, as the journal names them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** A person of the office, and not of this till: the question that they answered. */
  readonly office?: string;
}

/** The id of the machine's user, who acts in a shop without operators. */
export const machineUserId = 'account';

/** As the journal holds it. */
export function personData({ id, name, role, office }: Person): JsonObject {
  return { id, name, role, ...(office === undefined ? {} : { office }) };
}

const officePrefix = 'office_';

/** The id of a person or program that the till's office lets in here: `mark` is made of the office and the name. */
export const officeId = (mark: string): string => `${officePrefix}${mark}`;

/** Such a person or program cannot be changed at the till. Ids of the till's own begin otherwise. */
export function isFromOffice(id: string): boolean {
  return id.startsWith(officePrefix);
}

/** An operator as the window lists them. */
export interface Operator extends Person {
  /** The till's office lets them sign in here. */
  readonly fromOffice: boolean;
  readonly active: boolean;
  /** ISO 8601: after too many wrong PINs this name is locked until then; null where it is not locked. */
  readonly lockedUntil: string | null;
}

export const pinSchema = z.string().regex(/^\d{4,12}$/, { error: 'must have 4 to 12 digits' });

/** A reason or evidence in a person's own words. */
export const personWords = (least: number) =>
  z
    .string()
    .trim()
    .min(least, { error: `must have at least ${least} characters` })
    .max(500, { error: 'must have at most 500 characters' });

const slipText = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z._-]{1,64}$/, { error: 'must have up to 64 letters and digits' });

/** What a slip shows of an operation that a person says was carried out. */
export const slipSchema = z.strictObject({
  /** What was really taken or given, minor units of the operation's currency. */
  amountMinor: z.int().min(1).max(greatestMinor).exactOptional(),
  traceNr: slipText.exactOptional(),
  approvalCode: slipText.exactOptional(),
  payId: slipText.exactOptional(),
});

/** What a person says of an operation whose outcome the gateway does not tell. */
export const decisionSchema = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']),
  /** Why, in the person's words. */
  reason: personWords(3),
  /** What was looked at: the terminal's journal, the gateway's back office, a bank statement. */
  evidence: personWords(3),
  /** For a success: what the slip or the back office shows of it. */
  slip: slipSchema.exactOptional(),
  /** For a failure of which a part was approved: all of that was given back, so nothing of it is left with the shop. */
  givenBack: z.literal(true).exactOptional(),
});

export type Slip = z.output<typeof slipSchema>;

export type DecisionInput = z.output<typeof decisionSchema>;

export interface Decision extends DecisionInput {
  readonly by: Person;
  /** Engine time, ms. */
  readonly atMs: number;
}

/** What a person said, as the window and programs see it. */
export type DecisionView = Readonly<z.output<typeof decisionViewSchema>>;

/** A person's PIN, shown for one act that needs more than the role of the person who is signed in. */
export const approvalSchema = z.strictObject({ operatorId: z.string().min(1).max(128), pin: pinSchema });

export type Approval = z.output<typeof approvalSchema>;

/** The question that a person at the office approved: it stands in a PIN's place. */
export interface OfficeApproval {
  readonly officeRequest: string;
}

export function personOrNull(person: Person | null): JsonObject | null {
  return person === null ? null : personData(person);
}
