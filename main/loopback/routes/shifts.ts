// Shift reports for programs: the one that runs (X) and those that were closed (Z). Closing is an administration act and
// is not to be had over HTTP.
import { z } from 'zod';
import { inMoney } from '#contract/shift/shift-money.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

export function shiftRoutes(ports: LoopbackPorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/shifts/current',
      scope: 'export',
      about: currentAbout,
      handle: (context) => current(ports, context),
    },
    {
      method: 'GET',
      path: '/v1/shifts/:number',
      scope: 'export',
      about: closedAbout,
      handle: (context) => closed(ports, context),
    },
  ];
}

const noQuery = z.object({});
/** What a report costs that is added up anew. */
const closedBytes = 1_024 * 1_024;
const numberSchema = z.string().regex(/^[1-9]\d{0,9}$/);

const currentAbout: RouteAbout = {
  operationId: 'getCurrentShift',
  summary: 'Read the report of the running shift (X)',
  tag: 'shifts',
  query: noQuery,
  answers: { 200: { description: 'The report as it stands', schema: 'ShiftReport' } },
  problems: [],
};

const closedAbout: RouteAbout = {
  operationId: 'getClosedShift',
  summary: 'Read the report of a closed shift (Z)',
  description:
    'Shifts are closed by people at the till; no program can close one. Sums and numbers never change; references and last ' +
    'digits of cards are missing once they were erased.',
  tag: 'shifts',
  path: z.object({ number: numberSchema.describe('The number of the shift, from 1') }),
  example: { number: '1' },
  query: noQuery,
  answers: { 200: { description: 'The report', schema: 'ShiftReport' } },
  problems: ['not-found'],
};

async function current({ shifts }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const report = await shifts?.current();
  return report === undefined ? missing('current') : context.reader.slice(() => jsonAnswer(200, inMoney(report)));
}

async function closed({ shifts }: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const text = context.param('number');
  context.reader.charge(closedBytes);
  const report = numberSchema.safeParse(text).success ? await shifts?.closed(Number(text)) : undefined;
  return report === undefined || report === null
    ? missing(text)
    : context.reader.slice(() => jsonAnswer(200, inMoney(report)));
}

function missing(which: string): Answer {
  return problemAnswer({ code: 'not-found', detail: `There is no closed shift ${which.slice(0, 20)}.` });
}
