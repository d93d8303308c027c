// What a till and the office say to each other: enrolment, the place of a till's journal at the office, and the office's
// signature over it. The till sends stretches of its journal as the lines of an export.
import { z } from 'zod';
import type { JournalHead } from '../data/signed-head.ts';

/** The most records of one stretch, and its most bytes; a single record may be longer than the latter. */
export const stretchRecords = 300;
export const stretchBytes = 1024 * 1024;
/** The most bytes that the office reads of one stretch. */
export const mostStretchBytes = 9 * 1024 * 1024;

/** The first 32 hex digits of a SHA-256: enough to recognize a certificate or a key. */
const fingerprint = /^[0-9a-f]{32}$/;
const pem = z.string().min(1).max(4_096);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A one-time code: 20 hex digits of a secret, and 32 of the fingerprint of the office's own authority, so that the till
 * joins that office and no other.
 */
const codePattern = /^([0-9a-f]{20})([0-9a-f]{32})$/;

export interface JoinCode {
  readonly secret: string;
  readonly authority: string;
}

/** Null where it is none; people may write it in groups and in capitals. */
export function joinCodeIn(text: string): JoinCode | null {
  const [, secret, authority] = codePattern.exec(text.replaceAll(/[\s-]/g, '').toLowerCase()) ?? [];
  return secret === undefined || authority === undefined ? null : { secret, authority };
}

export function joinCodeText({ secret, authority }: JoinCode): string {
  return `${secret}${authority}`.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export const authoritySchema = z.object({ authority: pem });

export const joinSchema = z.strictObject({
  secret: z.string().regex(/^[0-9a-f]{20}$/),
  /** The public half of the key that the till made for its certificate: SPKI, PEM. */
  publicKey: pem,
  /** The public half of the key that signs the till's journal. The office takes no other from now on. */
  journalKey: pem,
  version: z.string().max(100),
});
export type Join = z.infer<typeof joinSchema>;

export const joinedSchema = z.object({
  till: z.uuid(),
  name: z.string(),
  certificate: pem,
  /** The public half of the key that signs what the office has: SPKI, PEM. */
  officeKey: pem,
});

/** What the office has of a till's journal, signed by the office. */
export const countersignedSchema = z.object({
  till: z.uuid(),
  lineage: z.int().positive(),
  seq: z.int().positive(),
  hash,
  at: z.iso.datetime(),
  keyId: z.string().regex(fingerprint),
  /** Ed25519 over `officeStatement`, in base64. */
  signature: z.base64(),
});
export type Countersigned = z.infer<typeof countersignedSchema>;

export const placeSchema = z.object({
  till: z.uuid(),
  lineage: z.int().positive(),
  seq: z.int().nonnegative(),
  hash,
  /** Null before the first record. */
  countersigned: countersignedSchema.nullable(),
  /** Whether the chain wants refunds to be claimed (claims.ts); an office of an older version does not say. */
  claims: z.boolean().optional(),
  /** Another number after each change of the chain's settings (office-settings.ts); an older office does not say. */
  settings: z.int().nonnegative().optional(),
  /** The same of the people of its tills (office-people.ts). */
  people: z.int().nonnegative().optional(),
  /** The same of the programs of its tills and their tokens (office-programs.ts). */
  programs: z.int().nonnegative().optional(),
});
export type Place = z.infer<typeof placeSchema>;

/** The hash of one record that the office has. */
export const recordHashSchema = z.object({ seq: z.int(), hash });

const refusalCodes = [
  'not-a-till',
  'revoked',
  'code-not-valid',
  'too-many-attempts', // To join, from this address, within a quarter of an hour.
  'journal-of-another', // Another till of the chain has it: all of it would count twice.
  'bad-request',
  'not-found',
  'elsewhere', // The stretch does not begin where the office's records end.
  'record-refused',
  'claim-stale', // The till gave the claim up before it came.
  'too-many-claims', // The till neither used nor gave up what it claimed before.
  'settings-altered', // What the office has of settings is not what it signed.
  'try-again',
] as const;
export const refusalSchema = z.object({
  code: z.enum(refusalCodes),
  detail: z.string(),
  /** The number of the record that is refused. */
  record: z.int().optional(),
});
export type OfficeRefusal = z.infer<typeof refusalSchema>;

/** The text, UTF-8, that the office signs. Six lines, each with its end. */
export function officeStatement({
  till,
  lineage,
  seq,
  hash: head,
  at,
}: Omit<Countersigned, 'keyId' | 'signature'>): string {
  return `tillbridge office head v1\n${till}\n${lineage}\n${seq}\n${head}\n${at}\n`;
}

/** The record that a countersignature says the journal holds. */
export function headOf({ seq, hash: head }: Countersigned): JournalHead {
  return { seq, hash: head };
}
