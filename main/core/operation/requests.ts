// From an operation to the request on the wire: path, exact body, key. The body is made from the input in its
// stored order, so that a second sending has identical bytes; its keyed digest proves it.
import { type JsonObject, without } from '#contract/data/json.ts';
import { type Command, fillPath, pathFields } from '#operations/define.ts';
import { keyOutlived } from './key-life.ts';
import { type Moment, instantOf } from './moment.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { GatewayRequest } from '../ports/gateway.ts';
import type { Policy } from '../ports/policy.ts';
import type { OperationRecord } from '../ports/record.ts';

/** What is sent of an input: everything that does not travel in the path, and that is not the bridge's own. */
export function sentOf(command: Command, input: JsonObject): JsonObject {
  return without(input, [...pathFields(command.path), ...command.keptFields]);
}

export function bodyText(command: Command, input: JsonObject): string {
  return JSON.stringify(sentOf(command, input));
}

export type AnswerTimes = Pick<Policy, 'answerTimeoutMs' | 'terminalTimeoutMs'>;

/** How long its answer is waited for: people are at work at a terminal. */
export function answerTimeoutOf(command: Command, policy: AnswerTimes): number {
  return command.atTerminal ? policy.terminalTimeoutMs : policy.answerTimeoutMs;
}

/** What a request is made with. */
interface Asking {
  readonly ports: Pick<EnginePorts, 'policy' | 'clock'>;
  readonly moment: () => Moment;
}

export function requestOf(
  command: Command,
  record: OperationRecord,
  body: string,
  { ports, moment }: Asking,
): GatewayRequest {
  const { sendByMs } = record;
  const { policy, clock } = ports;
  const { startedAtMs } = moment();
  // Called while the connection is made, so it reads the clocks only: an error of the disk could not be reported there.
  const now = () => ({
    startedAtMs,
    policy,
    ...instantOf(clock),
    ageUnknownBeforeMs: clock.ageUnknownBeforeMs(),
  });
  return {
    method: command.method,
    path: fillPath(command.path, record.input),
    // A DELETE says all in its path.
    body: command.method === 'DELETE' ? null : body,
    key: record.key,
    // A kept connection that the gateway is just closing would cost a doubt; a new one costs a handshake.
    freshConnection: true,
    answerTimeoutMs: answerTimeoutOf(command, policy),
    mayBegin: () => (sendByMs === null || clock.lateMs() < sendByMs) && !keyOutlived(record, now()),
  };
}

export function lookUpRequest(path: string, policy: Policy): GatewayRequest {
  return {
    method: 'GET',
    path,
    body: null,
    key: null,
    freshConnection: false,
    answerTimeoutMs: policy.answerTimeoutMs,
    mayBegin: () => true,
  };
}
