// Promise 16: an operation that may be done is not refused. The ledger, and what people asked for before, say whether it
// may be done, where both are certain. The answer, or the operation's end, says that it was refused.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Payment, Sums } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import type { Request } from '../actors/request.ts';
import { tagIn } from '../tag.ts';
import { label } from './sendings.ts';
import { type Sure, sureOf } from './sure.ts';

/** What an operation may not be refused for. */
export interface Due {
  readonly codes: ReadonlySet<string>;
  /** Another one after a change of anything that it may be judged by. */
  readonly mark: string;
}

const codesOfPayment: ReadonlySet<string> = new Set([
  'payment-reversed',
  'payment-refunded',
  'payment-captured',
  'reversal-differs',
  'refund-exceeds-captured',
  'capture-exceeds-authorized',
  'payment-held',
  'invalid-input',
]);

export function dueOf(world: World, all: readonly Request[], request: Request): Due {
  const { tag, submission } = request;
  const { kind, input } = submission;
  const codes = new Set<string>();
  const sure = paymentOf(world, kind, input, tag);
  if (sure !== null && mayBeDone(kind, input, sure)) for (const code of codesOfPayment) codes.add(code);
  if (isFirst(world, input, tag)) codes.add('trans-id-used');
  if (isWithinDay(world, all, request))
    codes.add(request.submission.origin.type === 'erp' ? 'refund-limit' : 'approval-needed');
  const mark = (sure?.records ?? []).map(({ id, revision }) => `${id} ${revision}`).join();
  return { codes, mark };
}

/** `before`: what was due when it was handed in; it must be due still, and nothing may have changed in between. */
export function refusedWith(world: World, all: readonly Request[], request: Request, before: Due, code: string): void {
  if (!before.codes.has(code)) return;
  const now = dueOf(world, all, request);
  if (!now.codes.has(code) || now.mark !== before.mark) return;
  world.report(16, `${request.submission.kind} (${request.tag}) is refused as ${code}, and may be done`);
}

/** What was accepted and then not sent, because of its payment, and would be possible still. */
export function endsHold(world: World, records: readonly OperationRecord[]): void {
  const codes = new Set<string>(['nothing-left', 'payment-reversed', 'payment-refunded', 'payment-captured']);
  for (const record of records) {
    if (record.state !== 'failed' || !codes.has(record.failure?.code ?? '')) continue;
    const place = world.places.find(({ environment }) => environment.id === record.environmentId);
    const sure = paymentOf(world, record.kind, record.input, tagIn(record.input) ?? '', place);
    if (sure === null) continue;
    world.coverage.count('ended without being sent, held against the ledger');
    // What is captured later leaves more to refund than there was.
    const noCaptures = sure.records.every(
      ({ kind, input }) => kind !== 'capture' && input['messageType'] !== 'CAPTURE',
    );
    const refunds = record.kind === 'refund';
    if (!mayBeDone(record.kind, record.input, sure) || (refunds && !noCaptures)) continue;
    world.report(16, `${label(record)} failed as ${record.failure?.code}, and may be done`);
  }
}

function paymentOf(world: World, kind: string, input: JsonObject, tag: string, place = world.place): Sure | null {
  const { ledger } = place.server;
  const [trace, terminalId] = [textAt(input, 'traceNr'), textAt(input, 'posTerminalId')];
  const byTrace = kind === 'cloud-pos' && trace !== null && terminalId !== null;
  const payment = byTrace
    ? ledger.byTrace(terminalId, trace)
    : (ledger.payments.get(textAt(input, 'payId') ?? '') ?? null);
  if (payment === null) return null;
  // A wrong answer may have named the number of another payment.
  if (byTrace && !isKnownBy(world, place, payment)) return null;
  return sureOf(world, place, payment, tag);
}

function isKnownBy(world: World, { environment }: World['place'], { terminalId, traceNr, payId, transId }: Payment) {
  const known = world.disk.tables.paymentByTrace(environment.id, terminalId ?? '', traceNr ?? '');
  return known !== null && known.transId === transId && (known.payId ?? payId) === payId;
}

function mayBeDone(kind: string, input: JsonObject, { payment, sums }: Sure): boolean {
  const value = valueAt(input, 'amount.value');
  const command = kind === 'cloud-pos' ? textAt(input, 'messageType') : null;
  if (sums.reversed || sums.authorized === 0) return false;
  if (kind === 'capture' || command === 'CAPTURE') return Number(value) <= sums.authorized - sums.captured;
  if (kind === 'refund') return Number(value) <= sums.captured - sums.refunded && !mayBeAmbiguous(payment);
  if (sums.refunded > 0) return false;
  if (kind === 'reverse') return sums.captured === 0;
  return command === 'REVERSE' && value === sums.authorized && isWhole(sums);
}

function isWhole({ authorized, captured }: Sums): boolean {
  return captured === 0 || captured === authorized;
}

/** Of several captures the one to refund must be named. */
function mayBeAmbiguous({ operations }: Payment): boolean {
  return operations.filter(({ type, status }) => type === 'CAPTURE' && status === 'CAPTURED').length > 1;
}

/** No payment in any ledger has its transId, and no other request names it. */
function isFirst(world: World, input: JsonObject, tag: string): boolean {
  const transId = textAt(input, 'transId');
  const isUsed = ({ input: other }: { readonly input: JsonObject }) =>
    textAt(other, 'transId') === transId && tagIn(other) !== tag;
  return (
    world.gaps.length === 0 &&
    world.places.every(({ server }) => server.ledger.byTransId(transId ?? '') === null) &&
    !world.disk.tables.all.some(isUsed)
  );
}

/** All that programs, or people, ever asked to give back, however it ended, is within what one of them may in a day. */
function isWithinDay(world: World, all: readonly Request[], { submission: { origin, kind } }: Request): boolean {
  const limit = origin.type === 'erp' ? world.refundsPerDayMinor : world.policy.refundLimitMinor;
  if (kind !== 'refund' || limit === null) return false;
  const values = all.flatMap(({ submission: each }) =>
    each.origin.type === origin.type && givesBack(each) ? Number(valueAt(each.input, 'amount.value')) : [],
  );
  return values.reduce((sum, value) => sum + value, 0) <= limit;
}

/** A sum that is named: reversals by a payment's number name none. */
function givesBack({ kind, input }: Request['submission']): boolean {
  return kind === 'refund' || kind === 'refund-unreferenced' || textAt(input, 'messageType') === 'REVERSE';
}
