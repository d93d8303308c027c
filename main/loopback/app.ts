// The API as one function from a request to its answer: the guards in their order, then the route table. Every answer
// that is no success is a problem, also where there is no route and where the program itself is at fault.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '#contract/programs/client.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Answer, type Headers, problemAnswer } from '#http/answer.ts';
import { recheckAccess } from './request/recheck-access.ts';
import { tooManyAtOnce } from './limits/at-once.ts';
import { Caller } from './access/caller.ts';
import { LoopbackContext, type LoopbackPorts, type Parameters, type Route } from './request/context.ts';
import { apiPrefix, tokenPath } from './drop-in/addresses.ts';
import { dropIn } from './drop-in/drop-in.ts';
import type { DropInOptions } from './drop-in/options.ts';
import { type Asker, faultRefusal } from './request/fault.ts';
import { createGuard } from './guard.ts';
import { crossOriginHeaders, preflightAnswer, tooManyUnauthenticated } from './access/origin.ts';
import { routeTable } from './route-table.ts';
import { type Resource, createRouter } from './router.ts';
import { missingScope, neededScopes } from './access/scope.ts';

export interface Answered {
  readonly answer: Answer;
  /** What pages may read of it. */
  readonly headers: Headers;
}

export type LoopbackApp = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<Answered>;

export function createApp(ports: LoopbackPorts, dropInOptions: DropInOptions | null): LoopbackApp {
  const { calls, clients, unauthenticated, atOnce, reads, posts, turns, countedLog } = ports;
  const find = createRouter(routeTable(ports));
  const guard = createGuard(ports);
  const surface = dropInOptions === null ? null : dropIn(ports, dropInOptions);

  const answer = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    path: string,
    asker: Asker,
  ): Answer | Promise<Answer> => {
    const found = find(path);
    if (found !== null && found.resource.isOpen) {
      const context = new LoopbackContext(incoming, outgoing, found.parameters, null);
      const route = found.resource.routes.get(context.method);
      if (route?.inTurns !== true && !unauthenticated.take('open')) return problemAnswer(tooManyUnauthenticated);
      return route?.handle(context) ?? wrongMethod(found.resource);
    }
    // It has credentials of its own.
    if (surface !== null && isDropIn(path)) return surface(new LoopbackContext(incoming, outgoing, none, null));
    const known = guard(incoming);
    if (known.type === 'refused') return known.answer;
    asker.isKnown = true;
    // Only a known caller learns that an address does not exist.
    if (found === null) return problemAnswer(nothingHere);
    const { id: clientId } = known.client;
    const who = {
      caller: new Caller(clients, known.client, known.tokenHash),
      reader: reads.reader(clientId),
      posts,
      turns,
    };
    const context = new LoopbackContext(incoming, outgoing, found.parameters, who);
    const route = found.resource.routes.get(context.method);
    if (route === undefined) return wrongMethod(found.resource);
    const refusal = barrier(route, known.client);
    if (refusal !== null) return problemAnswer(refusal);
    const needed = neededScopes(route.scope);
    const handle = () => route.handle(context);
    // What changes something never waits for those that read.
    const answered = () => (route.method === 'GET' ? reads.read(context, handle, problemAnswer) : handle());
    const work = () => recheckAccess(context, needed, answered(), problemAnswer);
    return atOnce.run(clientId, work) ?? problemAnswer(tooManyAtOnce);
  };

  const barrier = ({ scope, always }: Route, client: Client): Refusal | null => {
    if (scope === null) return null;
    return missingScope(client, neededScopes(scope)) ?? (always === true ? null : calls.refusal());
  };

  return async (incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?', 1)[0] ?? '';
    let headers: Headers = {};
    const asker: Asker = { isKnown: false };
    try {
      if (incoming.method === 'OPTIONS')
        return { answer: preflightAnswer(clients, unauthenticated, incoming, path), headers };
      headers = crossOriginHeaders(clients, incoming, path);
      return { answer: await answer(incoming, outgoing, path, asker), headers };
    } catch (error) {
      return { answer: problemAnswer(faultRefusal(countedLog, error, asker)), headers };
    }
  };
}

const none: Parameters = {};

function isDropIn(path: string): boolean {
  return path === tokenPath || path === apiPrefix || path.startsWith(`${apiPrefix}/`);
}

const nothingHere = { code: 'not-found', detail: 'There is nothing at this address.' } as const;

function wrongMethod({ allow }: Resource): Answer {
  return problemAnswer({ code: 'method-not-allowed', detail: `This address takes ${allow}.` }, { Allow: allow });
}
