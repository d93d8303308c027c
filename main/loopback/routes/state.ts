// How the bridge and its terminals are.
import { z } from 'zod';
import { type Answer, jsonAnswer, problemAnswer, textAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

export function stateRoutes(ports: LoopbackPorts): Route[] {
  const { calls } = ports;
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
    {
      method: 'GET',
      path: '/metrics',
      scope: 'status',
      always: true,
      about: metricsAbout,
      handle: (context) => metrics(ports, context),
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

/** What a text costs beside its bytes: statuses, terminals and devices are read for it. */
const metricsBytes = 64 * 1_024;

const metricsAbout: RouteAbout = {
  operationId: 'getMetrics',
  summary: 'Read the numbers for a monitoring system',
  description:
    'OpenMetrics text: operations by state and kind, ages, times, alarms, terminals, devices, disk, process. It is ' +
    'answered also while nothing else is. docs/monitoring.md lists them.',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'The numbers', mediaType: 'application/openmetrics-text' } },
  problems: ['not-found'],
};

async function metrics({ metrics: read }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  if (read === null) return problemAnswer({ code: 'not-found', detail: 'This bridge serves no metrics.' });
  context.reader.charge(metricsBytes);
  const { contentType, text } = await context.waitFor(read());
  return textAnswer(200, text, { 'Content-Type': contentType });
}

function plain(value: () => object): (context: LoopbackContext) => Answer {
  return (context) => {
    const query = readQuery(context.target, noQuery);
    return query.type === 'refused' ? problemAnswer(query.refusal) : jsonAnswer(200, value());
  };
}
