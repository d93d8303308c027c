// GET /v1/events: what happens to operations, as it happens, as server-sent events. A page reads it with fetch, since
// EventSource cannot send a token, and a token in an address would end up in logs and histories.
import { z } from 'zod';
import { type Answer, emptyAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { streamAnswer } from '#http/stream.ts';
import type { RouteAbout } from '../schemas/about.ts';
import { wholeNumber } from '../request/query-fields.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

const querySchema = z.object({
  lastEventId: wholeNumber(
    { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    'must be the id of an event, or 0 for the beginning',
  )
    .optional()
    .describe('The same as the header, for readers that cannot set one; 0 is the beginning of the journal'),
  lastHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be the hash that came with that event: 64 hex digits' })
    .optional()
    .describe('The `hash` of that event: tells a backup that was put back from the journal that it is a copy of'),
});

const headersSchema = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe('The id of the last event that the reader had; 0: from the beginning; without it: from now on'),
});

const about: RouteAbout = {
  operationId: 'followEvents',
  summary: 'Follow what happens to operations',
  description:
    'First comes `hello` (or `reset`: the number given is not of this journal, read /v1/operations anew), then `status` ' +
    'whenever it changes, and `operation` for each record of the journal that tells of one: ' +
    '{seq, hash, type, at, state, revision, operation}. The id is the number of the record; numbers rise and may skip. ' +
    'With a scope of devices (`print`, `drawer`, `display`, `scan`), `device` tells how a device is, first and whenever it ' +
    'changes; with `print`, `print-job` comes for each record of a print job: {seq, hash, type, at, state, printJob}. ' +
    'With `scan`, `scan` comes for what a scanner read that is not for the till itself: {scanner, code, gtin, symbology, at}; ' +
    'it has no id and is told once, to those that are connected. ' +
    'A look-up that found nothing new has no event. Nothing is lost or repeated after Last-Event-ID, over a restart of the bridge too. ' +
    'Pages read it with fetch: EventSource cannot send the token.',
  tag: 'events',
  query: querySchema,
  headers: headersSchema,
  answers: {
    200: { description: 'A stream without an end', schema: 'EventStream', mediaType: 'text/event-stream' },
  },
  problems: ['invalid-input', 'too-many-streams'],
};

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // There is no next request on this connection, so that it ends with the stream.
  Connection: 'close',
};

export function eventRoutes(ports: LoopbackPorts): Route[] {
  return [{ method: 'GET', path: '/v1/events', scope: 'status', about, handle: (context) => follow(ports, context) }];
}

function follow({ events, log }: LoopbackPorts, context: LoopbackContext): Answer {
  // An empty position is refused: a reader that lost its own would begin now, and miss what came between.
  const given = readQuery(context.target, querySchema);
  if (given.type === 'refused') return problemAnswer(given.refusal);
  if (events === null) return problemAnswer({ code: 'not-found', detail: 'There is no journal to follow.' });
  const { query } = given;
  const { outgoing } = context;
  if (context.method === 'HEAD') return emptyAnswer(200, headers);
  // Some readers repeat the address they were given at first; the header is the newer one then.
  const fromHeader = context.header('last-event-id');
  const lastEventId = fromHeader === undefined || fromHeader === '' ? query.lastEventId?.toString() : fromHeader;
  if (lastEventId === undefined && fromHeader === '') return problemAnswer(noPosition);
  const mayGoOn = () => context.barred(['status']) === null;
  const opened = events.open(context.client.id, { lastEventId, lastHash: query.lastHash }, outgoing, mayGoOn);
  if (opened.type === 'refused') return problemAnswer(opened.refusal);
  return streamAnswer(opened.pieces, headers, (error) => {
    log('error', 'events-broken', { error: error instanceof Error ? error.name : 'unknown' });
  });
}

const noPosition = inputRefusal('headers', [
  {
    field: 'Last-Event-ID',
    code: 'rule',
    message: 'is empty: send the id of an event, or leave it out to begin now',
  },
]);
