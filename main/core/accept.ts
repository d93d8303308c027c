// Acceptance: everything that can be refused is refused here, before anything is stored; then operation, request id
// and journal record become durable in one transaction, together with the intent where it can be sent at once.
// Only then does anybody get an answer.
import { type FieldIssue, fieldIssues, issueInWords, issuesToTell, messagesOf } from '#contract/issue-words.ts';
import { type JsonObject, canonicalJson, textAt, valueAt, without } from '#contract/json.ts';
import type { Refusal } from '#contract/problems.ts';
import { isInDoubt } from '#contract/states.ts';
import type { Command, PaymentRef } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { accessRefusal } from './access.ts';
import { acceptedData, commitIntent } from './commit.ts';
import type { Connection } from './connection.ts';
import { creditRefusal } from './credits.ts';
import { creationOf, demandRefusal } from './creation.ts';
import { newRefNr } from './facts.ts';
import { freeTextIssues, requestIdIssue, unknownPayIdIssue } from './free-text.ts';
import { choiceIn } from './dcc.ts';
import { guardRefusal } from './guards.ts';
import { isTerminalLane, knownPayment, paymentLane, terminalLane } from './lanes.ts';
import { merchantIssue, spellingIssues } from './other-spellings.ts';
import { restingRefusal } from './pause.ts';
import type { Digests } from './ports/chance.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { StoreReads, StoreWrites } from './ports/store.ts';
import { type KnownPayment, type OperationRecord, type Origin, bodyRequest } from './record.ts';
import { approvalRefusal, refundDay, refundLimitRefusal, refunderOf } from './refund-limit.ts';
import { bodyText } from './requests.ts';
import { type Links, linksOf } from './links.ts';
import { lastTry } from './rows.ts';
import { partRefusal } from './tender.ts';

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
  | { readonly type: 'refused'; readonly refusal: Refusal };

interface Context {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  /** Takes a free place to send in for this operation, or says that there is none. */
  readonly reserve: (id: string) => boolean;
  /** Gives a place back that was taken and is not used. */
  readonly unreserve: (id: string) => void;
  readonly stopping: () => boolean;
  /** Bodies with secret fields, by operation id: in memory only, and there before the operation can be claimed. */
  readonly secretBodies: Map<string, string>;
}

interface Prepared {
  readonly type: 'prepared';
  readonly command: Command;
  readonly input: JsonObject;
  /** The exact body that is sent. */
  readonly body: string;
  readonly unplaced: Unplaced;
}

export async function accept(context: Context, submission: Submission): Promise<Acceptance> {
  const prepared = await prepare(context, submission);
  if (prepared.type !== 'prepared') return prepared;
  const { command, input, body, unplaced } = prepared;
  const { store } = context.ports;
  if (unplaced.hasSecrets) context.secretBodies.set(unplaced.id, body);
  try {
    const acceptance = await store.transact((tx) => keep(context, tx, command, unplaced, input));
    if (acceptance.type !== 'new') context.secretBodies.delete(unplaced.id);
    if (acceptance.type !== 'new' || acceptance.record.state !== 'sending') context.unreserve(unplaced.id);
    return acceptance;
  } catch (error) {
    context.secretBodies.delete(unplaced.id);
    context.unreserve(unplaced.id);
    throw error;
  }
}

/** What it would be told now; null where it would be taken. Stores nothing. */
export async function examine(context: Context, submission: Submission): Promise<Known | null> {
  const prepared = await prepare(context, submission);
  if (prepared.type !== 'prepared') return prepared;
  const { store } = context.ports;
  // It may have been accepted while the gateway was asked whether it is there, and would be refused beside itself.
  const before = repeated(store, submission, prepared.unplaced.requestDigest);
  if (before !== null) return before;
  const { command, unplaced, input } = prepared;
  const { refusal } = store.strictly(() => judged(context.ports, store, command, unplaced, input));
  return refusal === null ? null : refuse(refusal);
}

/** Keyed, since it says something of what was asked for. */
export function digestOf(digests: Digests, { kind, input }: Pick<Submission, 'kind' | 'input'>): string {
  return digests.keyed(canonicalJson({ kind, input }));
}

/** All that is asked before the transaction. */
async function prepare({ ports, connection, stopping }: Context, submission: Submission): Promise<Prepared | Known> {
  const command = commandOf(submission.kind);
  if (command === null) {
    return refuse({ code: 'unknown-kind', detail: `There is no kind of operation named ${submission.kind}.` });
  }
  const digest = digestOf(ports.digests, submission);
  const before = repeated(ports.store, submission, digest);
  if (before !== null) return before;

  const unfit = hostRefusal(ports, stopping);
  if (unfit !== null) return refuse(unfit);
  const parsed = parse(ports, command, submission.input, submission.requestId);
  if ('refusal' in parsed) return refuse(parsed.refusal);
  const { input } = parsed;
  const links = ports.store.strictly(() => linksOf(ports.store, submission));
  if (links.type === 'contrary') return refuse(links.refusal);
  const interactive = submission.mayWait === false || !mayWait(ports, command, input);
  if (interactive && typeof ports.keyWithheld === 'string') return refuse(withheldRefusal(ports.keyWithheld));
  if (interactive && !(await connection.check())) {
    // The first of two presses may have been accepted while this one asked.
    return repeated(ports.store, submission, digest) ?? refuse(offline());
  }
  const body = bodyText(command, input);
  const drafted = { input, body, requestDigest: digest, interactive, links: links.links };
  const unplaced = draftOf(ports, command, submission, drafted);
  return { type: 'prepared', command, input, body, unplaced };
}

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };
type Known = Exclude<Acceptance, { type: 'new' }>;

function refuse(refusal: Refusal): Refused {
  return { type: 'refused', refusal };
}

function repeated(reads: Pick<StoreWrites, 'byRequest'>, submission: Submission, digest: string): Known | null {
  const record = reads.byRequest(submission.origin.clientId, submission.requestId);
  if (record === null) return null;
  if (record.requestDigest === digest)
    return { type: 'known', record: lastTry(reads, submission.origin.clientId, record) };
  const detail = 'This request id was used with another kind or body. Use a new id for a new request.';
  return refuse({ code: 'request-id-reused', detail, operationId: record.id });
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

function offline(): Refusal {
  const detail = 'The gateway cannot be reached, and this operation cannot wait. Nothing was stored or sent.';
  return { code: 'offline', detail };
}

function mayWait({ policy }: EnginePorts, command: Command, input: JsonObject): boolean {
  const waits = command.waits(input);
  return waits === 'always' || (waits === 'if-shop-allows' && policy.reversalMayWait);
}

function parse(
  ports: EnginePorts,
  command: Command,
  raw: JsonObject,
  requestId: string,
): { readonly input: JsonObject } | { readonly refusal: Refusal } {
  // What costs nothing to see is told alone: whoever means another till has nothing else to correct here.
  const elsewhere = [merchantIssue(raw, ports.environment), terminalIssue(raw, ports.policy)].filter(
    (each) => each !== null,
  );
  if (elsewhere.length > 0) return { refusal: inputRefusal(elsewhere) };
  const result = command.input.safeParse(raw, { error: issueInWords, reportInput: true });
  const issues = fieldIssues(result.error?.issues ?? []);
  const id = requestIdIssue(requestId, ports.policy);
  if (id !== null) issues.push(id);
  const payId = textAt(raw, 'payId');
  if (payId !== null && ports.store.payment(ports.environment.id, payId) === null) {
    const unknown = unknownPayIdIssue(payId, ports.policy);
    if (unknown !== null) issues.push(unknown);
  }
  issues.push(...freeTextIssues(raw, ports.environment.mode, command.secretFields, ports.policy));
  const { fields } = ports.policy.dcc;
  const named = fields !== null && result.success && command.takesDcc(result.data) ? Object.values(fields) : [];
  issues.push(...spellingIssues(command, raw, named));
  if (!result.success || issues.length > 0) return { refusal: inputRefusal(issues) };
  const completion = {
    localDateTime: ports.clock.localDateTime(),
    refNr: newRefNr(ports.clock.nowMs(), ports.chance.hex128()),
    currency: ports.policy.shopCurrency,
  };
  return { input: command.complete(result.data, completion) };
}

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

/** What the bridge knew when it was drafted is asked again in the transaction: another commit may come between. */
type Unplaced = Omit<Draft, 'payId' | 'lanes'>;

interface Drafted {
  readonly input: JsonObject;
  readonly body: string;
  readonly requestDigest: string;
  readonly interactive: boolean;
  readonly links: Links;
}

function draftOf(
  ports: EnginePorts,
  command: Command,
  submission: Submission,
  { input, body, requestDigest, interactive, links }: Drafted,
): Unplaced {
  const { clock, chance, digests, environment, policy } = ports;
  const nowMs = clock.nowMs();
  const terminalId = command.terminalId(input);
  const amount = command.amount(input);
  const stored = without(input, command.secretFields);
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
    hasSecrets: command.secretFields.some((path) => valueAt(input, path) !== undefined),
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

/** Inside the transaction: what may have changed meanwhile is asked again, then all of it is written or nothing. */
function keep(context: Context, tx: StoreWrites, command: Command, unplaced: Unplaced, input: JsonObject): Acceptance {
  const { ports, connection } = context;
  const before = repeated(tx, draftSubmission(unplaced), unplaced.requestDigest);
  if (before !== null) return before;
  const { draft, day, refusal } = tx.strictly(() => judged(ports, tx, command, unplaced, input));
  if (refusal !== null) return refuse(refusal);

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
    // An id that was made of the body is not told: erasing takes it away.
    ...(record.requestId.startsWith(bodyRequest)
      ? {}
      : { asked: { clientId: record.origin.clientId, requestId: record.requestId } }),
  });
  // What cannot wait was just checked; refused credentials then fail it at once instead of letting it run out.
  const may = record.interactive ? connection.status().state === 'online' : connection.maySend();
  // An interactive one has its place whatever happens; its reservation keeps the others within the limit.
  const now = free && may && (context.reserve(record.id) || record.interactive);
  if (!now) return { type: 'new', record };
  const instant = { nowMs: ports.clock.nowMs(), lateMs: ports.clock.lateMs(), wallMs: ports.clock.wallMs() };
  return { type: 'new', record: commitIntent(tx, command, record, instant, ports.policy) };
}

interface Judged {
  readonly draft: Draft;
  /** The day that it counts for among the refunds of whoever asks, or null. */
  readonly day: string | null;
  readonly refusal: Refusal | null;
}

/** Where it belongs and whether the sums allow it, by what is stored now. */
function judged(
  ports: EnginePorts,
  reads: StoreReads,
  command: Command,
  unplaced: Unplaced,
  input: JsonObject,
): Judged {
  const ref = command.payment(input);
  const known = ref === null ? null : knownPayment(reads, unplaced.environmentId, ref);
  const demands = command.demands(input, creationOf(reads, unplaced.environmentId, known));
  const dcc = choiceIn(reads, ports, command, unplaced);
  const endsMs = dcc.type === 'choice' ? ports.clock.lateMs() + dcc.leftMs : null;
  const placedAt = placed(reads, command, unplaced, ref, known, [demands.sendByMs, endsMs]);
  const draft = dcc.type === 'choice' ? { ...placedAt, dcc: dcc.choice } : placedAt;
  const day = refundDay(reads, ports.clock, command, draft);
  const refusal =
    accessRefusal(ports, command, draft, input) ??
    restingRefusal(ports, draft) ??
    heldRefusal(reads, ports, draft) ??
    demandRefusal(demands, ports.clock.lateMs()) ??
    (dcc.type === 'refused' ? dcc.refusal : null) ??
    guardRefusal(reads, command, draft, known) ??
    partRefusal(reads, command, draft) ??
    creditRefusal(reads, command, draft) ??
    refundLimitRefusal(reads, ports, command, draft, known, day) ??
    approvalRefusal(reads, ports, command, draft) ??
    fullRefusal(reads, ports, draft);
  return { draft, day, refusal };
}

function placed(
  reads: StoreReads,
  command: Command,
  unplaced: Unplaced,
  ref: PaymentRef | null,
  known: KnownPayment | null,
  ends: readonly (number | null)[],
): Draft {
  const { environmentId, terminalId } = unplaced;
  const lane = terminalId === null ? null : terminalLane(environmentId, terminalId);
  // A question about the terminal itself may be asked while its last command's outcome is not known.
  const beside = lane !== null && command.asksTerminal(unplaced.input) && holderInDoubt(reads, lane) !== null;
  const deadlines = [unplaced.sendByMs, ...ends].filter((each) => each !== null);
  return {
    ...unplaced,
    sendByMs: deadlines.length === 0 ? null : Math.min(...deadlines),
    payId: ref?.by === 'payId' ? ref.payId : (known?.payId ?? null),
    lanes: [
      ...(ref === null ? [] : [paymentLane(environmentId, ref, known)]),
      ...(lane === null || beside ? [] : [lane]),
    ],
  };
}

function draftSubmission(draft: Unplaced): Submission {
  return { kind: draft.kind, input: draft.input, requestId: draft.requestId, origin: draft.origin };
}

/**
 * A terminal whose last command's outcome is not known stays held until its window ends. Who cannot wait that long is
 * told at once, instead of after the deadline.
 */
function heldRefusal(reads: StoreReads, { clock, policy }: EnginePorts, draft: Draft): Refusal | null {
  const lane = draft.lanes.find(isTerminalLane);
  if (lane === undefined || !draft.interactive) return null;
  const holder = holderInDoubt(reads, lane);
  const leftMs = (holder?.terminalUntilMs ?? 0) - clock.nowMs();
  if (holder === null || leftMs <= policy.sendDeadlineMs) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  const detail =
    `Terminal ${draft.terminalId} is held by operation ${holder.id}, whose outcome is not known yet, for up to ` +
    `${Math.ceil(seconds / 60)} min. Nothing was stored. Use another terminal, or try again later.`;
  return { code: 'terminal-held', detail, operationId: holder.id, retryAfterSeconds: seconds };
}

function holderInDoubt(reads: StoreReads, lane: string): OperationRecord | null {
  const id = reads.laneHolder(lane);
  const holder = id === null ? null : reads.operation(id);
  return holder !== null && isInDoubt(holder.state) ? holder : null;
}

function fullRefusal(reads: StoreReads, { policy }: EnginePorts, draft: Draft): Refusal | null {
  if (draft.interactive || reads.counts(draft.environmentId).accepted < policy.queueLimit) return null;
  const detail = `${policy.queueLimit} operations are waiting already. Nothing was stored; try again later.`;
  return { code: 'queue-full', detail, facts: { limit: policy.queueLimit } };
}
