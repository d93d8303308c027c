// The gateway as a function from a call to a delivery: route, authorise, plan the faults, execute, make durable, and
// only then hand over. It never throws; what goes wrong inside becomes the specification's 500.
import { setTimeout as delay } from 'node:timers/promises';
import { problem, serverError, unauthorized } from './answers.ts';
import type { Auth } from './auth.ts';
import type { Control } from './control.ts';
import type { Answer, Call, Delivery } from './exchange.ts';
import { deliverFault, executesFirst } from './fault-delivery.ts';
import type { Faults, Plan } from './faults.ts';
import { type Request, type World, runCommand, runQuery } from './operations.ts';
import type { Match, Routes } from './routes.ts';

export interface AppParts {
  readonly world: World;
  readonly auth: Auth;
  readonly faults: Faults;
  readonly routes: Routes;
  readonly control: Control;
  readonly stopping: AbortSignal;
  /** For what should not happen; gets no part of a request. */
  readonly log: (line: string) => void;
}

export type App = (call: Call) => Promise<Delivery>;

export function createApp(parts: AppParts): App {
  return async (call) => {
    try {
      return await handle(parts, call);
    } catch (error) {
      if (parts.stopping.aborted) return { type: 'reset' };
      parts.log(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}`);
      return answered(serverError());
    }
  };
}

async function handle(parts: AppParts, call: Call): Promise<Delivery> {
  const { auth, control, faults, routes, stopping, world } = parts;
  if (call.path.startsWith('/_sandbox/')) {
    const answer = control(call);
    await world.ledger.settled();
    return answered(answer);
  }
  const match = routes.match(call.method, call.path);
  if (match === null) return answered(problem(404));
  const isToken = match.route.target.type === 'token';
  const merchantId = isToken ? '' : auth.merchantOf(call.headers.authorization);
  if (merchantId === null) return answered(unauthorized());

  const plan = faults.take(match.route.name, !isToken);
  if (plan.latencyMs > 0) await delay(plan.latencyMs, undefined, { signal: stopping });
  return carryOut(parts, plan, { call, match, merchantId, refused: plan.fault?.fault === 'refuse' });
}

async function carryOut(parts: AppParts, { fault }: Plan, request: Request): Promise<Delivery> {
  if (fault !== null && !executesFirst(fault)) return deliverFault(fault, request, null);
  const answer = await execute(parts, request.match, request);
  // Nobody hears of an effect that a crash could still undo.
  await parts.world.ledger.settled();
  return fault === null ? answered(answer) : deliverFault(fault, request, answer);
}

async function execute({ auth, world }: AppParts, { route }: Match, request: Request): Promise<Answer> {
  const { target } = route;
  switch (target.type) {
    case 'token':
      return request.refused ? unauthorized() : auth.token(request.call);
    case 'query':
      return runQuery(world, target.query, request);
    case 'command':
      return runCommand(world, target.command, request);
  }
}

function answered(answer: Answer): Delivery {
  return { type: 'answer', answer };
}
