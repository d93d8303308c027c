// Why an outcome is not known, as a stable code that the window says in its language and programs can act on. On
// record it is one short text, the code and where there is one its detail (`http-status: 502`), so that the journal
// reads by itself and a record of an older program, which holds a sentence, is still shown as it was written.
import type { z } from 'zod';
import type { doubtSchema } from './operation-schemas.ts';
import { type DoubtCode, doubtCodes } from './outcome-codes.ts';

/** A reason as it is recorded. */
export type DoubtMark =
  | Exclude<DoubtCode, 'http-status' | 'not-reached' | 'approved-less' | 'approved-more'>
  | `contradiction: ${string}`
  | `approved-less: ${string}`
  | `approved-more: ${string}`
  | `http-status: ${number}`
  | `not-reached: ${string}`;

/** What is not known yet, since when, and what the bridge does to find out. Times are ISO 8601. */
export type Doubt = Readonly<z.output<typeof doubtSchema>>;

export interface ReadMark {
  readonly code: DoubtCode | null;
  readonly detail: string | null;
}

/** The parts of a recorded reason; code null where an older program wrote a sentence. */
export function readMark(mark: string): ReadMark {
  const [head = '', ...rest] = mark.split(': ');
  const code = doubtCodes.find((each) => each === head);
  if (code === undefined) return { code: null, detail: null };
  return { code, detail: rest.length === 0 ? null : rest.join(': ') };
}
