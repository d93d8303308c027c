// One life of the till: an engine with its ports, from a start to a crash or a stop. When it is dead, nothing that the
// old engine still does reaches the disk, the network or anybody: its promises stay open and its timers are gone.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { Engine } from '#core/engine/engine.ts';
import { factsOf } from '#core/operation/facts.ts';
import { GatewayTime } from '#core/gateway/gateway-time.ts';
import { OfferWatch } from '#core/payments/offer-watch.ts';
import type { Chance } from '#core/ports/chance.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Office } from '#core/ports/engine.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Store } from '#core/ports/store.ts';
import type { Environment, OperationRecord } from '#core/ports/record.ts';
import { Wire } from './gateway/wire.ts';
import type { Server } from './gateway/server.ts';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import type { AnswerFault } from './coverage.ts';
import type { CrashPoint, Faults } from './faults.ts';
import type { Random } from './random.ts';
import { type Schedule, epochMs } from './schedule.ts';
import type { Disk } from './disk.ts';
import { createSimStore } from './store/store.ts';
import { tagIn } from './tag.ts';
import { commandOf } from '#operations/index.ts';
import { createHash } from 'node:crypto';

/** What the world does for and to a life. */
export interface LifeHost {
  readonly schedule: Schedule;
  readonly disk: Disk;
  readonly faults: Faults;
  readonly random: Random;
  readonly server: Server;
  readonly environment: Environment;
  readonly policy: Policy;
  /** Engine time at the start. */
  readonly anchorMs: number;
  /** What the ERP may refund in a day, minor units; null for no limit. */
  readonly refundsPerDayMinor: number | null;
  /** The wall clock is off by so much, ms. */
  readonly wallOffsetMs: () => number;
  /** The office of a till that joined one. */
  readonly office?: Office;
  online(): boolean;
  /** Whether the till dies here. */
  diesAt(place: CrashPoint): boolean;
  diskFails(): boolean;
  died(): void;
  sending(request: GatewayRequest, fault: AnswerFault | null): void;
  lookingUp(path: string, fault: AnswerFault | null): void;
  crowded(what: string): void;
  changed(record: OperationRecord): void;
  log(level: string, event: string, facts: JsonObject): void;
  trace(line: () => string): void;
}

/** Shorter than the time within which a trace number is another command's (sender.ts). */
const sameTraceMs = 6 * 3_600_000;

export class Life {
  readonly engine: Engine;
  readonly store: Store;
  readonly clock: Clock;
  readonly wire: Wire;
  readonly #host: LifeHost;
  #alive = true;
  #offers: OfferWatch | null = null;
  readonly #bornMs: number;
  #fellAsleepMs = 0;
  #wakesMs = 0;
  #behindMs = 0;
  /** As the product's composition root holds it: read at the start, and later where the gateway's clock says so. */
  #ageUnknownBeforeMs: number;

  constructor(host: LifeHost) {
    this.#host = host;
    this.#bornMs = host.schedule.nowMs;
    this.#ageUnknownBeforeMs = host.disk.folder.ageUnknownBeforeMs;
    const { schedule, disk, faults, random, server, environment, policy } = host;
    const lives = (place: CrashPoint) => this.lives(place);
    this.store = createSimStore(disk, {
      lives,
      soon: (work) => this.#later(random.between(0, 3), () => this.#alive && work()),
      diskFails: () => host.diskFails(),
    });
    const clock = this.#clock();
    this.clock = clock;
    const gatewayTime = this.#gatewayTime(clock);
    this.wire = new Wire({
      schedule,
      server,
      faults,
      random,
      processingMs: policy.processingMs,
      online: () => host.online(),
      lives,
      sending: (request, fault) => host.sending(request, fault),
      lookingUp: (path, fault) => host.lookingUp(path, fault),
      notedConflict: (tag) => this.#notedConflict(tag),
      knownTrace: (terminalId) => this.#knownTrace(terminalId),
      crowded: (what) => host.crowded(what),
      heard: (atMs, tripMs) => {
        if (!this.#alive || !server.character.tellsTime) return;
        // In whole seconds, as HTTP writes it.
        gatewayTime.heard({ dateMs: Math.floor((epochMs + atMs) / 1_000) * 1_000, tripMs });
      },
      trace: (line) => host.trace(line),
    });
    this.engine = new Engine({
      clock,
      chance: this.#chance(random),
      digests: { keyed: (text) => createHash('sha1').update(text).digest('hex') },
      gateway: this.wire,
      store: this.store,
      environment,
      policy,
      pause: {
        reason: () => disk.folder.paused,
        owesDoubts: () => disk.folder.owesDoubts,
        doubted: () => {
          if (this.#alive) disk.folder.owesDoubts = false;
        },
        lift: () => {
          disk.folder.paused = null;
        },
      },
      refundsPerDayMinor: () => host.refundsPerDayMinor,
      barred: () => null,
      ...(host.office === undefined ? {} : { office: host.office }),
      events: {
        changed: (record) => {
          if (!this.#alive) return;
          host.changed(record);
          if (record.offer !== undefined) this.#offers?.kick();
        },
        connection: () => undefined,
        log: (level, event, facts) => this.#alive && host.log(level, event, facts),
      },
    });
  }

  /** Links are watched as the composition root has them watched (bridge.ts). */
  watchOffers(): void {
    const { environment, policy, random } = this.#host;
    const { engine, store } = this;
    this.#offers = new OfferWatch({
      store,
      clock: this.#clock(),
      chance: this.#chance(random),
      environment,
      policy,
      payment: (lookUp) => engine.payment(lookUp),
      isIdle: () => engine.connection.maySend() && engine.paused() === null,
      changed: (record) => engine.notifyChanged(record),
      log: (level, event, facts) => this.#alive && this.#host.log(level, event, facts),
    });
    this.#offers.kick();
  }

  #notedConflict(tag: string): boolean {
    const record = this.#host.disk.tables.openOnes.find((each) => tagIn(each.input) === tag);
    return record !== undefined && factsOf(this.store, record).conflict;
  }

  /** Of a sale that is done, and not so old that its number may have come round. */
  #knownTrace(terminalId: string): string | null {
    const { disk, environment } = this.#host;
    const recent = disk.tables.all.filter(
      (each) =>
        each.environmentId === environment.id &&
        each.terminalId === terminalId &&
        each.state === 'succeeded' &&
        commandOf(each.kind)?.movesMoney(each.input) === true &&
        this.nowMs() - each.createdAtMs < sameTraceMs,
    );
    const last = recent.at(-1);
    const trace = textAt(last?.result ?? undefined, 'traceNr');
    // A capture and a reversal have numbers of their own, which no payment is known by.
    if (last !== undefined && textAt(last.result ?? undefined, 'originalTraceNr') !== null) return trace;
    return trace === null || this.store.paymentByTrace(environment.id, terminalId, trace) === null ? null : trace;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Stands still in a sleep, and has gone on when it is over. */
  nowMs(): number {
    const { schedule, anchorMs } = this.#host;
    const seenMs = this.#sleepLeftMs() > 0 ? this.#fellAsleepMs : schedule.nowMs;
    return Math.floor(anchorMs + (seenMs - this.#bornMs));
  }

  #sleepLeftMs(): number {
    return Math.max(0, this.#wakesMs - this.#host.schedule.nowMs);
  }

  /** In good order: what it began is done. */
  async stop(): Promise<void> {
    await this.#offers?.stop();
    await this.engine.stop(5_000);
  }

  #chance(random: Random): Chance {
    return {
      fraction: () => random.fraction(),
      operationId: () => `op_${random.hex128()}`,
      hex128: () => random.hex128(),
    };
  }

  /** Nothing of the till runs before it wakes. */
  #later(ms: number, work: () => void): () => void {
    return this.#host.schedule.after(this.#sleepLeftMs() + ms, 'till', work);
  }

  /** Passes a place where the till may die; false when it is dead. */
  lives(place: CrashPoint): boolean {
    if (this.#alive && this.#host.diesAt(place)) this.die();
    return this.#alive;
  }

  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#host.died();
  }

  /** What the composition root does every few seconds (assembly/base/wall-clock-note.ts). */
  lookAtWallClock(): void {
    const { schedule, disk, wallOffsetMs } = this.#host;
    if (!this.#alive) return;
    const behindMs = this.nowMs() - (epochMs + schedule.nowMs + wallOffsetMs());
    if (behindMs - this.#behindMs >= 3_000) disk.folder.ageUnknownBeforeMs = this.nowMs();
    this.#behindMs = behindMs;
  }

  /** The laptop is closed for a while: its timers stand, and what it was told meanwhile is lost. */
  sleep(ms: number): void {
    if (this.#sleepLeftMs() > 0) return;
    this.#fellAsleepMs = this.#host.schedule.nowMs;
    this.#wakesMs = this.#fellAsleepMs + ms;
    this.#host.schedule.delay('till', ms);
    this.#host.schedule.after(ms, 'world', () => this.#alive && this.wire.cut());
  }

  /** What the composition root makes of the gateway's clock (assembly/base/wall-clock-note.ts). */
  #gatewayTime(clock: Clock): GatewayTime {
    const { folder } = this.#host.disk;
    const { id } = this.#host.environment;
    return new GatewayTime({
      clock,
      last: folder.gatewayAheadMs[id] ?? null,
      note: (aheadMs) => {
        folder.gatewayAheadMs = { ...folder.gatewayAheadMs, [id]: aheadMs };
      },
      wentBack: () => {
        this.#host.trace(() => "-- the wall clock was set back, by the gateway's clock");
        this.#ageUnknownBeforeMs = this.nowMs();
        folder.ageUnknownBeforeMs = this.#ageUnknownBeforeMs;
      },
    });
  }

  #clock(): Clock {
    const { schedule, anchorMs } = this.#host;
    const wallMs = () => epochMs + schedule.nowMs + this.#host.wallOffsetMs();
    const behindAtStartMs = wallMs() < anchorMs ? anchorMs : 0;
    let aheadMs = Math.max(0, wallMs() - anchorMs);
    let [seenWallMs, seenMs] = [wallMs(), this.nowMs()];
    return {
      nowMs: () => this.nowMs(),
      lateMs: () => {
        // What the wall clock gained on engine time: a step forward.
        const gainedMs = wallMs() - seenWallMs - (this.nowMs() - seenMs);
        [seenWallMs, seenMs] = [wallMs(), this.nowMs()];
        aheadMs += Math.max(0, gainedMs);
        return this.nowMs() + aheadMs;
      },
      wallMs,
      ageUnknownBeforeMs: () => Math.max(behindAtStartMs, this.#ageUnknownBeforeMs),
      iso: (ms) => new Date(ms).toISOString(),
      localDateTime: () => new Date(wallMs()).toISOString().slice(0, 19),
      localDay: (ms) => new Date(ms).toISOString().slice(0, 10),
      after: (ms, work) =>
        this.#later(ms, () => {
          if (this.lives('timer')) work();
        }),
    };
  }
}
