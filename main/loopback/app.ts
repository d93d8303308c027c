// The API as one web application: the guards in their order, then the route table. Every answer that is no success
// is a problem, also where there is no route and where the program itself is at fault.
import { Hono } from 'hono';
import type { JsonObject } from '#contract/json.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { problemAnswer } from '#http/answer.ts';
import type { LoopbackEnv, LoopbackPorts, Route } from './context.ts';
import { guard } from './guard.ts';
import { crossOrigin } from './origin.ts';
import type { LoopbackLog } from './ports.ts';
import { routeTable } from './route-table.ts';
import { missingScope } from './scope.ts';

type LoopbackApp = Hono<LoopbackEnv>;

export function createApp(ports: LoopbackPorts): LoopbackApp {
  const app: LoopbackApp = new Hono();
  app.onError((error) => internalError(ports.log, error));
  app.notFound(() => problemAnswer({ code: 'not-found', detail: 'There is nothing at this address.' }));
  app.use(crossOrigin(ports.clients));
  // Before the guard, because these addresses are open to all.
  const table = routeTable(ports);
  addRoutes(app, ports, table.open);
  app.use(guard(ports));
  addRoutes(app, ports, table.guarded);
  return app;
}

function addRoutes(app: LoopbackApp, { calls }: LoopbackPorts, routes: readonly Route[]): void {
  for (const { method, path, scope, always = false, handle } of routes) {
    app.on(method, path, (context) => {
      if (scope === null) return handle(context);
      const refusal = missingScope(context.get('client'), [scope]) ?? (always ? null : calls.refusal());
      return refusal === null ? handle(context) : problemAnswer(refusal);
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    const refusal = { code: 'method-not-allowed', detail: `This address takes ${allow}.` } as const;
    app.all(path, () => problemAnswer(refusal, { Allow: allow }));
  }
}

/**
 * What a disk or a key that fails is called, is the shop's to know and to mend. Of any other error the caller learns
 * nothing; the log learns where, but not with what: a message may hold what was sent.
 */
export function internalError(log: LoopbackLog, error: unknown): Response {
  const code = error instanceof Error ? outages.get(error.name) : undefined;
  if (error instanceof Error && code !== undefined) {
    log('error', 'loopback-outage', { code, ...whereOf(error) });
    return problemAnswer({ code, detail: error.message });
  }
  log('error', 'loopback-internal-error', whereOf(error));
  return problemAnswer({
    code: 'internal-error',
    detail: 'The bridge has a fault. Whether an operation was accepted can be read from /v1/operations.',
  });
}

// By name: this folder may not import the store, whose errors they are.
const outages: ReadonlyMap<string, ProblemCode> = new Map([
  ['StorageFailed', 'storage-failed'],
  ['KeyMissing', 'sealed'],
]);

function whereOf(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { error: error.name, at: lines.filter((line) => line.startsWith('at ')).slice(0, 8) };
}
