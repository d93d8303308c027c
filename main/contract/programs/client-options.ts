// What people may set for a client of the loopback API, as schemas. Apart from client.ts, so that the window can speak
// of clients without reading the schema library at its start.
import { z } from 'zod';
import { greatestMinor } from '../money/greatest-amount.ts';
import { scopeSchema } from './scopes.ts';

/** Where a program wants its events sent, which it asks for itself; `allowed` is a person's to say. */
export const webhookSchema = z.strictObject({
  /** The id of this registration: a new request makes a new one, with another secret. */
  id: z.string().min(1).max(64),
  url: z.string().min(1).max(512),
  /** The journal's last record when it was asked for: what is behind it is told once it is allowed. */
  from: z.int().min(0),
  allowed: z.boolean(),
});

/** What people set for a client beside its scopes. */
export const clientOptionsSchema = z.strictObject({
  /** What it may refund in a day (by the clock on the wall) and currency, in minor units; null: no limit of its own. */
  refundsPerDayMinor: z.int().min(0).max(greatestMinor).nullable(),
  /**
   * Whether what may wait is taken while offline, at both surfaces alike: true, and answered 202; false: 503, not
   * stored. Null, until somebody sets it: at the bridge's own addresses it is taken, at the gateway's it is not.
   */
  waitsOffline: z.boolean().nullable(),
  /** It deals with less being approved than it asked for (`approved`). False: a person at the till is asked then. */
  partialApprovals: z.boolean(),
  webhook: webhookSchema.nullable().exactOptional(),
});
/** All that is given to a client. */
export const clientGrantSchema = z.strictObject({ scopes: z.array(scopeSchema).min(1), options: clientOptionsSchema });

/** What the window changes of it while its token stays: all other options stay as they are. */
export const clientPatchSchema = z.strictObject({
  added: z.array(scopeSchema).exactOptional(),
  removed: z.array(scopeSchema).exactOptional(),
  options: z
    .strictObject({
      refundsPerDayMinor: clientOptionsSchema.shape.refundsPerDayMinor.exactOptional(),
      waitsOffline: clientOptionsSchema.shape.waitsOffline.exactOptional(),
      partialApprovals: clientOptionsSchema.shape.partialApprovals.exactOptional(),
      webhook: clientOptionsSchema.shape.webhook,
    })
    .exactOptional(),
});
