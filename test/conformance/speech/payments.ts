// What the suite did to each payment, answer by answer: with it a record can be compared, whatever its words and names
// are. A payment of which that is not known for certain proves nothing.
import { codeMeaning } from '#operations/evidence/words.ts';
import { type Answer, type Json, at, isObject, textOf } from '../http.ts';
import { named, placesOf } from './members.ts';

export interface Exchange {
  readonly answer: Answer;
  /** The body of the request. */
  readonly sent: Json | undefined;
}

export type Act =
  /** An invitation to pay, which no customer of the suite accepts. */
  | 'offer'
  /** A card payment from server to server. */
  | 'payment'
  /** A payment whose end was asked for: a decline. */
  | 'simulation'
  | 'terminal'
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'increment'
  | 'look-up'
  | 'other';

export interface Payment {
  readonly payId: string;
  readonly state: 'offered' | 'held' | 'refused' | 'uncertain';
  readonly currency: string;
  /** Minor units, like those below: what it was made for. */
  readonly amount: number;
  readonly authorised: number;
  readonly captured: number;
  readonly refunded: number;
  readonly reversed: number;
  /** How many operations were carried out. */
  readonly operations: number;
}

/** An exchange with what it was about; `payment` as it is after it, null where none is known. */
export interface Heard extends Exchange {
  readonly act: Act;
  readonly payment: Payment | null;
}

export interface Sum {
  readonly value: number;
  readonly currency: string;
}

export function sumOf(sent: Json | undefined): Sum | null {
  const [value, currency] = [at(sent, 'amount.value'), at(sent, 'amount.currency')];
  return typeof value === 'number' && typeof currency === 'string' ? { value, currency } : null;
}

/** The exchanges about money, in order. */
export function heardOf(exchanges: readonly Exchange[], wrappers: readonly string[]): Heard[] {
  const book = new Book(wrappers);
  return exchanges.filter(({ answer }) => isAboutMoney(answer.path)).map((each) => book.note(each));
}

function isAboutMoney(path: string): boolean {
  return /\/(payments|captures|refunds|reversals|cloudpos)\b/i.test(path);
}

function actOf({ answer: { method, path }, sent }: Exchange): Act {
  if (/\/payments\/getBy/i.test(path)) return 'look-up';
  if (method !== 'POST') return 'other';
  if (path.endsWith('/cloudpos')) return 'terminal';
  if (/\/payments\/(sessions|links)$/.test(path)) return 'offer';
  if (path.endsWith('/payments')) {
    const { integrationType, type } = (at(sent, 'paymentMethods') ?? {}) as { [name: string]: Json };
    if (integrationType === 'HOSTED') return 'offer';
    if (at(sent, 'simulationMode') !== undefined) return 'simulation';
    return type === 'CARD' ? 'payment' : 'other';
  }
  return actsOnPayments[/\/payments\/[^/]+\/([a-z]+)$/.exec(path)?.[1] ?? ''] ?? 'other';
}

const actsOnPayments: { readonly [name: string]: Act } = {
  captures: 'capture',
  refunds: 'refund',
  reversals: 'reversal',
  incrementals: 'increment',
};

/** The code that an object shows, else the one at the top of its answer. */
export function codeOf({ json }: Answer, place: Json | undefined = json): Json | undefined {
  const own = isObject(place) ? named(place, 'responseCode') : undefined;
  return own ?? (isObject(json) ? named(json, 'responseCode') : undefined);
}

class Book {
  readonly #wrappers: readonly string[];
  readonly #payments = new Map<string, Payment>();
  readonly #byTransId = new Map<string, string>();
  /** A replay under a key is no second operation. */
  readonly #operations = new Set<string>();

  constructor(wrappers: readonly string[]) {
    this.#wrappers = wrappers;
  }

  note(exchange: Exchange): Heard {
    const act = actOf(exchange);
    const payment = act === 'look-up' ? this.#lookedUp(exchange.answer) : this.#changed(exchange, act);
    if (payment !== null) this.#payments.set(payment.payId, payment);
    return { ...exchange, act, payment };
  }

  #lookedUp({ path }: Answer): Payment | null {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    return this.#payments.get(this.#byTransId.get(id) ?? id) ?? null;
  }

  #changed({ answer, sent }: Exchange, act: Act): Payment | null {
    const sum = sumOf(sent);
    const [, onPayment] = /\/payments\/([^/]+)\/[a-z]+$/.exec(answer.path) ?? [];
    const known = onPayment === undefined ? null : (this.#payments.get(decodeURIComponent(onPayment)) ?? null);
    if (known !== null) return this.#operated(known, answer, act, sum);
    const isMaking = answer.method === 'POST' && answer.path.endsWith('/payments');
    if (!isMaking || sum === null) return null;
    const transId = textOf(at(sent, 'transId'));
    const payId = this.#shown(answer, 'payId') || transId;
    this.#byTransId.set(transId, payId);
    // A replay, or a refusal that names the payment that has this transId.
    const existing = this.#payments.get(payId);
    if (existing !== undefined) return existing;
    const isWhole = at(sent, 'captureMethod.type') === 'AUTOMATIC';
    const state = madeState(answer, act);
    const held = state === 'held' ? sum.value : 0;
    this.#isFirst(answer);
    return {
      payId,
      state,
      currency: sum.currency,
      amount: sum.value,
      authorised: held,
      captured: isWhole ? held : 0,
      refunded: 0,
      reversed: 0,
      operations: isWhole ? 2 : 1,
    };
  }

  #operated(payment: Payment, answer: Answer, act: Act, sum: Sum | null): Payment {
    const outcome = outcomeOf(answer);
    if (outcome === 'refused' || answer.method !== 'POST') return payment;
    if (outcome === 'uncertain' || act === 'other') return { ...payment, state: 'uncertain' };
    if (!this.#isFirst(answer)) return payment;
    const value = sum?.value ?? 0;
    const of = (wanted: Act) => (act === wanted ? value : 0);
    return {
      ...payment,
      operations: payment.operations + 1,
      amount: payment.amount + of('increment'),
      authorised: payment.authorised + of('increment'),
      captured: payment.captured + of('capture'),
      refunded: payment.refunded + of('refund'),
      reversed: act === 'reversal' ? payment.authorised : payment.reversed,
    };
  }

  #isFirst(answer: Answer): boolean {
    const xId = this.#shown(answer, 'xId');
    const isFirst = xId === '' || !this.#operations.has(xId);
    this.#operations.add(xId);
    return isFirst;
  }

  #shown({ json }: Answer, name: string): string {
    return (
      placesOf(json, this.#wrappers)
        .map((place) => textOf(named(place, name)))
        .find((text) => text !== '') ?? ''
    );
  }
}

function madeState(answer: Answer, act: Act): Payment['state'] {
  const outcome = outcomeOf(answer);
  if (outcome !== 'taken') return outcome;
  return act === 'offer' ? 'offered' : act === 'payment' ? 'held' : 'uncertain';
}

/** What the HTTP status and the code say of a request. */
function outcomeOf(answer: Answer): 'taken' | 'refused' | 'uncertain' {
  const { status } = answer;
  const code = codeMeaning(codeOf(answer));
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    return code === 'open' ? 'uncertain' : 'refused';
  if (status !== 200 && status !== 201 && status !== 204) return 'uncertain';
  if (code === 'failed') return 'refused';
  return code === 'succeeded' || code === 'zeros' || code === 'nothing' ? 'taken' : 'uncertain';
}
