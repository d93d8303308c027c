// What programs can ask the bridge for through the loopback API, and in part the window too. Views go out, records stay
// inside.
import type { Alarm } from '#contract/till/alarms.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PaymentMoney } from '#contract/money/payment-money.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type State, isFinal, states } from '#contract/operation/states.ts';
import type { LookUp, Query } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import { readPayment } from '#operations/payment-view.ts';
import type { WhenGone } from '../staff/confirmations.ts';
import type { Engine } from '../engine/engine.ts';
import { unansweredHolder } from '../acceptance/held.ts';
import { terminalLane } from '../operation/lanes.ts';
import { type LookUpOutcome, type ReadOutcome, customerShown, readRecord } from '../gateway/look-up.ts';
import type { Digests } from '../ports/chance.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { Clock } from '../ports/clock.ts';
import type { Gateway } from '../ports/gateway.ts';
import type { Policy } from '../ports/policy.ts';
import type { ListFilter, Store } from '../ports/store.ts';
import type { Environment, OperationRecord } from '../ports/record.ts';
import { type Asking, type AssignedRequest, assignRequestId } from '../acceptance/request-ids.ts';
import { paymentMoney } from '../payments/shown-sums.ts';
import { differingAlarms } from '../payments/differing.ts';
import { lapsingAlarms } from '../payments/lapsing.ts';
import { refusedAloneAlarms } from '../gateway/refused-alone.ts';
import type { OperationRequest, Submit } from './submit.ts';
import { busyUntilMs, viewOf } from './view.ts';
import { type Changes, atRest, isAnswered, waitUntil } from '../commit/wait-until.ts';

export type Answer =
  /** `repeated`: the same request was accepted before. */
  | { readonly type: 'accepted'; readonly operation: OperationView; readonly repeated: boolean }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type AssignedRequestAnswer =
  | Extract<AssignedRequest, { type: 'submit' }>
  | { readonly type: 'repeated'; readonly operation: OperationView };

/** `clientId`: the program that asks, known by its token. */
export type ProgramSubmission = OperationRequest & { readonly clientId: string };

/** As a look-up tells it, with the sums of what was found. */
export type PaymentOutcome =
  | (Extract<LookUpOutcome, { readonly type: 'found' }> & { readonly sums: PaymentMoney })
  | Extract<LookUpOutcome, { readonly type: 'refused' }>;

export interface Calls {
  /** Why nothing but the status can be answered, or null: the key of a sealed folder is not at hand. */
  refusal(): Refusal | null;
  /** For programs. `whenGone` calls back when the program has left. */
  submit(submission: ProgramSubmission, whenGone?: WhenGone): Promise<Answer>;
  /** The request id for a request in the gateway's own form, or the operation that it repeats. */
  assignRequestId(asking: Asking): AssignedRequestAnswer;
  operation(id: string): OperationView | null;
  /** A page, as the store gives it; null where `after` is no place to go on from. */
  operations(filter: ListFilter): { readonly operations: OperationView[]; readonly next: string | null } | null;
  /**
   * The operation once it has come to rest, or as it stands after `timeoutMs` or when `givenUp` calls back. `answer`:
   * also once the gateway has taken it with an answer that is not final.
   */
  waitFor(
    id: string,
    timeoutMs: number,
    givenUp: (work: () => void) => void,
    until?: 'rest' | 'answer',
  ): Promise<OperationView | null>;
  cancel(id: string, by: string): Promise<Answer>;
  /** The gateway's record of a payment, and its sums as money. */
  payment(lookUp: LookUp): Promise<PaymentOutcome>;
  /** What a query of the registry shows; `fields` fit its input schema. */
  read(query: Query, fields: { readonly [name: string]: string | undefined }): Promise<ReadOutcome>;
  terminals(): JsonObject[];
  status(): JsonObject;
}

export interface CallPorts {
  readonly engine: Omit<Engine, 'submit'>;
  readonly submit: Submit;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly clients: ClientRegistry;
  readonly changes: Pick<Changes<OperationRecord>, 'add'>;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly policy: Policy;
  readonly environment: Environment;
  /** Where the credentials go; null for the sandbox inside this program. */
  readonly destination: JsonObject | null;
  readonly version: string;
}

export function createCalls(ports: CallPorts): Calls {
  const { engine, gateway, store, policy } = ports;
  return {
    refusal: () => null,
    async submit({ clientId, ...request }, whenGone) {
      const acceptance = await ports.submit({ type: 'program', clientId, ...(whenGone && { whenGone }) }, request);
      if (acceptance.type === 'refused') return acceptance;
      return { type: 'accepted', operation: viewOf(acceptance.record, ports), repeated: acceptance.type === 'known' };
    },
    assignRequestId(asking) {
      const assigned = assignRequestId(ports, asking);
      return assigned.type === 'submit' ? assigned : { type: 'repeated', operation: viewOf(assigned.record, ports) };
    },
    operation(id) {
      store.refuseAltered(id);
      const record = store.operation(id);
      return record === null ? null : viewOf(record, ports);
    },
    operations(filter) {
      const page = store.page(filter);
      if (page === null) return null;
      return { operations: page.records.map((record) => viewOf(record, ports)), next: page.next };
    },
    async waitFor(id, timeoutMs, givenUp, until = 'rest') {
      const enough = until === 'rest' ? atRest : isAnswered;
      const record = await waitUntil(ports, () => store.operation(id), timeoutMs, givenUp, enough);
      return record === null ? null : viewOf(record, ports);
    },
    async cancel(id, by) {
      store.refuseAltered(id);
      const outcome = await engine.cancel(id, by);
      if (outcome === null) {
        return { type: 'refused', refusal: { code: 'operation-not-found', detail: `There is no operation ${id}.` } };
      }
      if (outcome.type === 'refused') return outcome;
      return { type: 'accepted', operation: viewOf(outcome.record, ports), repeated: false };
    },
    async payment(lookUp) {
      const outcome = await engine.payment(lookUp);
      if (outcome.type === 'refused') return outcome;
      const view = readPayment(outcome.payment, policy.paymentPaths, policy.answers);
      return { ...outcome, sums: paymentMoney(store, ports.environment.id, view) };
    },
    async read(query, fields) {
      const asking = { ports: { gateway, policy, keyWithheld: engine.keyWithheld() }, connection: engine.connection };
      const outcome = await readRecord(asking, query, fields);
      if (outcome.type === 'found' && query === queries.getCustomer) await rememberCustomerShown(ports);
      return outcome;
    },
    terminals: () => terminalsOf(ports),
    status: () => statusOf(ports),
  };
}

/** Notes that a look-up showed a customer: the positive control for deletions of customers whose answer was lost. */
async function rememberCustomerShown({ store, clock, environment }: CallPorts): Promise<void> {
  if (store.failure() !== null || store.hasControl(environment.id, customerShown)) return;
  await store.transact((tx) => tx.putControl(environment.id, customerShown, 'read', clock.nowMs()));
}

function terminalsOf({ policy, store, clock, environment }: CallPorts): JsonObject[] {
  return policy.terminals.map((id) => {
    const lane = terminalLane(environment.id, id);
    const operationId = store.laneHolder(lane);
    const untilMs = operationId === null ? null : busyUntilMs(store, lane, operationId);
    const busyUntil = untilMs === null ? null : clock.iso(untilMs);
    const heldUntil = unansweredHolder(store, lane) === null ? null : busyUntil;
    return { id, busy: operationId !== null, operationId, busyUntil, heldUntil };
  });
}

function statusOf({ engine, store, clock, environment, destination, version, policy }: CallPorts): JsonObject {
  const here = store.counts(environment.id);
  const all = store.counts(null);
  const trouble = store.failure() ?? store.blocked();
  const { state, sinceMs, reason, credentials } = engine.connection.status();
  const withheld = engine.keyWithheld();
  const elsewhere = states.filter((each) => !isFinal(each)).reduce((sum, each) => sum + all[each] - here[each], 0);
  return {
    product: 'Tillbridge',
    version,
    mode: environment.mode,
    gateway: environment.root,
    merchantId: environment.merchantId,
    destination,
    sealed: false,
    paused: engine.paused(),
    accepting: trouble === null && engine.paused() === null,
    connection: { state, since: clock.iso(sinceMs), reason },
    credentials:
      withheld === null
        ? { state: credentials, message: credentialWords[credentials] }
        : { state: 'destination-changed', message: withheld },
    waiting: here.accepted,
    inDoubt: here.unknown + here.pending,
    needsPerson: here['needs-person'],
    otherEnvironments: elsewhere,
    queueLimit: policy.queueLimit,
    operations: countsAsJson(here),
    alarms: [
      ...(withheld === null ? [] : [{ code: 'destination-changed', message: withheld } satisfies Alarm]),
      ...alarmsOf(trouble, engine.paused(), state, withheld === null ? credentials : 'unchecked', here, elsewhere),
      ...terminalAlarms(environment, policy),
      ...lapsingAlarms({ store, clock, environment, policy }),
      ...refusedAloneAlarms({ store, clock, environment, policy }),
      ...differingAlarms({ store, environment }),
    ],
  };
}

const credentialWords = {
  unchecked: 'The merchant id and the API key have not been used since the start.',
  accepted: 'The gateway accepts the merchant id and the API key.',
  refused:
    'The gateway refuses the merchant id or the API key. What waits stays and is sent once they are put right. ' +
    'Check both (headless: --merchant-id and TILLBRIDGE_API_KEY).',
} as const;

function countsAsJson(counts: { [state in State]: number }): JsonObject {
  return Object.fromEntries(states.map((state) => [state, counts[state]]));
}

/** Without a list of its own the till sends every terminal that a program names, a misspelled one too. */
function terminalAlarms({ mode }: CallPorts['environment'], { terminals }: CallPorts['policy']): Alarm[] {
  if (mode === 'training' || terminals.length > 0) return [];
  const message =
    'The settings name no terminal, so every posTerminalId that a program sends goes to the gateway, a misspelled one ' +
    'too. Name the terminals of this till (Settings, Shop; headless: --terminal ID).';
  return [{ code: 'no-terminals', message }];
}

function alarmsOf(
  failure: string | null,
  paused: string | null,
  connection: string,
  credentials: keyof typeof credentialWords,
  counts: { [state in State]: number },
  elsewhere: number,
): Alarm[] {
  const alarms: Alarm[] = [];
  if (failure !== null) alarms.push({ code: 'storage-failed', message: failure });
  if (paused !== null) alarms.push({ code: 'paused', message: paused });
  if (credentials === 'refused') alarms.push({ code: 'credentials-refused', message: credentialWords.refused });
  if (connection === 'offline') {
    const message = 'The gateway cannot be reached. What may wait is kept and sent when the connection is back.';
    alarms.push({ code: 'offline', message });
  }
  if (counts['needs-person'] > 0) {
    const message = `${counts['needs-person']} operations need a person to decide. Do not repeat them.`;
    alarms.push({ code: 'needs-person', message });
  }
  if (elsewhere > 0) {
    const message = `${elsewhere} operations belong to another gateway, merchant or mode and wait for it.`;
    alarms.push({ code: 'other-environment', message });
  }
  return alarms;
}
