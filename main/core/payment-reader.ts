// Reads payments at the gateway for whoever asks. What a look-up shows is remembered for the guards, unless the bridge
// itself did something meanwhile: then the sums that it shows may be older than our own.
import type { LookUp } from '#operations/define.ts';
import { readPayment } from '#operations/payment-view.ts';
import type { Context } from './context.ts';
import { type LookUpOutcome, lookUpPayment } from './look-up.ts';
import { noteOffers } from './offers.ts';
import { isNews, noteSight } from './payments.ts';
import type { OperationRecord } from './record.ts';

export class PaymentReader {
  readonly #context: Context;
  #successes = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** To be told of each change that was committed. */
  noted(record: OperationRecord): void {
    if (record.state === 'succeeded') this.#successes += 1;
  }

  async read(lookUp: LookUp): Promise<LookUpOutcome> {
    const before = this.#successes;
    const outcome = await lookUpPayment(this.#context, lookUp);
    const { store, environment, policy, clock } = this.#context.ports;
    if (outcome.type === 'found' && this.#successes !== before) return { ...outcome, overtaken: true };
    if (outcome.type === 'found' && store.failure() === null) {
      const view = readPayment(outcome.payment, policy.paymentPaths, policy.answers);
      // A success that waits for the commit which this sight would share still holds the payment's lane: that is why
      // it is asked here, before the commit, whether there is anything to take.
      await noteOffers(this.#context, view);
      if (isNews(store, environment.id, view)) {
        await store.transact((tx) => noteSight(tx, environment.id, view, clock.nowMs()));
      }
    }
    return outcome;
  }
}
