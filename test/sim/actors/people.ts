// The people who decide what nobody could find out: hours later, when nothing can be running any more, they read the
// gateway's back office (here: the ledger) and say what happened. Money out takes two of them. Where less was approved
// than was asked for, most keep it, and take its rest by another card or in cash.
import { readMark } from '#contract/operation/doubt.ts';
import type { Slip } from '#contract/people/people.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { tenderViewOf } from '#core/sale/tender.ts';
import { commandOf } from '#operations/index.ts';
import { takenBack } from '../gateway/books.ts';
import { type Payment, sumsOf } from '../gateway/ledger.ts';
import type { Server } from '../gateway/server.ts';
import type { Random } from '../random.ts';
import { tagIn } from '../tag.ts';
import type { World } from '../world.ts';
import type { Desk } from './desk.ts';
import { supervisors } from './staff.ts';

const roundMs = 3_600_000;
/** Longer than anything stays open at the gateway. */
const leastAgeMs = 7_200_000;

export class People {
  readonly #world: World;
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #mistakes: Random;
  #rests = 0;
  #goesOn = () => true;

  constructor(world: World, desk: Desk) {
    this.#world = world;
    this.#desk = desk;
    this.#random = world.random.fork('people');
    this.#mistakes = this.#random.fork('mistakes');
  }

  /** Comes round every hour as long as `goesOn`. */
  begin(goesOn: () => boolean): void {
    this.#goesOn = goesOn;
    this.#world.schedule.after(roundMs, 'world', () => {
      this.#round().catch(this.#world.unlessStorage);
      if (goesOn()) this.#restsSoon();
      if (goesOn()) this.begin(goesOn);
    });
  }

  /** Whether somebody still has to decide something for the gateway that the till works with now. */
  hasWork(): boolean {
    const { disk, place } = this.#world;
    if (disk.folder.paused !== null) return true;
    return disk.tables.openOnes.some(
      (each) => each.state === 'needs-person' && each.environmentId === place.environment.id,
    );
  }

  async #round(): Promise<void> {
    const { disk, place, present: life } = this.#world;
    if (life === null) return;
    const { neededSinceMs, schedule } = this.#world;
    const due = disk.tables.openOnes.filter(
      (each) =>
        each.state === 'needs-person' &&
        each.environmentId === place.environment.id &&
        (isForLess(each) || schedule.nowMs - (neededSinceMs.get(each.id) ?? 0) > leastAgeMs),
    );
    for (const record of due) {
      const found = this.#found(record);
      if (isForLess(record) && found?.value === record.approved?.value && this.#random.chance(0.8)) {
        await life.engine.keepApproved(record.id, supervisors[0] ?? null).catch(this.#world.unlessStorage);
        this.#world.coverage.count('less than was asked for kept by people');
        this.#restsSoon();
        continue;
      }
      if (found?.currency === 'USD') this.#takeBack(found);
      const outcome = found === null || found.currency === 'USD' ? 'failed' : 'succeeded';
      for (const by of supervisors) {
        if (!life.alive || disk.tables.operation(record.id)?.state !== 'needs-person') break;
        const givenBack = outcome === 'failed' && record.approved !== null ? ({ givenBack: true } as const) : {};
        const words = { reason: 'as the back office shows', evidence: 'back office' } as const;
        const common = { outcome, ...words, by, ...givenBack } as const;
        const said = found !== null && differs(record, found) ? { ...common, slip: slipOf(found) } : common;
        this.#world.decidedAtMs.set(record.id, this.#world.schedule.nowMs);
        await life.engine.decide(record.id, said).catch(this.#world.unlessStorage);
      }
      this.#world.coverage.count(`decided by people: ${outcome}`);
    }
  }

  /** The customer still stands there, mostly. */
  #restsSoon(): void {
    this.#world.schedule.after(this.#random.pick([5_000, 60_000, 600_000]), 'world', () => {
      if (this.#goesOn()) this.#takeRests().catch(this.#world.unlessStorage);
    });
  }

  /** The rest of what was kept: by another card, in one part or in several, or in cash. */
  async #takeRests(): Promise<void> {
    const { disk, place, present: life, coverage } = this.#world;
    const heads = disk.tables.all.filter(
      ({ state, environmentId, partOf }) =>
        state === 'succeeded' && environmentId === place.environment.id && partOf === undefined,
    );
    for (const head of heads) {
      const remaining = tenderViewOf(disk.tables, head, String)?.remaining ?? 0;
      if (remaining === 0 || life?.alive !== true) continue;
      const by = this.#random.weighted({ card: 4, cash: 2, later: 3 });
      if (by === 'later') continue;
      coverage.count(`rest of a sale taken: ${by}`);
      if (by === 'cash') {
        await life.engine.payRestOtherwise(head.id, supervisors[0] ?? null, remaining);
        continue;
      }
      const value = this.#random.chance(0.5) ? remaining : Math.ceil(remaining / 2);
      // Now and then the same rest is taken twice, or the whole purchase is charged once more.
      const again = this.#mistakes.weighted({ none: 6, rest: 2, whole: 1 });
      const amount = { value, currency: head.amount?.currency ?? 'EUR' };
      const transId = `REST-${(this.#rests += 1)}`;
      const posTerminalId = head.terminalId ?? 'T1';
      const sale = { messageType: 'SALE', transId, posTerminalId, amount };
      if (again !== 'none') {
        const more = { value: again === 'rest' ? remaining : (head.amount?.value ?? 0), currency: amount.currency };
        const other = { ...sale, transId: `${transId}-2`, posTerminalId: 'T2', amount: more };
        this.#desk.ask('cloud-pos', other, 'cashier', head.id).catch(this.#world.unlessStorage);
      }
      await this.#desk.ask('cloud-pos', sale, 'cashier', head.id);
    }
  }

  /** What the gateway's books have of it. */
  #found(record: OperationRecord): Found | null {
    const tag = tagIn(record.input) ?? '';
    for (const { server } of this.#world.places) {
      const execution = server.ledger.byTag.get(tag)?.at(-1);
      if (execution === undefined) continue;
      const payment = server.ledger.payments.get(execution.payId) ?? null;
      return { place: server, payment, value: execution.value, currency: payment?.currency ?? 'EUR' };
    }
    return null;
  }

  /** In another currency nobody sold anything. */
  #takeBack({ place, payment }: Found): void {
    if (payment !== null && !sumsOf(payment).reversed) takenBack(place.books, payment, this.#world.schedule.nowMs);
  }
}

interface Found {
  readonly place: Server;
  readonly payment: Payment | null;
  /** Minor units that it moved. */
  readonly value: number;
  readonly currency: string;
}

function isForLess({ doubt }: OperationRecord): boolean {
  return doubt !== null && readMark(doubt).code === 'approved-less';
}

/** Only what makes a payment may be approved for another sum. */
function differs({ kind, input, amount, approved }: OperationRecord, { value, currency }: Found): boolean {
  if (currency !== 'EUR' || commandOf(kind)?.createsPayment(input) !== true) return false;
  // The till asks about the sum that it was shown, which may be the cardholder's.
  return amount !== null && value > 0 && (amount.value !== value || (approved ?? amount).value !== value);
}

function slipOf({ value, payment }: Found): Slip {
  const { payId, traceNr, approvalCode } = payment ?? {};
  return {
    amountMinor: value,
    ...(payId === undefined ? {} : { payId }),
    ...(traceNr === undefined || traceNr === null ? {} : { traceNr }),
    ...(approvalCode === undefined || approvalCode === null ? {} : { approvalCode }),
  };
}
