// The steps of a single operation from acceptance to its outcome: sent with a durable intent, looked up, expired. Each
// ends in a commit, or in nothing where another transaction changed the operation meanwhile.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Command } from '#operations/define.ts';
import { type Change, wasDisproved } from '../operation/change.ts';
import { commitChange, commitIntent, commitTerminalEnd } from '../commit/commit.ts';
import { type EngineContext, commandFor } from '../gateway/context.ts';
import { overtaken } from '../acceptance/guards.ts';
import { otherPaymentFailure } from '../acceptance/other-payment.ts';
import type { FirstLookUpOutcome } from '../payments/look-first.ts';
import { instantOf } from '../operation/moment.ts';
import { knownPayment } from '../operation/lanes.ts';
import type { StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { bodyText } from '../operation/requests.ts';
import { resolve } from '../recovery/resolver.ts';
import { isSentBehind } from '../recovery/sent-behind.ts';
import { heldLanes } from '../sale/same-sale.ts';
import { send } from '../sending/sender.ts';
import { changedMeanwhile } from '../operation/stale.ts';
import { secretGone, words } from '../operation/words.ts';

const expired: Change = {
  state: 'expired',
  event: 'expired',
  failure: { code: 'not-sent-in-time', message: words.expired },
};

/** Looks up a payment where others may have moved money of it. */
type LookUpFirst = (command: Command, input: JsonObject) => Promise<FirstLookUpOutcome>;

/** How long what was seen of a payment at the acceptance of an operation counts for it. */
const freshMs = 60_000;

/** The wait after a look-up that failed with an error. */
const brokenWaitMs = 300_000;

/** The wait of an operation while one that was accepted later may be carried out on its payment. */
const behindWaitMs = 60_000;

/**
 * The record with the lanes of its payment that other operations are in and that were not known at its acceptance: a
 * look-up may have shown only now that they name the same payment. It has its turn behind those that were accepted
 * before it. Null where there are none.
 */
function inNewLanes(tx: StoreWrites, command: Command, record: OperationRecord, nowMs: number): OperationRecord | null {
  const ref = command.createsPayment(record.input) ? null : command.payment(record.input);
  const known = ref === null ? null : knownPayment(tx, record.environmentId, ref);
  // Where the other one waits behind this one, at its terminal or for its payment, their order is settled.
  const isNew = (lane: string) => {
    const holderId = record.lanes.includes(lane) ? null : tx.laneHolder(lane);
    const holder = holderId === null ? null : tx.operation(holderId);
    return holder !== null && !holder.lanes.some((each) => record.lanes.includes(each));
  };
  const lanes = known === null ? [] : heldLanes(tx, known).filter(isNew);
  if (lanes.length === 0) return null;
  const next = { ...record, revision: record.revision + 1, lanes: [...record.lanes, ...lanes], updatedAtMs: nowMs };
  tx.update(next);
  tx.enter(next.id, lanes);
  return next;
}

function putOff(tx: StoreWrites, record: OperationRecord, nowMs: number, waitMs: number): OperationRecord {
  const next = { ...record, revision: record.revision + 1, nextAtMs: nowMs + waitMs, updatedAtMs: nowMs };
  tx.update(next);
  return next;
}

export class Steps {
  readonly #context: EngineContext;
  readonly #lookUpFirst: LookUpFirst;
  /** Bodies with secret fields, by operation id, until they are sent; nowhere else. */
  readonly secretBodies = new Map<string, string>();

  constructor(context: EngineContext, lookUpFirst: LookUpFirst) {
    this.#context = context;
    this.#lookUpFirst = lookUpFirst;
  }

  /** Drops the secret body of an operation that was sent, or never will be. */
  forget(record: OperationRecord): void {
    if (record.state !== 'accepted' && record.state !== 'sending') this.secretBodies.delete(record.id);
  }

  /** Sends an operation whose turn has come: its intent is committed first, or what ends the operation instead. */
  async sendInTurn(record: OperationRecord): Promise<void> {
    const { clock, policy } = this.#context.ports;
    const command = commandFor(record);
    if (this.#secretIsGone(record)) return this.#loseSecret(record);
    // An interactive operation looked its payment up at its acceptance, which may be long ago by now.
    const isSeen = record.interactive && clock.nowMs() - record.createdAtMs <= freshMs;
    const otherPayId = isSeen ? null : (await this.#lookUpFirst(command, record.input)).otherPayId;
    const other =
      otherPayId === null || textAt(record.input, 'payId') === null ? null : otherPaymentFailure(otherPayId);
    const committed = await this.#write((tx) => {
      const instant = instantOf(clock);
      const late = record.sendByMs !== null && instant.lateMs >= record.sendByMs;
      const ended = late ? expired : other;
      if (ended !== null) return commitChange(tx, command, record, ended, instant.nowMs);
      if (wasDisproved(record) && isSentBehind(tx, command, record)) {
        return putOff(tx, record, instant.nowMs, behindWaitMs);
      }
      // Before it is judged: what is under way in a lane that only now is its own may still end without a trace.
      const waiting = inNewLanes(tx, command, record, instant.nowMs);
      if (waiting !== null) return waiting;
      const instead = overtaken(tx, command, record);
      if (instead !== null) return commitChange(tx, command, record, instead, instant.nowMs);
      return commitIntent(tx, command, record, instant, policy);
    });
    if (committed?.state === 'sending') await this.send(committed);
  }

  /** `record` is in state sending, as it was committed. */
  async send(record: OperationRecord): Promise<void> {
    const command = commandFor(record);
    const body = this.secretBodies.get(record.id) ?? bodyText(command, record.input);
    await send(this.#context, command, record, body);
  }

  async resolve(record: OperationRecord): Promise<void> {
    const next = await this.#resolved(record);
    if (next?.state === 'sending') await this.send(next);
  }

  async expire(record: OperationRecord): Promise<void> {
    if (this.#secretIsGone(record)) return this.#loseSecret(record);
    await this.#commit(record, expired);
  }

  async endTerminal(record: OperationRecord): Promise<void> {
    await this.#write((tx) => commitTerminalEnd(tx, record, this.#context.ports.clock.nowMs()));
  }

  /** Puts off an operation whose look-up fails with a bug: it would stay first, and others never be looked up. */
  async #resolved(record: OperationRecord): Promise<OperationRecord | null> {
    const { store, clock } = this.#context.ports;
    try {
      return await resolve(this.#context, commandFor(record), record);
    } catch (error) {
      if (store.failure() !== null) throw error;
      await this.#write((tx) => putOff(tx, record, clock.nowMs(), brokenWaitMs));
      throw error;
    }
  }

  #secretIsGone(record: OperationRecord): boolean {
    return record.hasSecrets && !this.secretBodies.has(record.id);
  }

  async #loseSecret(record: OperationRecord): Promise<void> {
    const failure = secretGone[commandFor(record).secret];
    await this.#commit(record, { state: 'failed', event: 'failed', failure });
  }

  async #commit(record: OperationRecord, change: Change): Promise<void> {
    const command = commandFor(record);
    await this.#write((tx) => commitChange(tx, command, record, change, this.#context.ports.clock.nowMs()));
  }

  async #write(work: (tx: StoreWrites) => OperationRecord): Promise<OperationRecord | null> {
    const { store, events } = this.#context.ports;
    const next = await changedMeanwhile(() => store.transact(work));
    if (next !== null) events.changed(next);
    return next;
  }
}
