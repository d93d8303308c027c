// What a bridge answers whose data folder is sealed.
import type { JsonObject } from '#contract/json.ts';
import type { Refusal } from '#contract/problems.ts';
import type { State } from '#contract/states.ts';
import type { Calls } from '#core/calls.ts';
import type { Environment } from '#core/record.ts';

/** Without the folder's key nothing can be read or compared, so everything waits and the status says why. */
export function sealedCalls(
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
    placeRequest: ({ key }) => ({ type: 'submit', requestId: key ?? 'sealed', replaces: null }),
    operation: () => null,
    operations: () => ({ operations: [], next: null }),
    settled: async () => null,
    cancel: async () => refused,
    payment: async () => refused,
    read: async () => refused,
    terminals: () => [],
    // The same members as ever, so that no reader stumbles; what is sealed cannot be told and is null.
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
      alarms: [{ code: 'sealed', message: reason }],
    }),
  };
}
