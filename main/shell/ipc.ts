// The guard at the only door between window and main process: whoever asks must be the till's own page in its main
// frame, whoever is at the till must be one of those whom the table of roles lets make this call, and what is sent must
// be exactly what the table of calls says.
import type { IpcMainInvokeEvent } from 'electron';
import type { Approval } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import { type WindowCall, type WindowInput, type WindowOutputs, windowCalls } from '#contract/window.ts';
import {
  type Refused,
  type Seat,
  answerBarred,
  barredFrom,
  failsBarred,
  roleFor,
  standInOf,
  takesPin,
} from '#contract/window-roles.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Verified } from '#core/ports/operators.ts';
import { isWindowUrl } from './address.ts';
import { CallRefused } from './call-refused.ts';
import type { Answerer } from './door.ts';

export type Handlers = {
  readonly [C in WindowCall]: (input: WindowInput<C>) => WindowOutputs[C] | Promise<WindowOutputs[C]>;
};

interface Door {
  readonly handlers: Handlers;
  /** The id of the till's webContents, or null while there is none. */
  readonly windowId: () => number | null;
  readonly seat: () => Promise<Seat>;
  /** Whose PIN it is, where they may act as this. */
  readonly verify: (approval: Approval, needed: Role) => Promise<Verified>;
  readonly log: EngineEvents['log'];
}

/** Answers what comes in by the channels of door.ts. */
export function createAnswerer(door: Door): Answerer {
  return (call, event, args) => answer(door, call, event, args);
}

async function answer(door: Door, call: WindowCall, event: IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
  if (!mayAsk(door, event)) {
    door.log('warn', 'window-call-refused', { call, reason: 'sender' });
    throw new CallRefused('Only the till itself may ask.');
  }
  // Whoever may not make it hears nothing of what is wrong with its input; where a PIN may stand in, it is read first.
  const early = takesPin(call) ? null : await stopped(door, call, null);
  if (early !== null) return early;
  const parsed = windowCalls[call].safeParse(args[0]);
  if (!parsed.success || args.length > 1) {
    const where = parsed.error?.issues.map((issue) => issue.path.join('.') || 'the input') ?? ['the input'];
    door.log('warn', 'window-call-refused', { call, reason: 'input', fields: where });
    throw new CallRefused(`The call ${call} cannot be understood: ${where.join(', ')}.`);
  }
  const refused = await stopped(door, call, parsed.data as WindowInput<typeof call>);
  if (refused !== null) return refused;
  try {
    const handler = door.handlers[call] as (input: unknown) => unknown;
    const answered = await handler(parsed.data);
    // It may have been locked while the answer was on its way; what was done is said all the same.
    return (failsBarred(call) ? await stopped(door, call, null) : null) ?? answered;
  } catch (error) {
    if (error instanceof CallRefused) throw error;
    // Messages of unexpected errors may quote what they failed on; the window gets none of it.
    door.log('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

/** What is answered instead where whoever is there may not make the call; null where they may. */
async function stopped<C extends WindowCall>(
  door: Door,
  call: C,
  input: WindowInput<C> | null,
): Promise<Refused | null> {
  const seat = await seatOf(door, call);
  const barred = barredFrom(call, input, seat);
  if (barred === null) return null;
  const approval = input === null ? null : standInOf(call, input);
  const needed = roleFor(call, input, seat.preferences);
  if (approval !== null && needed !== 'anyone') {
    const verified = await door.verify(approval, needed);
    return verified.type === 'refused' ? verified : null;
  }
  door.log('info', 'window-call-refused', { call, reason: barred.code });
  const said = answerBarred(call, barred);
  if (typeof said === 'string') throw new CallRefused(said);
  return said;
}

async function seatOf({ seat, log }: Door, call: WindowCall): Promise<Seat> {
  try {
    return await seat();
  } catch (error) {
    // Who may see it cannot be told (the disk fails): then nobody may.
    log('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

function mayAsk({ windowId }: Door, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame === undefined) return false;
  return sender.id === windowId() && senderFrame === sender.mainFrame && isWindowUrl(senderFrame.url);
}
