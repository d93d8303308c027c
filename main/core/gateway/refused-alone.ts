// The alarm for operations that the gateway refuses while it takes others with the same credentials: they are kept and
// tried again, but only a person can have them permitted at the gateway.
import type { Alarm } from '#contract/till/alarms.ts';
import type { EnginePorts } from '../ports/engine.ts';

/** From this number on the alarm says `200 or more`. */
const most = 200;

/** At most one alarm: how many, which is the oldest, and when it ends. */
export function refusedAloneAlarms({
  store,
  clock,
  environment,
  policy,
}: Pick<EnginePorts, 'store' | 'clock' | 'environment' | 'policy'>): Alarm[] {
  const refused = store.failure() === null ? store.refusedAlone(environment.id, most) : [];
  const [oldest] = refused;
  if (oldest === undefined) return [];
  const sinceMs = oldest.refusedSinceMs ?? clock.nowMs();
  const count = refused.length === most ? `${most} or more` : String(refused.length);
  const message =
    `The gateway refuses ${count} operations, and takes others with the same credentials; the oldest (${oldest.kind}, ` +
    `${oldest.id}) since ${clock.iso(sinceMs)}. Ask the gateway’s operator to permit it. It is kept until about ` +
    `${clock.iso(sinceMs + policy.pendingLimitMs)}, then it fails; nothing was carried out.`;
  return [{ code: 'operation-refused', message }];
}
