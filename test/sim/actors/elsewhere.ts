// What happens beside the till and just before it goes on: another till or merchant under the same transId, a refund or
// void at the gateway's own portal, and hours of which only a backup from before is left.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { foreign, takenBack } from '../gateway/books.ts';
import { foreignAtTerminal, strangersPayment } from '../gateway/customers.ts';
import { sumsOf } from '../gateway/ledger.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { Desk } from './desk.ts';
import type { Request } from './request.ts';
import type { KnownTo, Wish, Wishes } from './wishes.ts';

const lookedUpMs = 5_000;
/** Until the restored till takes commands for its terminals again: a person lifts the pause, and the window passes. */
const restedMs = 12_000_000;

export class Elsewhere {
  readonly #world: World;
  readonly #desk: Desk;
  readonly #wishes: Wishes;
  readonly #random: Random;
  readonly #slips: Random;

  constructor(world: World, desk: Desk, wishes: Wishes) {
    this.#world = world;
    this.#desk = desk;
    this.#wishes = wishes;
    this.#random = world.random.fork('elsewhere');
    this.#slips = world.random.fork('slips');
  }

  /**
   * Another payment under the transId of a sale: another till's that was looked up here before, so that the sale waits for
   * it (true), or another merchant's that is made while the sale runs.
   */
  sameNumber(input: JsonObject): boolean {
    const { character, coverage, place, present: life, schedule } = this.#world;
    if (character.foreignRecords === 0) return false;
    if (input['messageType'] === 'REVERSE') this.#voidedThere(input);
    if (input['messageType'] !== 'SALE') return false;
    const [transId, terminalId] = [textAt(input, 'transId') ?? '', textAt(input, 'posTerminalId') ?? ''];
    const value = Number(valueAt(input, 'amount.value'));
    if (life === null || !this.#random.chance(character.foreignRecords)) return false;
    const { books } = place.server;
    if (this.#random.chance(0.5)) {
      coverage.meet("another merchant's terminal used the transId", 'gateway');
      schedule.after(this.#random.between(500, 20_000), 'world', () => {
        strangersPayment(books, { transId, value, terminalId, madeAtMs: schedule.nowMs, merchantId: 'other' });
      });
      return false;
    }
    coverage.meet("another till's payment under the transId was looked up", 'gateway');
    const madeAtMs = schedule.nowMs - this.#random.between(1, 3) * 86_400_000;
    strangersPayment(books, { transId, value: Math.ceil(value / 2), terminalId: 'T9', madeAtMs });
    life.engine.payment({ by: 'transId', id: transId }).catch(this.#world.unlessStorage);
    return true;
  }

  /** Another till gives the transId of a void to a payment of its own, and takes that back. */
  #voidedThere(input: JsonObject): void {
    const { character, coverage, place, schedule } = this.#world;
    const { books, ledger } = place.server;
    const transId = textAt(input, 'transId') ?? '';
    if (ledger.byTransId(transId) !== null || !this.#random.chance(character.foreignRecords)) return;
    const value = Number(valueAt(input, 'amount.value'));
    const theirs = strangersPayment(books, { transId, value, terminalId: 'T9', madeAtMs: schedule.nowMs - 86_400_000 });
    takenBack(books, theirs, schedule.nowMs);
    coverage.meet("another till's void under the transId of a void", 'gateway');
  }

  /** At the portal a part is refunded, or all of it is taken back; the till is shown it, and asked to give back too. */
  atPortal({ payId, value }: KnownTo, ask: (wish: Wish) => void): boolean {
    const { character, coverage, place, schedule } = this.#world;
    if (character.portal === 0 || !this.#random.chance(character.portal)) return false;
    const { books, ledger } = place.server;
    const payment = ledger.payments.get(payId);
    if (payment === undefined || payment.operations.some(({ status }) => status === 'PENDING')) return false;
    const { captured, refunded, reversed } = sumsOf(payment);
    const left = captured - refunded;
    if (reversed || left <= 0) return false;
    // A link's payment that is taken back before the till saw it is in no takings: nothing says whether it was ever paid.
    if (this.#random.chance(0.7) || payment.link !== null) {
      const part = this.#random.chance(0.5) ? left : Math.ceil(left / 2);
      foreign(books, payment, 'REFUND', { value: part, refNr: null, nowMs: schedule.nowMs });
      coverage.meet('a payment is refunded at the portal', 'gateway');
    } else {
      takenBack(books, payment, schedule.nowMs);
      coverage.meet('a payment is taken back at the portal', 'gateway');
    }
    this.#shown(payId).catch(this.#world.unlessStorage);
    schedule.after(lookedUpMs, 'world', () => ask(this.#wishes.refund({ payId, value, paid: true })));
    return true;
  }

  /**
   * Another program made a payment at the till's terminal. Programs take it back and capture it by the number of its slip
   * and by its payId, in any order, after the till was shown it or before.
   */
  bySlip(ask: (wish: Wish) => void): boolean {
    const { character, coverage, place, schedule } = this.#world;
    if (character.foreignNumbers === 0 || !this.#slips.chance(character.foreignNumbers)) return false;
    const { books } = place.server;
    const isCaptured = this.#slips.chance(0.7);
    const [value, terminalId] = [this.#slips.pick([1_000, 1_500]), this.#slips.pick(['T1', 'T2', 'T3'])];
    const transId = `N-${books.ledger.payments.size}`;
    const facts = { transId, value, terminalId, madeAtMs: schedule.nowMs };
    const payment = foreignAtTerminal(books, facts, isCaptured);
    coverage.meet("another program's payment at a terminal of the till", 'gateway');
    const { payId } = payment;
    const slip = { payId, shownSeq: null as number | null };
    this.#world.bySlip.push(slip);
    const known = { payId, value, paid: isCaptured };
    if (this.#slips.chance(0.7)) {
      schedule.after(1_000, 'world', () => {
        this.#shownSlip(slip).catch(this.#world.unlessStorage);
      });
    }
    const byNumber = () => this.#wishes.bySlip(payment, isCaptured ? 'REVERSE' : 'CAPTURE');
    const byPayId = () => (isCaptured ? this.#wishes.refund(known) : this.#wishes.capture(known));
    const times = this.#slips.pick([3, 4]);
    for (let time = 1; time <= times; time += 1) {
      const wish = this.#slips.chance(0.6) ? byNumber : byPayId;
      const waitMs = 10_000 * time + this.#slips.pick([0, 30_000, 400_000, 3_600_000]);
      schedule.after(waitMs, 'world', () => ask(wish()));
    }
    return true;
  }

  async #shownSlip(slip: { readonly payId: string; shownSeq: number | null }): Promise<void> {
    const { present: life, disk } = this.#world;
    if (life === null) return;
    const outcome = await life.engine.payment({ by: 'payId', id: slip.payId });
    if (!life.alive || life.store.failure() !== null || outcome.type !== 'found') return;
    slip.shownSeq = disk.tables.all.at(-1)?.seq ?? 0;
  }

  async #shown(payId: string): Promise<void> {
    const world = this.#world;
    const { present: life } = world;
    const { tables } = world.disk;
    const transId = world.place.server.ledger.payments.get(payId)?.transId;
    // Of what runs now it is not known whether it is in the sums that are shown, nor of what made it whether it did.
    const isOpen = () => tables.openOnes.some((each) => each.payId === payId || each.transId === transId);
    if (life === null || isOpen()) return;
    const outcome = await life.engine.payment({ by: 'payId', id: payId });
    // Where the disk fails nothing of it can be kept.
    if (
      !life.alive ||
      life.store.failure() !== null ||
      outcome.type !== 'found' ||
      outcome.overtaken === true ||
      isOpen()
    )
      return;
    const refunded = Number(valueAt(outcome.payment, 'totals.refunded') ?? 0);
    const reversed = textAt(outcome.payment, 'status') === 'REVERSED';
    // A record that shows more refunded than captured is not believed.
    if (refunded > Number(valueAt(outcome.payment, 'totals.captured') ?? Infinity) && !reversed) return;
    world.shownElsewhere.push({ payId, refunded, reversed, seq: tables.all.at(-1)?.seq ?? 0 });
  }

  /**
   * Offline, two refunds of one payment wait, a refund and a capture of another, and an authorization is open, when the
   * backup is taken. Each first refund is cancelled, what is behind it is done, the authorization is captured; then only
   * the backup is left, and a void is asked for.
   */
  losesDay(): boolean {
    const world = this.#world;
    const { character, schedule, coverage } = world;
    if (!character.losesDays || world.present === null) return false;
    const known = this.#desk.known();
    const made = known.filter((each) => isOpenFor(world, each));
    const sale = made.findLast(({ input }) => input['messageType'] === 'SALE');
    const held = made.findLast(({ input }) => input['messageType'] === 'AUTHORISATION_OR_RESERVATION');
    world.goOffline(30_000);
    const first: Request[] = [];
    if (sale !== undefined) {
      const half = Math.floor(valueOf(sale) / 2);
      first.push(this.#ask(this.#part('refund', sale, half)));
      this.#ask(this.#part('refund', sale, half));
    }
    const [inPart, captured = 0] =
      known.map((each) => [each, capturedInPart(world, each)] as const).findLast(([, sum]) => sum > 0) ?? [];
    if (inPart !== undefined) {
      first.push(this.#ask(this.#part('refund', inPart, Math.floor(captured / 2))));
      this.#ask(this.#part('capture', inPart, valueOf(inPart) - captured));
    }
    schedule.after(2_000, 'world', () => {
      world.takeBackup();
      for (const each of first) this.#desk.cancel(each).catch(world.unlessStorage);
    });
    schedule.after(60_000, 'world', () => {
      if (held !== undefined) this.#ask(this.#part('capture', held, valueOf(held)));
    });
    schedule.after(600_000, 'world', () => {
      coverage.count('days of which only a backup is left');
      world.restore(1_000).catch(world.unlessStorage);
    });
    const wish = held === undefined ? null : this.#wishes.voided(held);
    if (wish !== null) schedule.after(600_000 + restedMs, 'world', () => this.#ask(wish));
    return true;
  }

  #part(kind: 'capture' | 'refund', { payId }: OperationRecord, value: number): Wish {
    return { kind, input: { payId, transId: `E-${this.#random.hex128()}`, amount: { value, currency: 'EUR' } } };
  }

  #ask({ kind, input }: Wish): Request {
    this.#desk.ask(kind, input, 'cashier').catch(this.#world.unlessStorage);
    return this.#desk.requests.at(-1)!;
  }
}

function valueOf({ amount }: OperationRecord): number {
  return amount?.value ?? 0;
}

/** What was captured of it, where that is all that was done with it and not all that it holds; else 0. */
function capturedInPart({ place, disk }: World, record: OperationRecord): number {
  const { state, environmentId, payId, input } = record;
  if (state !== 'succeeded' || environmentId !== place.environment.id || payId === null) return 0;
  if (input['messageType'] !== 'AUTHORISATION_OR_RESERVATION') return 0;
  const later = disk.tables.all.filter((each) => each.payId === payId && each.id !== record.id);
  if (later.some(({ kind, state: now }) => kind !== 'capture' || now !== 'succeeded')) return 0;
  const captured = later.reduce((sum, each) => sum + valueOf(each), 0);
  return captured < valueOf(record) ? captured : 0;
}

/** Nothing was done with it yet. */
function isOpenFor({ place, disk }: World, record: OperationRecord): boolean {
  const { state, environmentId, payId } = record;
  if (state !== 'succeeded' || environmentId !== place.environment.id || payId === null) return false;
  return disk.tables.all.every((each) => each.payId !== payId || each.id === record.id);
}
