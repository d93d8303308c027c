// A command in the gateway's own language. It takes the same path as every other: the journal, the lanes, the guards;
// then the answer is waited for, as the gateway would let its caller wait.
import { randomUUID } from 'node:crypto';
import { waitsAt } from '#contract/programs/client.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { ruleIssue } from '#contract/data/issue-words.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { type Answer, replayed } from '#http/answer.ts';
import { whenGone } from '#http/when-gone.ts';
import type { Command } from '#operations/define.ts';
import { z } from 'zod';
import { readRequestId } from '../request/query-fields.ts';
import type { LoopbackContext } from '../request/context.ts';
import type { LoopbackBridge, AssignedRequestAnswer } from '../programs/ports.ts';
import { missingScope, scopeOf, scopesOf } from '../access/scope.ts';
import type { Waits } from '../request/wait.ts';
import type { DropInOptions } from './options.ts';
import { outcomeAnswer } from './outcome.ts';
import { type About, refusalAnswer } from './shapes.ts';

export interface SubmitPorts extends DropInOptions {
  readonly calls: LoopbackBridge;
  readonly waits: Waits;
}

export interface Request {
  readonly context: LoopbackContext;
  readonly command: Command;
  /** What the path gave. */
  readonly fields: { readonly [name: string]: string };
}

const noQuery = z.object({});

export async function commandAnswer(ports: SubmitPorts, request: Request): Promise<Answer> {
  const { context, command, fields } = request;
  // A program without the scope for any input of this kind learns nothing about its input.
  const possible = [...scopesOf(command)];
  const barred = missingScope(context.client, possible);
  if (barred !== null) return refusalAnswer(barred);
  // An unknown parameter might mean that nothing should be done.
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return refusalAnswer(query.refusal);
  const key = readKey(command, context.incoming.headers['idempotency-key']);
  if (key.type === 'refused') return refusalAnswer(key.refusal);
  const body = await context.readJson({ optional: true });
  if (body.type === 'refused') return refusalAnswer(body.refusal);
  const misplaced = Object.keys(fields).filter((name) => Object.hasOwn(body.value, name));
  if (misplaced.length > 0) {
    const issues = misplaced.map((field) => ({ field, ...ruleIssue('belongs in the path, not in the body') }));
    return refusalAnswer(inputRefusal('body', issues));
  }

  const input = { ...body.value, ...fields };
  const needed = scopeOf(command, input);
  const missing = missingScope(context.client, needed === null ? possible : [needed]);
  if (missing !== null) return refusalAnswer(missing);
  return carryOut(ports, request, input, key.key);
}

async function carryOut(ports: SubmitPorts, request: Request, input: JsonObject, key: string | null): Promise<Answer> {
  const { calls, waits, merchantId, answerMs } = ports;
  const { context, command } = request;
  const { client, outgoing } = context;
  const beganMs = performance.now();
  const about: About = { merchantId, input, operationId: null };
  const assigned = assignedTo(ports, request, input, key);
  if (assigned.type === 'repeated') return refusalAnswer(repetition(assigned.operation.id), about);
  const submission = {
    kind: command.kind,
    input,
    requestId: assigned.requestId,
    clientId: client.id,
    replaces: assigned.replaces,
    mayWait: waitsAt('gateway', client.options),
    takesPartial: client.options.partialApprovals,
  };
  const answer = await context.acting(calls.submit(submission, whenGone(outgoing)));
  if (answer.type === 'refused') return refusalAnswer(answer.refusal, about);
  const { operation } = answer;
  // The other one of two at the same moment.
  if (answer.repeated && key === null) return refusalAnswer(repetition(operation.id), about);
  const isQueued = operation.state === 'accepted' && operation.mayWait && isOffline(calls);
  // A person at the till may have taken part of the time to confirm it.
  const waitMs = isQueued ? 0 : answerMs - (performance.now() - beganMs);
  const response = outcomeAnswer(command, await waits.untilAnswered(context, operation, waitMs), merchantId);
  return answer.repeated ? replayed(response) : response;
}

/** What could be done twice is one request for a day. Questions, and changes to given values, may come again. */
function assignedTo(
  { assignRequestId }: SubmitPorts,
  { context, command }: Request,
  input: JsonObject,
  key: string | null,
): AssignedRequestAnswer {
  if (key !== null || (command.method === 'POST' && !isQuestion(command, input))) {
    return assignRequestId({ clientId: context.client.id, kind: command.kind, input, key });
  }
  // With a space in it, so that it is never a caller's own.
  return { type: 'submit', requestId: `once ${randomUUID()}`, replaces: null };
}

function isQuestion(command: Command, input: JsonObject): boolean {
  const parsed = command.input.safeParse(input);
  return parsed.success && command.recovery(parsed.data) === 'ask-again';
}

function repetition(operationId: string): Refusal {
  const detail =
    'An equal request came within the last 24 hours, and without an Idempotency-Key that counts here it is taken for a ' +
    'repetition: nothing was done. Look the payment up, or change the request (for example its transId or refNr).';
  return { code: 'request-repeated', detail, operationId };
}

function isOffline(calls: LoopbackBridge): boolean {
  return textAt(calls.status(), 'connection.state') === 'offline';
}

type Key =
  | { readonly type: 'read'; readonly key: string | null }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** The key, where the gateway lists one for this operation: elsewhere it promises nothing, and neither do we. */
function readKey(command: Command, header: string | string[] | undefined): Key {
  if (!command.keyed || header === undefined || header === '') return { type: 'read', key: null };
  const read = readRequestId(header);
  return read.type === 'given' ? { type: 'read', key: read.id } : read;
}
