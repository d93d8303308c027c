// The gateway as a function from a call to a delivery: route, authorize, plan the faults, execute, make durable, and
// only then deliver. It never throws; an internal error becomes the specification's 500.
import { setTimeout as delay } from 'node:timers/promises';
import { problem, serverError, unauthorized } from '../exchange/answers.ts';
import type { Auth } from './auth.ts';
import type { Control } from './control.ts';
import type { SandboxAnswer, Call, Delivery } from '../exchange/exchange.ts';
import { deliverFault, executesFirst } from './fault-delivery.ts';
import type { Faults } from '../exchange/faults.ts';
import { type Request, type World, runCommand, runQuery } from '../handlers/operations.ts';
import type { Pages } from '../pages/pages.ts';
import type { Match, Routes } from '../exchange/routes.ts';

export interface AppParts {
  readonly world: World;
  readonly auth: Auth;
  readonly faults: Faults;
  readonly routes: Routes;
  readonly control: Control;
  readonly pages: Pages;
  /** Carries out everything that is due, and returns when to call it again. */
  readonly wakeUp: () => void;
  /** Reports internal errors, without any part of a request. */
  readonly log: (line: string) => void;
}

export type App = (call: Call) => Promise<Delivery>;

export function createApp(parts: AppParts): App {
  return async (call) => {
    try {
      parts.wakeUp();
      const delivery = await handle(parts, call);
      parts.wakeUp();
      return delivery;
    } catch (error) {
      if (parts.world.stopping.aborted) return { type: 'reset' };
      parts.log(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}`);
      return answered(serverError());
    }
  };
}

async function handle(parts: AppParts, call: Call): Promise<Delivery> {
  const { auth, control, faults, pages, routes, world } = parts;
  const open = call.path.startsWith('/_sandbox/') ? control(call) : pages(call);
  if (open !== null) {
    await world.ledger.settled();
    return answered(open);
  }
  const match = routes.match(call.method, call.path);
  if (match === null) return answered(problem(404));
  const isToken = match.route.target.type === 'token';
  const merchantId = isToken ? '' : auth.merchantOf(call.headers.authorization);
  if (merchantId === null) return answered(unauthorized());

  const { latencyMs, fault } = faults.take(match.route.name, !isToken);
  if (latencyMs > 0) await delay(latencyMs, undefined, { signal: world.stopping });
  if (fault?.fault === 'expire-token' && !isToken) {
    // A credential that is no token cannot expire.
    if (/^basic /i.test(call.headers.authorization ?? '')) return carryOut(parts, { call, match, merchantId, fault });
    world.ledger.commit({ tokenGeneration: world.ledger.tokenGeneration() + 1 });
    return answered(unauthorized());
  }
  return carryOut(parts, { call, match, merchantId, fault });
}

async function carryOut(parts: AppParts, request: Request): Promise<Delivery> {
  const { fault } = request;
  if (fault !== null && !executesFirst(fault)) return deliverFault(fault, request, null);
  const answer = await execute(parts, request.match, request);
  // The answer waits until the effect is on the disk, so that a crash cannot undo it afterwards.
  await parts.world.ledger.settled();
  return fault === null ? answered(answer) : deliverFault(fault, request, answer);
}

async function execute({ auth, world }: AppParts, { route }: Match, request: Request): Promise<SandboxAnswer> {
  const { target } = route;
  const fault = request.fault?.fault;
  switch (target.type) {
    case 'token':
      if (fault === 'refuse') return unauthorized();
      return fault === 'expire-token' ? auth.token(request.call, 0) : auth.token(request.call);
    case 'query':
      return runQuery(world, target.query, request);
    case 'command':
      return runCommand(world, target.command, request);
  }
}

function answered(answer: SandboxAnswer): Delivery {
  return { type: 'answer', answer };
}
