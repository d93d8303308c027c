// An operation as the window, the loopback API and event streams see it. The types are those of
// operation-schemas.ts, which says what each member means.
import type { z } from 'zod';
import type { offerSchema, operationSchema, originSchema, queuePlaceSchema } from './operation-schemas.ts';

/** Who asked for it. `client` is the name it was paired under; null where the program is no longer known. */
export type OperationOrigin = Readonly<z.output<typeof originSchema>>;

/** What the bridge has seen of a payment that a customer is to make. */
export type OfferView = Readonly<z.output<typeof offerSchema>>;

/** Where a waiting operation stands, as it was when it was read. */
export type QueuePlace = Readonly<z.output<typeof queuePlaceSchema>>;

/** The count stops here: `ahead` then means "or more". */
export const mostAhead = 1_000;

export type OperationView = Readonly<z.output<typeof operationSchema>>;
