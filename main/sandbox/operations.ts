// One authorised request to one operation of the registry: its body is read by the operation's own schema (the 400s),
// then the handler runs it, once for each Idempotency-Key where the operation lists one.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import { type Command, type Query, pathFields } from '#operations/define.ts';
import { type FieldErrors, fieldErrors, json, problem } from './answers.ts';
import type { Answer, Call } from './exchange.ts';
import { commandHandlers, queryHandlers } from './handlers/index.ts';
import { type Job, type Outcome, newId } from './handlers/job.ts';
import { refusedResult } from './handlers/results.ts';
import { type Keys, fingerprintOf } from './keys.ts';
import { type Refusal, refusal, simulated } from './refusals.ts';
import type { Match } from './routes.ts';
import type { Entry, Execution, Ledger } from './state/ledger.ts';
import type { Terminals } from './terminals.ts';

export interface World {
  readonly ledger: Ledger;
  readonly terminals: Terminals;
  readonly keys: Keys;
  readonly now: () => number;
}

export interface Request {
  readonly call: Call;
  readonly match: Match;
  readonly merchantId: string;
  /** A fault asks for a business decline. */
  readonly refused: boolean;
}

/** Deeper JSON than any request of the specification; the limit keeps recursion over a body bounded. */
const maxDepth = 32;
const maxKeyLength = 255;

export function runQuery(world: World, query: Query, { match, merchantId, refused }: Request): Answer {
  const why = refusal('declined');
  if (refused)
    return json(422, refusedResult({ input: match.params, merchantId }, match.params['payId'] ?? null, newId(), why));
  const handler = queryHandlers.get(query.name);
  if (handler === undefined) return problem(501);
  const record = handler(world.ledger, merchantId, match.params);
  return record === null ? problem(404) : json(200, record);
}

export async function runCommand(world: World, command: Command, request: Request): Promise<Answer> {
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
  if (key === null || !command.keyed) return handler(jobOf(world, request, parsed.data, { key, fingerprint: null }));
  const fingerprint = fingerprintOf(call.method, call.path, read.body);
  const job = jobOf(world, request, parsed.data, { key, fingerprint });
  // A decline asked for by a fault is of this request only; it must not become the key's answer.
  if (request.refused) return handler(jobOf(world, request, parsed.data, { key, fingerprint: null }));
  const reused = (): Answer => json(422, refusedResult(job, null, newId(), refusal('key-reused')));
  return world.keys.once({ key, fingerprint }, () => handler(job), reused);
}

interface KeyUse {
  readonly key: string | null;
  /** Null where the answer is not kept under the key. */
  readonly fingerprint: string | null;
}

function jobOf(world: World, { match, merchantId, refused }: Request, input: JsonObject, use: KeyUse): Job {
  const { ledger, terminals, now } = world;
  const at = (): string => new Date(now()).toISOString();
  const why: Refusal | null = refused ? refusal('declined') : simulated(textAt(input, 'simulationMode'));
  return {
    input,
    merchantId,
    refusal: why,
    ledger,
    terminals,
    at,
    settle: (outcome) => {
      const answer = json(outcome.status, outcome.body);
      ledger.commit(entryOf(outcome, answer, use));
      return answer;
    },
  };

  function executionOf(payId: string | null, value: number): Execution {
    const transId = textAt(input, 'transId');
    return { seq: ledger.nextSeq(), route: match.route.name, payId, transId, key: use.key, value, at: at() };
  }

  function entryOf({ entry, executed }: Outcome, answer: Answer, { key, fingerprint }: KeyUse): Entry {
    return {
      ...entry,
      execution: executed && executionOf(executed.payId, executed.value),
      keyRecord:
        key === null || fingerprint === null
          ? undefined
          : { key, fingerprint, status: answer.status, body: answer.body },
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
