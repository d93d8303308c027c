// The engine: accepts operations, sends them in order, finds out what is unknown, and goes on from any point after
// a restart. It holds no truth of its own; what it keeps in memory is only what is under way right now.
import type { JsonObject } from '#contract/json.ts';
import type { Decision } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import { isFinal } from '#contract/states.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { readPayment } from '#operations/payment-view.ts';
import { type Acceptance, type Submission, accept, examine } from './accept.ts';
import { type Change, unresolved } from './change.ts';
import { commitChange, commitIntent, commitTerminalEnd } from './commit.ts';
import { Connection, type ConnectionStatus } from './connection.ts';
import { type Moment, afterRestart } from './decide.ts';
import { type Settlement, settle } from './decisions.ts';
import { type LookUpOutcome, lookUpPayment } from './look-up.ts';
import { newsOf, noteSight } from './payments.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { OperationRecord } from './record.ts';
import { bodyText } from './requests.ts';
import { resolve } from './resolver.ts';
import { send } from './sender.ts';
import { overtaken } from './guards.ts';
import { doubtWaiting } from './pause.ts';
import { changedMeanwhile } from './stale.ts';
import { secretGone, words } from './words.ts';

export type Cancellation =
  | { readonly type: 'cancelled'; readonly record: OperationRecord }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** How many a round handles of each sort; the next round takes the rest. */
const batch = 64;
/** After a bug in a round: what is due stays due, and must not be tried in a tight loop. */
const brokenPauseMs = 1_000;
const restMs = 60_000;
/** More commands than this never run at once: each terminal runs one. */
const terminalsAtMost = 10_000;

const expired: Change = {
  state: 'expired',
  event: 'expired',
  failure: { code: 'not-sent-in-time', message: words.expired },
};

export class Engine {
  readonly connection: Connection;
  readonly #ports: EnginePorts;
  readonly #startedAtMs: number;
  /** Bodies with secret fields, until they are sent; nowhere else. */
  readonly #secretBodies = new Map<string, string>();
  /** What is being sent or looked up now, by operation id. */
  readonly #active = new Map<string, Promise<void>>();
  /** Accepted with their intent in a commit that is still under way: they will be active when it is through. */
  readonly #reserved = new Set<string>();
  /** Grows with each success, so that a look-up knows whether its sums are older than our own. */
  #successes = 0;
  #stopping = false;
  #rounds: Promise<void> | null = null;
  #roundWanted = false;
  #cancelTimer: (() => void) | null = null;

  constructor(ports: EnginePorts) {
    this.#ports = {
      ...ports,
      events: { ...ports.events, changed: (record) => this.#changed(record, (each) => ports.events.changed(each)) },
    };
    this.#startedAtMs = ports.clock.nowMs();
    this.connection = new Connection({
      clock: ports.clock,
      chance: ports.chance,
      gateway: ports.gateway,
      changed: () => {
        ports.events.connection();
        this.kick();
      },
    });
  }

  /** Takes up what an earlier run left: an intent without an outcome may have been carried out. */
  async start(): Promise<void> {
    await this.#keepTerminals();
    for (;;) {
      const left = this.#ports.store.inFlight(batch);
      if (left.length === 0) break;
      await Promise.all(left.map((record) => this.#takeUp(record)));
    }
    if (this.paused() !== null) await this.#doubtWaiting();
    void this.connection.check();
    this.kick();
  }

  /** How long the program was off is not known for certain, and the card may still be in the terminal. */
  async #keepTerminals(): Promise<void> {
    const { store, environment, policy } = this.#ports;
    const untilMs = this.#startedAtMs + policy.terminalWindowMs;
    const held = store.terminalEnded(environment.id, untilMs, terminalsAtMost);
    if (held.length === 0) return;
    await store.transact((tx) => {
      for (const each of held) tx.update({ ...each, revision: each.revision + 1, terminalUntilMs: untilMs });
    });
  }

  /** What waits may have been carried out by the folder that this one is a copy of, whatever its environment. */
  async #doubtWaiting(): Promise<void> {
    const { store } = this.#ports;
    for (;;) {
      const waiting = store.list(null, { state: 'accepted', limit: batch });
      if (waiting.length === 0) return;
      await store.transact((tx) => {
        for (const record of waiting) doubtWaiting(tx, this.#command(record), record, this.#moment());
      });
    }
  }

  /** Why nothing is sent although the gateway could be reached, or null. */
  paused(): string | null {
    return this.#ports.pause.reason();
  }

  /** A person has made sure that this is the only copy in use. */
  resume(by: string, why: string): void {
    this.#ports.pause.lift(by, why);
    this.#ports.events.connection();
    this.kick();
  }

  async #takeUp(record: OperationRecord): Promise<void> {
    const { store, events } = this.#ports;
    const command = this.#command(record);
    const next = await store.transact((tx) =>
      commitChange(tx, command, record, afterRestart(command, record, this.#moment()), this.#ports.clock.nowMs()),
    );
    events.changed(next);
  }

  async submit(submission: Submission): Promise<Acceptance> {
    const acceptance = await this.#unlessStorageFails(() => this.#accept(submission));
    if (acceptance.type !== 'new') return acceptance;
    const { record } = acceptance;
    this.#ports.events.changed(record);
    if (record.state === 'sending') this.#run(record.id, () => this.#send(record));
    else this.kick();
    this.#reserved.delete(record.id);
    return acceptance;
  }

  /** What the submission would be told now; null where it would be taken. Nothing is stored. */
  examine(submission: Submission): Promise<Exclude<Acceptance, { type: 'new' }> | null> {
    return examine(this.#acceptance(), submission);
  }

  #accept(submission: Submission): Promise<Acceptance> {
    return accept(this.#acceptance(), submission);
  }

  #acceptance(): Parameters<typeof accept>[0] {
    return {
      ports: this.#ports,
      connection: this.connection,
      reserve: (id) => {
        const room = this.#hasRoom();
        this.#reserved.add(id);
        return room;
      },
      unreserve: (id) => this.#reserved.delete(id),
      stopping: () => this.#stopping,
      secretBodies: this.#secretBodies,
    };
  }

  /** Nobody was told that it was accepted; but a commit that failed may be on the disk all the same. */
  async #unlessStorageFails<T>(work: () => Promise<T>): Promise<T | { type: 'refused'; refusal: Refusal }> {
    try {
      return await work();
    } catch (error) {
      const failure = this.#ports.store.failure();
      if (failure === null) throw error;
      return { type: 'refused', refusal: { code: 'storage-failed', detail: `${failure} ${words.perhapsStored}` } };
    }
  }

  /** Takes back what was not sent. */
  async cancel(id: string, by: string): Promise<Cancellation | null> {
    const { store, clock, events } = this.#ports;
    const outcome = await this.#unlessStorageFails(() =>
      store.transact((tx): Cancellation | null => {
        const record = tx.operation(id);
        if (record === null) return null;
        if (record.state === 'cancelled') return { type: 'cancelled', record };
        if (record.state !== 'accepted' || unresolved(record.attempts).length > 0) {
          const what = isFinal(record.state) ? 'It is finished already' : 'It may have been sent already';
          const detail = `${what} (state ${record.state}); it can no longer be cancelled.`;
          return { type: 'refused', refusal: { code: 'not-cancellable', detail, operationId: id } };
        }
        const failure = { code: 'cancelled', message: words.cancelled } as const;
        const change: Change = { state: 'cancelled', event: 'cancelled', reason: `by ${by}`, failure };
        return { type: 'cancelled', record: commitChange(tx, this.#command(record), record, change, clock.nowMs()) };
      }),
    );
    if (outcome !== null && outcome.type === 'cancelled') events.changed(outcome.record);
    return outcome;
  }

  /** A person says what became of it. Null where there is no such operation. */
  async decide(id: string, decision: Omit<Decision, 'atMs'>): Promise<Settlement | null> {
    const { store, clock, events } = this.#ports;
    const settlement = await this.#unlessStorageFails(() =>
      store.transact((tx): Settlement | null => {
        const record = tx.operation(id);
        if (record === null) return null;
        const atMs = clock.nowMs();
        return settle(tx, this.#command(record), record, { ...decision, atMs }, atMs);
      }),
    );
    if (settlement?.type === 'decided') {
      events.changed(settlement.record);
      this.kick();
    }
    return settlement;
  }

  /** Reads a payment at the gateway for a caller; what it shows is remembered for the guards. */
  async payment(lookUp: LookUp): Promise<LookUpOutcome> {
    const before = this.#successes;
    const outcome = await lookUpPayment({ ports: this.#ports, connection: this.connection }, lookUp);
    const { store, environment, policy } = this.#ports;
    if (outcome.type === 'found' && this.#successes === before && store.failure() === null) {
      const view = readPayment(outcome.payment, policy.paymentPaths);
      if (newsOf(store, environment.id, view) !== null) {
        await store.transact((tx) => noteSight(tx, environment.id, view));
      }
    }
    return outcome;
  }

  connectionStatus(): ConnectionStatus {
    return this.connection.status();
  }

  /** Stops taking and sending; waits until what is under way has its outcome, or until `graceMs` is over. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.connection.stop();
    this.#cancelTimer?.();
    await this.#rounds;
    let timeUp = () => {};
    const grace = new Promise<void>((resolveGrace) => {
      timeUp = this.#ports.clock.after(graceMs, resolveGrace);
    });
    await Promise.race([Promise.allSettled(this.#active.values()), grace]);
    timeUp();
  }

  /** Something may have become possible: looks at once, or right after the round that is running. */
  kick(): void {
    this.#roundWanted = true;
    this.#rounds ??= this.#roundsUntilQuiet();
  }

  async #roundsUntilQuiet(): Promise<void> {
    let pauseMs = 0;
    try {
      while (this.#roundWanted && !this.#stopping && this.#ports.store.failure() === null) {
        this.#roundWanted = false;
        await this.#round();
      }
    } catch (error) {
      this.#broken('round', error);
      pauseMs = brokenPauseMs;
    }
    this.#rounds = null;
    try {
      this.#armTimer(pauseMs);
    } catch (error) {
      this.#broken('timer', error);
    }
  }

  async #round(): Promise<void> {
    const { store, clock, environment, policy } = this.#ports;
    const nowMs = clock.nowMs();
    const overdue = store.overdue(environment.id, clock.lateMs(), batch).filter((each) => !this.#active.has(each.id));
    await Promise.all(overdue.map((record) => this.#expire(record)));
    const ended = store.terminalEnded(environment.id, nowMs, batch).filter((each) => !this.#active.has(each.id));
    await Promise.all(ended.map((record) => this.#endTerminal(record)));
    if (overdue.length === batch || ended.length === batch) this.#roundWanted = true;
    if (!this.connection.maySend()) return;
    // Doubts first, with half of the places at most: a long queue must not keep a cashier waiting for an answer, nor
    // a slow look-up the queue.
    for (const record of store.doubtful(environment.id, nowMs, Math.ceil(policy.concurrency / 2))) {
      if (!this.#hasRoom()) break;
      this.#run(record.id, () => this.#resolve(record));
    }
    if (this.paused() !== null) return;
    for (const record of store.runnable(environment.id, nowMs, policy.concurrency)) {
      if (!this.#hasRoom()) break;
      this.#run(record.id, () => this.#claim(record));
    }
  }

  #hasRoom(): boolean {
    return this.#active.size + this.#reserved.size < this.connection.limit(this.#ports.policy.concurrency);
  }

  #run(id: string, work: () => Promise<void>): void {
    if (this.#active.has(id)) return;
    const running = work()
      .catch(async (error: unknown) => {
        this.#broken(id, error);
        // It rests, so that what failed as a bug is not tried in a tight loop.
        await new Promise<void>((rested) => {
          this.#ports.clock.after(brokenPauseMs, rested);
        });
      })
      .finally(() => {
        this.#active.delete(id);
        this.kick();
      });
    this.#active.set(id, running);
  }

  async #claim(record: OperationRecord): Promise<void> {
    const { store, clock, policy, events } = this.#ports;
    const command = this.#command(record);
    if (record.hasSecrets && !this.#secretBodies.has(record.id)) return this.#loseSecret(record);
    const claimed = await changedMeanwhile(() =>
      store.transact((tx) => {
        const instant = { nowMs: clock.nowMs(), lateMs: clock.lateMs(), wallMs: clock.wallMs() };
        const late = record.sendByMs !== null && instant.lateMs >= record.sendByMs;
        const instead = late ? expired : overtaken(tx, command, record);
        return instead === null
          ? commitIntent(tx, command, record, instant, policy)
          : commitChange(tx, command, record, instead, instant.nowMs);
      }),
    );
    if (claimed === null) return;
    events.changed(claimed);
    if (claimed.state === 'sending') await this.#send(claimed);
  }

  async #send(record: OperationRecord): Promise<void> {
    const command = this.#command(record);
    const body = this.#secretBodies.get(record.id) ?? bodyText(command, record.input);
    const context = { ports: this.#ports, connection: this.connection, moment: () => this.#moment() };
    await send(context, command, record, body);
  }

  async #resolve(record: OperationRecord): Promise<void> {
    const context = { ports: this.#ports, connection: this.connection, moment: () => this.#moment() };
    const next = await resolve(context, this.#command(record), record);
    if (next?.state === 'sending') await this.#send(next);
  }

  async #expire(record: OperationRecord): Promise<void> {
    if (record.hasSecrets && !this.#secretBodies.has(record.id)) return this.#loseSecret(record);
    await this.#commit(record, expired);
  }

  async #loseSecret(record: OperationRecord): Promise<void> {
    const failure = secretGone[this.#command(record).secret];
    await this.#commit(record, { state: 'failed', event: 'failed', failure });
  }

  async #endTerminal(record: OperationRecord): Promise<void> {
    const { store, clock, events } = this.#ports;
    const next = await changedMeanwhile(() => store.transact((tx) => commitTerminalEnd(tx, record, clock.nowMs())));
    if (next !== null) events.changed(next);
  }

  async #commit(record: OperationRecord, change: Change): Promise<void> {
    const { store, clock, events } = this.#ports;
    const command = this.#command(record);
    const next = await changedMeanwhile(() =>
      store.transact((tx) => commitChange(tx, command, record, change, clock.nowMs())),
    );
    if (next !== null) events.changed(next);
  }

  #armTimer(leastMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { store, clock, environment } = this.#ports;
    if (this.#stopping || store.failure() !== null) return;
    const due = store.nextDue(environment.id, this.connection.maySend() && this.#hasRoom());
    const waits = [
      ...(due.workMs === null ? [] : [due.workMs - clock.nowMs()]),
      ...(due.deadlineMs === null ? [] : [due.deadlineMs - clock.lateMs()]),
    ];
    // The pause may be lifted beside the running bridge: that is seen within a minute.
    if (this.paused() !== null) waits.push(restMs);
    if (waits.length === 0) return;
    // What is under way stays due until its outcome is committed; its end kicks, so the timer need not run hot.
    const soonestMs = Math.max(leastMs, this.#active.size > 0 ? 250 : 1);
    this.#cancelTimer = clock.after(Math.max(soonestMs, Math.min(...waits)), () => this.kick());
  }

  #changed(record: OperationRecord, tell: (record: OperationRecord) => void): void {
    if (record.state === 'succeeded') this.#successes += 1;
    if (record.state !== 'accepted' && record.state !== 'sending') this.#secretBodies.delete(record.id);
    tell(record);
  }

  /** A bug or a disk that failed. What was not committed stays as it was and is taken up after a restart. */
  #broken(where: string, error: unknown): void {
    const facts: JsonObject = { where, error: error instanceof Error ? error.message : 'unknown' };
    this.#ports.events.log('error', 'engine-error', facts);
  }

  #command(record: OperationRecord): Command {
    const command = commandOf(record.kind);
    if (command === null) throw new Error(`operation ${record.id} has the unknown kind ${record.kind}`);
    return command;
  }

  #moment(): Moment {
    const { clock, chance, policy } = this.#ports;
    return {
      nowMs: clock.nowMs(),
      lateMs: clock.lateMs(),
      wallMs: clock.wallMs(),
      wentBack: clock.wentBack,
      paused: this.paused() !== null,
      startedAtMs: this.#startedAtMs,
      policy,
      fraction: chance.fraction(),
    };
  }
}
