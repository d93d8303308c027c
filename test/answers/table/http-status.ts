// Each HTTP status with a body that fits it and with one that does not: what the status alone may decide.

import { type Answer } from '../support/gateway.ts';
import { type MoneyOperation, operations, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { redirectTarget, type Row } from '../support/rows.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { sources } from './sources.ts';

const problemDetails = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'about:blank', title: 'refused', status, traceId: '00-1', errors: { amount: ['not accepted'] } },
});

const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html><body><h1>${status}</h1></body></html>`,
});

/** Given before the operation runs: a body that cannot be read, a route or method that does not exist, a refusal. */
const finalStatuses = [400, 402, 404, 405, 407, 410, 411, 413, 414, 415, 417, 421, 422, 426, 431, 451];
/** Given by web frameworks and proxies also after the operation ran, or while it runs. */
const unclearStatuses = [
  301, 302, 303, 307, 308, 406, 408, 409, 412, 418, 423, 424, 425, 428, 499, 500, 501, 502, 503, 504, 520,
];

function whole(operation: MoneyOperation): Row[] {
  return [200, 201].map((status) =>
    makeRow(
      'whole success',
      operation,
      `${status}, whole and right`,
      (sent, number) => ({ ...wholeSuccess(operation, number, sent), status }),
      { expected: 'succeeded', rests: sources.shownAgrees },
    ),
  );
}

function accepted(operation: MoneyOperation): Row[] {
  // What was taken up may still run, and a repeat of it is then processed again.
  const say = { expected: 'open', rests: `${sources.accepted202}; ${sources.running}` } as const;
  const name = '202';
  return [
    makeRow(name, operation, '202, empty', () => ({ status: 202 }), say),
    makeRow(
      name,
      operation,
      '202 with Location',
      () => ({ status: 202, headers: { location: '/api/v2/payments/queue/77' }, body: {} }),
      say,
    ),
    makeRow(
      name,
      operation,
      '202, whole and right',
      (sent, number) => ({ ...wholeSuccess(operation, number, sent), status: 202 }),
      say,
    ),
    makeRow(
      name,
      operation,
      '202 around FAILED',
      (sent, number) => ({ ...wholeRefusal(operation, number, sent), status: 202 }),
      { ...say, expected: 'not-succeeded' },
    ),
  ];
}

function empty(operation: MoneyOperation): Row[] {
  const needsNothing = operation.name === 'capture' || operation.name === 'reverse';
  const bodies: readonly (readonly [string, Answer])[] = [
    ['204', { status: 204 }],
    ['200, no body', { status: 200 }],
    ['200 {}', { status: 200, body: {} }],
  ];
  return bodies.map(([title, answer]) =>
    makeRow(
      'empty answer',
      operation,
      title,
      () => answer,
      needsNothing
        ? { expected: 'succeeded', rests: sources.emptyDone }
        : { expected: 'open', rests: sources.emptyNothing, posts: repeatsOf(operation) },
    ),
  );
}

function refusals(operation: MoneyOperation): Row[] {
  return finalStatuses.map((status) =>
    makeRow('4xx that is final', operation, `${status}, problem details`, () => problemDetails(status), {
      expected: 'failed',
      rests: sources.finalRefusal,
    }),
  );
}

/** Given by a server on the way: a page, and where a path may have been rewritten an empty body too. */
function notTheGateways(operation: MoneyOperation): Row[] {
  return finalStatuses.flatMap((status) =>
    [...(status === 404 || status === 410 ? [{ status }] : []), page(status)].map((answer) =>
      makeRow(
        '4xx that is not the gateway’s',
        operation,
        `${status}, ${'body' in answer ? 'a page' : 'no body'}`,
        () => answer,
        {
          expected: 'open',
          rests: sources.notTheGateways,
          posts: repeatsOf(operation),
        },
      ),
    ),
  );
}

function refusalsWithResult(operation: MoneyOperation): Row[] {
  return [400, 404, 422].flatMap((status) => [
    makeRow(
      '4xx that is final',
      operation,
      `${status} with FAILED and the right ids`,
      (sent, number) => ({ ...wholeRefusal(operation, number, sent), status }),
      { expected: 'failed', rests: sources.finalRefusal },
    ),
    makeRow(
      '4xx around a success',
      operation,
      `${status} around a whole success`,
      (sent, number) => ({ ...wholeSuccess(operation, number, sent), status }),
      { expected: 'open', rests: sources.shownAgrees },
    ),
  ]);
}

function foreignRefusal(operation: MoneyOperation): Row[] {
  return [400, 422].map((status) =>
    makeRow(
      'refusal of another operation',
      operation,
      `${status} with FAILED and another refNr`,
      (sent, number) => ({ ...wholeRefusal(operation, number, sent, { refNr: 'OTHER-1' }), status }),
      { expected: 'open', rests: sources.identity },
    ),
  );
}

/** A redirect leads to an address of the same row, so that following it is seen. */
const elsewhere = (status: number, number: number): Partial<Answer> =>
  status < 400 ? { headers: { location: redirectTarget(number) } } : {};

function unclear(operation: MoneyOperation): Row[] {
  const name = 'status that proves nothing';
  return unclearStatuses.flatMap((status) => {
    const wholeBodies = [302, 406, 409, 500, 503].includes(status);
    const rests = status === 406 ? sources.afterExecution : sources.unknownStatus;
    const say = { expected: 'open', rests, posts: repeatsOf(operation) } as const;
    const bare = makeRow(
      name,
      operation,
      `${status}, a page`,
      (_, number) => ({ ...page(status), ...elsewhere(status, number) }),
      say,
    );
    if (!wholeBodies) return [bare];
    return [
      bare,
      makeRow(
        name,
        operation,
        `${status} with FAILED and the right ids`,
        (sent, number) => ({ ...wholeRefusal(operation, number, sent), status, ...elsewhere(status, number) }),
        say,
      ),
      makeRow(
        name,
        operation,
        `${status} around a whole success`,
        (sent, number) => ({ ...wholeSuccess(operation, number, sent), status, ...elsewhere(status, number) }),
        say,
      ),
    ];
  });
}

/** Kinds that may wait stay accepted and are sent again later; a person or customer waits for the others. */
function tooMany(operation: MoneyOperation): Row[] {
  return [
    makeRow('429', operation, '429, problem details', () => problemDetails(429), {
      expected: operation.keyed ? 'open' : operation.name === 'reverse' ? 'not-succeeded' : 'failed',
      rests: sources.busy,
      posts: 'any',
      until: 'sent',
    }),
  ];
}

export const httpRows: readonly Row[] = operations.flatMap((operation) => [
  ...whole(operation),
  ...accepted(operation),
  ...empty(operation),
  ...refusals(operation),
  ...refusalsWithResult(operation),
  ...notTheGateways(operation),
  ...foreignRefusal(operation),
  ...unclear(operation),
  ...tooMany(operation),
]);
