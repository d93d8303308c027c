// The core of a bridge whose folder's key is not at hand.
import type { Alarm } from '#contract/till/alarms.ts';
import type { ControlCalls } from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { State } from '#contract/operation/states.ts';
import { createSealedControlCalls } from '#core/api/control-calls.ts';
import type { Calls } from '#core/api/calls.ts';
import type { Environment } from '#core/ports/record.ts';
import type { Base } from './base/base.ts';
import { controlPorts, sealedPeople, setUpOf } from './control-ports.ts';

export interface SealedCore {
  readonly type: 'sealed';
  readonly calls: Calls;
  readonly commands: Partial<ControlCalls>;
}

/** `reason`: why the key is not at hand. */
export function sealedCore(base: Base, reason: string): SealedCore {
  const { ports, folder, environment, destination } = base;
  const { opening, clock } = folder;
  ports.log('error', 'sealed', { reason });
  return {
    type: 'sealed',
    calls: sealedCalls(reason, ports.version, environment, destination, opening.store.counts(environment.id)),
    commands: createSealedControlCalls({
      ...controlPorts(opening, clock, environment.mode),
      people: sealedPeople(opening, reason),
      setUp: () => setUpOf(base, { isKeyAtHand: false, paused: null }),
    }),
  };
}

/** Without the folder's key no operation can be read or accepted: every call is refused, and the status says why. */
function sealedCalls(
  reason: string,
  version: string,
  environment: Environment,
  destination: JsonObject | null,
  counts: { [state in State]: number },
): Calls {
  const refusal: Refusal = { code: 'sealed', detail: reason };
  const refused = { type: 'refused', refusal } as const;
  return {
    refusal: () => refusal,
    submit: async () => refused,
    assignRequestId: ({ key }) => ({ type: 'submit', requestId: key ?? 'sealed', replaces: null }),
    operation: () => null,
    operations: () => ({ operations: [], next: null }),
    waitFor: async () => null,
    cancel: async () => refused,
    payment: async () => refused,
    read: async () => refused,
    terminals: () => [],
    // The same members as of an open bridge, so that readers need no other type; unknown values are null.
    status: () => ({
      product: 'Tillbridge',
      version,
      mode: environment.mode,
      gateway: environment.root,
      merchantId: environment.merchantId,
      destination,
      sealed: true,
      paused: null,
      accepting: false,
      connection: null,
      credentials: null,
      waiting: counts.accepted,
      inDoubt: counts.unknown + counts.pending + counts.sending,
      needsPerson: counts['needs-person'],
      operations: { ...counts },
      alarms: [{ code: 'sealed', message: reason } satisfies Alarm],
    }),
  };
}
