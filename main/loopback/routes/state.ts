// How the bridge and its terminals are, and what this server is at all. The last is the one address that needs no
// token: an ERP finds the bridge by it, so it says nothing that is not on the box.
import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../context.ts';

export function stateRoutes({ calls }: LoopbackPorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/terminals',
      scope: 'status',
      about: terminalsAbout,
      handle: plain(() => ({ terminals: calls.terminals() })),
    },
    {
      method: 'GET',
      path: '/v1/status',
      scope: 'status',
      always: true,
      about: statusAbout,
      handle: plain(() => calls.status()),
    },
  ];
}

export function wellKnownRoutes({ version }: LoopbackPorts): Route[] {
  const about = { product: 'Tillbridge', version, apiVersions: ['v1'] };
  return [
    { method: 'GET', path: '/.well-known/tillbridge', scope: null, about: identityAbout, handle: plain(() => about) },
  ];
}

const noQuery = z.object({});

const terminalsAbout: RouteAbout = {
  operationId: 'listTerminals',
  summary: 'List the terminals of the shop',
  description: 'Those that the shop named in its settings, and whether a command is under way at each.',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'The terminals', schema: 'Terminals' } },
  problems: [],
};

const statusAbout: RouteAbout = {
  operationId: 'getStatus',
  summary: 'Read how the bridge is',
  description:
    'Connection, credentials, how much waits, what needs a person. It is answered also while nothing else is.',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'The status', schema: 'Status' } },
  problems: [],
};

const identityAbout: RouteAbout = {
  operationId: 'getIdentity',
  summary: 'Find the bridge',
  description: 'Says that a bridge is here, and which versions of the API it speaks.',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'A bridge', schema: 'Identity' } },
  problems: [],
};

function plain(value: () => object): (context: LoopbackContext) => Response {
  return (context) => {
    const query = readQuery(context.req.url, noQuery);
    return query.type === 'refused' ? problemAnswer(query.refusal) : jsonAnswer(200, value());
  };
}
