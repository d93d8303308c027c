// One authorized request to one operation of the registry: its body is read by the operation's own schema (the 400s),
// then the handler runs it, once for each Idempotency-Key where the operation lists one.
import { setTimeout as delay } from 'node:timers/promises';
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { type Command, type Query, pathFields } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import { type FieldErrors, fieldErrors, json, problem } from '../exchange/answers.ts';
import type { SandboxAnswer, Call } from '../exchange/exchange.ts';
import type { Fault, FaultKind } from '../exchange/faults.ts';
import { commandHandlers, queryHandlers } from './index.ts';
import type { Job, Outcome } from './job.ts';
import { refusedResult } from './results.ts';
import { newId } from '../facts/ids.ts';
import { type Keys, fingerprintOf } from '../exchange/keys.ts';
import type { Quotes } from '../rules/quotes.ts';
import type { RecordForm } from '../exchange/record-form.ts';
import { type Refusal, refusal, simulated } from '../facts/refusals.ts';
import type { Match } from '../exchange/routes.ts';
import type { SandboxClock } from '../state/clock.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Entry, Execution } from '../state/entry.ts';
import type { Terminals } from '../rules/terminals.ts';

export interface World {
  readonly ledger: Ledger;
  readonly terminals: Terminals;
  readonly quotes: Quotes;
  readonly records: RecordForm;
  readonly keys: Keys;
  readonly clock: SandboxClock;
  /** The root address of this sandbox, without a slash at the end; known once it listens. */
  readonly rootUrl: () => string;
  readonly stopping: AbortSignal;
}

export interface Request {
  readonly call: Call;
  readonly match: Match;
  readonly merchantId: string;
  /** The fault that changes the processing; null for none. */
  readonly fault: Fault | null;
}

/** Deeper JSON than any request of the specification; the limit keeps recursion over a body bounded. */
const maxDepth = 32;
const maxKeyLength = 255;

function has(request: Request, fault: FaultKind): boolean {
  return request.fault?.fault === fault;
}

export function runQuery(world: World, query: Query, request: Request): SandboxAnswer {
  const { call, match, merchantId, fault } = request;
  if (has(request, 'refuse')) {
    const why = refusal('declined');
    const about = { input: match.params, merchantId };
    return json(422, refusedResult(about, match.params['payId'] ?? null, newId(), why));
  }
  const handler = queryHandlers.get(query.name);
  if (handler === undefined) return problem(501);
  const given = new URLSearchParams(call.query);
  const repeated = [...new Set(given.keys())].filter((name) => given.getAll(name).length > 1);
  if (repeated.length > 0) {
    return problem(400, Object.fromEntries(repeated.map((name) => [name, ['must be given once only']])));
  }
  const parsed = query.input.safeParse({ ...Object.fromEntries(given), ...match.params });
  if (!parsed.success) return problem(400, fieldErrors(parsed.error));
  const found = handler({
    ledger: world.ledger,
    merchantId,
    input: parsed.data as JsonObject,
    rootUrl: world.rootUrl(),
    asOf: fault?.fault === 'stale' ? new Date(world.clock.now() - (fault.ms ?? defaultStaleMs)).toISOString() : null,
  });
  if (found === null) return problem(404);
  if (isRefused(found)) return problem(400, found.refused);
  return json(200, showsPayment.has(query.name) ? world.records.written(found) : found);
}

const showsPayment: ReadonlySet<string> = new Set([queries.getPaymentByPayId.name, queries.getPaymentByTransId.name]);

const defaultStaleMs = 60_000;

function isRefused(found: object): found is { readonly refused: FieldErrors } {
  return Object.hasOwn(found, 'refused');
}

export async function runCommand(world: World, command: Command, request: Request): Promise<SandboxAnswer> {
  const { call, match } = request;
  const handler = commandHandlers.get(command.kind);
  if (handler === undefined) return problem(501);
  const read = readBody(call.body);
  if (!read.ok) return problem(400, read.errors);
  const inPath = pathFields(command.path).filter((field) => Object.hasOwn(read.body, field));
  if (inPath.length > 0) {
    return problem(400, Object.fromEntries(inPath.map((field) => [field, ['belongs in the path, not in the body']])));
  }
  const parsed = command.input.safeParse({ ...read.body, ...match.params });
  if (!parsed.success) return problem(400, fieldErrors(parsed.error));

  const key = headerOf(call, 'idempotency-key');
  if (key !== null && key.length > maxKeyLength) {
    return problem(400, { 'Idempotency-Key': [`must have at most ${maxKeyLength} characters`] });
  }
  const broken = simulated(textAt(parsed.data, 'simulationMode'));
  if (broken?.type === 'break') {
    return json(500, { responseCode: broken.code, responseDescription: 'simulated error; nothing was executed' });
  }
  const run = async (fingerprint: string | null): Promise<SandboxAnswer> => {
    if (has(request, 'slow')) await delay(request.fault?.ms ?? 1000, undefined, { signal: world.stopping });
    return handler(jobOf(world, request, command, parsed.data, { key, fingerprint }));
  };
  // A decline asked for by a fault is of this request only; it must not become the key's answer.
  const unkeyed = key === null || !command.keyed || has(request, 'ignore-keys') || has(request, 'refuse');
  if (unkeyed) return run(null);
  const fingerprint = fingerprintOf(call.method, call.path, read.body);
  if (has(request, 'forget-keys')) world.ledger.commit({ forgottenKey: key });
  const reexecutesOpen = has(request, 'reexecute-open');
  const about = { input: parsed.data, merchantId: request.merchantId };
  const reused = (): SandboxAnswer => json(422, refusedResult(about, null, newId(), refusal('key-reused')));
  return world.keys.once({ key, fingerprint, reexecutesOpen }, () => run(fingerprint), reused);
}

interface KeyUse {
  readonly key: string | null;
  /** Null where the answer is not kept under the key. */
  readonly fingerprint: string | null;
}

function jobOf(world: World, request: Request, command: Command, input: JsonObject, use: KeyUse): Job {
  const { ledger, terminals, quotes, clock } = world;
  const { match, merchantId } = request;
  const simulation = simulated(textAt(input, 'simulationMode'));
  const byRequest: Refusal | null = simulation?.type === 'decline' ? simulation.why : null;
  return {
    input,
    merchantId,
    refusal: has(request, 'refuse') ? refusal('declined') : byRequest,
    simulation,
    again: has(request, 'reexecute-open') || has(request, 'ignore-keys') || has(request, 'forget-keys'),
    successStatus: command.successStatus,
    ledger,
    terminals,
    quotes,
    rootUrl: world.rootUrl(),
    now: () => clock.now(),
    at: () => clock.at(),
    settle: (outcome) => {
      const answer = json(outcome.status, outcome.body);
      ledger.commit(entryOf(outcome, answer, use));
      return answer;
    },
  };

  function executionOf(payId: string | null, value: number): Execution {
    const transId = textAt(input, 'transId');
    return { seq: ledger.nextSeq(), route: match.route.name, payId, transId, key: use.key, value, at: clock.at() };
  }

  function entryOf({ entry, executed }: Outcome, answer: SandboxAnswer, { key, fingerprint }: KeyUse): Entry {
    const payId = executed?.payId ?? undefined;
    const about = payId === undefined ? {} : { payId };
    return {
      ...entry,
      execution: executed && executionOf(executed.payId, executed.value),
      keyRecord:
        key === null || fingerprint === null
          ? undefined
          : { key, fingerprint, status: answer.status, body: answer.body, at: clock.at(), ...about },
    };
  }
}

type ReadBody = { readonly ok: true; readonly body: JsonObject } | { readonly ok: false; readonly errors: FieldErrors };

/** An empty body is an empty object: the reversal's body is not specified. */
function readBody(text: string | null): ReadBody {
  if (text === null) return unreadable('is not valid UTF-8');
  if (text.trim() === '') return { ok: true, body: {} };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return unreadable('is not valid JSON');
  }
  if (!isJsonObject(value)) return unreadable('must be a JSON object');
  return isWithin(value, maxDepth) ? { ok: true, body: value } : unreadable('is nested too deeply');
}

function unreadable(message: string): ReadBody {
  return { ok: false, errors: { body: [message] } };
}

function isWithin(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}

function headerOf({ headers }: Call, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
