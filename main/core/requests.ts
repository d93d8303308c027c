// From an operation to the request on the wire: path, exact body, key. The body is made from the input in its
// stored order, so that a second sending has identical bytes; its keyed digest proves it.
import { type JsonObject, without } from '#contract/json.ts';
import { type Command, fillPath, pathFields } from '#operations/define.ts';
import type { Context } from './context.ts';
import { keyOutlived } from './key-life.ts';
import type { GatewayRequest } from './ports/gateway.ts';
import type { Policy } from './ports/policy.ts';
import type { OperationRecord } from './record.ts';

/** The body of an input: everything that does not travel in the path. */
export function bodyText(command: Command, input: JsonObject): string {
  return JSON.stringify(without(input, pathFields(command.path)));
}

export function requestOf(
  command: Command,
  record: OperationRecord,
  body: string,
  { ports: { policy, clock }, moment }: Context,
): GatewayRequest {
  const { sendByMs } = record;
  const { startedAtMs } = moment();
  // Asked while the connection is made: by the clock alone, since a disk that fails there would have nobody to tell.
  const now = () => ({
    startedAtMs,
    policy,
    nowMs: clock.nowMs(),
    lateMs: clock.lateMs(),
    wallMs: clock.wallMs(),
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
    answerTimeoutMs: command.atTerminal(record.input) ? policy.terminalTimeoutMs : policy.answerTimeoutMs,
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
