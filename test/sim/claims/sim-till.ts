// One till of a simulated chain: the product's engine over a disk of its own, with a way to the office that loses and
// delays what goes over it. It crashes, is started again, and is put back from a backup.
import type { ClaimAsked } from '#contract/office/claims.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { areClaimsOpen, closeClaims } from '#core/acceptance/refund-claims.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import type { Environment, OperationRecord } from '#core/ports/record.ts';
import type { Office } from '#core/ports/engine.ts';
import type { Policy } from '#core/ports/policy.ts';
import { Disk } from '../disk.ts';
import type { Faults } from '../faults.ts';
import type { Server } from '../gateway/server.ts';
import { Life } from '../life.ts';
import type { Random } from '../random.ts';
import { Schedule, epochMs } from '../schedule.ts';
import type { SimOffice } from './sim-office.ts';

export interface Shared {
  readonly server: Server;
  readonly office: SimOffice;
  readonly environment: Environment;
  readonly policy: Policy;
  readonly faults: Faults;
  /** An operation of a till is as it is now. */
  changed(till: string, record: OperationRecord): void;
  unexpected(error: unknown): void;
}

const claimMs = 3_000;
const linkMs = 2_000;

export class SimTill {
  readonly name: string;
  readonly schedule = new Schedule();
  disk: Disk;
  life: Life | null = null;
  readonly #shared: Shared;
  readonly #random: Random;
  readonly #questions: Random;
  #backup: Disk | null = null;
  #officeAwayUntilMs = 0;
  #journalHeldUntilMs = 0;
  #offlineUntilMs = 0;
  #crashIn: number | null = null;
  #isRestored = false;
  /** The folder has not noted yet that it was restored. */
  #owesPause = false;
  #lives = 0;
  /** Requests without an answer: their callers ask again. */
  readonly #unanswered = new Map<string, Submission>();

  constructor(name: string, shared: Shared, random: Random) {
    this.name = name;
    this.#shared = shared;
    this.#random = random;
    this.#questions = random.fork('questions');
    this.disk = new Disk(random.fork('disk'), true);
    this.#sendJournal();
  }

  async start(): Promise<void> {
    if (this.#isRestored) {
      this.disk.folder.paused = 'restored';
      this.disk.folder.owesDoubts = true;
      this.#isRestored = false;
      this.#owesPause = true;
    }
    const { server, environment, policy, faults } = this.#shared;
    const last = this.disk.tables.journalRecords.at(-1);
    const life = new Life({
      schedule: this.schedule,
      disk: this.disk,
      faults,
      random: this.#random.fork(`life ${(this.#lives += 1)}`),
      server,
      environment,
      policy,
      refundsPerDayMinor: null,
      anchorMs: Math.max(epochMs + this.schedule.nowMs, last === undefined ? 0 : Date.parse(last.at)),
      wallOffsetMs: () => 0,
      office: {
        wantsClaims: () => true,
        isAway: () => false,
        claim: (asked) => this.#ask(asked),
      },
      online: () => this.schedule.nowMs >= this.#offlineUntilMs,
      diesAt: () => {
        if (this.#crashIn === null) return false;
        this.#crashIn -= 1;
        return this.#crashIn < 0;
      },
      diskFails: () => false,
      died: () => this.#died(),
      sending: () => undefined,
      lookingUp: () => undefined,
      crowded: () => undefined,
      changed: (record) => this.#shared.changed(this.name, record),
      log: () => undefined,
      trace: () => undefined,
    });
    this.life = life;
    if (this.disk.folder.paused !== null) {
      this.disk.tables.startPaused(life.nowMs());
      this.schedule.after(this.#random.pick([60_000, 1_800_000]), 'world', () =>
        this.life?.engine.resume('manager', 'the only one'),
      );
    }
    try {
      if (this.#owesPause) {
        await life.store.transact((tx) =>
          tx.journal({ type: 'folder-paused', operationId: null, atMs: life.nowMs(), data: {} }),
        );
        this.#owesPause = false;
      }
      const seqOf = (type: string) =>
        this.disk.tables.journalRecords.findLast((record) => record.type === type)?.seq ?? null;
      if (areClaimsOpen(seqOf('claims-opened'), seqOf('claims-closed'), false))
        await life.store.transact((tx) => closeClaims(tx, life.nowMs()));
      await life.engine.start();
    } catch (error) {
      this.#shared.unexpected(error);
    }
    if (!life.alive) return;
    for (const submission of this.#unanswered.values()) void this.submit(submission);
  }

  async submit(submission: Submission): Promise<void> {
    this.#unanswered.set(submission.requestId, submission);
    const { life } = this;
    if (life === null) return;
    try {
      await life.engine.submit(submission);
    } catch (error) {
      this.#shared.unexpected(error);
    }
    if (life.lives('ack')) this.#unanswered.delete(submission.requestId);
  }

  /** Dies at one of the next places where that matters. */
  crashSoon(): void {
    this.#crashIn ??= this.#random.between(0, 30);
  }

  loseOffice(ms: number): void {
    this.#officeAwayUntilMs = Math.max(this.#officeAwayUntilMs, this.schedule.nowMs + ms);
  }

  /** Its journal is not taken, while its questions are answered. */
  holdJournal(ms: number): void {
    this.#journalHeldUntilMs = Math.max(this.#journalHeldUntilMs, this.schedule.nowMs + ms);
  }

  loseGateway(ms: number): void {
    this.#offlineUntilMs = Math.max(this.#offlineUntilMs, this.schedule.nowMs + ms);
    this.life?.wire.cut();
  }

  takeBackup(): void {
    this.#backup = this.disk.copy() ?? this.#backup;
  }

  /** The folder is lost: its callers' requests of since then are as well. */
  restore(): void {
    const backup = this.#backup?.copy() ?? null;
    if (backup === null || this.life === null) return;
    this.life.die();
    this.disk = backup;
    this.#isRestored = true;
    this.#unanswered.clear();
  }

  calm(): void {
    this.#crashIn = null;
    this.#officeAwayUntilMs = 0;
    this.#journalHeldUntilMs = 0;
    this.#offlineUntilMs = 0;
  }

  #died(): void {
    this.#crashIn = null;
    this.schedule.drop('till');
    this.disk.crash();
    this.life = null;
    this.schedule.after(this.#random.pick([200, 3_000, 60_000, 3_600_000]), 'world', () => void this.start());
  }

  /** A question, and its answer, may be lost, or take long; the question is at the office all the same. */
  #ask(asked: Omit<ClaimAsked, 'asOf'>): ReturnType<Office['claim']> {
    const { schedule } = this;
    const random = this.#questions;
    const whole = { ...asked, asOf: this.disk.tables.head.seq };
    const isLost = schedule.nowMs < this.#officeAwayUntilMs || random.chance(0.1);
    const thereMs = random.chance(0.85) ? random.between(1, 200) : random.between(1_000, 90_000);
    const backMs = random.chance(0.9) ? random.between(1, 200) : random.between(1_000, 10_000);
    const isAnswerLost = random.chance(0.1);
    return new Promise((resolve) => {
      schedule.after(claimMs, 'till', () => resolve(null));
      if (isLost) return;
      schedule.after(thereMs, 'world', () => {
        const answer = this.#shared.office.claim(this.name, whole, schedule.nowMs);
        if (!isAnswerLost) schedule.after(backMs, 'till', () => resolve(answer));
      });
    });
  }

  /** Every two seconds, while the office is there; what is not on the disk yet is not sent. */
  #sendJournal(): void {
    // When nothing breaks any more, nobody needs to wait for it.
    const pauseMs = this.#shared.faults.on ? linkMs : 600_000;
    this.schedule.after(pauseMs, 'world', () => {
      const { nowMs } = this.schedule;
      const isHeard = nowMs >= this.#officeAwayUntilMs && nowMs >= this.#journalHeldUntilMs;
      if (this.life !== null && isHeard && this.disk.isSynced)
        this.#shared.office.receive(this.name, this.journal, nowMs);
      this.#sendJournal();
    });
  }

  get journal(): readonly JournalRecord[] {
    return this.disk.tables.journalRecords;
  }
}

/** At a terminal, or to an account. */
export function manualRefundOf(transId: string, value: number, tag: string, terminalId: string | null): JsonObject {
  const asked = { transId, amount: { value, currency: 'EUR' }, metadata: { sim: tag } };
  if (terminalId !== null) return { ...asked, messageType: 'CREDIT', posTerminalId: terminalId };
  const account = { number: 'DE89370400440532013000', accountHolderName: 'A. Holder' };
  return { ...asked, paymentMethods: { directDebit: { account } } };
}

export function saleOf(transId: string, value: number): JsonObject {
  return {
    messageType: 'SALE',
    transId,
    posTerminalId: `T-${transId}`,
    amount: { value, currency: 'EUR' },
    metadata: { sim: transId },
  };
}
