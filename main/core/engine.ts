// The engine: accepts operations, sends them in order, finds out what is unknown, and goes on from any point after
// a restart. It holds no truth of its own: its parts keep in memory only what is under way right now.
import type { JsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Decision, Person } from '#contract/people.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { type Acceptance, type Submission, accept, examine } from './accept.ts';
import type { Cancellation } from './cancel.ts';
import { Connection, type ConnectionStatus } from './connection.ts';
import { type Context, momentOf } from './context.ts';
import type { Settlement } from './decisions.ts';
import type { LookUpOutcome } from './look-up.ts';
import { type PayOut, payOutOf } from './money-out.ts';
import { PaymentReader } from './payment-reader.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { OperationRecord } from './record.ts';
import { paidOutToday, refunderOf } from './refund-limit.ts';
import { Rounds } from './rounds.ts';
import { type Settling, type SettlingOf, createSettling } from './settling.ts';
import { Steps } from './steps.ts';
import { takeUp } from './take-up.ts';
import { UnderWay } from './under-way.ts';
import { unlessStorageFails } from './unless-storage-fails.ts';
import { waitAtMost } from './wait-at-most.ts';

export class Engine {
  readonly connection: Connection;
  readonly #ports: EnginePorts;
  readonly #context: Context;
  readonly #underWay: UnderWay;
  readonly #steps: Steps;
  readonly #rounds: Rounds;
  readonly #reader: PaymentReader;
  readonly #settling: SettlingOf;
  #startedAtMs: number;
  #wasPaused: boolean;

  constructor(ports: EnginePorts) {
    this.#ports = {
      ...ports,
      events: { ...ports.events, changed: (record) => this.#changed(record, (each) => ports.events.changed(each)) },
    };
    this.#startedAtMs = ports.clock.nowMs();
    this.#wasPaused = ports.pause.reason() !== null;
    this.connection = new Connection({
      clock: ports.clock,
      chance: ports.chance,
      gateway: ports.gateway,
      changed: () => {
        ports.events.connection();
        this.kick();
      },
    });
    const moment = () => {
      this.#noticeLifting();
      return momentOf(this.#ports, this.#startedAtMs);
    };
    this.#context = { ports: this.#ports, connection: this.connection, moment };
    this.#underWay = new UnderWay(this.#context, () => this.kick());
    this.#steps = new Steps(this.#context);
    this.#rounds = new Rounds(this.#context, this.#underWay, this.#steps);
    this.#reader = new PaymentReader(this.#context);
    this.#settling = createSettling({
      ...ports,
      changed: (record) => {
        this.#ports.events.changed(record);
        // Who stands behind it may be able to go; the timer knows only of when this one would have been due.
        this.kick();
      },
    });
  }

  /** Takes up what an earlier run left: an intent without an outcome may have been carried out. */
  async start(): Promise<void> {
    await takeUp(this.#context);
    // The start was given up while that waited.
    if (this.#rounds.stopping) return;
    // Nothing is tried that the key would be needed for.
    if (this.keyWithheld() !== null) this.connection.credentialsRefused();
    void this.connection.check();
    this.kick();
  }

  /** Why nothing is sent although the gateway could be reached, or null. */
  paused(): string | null {
    return this.#ports.pause.reason();
  }

  /** Why the API key is not used in this run, or null. */
  keyWithheld(): string | null {
    return this.#ports.keyWithheld ?? null;
  }

  /** A person has made sure that this is the only copy in use. */
  resume(by: string, why: string, request?: string): void {
    this.#ports.pause.lift(by, why, request);
    this.#noticeLifting();
    this.#ports.events.connection();
    this.kick();
  }

  /**
   * The pause is lifted here or beside the running bridge. The other copy may have sent something in its last moment, so
   * whatever was sent before counts from when this was noticed, as it does from a start.
   */
  #noticeLifting(): void {
    if (!this.#wasPaused || this.#ports.pause.reason() !== null) return;
    this.#wasPaused = false;
    this.#startedAtMs = this.#ports.clock.nowMs();
  }

  async submit(submission: Submission): Promise<Acceptance> {
    const acceptance = await unlessStorageFails(this.#ports.store, () => accept(this.#acceptance(), submission));
    if (acceptance.type !== 'new') return acceptance;
    const { record } = acceptance;
    this.#ports.events.changed(record);
    if (record.state === 'sending') this.#underWay.run(record.id, () => this.#steps.send(record));
    else this.kick();
    this.#underWay.unreserve(record.id);
    return acceptance;
  }

  /** What the submission would be told now; null where it would be taken. Nothing is stored. */
  examine(submission: Submission): Promise<Exclude<Acceptance, { type: 'new' }> | null> {
    return unlessStorageFails(this.#ports.store, () => examine(this.#acceptance(), submission));
  }

  #acceptance(): Parameters<typeof accept>[0] {
    return {
      ports: this.#ports,
      connection: this.connection,
      reserve: (id) => this.#underWay.reserve(id),
      unreserve: (id) => this.#underWay.unreserve(id),
      stopping: () => this.#rounds.stopping,
      secretBodies: this.#steps.secretBodies,
    };
  }

  /** What an operation would pay out, by what is known of its payment now; null for nothing. */
  payOut(command: Command, input: JsonObject): PayOut | null {
    const { store, environment } = this.#ports;
    return payOutOf(store, environment.id, command, input);
  }

  /** What a person has paid out today without a supervisor; `operator` null: whoever is at a till without names. */
  paidOutToday(clientId: string, operator: Person | null): Money {
    const { store } = this.#ports;
    const refunder = refunderOf({ type: 'cashier', clientId, operator, approvedBy: null });
    return paidOutToday(store, this.#ports, refunder);
  }

  /** The same for a command, whose wish the journal keeps. */
  settlingFor(request: string): Settling {
    return this.#settling.settlingFor(request);
  }

  // What people do to an operation is said in settling.ts.

  cancel(id: string, by: string): Promise<Cancellation | null> {
    return this.#settling.cancel(id, by);
  }

  freeTerminal(id: string, by: Person | null, reason: string): Promise<Settlement | null> {
    return this.#settling.freeTerminal(id, by, reason);
  }

  keepApproved(id: string, by: Person | null): Promise<Settlement | null> {
    return this.#settling.keepApproved(id, by);
  }

  payRestOtherwise(id: string, by: Person | null, value: number): Promise<Settlement | null> {
    return this.#settling.payRestOtherwise(id, by, value);
  }

  takeBackRest(
    id: string,
    by: Person | null,
    reason: string,
    closedAtMs: () => number | null,
  ): Promise<Settlement | null> {
    return this.#settling.takeBackRest(id, by, reason, closedAtMs);
  }

  decide(id: string, decision: Omit<Decision, 'atMs'>): Promise<Settlement | null> {
    return this.#settling.decide(id, decision);
  }

  /** Reads a payment at the gateway for a caller; what it shows is remembered for the guards. */
  payment(lookUp: LookUp): Promise<LookUpOutcome> {
    return this.#reader.read(lookUp);
  }

  /** Somebody else wrote a change of a record: whoever listens is told. */
  told(record: OperationRecord): void {
    this.#ports.events.changed(record);
  }

  connectionStatus(): ConnectionStatus {
    return this.connection.status();
  }

  /** Stops taking and sending; waits until what is under way has its outcome, or until `graceMs` is over. */
  async stop(graceMs: number): Promise<void> {
    const rounds = this.#rounds.stop();
    this.connection.stop();
    const ended = rounds.then(() => this.#underWay.settled());
    await waitAtMost(this.#ports.clock, graceMs, ended);
  }

  /** Something may have become possible: looks at once, or right after the round that is running. */
  kick(): void {
    this.#rounds.kick();
  }

  #changed(record: OperationRecord, tell: (record: OperationRecord) => void): void {
    this.#reader.noted(record);
    this.#steps.forget(record);
    tell(record);
  }
}
