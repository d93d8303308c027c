// POST /v1/operations/{kind}: the one way by which an ERP starts an operation. Every kind of the registry comes in
// here; what the kinds need (scope, input) stands in their own files.
import { z } from 'zod';
import { type Client, waitsAt } from '#contract/programs/client.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { type Refusal, refuse } from '#contract/programs/problems.ts';
import { ruleIssue } from '#contract/data/issue-words.ts';
import { lineSchema } from '#contract/office/claims.ts';
import { isFinal } from '#contract/operation/states.ts';
import { type Answer, jsonAnswer, problemAnswer, replayed } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { whenGone } from '#http/when-gone.ts';
import { commands, kindNamed, shortKinds } from '#operations/index.ts';
import { forPrograms } from '../programs/for-programs.ts';
import { type RouteAbout, bodyProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import { type RequestIdRead, readRequestId, requestIdSchema } from '../request/query-fields.ts';
import { missingScope, scopeOf, scopesOf } from '../access/scope.ts';
import { waitSchema } from '../request/wait.ts';

const querySchema = z.object({
  wait: waitSchema,
  line: lineSchema
    .optional()
    .describe(
      'What a refund is for: the line of a slip, or the id of the slip. Where the office of the chain is asked before a ' +
        'refund, one line is refunded once over all tills. It is kept for good and shown at the office and other tills, ' +
        'so it must hold no personal data',
    ),
});

const requestIdHeader = requestIdSchema.describe(
  'An id of your own for this request. Send the same one when you repeat it: it is done once',
);

const replayedHeader = {
  'Idempotency-Replayed':
    '`true` where this request had been accepted before: this is its operation, and nothing was done anew',
};

const about: RouteAbout = {
  operationId: 'submit',
  summary: 'Start an operation',
  description:
    'It is stored before it is answered. The same Idempotency-Key with the same body gives the same operation again, ' +
    'also after a restart; with another body it is refused. With `wait` the answer comes when the operation is final ' +
    'or needs a person, at the latest after so many seconds.',
  tag: 'operations',
  query: querySchema,
  headers: z.object({ 'Idempotency-Key': requestIdHeader }),
  answers: {
    200: {
      description: 'It is final: nothing about it can change any more',
      schema: 'Operation',
      headers: replayedHeader,
    },
    202: {
      description: 'It was accepted and goes on. Ask for it at its Location, or listen to the events',
      schema: 'Operation',
      headers: { Location: 'Where the operation is read', ...replayedHeader },
    },
  },
  problems: [
    'sealed',
    'scope-missing',
    'request-id-missing',
    'request-id-reused',
    'operation-altered',
    ...bodyProblems,
    'storage-failed',
    'paused',
    'stopping',
  ],
  perKind: true,
};

export function submitRoutes(ports: LoopbackPorts): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/operations/:name',
      scope: null,
      about,
      handle: (context) => submit(ports, context),
    },
  ];
}

async function submit({ calls, waits }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const named = kindNamed(context.param('name'));
  if (named === null) return problemAnswer(unknownKind);
  const { command, given } = named;
  // A program without the scope for any input of this kind learns nothing about its input.
  const only = Object.keys(given).length === 0 ? null : scopeOf(command, given);
  const possible = only === null ? [...scopesOf(command)] : [only];
  const barred = missingScope(context.client, possible);
  if (barred !== null) return problemAnswer(barred);
  const closed = calls.refusal();
  if (closed !== null) return problemAnswer(closed);
  const query = readQuery(context.target, querySchema);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const request = requestIdIn(context.header('idempotency-key'));
  if (request.type === 'refused') return problemAnswer(request.refusal);
  const body = await context.readJson({ optional: false });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const twice = Object.keys(given).filter((field) => Object.hasOwn(body.value, field));
  if (twice.length > 0) {
    const issues = twice.map((field) => ({ field, ...ruleIssue('is given by the name of the kind: leave it out') }));
    return problemAnswer(inputRefusal('body', issues));
  }

  const input = { ...given, ...body.value };
  const needed = scopeOf(command, input);
  const missing = missingScope(context.client, needed === null ? possible : [needed]);
  if (missing !== null) return problemAnswer(missing);

  const { id: clientId, options } = context.client;
  const [mayWait, takesPartial] = [waitsAt('bridge', options), options.partialApprovals];
  const { wait = 0, line = null } = query.query;
  const submission = { kind: command.kind, input, requestId: request.id, clientId, mayWait, takesPartial, line };
  const answer = await context.acting(calls.submit(submission, whenGone(context.outgoing)));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  const settled = await waits.untilAtRest(context, answer.operation, wait);
  const response = operationAnswer(settled, context.client);
  return answer.repeated ? replayed(response) : response;
}

/** 200 only when nothing about the operation can change any more. */
function operationAnswer(operation: OperationView, client: Client): Answer {
  const view = forPrograms(operation, client);
  if (isFinal(operation.state)) return jsonAnswer(200, view);
  return jsonAnswer(202, view, { Location: `/v1/operations/${encodeURIComponent(operation.id)}` });
}

const unknownKind: Refusal = {
  code: 'unknown-kind',
  detail: `Known kinds: ${[...shortKinds.map(({ name }) => name), ...commands.map(({ kind }) => kind)].join(', ')}.`,
};

function requestIdIn(header: string | undefined): RequestIdRead {
  if (header === undefined || header === '') {
    const detail =
      'Send an Idempotency-Key header with an id of your own for this request, and the same one when you repeat it.';
    return refuse('request-id-missing', detail);
  }
  return readRequestId(header);
}
