// Sends one operation whose intent is durable, and commits what came of it. A 401 or 403 was not executed: the token
// is renewed once for all callers and the operation is sent once more, under a new intent.
import type { Command } from '#operations/define.ts';
import { type Change, applyChange } from './change.ts';
import { commitChange, commitIntent } from './commit.ts';
import type { Connection } from './connection.ts';
import { type Moment, decide } from './decide.ts';
import type { EnginePorts, GatewayAnswer } from './ports.ts';
import type { OperationRecord } from './record.ts';
import { requestOf } from './requests.ts';
import { type Signal, readAnswer } from './signals.ts';

interface Context {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  readonly moment: () => Moment;
}

/** `record` is in state sending, as it was committed. Returns it as it stands after the answer was committed. */
export async function send(
  context: Context,
  command: Command,
  record: OperationRecord,
  body: string,
): Promise<OperationRecord> {
  const { ports } = context;
  const first = await sendOnce(context, command, record, body);
  const signal = readAnswer(command, first);
  if (signal.type !== 'unauthorised' || !signal.renewable) return settle(context, command, record, signal);

  const renewal = await ports.gateway.renew(signal.credential);
  if (renewal === 'unreachable') {
    return settle(context, command, record, { type: 'unsent', reason: 'credentials-refused' });
  }
  if (renewal !== 'renewed') return settle(context, command, record, signal);
  const again = await ports.store.transact((tx) => newIntent(context, command, tx, record));
  ports.events.changed(again);
  const second = await sendOnce(context, command, again, body);
  return settle(context, command, again, readAnswer(command, second));
}

type Transaction = Parameters<Parameters<EnginePorts['store']['transact']>[0]>[0];

function newIntent({ ports }: Context, command: Command, tx: Transaction, record: OperationRecord): OperationRecord {
  const nowMs = ports.clock.nowMs();
  const closed = applyChange(record, notExecuted, nowMs);
  // One change for the reader: the refused attempt is closed and the next one opened in the same revision.
  return commitIntent(tx, command, { ...closed, revision: record.revision }, nowMs, ports.policy);
}

const notExecuted: Change = {
  state: 'sending',
  event: 'intent',
  fate: 'not-executed',
  reason: 'credentials-refused',
};

async function sendOnce(
  { ports, connection }: Context,
  command: Command,
  record: OperationRecord,
  body: string,
): Promise<GatewayAnswer> {
  const answer = await ports.gateway.send(requestOf(command, record, body, ports.policy));
  connection.note(answer, command.atTerminal(record.input));
  return answer;
}

async function settle(
  context: Context,
  command: Command,
  record: OperationRecord,
  signal: Signal,
): Promise<OperationRecord> {
  const { ports, connection } = context;
  if (signal.type === 'unauthorised') connection.credentialsRefused();
  const settled = await ports.store.transact((tx) => {
    const moment = context.moment();
    return commitChange(tx, command, record, decide(command, record, signal, moment), moment.nowMs);
  });
  ports.events.changed(settled);
  return settled;
}
