// Terminals of the fake that a command in doubt holds: for five minutes from its beginning, or until they are freed.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Refused } from '#contract/programs/problems.ts';
import { isInDoubt } from '#contract/operation/states.ts';
import type { TerminalView } from '#contract/till/window.ts';
import type { World } from './world.ts';

const heldMs = 300_000;

export function terminalsOf(world: World): TerminalView[] {
  return world.shop.terminals.map((id) => {
    const operations = [...world.operations.values()].filter((each) => textAt(each.input, 'posTerminalId') === id);
    const running = operations.find(({ state }) => ['accepted', 'sending'].includes(state));
    const holder = operations.find((each) => isHolding(world, each));
    const operationId = (running ?? holder)?.id ?? null;
    const heldUntil = holder === undefined ? null : endOf(holder);
    const busyUntil = operationId === holder?.id ? heldUntil : null;
    return { id, busy: operationId !== null, operationId, busyUntil, heldUntil };
  });
}

export function heldRefusal(world: World, input: JsonObject): Refused | null {
  const wanted = textAt(input, 'posTerminalId');
  const held = terminalsOf(world).find(({ id, heldUntil }) => id === wanted && heldUntil !== null);
  if (held === undefined || held.heldUntil === null || held.operationId === null) return null;
  const retryAfterSeconds = Math.ceil((Date.parse(held.heldUntil) - world.now()) / 1_000);
  const refusal = {
    code: 'terminal-held',
    detail: `Terminal ${held.id} is held by operation ${held.operationId}. Nothing was stored.`,
    operationId: held.operationId,
    retryAfterSeconds,
  } as const;
  return { type: 'refused', refusal };
}

function isHolding(world: World, operation: OperationView): boolean {
  // An approval is an answer, so the terminal is done with the command.
  if (!isInDoubt(operation.state) || operation.approved !== undefined || world.freed.has(operation.id)) return false;
  return Date.parse(endOf(operation)) > world.now();
}

function endOf({ createdAt }: OperationView): string {
  return new Date(Date.parse(createdAt) + heldMs).toISOString();
}
