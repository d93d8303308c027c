// Receives and guards all calls from the window to the main process: the caller must be the till's own page in its main
// frame, the person at the till must have a role that the table of calls allows, and the input must match the call's
// schema. The channels are registered first: a call that comes before the main services are ready waits for them,
// because a channel without a handler would be an error in the page.
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { inputSchemas } from '#contract/calls/input-schemas.ts';
import { type WindowCall, type WindowInput, windowCallNames } from '#contract/calls/table.ts';
import type { Approval } from '#contract/people.ts';
import type { Refused } from '#contract/problems.ts';
import type { Role } from '#contract/roles.ts';
import { callChannel } from '#contract/window-channels.ts';
import { type Seat, barredFrom, failsBarred, roleFor, standInOf, takesPin } from '#contract/window-roles.ts';
import type { Verified } from '#core/ports/operators.ts';
import type { CountedLog } from '#http/counted-log.ts';
import { isWindowUrl } from '../window/address.ts';
import { CallRefused, refuseCall } from '../bridge/call-refused.ts';

/** Carries a call out. Its input was parsed with the call's schema. */
export type Handler = (input: never) => unknown;

/** Checks the sender, the person and the input, and answers. */
export type Answerer = (call: WindowCall, event: IpcMainInvokeEvent, args: unknown[]) => Promise<unknown>;

interface GuardPorts {
  readonly handlerOf: (call: WindowCall) => Handler | Promise<Handler>;
  /** Passed in and not imported, so that the channels are registered before the schema library is loaded. */
  readonly schemas: typeof inputSchemas;
  /** The id of the till's webContents, or null while there is none. */
  readonly windowId: () => number | null;
  readonly seat: () => Promise<Seat>;
  /** The person whose PIN it is, where that person may act in this role. */
  readonly verify: (approval: Approval, needed: Role) => Promise<Verified>;
  /** Counted and limited, because a page can cause lines without end. */
  readonly countedLog: CountedLog;
}

/** `answers`: resolves when the main services are there. */
export function registerIpcChannels(ipc: Pick<IpcMain, 'handle'>, answers: Promise<Answerer>): void {
  for (const call of windowCallNames) {
    ipc.handle(callChannel(call), async (event, ...args: unknown[]) => (await answers)(call, event, args));
  }
}

export function createAnswerer(ports: GuardPorts): Answerer {
  return (call, event, args) => answer(ports, call, event, args);
}

async function answer(
  ports: GuardPorts,
  call: WindowCall,
  event: IpcMainInvokeEvent,
  args: unknown[],
): Promise<unknown> {
  if (!mayAsk(ports, event)) {
    ports.countedLog.line('warn', 'window-call-refused', { call, reason: 'sender' });
    throw new CallRefused('Only the till itself may ask.');
  }
  // A person without the role gets no details about the input. Where a PIN may stand in, the input is parsed first.
  const early = takesPin(call) ? null : await stopped(ports, call, null);
  if (early !== null) return early;
  const parsed = ports.schemas[call].safeParse(args[0]);
  if (!parsed.success || args.length > 1) {
    const where = parsed.error?.issues.map((issue) => issue.path.join('.') || 'the input') ?? ['the input'];
    ports.countedLog.line('warn', 'window-call-refused', { call, reason: 'input', fields: where });
    throw new CallRefused(`The call ${call} cannot be understood: ${where.join(', ')}.`);
  }
  const refused = await stopped(ports, call, parsed.data as WindowInput<typeof call>);
  if (refused !== null) return refused;
  try {
    const handler = await ports.handlerOf(call);
    const answered = await handler(parsed.data as never);
    // The till may have been locked meanwhile. Calls that can answer with a refusal keep their result; the others fail.
    return (failsBarred(call) ? await stopped(ports, call, null) : null) ?? answered;
  } catch (error) {
    if (error instanceof CallRefused) throw error;
    // Messages of unexpected errors may quote data, so they are not sent to the window.
    ports.countedLog.line('error', 'window-call-failed', {
      call,
      error: error instanceof Error ? error.name : 'unknown',
    });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

/** The refusal where the person at the till may not make the call; null where that person may. */
async function stopped<C extends WindowCall>(
  ports: GuardPorts,
  call: C,
  input: WindowInput<C> | null,
): Promise<Refused | null> {
  const seat = await seatOf(ports, call);
  const barred = barredFrom(call, input, seat);
  if (barred === null) return null;
  const approval = input === null ? null : standInOf(call, input);
  const needed = roleFor(call, input, seat.preferences);
  if (approval !== null && needed !== 'anyone') {
    const verified = await ports.verify(approval, needed);
    return verified.type === 'refused' ? verified : null;
  }
  ports.countedLog.line('info', 'window-call-refused', { call, reason: barred.code });
  return refuseCall(call, barred);
}

async function seatOf({ seat, countedLog }: GuardPorts, call: WindowCall): Promise<Seat> {
  try {
    return await seat();
  } catch (error) {
    // The person cannot be determined (the disk fails), so every call is refused.
    countedLog.line('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

function mayAsk({ windowId }: GuardPorts, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame === undefined) return false;
  return sender.id === windowId() && senderFrame === sender.mainFrame && isWindowUrl(senderFrame.url);
}
