// Refuses an interactive operation at once where its terminal is held by a command that was not answered, or its payment
// for longer than it would wait. The refusal names the operation that holds it, and for how long.
import type { Refusal } from '#contract/programs/problems.ts';
import { isFinal, isInDoubt } from '#contract/operation/states.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { isPaymentLane, isTerminalLane, knownPayment } from '../operation/lanes.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

type Draft = Pick<OperationRecord, 'environmentId' | 'lanes' | 'interactive' | 'input' | 'terminalId'>;
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
  ports: HeldPorts,
  command: Command,
  draft: Draft,
): Refusal | null {
  const { lanes, interactive } = draft;
  if (!interactive || !command.atTerminal) return null;
  const [holderId = null] = lanes.filter(isPaymentLane).flatMap((lane) => reads.laneHolder(lane) ?? []);
  const maker = holderId === null ? doubtfulMaker(reads, command, draft) : null;
  const holder = holderId === null ? maker : reads.operation(holderId);
  if (holder === null) return null;
  const needsPerson = holder.state === 'needs-person';
  const atTerminal = commandOf(holder.kind)?.atTerminal === true;
  const runs = holder.state === 'sending';
  if (!needsPerson && !(atTerminal && (runs || isInDoubt(holder.state)))) return null;
  if (runs && leftMsOf(holder, ports) <= ports.policy.sendDeadlineMs) return null;
  const why = runs ? 'which is running' : needsPerson ? 'which a person must decide' : 'whose outcome is not known yet';
  const what = maker === null ? 'The payment is held by' : 'No known payment has this trace number. It may be of';
  const detail = `${what} operation ${holder.id}, ${why}. Nothing was stored.`;
  return { code: 'payment-held', detail, operationId: holder.id };
}

/** Adds when a payment that is held may be asked for again; that is not known where a person must decide first. */
export function withRetryAfter(reads: StoreReads, ports: HeldPorts, refusal: Refusal | null): Refusal | null {
  if (refusal?.code !== 'payment-held' || refusal.operationId === undefined) return refusal;
  const holder = reads.operation(refusal.operationId);
  if (holder === null || holder.state === 'needs-person') return refusal;
  return { ...refusal, retryAfterSeconds: Math.max(1, Math.ceil(leftMsOf(holder, ports) / 1_000)) };
}

/** Until the answer of what is being sent must be there, or the next step of what is not. */
function leftMsOf({ state, attempts, nextAtMs }: OperationRecord, { clock, policy }: HeldPorts): number {
  const answerByMs = (attempts.at(-1)?.sentAtMs ?? 0) + policy.terminalTimeoutMs;
  return (state === 'sending' ? answerByMs : nextAtMs) - clock.nowMs();
}

/**
 * A sale or authorization in doubt at the terminal whose trace number is not known. A void or capture by a trace
 * number that no known payment has may be meant for it, read from its slip: were it sent, the sale would be decided
 * afterwards as if nothing had been given back.
 */
function doubtfulMaker(
  reads: StoreReads,
  command: Command,
  { environmentId, input, terminalId }: Draft,
): OperationRecord | null {
  const ref = command.payment(input);
  if (ref?.by !== 'trace' || terminalId === null || knownPayment(reads, environmentId, ref) !== null) return null;
  const inDoubt = reads.list(environmentId, { states: ['unknown', 'pending', 'needs-person'], terminalId, limit: 200 });
  const makers = inDoubt.filter((each) => commandOf(each.kind)?.createsPayment(each.input) === true);
  const unnamed = makers.filter(({ lanes }) => {
    const lane = lanes.find(isPaymentLane);
    return lane === undefined || (reads.paymentByLane(environmentId, lane)?.traceNr ?? null) === null;
  });
  return unnamed.at(0) ?? null;
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
