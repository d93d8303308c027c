// What documents of an office for one till have in common (ADR 89, ADR 90): whose they are, a version that rises, the
// office's signature, and how a till says which one it has and why it does not take one.
import { z } from 'zod';
import { type JsonObject, canonicalJson } from '../data/json.ts';

/** A till that lies about the version it has must not use the numbers up. */
const mostVersion = 1_000_000_000;

export const versionSchema = z.int().nonnegative().max(mostVersion);

/** The members beside what a document says. */
export const documentMembers = {
  till: z.uuid(),
  /** Rises with each document of the till. */
  version: versionSchema.positive(),
  at: z.iso.datetime(),
  keyId: z.string().regex(/^[0-9a-f]{32}$/),
  /** Ed25519 over the document's statement, in base64. */
  signature: z.base64(),
};

export interface TillDocument {
  readonly till: string;
  readonly version: number;
  readonly at: string;
  readonly keyId: string;
  readonly signature: string;
}

/** The text, UTF-8, that the office signs: its purpose, and the document as canonical JSON. */
export function statementOf(purpose: string, said: JsonObject): string {
  return `${purpose}\n${canonicalJson(said)}\n`;
}

/** Of any document as a whole. */
export const documentProblemCodes = [
  'signature', // not by the key that the office gave when the till joined
  'other-till',
  'older', // the till has had this version, or a newer one
  'too-long',
] as const;
export type DocumentProblemCode = (typeof documentProblemCodes)[number];

export const mostProblems = 20;

/** A document that the till does not go by. `codes`: why. */
export function refusedSchemaOf<C extends string>(codes: readonly C[]) {
  return z.object({
    version: versionSchema.positive(),
    problems: z
      .array(
        z.object({
          /** What it is about; empty for the document as a whole. */
          name: z.string().max(100),
          why: z.enum(codes),
          /** In English, to be read after the name; null where the code says all. */
          detail: z.string().max(200).nullable(),
        }),
      )
      .max(mostProblems),
  });
}

/** The newest version that the till took, 0 for none, and its signature where it still has the document. */
export const hasSchema = z.strictObject({ version: versionSchema, signature: z.base64().max(100).nullable() });
