// Sends one operation whose intent is durable, and commits the outcome. After a 401 or 403 that the credentials explain
// (refused-credentials.ts) the token is renewed once for all callers and the operation is sent once more, under a new
// intent.
import type { Command } from '#operations/define.ts';
import { quoteFault } from '../acceptance/dcc.ts';
import { askedOf } from '../answers/asked.ts';
import { type Change, applyChange } from '../operation/change.ts';
import { commitChange, commitIntent } from '../commit/commit.ts';
import type { Connection } from '../gateway/connection.ts';
import type { EngineContext } from '../gateway/context.ts';
import { askForPayment } from '../gateway/look-up.ts';
import { decide } from './decide.ts';
import { factsOf } from '../operation/facts.ts';
import { instantOf } from '../operation/moment.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { GatewayAnswer, GatewayRequest } from '../ports/gateway.ts';
import type { OperationRecord } from '../ports/record.ts';
import { requestOf } from '../operation/requests.ts';
import { afterRefusal, afterRenewal, unclearRefusal } from './refused-credentials.ts';
import { type Signal, readAnswer } from '../answers/signals.ts';

/** `record` is in state sending, as it was committed. Returns it as it stands after the answer was committed. */
export async function send(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  body: string,
): Promise<OperationRecord> {
  const { ports } = context;
  const first = await sendOnce(context, command, record, body);
  const signal = readAnswer(command, askedOf(context, record), first, ports.policy.answers);
  const refusedMs = lastRefusedMs(record);
  if (signal.type !== 'unauthorized' || !signal.renewable)
    return commitSignal(context, command, record, signal, refusedMs);

  const after = await afterRefusal(context, command, record, signal);
  if (after === 'unclear') return commitSignal(context, command, record, unclearRefusal(signal), refusedMs);

  const renewal = await ports.gateway.renew(signal.credential);
  const renewed = renewal === 'renewed' ? await afterRenewal(context, command, record) : 'wait';
  if (renewed === 'unclear') return commitSignal(context, command, record, unclearRefusal(signal), refusedMs);
  const late = record.sendByMs !== null && ports.clock.lateMs() >= record.sendByMs;
  if (renewal === 'unreachable' || (renewal === 'renewed' && late)) {
    return commitSignal(context, command, record, { type: 'not-executed', reason: 'credentials-refused' }, refusedMs);
  }
  if (renewed === 'wait') return commitSignal(context, command, record, signal, refusedMs);
  const again = await ports.store.transact((tx) => newIntent(context, command, tx, record));
  ports.events.changed(again);
  const second = await sendOnce(context, command, again, body);
  const answer = readAnswer(command, askedOf(context, again), second, ports.policy.answers);
  const isRefused = answer.type === 'unauthorized' && answer.renewable;
  const unclear = isRefused && (await afterRefusal(context, command, again, answer)) === 'unclear';
  return commitSignal(context, command, again, unclear ? unclearRefusal(answer) : answer, refusedMs);
}

type Transaction = Parameters<Parameters<EnginePorts['store']['transact']>[0]>[0];

function newIntent(
  { ports }: EngineContext,
  command: Command,
  tx: Transaction,
  record: OperationRecord,
): OperationRecord {
  const instant = instantOf(ports.clock);
  const closed = applyChange(record, notExecuted, instant.nowMs);
  // One revision for both: the refused attempt is closed and the next one opened.
  return commitIntent(tx, command, { ...closed, revision: record.revision }, instant, ports.policy);
}

const notExecuted: Change = {
  state: 'sending',
  event: 'intent',
  fate: 'not-executed',
  reason: 'credentials-refused',
};

async function sendOnce(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  body: string,
): Promise<GatewayAnswer> {
  const { ports, connection } = context;
  const answer = await answerTo(ports, record.id, requestOf(command, record, body, context));
  connection.note(answer, command.atTerminal);
  return answer;
}

/** An exception while sending is a bug, and bytes may have left before it: it counts as a lost answer. */
async function answerTo(
  { gateway, events }: EnginePorts,
  operation: string,
  request: GatewayRequest,
): Promise<GatewayAnswer> {
  try {
    return await gateway.send(request);
  } catch (error) {
    events.log('error', 'gateway-broke', { operation, error: error instanceof Error ? error.message : 'unknown' });
    return { type: 'lost', reason: 'reset' };
  }
}

/**
 * Whether the gateway took others with these credentials since it first refused this operation: then they are good, and
 * only this operation may not be done with them. It must not stop the others again; should the credentials go bad
 * later, any other operation finds out.
 */
function refusedAlone(connection: Connection, record: OperationRecord): boolean {
  const before = record.attempts.find((each) => each.fate === 'not-executed');
  return before !== undefined && acceptedSince(connection, before.sentAtMs);
}

function acceptedSince(connection: Connection, ms: number): boolean {
  const { acceptedAtMs } = connection.status();
  return acceptedAtMs !== null && acceptedAtMs >= ms;
}

/** When the latest refused attempt was sent; null where none was refused. */
function lastRefusedMs({ attempts }: OperationRecord): number | null {
  return attempts.findLast(({ fate }) => fate === 'not-executed')?.sentAtMs ?? null;
}

async function commitSignal(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  answer: Signal,
  refusedBeforeMs: number | null,
): Promise<OperationRecord> {
  const { ports, connection } = context;
  const unauthorized = answer.type === 'unauthorized' ? answer : null;
  const alone = unauthorized !== null && refusedAlone(connection, record);
  const shownGood = refusedBeforeMs !== null && acceptedSince(connection, refusedBeforeMs);
  const signal: Signal = alone ? { type: 'not-permitted', shownGood } : answer;
  const committed = await ports.store.transact((tx) => {
    const moment = context.moment();
    return commitChange(tx, command, record, decide(command, record, signal, moment), moment.nowMs);
  });
  ports.events.changed(committed);
  const fault = quoteFault(committed);
  if (fault !== null) ports.events.log('warn', 'dcc-quote-not-shown', { operation: committed.id, why: fault });
  if (unauthorized !== null && !alone) await checkCredentials(context, command, committed, unauthorized.renewable);
  return committed;
}

/**
 * Whether the gateway refuses the credentials or only this operation: a look-up with the same credentials tells, so that
 * one operation that is not permitted does not stop all others. `byGateway`: the gateway itself refused them, with a
 * status; else nothing is looked up.
 */
async function checkCredentials(context: EngineContext, command: Command, record: OperationRecord, byGateway: boolean) {
  const { ports, connection } = context;
  const lookUp = byGateway ? command.lookUp(factsOf(ports.store, record)) : null;
  const sentAtMs = record.attempts.at(-1)?.sentAtMs ?? Infinity;
  if (lookUp !== null) await askForPayment(context, lookUp);
  if (!acceptedSince(connection, sentAtMs)) connection.credentialsRefused();
}
