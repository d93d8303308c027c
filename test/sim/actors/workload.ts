// A shop's days in quick motion: cashiers, ERPs, the web shop and the back office, and the blows of the world, until
// there were enough of both.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { WorldFault } from '../coverage.ts';
import { leastFaults } from '../faults.ts';
import { foreign } from '../gateway/books.ts';
import { strangersPayment, webShopPayment } from '../gateway/customers.ts';
import { type Payment, sumsOf } from '../gateway/ledger.ts';
import type { Random } from '../random.ts';
import { epochMs } from '../schedule.ts';
import type { World } from '../world.ts';
import type { Desk } from './desk.ts';
import type { Request } from './request.ts';
import { Elsewhere } from './elsewhere.ts';
import { OtherTills } from './other-tills.ts';
import { type KnownTo, type Wish, Wishes } from './wishes.ts';

/** After so many steps the blows end and people take their time: what the day still lacks of operations gets through. */
const roughSteps = 1_500;
const mostSteps = 6_000;
const slowMs = 600_000;
/** A look-up is over by then, mostly. */
const lookedUpMs = 5_000;

export class Workload {
  done = false;
  readonly #world: World;
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #wishes: Wishes;
  readonly #elsewhere: Elsewhere;
  readonly #otherTills: OtherTills;
  readonly #paceMs: readonly number[];
  readonly #rare: Random;
  #steps = 0;

  constructor(world: World, desk: Desk) {
    this.#world = world;
    this.#desk = desk;
    this.#random = world.random.fork('workload');
    this.#wishes = new Wishes(this.#random.fork('wishes'), () => epochMs + world.schedule.nowMs);
    this.#rare = this.#random.fork('rare');
    this.#elsewhere = new Elsewhere(world, desk, this.#wishes);
    this.#otherTills = new OtherTills(world);
    this.#paceMs = this.#random.pick([
      [5, 50, 500, 5_000],
      [100, 1_000, 10_000],
      [1_000, 30_000, 120_000],
      [10, 20_000, 600_000],
    ]);
  }

  begin(): void {
    for (let number = 0; number < 4; number += 1) this.#webShop();
    this.#next();
  }

  #next(): void {
    const { faults, options } = this.#world;
    this.#steps += 1;
    const enough = faults.happened >= leastFaults;
    if (enough && this.#steps > roughSteps) faults.on = false;
    if ((enough && this.#desk.accepted >= options.operations) || this.#steps > mostSteps) {
      this.done = true;
      return;
    }
    const away = this.#world.present === null ? this.#random.pick([100, 10_000, 600_000]) : 0;
    const slow = this.#steps > roughSteps ? slowMs : 0;
    const waitMs = away + this.#random.between(1, slow + this.#random.pick(this.#paceMs));
    this.#world.schedule.after(waitMs, 'world', () => {
      // Before a till that is not there people wait; one of them presses its buttons all the same.
      if (this.#world.present !== null || this.#random.chance(0.2)) this.#act();
      this.#next();
    });
  }

  #act(): void {
    if (this.#elsewhere.bySlip((wish) => this.#ask(wish, 'cashier'))) return;
    if (this.#rare.chance(0.06)) return this.#actRarely();
    const act = this.#random.weighted({
      sale: 14,
      link: 3,
      authorization: 6,
      terminal: 6,
      capture: 20,
      refund: 18,
      reverse: 5,
      manual: 4,
      service: 3,
      quote: 7,
      chosen: 7,
      hosted: 2,
      burst: 6,
      again: 10,
      conflict: 4,
      cancel: 6,
      read: 5,
      shop: 8,
      backup: 3,
      world: 14,
    });
    switch (act) {
      case 'sale':
        return this.#ask(this.#wishes.sale(), 'cashier');
      case 'authorization':
        return this.#ask(this.#wishes.authorization(), 'cashier');
      case 'link':
        return this.#ask(this.#wishes.link(), 'erp');
      case 'terminal':
        return this.#atTerminal();
      case 'capture':
      case 'refund':
      case 'reverse':
        return this.#onPayment(act, 1);
      case 'manual':
        return this.#ask(this.#wishes.manualRefund(), 'cashier');
      case 'service':
        return this.#ask(this.#wishes.service(), 'cashier');
      case 'quote':
        return this.#quote();
      case 'chosen':
        return this.#chosen();
      case 'hosted':
        // Who is signed in opens the page at the till.
        return this.#ask(this.#wishes.hosted(), this.#world.isManned ? 'cashier' : 'erp');
      case 'burst':
        return this.#onPayment('burst', this.#random.between(3, 6));
      case 'again':
        return this.#withRequest((request) => this.#go(this.#desk.hand(request)));
      case 'conflict':
        return this.#withRequest((request) => this.#go(this.#desk.conflict(request)));
      case 'cancel':
        return this.#withRequest((request) => this.#go(this.#desk.cancel(request)));
      case 'read':
        return this.#read();
      case 'shop':
        return this.#webShop();
      case 'backup':
        return this.#elsewhere.losesDay() ? undefined : this.#world.takeBackup();
      case 'world':
        return this.#blow(this.#world.faults.ofWorld());
    }
  }

  #actRarely(): void {
    const known = this.#desk.known().filter((each) => each.state === 'succeeded' && this.#isHere(each));
    const web = known.filter(({ input, payId }) => textAt(input, 'captureMethod.type') === 'DELAYED' && payId !== null);
    const sold = known.filter((each) => each.terminalId !== null && creates(each));
    switch (this.#rare.pick(['delayed', 'released', 'other sum', 'part and void'] as const)) {
      case 'delayed':
        return this.#ask(this.#wishes.delayed(), 'erp');
      case 'released': {
        const payId = web.at(-1)?.payId ?? null;
        const wish = payId === null ? this.#wishes.delayed() : this.#wishes.reverse({ payId, value: 0, paid: false });
        return this.#ask(wish, 'erp');
      }
      case 'other sum': {
        const made = sold.at(-1);
        return this.#ask(
          (made === undefined ? null : this.#wishes.voidedInPart(made)) ?? this.#wishes.sale(),
          'cashier',
        );
      }
      case 'part and void':
        return this.#voidsPart(sold.findLast(isAuthorization));
    }
  }

  /** A part of an authorization is captured; then a cashier voids it at the terminal. */
  #voidsPart(held: OperationRecord | undefined): void {
    const payId = held?.payId ?? null;
    const wish = held === undefined ? null : this.#wishes.voided(held);
    if (held?.amount === undefined || held.amount === null || payId === null || wish === null) {
      return this.#ask(this.#wishes.authorization(), 'cashier');
    }
    this.#ask(this.#wishes.capture({ payId, value: Math.floor(held.amount.value / 3), paid: false }), 'erp');
    this.#world.schedule.after(this.#rare.pick([500, 60_000, 900_000]), 'world', () => this.#ask(wish, 'cashier'));
  }

  /** Nobody waits for it; a failure that is not the disk's is an engine's bug. */
  #go(work: Promise<unknown>): void {
    work.catch(this.#world.unlessStorage);
  }

  #ask(given: Wish, origin: 'erp' | 'cashier'): void {
    const wish = this.#otherTills.meet(given);
    this.#stranger(wish.input);
    if (!this.#elsewhere.sameNumber(wish.input)) return this.#hand(wish, origin);
    this.#world.schedule.after(lookedUpMs, 'world', () => this.#hand(wish, origin));
  }

  #hand({ kind, input }: Wish, origin: 'erp' | 'cashier'): void {
    this.#go(this.#desk.ask(kind, input, origin));
    // A double press: the same request once more before the first has its answer.
    if (!this.#random.chance(0.08)) return;
    const request = this.#desk.requests.at(-1)!;
    this.#world.schedule.after(this.#random.between(0, 30), 'world', () => this.#go(this.#desk.hand(request)));
  }

  /** Another till had the same idea of a number, or the terminal counted the number before. */
  #stranger(input: JsonObject): void {
    const { character, coverage, place, schedule } = this.#world;
    const [transId, terminalId] = [textAt(input, 'transId'), textAt(input, 'posTerminalId')];
    const isSale = input['messageType'] === 'SALE' || input['messageType'] === 'AUTHORISATION_OR_RESERVATION';
    if (!isSale || transId === null || terminalId === null || !this.#random.chance(character.strangers)) return;
    const value = Number(valueAt(input, 'amount.value'));
    const elsewhere = this.#random.chance(0.5);
    coverage.meet(
      elsewhere ? 'another till used the transId' : 'the transId was used at the terminal before',
      'gateway',
    );
    // Longer ago than the till's clock can be off.
    const agoMs = this.#random.between(1, elsewhere ? 2 : 30) * (elsewhere ? 60_000 : 86_400_000);
    const madeAtMs = schedule.nowMs - agoMs;
    strangersPayment(place.server.books, { transId, value, terminalId: elsewhere ? 'T9' : terminalId, madeAtMs });
  }

  #onPayment(act: 'capture' | 'refund' | 'reverse' | 'burst', times: number): void {
    // Of what a customer pays and the gateway has not captured yet there is nothing to give back.
    const known = this.#payments().filter((each) => !each.paid || this.#isCaptured(each));
    if (known.length === 0) return this.#ask(this.#wishes.sale(), 'cashier');
    const payment = this.#random.chance(0.6) ? known.at(-1)! : this.#random.pick(known);
    if (this.#elsewhere.atPortal(payment, (wish) => this.#ask(wish, 'cashier'))) return;
    for (let time = 0; time < times; time += 1) {
      const wish = act === 'burst' ? this.#random.weighted({ capture: 5, refund: 5, reverse: 1 }) : act;
      const asker = this.#world.isManned && this.#rare.chance(0.4) ? 'cashier' : 'erp';
      this.#ask(this.#wishes[payment.paid ? 'refund' : wish](payment), asker);
    }
  }

  /** Cardholders choose within seconds, mostly; the till may be gone by then. */
  #quote(): void {
    this.#ask(this.#wishes.quote(), 'cashier');
    this.#world.schedule.after(this.#random.pick([500, 5_000, 20_000]), 'world', () => this.#chosen());
  }

  /** Of the latest quote mostly, or of one that may be over, or that a sale was made by. */
  #chosen(): void {
    const quotes = this.#desk
      .known()
      .filter((each) => each.kind === 'dcc-quote' && each.state === 'succeeded' && this.#isHere(each));
    const quote = this.#random.chance(0.8) ? quotes.at(-1) : quotes.at(-this.#random.between(1, 4));
    const wish = quote === undefined ? null : this.#wishes.chosen(quote);
    if (wish !== null) this.#ask(wish, wish.kind === 'cloud-pos' ? 'cashier' : 'erp');
  }

  #atTerminal(): void {
    const made = this.#desk
      .known()
      .filter((each) => each.state === 'succeeded' && each.terminalId !== null && this.#isHere(each));
    const wish = made.length === 0 ? null : this.#wishes.atTerminal(this.#random.pick(made));
    this.#ask(wish ?? this.#wishes.authorization(), 'cashier');
  }

  #isCaptured({ payId }: KnownTo): boolean {
    const payment = this.#world.place.server.ledger.payments.get(payId);
    return payment !== undefined && sumsOf(payment).captured > 0;
  }

  /** Payments that the shop can name: those its web shop made, and those the till said it made. */
  #payments(): KnownTo[] {
    const { server } = this.#world.place;
    const shop = [...server.ledger.payments.values()].filter((each) => !each.byTill && each.merchantId === null);
    const made = this.#desk.known().filter((each) => this.#isHere(each) && each.state === 'succeeded' && creates(each));
    return [
      ...shop.map(({ payId, value, link }) => ({ payId, value, paid: link !== null })),
      ...made.flatMap(({ payId, amount, approved }) =>
        payId === null || amount === null ? [] : [{ payId, value: (approved ?? amount).value, paid: false }],
      ),
    ];
  }

  #isHere(record: OperationRecord): boolean {
    return record.environmentId === this.#world.place.environment.id;
  }

  #withRequest(work: (request: Request) => void): void {
    const { requests } = this.#desk;
    if (requests.length > 0) work(this.#random.chance(0.5) ? requests.at(-1)! : this.#random.pick(requests));
  }

  #read(): void {
    const known = this.#payments();
    const life = this.#world.present;
    if (known.length === 0 || life === null) return;
    // On a disk that fails it cannot be remembered, and the caller is told so.
    const { payId } = this.#random.pick(known);
    const { toldMs, schedule } = this.#world;
    const told = life.engine.payment({ by: 'payId', id: payId }).then((outcome) => {
      const isKept = life.alive && life.store.failure() === null && outcome.type === 'found';
      if (isKept && outcome.overtaken !== true) toldMs.set(payId, schedule.nowMs);
    });
    this.#go(told);
  }

  #webShop(): void {
    const { place, schedule } = this.#world;
    const { books } = place.server;
    const value = this.#random.pick([1_000, 1_500, 2_000]);
    const payment = webShopPayment(books, `W-${books.ledger.payments.size + 1}`, value, schedule.nowMs);
    if (!this.#random.chance(0.4)) return;
    // Captured by the gateway itself after a while.
    schedule.after(this.#random.between(1_000, 600_000), 'world', () => {
      foreign(books, payment, 'CAPTURE', { value, refNr: null, nowMs: schedule.nowMs });
    });
  }

  #blow(fault: WorldFault | null): void {
    const world = this.#world;
    if (fault === null) return;
    const random = this.#random;
    // What is off or asleep is neither stopped nor put to sleep.
    if (world.present === null && (fault === 'restart' || fault === 'sleep' || fault === 'environment')) return;
    // A crash and a failing disk come when the till gets there.
    if (fault !== 'crash' && fault !== 'disk-error' && fault !== 'foreign' && fault !== 'restore') world.befall(fault);
    switch (fault) {
      case 'crash':
        return world.armCrash(random);
      case 'restart':
        return this.#go(world.restart(world.place, random.between(100, 60_000)));
      case 'offline':
        return world.goOffline(random.pick([2_000, 30_000, 600_000, 14_400_000]));
      case 'sleep':
        return world.sleep(random.pick([60_000, 3_600_000, 28_800_000]));
      case 'clock-jump':
        return world.setWallClock(random.between(world.character.steadyClock ? 0 : -7_200_000, 7_200_000));
      case 'disk-error':
        return world.armDiskError();
      case 'environment':
        return this.#go(world.restart(random.pick(world.places), random.between(100, 10_000)));
      case 'foreign':
        return this.#foreign();
      case 'restore':
        return this.#go(world.restore(random.between(1_000, 600_000)));
    }
  }

  /** Somebody in the back office works on the payment that the till is most likely working on too. */
  #foreign(): void {
    const { place, schedule, disk } = this.#world;
    const { books } = place.server;
    const open = disk.tables.openOnes.filter(
      (each) => each.environmentId === place.environment.id && each.payId !== null,
    );
    const about = open.length > 0 && this.#random.chance(0.7) ? this.#random.pick(open) : null;
    const payments = [...books.ledger.payments.values()];
    if (payments.length === 0) return;
    const payment: Payment = books.ledger.payments.get(about?.payId ?? '') ?? this.#random.pick(payments);
    const { captured, refunded } = sumsOf(payment);
    // A payment that the gateway captures by itself is captured by no program here: the till could not tell the two apart.
    if ((payment.byTill || payment.link !== null) && payment.terminalId === null && captured === 0) return;
    const type = captured > refunded ? 'REFUND' : this.#random.pick(['CAPTURE', 'CAPTURE', 'REVERSAL'] as const);
    // Often the very amount, sometimes the very reference of what the till has under way.
    const value = about?.amount?.value ?? 500;
    const refNr = about !== null && about.refNr !== null && !about.refNr.startsWith('TB') ? about.refNr : null;
    if (!foreign(books, payment, type, { value, refNr, nowMs: schedule.nowMs })) return;
    this.#world.faults.happened += 1;
    if (about !== null) {
      this.#world.coverage.meet('foreign', about.state);
      this.#world.trace(() => `-- back office: ${type} ${value} on ${payment.payId}`);
    }
  }
}

function creates(record: OperationRecord): boolean {
  return textAt(record.input, 'messageType') === 'SALE' || isAuthorization(record);
}

function isAuthorization({ input }: OperationRecord): boolean {
  return textAt(input, 'messageType') === 'AUTHORISATION_OR_RESERVATION';
}
