// The API as one web application: the guards in their order, then the route table. Every answer that is no success
// is a problem, also where there is no route and where the program itself is at fault.
import { Hono } from 'hono';
import { problemAnswer } from '#http/answer.ts';
import type { LoopbackEnv, LoopbackPorts, Route } from './context.ts';
import { apiPrefix, tokenPath } from './drop-in/addresses.ts';
import { type DropInOptions, dropIn } from './drop-in/drop-in.ts';
import { faultRefusal } from './fault.ts';
import { guard, strangersGate } from './guard.ts';
import { crossOrigin } from './origin.ts';
import { routeTable } from './route-table.ts';
import { missingScope } from './scope.ts';

type LoopbackApp = Hono<LoopbackEnv>;

export function createApp(ports: LoopbackPorts, dropInOptions: DropInOptions | null): LoopbackApp {
  const app: LoopbackApp = new Hono();
  app.onError((error) => problemAnswer(faultRefusal(ports.log, error)));
  app.notFound(() => problemAnswer({ code: 'not-found', detail: 'There is nothing at this address.' }));
  app.use(crossOrigin(ports.clients));
  // Before the guard, because these addresses are open to all.
  const table = routeTable(ports);
  const gate = strangersGate(ports);
  for (const path of new Set(table.open.map((route) => route.path))) app.use(path, gate);
  addRoutes(app, ports, table.open);
  if (dropInOptions !== null) {
    // It has credentials of its own.
    const surface = dropIn(ports, dropInOptions);
    for (const path of [tokenPath, apiPrefix, `${apiPrefix}/*`]) app.all(path, surface);
  }
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
