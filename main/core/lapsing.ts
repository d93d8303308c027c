// Authorizations lapse at the card's issuer, unseen, some days after they were made: the goods are gone then, and the
// money cannot be taken any more. So one that is about to is an alarm, by the days that the shop sets for its brand.
import { formatMoney } from '#contract/money.ts';
import type { CallPorts } from './calls.ts';
import type { KnownPayment } from './record.ts';

const dayMs = 86_400_000;
/** More of them need no exact number. */
const most = 200;

/** At most one alarm: how many, how much, and which is the oldest. */
export function lapsingAlarms(ports: Pick<CallPorts, 'store' | 'clock' | 'environment' | 'policy'>) {
  const lapsing = lapsingAuthorizations(ports);
  const [oldest] = lapsing;
  if (oldest === undefined) return [];
  const sums = new Map<string, number>();
  for (const { currency, authorised, captured } of lapsing) {
    if (currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? 0) + (authorised ?? 0) - (captured ?? 0));
  }
  const amounts = Array.from(sums, ([currency, value]) => formatMoney({ value, currency })).join(', ');
  const days = Math.floor((ports.clock.nowMs() - (oldest.openSinceMs ?? 0)) / dayMs);
  const count = lapsing.length === most ? `${most} or more` : String(lapsing.length);
  const message =
    `${count} authorizations of ${amounts} were not captured and are about to lapse; the oldest is ${days} days old ` +
    `(transId ${oldest.transId ?? 'unknown'}). Capture or reverse them.`;
  return [{ code: 'authorization-lapses', message }];
}

function lapsingAuthorizations({
  store,
  clock,
  environment,
  policy,
}: Pick<CallPorts, 'store' | 'clock' | 'environment' | 'policy'>): KnownPayment[] {
  if (store.failure() !== null) return [];
  const { authorizationDays } = policy;
  const daysOf = ({ brand }: KnownPayment) => authorizationDays[brand ?? ''] ?? authorizationDays['default'] ?? 5;
  const nowMs = clock.nowMs();
  const leastMs = Math.min(...Object.values(authorizationDays)) * dayMs;
  return store
    .openAuthorizations(environment.id, nowMs - leastMs, most)
    .filter((each) => nowMs - (each.openSinceMs ?? nowMs) >= daysOf(each) * dayMs);
}
