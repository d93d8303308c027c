// A notification says that a payment changed. The bridge reads the payment at the gateway, and makes the look-ups of
// the payment's open operations due at once. A notification that comes twice does no harm.
import { textAt } from '#contract/data/json.ts';
import type { LookUp } from '#operations/define.ts';
import { unwrapped } from '#operations/evidence/reading.ts';
import type { LookUpOutcome } from '../gateway/look-up.ts';
import type { Clock } from '../ports/clock.ts';
import type { Policy } from '../ports/policy.ts';
import type { Store } from '../ports/store.ts';
import type { Environment, OperationRecord } from '../ports/record.ts';
import { changedMeanwhile } from '../operation/stale.ts';

interface Ports {
  readonly engine: { payment(lookUp: LookUp): Promise<LookUpOutcome>; kick(): void };
  readonly store: Store;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly environment: Environment;
  readonly policy: Pick<Policy, 'answers'>;
}

/** Operations on one payment that may be in doubt at once are few; a payment with more waits for their turn. */
const most = 20;

/**
 * False where the gateway could not be asked, or its answer was not taken over. True also where it does not know the
 * payment: to be notified again would not help.
 */
export async function notified(ports: Ports, payId: string): Promise<boolean> {
  const outcome = await ports.engine.payment({ by: 'payId', id: payId });
  if (outcome.type === 'refused') return outcome.refusal.code === 'payment-not-found';
  if (outcome.overtaken === true) return false;
  await nudge(ports, payId, textAt(unwrapped(outcome.payment, ports.policy.answers), 'transId'));
  return true;
}

/** Makes the next look-up of everything open on a payment due now. */
async function nudge(ports: Ports, payId: string, transId: string | null): Promise<void> {
  const { store, environment, clock, engine } = ports;
  if (store.failure() !== null) return;
  const creator = transId === null ? null : store.creatorOf(environment.id, transId);
  const made = creator === null ? null : store.operation(creator);
  const open = store.list(environment.id, { states: ['unknown', 'pending'], payId, limit: 2 * most });
  const nowMs = clock.nowMs();
  for (const { id } of [...(made === null ? [] : [made]), ...open]) {
    await changedMeanwhile(() =>
      store.transact((tx) => {
        const record = tx.operation(id);
        if (record === null || !isDueLater(record, nowMs)) return;
        tx.update({ ...record, revision: record.revision + 1, nextAtMs: nowMs, updatedAtMs: nowMs });
      }),
    );
  }
  engine.kick();
}

function isDueLater({ state, nextAtMs }: OperationRecord, nowMs: number): boolean {
  return (state === 'unknown' || state === 'pending') && nextAtMs > nowMs;
}
