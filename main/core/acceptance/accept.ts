// Acceptance: everything that can be refused is refused here, before anything is stored; then operation, request id
// and journal record become durable in one transaction, together with the intent where it can be sent at once.
// Only then does the caller get an answer.
import {
  type FieldIssue,
  fieldIssues,
  issueInWords,
  issuesToTell,
  messagesOf,
  ruleIssue,
} from '#contract/data/issue-words.ts';
import { type JsonObject, canonicalJson, textAt, valueAt, without } from '#contract/data/json.ts';
import { type Refusal, refuse, type Refused } from '#contract/programs/problems.ts';
import { tipChosen } from '#contract/money/tip.ts';
import type { Command, PaymentRef } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { accessRefusal } from './access.ts';
import { acceptedData, commitIntent } from '../commit/commit.ts';
import type { Connection } from '../gateway/connection.ts';
import { creditRefusal } from '../sale/credits.ts';
import { creationOf, demandRefusal } from './creation.ts';
import { newRefNr } from '../operation/facts.ts';
import { freeTextIssues, lineIssue, requestIdIssue } from '../sensitive-data/free-text.ts';
import { choiceIn } from './dcc.ts';
import { guardRefusal } from './guards.ts';
import { heldRefusal, paymentHeldRefusal, unansweredHolder, withRetryAfter } from './held.ts';
import { knownPayment, paymentLane, terminalLane } from '../operation/lanes.ts';
import { merchantIssue, spellingIssues } from '../sensitive-data/other-spellings.ts';
import { restingRefusal } from './pause.ts';
import type { Digests } from '../ports/chance.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import { type KnownPayment, type OperationRecord, type Origin, bodyRequest } from '../ports/record.ts';
import { type Claimed, type RefundClaims, claimRefusal, dropClaim } from './refund-claims.ts';
import { approvalRefusal, refundDay, refundLimitRefusal, refunderOf } from './refund-limit.ts';
import { bodyText } from '../operation/requests.ts';
import { type Links, linksOf } from '../sale/links.ts';
import { type FirstLookUpOutcome, madeElsewhere } from '../payments/look-first.ts';
import { otherPaymentRefusal, spellingRefusal } from './other-payment.ts';
import { instantOf } from '../operation/moment.ts';
import { lastTry } from './tries.ts';
import { heldLanes } from '../sale/same-sale.ts';
import { lanesByNumber } from '../sale/trace-number.ts';
import { partRefusal } from '../sale/tender.ts';

export interface Submission {
  readonly kind: string;
  readonly input: JsonObject;
  readonly requestId: string;
  readonly origin: Pick<Origin, 'type' | 'clientId'> & Partial<Origin>;
  /** The operation that this one is a new try of. */
  readonly replaces?: string | null;
  /** The sale whose rest this one takes. */
  readonly partOf?: string | null;
  /** The sale whose money this one gives back at the terminal. */
  readonly refundOf?: string | null;
  /** What a refund is for: the ERP's line, or the slip's id. */
  readonly line?: string | null;
  /** False: it is sent within its deadline or not at all, also where its kind may wait. */
  readonly mayWait?: boolean;
  /** Whether the program handles partial approvals. */
  readonly takesPartial?: boolean;
}

export type Acceptance =
  /** In state `sending` its intent is durable and it must be sent now. */
  | { readonly type: 'new'; readonly record: OperationRecord }
  /** The same request was accepted before. */
  | { readonly type: 'known'; readonly record: OperationRecord }
  | Refused;

interface AcceptPorts {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  /** Counts this operation as under way; says whether there was room for it. */
  readonly reserve: (id: string) => boolean;
  /** Takes that back where it is not sent now. */
  readonly unreserve: (id: string) => void;
  readonly stopping: () => boolean;
  /** Looks up its payment where others may have moved money of it; one that another made only where that is wanted. */
  readonly lookUpFirst: (command: Command, input: JsonObject, elsewhere: boolean) => Promise<FirstLookUpOutcome>;
  /** Null: refunds are claimed nowhere. */
  readonly claims: RefundClaims | null;
  /** Bodies with secret fields, by operation id: in memory only, and there before the operation can be sent. */
  readonly secretBodies: Map<string, string>;
}

interface Prepared {
  readonly type: 'prepared';
  readonly command: Command;
  readonly input: JsonObject;
  /** The exact body that is sent. */
  readonly body: string;
  readonly laneless: LanelessDraft;
}

export async function accept(context: AcceptPorts, submission: Submission): Promise<Acceptance> {
  const { claims } = context;
  if (claims === null || !claims.areWanted()) return acceptNow(context, submission);
  const { origin, requestId } = submission;
  return claims.inTurn(`${origin.clientId}\n${requestId}`, () => acceptNow(context, submission));
}

async function acceptNow(context: AcceptPorts, submission: Submission): Promise<Acceptance> {
  const prepared = await prepare(context, submission);
  if (prepared.type !== 'prepared') return prepared;
  const { command, input, body } = prepared;
  const { store } = context.ports;
  const claimed = await claim(context, prepared);
  if (claimed.type === 'refused') return claimed;
  const isClaimed = claimed.type === 'granted' || claimed.type === 'away';
  const laneless = isClaimed ? { ...prepared.laneless, claim: claimed.type } : prepared.laneless;
  if (laneless.hasSecrets) context.secretBodies.set(laneless.id, body);
  try {
    const acceptance = await store.transact((tx) => {
      const made = commitAcceptance(context, tx, command, laneless, input, claimed);
      if (made.type !== 'new' && isClaimed) dropClaim(tx, laneless.id, context.ports.clock.nowMs());
      return made;
    });
    if (acceptance.type !== 'new') context.secretBodies.delete(laneless.id);
    if (acceptance.type !== 'new' || acceptance.record.state !== 'sending') context.unreserve(laneless.id);
    return acceptance;
  } catch (error) {
    context.secretBodies.delete(laneless.id);
    context.unreserve(laneless.id);
    throw error;
  }
}

/** Asks the office only for what this till would accept. */
async function claim(
  { ports, claims }: AcceptPorts,
  { command, input, laneless }: Prepared,
): Promise<Claimed | Refused> {
  if (claims === null || claims.toClaim(command, input, laneless.isUnseen) === null) return { type: 'none' };
  const { store } = ports;
  const { draft, refusal } = store.strictly(() => judged(ports, store, command, laneless, input));
  return refusal === null ? claims.claimFor(command, draft, input) : { type: 'refused', refusal };
}

/** What `accept` would answer now; null where it would accept. Stores nothing. */
export async function examine(context: AcceptPorts, submission: Submission): Promise<Known | null> {
  const prepared = await prepare(context, submission);
  if (prepared.type !== 'prepared') return prepared;
  const { store } = context.ports;
  // The same request may have been accepted during the connection check; `judged` would refuse its repeat.
  const before = repeated(store, submission, prepared.laneless.requestDigest);
  if (before !== null) return before;
  const { command, laneless, input } = prepared;
  const { refusal } = store.strictly(() => judged(context.ports, store, command, laneless, input));
  return refusal === null ? null : { type: 'refused', refusal };
}

/** Keyed, so that the digest shows nothing of the request. */
export function digestOf(
  digests: Digests,
  { kind, input, line = null }: Pick<Submission, 'kind' | 'input' | 'line'>,
): string {
  return digests.keyed(canonicalJson({ kind, input, ...(line === null ? {} : { line }) }));
}

/** All checks and look-ups before the transaction. */
async function prepare(context: AcceptPorts, submission: Submission): Promise<Prepared | Known> {
  const { ports, connection, stopping, lookUpFirst } = context;
  const command = commandOf(submission.kind);
  if (command === null) {
    return refuse('unknown-kind', `There is no kind of operation named ${submission.kind}.`);
  }
  const digest = digestOf(ports.digests, submission);
  const before = repeated(ports.store, submission, digest);
  if (before !== null) return before;

  const unfit = hostRefusal(ports, stopping);
  if (unfit !== null) return { type: 'refused', refusal: unfit };
  const parsed = parse(ports, command, submission);
  if ('refusal' in parsed) return { type: 'refused', refusal: parsed.refusal };
  const { input } = parsed;
  const links = ports.store.strictly(() => linksOf(ports.store, submission));
  if (links.type === 'contrary') return { type: 'refused', refusal: links.refusal };
  const interactive = submission.mayWait === false || !mayWait(ports, command, input);
  if (interactive && typeof ports.keyWithheld === 'string')
    return { type: 'refused', refusal: withheldRefusal(ports.keyWithheld) };
  if (interactive && !(await connection.check())) {
    // The first of two presses may have been accepted during the second one's connection check.
    return repeated(ports.store, submission, digest) ?? { type: 'refused', refusal: offline(ports, command, input) };
  }
  const { isSeen, otherPayId } = await lookUpFirst(command, input, interactive);
  if (otherPayId !== null && textAt(input, 'payId') !== null)
    return { type: 'refused', refusal: otherPaymentRefusal(otherPayId) };
  const body = bodyText(command, input);
  const isUnseen = !isSeen && command.claim(input) === 'reversal';
  const drafted = { input, body, requestDigest: digest, interactive, isUnseen, links: links.links };
  const laneless = draftOf(ports, command, submission, drafted);
  return { type: 'prepared', command, input, body, laneless };
}

type Known = Exclude<Acceptance, { type: 'new' }>;

function repeated(reads: Pick<StoreWrites, 'byRequest'>, submission: Submission, digest: string): Known | null {
  const record = reads.byRequest(submission.origin.clientId, submission.requestId);
  if (record === null) return null;
  if (record.requestDigest === digest)
    return { type: 'known', record: lastTry(reads, submission.origin.clientId, record) };
  const detail = 'This request id was used with another kind or body. Use a new id for a new request.';
  return refuse('request-id-reused', detail, { operationId: record.id });
}

function hostRefusal(ports: EnginePorts, stopping: () => boolean): Refusal | null {
  const failure = ports.store.failure() ?? ports.store.blocked();
  if (failure !== null) return { code: 'storage-failed', detail: failure };
  const pause = ports.pause.reason();
  if (pause !== null) return { code: 'paused', detail: pausedWords(pause) };
  return stopping() ? { code: 'stopping', detail: 'The bridge is stopping. Try again when it is back.' } : null;
}

function pausedWords(reason: string): string {
  return `${reason} Nothing is sent until a manager has made sure that no other copy is in use, and says so.`;
}

function withheldRefusal(why: string): Refusal {
  return { code: 'destination-changed', detail: `${why} Nothing was stored or sent.` };
}

/** Says whose word it is that nothing waits: the kind's, the shop's or the program's. */
function offline(ports: EnginePorts, command: Command, input: JsonObject): Refusal {
  let why = 'this operation cannot wait';
  if (mayWait(ports, command, input)) why = 'operations of this program do not wait here (waitsOffline)';
  else if (command.waits(input) === 'if-shop-allows') why = 'a reversal does not wait in this shop (reversalMayWait)';
  return { code: 'offline', detail: `The gateway cannot be reached, and ${why}. Nothing was stored or sent.` };
}

function mayWait({ policy }: EnginePorts, command: Command, input: JsonObject): boolean {
  const waits = command.waits(input);
  return waits === 'always' || (waits === 'if-shop-allows' && policy.reversalMayWait);
}

function parse(
  ports: EnginePorts,
  command: Command,
  submission: Submission,
): { readonly input: JsonObject } | { readonly refusal: Refusal } {
  const { input: raw, requestId, line = null } = submission;
  // A wrong merchant or terminal is reported alone: the request was meant for another till.
  const elsewhere = [merchantIssue(raw, ports.environment), terminalIssue(raw, ports.policy)].filter(
    (each) => each !== null,
  );
  if (elsewhere.length > 0) return { refusal: inputRefusal(elsewhere) };
  const result = command.input.safeParse(raw, { error: issueInWords, reportInput: true });
  const issues = fieldIssues(result.error?.issues ?? []);
  const id = requestIdIssue(requestId, ports.policy);
  if (id !== null) issues.push(id);
  const wrongLine = line === null ? null : lineIssue(line, ports.policy);
  if (wrongLine !== null) issues.push(wrongLine);
  const tip = tipIssue(submission, ports.policy);
  if (tip !== null) issues.push(tip);
  const idRules = {
    idsMayLookLikeCards: ports.policy.idsMayLookLikeCards,
    isPayment: (payId: string) => ports.store.payment(ports.environment.id, payId) !== null,
  };
  issues.push(...freeTextIssues(raw, ports.environment.mode, command.secretFields(raw), idRules));
  const { dcc, terminalFields } = ports.policy;
  const choice =
    dcc.fields !== null && result.success && command.takesDcc(result.data) ? Object.values(dcc.fields) : [];
  const named = [...choice, ...(command.othersAreNamed ? terminalFields : [])];
  issues.push(...spellingIssues(command, raw, named));
  if (!result.success || issues.length > 0) return { refusal: inputRefusal(issues) };
  const completion = {
    localDateTime: ports.clock.localDateTime(),
    refNr: newRefNr(ports.clock.nowMs(), ports.chance.hex128()),
    currency: ports.policy.shopCurrency,
  };
  return { input: command.complete(result.data, completion) };
}

/**
 * What is booked as a tip is not the shop's. A program asks its customers itself; the rest of a sale keeps the tip that
 * was chosen when it began.
 */
function tipIssue({ input, origin, partOf = null }: Submission, { asksForTips }: EnginePorts['policy']) {
  if (asksForTips || origin.type === 'erp' || partOf !== null || tipChosen(input) === 0) return null;
  return { field: 'tipMinor', ...ruleIssue(tipWords) };
}

const tipWords = 'must not be given: this till asks for no tips (tipPercentages)';

function terminalIssue(raw: JsonObject, { terminals }: EnginePorts['policy']): FieldIssue | null {
  const terminalId = textAt(raw, 'posTerminalId');
  if (terminals.length === 0 || terminalId === null || terminals.includes(terminalId)) return null;
  const known = terminals.join(', ');
  const message = `is not a terminal of this till; it has ${known}`;
  return { field: 'posTerminalId', code: 'not-our-terminal', params: { terminals: known }, message };
}

function inputRefusal(found: readonly FieldIssue[]): Refusal {
  const issues = issuesToTell(found);
  const errors = messagesOf(issues);
  const more = found.length > issues.length ? `, and ${found.length - issues.length} more` : '';
  const detail = `Nothing was stored. Correct: ${Object.keys(errors).join(', ')}${more}.`;
  return { code: 'invalid-input', detail, errors, issues };
}

type Draft = Omit<OperationRecord, 'seq'>;

/** Without payId and lanes, which are found in the transaction: another commit may come between. */
type LanelessDraft = Omit<Draft, 'payId' | 'lanes'>;

interface Drafted {
  readonly input: JsonObject;
  readonly body: string;
  readonly requestDigest: string;
  readonly interactive: boolean;
  readonly isUnseen: boolean;
  readonly links: Links;
}

function draftOf(
  ports: EnginePorts,
  command: Command,
  submission: Submission,
  { input, body, requestDigest, interactive, isUnseen, links }: Drafted,
): LanelessDraft {
  const { clock, chance, digests, environment, policy } = ports;
  const nowMs = clock.nowMs();
  const terminalId = command.terminalId(input);
  const amount = command.amount(input);
  const secretFields = command.secretFields(input);
  const stored = without(input, secretFields);
  return {
    id: chance.operationId(),
    kind: command.kind,
    state: 'accepted',
    revision: 1,
    requestId: submission.requestId,
    requestDigest,
    origin: { operator: null, approvedBy: null, ...submission.origin },
    environmentId: environment.id,
    input: stored,
    bodyDigest: digests.keyed(body),
    hasSecrets: secretFields.some((path) => valueAt(input, path) !== undefined),
    key: command.keyed ? chance.hex128() : null,
    transId: textAt(input, 'transId'),
    refNr: textAt(input, 'refNr'),
    terminalId,
    amount: amount === null ? null : { value: amount.value, currency: amount.currency },
    approved: null,
    takesPartial: submission.takesPartial ?? false,
    interactive,
    sendByMs: interactive ? clock.lateMs() + policy.sendDeadlineMs : null,
    attempts: [],
    lookUps: { count: 0, absences: 0, failures: 0, lastAtMs: null },
    replaces: submission.replaces ?? null,
    ...links,
    ...(isUnseen ? { isUnseen } : {}),
    decisions: [],
    xIds: [],
    result: null,
    answerStatus: null,
    failure: null,
    refusedSinceMs: null,
    doubt: null,
    doubtSinceMs: null,
    nextAtMs: nowMs,
    processingUntilMs: nowMs,
    terminalUntilMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** Inside the transaction: checks again what may have changed meanwhile, then writes all of it or nothing. */
function commitAcceptance(
  context: AcceptPorts,
  tx: StoreWrites,
  command: Command,
  laneless: LanelessDraft,
  input: JsonObject,
  claimed: Claimed,
): Acceptance {
  const { ports, connection, claims } = context;
  const before = repeated(tx, draftSubmission(laneless), laneless.requestDigest);
  if (before !== null) return before;
  const { draft, day, refusal: orders } = tx.strictly(() => judged(ports, tx, command, laneless, input));
  const toClaim = claims?.toClaim(command, input, laneless.isUnseen, tx) ?? null;
  const refusal = orders ?? claimRefusal(claimed, toClaim, ports.clock.lateMs());
  if (refusal !== null) return { type: 'refused', refusal };

  const createsPayment = command.createsPayment(draft.input);
  const marks = {
    createsPayment,
    claim: command.claim(draft.input),
    refundDay: day,
    refunder: refunderOf(draft.origin),
  };
  const { seq, free } = tx.insert(draft, marks);
  const record: OperationRecord = { ...draft, seq };
  tx.journal({
    type: 'accepted',
    operationId: record.id,
    atMs: record.createdAtMs,
    data: acceptedData(record, ports.environment.mode),
    personal: { request: record.requestDigest },
    // An id that the bridge made of the body is not journalled, so that erasing can remove it.
    ...(record.requestId.startsWith(bodyRequest)
      ? {}
      : { asked: { clientId: record.origin.clientId, requestId: record.requestId } }),
  });
  // For an interactive operation the connection was just checked; refused credentials fail it at once.
  const may = record.interactive ? connection.status().state === 'online' : connection.maySend();
  // What can wait looks at a payment of others when its turn comes, within the limit of what is under way.
  const looksFirst = !record.interactive && madeElsewhere(tx, record.environmentId, command, record.input) !== null;
  // An interactive one has its place whatever happens; its reservation keeps the others within the limit.
  const now = free && may && !looksFirst && (context.reserve(record.id) || record.interactive);
  if (!now) return { type: 'new', record };
  return { type: 'new', record: commitIntent(tx, command, record, instantOf(ports.clock), ports.policy) };
}

interface Judged {
  readonly draft: Draft;
  /** The day that it counts for among the refunds of the program or person that asks, or null. */
  readonly day: string | null;
  readonly refusal: Refusal | null;
}

/** Finds its lanes, and why it is refused, if it is, by what is stored now. */
function judged(
  ports: EnginePorts,
  reads: StoreReads,
  command: Command,
  laneless: LanelessDraft,
  input: JsonObject,
): Judged {
  const ref = command.payment(input);
  // What makes a payment is another one than any that is known, also where another till chose the same transId before.
  const isNew = ref === null || command.createsPayment(input);
  const known = isNew ? null : knownPayment(reads, laneless.environmentId, ref);
  const demands = command.demands(input, creationOf(reads, laneless.environmentId, known));
  const dcc = choiceIn(reads, ports, command, laneless);
  const endsMs = dcc.type === 'choice' ? ports.clock.lateMs() + dcc.leftMs : null;
  const inLanes = withLanes(reads, command, laneless, ref, known, [demands.sendByMs, endsMs]);
  const draft = dcc.type === 'choice' ? { ...inLanes, dcc: dcc.choice } : inLanes;
  const day = refundDay(reads, ports.clock, command, draft);
  const refusal =
    accessRefusal(reads, ports, command, draft, input, known) ??
    restingRefusal(reads, ports, draft) ??
    heldRefusal(reads, ports, draft) ??
    demandRefusal(demands, ports.clock.lateMs()) ??
    (dcc.type === 'refused' ? dcc.refusal : null) ??
    spellingRefusal(reads, draft.environmentId, ref) ??
    guardRefusal(reads, command, draft, known) ??
    paymentHeldRefusal(reads, ports, command, draft) ??
    partRefusal(reads, command, draft) ??
    creditRefusal(reads, command, draft) ??
    refundLimitRefusal(reads, ports, command, draft, known, day) ??
    approvalRefusal(reads, ports, command, draft) ??
    fullRefusal(reads, ports, draft);
  return { draft, day, refusal: withRetryAfter(reads, ports, refusal) };
}

function withLanes(
  reads: StoreReads,
  command: Command,
  laneless: LanelessDraft,
  ref: PaymentRef | null,
  known: KnownPayment | null,
  ends: readonly (number | null)[],
): Draft {
  const { environmentId, terminalId } = laneless;
  const lane = terminalId === null ? null : terminalLane(environmentId, terminalId);
  // A question about the terminal itself may be asked while its last command is not answered.
  const beside = lane !== null && command.asksTerminal(laneless.input) && unansweredHolder(reads, lane) !== null;
  const deadlines = [laneless.sendByMs, ...ends].filter((each) => each !== null);
  return {
    ...laneless,
    sendByMs: deadlines.length === 0 ? null : Math.min(...deadlines),
    payId: ref?.by === 'payId' ? ref.payId : (known?.payId ?? null),
    lanes: [
      ...(ref === null ? [] : [paymentLane(environmentId, ref, known)]),
      ...lanesByNumber(command, laneless, known),
      ...(known === null ? [] : heldLanes(reads, known).filter((each) => each !== known.lane)),
      ...(lane === null || beside ? [] : [lane]),
    ],
  };
}

function draftSubmission(draft: LanelessDraft): Submission {
  return { kind: draft.kind, input: draft.input, requestId: draft.requestId, origin: draft.origin };
}

/** One program fills half of the queue, all programs together three quarters: the window always finds room. */
function fullRefusal(reads: StoreReads, { policy }: EnginePorts, draft: Draft): Refusal | null {
  if (draft.interactive) return null;
  const { environmentId, origin } = draft;
  const isProgram = origin.type === 'erp';
  const forAll = Math.ceil(policy.queueLimit * (isProgram ? 0.75 : 1));
  const waiting = reads.counts(environmentId).accepted;
  if (waiting >= forAll) return queueFull(`${waiting} operations are waiting already.`, forAll);
  const forOne = Math.ceil(policy.queueLimit / 2);
  // Fewer than a share wait in all: they need not be counted one by one.
  if (!isProgram || waiting < forOne || reads.waitingOf(environmentId, origin.clientId, forOne) < forOne) return null;
  return queueFull(`${forOne} operations of this program are waiting already.`, forOne);
}

function queueFull(why: string, limit: number): Refusal {
  return { code: 'queue-full', detail: `${why} Nothing was stored; try again later.`, facts: { limit } };
}
