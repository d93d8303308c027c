// A program's own webhook: where it wants its events sent. Asking for it is all that a program can do; a person allows it,
// at the window or by command.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Client } from '#contract/programs/client.ts';
import { ruleIssue } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery, unknownFields } from '#http/query.ts';
import { createRateLimit } from '#http/limits/rate-limit.ts';
import { type RouteAbout, bodyProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import { addressProblem } from '#http/address.ts';
import type { Pushes } from '../push/pushes.ts';

const noQuery = z.object({});
const bodySchema = z.strictObject({
  url: z
    .string()
    .max(512)
    .nullable()
    .describe('https, or http on this machine; no user name, password, query or fragment. Null ends the webhook'),
});

/** Each asking is a record of the journal. */
const askings = { perSecond: 0.1, burst: 10 };

const readAbout: RouteAbout = {
  operationId: 'getWebhook',
  summary: 'Read where the events of this program are sent',
  tag: 'events',
  query: noQuery,
  answers: { 200: { description: 'As it stands', schema: 'WebhookState' } },
  problems: ['not-found'],
};

const askAbout: RouteAbout = {
  operationId: 'setWebhook',
  summary: 'Have events sent to an address, or no longer',
  description:
    'It waits until a person allows it, at the window (Settings, Programs) or with `token webhook`. Then each event that ' +
    'GET /v1/events would show from now on is sent there by POST, in order, signed, until it is answered with 2xx. The ' +
    'secret for the signatures is in this answer only. Every asking is a new registration, which is allowed anew.',
  tag: 'events',
  query: noQuery,
  body: bodySchema,
  bodyExample: { url: 'http://127.0.0.1:9099/tillbridge' },
  answers: { 200: { description: 'What was registered', schema: 'WebhookAsked' } },
  problems: ['not-found', 'set-by-policy', 'storage-failed', 'too-many-requests', ...bodyProblems],
};

export function webhookRoutes(ports: LoopbackPorts): Route[] {
  const limit = createRateLimit(askings);
  const path = '/v1/webhook';
  return [
    { method: 'GET', path, scope: 'status', about: readAbout, handle: (context) => read(ports, context) },
    {
      method: 'POST',
      path,
      scope: 'status',
      about: askAbout,
      handle: (context) => ask(ports, (id) => limit.take(id), context),
    },
  ];
}

function read({ pushes }: LoopbackPorts, context: LoopbackContext): Answer {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  return pushes === null ? problemAnswer(noJournal) : jsonAnswer(200, { webhook: shown(pushes, context.client) });
}

async function ask(
  { pushes, clients }: LoopbackPorts,
  mayAsk: (clientId: string) => boolean,
  context: LoopbackContext,
): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const body = await context.readJson({ optional: false });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  if (pushes === null) return problemAnswer(noJournal);
  const barred = context.barred(['status']);
  if (barred !== null) return problemAnswer(barred);
  const { client } = context;
  if (client.managed === true) return problemAnswer(setByPolicy);
  const { url, ...others } = body.value;
  const unknown = unknownFields(Object.keys(others));
  if (unknown.length > 0) return problemAnswer(inputRefusal('body', unknown));
  const parsed = bodySchema.safeParse(body.value);
  const problem = !parsed.success
    ? 'must be an address of at most 512 characters, or null'
    : typeof url === 'string'
      ? addressProblem(url)
      : null;
  if (!parsed.success || problem !== null) {
    return problemAnswer(inputRefusal('body', [{ field: 'url', ...ruleIssue(problem ?? '') }]));
  }
  if (!mayAsk(client.id)) return problemAnswer(tooMany);
  const id = randomUUID();
  const asked = parsed.data.url;
  const webhook = asked === null ? null : { id, url: asked, from: pushes.head(), allowed: false };
  const changed = clients.change(client.id, { options: { webhook } }, new Date().toISOString());
  if (changed === null) return problemAnswer(noAccess);
  const secret = asked === null ? null : pushes.secretOf(id);
  return jsonAnswer(200, { webhook: shown(pushes, changed), secret });
}

function shown(pushes: Pushes, { id: clientId, options }: Client): object | null {
  const { webhook = null } = options;
  if (webhook === null) return null;
  const { id, url, allowed } = webhook;
  return { id, url, state: allowed ? 'allowed' : 'waiting', ...pushes.state(clientId, webhook) };
}

const noJournal: Refusal = { code: 'not-found', detail: 'There is no journal to follow.' };
const noAccess: Refusal = { code: 'token-unknown', detail: 'The token is not known or was revoked.' };
const setByPolicy: Refusal = {
  code: 'set-by-policy',
  detail: 'The policy of the IT department names this program: its options, and with them a webhook, are set there.',
};
const tooMany: Refusal = {
  code: 'too-many-requests',
  detail: 'At most one webhook in ten seconds. Nothing was changed.',
  retryAfterSeconds: 10,
};
