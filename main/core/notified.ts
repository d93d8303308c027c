// The gateway says that something became of a payment. It is asked itself what that is, and whatever is open on the
// payment is looked up at once instead of when its turn comes. A notification that comes twice finds nothing left to do.
import { textAt } from '#contract/json.ts';
import type { LookUp } from '#operations/define.ts';
import type { LookUpOutcome } from './look-up.ts';
import type { Clock } from './ports/clock.ts';
import type { Store } from './ports/store.ts';
import type { Environment, OperationRecord } from './record.ts';
import { changedMeanwhile } from './stale.ts';

interface Ports {
  readonly engine: { payment(lookUp: LookUp): Promise<LookUpOutcome>; kick(): void };
  readonly store: Store;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly environment: Environment;
}

/** Operations on one payment that may be in doubt at once are few; a payment with more waits for their turn. */
const most = 20;

/** False where the gateway could not be asked, or what it said was not taken over. A payment that it does not know is no reason to be told again. */
export async function notified(ports: Ports, payId: string): Promise<boolean> {
  const first = await ports.engine.payment({ by: 'payId', id: payId });
  // Where something else was done meanwhile, nothing of it was taken over.
  const outcome = isOvertaken(first) ? await ports.engine.payment({ by: 'payId', id: payId }) : first;
  if (isOvertaken(outcome)) return false;
  if (outcome.type === 'refused') return outcome.refusal.code === 'payment-not-found';
  await nudge(ports, payId, textAt(outcome.payment, 'transId'));
  return true;
}

function isOvertaken(outcome: LookUpOutcome): boolean {
  return outcome.type === 'found' && outcome.overtaken === true;
}

/** Makes the next look-up of everything open on a payment due now. */
async function nudge(ports: Ports, payId: string, transId: string | null): Promise<void> {
  const { store, environment, clock, engine } = ports;
  if (store.failure() !== null) return;
  const creator = transId === null ? null : store.creatorOf(environment.id, transId);
  const made = creator === null ? null : store.operation(creator);
  const open = (['unknown', 'pending'] as const).flatMap((state) =>
    store.list(environment.id, { state, payId, limit: most }),
  );
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
