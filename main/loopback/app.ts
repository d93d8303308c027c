// The API as one web application: the guards in their order, then the route table. Every answer that is no success
// is a problem, also where there is no route and where the program itself is at fault.
import { Hono } from 'hono';
import type { JsonObject } from '#contract/json.ts';
import { problemAnswer } from '#http/answer.ts';
import type { LoopbackEnv, LoopbackPorts, Route } from './context.ts';
import { guard } from './guard.ts';
import { crossOrigin } from './origin.ts';
import type { LoopbackLog } from './ports.ts';
import { operationRoutes } from './routes/operations.ts';
import { paymentRoutes } from './routes/payments.ts';
import { stateRoutes, wellKnownRoutes } from './routes/state.ts';
import { submitRoutes } from './routes/submit.ts';
import { missingScope } from './scope.ts';

type LoopbackApp = Hono<LoopbackEnv>;

export function createApp(ports: LoopbackPorts): LoopbackApp {
  const app: LoopbackApp = new Hono();
  app.onError((error) => internalError(ports.log, error));
  app.notFound(() => problemAnswer({ code: 'not-found', detail: 'There is nothing at this address.' }));
  app.use(crossOrigin(ports.clients));
  // Before the guard, because it is the only address that is open to all.
  addRoutes(app, wellKnownRoutes(ports));
  app.use(guard(ports));
  addRoutes(app, [...submitRoutes(ports), ...operationRoutes(ports), ...paymentRoutes(ports), ...stateRoutes(ports)]);
  return app;
}

function addRoutes(app: LoopbackApp, routes: readonly Route[]): void {
  for (const { method, path, scope, handle } of routes) {
    app.on(method, path, (context) => {
      const missing = scope === null ? null : missingScope(context.get('client'), [scope]);
      return missing === null ? handle(context) : problemAnswer(missing);
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    const refusal = { code: 'method-not-allowed', detail: `This address takes ${allow}.` } as const;
    app.all(path, () => problemAnswer(refusal, { Allow: allow }));
  }
}

/** The caller learns nothing; the log learns where, but not with what: a message may hold what was sent. */
export function internalError(log: LoopbackLog, error: unknown): Response {
  log('error', 'loopback-internal-error', whereOf(error));
  return problemAnswer({
    code: 'internal-error',
    detail: 'The bridge has a fault. Whether an operation was accepted can be read from /v1/operations.',
  });
}

function whereOf(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return { error: error.name, at: lines.filter((line) => line.startsWith('at ')).slice(0, 8) };
}
