// What a person at the window may ask beyond the calls that programs have too: searches, the story of a payment, and
// what may be shown of a quote in another currency. Everything is read from the store; nothing here holds a truth of its own.
import { type DccAnswer, readOffer } from '#contract/dcc-offer.ts';
import { type JsonObject, textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import { isFinal, states as allStates } from '#contract/states.ts';
import type { PaymentSummary, WindowInput, WindowOutputs } from '#contract/window.ts';
import type { LookUp } from '#operations/define.ts';
import { readPayment } from '#operations/payment-view.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import type { Language } from '#texts/index.ts';
import { capturesOf } from './captures.ts';
import { creditedOf, makerOf } from './credits.ts';
import { binShown, choiceFields, readQuote } from './dcc.ts';
import type { Engine } from './engine.ts';
import type { ClientRegistry } from './ports/clients.ts';
import type { Clock } from './ports/clock.ts';
import type { EngineEvents } from './ports/engine.ts';
import type { Policy } from './ports/policy.ts';
import type { Store } from './ports/store.ts';
import type { Environment, KnownPayment, OperationRecord } from './record.ts';
import { lastFourShown, tipOf } from './moved.ts';
import { showsRefused } from './payments.ts';
import { perhapsSale, wholeOf } from './same-sale.ts';
import { amountsTyped } from './typed-amount.ts';
import { tenderViewOf } from './tender.ts';
import { viewOf } from './view.ts';

export interface WindowCallPorts {
  readonly engine: Engine;
  readonly store: Store;
  readonly clients: ClientRegistry;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly policy: Pick<Policy, 'dcc' | 'shopCurrency' | 'paymentPaths' | 'answers'>;
  readonly log: EngineEvents['log'];
  /** Engine time at which this program began to carry operations out. */
  readonly begunMs: number;
}

export interface WindowCalls {
  operations(input: WindowInput<'operations'>): WindowOutputs['operations'];
  payments(input: WindowInput<'payments'>): WindowOutputs['payments'];
  paymentStory(id: string): WindowOutputs['paymentStory'];
  learnPayId(id: string): Promise<WindowOutputs['learnPayId']>;
  tender(id: string): WindowOutputs['tender'];
  findPayment(input: LookUp): Promise<WindowOutputs['findPayment']>;
  dccOffer(input: WindowInput<'dccOffer'>): WindowOutputs['dccOffer'];
  dccSetting(): WindowOutputs['dccSetting'];
  cardBin(input: WindowInput<'cardBin'>): WindowOutputs['cardBin'];
  /** What stands beneath a receipt of the terminal's where the currency of the card was chosen. */
  dccReceipt(operation: OperationView, language: Language): readonly string[];
  checkConnection(): Promise<void>;
}

/** More than this many operations on one payment are not a story any more. */
const storyLimit = 500;
/** A window looks for its own last sale among so many. */
const newest = 50;
/** Nobody is sure to have seen what became final so shortly ago. */
const justNowMs = 120_000;

export function createWindowCalls(ports: WindowCallPorts): WindowCalls {
  const { clock, engine, store, environment, log, policy } = ports;
  const views = (records: readonly OperationRecord[]): OperationView[] => records.map((each) => viewOf(each, ports));
  return {
    operations(input) {
      const { states, kind, payId, text, before, limit } = input;
      if (input.unseen === true) return { operations: views(unseen(ports, limit)), next: null };
      const records = store.search(environment.id, {
        ...(states === undefined ? {} : { states }),
        ...(kind === undefined ? {} : { kind }),
        ...(payId === undefined ? {} : { payId }),
        ...(text === undefined ? {} : { text }),
        ...(before === undefined ? {} : { before }),
        limit,
      });
      return { operations: views(records), next: records.length === limit ? (records.at(-1)?.id ?? null) : null };
    },
    payments({ text, before, limit }) {
      const found = store.payments(environment.id, {
        ...(text === undefined ? {} : { text, amounts: amountsTyped(text, policy.shopCurrency) }),
        ...(before === undefined ? {} : { before }),
        limit,
      });
      const payments = found.flatMap((known) => summaryOf(ports, known, 'in-list') ?? []);
      return { payments, next: found.length === limit ? (found.at(-1)?.lane ?? null) : null };
    },
    paymentStory(id) {
      const known = named(ports, id);
      const payment = known === null ? null : summaryOf(ports, known, 'alone');
      return { payment, operations: views(storyOf(ports, known?.payId ?? id, known)) };
    },
    async learnPayId(id) {
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
    tender(id) {
      const record = store.operation(id);
      return record?.environmentId === environment.id ? tenderViewOf(store, record, (ms) => clock.iso(ms)) : null;
    },
    async findPayment(lookUp) {
      const outcome = await engine.payment(lookUp);
      if (outcome.type === 'refused') return outcome;
      const { payId } = outcome.payment;
      const known = typeof payId === 'string' ? store.payment(environment.id, payId) : null;
      return { ...outcome, known: known === null ? null : summaryOf(ports, known, 'alone') };
    },
    dccOffer({ quoteOperationId }) {
      const quote = store.operation(quoteOperationId);
      const answer: DccAnswer = quote === null ? { type: 'no-offer', why: 'not-available' } : offered(ports, quote);
      if (answer.type === 'no-offer' && answer.why !== 'not-available' && answer.why !== 'expired') {
        log('warn', 'dcc-quote-not-shown', { operation: quoteOperationId, why: answer.why });
      }
      return answer;
    },
    dccSetting() {
      const { fields, onPages } = ports.policy.dcc;
      return { atTerminal: fields === null ? 'information' : 'choice', onPages };
    },
    cardBin({ operationId }) {
      const read = store.operation(operationId);
      const isRead = read?.state === 'succeeded' && textAt(read.input, 'messageType') === 'CARD_READ';
      return { bin: isRead ? binShown(read.result ?? {}, ports.policy.dcc.binPaths) : null };
    },
    dccReceipt: (operation, language) => dccReceiptLines(operation, language),
    checkConnection: async () => {
      await engine.connection.check();
    },
  };
}

function whyNot({ store, environment, policy }: WindowCallPorts, record: JsonObject): 'refused' | 'differs' {
  const seen = readPayment(record, policy.paymentPaths, policy.answers);
  return showsRefused(store, environment.id, seen) ? 'refused' : 'differs';
}

/** What may be chosen from it, where the settings name the fields that carry a choice. */
function offered({ clock, policy }: Pick<WindowCallPorts, 'clock' | 'policy'>, quote: OperationRecord): DccAnswer {
  const { fields } = policy.dcc;
  if (fields === null) {
    const shown = readOffer(quote.kind === 'dcc-quote' ? quote.amount : null, quote.result ?? {});
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
  const lane = maker?.lanes.find((each) => each.startsWith('payment:'));
  return lane === undefined || maker?.environmentId !== environment.id
    ? null
    : store.paymentByLane(environment.id, lane);
}

/** Oldest first. What made it may not have heard its payId, and what gave money back at the terminal has another one. */
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

/** Whoever said that it was carried out; null where the gateway did. */
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
  // Nor the number that a sale may have, as a payment beside it, while nothing was done by that number here.
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
    authorised: known.authorised,
    captured: known.captured,
    refunded: known.refunded === null && credited.done === 0 ? null : (known.refunded ?? 0) + credited.done,
    captureCount: known.captureCount,
    captures: records === null ? null : capturesOf(records, (ms) => clock.iso(ms)),
    reversed: known.reversed,
    openRefunds: lanes.reduce((total, each) => total + store.openClaims(each, 'refund'), credited.open),
    openCaptures: lanes.reduce((total, each) => total + store.openClaims(each, 'capture'), 0),
    terminalId: known.terminalId,
    traceNr: known.traceNr,
    tip: first === undefined ? 0 : tipOf(first),
    tender: first === undefined ? null : tenderViewOf(store, first, (ms) => clock.iso(ms)),
    reference: first?.refNr ?? null,
    brand: known.brand ?? null,
    last4: first === undefined ? null : lastFourShown(first.result),
    person: first === undefined ? null : personOf(ports, first),
    settledBy: maker === null ? null : deciderOf(maker),
    createdAt: clock.iso(first?.createdAtMs ?? clock.nowMs()),
  };
}
