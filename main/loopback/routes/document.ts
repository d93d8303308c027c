// The API's own document, for programs and for those who write them. Nothing in it is secret and a browser cannot send
// a token, so it needs none. It is made when it is first asked for: the start of the program loads nothing of it.
import { z } from 'zod';
import { guardHeaders, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../context.ts';
import type { RouteGroups } from '../document/openapi.ts';
import { foreignOrigin } from '../origin.ts';

const noQuery = z.object({});

const about: RouteAbout = {
  operationId: 'getOpenApi',
  summary: 'Read this document',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'OpenAPI 3.1', schema: 'OpenApi' } },
  problems: ['origin-refused'],
};

/** `groups`: the whole table, asked for when it is there. */
export function documentRoutes(ports: LoopbackPorts, groups: () => RouteGroups): Route[] {
  let made: Promise<string> | null = null;
  const text = (): Promise<string> => {
    made ??= import('../document/openapi.ts').then(({ loopbackDocument }) =>
      JSON.stringify(loopbackDocument(groups())),
    );
    return made;
  };
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      scope: null,
      about,
      handle: async (context) => refusal(ports, context) ?? answer(await text(), 'application/json'),
    },
  ];
}

function refusal({ clients }: LoopbackPorts, context: LoopbackContext): Response | null {
  const foreign = foreignOrigin(clients, context.req.header('origin'));
  if (foreign !== null) return problemAnswer(foreign);
  const query = readQuery(context.req.url, noQuery);
  return query.type === 'refused' ? problemAnswer(query.refusal) : null;
}

function answer(text: string, mediaType: string): Response {
  return new Response(text, { status: 200, headers: { ...guardHeaders, 'Content-Type': mediaType } });
}
