// What people may set for a client of the loopback API, as schemas. Apart from client.ts, so that the window can speak
// of clients without reading the schema library at its start.
import { z } from 'zod';
import { greatestMinor } from './greatest-amount.ts';
import { scopeSchema } from './scopes.ts';

/** What people set for a client beside its scopes. */
export const clientOptionsSchema = z.strictObject({
  /** What it may refund in a day (by the clock on the wall) and currency, in minor units; null: no limit of its own. */
  refundsPerDayMinor: z.int().min(0).max(greatestMinor).nullable(),
  /** At the gateway's own addresses: what may wait is taken while offline and answered 202. False: 503, not stored. */
  waitsOffline: z.boolean(),
  /** It deals with less being approved than it asked for (`approved`). False: a person at the till is asked then. */
  partialApprovals: z.boolean(),
});
/** All that is given to a client. */
export const clientGrantSchema = z.strictObject({ scopes: z.array(scopeSchema).min(1), options: clientOptionsSchema });

/** What the window changes of it while its token stays: all else stays as it is, whoever changes it meanwhile. */
export const clientPatchSchema = z.strictObject({
  added: z.array(scopeSchema).exactOptional(),
  removed: z.array(scopeSchema).exactOptional(),
  options: z
    .strictObject({
      refundsPerDayMinor: clientOptionsSchema.shape.refundsPerDayMinor.exactOptional(),
      waitsOffline: clientOptionsSchema.shape.waitsOffline.exactOptional(),
      partialApprovals: clientOptionsSchema.shape.partialApprovals.exactOptional(),
    })
    .exactOptional(),
});
