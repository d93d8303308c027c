// Every address of the API, in the order in which they are looked for.
import type { LoopbackPorts, Route } from './request/context.ts';
import { customerRoutes } from './routes/customers.ts';
import { deviceRoutes } from './routes/devices.ts';
import { documentRoutes } from './routes/document.ts';
import { eventRoutes } from './routes/events.ts';
import { identityRoutes } from './routes/identity.ts';
import { journalRoutes } from './routes/journal.ts';
import { operationRoutes } from './routes/operations.ts';
import { pairingRoutes } from './routes/pairings.ts';
import { paymentRoutes } from './routes/payments.ts';
import { shiftRoutes } from './routes/shifts.ts';
import { stateRoutes } from './routes/state.ts';
import { submitRoutes } from './routes/submit.ts';
import { webhookRoutes } from './routes/webhook.ts';

export interface RouteTable {
  /** Answered without a token. */
  readonly open: readonly Route[];
  readonly guarded: readonly Route[];
}

export function routeTable(ports: LoopbackPorts): RouteTable {
  const table: RouteTable = {
    open: [...identityRoutes(ports), ...pairingRoutes(ports), ...documentRoutes(ports, () => table)],
    guarded: [
      ...submitRoutes(ports),
      ...operationRoutes(ports),
      ...paymentRoutes(ports),
      ...customerRoutes(ports),
      ...stateRoutes(ports),
      ...shiftRoutes(ports),
      ...eventRoutes(ports),
      ...webhookRoutes(ports),
      ...journalRoutes(ports),
      ...deviceRoutes(ports),
    ],
  };
  return table;
}
