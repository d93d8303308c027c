// Reading operations, and taking one back that was not sent. Reads change nothing, also not the operation they
// wait for.
import { z } from 'zod';
import type { Client } from '#contract/client.ts';
import { states } from '#contract/states.ts';
import type { Refusal } from '#contract/problems.ts';
import type { ListFilter } from '#core/ports/store.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { payIdSchema } from '#operations/fields/ids.ts';
import { commandOf, commands } from '#operations/index.ts';
import { forPrograms, isOwn } from '../for-programs.ts';
import { type RouteAbout, bodyProblems } from '../about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../context.ts';
import { OperationPage, pageRows } from '../operation-page.ts';
import { missingScope, scopeOf, scopesOf } from '../scope.ts';
import { waitSchema } from '../wait.ts';

const kinds = commands.map(({ kind }) => kind);
const limitError = 'must be a whole number from 1 to 500';

const listSchema = z.object({
  state: z.enum(states, { error: `must be one of ${states.join(', ')}` }).optional(),
  payId: payIdSchema.optional(),
  kind: z.enum(kinds, { error: `must be one of ${kinds.join(', ')}` }).optional(),
  after: z
    .string()
    .max(128, { error: 'must be the id of an operation' })
    .optional()
    .describe('The id that the page before said as `next`'),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: limitError })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 500, { error: limitError })
    .default(100)
    .describe(`From 1 to 500; 100 where it is left out. A page holds ${pageRows} at most`),
});
const readSchema = z.object({ wait: waitSchema });
const noQuery = z.object({});
const operationExample = { id: 'ID_OF_THE_OPERATION' };
const idPath = z.object({ id: z.string().describe('The id of the operation') });

const listAbout: RouteAbout = {
  operationId: 'listOperations',
  summary: 'List operations, oldest first',
  description:
    'Those of all programs and of the till, page by page. A page may hold fewer than `limit`: what follows it is asked for ' +
    'with `after` as long as `next` is not null. What may be about a customer is left out of what others made, ' +
    'unless the token has the scope for such operations: `withheld` says so.',
  tag: 'operations',
  query: listSchema,
  answers: { 200: { description: 'A page', schema: 'OperationPage' } },
  problems: [],
};

const readAbout: RouteAbout = {
  operationId: 'getOperation',
  summary: 'Read an operation, or wait for it',
  description:
    'With `wait` the answer comes when the operation is final or needs a person, at the latest after so many seconds. ' +
    'Leaving the connection ends the waiting, never the operation.',
  tag: 'operations',
  path: idPath,
  query: readSchema,
  example: operationExample,
  answers: { 200: { description: 'The operation as it stands', schema: 'Operation' } },
  problems: ['operation-not-found'],
};

const cancelAbout: RouteAbout = {
  operationId: 'cancelOperation',
  summary: 'Take back an operation that was not sent',
  description:
    'What was sent, or may have been, cannot be taken back. Repeating it answers the same again, so it needs no ' +
    'Idempotency-Key. It needs the scope that the operation itself needed. A program takes back what it asked for ' +
    'itself; what others asked for is taken back in the window.',
  tag: 'operations',
  path: idPath,
  query: noQuery,
  example: operationExample,
  body: z.strictObject({}),
  answers: { 200: { description: 'The operation, cancelled', schema: 'Operation' } },
  problems: [
    'operation-not-found',
    'operation-of-other',
    'not-cancellable',
    'storage-failed',
    'sealed',
    'scope-missing',
    ...bodyProblems,
  ],
};

export function operationRoutes(ports: LoopbackPorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/operations',
      scope: 'status',
      about: listAbout,
      handle: (context) => list(ports, context),
    },
    {
      method: 'GET',
      path: '/v1/operations/:name',
      scope: 'status',
      about: readAbout,
      handle: (context) => read(ports, context),
    },
    {
      method: 'POST',
      path: '/v1/operations/:name/cancel',
      scope: null,
      about: cancelAbout,
      handle: (context) => cancel(ports, context),
    },
  ];
}

function list({ calls }: LoopbackPorts, context: LoopbackContext): Answer | Promise<Answer> {
  const given = readQuery(context.target, listSchema, { emptyIsAbsent: true });
  if (given.type === 'refused') return problemAnswer(given.refusal);
  const { query } = given;
  // An empty page would say that nothing came after it.
  if (query.after !== undefined && calls.operation(query.after) === null) {
    const errors = new Map([['after', ['is not the id of an operation']]]);
    return problemAnswer(inputRefusal('query', errors));
  }
  const filter: ListFilter = {
    ...(query.state === undefined ? {} : { state: query.state }),
    ...(query.payId === undefined ? {} : { payId: query.payId }),
    ...(query.kind === undefined ? {} : { kind: query.kind }),
    ...(query.after === undefined ? {} : { after: query.after }),
    limit: query.limit,
  };
  const page = new OperationPage(calls, filter, context);
  return context.reader.slices((hasTime) => page.goOn(hasTime));
}

async function read({ calls, waits }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, readSchema);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const operation = calls.operation(context.param('name'));
  if (operation === null) return problemAnswer(noOperation);
  const settled = await waits.settled(context, operation, query.query.wait ?? 0);
  return context.reader.slice(() => jsonAnswer(200, forPrograms(settled, context.client)));
}

/** Naturally repeatable, so it needs no request id: cancelling what is cancelled answers the same again. */
async function cancel({ calls }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  // Before the scope, which only the operation can tell.
  const closed = calls.refusal();
  if (closed !== null) return problemAnswer(closed);
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const operation = calls.operation(context.param('name'));
  if (operation === null) return problemAnswer(noOperation);
  const command = commandOf(operation.kind);
  const needed = command === null ? null : scopeOf(command, operation.input);
  const possible = command === null ? [] : [...scopesOf(command)];
  const barred = (client: Client) =>
    missingScope(client, needed === null ? possible : [needed]) ?? (isOwn(operation, client) ? null : othersOperation);
  const refusal = barred(context.client);
  if (refusal !== null) return problemAnswer(refusal);

  const body = await context.readJson({ optional: true });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const late = barred(context.client);
  if (late !== null) return problemAnswer(late);
  const unknown = Object.keys(body.value);
  if (unknown.length > 0) {
    const errors = new Map(unknown.map((name) => [name, ['is not known here']]));
    return problemAnswer(inputRefusal('body', errors));
  }
  const answer = await context.acting(calls.cancel(operation.id, context.client.id));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  return jsonAnswer(200, forPrograms(answer.operation, context.client));
}

const othersOperation: Refusal = {
  code: 'operation-of-other',
  detail: 'Another program or the till asked for it: that program, or a person at the window, can take it back.',
};
const noOperation: Refusal = { code: 'operation-not-found', detail: 'No operation has this id.' };
