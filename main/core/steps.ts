// The steps of a single operation from acceptance to its outcome: claimed with a durable intent, sent, looked up,
// expired. Each ends in a commit, and in nothing where somebody else changed the operation meanwhile.
import type { Change } from './change.ts';
import { commitChange, commitIntent, commitTerminalEnd } from './commit.ts';
import { type Context, commandFor } from './context.ts';
import { overtaken } from './guards.ts';
import type { StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import { bodyText } from './requests.ts';
import { resolve } from './resolver.ts';
import { send } from './sender.ts';
import { changedMeanwhile } from './stale.ts';
import { secretGone, words } from './words.ts';

const expired: Change = {
  state: 'expired',
  event: 'expired',
  failure: { code: 'not-sent-in-time', message: words.expired },
};

/** After a look-up that could not be made. */
const brokenWaitMs = 300_000;

export class Steps {
  readonly #context: Context;
  /** Bodies with secret fields, by operation id, until they are sent; nowhere else. */
  readonly secretBodies = new Map<string, string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** What was sent, or will never be, needs its secrets no more. */
  forget(record: OperationRecord): void {
    if (record.state !== 'accepted' && record.state !== 'sending') this.secretBodies.delete(record.id);
  }

  async claim(record: OperationRecord): Promise<void> {
    const { clock, policy } = this.#context.ports;
    const command = commandFor(record);
    if (this.#secretIsGone(record)) return this.#loseSecret(record);
    const claimed = await this.#write((tx) => {
      const instant = { nowMs: clock.nowMs(), lateMs: clock.lateMs(), wallMs: clock.wallMs() };
      const late = record.sendByMs !== null && instant.lateMs >= record.sendByMs;
      const instead = late ? expired : overtaken(tx, command, record);
      return instead === null
        ? commitIntent(tx, command, record, instant, policy)
        : commitChange(tx, command, record, instead, instant.nowMs);
    });
    if (claimed?.state === 'sending') await this.send(claimed);
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

  /** What cannot be looked up, for a bug, must not stand first for ever: others would never be looked up. */
  async #resolved(record: OperationRecord): Promise<OperationRecord | null> {
    const { store, clock } = this.#context.ports;
    try {
      return await resolve(this.#context, commandFor(record), record);
    } catch (error) {
      if (store.failure() !== null) throw error;
      const nowMs = clock.nowMs();
      await this.#write((tx) => {
        const putOff = { ...record, revision: record.revision + 1, nextAtMs: nowMs + brokenWaitMs, updatedAtMs: nowMs };
        tx.update(putOff);
        return putOff;
      });
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
