// A shift's report as the window, the loopback API and the command line see it: X while it runs, Z when it was closed.
// Amounts are minor units; times are ISO 8601 in UTC. The types are those of shift-schemas.ts, which says what each
// member means.
import type { z } from 'zod';
import type {
  openCountsSchema,
  shiftAuthorizationSchema,
  shiftOpenSchema,
  shiftReportSchema,
  shiftSectionSchema,
  shiftSlotSchema,
  shiftTakingSchema,
  shiftTotalSchema,
  publicReportSchema,
  publicSectionSchema,
} from './shift-schemas.ts';

/** What a shift took and gave back, in one currency. */
export type ShiftTaking = Readonly<z.output<typeof shiftTakingSchema>>;

/** An authorization that is neither captured nor released. */
export type ShiftAuthorization = Readonly<z.output<typeof shiftAuthorizationSchema>>;

/** Sums of the operations that succeeded within the shift. */
export type ShiftTotal = Readonly<z.output<typeof shiftTotalSchema>>;

/** The same by quarters of an hour, which fit the hours of every time zone. */
export type ShiftSlot = Readonly<z.output<typeof shiftSlotSchema>>;

/** An operation that had not come to its end. */
export type ShiftOpen = Readonly<z.output<typeof shiftOpenSchema>>;

/** One gateway, merchant and mode. */
export type ShiftSection = Readonly<z.output<typeof shiftSectionSchema>>;

export type OpenCounts = Readonly<z.output<typeof openCountsSchema>>;

/** How many open operations a report names; the journal's own records name all. */
export const openShown = 500;

export type ShiftReport = Readonly<z.output<typeof shiftReportSchema>>;

/** The same as programs and commands get it. */
export type PublicReport = Readonly<z.output<typeof publicReportSchema>>;
export type PublicSection = Readonly<z.output<typeof publicSectionSchema>>;

/** What may come of closing a shift. */
export type ShiftClosing =
  | { readonly type: 'closed'; readonly report: ShiftReport }
  /** Something is still open, and it was not said that this is all right. Nothing was changed. */
  | { readonly type: 'still-open'; readonly open: OpenCounts };
