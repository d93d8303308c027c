// Whether a till takes a document that its office sent, whatever it says: for this till, by its office, not too long, and
// newer than what it had.
import { verify } from 'node:crypto';
import type { DocumentProblemCode, TillDocument } from '#contract/office/till-document.ts';

/** `officeKey`: SPKI, PEM, as the office gave it when the till joined. */
export function isSigned(
  { signature }: Pick<TillDocument, 'signature'>,
  statement: string,
  officeKey: string,
): boolean {
  try {
    return verify(null, Buffer.from(statement, 'utf8'), officeKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

interface Given {
  readonly document: TillDocument;
  readonly statement: string;
  readonly mostBytes: number;
  readonly officeKey: string;
  readonly till: string;
  /** The newest version that the till had, and whether it still has it. */
  readonly had: { readonly version: number; readonly isKept: boolean };
}

/** Why it is not taken as a whole; null where it may be. */
export function documentProblem(given: Given): DocumentProblemCode | null {
  const { document, statement, mostBytes, officeKey, till, had } = given;
  if (document.till !== till) return 'other-till';
  if (Buffer.byteLength(statement) > mostBytes) return 'too-long';
  if (!isSigned(document, statement, officeKey)) return 'signature';
  const isOlder = had.isKept ? document.version <= had.version : document.version < had.version;
  return isOlder ? 'older' : null;
}
