// Looks up payments that customers are to make, rarely and one after the other, so that a payment counts although no
// notification came: until it is paid or over (offers.ts), ever more rarely. However many are open, there is at most one
// look-up in `betweenMs`. The times of the next look-ups stand in the store: a restart goes on with them.
import type { LookUp } from '#operations/define.ts';
import type { LookUpOutcome } from '../gateway/look-up.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { Offer, OperationRecord } from '../ports/record.ts';
import { isWatched, lookUpsOf, nextTurn } from './offers.ts';
import { changedMeanwhile } from '../operation/stale.ts';

interface Ports extends Pick<EnginePorts, 'store' | 'clock' | 'chance' | 'environment' | 'policy'> {
  readonly payment: (lookUp: LookUp) => Promise<LookUpOutcome>;
  /** Whether the gateway is reachable and the folder not paused. */
  readonly isIdle: () => boolean;
  readonly changed: (record: OperationRecord) => void;
  readonly log: EnginePorts['events']['log'];
}

const batch = 16;
/** Between two look-ups, and where nothing can be asked now. */
const betweenMs = 1_000;
const laterMs = 30_000;
/** Once its first days are over: so large a share of the time that it is open already passes until it is asked for again. */
const shareOfAge = 1 / 8;
const rarestMs = 30 * 86_400_000;

/** The look-up brought nothing about the payment: it is repeated soon, and does not count. */
function saysNothing(outcome: LookUpOutcome): boolean {
  if (outcome.type === 'found') return outcome.overtaken === true;
  return outcome.refusal.code !== 'payment-not-found';
}

export class OfferWatch {
  readonly #ports: Ports;
  #running: Promise<void> | null = null;
  #stopped = false;
  #cancelTimer: (() => void) | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Something may be due: after a start, and after each offer that was made. */
  kick(): void {
    if (this.#stopped) return;
    this.#running ??= this.#round();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await this.#running;
  }

  async #round(): Promise<void> {
    let waitMs: number | null = laterMs;
    try {
      waitMs = await this.#next();
    } catch (error) {
      this.#ports.log('error', 'offers-broken', { error: error instanceof Error ? error.message : 'unknown' });
    }
    this.#running = null;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#stopped || waitMs === null) return;
    this.#cancelTimer = this.#ports.clock.after(Math.max(1, waitMs), () => this.kick());
  }

  /** Looks up the one that has been due longest. In how many ms to come again; null: at the next `kick`. */
  async #next(): Promise<number | null> {
    const { store, clock, environment, isIdle } = this.#ports;
    if (store.failure() !== null) return null;
    const waiting = store.offers(environment.id, batch).map((record) => ({ record, dueMs: this.#dueMs(record) }));
    const [first] = waiting.toSorted((a, b) => a.dueMs - b.dueMs);
    if (first === undefined) return null;
    const leftMs = first.dueMs - clock.nowMs();
    if (leftMs > 0) return leftMs;
    if (!isIdle()) return laterMs;
    const { record } = first;
    const lookUps = lookUpsOf(store, record);
    let silent = false;
    for (const lookUp of lookUps) {
      silent = saysNothing(await this.#ports.payment(lookUp)) || silent;
      // It is known now which payment is the customer's.
      if (store.operation(record.id)?.payId !== null) break;
    }
    await this.#noteLookUp(record.id, silent);
    return betweenMs * Math.max(1, lookUps.length);
  }

  #dueMs({ offer }: OperationRecord): number {
    const { firstMs } = this.#ports.policy.offers;
    if (offer === undefined || offer.nextLookUpMs === null) return Infinity;
    return offer.lookUps === 0 ? Math.max(offer.nextLookUpMs, offer.sinceMs + firstMs) : offer.nextLookUpMs;
  }

  async #noteLookUp(id: string, silent: boolean): Promise<void> {
    const { store, clock, changed } = this.#ports;
    const next = await changedMeanwhile(() =>
      store.transact((tx) => {
        const record = tx.operation(id);
        if (record?.offer === undefined || (silent && !isWatched(record))) return null;
        const nowMs = clock.nowMs();
        // The look-up that ended the offer is noted like every other; no further one follows.
        const { nextLookUpMs, ...asked } = this.#after(record.offer, nowMs, silent);
        const offer = { ...asked, nextLookUpMs: isWatched(record) ? nextLookUpMs : null };
        const noted = { ...record, offer, revision: record.revision + 1, updatedAtMs: nowMs };
        tx.update(noted);
        return noted;
      }),
    );
    if (next !== null) changed(next);
  }

  #after(offer: Offer, nowMs: number, silent: boolean): Offer {
    const { firstMs, mostMs, oftenMs } = this.#ports.policy.offers;
    if (silent) return { ...offer, lookUps: Math.max(1, offer.lookUps), nextLookUpMs: nowMs + laterMs };
    const lookUps = offer.lookUps + 1;
    const asked = { ...offer, lookUps, lastLookUpMs: nowMs };
    const ageMs = nowMs - offer.sinceMs;
    const soonMs = Math.min(mostMs, firstMs * 2 ** Math.min(lookUps, 20));
    const backoffMs = ageMs < oftenMs ? soonMs : Math.max(soonMs, Math.min(rarestMs, ageMs * shareOfAge));
    // Tills of one shop must not all ask at the same moment.
    const jitter = 0.8 + 0.4 * this.#ports.chance.fraction();
    // Where no turn follows it stays as it was seen, and counts when any later look-up shows it paid.
    return { ...asked, nextLookUpMs: nextTurn(offer, nowMs, nowMs + Math.round(backoffMs * jitter)) };
  }
}
