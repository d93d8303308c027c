// The engine: accepts operations, sends them in order, finds out what is unknown, and goes on from any point after
// a restart. Its parts keep in memory only what is under way right now; everything else is read from the store.
import type { DecisionResult } from '../operation/change.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Decision, Person } from '#contract/people/people.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { type Acceptance, type Submission, accept, examine } from '../acceptance/accept.ts';
import type { Cancellation } from '../acceptance/cancel.ts';
import { Connection, type ConnectionStatus } from '../gateway/connection.ts';
import { type EngineContext, commandFor, momentOf } from '../gateway/context.ts';
import { type FirstLookUpOutcome, firstLookUp } from '../payments/look-first.ts';
import type { LookUpOutcome } from '../gateway/look-up.ts';
import { type PayOut, payOutOf } from '../sale/money-out.ts';
import { unseenOffer } from '../payments/offers.ts';
import { PaymentReader } from '../payments/payment-reader.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { OperationRecord } from '../ports/record.ts';
import { RefundClaims } from '../acceptance/refund-claims.ts';
import { paidOutToday, refunderOf } from '../acceptance/refund-limit.ts';
import { Scheduler } from './scheduler.ts';
import { type ManualActions, type ManualActionsOf, createManualActions } from '../recovery/manual-actions.ts';
import { Steps } from './steps.ts';
import { recoverOnStart } from './recover-on-start.ts';
import { InFlight } from './in-flight.ts';
import { unlessStorageFails } from '../operation/unless-storage-fails.ts';
import { waitAtMost } from './wait-at-most.ts';

/** How long an operation waits for the look-up of a payment that others may have moved money of. */
const lookUpFirstMs = 5_000;

export class Engine {
  readonly connection: Connection;
  readonly #ports: EnginePorts;
  readonly #context: EngineContext;
  readonly #inFlight: InFlight;
  readonly #steps: Steps;
  readonly #scheduler: Scheduler;
  readonly #reader: PaymentReader;
  readonly #manualActions: ManualActionsOf;
  readonly #claims: RefundClaims | null;
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
    this.#inFlight = new InFlight(this.#context, () => this.kick());
    this.#steps = new Steps(this.#context, (command, input) => this.#lookUpFirst(command, input));
    this.#scheduler = new Scheduler(this.#context, this.#inFlight, this.#steps);
    this.#claims = ports.office === undefined ? null : new RefundClaims(this.#ports, ports.office);
    this.#reader = new PaymentReader(this.#context);
    this.#manualActions = createManualActions({
      ...ports,
      changed: (record) => {
        this.#ports.events.changed(record);
        // The next operation in the lane may be due now; the timer does not know that.
        this.kick();
      },
    });
  }

  /** Takes up what an earlier run left: an intent without an outcome may have been carried out. */
  async start(): Promise<void> {
    await recoverOnStart(this.#context);
    // The bridge was stopped while the recovery waited.
    if (this.#scheduler.stopping) return;
    // Without the API key the connection counts the credentials as refused, so nothing is sent.
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
   * The pause is lifted by this engine or by a command beside the running bridge. The other copy of the folder may have
   * sent something in its last moment, so earlier attempts get a whole processing time from here, as after a start.
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
    if (record.state === 'sending') this.#inFlight.run(record.id, () => this.#steps.send(record));
    else this.kick();
    this.#inFlight.unreserve(record.id);
    return acceptance;
  }

  /** What `submit` would answer now where it would not accept; null where it would. Nothing is stored. */
  examine(submission: Submission): Promise<Exclude<Acceptance, { type: 'new' }> | null> {
    return unlessStorageFails(this.#ports.store, () => examine(this.#acceptance(), submission));
  }

  #acceptance(): Parameters<typeof accept>[0] {
    return {
      ports: this.#ports,
      connection: this.connection,
      reserve: (id) => this.#inFlight.reserve(id),
      unreserve: (id) => this.#inFlight.unreserve(id),
      stopping: () => this.#scheduler.stopping,
      secretBodies: this.#steps.secretBodies,
      claims: this.#claims,
      lookUpFirst: (command, input, elsewhere) => this.#lookUpFirst(command, input, elsewhere),
    };
  }

  /** Looks the payment up before the operation is judged, which goes on where the gateway does not answer in time. */
  async #lookUpFirst(command: Command, input: JsonObject, elsewhere = true): Promise<FirstLookUpOutcome> {
    const { store, environment, clock } = this.#ports;
    const lookUp = firstLookUp(store, environment.id, command, input, elsewhere);
    if (lookUp === null) return { isSeen: true, otherPayId: null };
    let seen: FirstLookUpOutcome = { isSeen: false, otherPayId: null };
    if (!this.connection.maySend()) return seen;
    const read = this.#reader.read(lookUp).then((outcome) => {
      const isFound = outcome.type === 'found';
      // A payId that an answer or a record named before is right, whatever this look-up shows.
      const isKnown = lookUp.by === 'payId' && store.payment(environment.id, lookUp.id) !== null;
      seen = { isSeen: isFound, otherPayId: isFound || isKnown ? null : (outcome.otherPayId ?? null) };
    });
    await waitAtMost(clock, lookUpFirstMs, read);
    return seen;
  }

  /** What an operation would pay out, by what is known of its payment now; null for nothing. */
  payOut(command: Command, input: JsonObject): PayOut | null {
    const { store, environment } = this.#ports;
    return payOutOf(store, environment.id, command, input);
  }

  /** Whether a supervisor must approve it because the office cannot be asked about another till's payment. */
  needsSupervisorAway(command: Command, input: JsonObject): boolean {
    return this.#claims?.needsSupervisor(command, input) ?? false;
  }

  /** What a person has paid out today without a supervisor; `operator` null: the window of a till without operators. */
  paidOutToday(clientId: string, operator: Person | null): Money {
    const { store } = this.#ports;
    const refunder = refunderOf({ type: 'cashier', clientId, operator, approvedBy: null });
    return paidOutToday(store, this.#ports, refunder);
  }

  /** The same for a command, whose request id the journal keeps. */
  manualActionsFor(request: string): ManualActions {
    return this.#manualActions.manualActionsFor(request);
  }

  // What people do to an operation is written in manual-actions.ts.

  cancel(id: string, by: string): Promise<Cancellation | null> {
    return this.#manualActions.cancel(id, by);
  }

  freeTerminal(id: string, by: Person | null, reason: string): Promise<DecisionResult | null> {
    return this.#manualActions.freeTerminal(id, by, reason);
  }

  keepApproved(id: string, by: Person | null): Promise<DecisionResult | null> {
    return this.#manualActions.keepApproved(id, by);
  }

  seeDiffering(id: string, by: Person | null): Promise<DecisionResult | null> {
    return this.#manualActions.seeDiffering(id, by);
  }

  payRestOtherwise(id: string, by: Person | null, value: number): Promise<DecisionResult | null> {
    return this.#manualActions.payRestOtherwise(id, by, value);
  }

  takeBackRest(
    id: string,
    by: Person | null,
    reason: string,
    closedAtMs: () => number | null,
  ): Promise<DecisionResult | null> {
    return this.#manualActions.takeBackRest(id, by, reason, closedAtMs);
  }

  decide(id: string, decision: Omit<Decision, 'atMs'>): Promise<DecisionResult | null> {
    return this.#manualActions.decide(id, decision);
  }

  /** Reads a payment at the gateway for a caller; what it shows is remembered for the guards. */
  payment(lookUp: LookUp): Promise<LookUpOutcome> {
    return this.#reader.read(lookUp);
  }

  /** Notifies the listeners of a change that was written outside the engine. */
  notifyChanged(record: OperationRecord): void {
    this.#ports.events.changed(record);
  }

  connectionStatus(): ConnectionStatus {
    return this.connection.status();
  }

  /** Stops taking and sending; waits until what is under way has its outcome, or until `graceMs` is over. */
  async stop(graceMs: number): Promise<void> {
    const lastRound = this.#scheduler.stop();
    this.connection.stop();
    const ended = lastRound.then(() => this.#inFlight.untilEnded());
    await waitAtMost(this.#ports.clock, graceMs, ended);
  }

  /** Something may have become possible: looks at once, or right after the round that is running. */
  kick(): void {
    this.#scheduler.kick();
  }

  #changed(record: OperationRecord, tell: (record: OperationRecord) => void): void {
    this.#reader.noted(record);
    this.#steps.forget(record);
    tell(record);
    this.#lookUpOfferAfter(record);
  }

  /**
   * Looks the payment up after the operation: it could not be done before, or what customers paid could not be counted
   * while the operation ran.
   */
  #lookUpOfferAfter(record: OperationRecord): void {
    const isDone = record.state === 'succeeded' || record.state === 'failed';
    if (!isDone || this.#scheduler.stopping || !this.connection.maySend()) return;
    const { store, environment } = this.#ports;
    const lookUp = unseenOffer(store, environment.id, commandFor(record), record.input);
    if (lookUp === null) return;
    this.#inFlight.run(`offer of ${record.id}`, async () => {
      await this.#reader.read(lookUp);
    });
  }
}
