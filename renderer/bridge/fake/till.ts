// The bridge under the fake: core's own engine and calls, over the simulated store and a scripted gateway.
import { confirmationCalls } from '#assembly/calls/confirmation-calls.ts';
import { createCalls, type Calls } from '#core/api/calls.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import { createSubmissions, type Submissions } from '#core/api/submit.ts';
import { createTillCalls } from '#core/api/till-calls.ts';
import { viewOf } from '#core/api/view.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { createCustomerCalls } from '#core/api/window-customers.ts';
import { Engine } from '#core/engine/engine.ts';
import type { ApprovalQuestion } from '#contract/office/approvals.ts';
import type { ApprovalOffice, OfficeSaid } from '#core/ports/operators.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Environment, OperationRecord } from '#core/ports/record.ts';
import type { EndRows, Store } from '#core/ports/store.ts';
import { OfficeApprovals } from '#core/staff/office-approvals.ts';
import { type StaffActions, createStaffActions } from '#core/staff/staff-actions.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { PaymentSummary, ShopSettings } from '#contract/till/window.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { writesOf } from '#sim/store.ts';
import { type ClientWorld, clientsIn } from './clients.ts';
import { ScriptedGateway } from './gateway/gateway.ts';
import { FakeTables, storeOver } from './tables.ts';
import { environmentId } from './gateway/records.ts';
import type { Staff } from './staff.ts';
import type { GatewayWorld } from './world-parts.ts';

export type FakeTill = ReturnType<typeof createTill>;

/** A list that tests read as a map, newest last; it is made anew for each question. */
export interface Shown<T> {
  readonly size: number;
  get(id: string): T | undefined;
  keys(): string[];
  values(): T[];
}

/** What the shop's settings and the people are, and who is told of what changes. */
export interface TillWorld extends GatewayWorld, Staff, ClientWorld {
  readonly confirmations: Confirmations;
  readonly shop: ShopSettings;
  readonly mode: Mode;
  paused: string | null;
  readonly dccAtTerminal: 'information' | 'choice';
  readonly dccOnPages: boolean;
  readonly dccSeconds: number;
  readonly tipPercentages: readonly number[];
  readonly asksOffice: boolean;
  readonly officeQuestions: OfficeQuestion[];
}

/** What the till asked its office; a test answers it, or leaves it. */
export interface OfficeQuestion {
  readonly question: ApprovalQuestion;
  readonly answer: (said: OfficeSaid) => void;
  isEnded: boolean;
}

export interface TillListener {
  changed(record: OperationRecord, view: OperationView): void;
  connection(): void;
}

export function createTill(world: () => TillWorld, listener: TillListener) {
  const tables = new FakeTables(() => world().operators);
  const store: Store = storeOver(tables);
  const tx = writesOf(tables);
  const gateway = new ScriptedGateway(world, tables);
  const policy = policyOf(world);
  const environment: Environment = {
    id: environmentId,
    root: 'https://gateway.example',
    merchantId: 'sample',
    get mode() {
      return world().mode;
    },
  };
  const clock = () => world().clock;
  const view = (record: OperationRecord): OperationView => viewOf(record, { clock: clock(), store, clients, policy });
  const clients = clientsIn(world);
  const chance = {
    fraction: () => 0.5,
    operationId: () => `op-${String(world().nextNumber++).padStart(6, '0')}`,
    hex128: () => (world().nextNumber++).toString(16).padStart(32, '0'),
  };
  const digests = { keyed: (text: string) => text };
  let ports: ReturnType<typeof start> | null = null;
  const started = () => (ports ??= start());
  return {
    tables,
    /** Writes at once, in no transaction. */
    tx,
    store,
    gateway,
    policy,
    environment,
    clients,
    chance,
    digests,
    view,
    get engine() {
      return started().engine;
    },
    get calls() {
      return started().calls;
    },
    get windowCalls() {
      return started().windowCalls;
    },
    get submissions() {
      return started().submissions;
    },
    get staffActions() {
      return started().staffActions;
    },
    handlers: () => handlersOf(world(), started()),
    operations: shownOperations(tables, view),
    payments: shownPayments(tables, (id) => started().windowCalls.paymentStory({ id }).payment),
  };

  /** The clock and the people of the world are there by now. */
  function start() {
    const { people, session, confirmations } = world();
    const engine: Engine = new Engine({
      clock: clock(),
      chance,
      digests,
      gateway,
      store,
      environment,
      policy,
      pause: {
        reason: () => world().paused,
        owesDoubts: () => false,
        doubted: () => {},
        lift() {
          world().paused = null;
        },
      },
      refundsPerDayMinor: () => null,
      barred: () => null,
      events: {
        changed: (record) => listener.changed(record, view(record)),
        connection: () => listener.connection(),
        log: () => {},
      },
    });
    const approvals = new OfficeApprovals({
      engine,
      store,
      office: officeOf(world),
      clock: clock(),
      chance,
      digests,
      journal: () => {},
      policy,
      environment,
    });
    const submissions = createSubmissions({ engine, people, confirmations, approvals, policy, environment });
    const calls = createCalls({
      engine,
      submit: submissions.submit,
      gateway,
      store,
      clients,
      changes: { add: () => () => {} },
      clock: clock(),
      digests,
      policy,
      environment,
      destination: null,
      version: '0.1.0',
    });
    const windowCalls = createWindowCalls({
      engine,
      store,
      clients,
      operators: { list: () => world().operators },
      clock: clock(),
      environment,
      policy,
      nextTurn: async () => {},
      begunMs: clock().nowMs(),
    });
    const staffActions = createStaffActions({ engine, session, policy, environment, lastClosedMs: () => null });
    const ends = createEndCalls({ ends: tables.ends, store, session, clock: clock(), clients, environment, policy });
    return { engine, calls, windowCalls, submissions, staffActions, ends, endRows: tables.ends, view };
  }
}

function officeOf(world: () => TillWorld): ApprovalOffice {
  return {
    isThere: () => true,
    ask(question) {
      const { promise: said, resolve: answer } = Promise.withResolvers<OfficeSaid>();
      const asked: OfficeQuestion = { question, answer, isEnded: false };
      world().officeQuestions.push(asked);
      return { said, end: () => void (asked.isEnded = true) };
    },
  };
}

interface Started {
  readonly calls: Calls;
  readonly windowCalls: ReturnType<typeof createWindowCalls>;
  readonly submissions: Submissions;
  readonly staffActions: StaffActions;
  readonly ends: ReturnType<typeof createEndCalls>;
  readonly endRows: EndRows;
  readonly view: (record: OperationRecord) => OperationView;
}

function handlersOf({ session, confirmations }: TillWorld, parts: Started) {
  const { calls, windowCalls, submissions, staffActions, ends, endRows, view } = parts;
  return {
    ...windowCalls,
    ...ends,
    ...createTillCalls({ submissions, staffActions, session, calls }),
    ...createCustomerCalls(calls),
    ...confirmationCalls(confirmations, endRows, view),
  };
}

/** What the shop's settings say is read when it is asked for. */
function policyOf(world: () => TillWorld): Policy {
  return {
    get processingMs() {
      return world().shop.processingSeconds * 1_000;
    },
    keyLifetimeMs: 72_000_000,
    keysTrusted: true,
    maxResends: 6,
    sendDeadlineMs: 15_000,
    answerTimeoutMs: 30_000,
    terminalTimeoutMs: 120_000,
    terminalWindowMs: 300_000,
    pendingLimitMs: 86_400_000,
    get reversalMayWait() {
      return world().shop.reversalMayWait;
    },
    get refundLimitMinor() {
      return world().shop.refundLimitMinor;
    },
    get cardNumbersTyped() {
      return world().shop.cardNumbersTyped;
    },
    get queueLimit() {
      return world().shop.queueLimit;
    },
    get asksForTips() {
      return world().tipPercentages.length > 0;
    },
    officeAway: { rule: 'supervisor', limitMinor: 0 },
    get officeApprovals() {
      return world().asksOffice;
    },
    concurrency: 16,
    get shopCurrency() {
      return world().shop.shopCurrency;
    },
    idsMayLookLikeCards: false,
    paymentPaths: defaultPaymentPaths,
    answers: defaultAnswerReading,
    get tips() {
      return world().fate === 'tip';
    },
    get dcc() {
      const { dccAtTerminal, dccOnPages, dccSeconds } = world();
      return {
        fields: dccAtTerminal === 'choice' ? { quoteId: 'dcc.quote', currency: 'dcc.currency' } : null,
        onPages: dccOnPages,
        quoteMs: dccSeconds * 1_000,
        expiryPaths: [],
        binPaths: ['paymentMethods.card.bin'],
      };
    },
    offers: { firstMs: 60_000, mostMs: 1_800_000, oftenMs: 259_200_000 },
    authorizationDays: { default: 5 },
    terminalFields: [],
    get terminals() {
      return world().shop.terminals;
    },
  };
}

function shownOperations(tables: FakeTables, view: (record: OperationRecord) => OperationView): Shown<OperationView> {
  return {
    get size() {
      return tables.all.length;
    },
    get(id) {
      const record = tables.operation(id);
      return record === null ? undefined : view(record);
    },
    keys: () => tables.all.map(({ id }) => id),
    values: () => tables.all.map(view),
  };
}

function shownPayments(tables: FakeTables, read: (id: string) => PaymentSummary | null): Shown<PaymentSummary> {
  const all = () => tables.allPayments.flatMap(({ payment: { payId } }) => (payId === null ? [] : (read(payId) ?? [])));
  return {
    get size() {
      return all().length;
    },
    get: (id) => read(id) ?? undefined,
    keys: () => all().map(({ id }) => id),
    values: all,
  };
}
