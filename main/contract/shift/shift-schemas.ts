// A shift's report as schemas: the types of shift.ts are made from them, and so is the document of the loopback API.
// Only documents and tests load this file.
import { z } from 'zod';
import { instantSchema, moneySchema, stateSchema } from '../operation/operation-schemas.ts';
import { takingEntries, takingSorts } from '../money/taking-sorts.ts';
import { modes } from '../operation/states.ts';

const sort = z
  .enum(takingSorts)
  .describe('What an operation does for the takings. `other`: money is named, and no sort of ours fits');
const currency = z.string().nullable().describe('ISO 4217');
const terminalId = z.string().nullable().describe('Null for what no terminal of the shop did');
const amountMinor = z.int().describe('Minor units');
const refNr = z
  .string()
  .nullable()
  .describe('The reference by which the shop knows the payment; null where it has none');
const last4 = z
  .string()
  .nullable()
  .describe("The card's last four digits, where an answer showed them; null again once the personal data is erased");

export const shiftTotalSchema = z
  .object({
    sort,
    kind: z.string(),
    currency,
    terminalId,
    count: z.int(),
    amountMinor,
    withoutAmount: z
      .int()
      .describe('How many of them have no amount that the journal knows (a reversal of an older payment)'),
  })
  .describe('Sums of the operations that succeeded within the shift');

const takingSums = {
  currency: z.string().describe('ISO 4217'),
  takenMinor: z
    .int()
    .describe('What was captured. An authorization that was not captured and a payment that was not paid do not count'),
  givenBackMinor: z.int().describe('Refunded, or captured and reversed. Releasing an authorization gives nothing back'),
  leftMinor: z.int().describe('`takenMinor` less `givenBackMinor`'),
  tipMinor: z.int().describe('Of `takenMinor`: tips, chosen at the till or approved beyond the amount asked for'),
};

export const shiftTakingSchema = z.object(takingSums).describe('What the shift took and gave back, in one currency');

const shiftPersonSchema = z.object({
  person: z
    .string()
    .nullable()
    .describe('The person signed in at the till; null for programs, and at a till without operators'),
  ...takingSums,
});

const shiftBrandSchema = z.object({
  brand: z.string().nullable().describe('In capitals, as an answer showed it; null where none did'),
  ...takingSums,
});

const shiftEntrySchema = z.object({
  entry: z
    .enum(takingEntries)
    .describe(
      'Where the money was taken or given back: at a terminal; by a link, session or hosted page that a customer ' +
        'paid; by hand at the till without a terminal; by a program without a terminal',
    ),
  ...takingSums,
});

export const shiftAuthorizationSchema = z
  .object({
    payId: z.string().nullable(),
    transId: z.string().nullable(),
    refNr,
    last4,
    terminalId,
    brand: z.string().nullable(),
    currency: z.string().describe('ISO 4217'),
    openMinor: z.int().describe('Authorized, and neither captured nor released'),
    at: instantSchema.describe('When it was authorized'),
    ageDays: z.int().describe('Whole days from then to `at` of the report'),
    carriedOver: z.boolean().describe('It was authorized in an earlier shift'),
  })
  .describe('An authorization that is open');

const shiftAuthorizedSchema = z.object({
  currency: z.string().describe('ISO 4217'),
  count: z.int(),
  openMinor: z.int(),
});

const shiftPaidOtherwiseSchema = z.object({
  currency: z.string().describe('ISO 4217'),
  count: z.int(),
  amountMinor: z.int(),
});

export const shiftSlotSchema = z
  .object({
    from: instantSchema.describe('When the quarter begins'),
    sort,
    currency,
    count: z.int(),
    amountMinor,
  })
  .describe('The same by quarters of an hour, which fit the hours of every time zone');

export const shiftOpenSchema = z
  .object({
    operationId: z.string(),
    kind: z.string(),
    sort: sort.nullable(),
    state: stateSchema,
    amount: moneySchema.nullable(),
    terminalId,
    payId: z.string().nullable(),
    transId: z.string().nullable(),
    refNr,
    last4,
    acceptedAt: instantSchema,
    doubtSince: instantSchema.nullable(),
    carriedOver: z.boolean().describe('It was accepted in an earlier shift'),
  })
  .describe('An operation that had not come to its end');

export const openCountsSchema = z.object({
  waiting: z.int().describe('Accepted, and not sent yet'),
  inDoubt: z.int().describe('Sent, and its outcome not known'),
  needsPerson: z.int(),
});

export const shiftSectionSchema = z
  .object({
    mode: z.enum(modes),
    training: z.boolean().describe('True: no money was moved, whatever the sums say'),
    environment: z.string(),
    takings: z
      .array(shiftTakingSchema)
      .readonly()
      .describe('What was taken, given back and is left, by currency. Operations without a known amount are not in it'),
    byPerson: z.array(shiftPersonSchema).readonly().describe('The same by person'),
    byBrand: z.array(shiftBrandSchema).readonly().describe('The same by card brand'),
    byEntry: z.array(shiftEntrySchema).readonly().describe('The same by entry'),
    authorized: z
      .array(shiftAuthorizedSchema)
      .readonly()
      .describe('What is authorized and not captured, by currency, from this shift and earlier ones'),
    authorizations: z.array(shiftAuthorizationSchema).readonly().describe('Oldest first; at most 500 of them'),
    paidOtherwise: z
      .array(shiftPaidOtherwiseSchema)
      .readonly()
      .describe(
        'Rests of sales that people noted as paid without the gateway, in cash for example, by currency. They are ' +
          'in no takings',
      ),
    totals: z.array(shiftTotalSchema).readonly(),
    slots: z.array(shiftSlotSchema).readonly(),
    notDone: z
      .object({ failed: z.int(), cancelled: z.int(), expired: z.int() })
      .describe('Operations that ended without effect'),
    open: z.array(shiftOpenSchema).readonly().describe('Oldest first; at most 500 of them'),
    openCounts: openCountsSchema,
  })
  .describe('One gateway, merchant and mode');

export const shiftReportSchema = z.object({
  type: z.enum(['X', 'Z']).describe('X while the shift runs, Z when it was closed'),
  number: z.int().describe('From 1, without a gap'),
  firstSeq: z.int().describe("The journal's number of its first record"),
  lastSeq: z.int().describe('And of its last; one less than `firstSeq` while nothing was journalled'),
  openedAt: instantSchema.nullable().describe('When its first record was written, or null while there is none'),
  at: instantSchema.describe('When the report was made: for a Z, when the shift was closed'),
  closedBy: z.string().nullable().describe('Who closed it; null for an X'),
  head: z
    .object({
      seq: z.int().describe('0 for an empty journal'),
      hash: z.string().describe('SHA-256 in hex of the record with that number'),
    })
    .nullable()
    .describe('For a Z: its own record, which is signed; compare it with a printed one'),
  sections: z.array(shiftSectionSchema).readonly(),
  strays: z.int().describe('Records that tell of an operation which no record introduced: 0 in a whole journal'),
  drawerOpenings: z.int().describe('How often a cash drawer was opened without a sale'),
});

const toldTaking = {
  taken: moneySchema.describe('`takenMinor` as money'),
  givenBack: moneySchema.describe('`givenBackMinor` as money'),
  left: moneySchema.describe('`leftMinor` as money'),
  tip: moneySchema.describe('`tipMinor` as money'),
};
const toldOpen = { open: moneySchema.describe('`openMinor` as money') };
const toldAmount = { amount: moneySchema.nullable().describe('`amountMinor` as money; null without a currency') };
const toldNoted = { amount: moneySchema.describe('`amountMinor` as money') };
const { shape } = shiftSectionSchema;

/** A section as programs get it: shift-money.ts makes it. */
export const publicSectionSchema = shiftSectionSchema.extend({
  takings: listOf(shiftTakingSchema.extend(toldTaking), shape.takings),
  byPerson: listOf(shiftPersonSchema.extend(toldTaking), shape.byPerson),
  byBrand: listOf(shiftBrandSchema.extend(toldTaking), shape.byBrand),
  byEntry: listOf(shiftEntrySchema.extend(toldTaking), shape.byEntry),
  authorized: listOf(shiftAuthorizedSchema.extend(toldOpen), shape.authorized),
  authorizations: listOf(shiftAuthorizationSchema.extend(toldOpen), shape.authorizations),
  paidOtherwise: listOf(shiftPaidOtherwiseSchema.extend(toldNoted), shape.paidOtherwise),
  totals: z.array(shiftTotalSchema.extend(toldAmount)).readonly(),
  slots: z.array(shiftSlotSchema.extend(toldAmount)).readonly(),
});

/** The report as programs get it. */
export const publicReportSchema = shiftReportSchema.extend({ sections: z.array(publicSectionSchema).readonly() });

/** A list that is described like another one. */
function listOf<S extends z.ZodType>(each: S, like: z.ZodType) {
  return z
    .array(each)
    .readonly()
    .describe(like.description ?? '');
}
