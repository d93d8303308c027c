// A chain in one run: several tills at one gateway and one office want the same articles refunded, while the ways between
// them break, tills die, and backups are put back. Promise 13: what was claimed is refunded once for a line.
import type { OperationRecord } from '#core/ports/record.ts';
import { aPolicy } from '#support/records.ts';
import { Faults } from '../faults.ts';
import { characters } from '../gateway/characters.ts';
import { Server } from '../gateway/server.ts';
import { Random } from '../random.ts';
import { Schedule } from '../schedule.ts';
import { tagIn } from '../tag.ts';
import { type Flaw, SimOffice } from './sim-office.ts';
import { SimTill, manualRefundOf, saleOf } from './sim-till.ts';

export interface ClaimsRun {
  readonly violations: readonly string[];
  /** Refunds that the gateway executed. */
  readonly refunds: number;
  /** Articles that were refunded more than once, each time but one while the office was away. */
  readonly doublesWhileAway: number;
  readonly refusals: number;
}

const payments = 6;
const linesOfPayment = 2;
/** Lines of slips whose payment no till names. */
const linesAlone = 4;
const lineMinor = 500;
const dayMs = 4 * 3_600_000;
const restMs = 30 * 3_600_000;
const mostHappenings = 400_000;

export async function runClaims(seed: number, flaw: Flaw | null = null): Promise<ClaimsRun> {
  const random = new Random(`claims ${seed}`);
  const world = new Schedule();
  const office = new SimOffice(flaw);
  const violations: string[] = [];
  /** What the office had said to each refund, by its mark. */
  const claims = new Map<string, OperationRecord['claim']>();
  const server = new Server(characters.honest, world, random.fork('server'), () => undefined);
  const faults = new Faults(random.fork('faults'), new Set());
  const shared = {
    server,
    office,
    environment: { id: 'env', root: 'https://gateway.example', merchantId: 'M', mode: 'test' } as const,
    policy: aPolicy({ officeAway: { rule: 'refuse', limitMinor: 0 }, refundLimitMinor: 1_000_000, terminals: [] }),
    faults,
    changed(till: string, record: OperationRecord) {
      const tag = tagIn(record.input);
      if (tag === null || !tag.includes(' ')) return;
      if (!claims.has(tag) && faults.on && random.chance(0.15)) loseFolder(till);
      claims.set(tag, record.claim);
    },
    unexpected(error: unknown) {
      if (error instanceof Error && error.name === 'StorageFailed') return;
      violations.push(
        `an error that nobody expected: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
      );
    },
  };
  const tills = Array.from(
    { length: random.between(2, 4) },
    (_, at) => new SimTill(`till-${at + 1}`, shared, random.fork(`till ${at + 1}`)),
  );
  for (const till of tills) void till.start();
  /** The office never hears of what was done just now. */
  const loseFolder = (name: string): void => {
    const till = tills.find((each) => each.name === name);
    till?.holdJournal(1_800_000);
    world.after(random.between(60_000, 1_200_000), 'world', () => till?.restore());
  };
  const clock = new Clocks([world, ...tills.map(({ schedule }) => schedule)]);
  let asked = 0;

  const refund = (payId: string, line: number, till: SimTill): void => {
    const tag = `${payId} ${line} ${(asked += 1)}`;
    const input = {
      payId,
      transId: `R-${asked}`,
      amount: { value: lineMinor, currency: 'EUR' },
      metadata: { sim: tag },
    };
    const origin = { type: 'erp', clientId: 'erp' } as const;
    const mayWait = random.chance(0.7);
    void till.submit({
      kind: 'refund',
      input,
      requestId: `r-${tag}`.replaceAll(' ', '-'),
      origin,
      line: `${line}`,
      mayWait,
    });
  };
  for (let sold = 0; sold < payments; sold += 1) {
    const till = random.pick(tills);
    const transId = `S-${sold}`;
    const origin = { type: 'erp', clientId: 'erp' } as const;
    void till.submit({
      kind: 'cloud-pos',
      input: saleOf(transId, lineMinor * linesOfPayment),
      requestId: `r-${transId}`,
      origin,
    });
    for (let line = 1; line <= linesOfPayment; line += 1) {
      const firstMs = random.between(300_000, dayMs);
      for (let wish = random.between(2, 4); wish > 0; wish -= 1) {
        const later = random.chance(0.6) ? random.between(0, 5_000) : random.between(0, dayMs);
        world.after(firstMs + later, 'world', () => {
          const made = [...server.ledger.payments.values()].find((payment) => payment.transId === transId);
          if (made !== undefined) refund(made.payId, line, random.pick(tills));
        });
      }
    }
  }
  const refundAlone = (line: string, till: SimTill): void => {
    const tag = `alone ${line} ${(asked += 1)}`;
    const isAtTerminal = random.chance(0.5);
    void till.submit({
      kind: isAtTerminal ? 'cloud-pos' : 'refund-unreferenced',
      input: manualRefundOf(`R-${asked}`, lineMinor, tag, isAtTerminal ? `T-${till.name}` : null),
      requestId: `r-${tag}`.replaceAll(' ', '-'),
      origin: { type: 'erp', clientId: 'erp' },
      line,
    });
  };
  for (let line = 1; line <= linesAlone; line += 1) {
    const firstMs = random.between(300_000, dayMs);
    for (let wish = random.between(2, 4); wish > 0; wish -= 1) {
      const later = random.chance(0.6) ? random.between(0, 5_000) : random.between(0, dayMs);
      world.after(firstMs + later, 'world', () => refundAlone(`A${line}`, random.pick(tills)));
    }
  }
  const befall = (everyMs: number, what: (till: SimTill) => void): void => {
    world.after(random.between(1, everyMs), 'world', () => {
      if (!faults.on) return;
      what(random.pick(tills));
      befall(everyMs, what);
    });
  };
  befall(900_000, (till) => till.crashSoon());
  befall(1_200_000, (till) => till.loseOffice(random.pick([5_000, 60_000, 1_200_000])));
  befall(1_200_000, (till) => till.loseGateway(random.pick([5_000, 60_000, 1_200_000])));
  befall(1_200_000, (till) => till.holdJournal(random.pick([5_000, 60_000, 1_200_000])));
  befall(900_000, (till) => till.takeBackup());
  befall(7_200_000, (till) => till.restore());

  await clock.turn(dayMs * 2);
  faults.on = false;
  for (const till of tills) till.calm();
  await clock.turn(dayMs * 2 + restMs);
  if (clock.isTooLong) violations.push(`no end after ${mostHappenings} happenings`);

  const executed = new Map<string, string[]>();
  for (const { type, tag } of server.ledger.executions) {
    if ((type !== 'REFUND' && type !== 'CREDIT') || tag === null) continue;
    const article = tag.split(' ').slice(0, 2).join(' line ');
    executed.set(article, [...(executed.get(article) ?? []), tag]);
  }
  let doublesWhileAway = 0;
  for (const [article, tags] of executed) {
    if (tags.length < 2) continue;
    const granted = tags.filter((tag) => claims.get(tag) === 'granted');
    if (granted.length > 1)
      violations.push(`${article} was refunded ${granted.length} times by claims: ${granted.join(', ')}`);
    else doublesWhileAway += 1;
  }
  return {
    violations,
    refunds: [...executed.values()].reduce((sum, tags) => sum + tags.length, 0),
    doublesWhileAway,
    refusals: asked - claims.size,
  };
}

/** Time lines that have one time. */
class Clocks {
  readonly #all: readonly Schedule[];
  #happenings = 0;

  constructor(all: readonly Schedule[]) {
    this.#all = all;
  }

  get isTooLong(): boolean {
    return this.#happenings >= mostHappenings;
  }

  async turn(untilMs: number): Promise<void> {
    for (; !this.isTooLong; this.#happenings += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      const next = this.#all
        .map((schedule) => ({ schedule, atMs: schedule.nextMs() ?? Infinity }))
        .reduce((one, other) => (other.atMs < one.atMs ? other : one));
      if (next.atMs > untilMs) return;
      for (const each of this.#all) each.nowMs = Math.max(each.nowMs, next.atMs);
      next.schedule.next(untilMs)?.();
    }
  }
}
