// Why an outcome is not known, as a stable code that the window says in its language and programs can act on. On
// record it is one short text, the code and where there is one its detail (`http-status: 502`), so that the journal
// reads by itself and a record of an older program, which holds a sentence, is still shown as it was written.
import type { z } from 'zod';
import type { doubtSchema } from './operation-schemas.ts';

export const doubtCodes = [
  'no-answer', // no answer in time
  'cut-off', // the connection ended before the answer was complete
  'unreadable', // complete, and not what the interface describes
  'empty-answer', // a 2xx without a body where one is needed
  'contradiction', // the answer disagrees with itself or with what was asked; the detail is the member that does
  'approved-less', // less was approved than was asked for; the detail names both sums
  'approved-more', // more was approved than was asked for, and the shop takes no tips; the detail names both sums
  'no-evidence', // a 2xx that does not say that the payment was made
  'fatal-code', // responseCode 4…: processed data may be lost
  'still-open', // pending, or responseCode 6…: a final status follows
  'http-status', // a status that does not say what happened; the detail is the status
  'restarted', // the bridge was stopped while it was being sent
  'refused-after-doubt', // refused, but an earlier sending may have worked
  'busy', // 429 at the last try; as a doubt: an earlier sending may have worked
  'credentials-refused', // 401 or 403 at the last try; as a doubt: an earlier sending may have worked
  'not-reached', // no byte left at the last try; the detail says why; as a doubt: an earlier sending may have worked
  'too-late', // its time to be sent was over before the first byte; as a doubt: an earlier sending may have worked
  'bytes-differ', // it cannot be made again byte for byte, so it must not be sent again
  'sums-may-show-it', // the payment's sums may hold it, and nothing shows whose they are: it is not sent again
  'look-up-cannot-tell', // the gateway's records do not show whether it was carried out
] as const;

export type DoubtCode = (typeof doubtCodes)[number];

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
