// How the bridge and its terminals are.
import { z } from 'zod';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

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

function plain(value: () => object): (context: LoopbackContext) => Answer {
  return (context) => {
    const query = readQuery(context.target, noQuery);
    return query.type === 'refused' ? problemAnswer(query.refusal) : jsonAnswer(200, value());
  };
}
