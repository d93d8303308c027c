// Reading operations, and taking one back that was not sent. Reads change nothing, also not the operation they
// wait for.
import { z } from 'zod';
import type { Client } from '#contract/programs/client.ts';
import { states } from '#contract/operation/states.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { ListFilter } from '#core/ports/store.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery, unknownFields } from '#http/query.ts';
import { payIdSchema, refNrSchema, transIdSchema } from '#operations/fields/ids.ts';
import { commandOf, commands, kindNamed, shortKinds } from '#operations/index.ts';
import { forPrograms, isOwn } from '../programs/for-programs.ts';
import { type RouteAbout, bodyProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import { OperationPage, afterError, pageRows } from '../request/operation-page.ts';
import { moment, requestIdSchema, severalOf, wholeNumber } from '../request/query-fields.ts';
import { missingScope, scopeOf, scopesOf } from '../access/scope.ts';
import { waitSchema } from '../request/wait.ts';

const kinds = [...shortKinds.map(({ name }) => name), ...commands.map(({ kind }) => kind)];
const orders = ['oldest', 'newest'] as const;

const listSchema = z
  .object({
    state: severalOf(states).optional().describe('In one of these states: one, or several with commas in between'),
    payId: payIdSchema.optional().describe('Of this payment'),
    transId: transIdSchema
      .optional()
      .describe('Asked for with this transId; what was done later to its payment has a `payId`'),
    requestId: requestIdSchema.optional().describe('With this Idempotency-Key, of any program'),
    refNr: refNrSchema.optional().describe('With this reference, letter by letter'),
    terminal: z
      .string()
      .min(1)
      .max(128, { error: 'must have at most 128 characters' })
      .optional()
      .describe('At this terminal'),
    kind: z
      .enum(kinds, { error: `must be one of ${kinds.join(', ')}` })
      .optional()
      .describe('As it may be asked for: `sale` are those of kind `cloud-pos` whose `messageType` is SALE'),
    from: moment().optional().describe('Accepted at this time or later (`createdAt`)'),
    to: moment().optional().describe('Accepted before this time (`createdAt`)'),
    updatedSince: moment()
      .optional()
      .describe(
        'Changed at this time or later (`updatedAt`), in the order of their last change. What changes while you read ' +
          'comes again at the end, and nothing is missed',
      ),
    order: z
      .enum(orders, { error: `must be one of ${orders.join(', ')}` })
      .default('oldest')
      .describe('By when they were accepted; `newest` cannot be combined with `updatedSince`'),
    after: z.string().max(160, { error: afterError }).optional().describe('What the page before said as `next`'),
    limit: wholeNumber({ minimum: 1, maximum: 500 }, 'must be a whole number from 1 to 500')
      .default(100)
      .describe(`100 where it is left out. A page holds ${pageRows} at most`),
  })
  .refine(({ order, updatedSince }) => order === 'oldest' || updatedSince === undefined, {
    error: 'cannot be newest beside updatedSince, which goes by the last change',
    path: ['order'],
  });
const readSchema = z.object({ wait: waitSchema });
const noQuery = z.object({});
const operationExample = { id: 'ID_OF_THE_OPERATION' };
const idPath = z.object({ id: z.string().describe('The id of the operation') });

const listAbout: RouteAbout = {
  operationId: 'listOperations',
  summary: 'List operations',
  description:
    'Those of all programs and of the till, page by page; where several filters are given, those that fit all of them. ' +
    'A page may hold fewer than `limit`, or none: what follows it is asked for with `after`, and the same filters, as ' +
    'long as `next` is not null. What may be about a customer is left out of what others made, ' +
    'unless the token has the scope for such operations (`customers` where the customer pays on a page): `withheld` says so.',
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
  const { kind, ...query } = given.query;
  const named = kind === undefined ? null : kindNamed(kind);
  const ofKind = named === null ? {} : { kind: named.command.kind };
  const page = new OperationPage(calls, { ...ofKind, ...filterOf(query) }, context, named?.given);
  return context.reader.slices((hasTime) => page.goOn(hasTime));
}

function filterOf(query: Omit<z.output<typeof listSchema>, 'kind'>): ListFilter {
  const { state, terminal, from, to, updatedSince, order, limit, payId, transId, requestId, refNr, after } = query;
  return {
    ...(state === undefined ? {} : { states: state }),
    ...(payId === undefined ? {} : { payId }),
    ...(transId === undefined ? {} : { transId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(refNr === undefined ? {} : { refNr }),
    ...(terminal === undefined ? {} : { terminalId: terminal }),
    ...(from === undefined ? {} : { createdFromMs: from }),
    ...(to === undefined ? {} : { createdBeforeMs: to }),
    ...(updatedSince === undefined ? {} : { updatedFromMs: updatedSince }),
    ...(order === 'newest' ? { newest: true } : {}),
    ...(after === undefined ? {} : { after }),
    limit,
  };
}

async function read({ calls, waits }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, readSchema);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const operation = calls.operation(context.param('name'));
  if (operation === null) return problemAnswer(noOperation);
  const settled = await waits.untilAtRest(context, operation, query.query.wait ?? 0);
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
    return problemAnswer(inputRefusal('body', unknownFields(unknown)));
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
