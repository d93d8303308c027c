// Refuses an interactive operation at once where its terminal is held by a command that was not answered, or its payment
// for longer than it would wait. The refusal names the operation that holds it, and for how long.
import type { Refusal } from '#contract/programs/problems.ts';
import { isFinal, isInDoubt } from '#contract/operation/states.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { isTerminalLane } from '../operation/lanes.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

type Draft = Pick<OperationRecord, 'lanes' | 'interactive' | 'input' | 'terminalId'>;
type HeldPorts = Pick<EnginePorts, 'clock' | 'policy'>;

/**
 * A terminal whose last command was not answered stays held until its window ends, and the caller is told so at once: the
 * command may be the very sale that is asked for again.
 */
export function heldRefusal(reads: StoreReads, { clock }: Pick<HeldPorts, 'clock'>, draft: Draft): Refusal | null {
  const lane = draft.lanes.find(isTerminalLane);
  if (lane === undefined || !draft.interactive) return null;
  const holder = unansweredHolder(reads, lane);
  const leftMs = (holder?.terminalUntilMs ?? 0) - clock.nowMs();
  if (holder === null || leftMs <= 0) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  const why = isInDoubt(holder.state) ? 'whose outcome is not known yet' : 'which was not answered';
  const until = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  const detail =
    `Terminal ${draft.terminalId} is held by operation ${holder.id}, ${why}, for up to ${until}. Nothing was stored. ` +
    'Use another terminal, or try again later.';
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

/**
 * What holds a terminal after its answer was lost: its outcome is not known, or it is over, as a card reading is, and the
 * terminal may still be at work on it. Null where a command is under way, or nothing holds the terminal.
 */
export function unansweredHolder(reads: StoreReads, lane: string): OperationRecord | null {
  const id = reads.laneHolder(lane);
  const holder = id === null ? null : reads.operation(id);
  return holder !== null && (isInDoubt(holder.state) || isFinal(holder.state)) ? holder : null;
}
