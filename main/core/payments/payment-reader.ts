// Reads payments at the gateway for a caller. What a look-up shows is noted for the guards and the books before the
// caller is answered. Where an operation of this bridge on that payment succeeded meanwhile, the record may be older,
// and the payment is read once more.
import type { LookUp } from '#operations/define.ts';
import { type PaymentView, readPayment } from '#operations/payment-view.ts';
import type { EngineContext } from '../gateway/context.ts';
import { payIdLane } from '../operation/lanes.ts';
import { type LookUpOutcome, isOfAnotherMerchant, lookUpPayment } from '../gateway/look-up.ts';
import { noteOffers } from './offers.ts';
import { isNews, storeLookedUpSums } from './seen/looked-up.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { lanesOf } from '../sale/same-sale.ts';

const readsAtMost = 2;

export class PaymentReader {
  readonly #context: EngineContext;
  /** For each look-up under way, what succeeded since it began. */
  readonly #underWay = new Set<OperationRecord[]>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** The engine calls this after each commit. */
  noted(record: OperationRecord): void {
    if (record.state !== 'succeeded') return;
    for (const successes of this.#underWay) successes.push(record);
  }

  async read(lookUp: LookUp): Promise<LookUpOutcome> {
    const { store, environment, policy, clock } = this.#context.ports;
    for (let reads = 1; ; reads += 1) {
      const { outcome, successes } = await this.#look(lookUp);
      if (outcome.type !== 'found' || store.failure() !== null) return outcome;
      const view = readPayment(outcome.payment, policy.paymentPaths, policy.answers);
      if (isOfAnotherMerchant(view, this.#context.ports)) return outcome;
      const overtaken = successes.some((record) => isOf(store, record, view));
      if (overtaken && reads < readsAtMost) continue;
      // How much of a payment others took is the difference to what was done here, so an old record does not tell it.
      if (!overtaken) await noteOffers(this.#context, view);
      // Sums never become less by an old record. A success that waits for the same commit still holds the payment's
      // lane: so `isNews` is asked here, before the commit.
      if (isNews(store, environment.id, view, clock.nowMs())) {
        await store.transact((tx) => storeLookedUpSums(tx, environment.id, view, clock.nowMs()));
      }
      return overtaken ? { ...outcome, overtaken: true } : outcome;
    }
  }

  async #look(lookUp: LookUp) {
    const successes: OperationRecord[] = [];
    this.#underWay.add(successes);
    try {
      return { outcome: await lookUpPayment(this.#context, lookUp), successes };
    } finally {
      this.#underWay.delete(successes);
    }
  }
}

/** Whether it is an operation on the payment that the record shows, by whichever name it was asked for. */
function isOf(
  reads: StoreReads,
  { environmentId, payId, transId, lanes }: OperationRecord,
  view: PaymentView,
): boolean {
  if (payId !== null && payId === view.payId) return true;
  if (transId !== null && transId === view.transId) return true;
  if (view.payId === null) return false;
  const lane = payIdLane(environmentId, view.payId);
  const row = reads.payment(environmentId, view.payId) ?? {
    environmentId,
    payId: view.payId,
    transId: view.transId,
    lane,
    terminalId: view.terminalId,
    traceNr: view.traceNr,
  };
  const ofPayment = lanesOf(reads, row);
  return lanes.some((each) => ofPayment.includes(each));
}
