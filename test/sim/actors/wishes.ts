// What cashiers, ERPs and web shops want of the till: single operations on payments that they know of.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { bins } from '../gateway/conversions.ts';
import type { Payment } from '../gateway/ledger.ts';
import type { Random } from '../random.ts';

/** A published test number; it must never be found in anything that is stored or logged. */
export const cardNumber = '4111111111111111';

export interface Wish {
  readonly kind: string;
  readonly input: JsonObject;
}

/** A payment as its shop knows it. */
export interface KnownTo {
  readonly payId: string;
  readonly value: number;
  /** By a customer, whole: nothing is left but to refund it. */
  readonly paid: boolean;
}

const values = [500, 1_000, 1_500] as const;

export class Wishes {
  readonly #random: Random;
  readonly #ends: Random;
  readonly #wallMs: () => number;
  #number = 0;

  /** `wallMs`: the time of day in the world, whatever the till's clock says. */
  constructor(random: Random, wallMs: () => number) {
    this.#random = random;
    this.#ends = random.fork('ends');
    this.#wallMs = wallMs;
  }

  /** Of every third one a part is a tip that the customer chose at the till; in a shop without tips programs may say so. */
  sale(): Wish {
    return this.#terminal('SALE', this.#transId('S'), this.#number % 3 === 0 ? { tipMinor: 100 } : {});
  }

  authorization(): Wish {
    return this.#terminal('AUTHORISATION_OR_RESERVATION', this.#transId('A'), {});
  }

  service(): Wish {
    const input = { messageType: 'DIAGNOSE', transId: this.#transId('D'), posTerminalId: this.#terminalId() };
    return { kind: 'cloud-pos', input };
  }

  quote(): Wish {
    const amount = this.#amount(this.#random.pick(values));
    return { kind: 'dcc-quote', input: { bin: this.#random.pick(bins), amount } };
  }

  /** The cardholder chose of a quote. What is wrong with it this caller does not look at: the till must. */
  chosen(quote: OperationRecord): Wish | null {
    const quoteId = textAt(quote.result ?? undefined, 'dccInfo.dccRequestId');
    const foreign = textAt(quote.result ?? undefined, 'dccInfo.amounts.cardholder.currency');
    if (quoteId === null || foreign === null || quote.amount === null) return null;
    const currency = this.#random.weighted({ foreign: 12, local: 6, other: 1 });
    const choice = { quote: quoteId, currency: { foreign, local: 'EUR', other: 'SEK' }[currency] };
    const value = this.#random.chance(0.95) ? quote.amount.value : this.#random.pick(values);
    if (this.#random.chance(0.2)) {
      const card = { pseudoCardNumber: 'pseudo', dcc: choice };
      return this.#payment({ integrationType: 'DIRECT', type: 'CARD', card }, value);
    }
    const command = this.#random.chance(0.7) ? 'SALE' : 'AUTHORISATION_OR_RESERVATION';
    return this.#terminal(command, this.#transId('Q'), { conversion: choice, amount: this.#amount(value) });
  }

  /** On the gateway's page, where it may ask the customer for the currency. */
  hosted(): Wish {
    const card = { dccEnabled: this.#random.chance(0.7) };
    const { kind, input } = this.#payment({ integrationType: 'HOSTED', type: 'CARD', card }, this.#random.pick(values));
    return { kind, input: { ...input, ...this.#end() } };
  }

  #payment(paymentMethods: JsonObject, value: number): Wish {
    return {
      kind: 'create-payment',
      input: { transId: this.#transId('P'), amount: this.#amount(value), paymentMethods },
    };
  }

  /** A payment over the web that is held now and captured by the gateway itself after weeks. */
  delayed(): Wish {
    const card = { integrationType: 'DIRECT', type: 'CARD', card: { pseudoCardNumber: 'pseudo' } };
    const { kind, input } = this.#payment(card, this.#random.pick(values));
    return { kind, input: { ...input, captureMethod: { type: 'DELAYED', delayed: { delayedHours: 600 } } } };
  }

  /** A customer is to pay by it, some time later. */
  link(): Wish {
    return {
      kind: 'create-link',
      input: {
        transId: `L-${(this.#number += 1)}`,
        amount: this.#amount(this.#random.pick(values)),
        ...(this.#random.chance(0.3) ? { paymentMethods: { card: { dccEnabled: true } } } : {}),
        ...this.#end(),
      },
    };
  }

  /** Until when a customer may begin to pay; some name none. */
  #end(): JsonObject {
    if (this.#ends.chance(0.4)) return {};
    const ms = this.#ends.pick([1_800_000, 3_600_000, 10_800_000]);
    return { expirationTime: new Date(this.#wallMs() + ms).toISOString() };
  }

  capture({ payId, value }: KnownTo): Wish {
    const amount = this.#amount(this.#random.pick([value, 500, 500]));
    return { kind: 'capture', input: { payId, transId: this.#transId('C'), amount, ...this.#refNr() } };
  }

  refund({ payId, value }: KnownTo): Wish {
    const amount = this.#amount(this.#random.pick([value, 500, 500]));
    const several = this.#random.chance(0.3) ? { paymentMethods: { card: { providerTransactionId: 'cap-1' } } } : {};
    return { kind: 'refund', input: { payId, transId: this.#transId('R'), amount, ...this.#refNr(), ...several } };
  }

  reverse({ payId }: KnownTo): Wish {
    return { kind: 'reverse', input: { payId, ...this.#refNr() } };
  }

  manualRefund(): Wish {
    const card = {
      number: cardNumber,
      cardholderName: 'A. Customer',
      expiryDate: '203001',
      brand: 'visa',
      securityCode: '737',
    };
    const amount = this.#amount(this.#random.pick(values));
    const input = { transId: this.#transId('M'), amount, paymentMethods: { card } };
    return { kind: 'refund-unreferenced', input };
  }

  /** What a terminal can do with a payment that it made, if its answer is known. */
  atTerminal(made: OperationRecord): Wish | null {
    return this.#numbered(made, this.#random.pick(['CAPTURE', 'REVERSE']));
  }

  voided(made: OperationRecord): Wish | null {
    return this.#numbered(made, 'REVERSE');
  }

  /** A void that names half of what the payment is for. */
  voidedInPart(made: OperationRecord): Wish | null {
    const wish = this.voided(made);
    const value = Number(valueAt(wish?.input ?? {}, 'amount.value'));
    return wish === null ? null : { ...wish, input: { ...wish.input, amount: this.#amount(Math.floor(value / 2)) } };
  }

  /** A command by the slip of a payment that another program made at the terminal. */
  bySlip({ terminalId, traceNr, approvalCode, value }: Payment, messageType: 'CAPTURE' | 'REVERSE'): Wish {
    const numbers = { posTerminalId: terminalId ?? '', traceNr: traceNr ?? '', approvalCode: approvalCode ?? '' };
    const amount = this.#amount(value);
    return { kind: 'cloud-pos', input: { messageType, transId: this.#transId('N'), amount, ...numbers } };
  }

  #numbered(made: OperationRecord, messageType: 'CAPTURE' | 'REVERSE'): Wish | null {
    const traceNr = textAt(made.result ?? undefined, 'traceNr');
    const approvalCode = textAt(made.result ?? undefined, 'approvalCode');
    if (traceNr === null || approvalCode === null || made.terminalId === null || made.amount === null) return null;
    const transId = this.#random.chance(0.5) ? (made.transId ?? '') : this.#transId('T');
    const amount = this.#amount((made.approved ?? made.amount).value);
    return {
      kind: 'cloud-pos',
      input: { messageType, transId, posTerminalId: made.terminalId, amount, traceNr, approvalCode },
    };
  }

  #terminal(messageType: string, transId: string, more: JsonObject): Wish {
    const amount = this.#amount(this.#random.pick(values));
    return { kind: 'cloud-pos', input: { messageType, transId, posTerminalId: this.#terminalId(), amount, ...more } };
  }

  #terminalId(): string {
    return this.#random.pick(['T1', 'T2', 'T3']);
  }

  #amount(value: number): JsonObject {
    return { value, currency: 'EUR' };
  }

  /** Most leave it to the till; some use a number of their own, and some the same order number again and again. */
  #refNr(): JsonObject {
    const how = this.#random.weighted({ none: 6, own: 2, order: 2 });
    if (how === 'none') return {};
    return { refNr: how === 'own' ? `own-${(this.#number += 1)}` : `order-${this.#random.between(1, 3)}` };
  }

  #transId(letter: string): string {
    // Now and then somebody uses a transId again; for what makes a payment the till must refuse it.
    if (this.#number > 3 && this.#random.chance(0.04)) return `${letter}-${this.#random.between(1, this.#number)}`;
    return `${letter}-${(this.#number += 1)}`;
  }
}
