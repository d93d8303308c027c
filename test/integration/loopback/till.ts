// A running loopback server with a fake bridge behind it, and an ERP that speaks to it.
import { onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type Scope, scopes as allScopes } from '#contract/programs/scopes.ts';
import type { ConnectionLimits } from '#http/listen.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Signer } from '#core/ports/journal.ts';
import type { Rate } from '#http/limits/rate-limit.ts';
import type { Pairings } from '#loopback/pairing/pairings.ts';
import type { DropInOptions } from '#loopback/drop-in/options.ts';
import type { ReadLimits } from '#loopback/limits/read-scheduler.ts';
import { type Loopback, createLoopback } from '#loopback/server.ts';
import { createClient } from '#loopback/access/new-client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { FakeBridge } from './fake-bridge.ts';
import { MemoryClients } from './memory-clients.ts';
import { type WireAnswer, send } from './wire.ts';

export interface ErpOptions {
  readonly scopes?: readonly Scope[];
  readonly origin?: string;
}

export interface Erp {
  readonly id: string;
  readonly token: string;
  readonly authorization: readonly [string, string];
  readonly get: (path: string, ...headers: (readonly [string, string])[]) => Promise<WireAnswer>;
  readonly post: (
    path: string,
    body: JsonObject | string | Buffer,
    ...headers: (readonly [string, string])[]
  ) => Promise<WireAnswer>;
}

export interface Till {
  readonly loopback: Loopback;
  readonly port: number;
  readonly bridge: FakeBridge;
  readonly clients: MemoryClients;
  readonly log: string[];
  readonly erp: (options?: ErpOptions) => Erp;
}

export const refundBody = { payId: 'P1', transId: 'R-1', amount: { value: 500, currency: 'EUR' } };

export const jsonType = ['Content-Type', 'application/json'] as const;

export function key(value: string): readonly [string, string] {
  return ['Idempotency-Key', value];
}

export interface TillLimits {
  readonly port?: number;
  readonly rate?: Rate;
  readonly unauthenticatedRate?: Rate;
  readonly atOnce?: number;
  readonly reads?: Partial<ReadLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  readonly pairings?: (clients: ClientRegistry) => Pairings;
  readonly identity?: Signer;
  readonly dropIn?: DropInOptions;
}

/** Starts a till for the running test; it is closed when the test ends. */
export async function startTill({ pairings, ...limits }: TillLimits = {}): Promise<Till> {
  const bridge = new FakeBridge();
  const clients = new MemoryClients();
  const log: string[] = [];
  const loopback = await createLoopback({
    port: 0,
    version: '1.2.3',
    clients,
    calls: bridge,
    log: (level, event, facts) => log.push(JSON.stringify({ level, event, ...facts })),
    closeGraceMs: 200,
    ...limits,
    ...(pairings === undefined ? {} : { pairings: pairings(clients) }),
  });
  onTestFinished(() => loopback.close());
  const { port } = loopback;
  let count = 0;
  const erp = ({ scopes = allScopes, origin }: ErpOptions = {}): Erp => {
    count += 1;
    const id = `client-${count}`;
    const wish = { name: `ERP ${count}`, scopes, nowIso: '2026-01-31T18:05:00.000Z', newId: () => id };
    const made = createClient(clients, { ...wish, ...(origin === undefined ? {} : { origin }) }, newToken());
    if ('problem' in made) throw new Error(made.problem);
    const authorization = ['Authorization', `Bearer ${made.token}`] as const;
    return {
      id,
      token: made.token,
      authorization,
      get: (path, ...headers) => send(port, { path, headers: [authorization, ...headers] }),
      post: (path, body, ...headers) => {
        const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
        const typed = headers.some(([name]) => name === 'Content-Type') ? [] : [jsonType];
        return send(port, { method: 'POST', path, headers: [authorization, ...typed, ...headers], body: text });
      },
    };
  };
  return { loopback, port, bridge, clients, log, erp };
}

/** The code of a problem, after checking that it is a well-formed one. */
export function problemCode(answer: WireAnswer): string {
  const { code, type, title, status, detail } = answer.json;
  const wellFormed =
    answer.headers['content-type'] === 'application/problem+json' &&
    answer.headers['cache-control'] === 'no-store' &&
    answer.headers['x-content-type-options'] === 'nosniff' &&
    typeof code === 'string' &&
    type === `urn:tillbridge:problem:${code}` &&
    typeof title === 'string' &&
    typeof detail === 'string' &&
    status === answer.status;
  if (!wellFormed) throw new Error(`no problem details: ${JSON.stringify(answer)}`);
  return code;
}
