// Whether a till's certificate is the one that counts for it.
import type { OfficeRefusal } from '#contract/office/office.ts';
import type { TillStanding } from './database.ts';
import type { TillAt } from './till-at.ts';

/** A till by the certificate that it showed, which the office's own authority signed. */
export interface ShownTill extends TillAt {
  /** SHA-256, hex. */
  readonly certificate: string;
}

/** `row`: the office's own of this till. */
export function standingRefusal(
  row: TillStanding | null,
  { certificate }: ShownTill,
): Pick<OfficeRefusal, 'code' | 'detail'> | null {
  if (row === null) return { code: 'not-a-till', detail: 'the office does not know this till' };
  if (row.revoked) return { code: 'revoked', detail: 'the access of this till was revoked' };
  if (row.certificate === certificate) return null;
  return { code: 'revoked', detail: 'the till joined again with another certificate' };
}
