// A shop's past for the fake: as many operations as wanted, of every kind and state, each time the same.
import { type JsonObject, textAt, without } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { DoubtMark } from '#contract/operation/doubt.ts';
import type { Failure } from '#contract/operation/failure.ts';
import type { OfferView, OperationOrigin, OperationView } from '#contract/operation/operation.ts';
import { type State, isFinal } from '#contract/operation/states.ts';
import type { Decision, Person } from '#contract/people/people.ts';
import { acceptedData, commitChange, commitIntent, commitTerminalEnd } from '#core/commit/commit.ts';
import type { Change } from '#core/operation/change.ts';
import { knownPayment, paymentLane, terminalLane } from '#core/operation/lanes.ts';
import { bodyText } from '#core/operation/requests.ts';
import type { Offer, OperationRecord, Origin } from '#core/ports/record.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { approved } from '../gateway/answers.ts';
import { openHosted } from '../gateway/hosted.ts';
import { seedWords } from './seed-words.ts';
import type { World } from '../world.ts';

const minuteMs = 60_000;

interface Draft {
  readonly kind: string;
  readonly state: State;
  readonly input: JsonObject;
}

function draftOf(world: World, index: number): Draft {
  const { order } = seedWords(world);
  const value = 390 + ((index * 7_919) % 48_000);
  const amount = { value, currency: 'EUR' };
  const transId = `S-2026-${String(index).padStart(6, '0')}`;
  const terminal = { posTerminalId: index % 3 === 0 ? 'T-2' : 'T-1', refNr: `${order} ${40_000 + index}` };
  if (index % 11 === 10) {
    return {
      kind: 'refund',
      state: 'succeeded',
      input: { payId: `PAY-seed-${index - 1}`, transId: `R-${index}`, amount: { value: 120, currency: 'EUR' } },
    };
  }
  const messageType = index % 17 === 5 ? 'AUTHORISATION_OR_RESERVATION' : 'SALE';
  // What the next one refunds was paid.
  const state: State = index % 9 === 4 && index % 11 !== 9 ? 'failed' : 'succeeded';
  return { kind: 'cloud-pos', state, input: { messageType, transId, amount, ...terminal } };
}

/** Every seventh was asked for by the shop's program. */
function byProgram(id: string): boolean {
  return id.startsWith('open-waiting') || Number(/\d+$/.exec(id)?.[0] ?? '1') % 7 === 0;
}

/** What a draft may say besides, as the window sees it. */
export interface Placed {
  readonly origin?: OperationOrigin;
  /** One that the window took begins with `window-`. */
  readonly requestId?: string;
  readonly doubt?: {
    readonly code: 'no-answer' | 'http-status';
    readonly status?: number;
    readonly asksAgain: boolean;
  };
  readonly lookUps?: number;
  readonly decisions?: OperationView['decisions'];
  readonly result?: JsonObject | null;
  readonly failure?: Failure;
  /** What was approved, where it is not what was asked for. */
  readonly approved?: Money;
  /** What was seen of a payment that a customer is to make; what differs was not seen by a person. */
  readonly offer?: OfferView;
}

/** Puts an operation into the store as the engine's own functions leave it, so many minutes ago. */
export function place(
  world: World,
  id: string,
  { kind, state, input }: Draft,
  ageMinutes: number,
  part: Placed = {},
): OperationView {
  const { till } = world;
  const { tables, tx, environment, policy, digests } = till;
  const command = commandOf(kind);
  if (command === null) throw new Error(`There is no kind of operation named ${kind}.`);
  const nowMs = Math.floor(world.now() - ageMinutes * minuteMs);
  const ref = command.payment(input);
  const known = ref === null || command.createsPayment(input) ? null : knownPayment(tx, environment.id, ref);
  const terminalId = command.terminalId(input);
  const amount = command.amount(input);
  const waits = command.waits(input);
  const mayWait = waits === 'always' || (waits === 'if-shop-allows' && policy.reversalMayWait);
  const marks = {
    createsPayment: command.createsPayment(input),
    claim: command.claim(input),
    refundDay: null,
    refunder: 'window',
  };
  const draft: Omit<OperationRecord, 'seq'> = {
    id,
    kind,
    state: 'accepted',
    revision: 1,
    requestId: part.requestId ?? `erp-${id}`,
    requestDigest: id,
    origin: originOf(world, id, part.origin),
    environmentId: environment.id,
    input: without(input, command.secretFields(input)),
    bodyDigest: digests.keyed(bodyText(command, input)),
    hasSecrets: false,
    key: command.keyed ? id : null,
    transId: textAt(input, 'transId'),
    payId: ref?.by === 'payId' ? ref.payId : (known?.payId ?? null),
    refNr: textAt(input, 'refNr'),
    terminalId,
    amount: amount === null ? null : { value: amount.value, currency: amount.currency },
    approved: null,
    takesPartial: false,
    lanes: [
      ...(ref === null ? [] : [paymentLane(environment.id, ref, known)]),
      ...(terminalId === null ? [] : [terminalLane(environment.id, terminalId)]),
    ],
    interactive: !mayWait,
    sendByMs: null,
    attempts: [],
    lookUps: { count: 0, absences: 0, failures: 0, lastAtMs: null },
    replaces: null,
    decisions: [],
    xIds: [],
    result: null,
    answerStatus: null,
    failure: null,
    refusedSinceMs: null,
    doubt: null,
    doubtSinceMs: null,
    // What waits here waits through the whole test: the gateway asked for time.
    nextAtMs: state === 'accepted' ? Math.floor(world.now()) + dayMs : nowMs,
    processingUntilMs: nowMs,
    terminalUntilMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const { seq } = tx.insert(draft, marks);
  const accepted: OperationRecord = { ...draft, seq };
  const data = acceptedData(accepted, environment.mode);
  tx.journal({ type: 'accepted', operationId: id, atMs: nowMs, data });
  if (state !== 'accepted') settle(world, command, accepted, state, part);
  const record = tx.operation(id) ?? accepted;
  tables.undo.forget();
  return till.view(record);
}

/** Sends it, and brings it to the state in which it is to be found. */
function settle(world: World, command: Command, accepted: OperationRecord, state: State, part: Placed): void {
  const { tx, policy } = world.till;
  const nowMs = accepted.createdAtMs;
  const sent = commitIntent(tx, command, accepted, { nowMs, lateMs: nowMs, wallMs: nowMs }, policy);
  if (state === 'sending') return;
  const { failure, approved: other, offer } = part;
  const money = other === undefined ? {} : { approved: other };
  const next = commitChange(tx, command, sent, { ...outcome(), ...money }, nowMs);
  const { terminalUntilMs } = next;
  if (terminalUntilMs !== null && terminalUntilMs <= world.now() && !isFinal(next.state)) {
    commitTerminalEnd(tx, next, nowMs);
  }
  const beside = {
    ...(part.decisions === undefined ? {} : { decisions: decisionsOf(world, part.decisions) }),
    ...(offer === undefined ? {} : { offer: offerOf(offer, nowMs, Math.floor(world.now())) }),
  };
  const record = tx.operation(sent.id);
  if (record === null || Object.keys(beside).length === 0) return;
  tx.update({ ...record, ...beside, revision: record.revision + 1 });

  function outcome(): Change {
    const atWork = { processingUntilMs: nowMs + policy.processingMs, terminalUntilMs: nowMs + policy.processingMs };
    if (state === 'succeeded') {
      const body = part.result === undefined ? approved(world, accepted, other ?? null) : part.result;
      openHosted(world, accepted);
      return { state, event: 'succeeded', fate: 'settled', result: body, answerStatus: command.successStatus };
    }
    if (state === 'failed') return { state, event: 'failed', fate: 'settled', failure: failure ?? declined };
    const { code = 'no-answer', status = 502, asksAgain = state === 'unknown' } = part.doubt ?? {};
    const doubt: DoubtMark = code === 'http-status' ? `http-status: ${status}` : code;
    const count = part.lookUps ?? 0;
    const lastAtMs = count === 0 ? null : Math.floor(world.now()) - minuteMs;
    const lookUps = { count, absences: 0, failures: 0, lastAtMs };
    const nextAtMs = Math.floor(world.now()) + (asksAgain ? minuteMs : dayMs);
    const event = state as Change['event'];
    return { state, event, fate: 'unresolved', reason: doubt, doubt, lookUps, nextAtMs, ...atWork };
  }
}

const dayMs = 86_400_000;
const declined: Failure = { code: 'declined', message: 'It was declined. No money was moved.', status: 422 };

function offerOf(view: OfferView, sinceMs: number, nowMs: number): Offer {
  const { state, shown, paidAgain, over = false, lookUps, nextLookUpAt } = view;
  const again = paidAgain?.map((each) => ({ ...each, state: 'paid' as const, counted: true }));
  const isOther = state === 'differs' || again !== undefined;
  const differs = { shown: shown ?? null, counted: true, unseenSinceMs: nowMs, ...(again && { again }) };
  return {
    state,
    ...(isOther ? { differs } : {}),
    sinceMs,
    untilMs: over ? sinceMs : null,
    lookUps,
    lastLookUpMs: over ? nowMs : null,
    nextLookUpMs: nextLookUpAt === null ? null : Date.parse(nextLookUpAt),
  };
}

function originOf(world: World, id: string, shown: OperationOrigin | undefined): Origin {
  const nobody = { operator: null, approvedBy: null };
  const cashier: OperationOrigin = { type: 'cashier' };
  const program: OperationOrigin = { type: 'erp', clientId: 'erp', client: seedWords(world).program };
  const given = shown ?? (byProgram(id) ? program : cashier);
  if (given.type === 'cashier') {
    const operator = given.operator === undefined ? null : personNamed(world, given.operator);
    return { type: 'cashier', clientId: 'window', ...nobody, operator };
  }
  if (given.client !== null) world.programNames.set(given.clientId, given.client);
  return { type: 'erp', clientId: given.clientId, ...nobody };
}

function personNamed({ operators }: World, name: string): Person {
  const known = operators.find((each) => each.name === name);
  return known === undefined ? { id: name, name, role: 'cashier' } : { id: known.id, name, role: known.role };
}

function decisionsOf(world: World, said: NonNullable<OperationView['decisions']>): Decision[] {
  return said.map(({ by, at, outcome, reason, evidence }) => ({
    outcome,
    reason,
    evidence,
    by: personNamed(world, by),
    atMs: Date.parse(at),
  }));
}

/** `count` final operations, the newest some minutes old. */
export function seedPast(world: World, count: number): void {
  for (let index = 0; index < count; index += 1)
    place(world, `seed-${index}`, draftOf(world, index), (count - index) * 3 + 2);
}

/** One of each that is still open: waiting, unknown, needs a person. */
export function seedOpen(world: World): void {
  const { order, goodsBack } = seedWords(world);
  const refundOf = (value: number, payId: string, refNr: string) => ({
    kind: 'refund',
    input: { payId, transId: `R-2026-${refNr.replaceAll(/\D/g, '')}`, refNr, amount: { value, currency: 'EUR' } },
  });
  const sale = {
    messageType: 'SALE',
    transId: 'S-2026-900001',
    posTerminalId: 'T-2',
    refNr: `${order} 40991`,
    amount: { value: 4_590, currency: 'EUR' },
  };
  const asked = { ...sale, transId: 'S-2026-900000', refNr: `${order} 40977` };
  place(world, 'open-person', { kind: 'cloud-pos', state: 'needs-person', input: asked }, 64, { lookUps: 9 });
  place(world, 'open-unknown', { kind: 'cloud-pos', state: 'unknown', input: sale }, 6, { lookUps: 3 });
  place(world, 'open-waiting-1', { ...refundOf(500, 'PAY-seed-0', `${goodsBack} 118`), state: 'accepted' }, 12);
  place(world, 'open-waiting-2', { ...refundOf(1_250, 'PAY-seed-1', `${goodsBack} 119`), state: 'accepted' }, 9);
}
