// Other tills of the merchant, which take money under the numbers that this one uses: an order's, and the transId of a link
// or page. What of it the till could not tell from its own is left out: it is shown no time, terminal or sum that differs.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { type Strange, strangersAttempt, strangersEnds } from '../gateway/customers.ts';
import type { Payment } from '../gateway/ledger.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { Wish } from './wishes.ts';

type Theirs = Omit<Strange, 'terminalId'> & Pick<Payment, 'terminalId'>;

const dayMs = 86_400_000;
const otherTerminal = 'T9';

export class OtherTills {
  readonly #world: World;
  readonly #random: Random;
  #orders = 0;

  constructor(world: World) {
    this.#world = world;
    this.#random = world.random.fork('other tills');
  }

  /** The wish as it is asked for: with the number of an order that another till takes money for, too. */
  meet({ kind, input }: Wish): Wish {
    const { sharedOrders, sharedLinks } = this.#world.character;
    const isSale = input['messageType'] === 'SALE' || input['messageType'] === 'AUTHORISATION_OR_RESERVATION';
    const isHosted = textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
    if (sharedLinks > 0 && (kind === 'create-link' || isHosted)) {
      if (!this.#random.chance(sharedLinks)) return { kind, input };
      const given = this.#random.chance(0.5) ? { refNr: this.#order() } : {};
      this.#underLink({ ...input, ...given }, isHosted);
      return { kind, input: { ...input, ...given } };
    }
    if (sharedOrders === 0 || !(isSale || (kind === 'create-payment' && !isHosted))) return { kind, input };
    if (!this.#random.chance(sharedOrders)) return { kind, input };
    const refNr = this.#order();
    this.#forOrder(input, refNr);
    return { kind, input: { ...input, refNr } };
  }

  /** Now and then the same order again: the customer pays a part. */
  #order(): string {
    return `order-${this.#random.chance(0.1) ? Math.max(1, this.#orders) : (this.#orders += 1)}`;
  }

  #forOrder(input: JsonObject, refNr: string): void {
    const { places } = this.#world.character;
    const [transId, terminalId] = [textAt(input, 'transId') ?? '', textAt(input, 'posTerminalId')];
    const sum = Number(valueAt(input, 'amount.value'));
    const theirs = { transId, refNr, value: this.#random.chance(0.5) ? sum : Math.ceil(sum / 2) };
    const when = this.#random.weighted({ 'weeks before': 2, beside: 3, 'other number': 1, nothing: 1 });
    // By its sum alone, where nothing else is shown of a payment without a terminal.
    const other = { ...theirs, value: Math.ceil(sum / 2) };
    switch (when) {
      case 'weeks before': {
        const where = this.#random.pick([terminalId, otherTerminal]);
        const isTold = places || terminalId !== null;
        return this.#pay(when, { ...(isTold ? theirs : other), terminalId: where, madeAtMs: this.#weeksAgoMs() });
      }
      case 'beside': {
        const where = terminalId === null && this.#random.chance(0.5) ? null : otherTerminal;
        const isTold = terminalId !== null || (places && where !== null);
        return this.#soon(when, { ...(isTold ? theirs : other), terminalId: where });
      }
      case 'other number':
        return this.#soon(when, { ...theirs, transId: `${transId}-other`, terminalId: otherTerminal });
      case 'nothing':
    }
  }

  /** `hasName`: whether the bridge gives it a refNr, which its record shows. */
  #underLink(input: JsonObject, hasName: boolean): void {
    const sum = Number(valueAt(input, 'amount.value'));
    const value = this.#random.chance(0.7) ? sum : Math.ceil(sum / 2);
    const theirs = { transId: textAt(input, 'transId') ?? '', value };
    const isNamed = hasName || textAt(input, 'refNr') !== null;
    const how = this.#random.weighted({ 'weeks before': 3, 'at a terminal': 3, 'for another order': isNamed ? 2 : 0 });
    switch (how) {
      case 'weeks before': {
        const terminalId = this.#random.pick([null, null, otherTerminal]);
        return this.#pay(how, { ...theirs, terminalId, madeAtMs: this.#weeksAgoMs() });
      }
      case 'at a terminal':
        return this.#soon(how, { ...theirs, terminalId: otherTerminal });
      case 'for another order':
        return this.#soon(how, { ...theirs, terminalId: null, refNr: `their-${this.#orders}` });
    }
  }

  /** Longer ago than the till's clock can be off. */
  #weeksAgoMs(): number {
    return this.#world.schedule.nowMs - this.#random.between(2, 30) * dayMs;
  }

  /** Before a customer has paid under this number: of two payments look-ups show the later one. */
  #soon(how: string, theirs: Omit<Theirs, 'madeAtMs'>): void {
    const { schedule, place } = this.#world;
    schedule.after(this.#random.pick([0, 500, 20_000]), 'world', () => {
      const paid = [...place.server.ledger.payments.values()];
      if (paid.some(({ transId, link }) => link !== null && transId === theirs.transId)) return;
      this.#pay(how, { ...theirs, madeAtMs: schedule.nowMs });
    });
  }

  #pay(how: string, theirs: Theirs): void {
    const { place, schedule, coverage, unlessStorage } = this.#world;
    const end = this.#random.pick(strangersEnds);
    coverage.meet(`another till's payment under our number, ${how}`, 'gateway');
    const { payId } = strangersAttempt(place.server.books, theirs, end);
    // The gateway tells every till of the merchant.
    if (!this.#random.chance(0.5)) return;
    schedule.after(this.#random.pick([1_000, 600_000, 7_200_000]), 'world', () => {
      if (place === this.#world.place)
        this.#world.present?.engine.payment({ by: 'payId', id: payId }).catch(unlessStorage);
    });
  }
}
