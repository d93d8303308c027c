// What a person at the window may ask beyond the calls that programs have too: searches, the story of a payment, and
// what may be shown of a quote in another currency. Everything is read from the store; nothing is kept here.
import type { Implementations } from '#contract/calls/table.ts';
import { type DccAnswer, readOffer } from '#contract/operation/dcc-offer.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { OfferView, OperationView } from '#contract/operation/operation.ts';
import { isFinal, states as allStates } from '#contract/operation/states.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { unwrapped } from '#operations/evidence/reading.ts';
import { commandOf } from '#operations/index.ts';
import { readPayment } from '#operations/payment-view.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import type { Language } from '#texts/index.ts';
import { isPaymentLane } from '../operation/lanes.ts';
import { capturesOf } from '../payments/captures.ts';
import { creditedOf, makerOf } from '../sale/credits.ts';
import { amountQuoted, binShown, choiceFields, readQuote } from '../acceptance/dcc.ts';
import type { Engine } from '../engine/engine.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperatorRegistry } from '../ports/operators.ts';
import type { Policy } from '../ports/policy.ts';
import { type PaymentSearch, inTurns } from '../ports/searches.ts';
import type { Store } from '../ports/store.ts';
import type { Environment, KnownPayment, OperationRecord } from '../ports/record.ts';
import { ageOf } from '../payments/lapsing.ts';
import { lastFourShown } from '../payments/moved.ts';
import { tipOf } from '../sale/tip.ts';
import { showsRefused } from '../payments/seen/whose-record.ts';
import { perhapsSale, wholeOf } from '../sale/same-sale.ts';
import { amountsTyped } from './typed-amount.ts';
import { tenderViewOf } from '../sale/tender.ts';
import { type ViewPorts, offerView, viewOf } from './view.ts';

export interface WindowCallPorts {
  readonly engine: Pick<Engine, 'payment' | 'connection'>;
  readonly store: Store;
  readonly clients: ClientRegistry;
  readonly operators: Pick<OperatorRegistry, 'list'>;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly policy: Pick<Policy, 'dcc' | 'shopCurrency' | 'paymentPaths' | 'answers' | 'authorizationDays'> &
    ViewPorts['policy'];
  /** Lets other work be done, for a search that reads much. */
  readonly nextTurn: () => Promise<void>;
  /** Engine time at which this program began to carry operations out. */
  readonly begunMs: number;
}

export type WindowCalls = ReturnType<typeof createWindowCalls>;

/** The story of a payment shows so many operations at most. */
const storyLimit = 500;
/** The list of open authorizations shows so many at most, the oldest. */
const mostOpen = 200;
/** A window looks for its own last sale among so many. */
const newest = 50;
/** The cashier may not have seen yet what became final so shortly ago. */
const justNowMs = 120_000;

export function createWindowCalls(ports: WindowCallPorts) {
  const { clock, engine, store, environment, policy, nextTurn } = ports;
  const views = (records: readonly OperationRecord[]): OperationView[] => records.map((each) => viewOf(each, ports));
  const calls = {
    async operations(input) {
      const { states, kind, payId, text, before, limit } = input;
      if (input.unseen === true) return { operations: views(unseen(ports, limit)), next: null };
      const steps = store.searchInSteps(environment.id, {
        ...(states === undefined ? {} : { states }),
        ...(kind === undefined ? {} : { kind }),
        ...(payId === undefined ? {} : { payId }),
        ...(text === undefined ? {} : { text }),
        ...(before === undefined ? {} : { before }),
        limit,
      });
      const records = await inTurns(steps, nextTurn);
      return { operations: views(records), next: records.length === limit ? (records.at(-1)?.id ?? null) : null };
    },
    async payments({ text, begun, before, limit }) {
      const steps = store.paymentsInSteps(environment.id, {
        ...(text === undefined
          ? {}
          : { text, amounts: amountsTyped(text, policy.shopCurrency), ...peopleNamed(ports, text) }),
        ...(begun === undefined ? {} : { begun }),
        ...(before === undefined ? {} : { before }),
        limit,
      });
      const found = await inTurns(steps, nextTurn);
      const payments = found.flatMap((known) => summaryOf(ports, known, 'in-list') ?? []);
      return { payments, next: found.length === limit ? (found.at(-1)?.lane ?? null) : null };
    },
    openAuthorizations() {
      const nowMs = clock.nowMs();
      const found = store.openAuthorizations(environment.id, nowMs, mostOpen);
      const open = found.flatMap((known) => {
        const payment = summaryOf(ports, known, 'in-list');
        if (payment === null) return [];
        const { sinceMs, ...age } = ageOf(known, nowMs, policy);
        return [{ payment, since: clock.iso(sinceMs), ...age }];
      });
      return { open, more: found.length === mostOpen };
    },
    paymentStory({ id }) {
      const known = named(ports, id);
      const payment = known === null ? null : summaryOf(ports, known, 'alone');
      return { payment, operations: views(storyOf(ports, known?.payId ?? id, known)) };
    },
    async learnPayId({ id }) {
      const before = named(ports, id);
      if (before === null || before.transId === null) return { type: 'not-shown', why: 'missing' };
      const outcome = await engine.payment({ by: 'transId', id: before.transId });
      if (outcome.type === 'refused') {
        return outcome.refusal.code === 'payment-not-found' ? { type: 'not-shown', why: 'missing' } : outcome;
      }
      // What was shown is taken over only where it is this payment for certain.
      const known = store.paymentByLane(environment.id, before.lane);
      const payment = (known?.payId ?? null) === null || known === null ? null : summaryOf(ports, known, 'alone');
      return payment === null
        ? { type: 'not-shown', why: whyNot(ports, outcome.payment) }
        : { type: 'learned', payment };
    },
    tender({ id }) {
      const record = store.operation(id);
      return record?.environmentId === environment.id ? tenderViewOf(store, record, (ms) => clock.iso(ms)) : null;
    },
    async findPayment(lookUp) {
      const outcome = await engine.payment(lookUp);
      if (outcome.type === 'refused') return outcome;
      const payment = unwrapped(outcome.payment, ports.policy.answers);
      const { payId } = payment;
      const known = typeof payId === 'string' ? store.payment(environment.id, payId) : null;
      const summary = known === null ? null : summaryOf(ports, known, 'alone');
      const transId = lookUp.by === 'transId' ? lookUp.id : (known?.transId ?? textAt(payment, 'transId'));
      return { ...outcome, payment, known: summary, offer: offerMade(ports, transId) };
    },
    dccOffer({ quoteOperationId }) {
      const quote = store.operation(quoteOperationId);
      return quote === null ? { type: 'no-offer', why: 'not-available' } : offered(ports, quote);
    },
    dccSetting() {
      const { fields, onPages } = ports.policy.dcc;
      return { atTerminal: fields === null ? 'information' : 'choice', onPages };
    },
    cardBin({ operationId }) {
      const read = store.operation(operationId);
      if (read?.state !== 'succeeded' || commandOf(read.kind)?.readsCard(read.input) !== true) return { bin: null };
      return { bin: binShown(read.result ?? {}, ports.policy.dcc.binPaths) };
    },
    checkConnection: async () => ({ reached: await engine.connection.check() }),
  } satisfies Partial<Implementations>;
  return {
    ...calls,
    /** What stands beneath a receipt of the terminal's where the currency of the card was chosen. */
    dccReceipt: (operation: OperationView, language: Language): readonly string[] =>
      dccReceiptLines(operation, language),
  };
}

/** The people and programs with the text in their names; digits alone are numbers and amounts, and no name. */
function peopleNamed({ operators, clients }: WindowCallPorts, text: string): Pick<PaymentSearch, 'by'> {
  const wanted = text.trim().toLowerCase();
  if (!/\p{L}/u.test(wanted)) return {};
  const idsOf = (all: readonly { readonly id: string; readonly name: string }[]) =>
    all.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id);
  const by = { people: idsOf(operators.list()), clients: idsOf(clients.list()) };
  return by.people.length + by.clients.length === 0 ? {} : { by };
}

function offerMade({ store, environment, clock }: WindowCallPorts, transId: string | null): OfferView | null {
  const makerId = transId === null ? null : store.creatorOf(environment.id, transId);
  const offer = makerId === null ? undefined : store.operation(makerId)?.offer;
  return offer === undefined ? null : offerView(offer, clock);
}

function whyNot({ store, environment, policy }: WindowCallPorts, record: JsonObject): 'refused' | 'differs' {
  const seen = readPayment(record, policy.paymentPaths, policy.answers);
  return showsRefused(store, environment.id, seen) ? 'refused' : 'differs';
}

/** What may be chosen from it, where the settings name the fields that carry a choice. */
function offered({ clock, policy }: Pick<WindowCallPorts, 'clock' | 'policy'>, quote: OperationRecord): DccAnswer {
  const { fields } = policy.dcc;
  if (fields === null) {
    const shown = readOffer(amountQuoted(quote), quote.result ?? {});
    return shown.type === 'no-offer' ? shown : { ...shown, choices: null };
  }
  const reading = readQuote(quote, clock, policy.dcc);
  if (reading.type === 'no-offer') return reading;
  const { offer, quoteId, provider, leftMs } = reading;
  const local = choiceFields(fields, quoteId, offer.local.currency);
  const foreign = choiceFields(fields, quoteId, offer.foreign.currency);
  return { type: 'offer', offer, choices: { provider, local, foreign, leftMs } };
}

/** See the window's table of calls; newest first. */
function unseen({ store, clock, environment, begunMs }: WindowCallPorts, limit: number): OperationRecord[] {
  const open = store.search(environment.id, { states: allStates.filter((each) => !isFinal(each)), limit });
  const ended = store.search(environment.id, { limit: newest }).filter(({ state, createdAtMs, updatedAtMs }) => {
    const wasOpenAtTheStart = createdAtMs < begunMs && updatedAtMs >= begunMs;
    const endedJustNow = updatedAtMs >= Math.max(begunMs, clock.nowMs() - justNowMs);
    return isFinal(state) && (wasOpenAtTheStart || endedJustNow);
  });
  return [...open, ...ended].toSorted((a, b) => b.seq - a.seq);
}

/** By its payId, or by the operation that made it. */
function named({ store, environment }: WindowCallPorts, id: string): KnownPayment | null {
  const byPayId = store.payment(environment.id, id);
  if (byPayId !== null) return wholeOf(store, byPayId).payment;
  const maker = store.operation(id);
  const lane = maker?.lanes.find(isPaymentLane);
  return lane === undefined || maker?.environmentId !== environment.id
    ? null
    : store.paymentByLane(environment.id, lane);
}

/**
 * Oldest first. Adds to the operations with the payId the one that made the payment, which may not know the payId, and
 * terminal refunds, which have another one.
 */
function storyOf({ store, environment }: WindowCallPorts, payId: string | null, known: KnownPayment | null) {
  const found = payId === null ? [] : store.search(environment.id, { payId, limit: storyLimit });
  const maker = known === null ? null : makerOf(store, known);
  const more = maker === null ? [] : [maker, ...store.credits(maker.id)];
  const ids = new Set(found.map((each) => each.id));
  return [...found, ...more.filter((each) => !ids.has(each.id))].toSorted((a, b) => a.seq - b.seq);
}

function personOf({ clients }: WindowCallPorts, { origin }: OperationRecord): string | null {
  return origin.type === 'cashier' ? (origin.operator?.name ?? null) : clients.nameOf(origin.clientId);
}

/** The person who said that it was carried out; null where the gateway did. */
function deciderOf({ state, decisions }: OperationRecord): string | null {
  const said = decisions.filter(({ outcome }) => outcome === 'succeeded');
  return state === 'succeeded' ? (said.at(-1)?.by.name ?? null) : null;
}

function summaryOf(ports: WindowCallPorts, row: KnownPayment, shown: 'in-list' | 'alone'): PaymentSummary | null {
  const { store, clock, environment } = ports;
  const { payment: known, lanes } = wholeOf(store, row);
  // A list shows a payment that stands in two rows once.
  if (shown === 'in-list' && known.lane !== row.lane) return null;
  const { payId } = known;
  // Nor does it show a payId that may be a sale's as a separate payment, while no operation here was done by that
  // payId.
  const isNumberAlone = payId !== null && store.list(environment.id, { payId, limit: 1 }).length === 0;
  if (shown === 'in-list' && perhapsSale(store, known) !== null && isNumberAlone) return null;
  const maker = makerOf(store, known);
  const id = payId ?? maker?.id ?? null;
  if (id === null) return null;
  // A list shows sums only; reading every operation of two hundred payments for it would be dear.
  const records = shown === 'alone' ? storyOf(ports, payId, known) : null;
  const first = maker ?? (payId === null ? undefined : store.list(environment.id, { payId, limit: 1 })[0]);
  const credited = creditedOf(store, known);
  return {
    id,
    payId,
    transId: known.transId,
    currency: known.currency,
    authorized: known.authorized,
    captured: known.captured,
    refunded: known.refunded === null && credited.done === 0 ? null : (known.refunded ?? 0) + credited.done,
    captureCount: known.captureCount,
    captures: records === null ? null : capturesOf(records, (ms) => clock.iso(ms)),
    reversed: known.reversed,
    reversing: store.firstOpen(lanes, 'reversal') !== null,
    openRefunds: credited.open + store.openClaims(lanes, 'refund'),
    openCaptures: store.openClaims(lanes, 'capture'),
    terminalId: known.terminalId,
    traceNr: known.traceNr,
    tip: first === undefined ? 0 : tipOf(first),
    tender: first === undefined ? null : tenderViewOf(store, first, (ms) => clock.iso(ms)),
    reference: first?.refNr ?? null,
    brand: known.brand ?? null,
    last4: first === undefined ? null : lastFourShown(first.result),
    person: first === undefined ? null : personOf(ports, first),
    settledBy: maker === null ? null : deciderOf(maker),
    offered: first?.offer === undefined ? null : { money: first.amount, offer: offerView(first.offer, clock) },
    createdAt: clock.iso(first?.createdAtMs ?? clock.nowMs()),
  };
}
