// The devices at the till for programs: what there is, print jobs, the drawer. A program sends typed documents, never
// bytes; what became of a job is the printer's own word, or it is in doubt until a person decides.
import { z } from 'zod';
import { printDocument } from '#contract/devices/documents.ts';
import { fieldIssues, issueInWords } from '#contract/data/issue-words.ts';
import {
  type PrintJobView,
  drawerRate,
  drawerReasonSchema,
  isPrintRest,
  printJobStates,
} from '#contract/devices/print-jobs.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Answer, jsonAnswer, problemAnswer, replayed } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { createRateLimit } from '#http/limits/rate-limit.ts';
import { deviceScopes } from '../access/scope.ts';
import { type RouteAbout, bodyProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import type { JobAnswer, LoopbackDevices } from '../programs/ports.ts';
import { readRequestId, requestIdSchema, wholeNumber } from '../request/query-fields.ts';
import { waitSchema } from '../request/wait.ts';

const noQuery = z.object({});
const waitQuery = z.object({ wait: waitSchema });
const deviceId = z.string().min(1).max(64).describe('The id of a device, as GET /v1/devices lists it');
const jobBody = z.strictObject({
  device: deviceId,
  document: printDocument,
  onlyAsWritten: z
    .boolean()
    .default(false)
    .describe(
      'Refuse what the printer would print otherwise than written: a character that it lacks, a code that does not fit',
    ),
});
const mostListed = 200;
const listQuery = z.object({
  state: z.enum(printJobStates).default('due').describe('Jobs in this state'),
  after: z.string().max(64).optional().describe('`next` of the answer before'),
  limit: wholeNumber({ minimum: 1, maximum: mostListed }, `must be a number from 1 to ${mostListed}`).default(50),
});
const decisionBody = z.strictObject({
  cameOut: z.boolean().describe('Whether it came out, as somebody saw'),
  reprint: z.boolean().default(false).describe('Where it did not: print it again, marked COPY at both ends'),
});
const displayBody = z.strictObject({
  lines: z
    .array(z.string().max(20))
    .max(2)
    .describe('The upper and the lower line, at most 20 characters each; control characters are left out'),
});
/** What a list costs of its program's budget of reads, beside its answer: 64 a second, for long. */
const listBytes = 128 * 1_024;
const drawerBody = z.strictObject({ reason: drawerReasonSchema });

/** Pictures are large. */
const jobLimits = { maxBytes: 512 * 1_024, maxDepth: 8 };
/** Everything else is small. */
const otherLimits = { maxBytes: 4 * 1_024, maxDepth: 8 };

const job = (description: string) => ({ description, schema: 'PrintJob' }) as const;
const jobPath = z.object({ id: z.string().describe('The id of the print job') });
const jobExample = { id: 'ID_OF_THE_PRINT_JOB' };
const drawerExample = { id: 'COUNTER' };

const listAbout: RouteAbout = {
  operationId: 'listDevices',
  summary: 'List the devices at the till',
  description: 'Those that the settings name, and how each one is.',
  tag: 'devices',
  query: noQuery,
  answers: { 200: { description: 'The devices', schema: 'Devices' } },
  problems: [],
};

const printAbout: RouteAbout = {
  operationId: 'print',
  summary: 'Print a document',
  description:
    'It is stored before it is answered and printed when the printer can. The same Idempotency-Key with the same body ' +
    'gives the same job again; with another body it is refused. `printed` is the printer’s own word. `doubtful` may ' +
    'have come out and is never sent again by itself: a person says, or this program (`decide`). `handed-over` was taken ' +
    'by a printer or queue that never says more. While it is `due`, nothing was sent, and `waitingFor` says why. `notes` say ' +
    'what is printed otherwise than written; with `onlyAsWritten` such a document is refused.',
  tag: 'devices',
  query: waitQuery,
  headers: z.object({ 'Idempotency-Key': requestIdSchema }),
  body: jobBody,
  bodyExample: {
    device: 'COUNTER',
    document: {
      blocks: [
        { type: 'text', text: 'Café Müller', align: 'center', size: 'large' },
        { type: 'columns', left: '2 × Espresso', right: '5,00 €' },
        { type: 'rule' },
        { type: 'qr', data: 'https://shop.example/r/4711' },
        { type: 'cut' },
      ],
    },
  },
  answers: {
    200: job('Nothing more happens to it by itself'),
    202: { ...job('It was stored and waits or is printed'), headers: { Location: 'Where the job is read' } },
  },
  problems: [
    'device-unknown',
    'request-id-missing',
    'request-id-reused',
    'queue-full',
    'storage-failed',
    'sealed',
    ...bodyProblems,
  ],
};

const jobsAbout: RouteAbout = {
  operationId: 'listPrintJobs',
  summary: 'List the print jobs of this program',
  description: 'Those in one state, the oldest first, with their age: what waits for paper, or is in doubt.',
  tag: 'devices',
  query: listQuery,
  answers: { 200: { description: 'The jobs', schema: 'PrintJobs' } },
  problems: ['print-job-not-found'],
};

const readAbout: RouteAbout = {
  operationId: 'getPrintJob',
  summary: 'Read a print job, or wait for it',
  tag: 'devices',
  path: jobPath,
  query: waitQuery,
  example: jobExample,
  answers: { 200: job('The job as it stands') },
  problems: ['print-job-not-found'],
};

const cancelAbout: RouteAbout = {
  operationId: 'cancelPrintJob',
  summary: 'Take back a print job that is due',
  description: 'What was sent, or may have been, cannot be taken back. Repeating it answers the same again.',
  tag: 'devices',
  path: jobPath,
  query: noQuery,
  example: jobExample,
  body: z.strictObject({}),
  answers: { 200: job('The job, cancelled') },
  problems: ['print-job-not-found', 'operation-of-other', 'not-cancellable', 'storage-failed', ...bodyProblems],
};

const decideAbout: RouteAbout = {
  operationId: 'decidePrintJob',
  summary: 'Say whether a doubtful print job came out',
  description:
    'Only where somebody looked. `cameOut: true` makes it `printed`; `false` ends it as `cancelled`, and `reprint` names ' +
    'the job that prints it again, marked COPY, where that is wanted.',
  tag: 'devices',
  path: jobPath,
  query: noQuery,
  example: jobExample,
  body: decisionBody,
  bodyExample: { cameOut: false, reprint: true },
  answers: { 200: job('The job as it was decided') },
  problems: ['print-job-not-found', 'operation-of-other', 'not-decidable', 'storage-failed', ...bodyProblems],
};

const drawerAbout: RouteAbout = {
  operationId: 'openDrawer',
  summary: 'Open the drawer that hangs on a printer',
  description:
    'One pulse, never repeated by itself: `unknown` where the line broke while it was sent. Each is in the journal with ' +
    'its reason and counted in the shift’s reports. The same Idempotency-Key with the same body is answered as before and ' +
    'opens nothing: send one, so that a request that is repeated does not open it twice.',
  tag: 'devices',
  path: z.object({ id: z.string().describe('The id of the printer that the drawer hangs on') }),
  query: noQuery,
  example: drawerExample,
  headers: z.object({ 'Idempotency-Key': requestIdSchema.optional() }),
  body: drawerBody,
  bodyExample: { reason: 'Change for the market stall' },
  answers: { 200: { description: 'The pulse was sent, or may have been', schema: 'DrawerOpened' } },
  problems: ['device-unknown', 'not-sent', 'request-id-reused', 'too-many-requests', 'storage-failed', ...bodyProblems],
};

const displayAbout: RouteAbout = {
  operationId: 'writeDisplay',
  summary: "Write on the customer's display",
  description:
    'Two lines of 20 characters. They stay until other ones are written; no lines clear it. While a payment runs the till ' +
    'shows that, and these lines after it (`shown`). Nothing of it is stored: write it again after a restart. What the ' +
    'display has no character for is spelled.',
  tag: 'devices',
  path: z.object({ id: z.string().describe('The id of the display') }),
  query: noQuery,
  example: { id: 'FRONT' },
  body: displayBody,
  bodyExample: { lines: ['2 x Espresso', 'Total       5.00 EUR'] },
  answers: { 200: { description: 'The lines were taken', schema: 'DisplayShown' } },
  problems: ['device-unknown', ...bodyProblems],
};

export function deviceRoutes(ports: LoopbackPorts): Route[] {
  const drawers = createRateLimit(drawerRate);
  const mayOpen = (clientId: string) => drawers.take(clientId);
  return [
    route(ports, 'GET', '/v1/devices', deviceScopes, listAbout, list),
    route(ports, 'POST', '/v1/print-jobs', 'print', printAbout, print),
    route(ports, 'GET', '/v1/print-jobs', 'print', jobsAbout, listJobs),
    route(ports, 'GET', '/v1/print-jobs/:id', 'print', readAbout, read),
    route(ports, 'POST', '/v1/print-jobs/:id/cancel', 'print', cancelAbout, cancel),
    route(ports, 'POST', '/v1/print-jobs/:id/decide', 'print', decideAbout, decide),
    route(ports, 'PUT', '/v1/displays/:id', 'display', displayAbout, writeDisplay),
    route(ports, 'POST', '/v1/drawers/:id/open', 'drawer', drawerAbout, ({ devices }, context) =>
      openDrawer(devices, context, mayOpen),
    ),
  ];
}

type Ports = Pick<LoopbackPorts, 'waits'> & { readonly devices: LoopbackDevices };

function route(
  ports: LoopbackPorts,
  method: Route['method'],
  path: string,
  scope: Route['scope'],
  about: RouteAbout,
  handle: (ports: Ports, context: LoopbackContext) => Promise<Answer>,
): Route {
  const { devices, waits } = ports;
  return {
    method,
    path,
    scope,
    about,
    // A sealed folder was refused before.
    handle: (context) => (devices === null ? problemAnswer(noDevices) : handle({ devices, waits }, context)),
  };
}

async function list({ devices }: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  // Each printer is asked how it is.
  context.reader.charge(listBytes);
  return jsonAnswer(200, { devices: await context.waitFor(devices.list()) });
}

async function print({ devices, waits }: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, waitQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const header = context.header('idempotency-key');
  if (header === undefined) return problemAnswer(noRequestId);
  const request = readRequestId(header);
  if (request.type === 'refused') return problemAnswer(request.refusal);
  const body = await bodyOf(context, jobBody, { isDocument: true });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const asking = { clientId: context.client.id, requestId: request.id, ...body.value };
  const answer = await context.acting(devices.print(asking));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  const settled = await settledJob({ devices, waits }, context, answer.job, query.query.wait ?? 0);
  const isRest = isPrintRest(settled.state);
  const shown = answer.notes.length === 0 ? settled : { ...settled, notes: answer.notes };
  const response = isRest
    ? jsonAnswer(200, shown)
    : jsonAnswer(202, shown, { Location: `/v1/print-jobs/${settled.id}` });
  return answer.repeated ? replayed(response) : response;
}

async function listJobs({ devices }: Ports, context: LoopbackContext): Promise<Answer> {
  const asked = readQuery(context.target, listQuery);
  if (asked.type === 'refused') return problemAnswer(asked.refusal);
  const { state, after = null, limit } = asked.query;
  // One more than asked for says whether there are more.
  const found = devices.jobsOf(context.client.id, state, after, limit + 1);
  if (found === null) return problemAnswer(noJob);
  const printJobs = found.slice(0, limit);
  return jsonAnswer(200, { printJobs, next: found.length > limit ? (printJobs.at(-1)?.id ?? null) : null });
}

async function read(ports: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, waitQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const found = ports.devices.jobOf(context.client.id, context.param('id'));
  if (found === null) return problemAnswer(noJob);
  return jsonAnswer(200, await settledJob(ports, context, found, query.query.wait ?? 0));
}

async function settledJob(
  { devices, waits }: Ports,
  context: LoopbackContext,
  found: PrintJobView,
  timeoutMs: number,
): Promise<PrintJobView> {
  if (isPrintRest(found.state)) return found;
  return waits.until(context, found, timeoutMs, (givenUp) => devices.waitFor(found.id, timeoutMs, givenUp));
}

async function cancel({ devices }: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const body = await bodyOf(context, z.strictObject({}), { optional: true });
  if (body.type === 'refused') return problemAnswer(body.refusal);
  return jobAnswer(await context.acting(devices.cancel(context.param('id'), askerOf(context))));
}

async function decide({ devices }: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const body = await bodyOf(context, decisionBody);
  if (body.type === 'refused') return problemAnswer(body.refusal);
  return jobAnswer(await context.acting(devices.decide(context.param('id'), askerOf(context), body.value)));
}

async function writeDisplay({ devices }: Ports, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const body = await bodyOf(context, displayBody);
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const answer = await context.acting(Promise.resolve(devices.writeDisplay(context.param('id'), body.value.lines)));
  return answer.type === 'refused' ? problemAnswer(answer.refusal) : jsonAnswer(200, answer.display);
}

async function openDrawer(
  devices: LoopbackDevices,
  context: LoopbackContext,
  mayOpen: (clientId: string) => boolean,
): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const body = await bodyOf(context, drawerBody);
  if (body.type === 'refused') return problemAnswer(body.refusal);
  const header = context.header('idempotency-key');
  const request = header === undefined ? null : readRequestId(header);
  if (request?.type === 'refused') return problemAnswer(request.refusal);
  if (!mayOpen(context.client.id)) return problemAnswer(tooMany);
  const id = context.param('id');
  const { reason } = body.value;
  const answer = await context.acting(devices.openDrawer(id, askerOf(context), reason, request?.id ?? null));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  const response = jsonAnswer(200, { id, result: answer.result });
  return answer.repeated ? replayed(response) : response;
}

function askerOf({ client }: LoopbackContext) {
  return { clientId: client.id, by: client.name };
}

function jobAnswer(answer: JobAnswer): Answer {
  return answer.type === 'refused' ? problemAnswer(answer.refusal) : jsonAnswer(200, answer.job);
}

type Body<T> = { readonly type: 'read'; readonly value: T } | { readonly type: 'refused'; readonly refusal: Refusal };

async function bodyOf<S extends z.ZodType>(
  context: LoopbackContext,
  schema: S,
  { optional = false, isDocument = false } = {},
): Promise<Body<z.output<S>>> {
  const body = await context.readJson({ optional, limits: isDocument ? jobLimits : otherLimits, isDocument });
  if (body.type === 'refused') return body;
  const parsed = schema.safeParse(body.value, { error: issueInWords, reportInput: true });
  if (parsed.success) return { type: 'read', value: parsed.data };
  return { type: 'refused', refusal: inputRefusal('body', fieldIssues(parsed.error.issues)) };
}

const noDevices: Refusal = { code: 'device-unknown', detail: 'This bridge has no devices.' };
const noJob: Refusal = { code: 'print-job-not-found', detail: 'No print job has this id.' };
const noRequestId: Refusal = {
  code: 'request-id-missing',
  detail: 'Send an Idempotency-Key: a document that is sent again without one would be printed twice.',
};
const tooMany: Refusal = {
  code: 'too-many-requests',
  detail: 'The drawer was opened often just now. Nothing was sent.',
  retryAfterSeconds: 5,
};
