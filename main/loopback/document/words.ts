// What the document says in prose: of the whole API, and of each group of its addresses.
import type { tags } from '../schemas/about.ts';

export const apiDescription = `The till's payment bridge, for programs on the same machine.

A program starts an operation with \`POST /v1/operations/{kind}\` and an Idempotency-Key of its own. The bridge stores the \
operation before it answers, carries it out once, and says "not known yet" where that is the truth. The answer is the \
operation: read it again with its id, wait for it with \`?wait=SECONDS\`, or listen to the events.

Three rules keep money safe:

1. Keep the Idempotency-Key before you send. After a time-out, a crash or an internal error, send the same request with \
the same key: it is done once, and you get the same operation.
2. An operation in state pending, unknown or needs-person may have happened. Never repeat it under another key; wait for \
its end, or for the person who decides.
3. A problem (any status of 400 and above) stored nothing and sent nothing, but for internal-error and storage-failed, \
after which rule 1 tells.

Amounts are integers of minor units with an ISO 4217 currency. Times are ISO 8601 in UTC. Unknown fields of a request are \
refused; expect members in answers that are not named here.`;

export const tagDescriptions: { readonly [name in (typeof tags)[number]]: string } = {
  operations: 'Starting operations at the gateway and the terminals, reading them, and taking back what was not sent.',
  payments: 'What the gateway knows of a payment.',
  customers: "The gateway's customer vault. Changes are operations.",
  shifts: "The shop's takings by shift, from the journal.",
  devices:
    "Printers, drawers, displays and scanners at the till: print jobs and what became of them, the customer's display.",
  events: 'What changes, as it changes.',
  bridge: 'The bridge itself: how it is, what it is, and this document.',
  pairing: 'How a program gets its token: it asks, and a person at the till agrees.',
};
