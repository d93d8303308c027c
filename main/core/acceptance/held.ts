// Refuses an interactive operation at once where its terminal or its payment is held for longer than it would wait. The
// refusal names the operation that holds it, and for how long.
import type { Refusal } from '#contract/programs/problems.ts';
import { isInDoubt } from '#contract/operation/states.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { isTerminalLane } from '../operation/lanes.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

type Draft = Pick<OperationRecord, 'lanes' | 'interactive' | 'input' | 'terminalId'>;
type HeldPorts = Pick<EnginePorts, 'clock' | 'policy'>;

/**
 * A terminal whose last command's outcome is not known stays held until its window ends. A caller that cannot wait that
 * long is refused at once, instead of after the deadline.
 */
export function heldRefusal(reads: StoreReads, { clock, policy }: HeldPorts, draft: Draft): Refusal | null {
  const lane = draft.lanes.find(isTerminalLane);
  if (lane === undefined || !draft.interactive) return null;
  const holder = holderInDoubt(reads, lane);
  const leftMs = (holder?.terminalUntilMs ?? 0) - clock.nowMs();
  if (holder === null || leftMs <= policy.sendDeadlineMs) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  const detail =
    `Terminal ${draft.terminalId} is held by operation ${holder.id}, whose outcome is not known yet, for up to ` +
    `${Math.ceil(seconds / 60)} min. Nothing was stored. Use another terminal, or try again later.`;
  return { code: 'terminal-held', detail, operationId: holder.id, retryAfterSeconds: seconds };
}

/**
 * A terminal works for minutes, and a doubt lasts as long or until a person decides. A command at a terminal for such a
 * payment is refused at once, instead of after the deadline.
 */
export function paymentHeldRefusal(
  reads: StoreReads,
  { clock, policy }: HeldPorts,
  command: Command,
  { lanes, interactive }: Draft,
): Refusal | null {
  const lane = lanes.find((each) => !isTerminalLane(each));
  const holderId = lane === undefined || !interactive || !command.atTerminal ? null : reads.laneHolder(lane);
  const holder = holderId === null ? null : reads.operation(holderId);
  if (holder === null) return null;
  const needsPerson = holder.state === 'needs-person';
  const atTerminal = commandOf(holder.kind)?.atTerminal === true;
  const runs = holder.state === 'sending';
  if (!needsPerson && !(atTerminal && (runs || isInDoubt(holder.state)))) return null;
  const answerByMs = (holder.attempts.at(-1)?.sentAtMs ?? 0) + policy.terminalTimeoutMs;
  const leftMs = (runs ? answerByMs : holder.nextAtMs) - clock.nowMs();
  if (runs && leftMs <= policy.sendDeadlineMs) return null;
  const why = runs ? 'which is running' : needsPerson ? 'which a person must decide' : 'whose outcome is not known yet';
  const detail = `The payment is held by operation ${holder.id}, ${why}. Nothing was stored.`;
  const seconds = Math.max(1, Math.ceil(leftMs / 1_000));
  const again = needsPerson ? {} : { retryAfterSeconds: seconds };
  return { code: 'payment-held', detail, operationId: holder.id, ...again };
}

export function holderInDoubt(reads: StoreReads, lane: string): OperationRecord | null {
  const id = reads.laneHolder(lane);
  const holder = id === null ? null : reads.operation(id);
  return holder !== null && isInDoubt(holder.state) ? holder : null;
}
