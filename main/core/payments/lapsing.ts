// Authorizations lapse at the card's issuer some days after they were made, and the gateway does not report it: the
// goods are gone then, and the money cannot be taken any more. So an authorization that is older than the days that the
// shop sets for its brand is an alarm.
import type { Alarm } from '#contract/till/alarms.ts';
import { formatMoney } from '#contract/money/money.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { Policy } from '../ports/policy.ts';
import type { KnownPayment } from '../ports/record.ts';

const dayMs = 86_400_000;
/** From this number on the alarm says `200 or more`. */
const most = 200;

/** At most one alarm: how many, how much, and which is the oldest. */
export function lapsingAlarms(ports: Pick<EnginePorts, 'store' | 'clock' | 'environment' | 'policy'>): Alarm[] {
  const lapsing = lapsingAuthorizations(ports);
  const [oldest] = lapsing;
  if (oldest === undefined) return [];
  const sums = new Map<string, number>();
  for (const { currency, authorized, captured } of lapsing) {
    if (currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? 0) + (authorized ?? 0) - (captured ?? 0));
  }
  const amounts = Array.from(sums, ([currency, value]) => formatMoney({ value, currency })).join(', ');
  const days = Math.floor((ports.clock.nowMs() - (oldest.openSinceMs ?? 0)) / dayMs);
  const count = lapsing.length === most ? `${most} or more` : String(lapsing.length);
  const named = `transId ${oldest.transId ?? 'unknown'}`;
  const message =
    lapsing.length === 1
      ? `1 authorization of ${amounts} was not captured and is about to lapse; it is ${days} days old (${named}). Capture or reverse it.`
      : `${count} authorizations of ${amounts} were not captured and are about to lapse; the oldest is ${days} days old (${named}). Capture or reverse them.`;
  return [{ code: 'authorization-lapses', message }];
}

function lapsingAuthorizations({
  store,
  clock,
  environment,
  policy,
}: Pick<EnginePorts, 'store' | 'clock' | 'environment' | 'policy'>): KnownPayment[] {
  if (store.failure() !== null) return [];
  const { authorizationDays } = policy;
  const nowMs = clock.nowMs();
  const leastMs = Math.min(...Object.values(authorizationDays)) * dayMs;
  return store
    .openAuthorizations(environment.id, nowMs - leastMs, most)
    .filter((each) => ageOf(each, nowMs, policy).lapsing);
}

/** How long the authorization has been open, and from which age on it is about to lapse, in days. */
export function ageOf(
  { openSinceMs, brand }: Pick<KnownPayment, 'openSinceMs' | 'brand'>,
  nowMs: number,
  { authorizationDays }: Pick<Policy, 'authorizationDays'>,
): { readonly sinceMs: number; readonly ageDays: number; readonly alarmDays: number; readonly lapsing: boolean } {
  const sinceMs = openSinceMs ?? nowMs;
  const alarmDays = authorizationDays[brand ?? ''] ?? authorizationDays['default'] ?? 5;
  const ageMs = Math.max(0, nowMs - sinceMs);
  return { sinceMs, ageDays: Math.floor(ageMs / dayMs), alarmDays, lapsing: ageMs >= alarmDays * dayMs };
}
