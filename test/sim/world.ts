// The world of one run: the time line, the disk, two gateways, and the till that lives, dies and is started again.
import { isFinal } from '#contract/operation/states.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import type { DccPolicy, Policy } from '#core/ports/policy.ts';
import type { Environment, OperationRecord } from '#core/ports/record.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { SendingChecks, label, tagOf } from './check/sendings.ts';
import type { Report, Violation } from './check/violation.ts';
import { type AnswerFault, Coverage, type WorldFault } from './coverage.ts';
import { type CrashPoint, Faults, crashPoints } from './faults.ts';
import { type Character, type CharacterName, characters } from './gateway/characters.ts';
import { Server } from './gateway/server.ts';
import { Life } from './life.ts';
import { Random } from './random.ts';
import { Schedule, epochMs } from './schedule.ts';
import type { Head } from '#store/journal/chain.ts';
import { suspicionOf } from '#store/folder/suspicion.ts';
import { Disk } from './disk.ts';
import { tagIn } from './tag.ts';

export interface RunOptions {
  readonly seed: number;
  /** Null: the seed chooses. */
  readonly character: CharacterName;
  readonly without: ReadonlySet<string>;
  readonly operations: number;
  readonly diskSyncs: boolean;
  readonly traced: boolean;
}

interface Place {
  readonly environment: Environment;
  readonly server: Server;
}

export class World {
  readonly options: RunOptions;
  readonly character: Character;
  readonly random: Random;
  readonly schedule = new Schedule();
  readonly coverage = new Coverage();
  readonly faults: Faults;
  disk: Disk;
  readonly policy: Policy;
  readonly refundsPerDayMinor: number | null;
  /** Whether people sign in at the till. */
  readonly isManned: boolean;
  readonly places: readonly [Place, Place];
  readonly violations: Violation[] = [];
  readonly lines: string[] = [];
  readonly logs: JsonObject[] = [];
  life: Life | null = null;
  place: Place;
  #offlineUntilMs = 0;
  #wallOffsetMs = 0;
  #sleepsUntilMs = 0;
  #backup: { readonly disk: Disk; readonly atMs: number } | null = null;
  #machine = 'machine-0';
  #file = 'file-0';
  #files = 0;
  /** The last record that was seen of the folder, kept outside of it. */
  #seen: Head | null = null;
  /** Tags of requests that were accepted after a backup that was put back later. */
  readonly lost = new Set<string>();
  /** Tags of requests whose outcome a backup that was put back later did not know yet. */
  readonly unsettled = new Set<string>();
  /** When each operation last came to need a person: people have watches, whatever the till's clocks do. */
  readonly neededSinceMs = new Map<string, number>();
  /** When people last said what became of each operation. */
  readonly decidedAtMs = new Map<string, number>();
  /** When the till was last shown each payment by its own number, for a caller of its own. */
  readonly toldMs = new Map<string, number>();
  /**
   * When the till noted that a customer paid by a link, ms, by the payId: without what a crash or backup took back; null where
   * a crash hid when it was.
   */
  readonly paidSeenMs = new Map<string, number | null>();
  /** Payments of other programs at the till's terminals; `shownSeq`: the till's latest operation when it was shown one. */
  readonly bySlip: { payId: string; shownSeq: number | null }[] = [];
  /** What the till was shown of payments that others gave back, and its latest operation then. */
  readonly shownElsewhere: { payId: string; refunded: number; reversed: boolean; seq: number }[] = [];
  /** From a backup to its being put back, ms: what was done then is not in the folder. */
  readonly gaps: { readonly fromMs: number; readonly toMs: number }[] = [];
  #crash: { readonly place: CrashPoint; left: number } | null = null;
  #diskFails = false;
  readonly #sendings: SendingChecks;
  readonly #lives: Random;
  /** Told when the till is there again, started or awake. */
  readonly onStart: (() => void)[] = [];

  constructor(options: RunOptions) {
    this.options = options;
    this.character = characters[options.character];
    this.random = new Random(`${options.seed}`);
    this.faults = new Faults(this.random.fork('faults'), options.without);
    this.disk = new Disk(this.random.fork('disk'), options.diskSyncs);
    const people = this.random.fork('people at the till');
    // Where a day is lost, what waits in it waits for nobody's approval.
    this.isManned = !this.character.losesDays && people.chance(0.5);
    this.policy = {
      ...policyFor(this.random.fork('policy'), this.character),
      refundLimitMinor: people.pick([1_500, 5_000]),
      dcc: dccFor(this.random.fork('dcc'), this.character),
      // Where the till does not ask, the choice goes on as a field that the shop names.
      terminalFields: ['conversion'],
    };
    this.refundsPerDayMinor = this.random.fork('refunds a day').pick([null, null, 1_000, 20_000]);
    this.places = [this.#placeNamed('A'), this.#placeNamed('B')];
    this.place = this.places[0];
    this.#sendings = new SendingChecks(() => this.disk, this.report);
    this.#lives = this.random.fork('lives');
  }

  readonly report: Report = (invariant, what) => {
    if (invariant !== 0 && this.character.exempt.includes(invariant)) {
      this.coverage.count(`exempt: invariant ${invariant} broken with ${this.options.character}`);
      return;
    }
    this.trace(() => `!! invariant ${invariant}: ${what}`);
    this.violations.push({ invariant, what });
  };

  /** For promises whose failure is expected where the disk fails, and nowhere else. */
  readonly unlessStorage = (error: unknown): void => {
    if (error instanceof Error && error.name === 'StorageFailed') return;
    this.report(
      0,
      `an error that nobody expected: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
    );
  };

  trace(line: () => string): void {
    if (!this.options.traced) return;
    const seconds = (this.schedule.nowMs / 1_000).toFixed(3).padStart(12);
    this.lines.push(`${seconds} ${line()}`);
  }

  get #online(): boolean {
    return this.schedule.nowMs >= this.#offlineUntilMs;
  }

  /** Whether somebody at the till can do anything now. */
  get present(): Life | null {
    const { life } = this;
    return life !== null && life.alive && this.schedule.nowMs >= this.#sleepsUntilMs ? life : null;
  }

  #notePaid(record: OperationRecord): void {
    for (const payId of seenPaidIn(record)) {
      if (!this.paidSeenMs.has(payId)) this.paidSeenMs.set(payId, this.schedule.nowMs);
    }
  }

  /** After a crash or a backup: what the folder still knows keeps its time, and gets none later. */
  #keepPaidInFolder(): void {
    const known = new Set(this.disk.tables.all.flatMap(seenPaidIn));
    for (const payId of this.paidSeenMs.keys()) if (!known.has(payId)) this.paidSeenMs.delete(payId);
    for (const payId of known) if (!this.paidSeenMs.has(payId)) this.paidSeenMs.set(payId, null);
  }

  /** Somebody copies the folder to keep it. */
  takeBackup(): void {
    const disk = this.disk.copy();
    if (disk === null) return;
    this.#backup = { disk, atMs: this.schedule.nowMs };
    this.trace(() => '-- a backup is taken');
  }

  /**
   * The till's folder is lost, and its last backup is put back: into its place, into another folder, or on another
   * computer. What was accepted since is not in it; no backup can know of that.
   */
  async restore(pauseMs: number): Promise<void> {
    const { life } = this;
    if (this.#backup === null || life === null || life !== this.present || !this.character.backups) return;
    if (this.random.chance(0.5)) await life.stop();
    // While it stopped another one may have been taken: an older one is not put back before a newer one.
    const taken = this.#backup;
    const backup = taken.disk.copy();
    if (backup === null || !life.alive) return;
    this.#noteSeen();
    this.life = null;
    life.die();
    const kept = new Map(backup.tables.all.map((record) => [record.id, record]));
    for (const record of this.disk.tables.all) {
      const before = kept.get(record.id);
      if (before !== undefined && !isFinal(before.state)) this.unsettled.add(record.requestId.slice('r-'.length));
      if (before !== undefined) continue;
      this.lost.add(record.requestId.slice('r-'.length));
      this.coverage.count(`accepted after a backup that was put back, and unknown to it: ${record.state}`);
    }
    const longAgo = (this.#seen?.seq ?? 0) > backup.tables.head.seq;
    const how = this.random.pick(['put back in place', 'copied', 'on another computer'] as const);
    if (how === 'on another computer') {
      this.#machine = `machine-${(this.#files += 1)}`;
      this.#seen = null;
    }
    if (how !== 'put back in place' || !longAgo) this.#file = `file-${(this.#files += 1)}`;
    this.trace(() => `-- a backup is ${how}`);
    this.coverage.count(`restored: ${how}`);
    // What was on its way then may still arrive.
    this.gaps.push({ fromMs: taken.atMs, toMs: this.schedule.nowMs + this.policy.processingMs });
    this.disk = backup;
    this.#keepPaidInFolder();
    this.#sendings.restored();
    this.befall('restore');
    this.schedule.after(pauseMs, 'world', () => void this.start());
  }

  /** What the product does at a start (store/folder-location.ts), with the product's own rule. */
  #lookAtFolder(): void {
    const { folder, tables } = this.disk;
    const here = { machine: this.#machine, inode: this.#file };
    const suspicion = suspicionOf({
      isEdited: false,
      // As in the product: new is a folder that was never started in, however little its journal holds.
      isNew: folder.place === null,
      headSeq: tables.head.seq,
      seen: this.#seen,
      hashAt: (seq) => tables.journalRecords[seq - 1]?.hash ?? null,
      before: folder.place,
      here,
    });
    folder.paused ??= suspicion;
    folder.place = here;
    this.#noteSeen();
    if (folder.paused === null) return;
    folder.owesDoubts = true;
    this.trace(() => `-- paused: ${folder.paused}`);
    this.coverage.count('starts of a paused folder');
    this.#liftLater();
  }

  /** Hours later perhaps, somebody has made sure that no other copy is in use, and says so at the till or beside it. */
  #liftLater(): void {
    this.schedule.after(this.random.pick([60_000, 1_800_000, 10_800_000]), 'world', () => {
      if (this.disk.folder.paused === null) return;
      if (this.present === null) return this.#liftLater();
      this.trace(() => '-- a person says that it is the only copy');
      if (this.random.chance(0.5)) this.present.engine.resume('manager', 'The other one is off.');
      else this.disk.folder.paused = null;
    });
  }

  #noteSeen(): void {
    this.#seen = this.disk.tables.head;
  }

  async start(): Promise<void> {
    // Somebody opened the laptop to press the button.
    this.#sleepsUntilMs = this.schedule.nowMs;
    this.#lookAtFolder();
    const { journalRecords } = this.disk.tables;
    const last = journalRecords.at(-1);
    const wallMs = epochMs + this.schedule.nowMs + this.#wallOffsetMs;
    const { environment, server } = this.place;
    this.trace(() => `-- the till starts (${environment.merchantId})`);
    const life: Life = new Life({
      schedule: this.schedule,
      disk: this.disk,
      faults: this.faults,
      random: this.#lives.fork(String(this.coverage.counts.get('starts') ?? 0)),
      server,
      environment,
      policy: this.policy,
      refundsPerDayMinor: this.refundsPerDayMinor,
      anchorMs: Math.max(wallMs, last === undefined ? 0 : Date.parse(last.at)),
      wallOffsetMs: () => this.#wallOffsetMs,
      online: () => this.#online,
      diesAt: (place) => this.#diesAt(place),
      diskFails: () => this.#failsNow(),
      died: () => this.#died(),
      sending: (request, fault) => this.#sending(request, fault),
      lookingUp: (path, fault) => this.#lookingUp(path, fault),
      crowded: (what) => this.report(3, what),
      changed: (record) => {
        this.trace(() => `  ${label(record)} is ${record.state} (revision ${record.revision})`);
        if (record.state === 'needs-person') this.neededSinceMs.set(record.id, this.schedule.nowMs);
        this.#notePaid(record);
      },
      log: (level, event, facts) => this.#log(level, event, facts),
      trace: (line) => this.trace(line),
    });
    this.life = life;
    if (this.disk.folder.paused !== null) this.disk.tables.startPaused(life.nowMs());
    this.coverage.count('starts');
    try {
      await life.engine.start();
      life.lookAtWallClock();
      if (life.alive) life.watchOffers();
    } catch (error) {
      this.unlessStorage(error);
    }
    if (life.alive) for (const told of this.onStart) told();
  }

  /** Power fails at the next place of this sort. */
  armCrash(random: Random): void {
    this.#crash ??= { place: random.pick(crashPoints), left: random.between(0, 12) };
  }

  armDiskError(): void {
    this.#diskFails = true;
  }

  goOffline(ms: number): void {
    this.trace(() => `-- offline for ${ms} ms`);
    this.#offlineUntilMs = Math.max(this.#offlineUntilMs, this.schedule.nowMs + ms);
    this.life?.wire.cut();
    this.schedule.after(ms, 'world', () => this.trace(() => (this.#online ? '-- online again' : '-- still offline')));
  }

  sleep(ms: number): void {
    const life = this.present;
    if (life === null) return;
    this.trace(() => `-- the till sleeps for ${ms} ms`);
    this.#sleepsUntilMs = this.schedule.nowMs + ms;
    life.sleep(ms);
    this.schedule.after(ms, 'world', () => {
      if (this.present !== null) for (const told of this.onStart) told();
    });
  }

  setWallClock(offsetMs: number): void {
    this.trace(() => `-- the wall clock is set; it is off by ${offsetMs} ms`);
    this.#wallOffsetMs = this.character.steadyClock ? Math.max(this.#wallOffsetMs, offsetMs) : offsetMs;
    const { life } = this;
    this.schedule.after(5_000, 'till', () => life?.lookAtWallClock());
  }

  /** Somebody stops the till in good order and starts it again, perhaps for another gateway. */
  async restart(place: Place, pauseMs: number): Promise<void> {
    const life = this.present;
    if (life === null) return;
    this.trace(() => '-- the till is stopped');
    await life.stop();
    if (!life.alive) return;
    life.lookAtWallClock();
    this.life = null;
    life.die();
    this.place = place;
    this.schedule.after(pauseMs, 'world', () => void this.start());
  }

  crashNow(): void {
    this.life?.die();
  }

  /** It happens now, to everything that is open. */
  befall(fault: WorldFault): void {
    this.faults.happened += 1;
    this.coverage.meetAll(fault, this.disk.tables.openOnes);
  }

  #diesAt(place: CrashPoint): boolean {
    const plan = this.#crash;
    if (plan === null || plan.place !== place) return false;
    plan.left -= 1;
    if (plan.left >= 0) return false;
    this.#crash = null;
    this.coverage.count(`crash at ${place}`);
    this.faults.happened += 1;
    this.trace(() => `-- crash at ${place}`);
    return true;
  }

  disarm(): void {
    this.#crash = null;
    this.#diskFails = false;
  }

  /** Called in the middle of whatever the till was doing. */
  #died(): void {
    this.schedule.drop('till');
    if (this.life === null) return;
    if (this.disk.crash()) this.coverage.count('commits torn');
    this.#keepPaidInFolder();
    this.coverage.meetAll('crash', this.disk.tables.openOnes);
    this.life = null;
    this.schedule.after(this.random.pick([200, 3_000, 60_000, 900_000, 7_200_000]), 'world', () => void this.start());
  }

  #failsNow(): boolean {
    if (!this.#diskFails) return false;
    this.#diskFails = false;
    this.befall('disk-error');
    this.trace(() => '-- the disk fails');
    // Somebody reads the alarm and starts it again.
    this.schedule.after(30_000, 'world', () => this.crashNow());
    return true;
  }

  #sending(request: GatewayRequest, fault: AnswerFault | null): void {
    const { environment, server } = this.place;
    this.trace(() => `> ${request.method} ${request.path} ${tagOf(request) ?? ''} ${fault ?? ''}`);
    // CloudPos has no field for it: a strict gateway would refuse the sale, and a lax one might add it once more.
    if (request.body?.includes('"tipMinor"')) this.report(0, 'the tip that is kept here was sent');
    const open = this.disk.tables.openOnes;
    const tag = tagOf(request);
    const record =
      fault === 'unsent'
        ? (open.find((each) => tagIn(each.input) === tag) ?? null)
        : this.#sendings.check(request, environment.id, server);
    if (fault === null || record === null) return;
    this.coverage.meet(fault, record.attempts.length > 1 ? 'sending-again' : 'sending');
  }

  #lookingUp(path: string, fault: AnswerFault | null): void {
    this.trace(() => `> GET ${path} ${fault ?? ''}`);
    if (fault === null) return;
    const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const about = this.disk.tables.openOnes.find(
      (each) => (each.state === 'unknown' || each.state === 'pending') && (each.payId === id || each.transId === id),
    );
    if (about !== undefined) this.coverage.meet(`look-up ${fault}`, about.state);
  }

  #log(level: string, event: string, facts: JsonObject): void {
    this.trace(() => `  log ${level} ${event} ${JSON.stringify(facts)}`);
    this.logs.push({ level, event, ...facts });
    const failed = this.life?.store.failure() ?? null;
    if (event === 'engine-error' && failed === null)
      this.report(0, `the engine met an error: ${JSON.stringify(facts)}`);
  }

  #placeNamed(merchantId: string): Place {
    const met = (what: string) => {
      this.trace(() => `-- ${what}`);
      this.coverage.meet(what, 'gateway');
    };
    const server = new Server(this.character, this.schedule, this.random.fork(`server ${merchantId}`), met);
    const root = 'https://gateway.example';
    return { environment: { id: `env-${merchantId}`, root, merchantId, mode: 'test' }, server };
  }
}

/** Most shops of the simulator have the till ask; in the others the fields pass as they are. */
function dccFor(random: Random, { conversions }: Character): DccPolicy {
  // Where the till does not ask, a converted part without its currency is a part that was approved.
  const asks = random.chance(0.8) || conversions.shows.includes('bare');
  return {
    fields: asks ? { quoteId: 'conversion.quote', currency: 'conversion.currency' } : null,
    onPages: false,
    quoteMs: random.pick([60_000, 300_000, 1_800_000]),
    expiryPaths: random.chance(0.5) ? ['dccInfo.validUntil'] : [],
    binPaths: [],
  };
}

function policyFor(random: Random, character: Character): Omit<Policy, 'dcc' | 'refundLimitMinor'> {
  const processingMs = random.pick([120_000, 180_000, 300_000]);
  const terminalTimeoutMs = 120_000;
  return {
    processingMs,
    keyLifetimeMs: 72_000_000,
    keysTrusted: true,
    idsMayLookLikeCards: false,
    maxResends: 6,
    sendDeadlineMs: 15_000,
    answerTimeoutMs: 30_000,
    terminalTimeoutMs,
    terminalWindowMs: terminalTimeoutMs + processingMs,
    pendingLimitMs: 86_400_000,
    cardNumbersTyped: null,
    reversalMayWait: random.chance(0.5),
    officeAway: { rule: 'supervisor', limitMinor: 0 },
    officeApprovals: false,
    queueLimit: random.chance(0.1) ? 8 : 100_000,
    concurrency: random.pick([2, 4, 16]),
    shopCurrency: 'EUR',
    paymentPaths: defaultPaymentPaths,
    answers: defaultAnswerReading,
    tips: false,
    asksForTips: true,
    // A customer comes within two hours, and a clock of the till's may be set by four.
    offers: { firstMs: 60_000, mostMs: 1_800_000, oftenMs: 28_800_000 },
    authorizationDays: { default: 5 },
    terminalFields: [],
    terminals: [],
    ...character.policy,
  };
}

/** The payIds of a link that the till has seen to be paid. */
function seenPaidIn({ payId, offer }: OperationRecord): readonly string[] {
  const first = { payId, state: offer?.state, counted: offer?.differs?.counted };
  return [first, ...(offer?.differs?.again ?? [])].flatMap(({ payId: id, state, counted }) =>
    id !== null && (state === 'paid' || counted === true) ? [id] : [],
  );
}
