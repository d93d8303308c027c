// The guard at the only door between window and main process: whoever asks must be the till's own page in its main
// frame, and what it sends must be exactly what the table says.
import type { IpcMainInvokeEvent } from 'electron';
import { type WindowCall, type WindowInput, type WindowOutputs, windowCalls } from '#contract/window.ts';
import { type LockedRule, type Refused, callsWhileLocked, lockedCode, lockedRefusal } from '#contract/while-locked.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
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
  /** Whether the till has operators and none of them is signed in. */
  readonly locked: () => Promise<boolean>;
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
  const rule = callsWhileLocked[call];
  if (rule !== 'open' && (await isLocked(door, call))) return refuseLocked(door, call, rule);
  const parsed = windowCalls[call].safeParse(args[0]);
  if (!parsed.success || args.length > 1) {
    const where = parsed.error?.issues.map((issue) => issue.path.join('.') || 'the input') ?? ['the input'];
    door.log('warn', 'window-call-refused', { call, reason: 'input', fields: where });
    throw new CallRefused(`The call ${call} cannot be understood: ${where.join(', ')}.`);
  }
  try {
    const handler = door.handlers[call] as (input: unknown) => unknown;
    const answered = await handler(parsed.data);
    // It may have been locked while the answer was on its way; what was done is said all the same.
    if (rule === 'failure' && (await isLocked(door, call))) return refuseLocked(door, call, rule);
    return answered;
  } catch (error) {
    if (error instanceof CallRefused) throw error;
    // Messages of unexpected errors may quote what they failed on; the window gets none of it.
    door.log('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

async function isLocked({ locked, log }: Door, call: WindowCall): Promise<boolean> {
  try {
    return await locked();
  } catch (error) {
    // Who may see it cannot be told (the disk fails): then nobody may.
    log('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

function refuseLocked({ log }: Door, call: WindowCall, rule: Exclude<LockedRule, 'open'>): Refused {
  log('info', 'window-call-refused', { call, reason: 'locked' });
  if (rule === 'refusal') return lockedRefusal;
  throw new CallRefused(`${lockedCode}: nobody is signed in.`);
}

function mayAsk({ windowId }: Door, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame === undefined) return false;
  return sender.id === windowId() && senderFrame === sender.mainFrame && isWindowUrl(senderFrame.url);
}
